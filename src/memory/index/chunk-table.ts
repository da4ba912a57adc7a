// What search needs of every line at once, hot in memory: a column store by slot with the terms and vectors of each,
// loaded from the index and kept in step with it. A slot is a chunk; it stays that chunk's until the chunk is gone.
import { endsStep } from '../../base/cooperative.ts';
import { createInt8Matrix } from '../kernel/int8-matrix.ts';
import { createSignSketch } from '../kernel/sign-sketch.ts';
import { createWindowScores, linked, type WindowColumns } from '../kernel/window-scores.ts';
import type { LineRow, PartRow } from '../store/note-tables.ts';
import { decodeTerms } from '../store/term-bytes.ts';
import { createPostings } from './postings.ts';
import { createSubjects } from './subjects.ts';

export const none = -1;

type Column = Int32Array | Float32Array | Uint8Array | Uint16Array;

function enlarged<Kind extends Column>(old: Kind, size: number): Kind {
  const larger = new (old.constructor as new (size: number) => Kind)(size);
  larger.set(old);
  return larger;
}

function createPartScratch(size: number) {
  return {
    scores: new Float32Array(size),
    counts: new Float32Array(size),
    touched: new Int32Array(size),
    found: new Int32Array(size),
  };
}

export type Lines = ReturnType<typeof createLines>;

/** @param expected how many lines there will be at first */
export function createLines(expected = 0) {
  // Each column has another length, so that they don't all have to be copied at once when a vault of a million lines grows.
  let made = 0;
  const atFirst = Math.max(1024, Math.ceil(1.02 * expected));
  const room = (): number => Math.round(atFirst * 2 ** (made++ / 25));
  const columns = {
    id: new Int32Array(room()).fill(none),
    content: new Int32Array(room()),
    /** Another slot of the same content. */
    twin: new Int32Array(room()),
    file: new Int32Array(room()),
    part: new Int32Array(room()),
    previous: new Int32Array(room()).fill(none),
    next: new Int32Array(room()).fill(none),
    /** Where the lines of the window around it lie, as the kernel of window scores wants to know it. */
    links: new Uint8Array(room()),
    startLine: new Int32Array(room()),
    endLine: new Int32Array(room()),
    day: new Int32Array(room()),
    subject: new Int32Array(room()),
    /** Terms of the line, without those of its label. */
    terms: new Int32Array(room()),
    /** Terms of the line, its label and the lines beside it: how long it is to BM25. */
    allTerms: new Int32Array(room()),
    labelTerms: new Uint8Array(room()),
    length: new Float32Array(room()),
    asking: new Float32Array(room()),
    weight: new Float32Array(room()),
    /** The same once it has a vector, 0 before. */
    pull: new Float32Array(room()),
    /** 1 / length of the vector's int8 form; 0 while it has none. */
    scale: new Float32Array(room()),
    /** 1 / length of the weighted sum over the window; 0 where nothing in it has a vector. */
    windowScale: new Float32Array(room()),
    /** Cosine with the next line of its section; -1 where there is none, or no vector. */
    tie: new Float32Array(room()).fill(-1),
    flags: new Uint8Array(room()),
  };
  /**
   * Room for what a search works out for every line. Kept, because a million numbers for each search are work for the garbage
   * collector. Whoever writes there is done with it before giving way to anyone else, and leaves `counts`, `scores` and
   * `places` all zero.
   */
  const scratch = {
    shares: new Float32Array(room()),
    counts: new Float32Array(room()),
    scores: new Float32Array(room()),
    places: new Uint16Array(room()),
    touched: new Int32Array(room()),
    found: new Int32Array(room()),
  };
  let capacity = atFirst;
  let version = 0;
  let dimensions = 0;
  let matrix = createInt8Matrix(1);
  let sketch = createSignSketch(1);
  const windowScores = createWindowScores();
  let top = 0;
  let used = 0;
  let sumOfTerms = 0;
  const words = createPostings();
  const headings = createPostings();
  /** The first slot of each part by its id. */
  let slotOfPart = new Int32Array(1024).fill(none);
  /** Terms of each part by its id, headings and lines together; -1 where there is none. */
  let partTerms = new Int32Array(1024).fill(none);
  let partCount = 0;
  let sumOfPartTerms = 0;
  let sumOfTies = 0;
  let tiedPairs = 0;
  /** What a search works out for every part of a section, by its id; left all zero, but for `touched` and `found`. */
  let partScratch = createPartScratch(partTerms.length);
  const free: number[] = [];
  /** Empty, but not to be given away before a merge: the postings still name them. */
  let retired: number[] = [];
  /** One of the slots of each content by its id; `twin` leads to the others. */
  let slotOfContent = new Int32Array(1024).fill(none);
  const slotsOfFile = new Map<number, Int32Array>();
  const partsOfFile = new Map<number, number[]>();
  const subjects = createSubjects();

  function grow(): void {
    capacity = Infinity;
    for (const bag of [columns, scratch] as Record<string, Column>[]) {
      for (const [name, old] of Object.entries(bag)) {
        if (old.length <= top) {
          const larger = enlarged(old, 2 * old.length);
          if (name === 'id' || name === 'tie') larger.fill(none, old.length);
          bag[name] = larger;
        }
        capacity = Math.min(capacity, bag[name]?.length ?? 0);
      }
    }
  }

  function contentSlots(content: number): number[] {
    const slots: number[] = [];
    for (let slot = slotOfContent[content] ?? none; slot !== none; slot = columns.twin[slot] ?? none) slots.push(slot);
    return slots;
  }

  function addPart({ id, terms }: PartRow): void {
    if (id >= partTerms.length) {
      const size = partTerms.length;
      partTerms = enlarged(partTerms, Math.max(id + 1, 2 * size)).fill(none, size);
      slotOfPart = enlarged(slotOfPart, partTerms.length).fill(none, size);
      partScratch = createPartScratch(partTerms.length);
    }
    partTerms[id] = 0;
    partCount += 1;
    decodeTerms(terms, (term, count) => {
      headings.add(id, term, count, false);
      countPart(id, count);
    });
  }

  function removePart(id: number): void {
    sumOfPartTerms -= partTerms[id] ?? 0;
    partTerms[id] = none;
    slotOfPart[id] = none;
    partCount -= 1;
  }

  function countPart(id: number, terms: number): void {
    partTerms[id] = (partTerms[id] ?? 0) + terms;
    sumOfPartTerms += terms;
  }

  /** A new slot for a row, with the vector of an equal line where there is one. */
  function take(row: LineRow): number {
    let slot = free.pop();
    if (slot === undefined) {
      if (top === capacity) grow();
      slot = top;
      top += 1;
    }
    const taken = slot;
    const c = columns;
    c.id[slot] = row.id;
    c.content[slot] = row.contentId;
    c.length[slot] = Math.min(1, Math.log(1 + row.chars) / 6);
    c.weight[slot] = Math.max(1, row.chars);
    c.pull[slot] = 0;
    c.asking[slot] = row.asking;
    c.flags[slot] = row.flags;
    c.scale[slot] = 0;
    c.windowScale[slot] = 0;
    c.allTerms[slot] = 0;
    let own = 0;
    let ofLabel = 0;
    decodeTerms(row.terms, (term, count, label) => {
      words.add(taken, term, count, label);
      if (label) ofLabel += count;
      else own += count;
    });
    c.terms[slot] = own;
    c.labelTerms[slot] = ofLabel;
    const size = slotOfContent.length;
    if (row.contentId >= size)
      slotOfContent = enlarged(slotOfContent, Math.max(row.contentId + 1, 2 * size)).fill(none, size);
    const twin = slotOfContent[row.contentId] ?? none;
    c.twin[slot] = twin;
    slotOfContent[row.contentId] = slot;
    if ((c.scale[twin] ?? 0) > 0) setSlotVector(slot, matrix.row(twin).slice(), c.scale[twin] ?? 0);
    used += 1;
    return slot;
  }

  /** @returns whether it is new, or has a new neighbour */
  function place(
    row: LineRow,
    slot: number,
    { file, before, after }: { file: number; before: number; after: number },
  ): boolean {
    const c = columns;
    c.file[slot] = file;
    c.part[slot] = row.partId;
    c.startLine[slot] = row.startLine;
    c.endLine[slot] = row.endLine;
    c.day[slot] = row.day ?? undated;
    c.subject[slot] = subjects.idOf(row.subject);
    const terms = c.allTerms[slot] ?? 0;
    const isOther = terms === 0 || c.previous[slot] !== before || c.next[slot] !== after;
    c.previous[slot] = before;
    c.next[slot] = after;
    const all =
      (c.terms[slot] ?? 0) +
      (c.labelTerms[slot] ?? 0) +
      (before === none ? 0 : (c.terms[before] ?? 0)) +
      (after === none ? 0 : (c.terms[after] ?? 0));
    c.allTerms[slot] = all;
    sumOfTerms += all - terms;
    countPart(row.partId, c.terms[slot] ?? 0);
    return isOther;
  }

  function setSlotVector(slot: number, vector: Int8Array, scale: number): void {
    matrix.set(slot, vector);
    sketch.set(slot, vector);
    columns.scale[slot] = scale;
    columns.pull[slot] = scale > 0 ? (columns.weight[slot] as number) : 0;
  }

  function linksOf(slot: number): number {
    let links = 0;
    const before = columns.previous[slot] as number;
    const after = columns.next[slot] as number;
    const secondBefore = before === none ? none : (columns.previous[before] as number);
    const secondAfter = after === none ? none : (columns.next[after] as number);
    for (const [other, at, bit] of [
      [before, slot - 1, linked.before],
      [secondBefore, slot - 2, linked.secondBefore],
      [after, slot + 1, linked.after],
      [secondAfter, slot + 2, linked.secondAfter],
    ] as const) {
      if (other === none) continue;
      if (other !== at) return linked.elsewhere;
      links |= bit;
    }
    return links;
  }

  function drop(slot: number): void {
    const content = columns.content[slot] ?? 0;
    const rest = columns.twin[slot] ?? none;
    if (slotOfContent[content] === slot) slotOfContent[content] = rest;
    else for (const other of contentSlots(content)) if (columns.twin[other] === slot) columns.twin[other] = rest;
    sumOfTerms -= columns.allTerms[slot] ?? 0;
    columns.id[slot] = none;
    columns.previous[slot] = none;
    columns.next[slot] = none;
    columns.links[slot] = 0;
    columns.scale[slot] = 0;
    columns.pull[slot] = 0;
    columns.windowScale[slot] = 0;
    setTie(slot, -1);
    matrix.clear(slot);
    retired.push(slot);
    used -= 1;
  }

  /** Recomputes what windows around these slots are divided by. */
  function rescale(slots: Iterable<number>): void {
    const { weight, scale, windowScale } = columns;
    let rows: number[] = [];
    let factors: number[] = [];
    const add = (other: number, share: number): void => {
      const factor = share * (weight[other] as number) * (scale[other] as number);
      if (factor === 0) return;
      rows.push(other);
      factors.push(factor);
    };
    for (const slot of slots) {
      [rows, factors] = [[], []];
      forWindow(slot, add);
      const length = matrix.lengthOfSum(rows, factors);
      windowScale[slot] = length > 0 ? 1 / length : 0;
      setTie(slot, cosineWithNext(slot));
    }
  }

  function setTie(slot: number, cosine: number): void {
    const before = columns.tie[slot] as number;
    if (before > -1) {
      sumOfTies -= before;
      tiedPairs -= 1;
    }
    columns.tie[slot] = cosine;
    // As it was rounded there, so that what is taken off later is what was added.
    if (cosine > -1) {
      sumOfTies += columns.tie[slot] as number;
      tiedPairs += 1;
    }
  }

  function cosineWithNext(slot: number): number {
    const { next, scale } = columns;
    const other = next[slot] as number;
    const own = scale[slot] as number;
    if (other === none || own === 0 || scale[other] === 0) return -1;
    // Of two unit vectors, the length of the sum tells the angle.
    return matrix.lengthOfSum([slot, other], [own, scale[other] as number]) ** 2 / 2 - 1;
  }

  function forWindow(slot: number, visit: (slot: number, share: number) => void): void {
    visit(slot, 1);
    const before = columns.previous[slot] ?? none;
    const after = columns.next[slot] ?? none;
    if (before !== none) {
      visit(before, windowShares.beside);
      const second = columns.previous[before] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
    if (after !== none) {
      visit(after, windowShares.beside);
      const second = columns.next[after] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
  }

  return {
    columns,
    /** Another number whenever slots have other lines than before, or all vectors are others. */
    get version() {
      return version;
    },
    /** Slots in use lie below this; a slot whose `id` is -1 is empty. */
    get top() {
      return top;
    },
    get size() {
      return used;
    },
    get dimensions() {
      return dimensions;
    },
    scratch,
    get partScratch() {
      return partScratch;
    },
    /** The dot product of each slot's int8 vector with a query's; slots beyond the result have none. */
    dots: (query: Int8Array): Int32Array => matrix.dots(query),
    /** The same for some slots, in their order. */
    dotsAt: (query: Int8Array, slots: ArrayLike<number>): Int32Array => matrix.dotsAt(query, slots),
    /** The signs of the vectors, by slot. */
    get sketch() {
      return sketch;
    },
    /** Whether any slot below `top` is empty. */
    get hasEmpty() {
      return used < top;
    },
    subjects,
    /** The lines that hold a term. */
    words,
    /** The parts whose heading holds a term. */
    headings,
    partTerms: (part: number): number => partTerms[part] ?? none,
    /** Calls `visit` with each slot of a part. */
    forPart(part: number, visit: (slot: number) => void): void {
      for (
        let slot = slotOfPart[part] ?? none;
        slot !== none && columns.part[slot] === part;
        slot = columns.next[slot] ?? none
      )
        visit(slot);
    },
    windowScores,
    /** What it reads, of the scratch `shares` and as extras `scores`. */
    get windowColumns(): WindowColumns {
      const { windowScale, length, asking, links } = columns;
      return { windowScale, length, asking, links, shares: scratch.shares, extras: scratch.scores };
    },
    /** How long things are on average, for BM25. */
    get averages() {
      return {
        line: used === 0 ? 0 : sumOfTerms / used,
        part: partCount === 0 ? 0 : sumOfPartTerms / partCount,
        parts: partCount,
        /** Cosine of a line with the next one; null without vectors. */
        tie: tiedPairs === 0 ? null : sumOfTies / tiedPairs,
      };
    },
    contentSlots,

    /**
     * Makes a file's slots those of these rows, in file order; a chunk that is there already keeps its slot and vector. In steps,
     * between which nothing may be ranked.
     * @returns the slots that are new or have a new neighbour; those of them without a vector may have one in the index
     */
    *setFile(file: number, rows: readonly LineRow[], parts: readonly PartRow[]): Generator<void, number[]> {
      version += 1;
      const c = columns;
      const here = new Map<number, number>();
      for (const [i, slot] of slotsOfFile.get(file)?.entries() ?? []) {
        here.set(c.id[slot] ?? none, slot);
        countPart(c.part[slot] ?? 0, -(c.terms[slot] ?? 0));
        if (endsStep(i, rowsPerStep)) yield;
      }
      const oldParts = new Set(partsOfFile.get(file));
      for (const [i, part] of parts.entries()) {
        if (!oldParts.delete(part.id)) addPart(part);
        if (endsStep(i, rowsPerStep)) yield;
      }
      for (const id of oldParts) removePart(id);
      const slots = new Int32Array(rows.length);
      for (const [i, row] of rows.entries()) {
        slots[i] = here.get(row.id) ?? take(row);
        here.delete(row.id);
        if (endsStep(i, rowsPerStep)) yield;
      }
      // The last first: of equal lines that is the one from which the chain of their slots begins.
      for (const [i, slot] of [...here.values()].toReversed().entries()) {
        drop(slot);
        if (endsStep(i, rowsPerStep)) yield;
      }
      const touched: number[] = [];
      for (const [i, row] of rows.entries()) {
        if (
          place(row, slots[i] as number, {
            file,
            before: neighbour(row, rows[i - 1], slots[i - 1]),
            after: neighbour(row, rows[i + 1], slots[i + 1]),
          })
        )
          touched.push(slots[i] as number);
        if (rows[i - 1]?.partId !== row.partId) slotOfPart[row.partId] = slots[i] as number;
        if (endsStep(i, rowsPerStep)) yield;
      }
      for (const [i, slot] of slots.entries()) {
        c.links[slot] = linksOf(slot);
        if (endsStep(i, rowsPerStep)) yield;
      }
      if (slots.length > 0) slotsOfFile.set(file, slots);
      else slotsOfFile.delete(file);
      if (parts.length > 0)
        partsOfFile.set(
          file,
          parts.map((part) => part.id),
        );
      else partsOfFile.delete(file);
      return touched;
    },

    /** Whether so much was added or removed that {@link merge} is worth its time. */
    get wantsMerge() {
      return (
        words.unmerged > Math.max(smallestMerge, 6 * used) || retired.length > Math.max(smallestMerge / 16, used / 8)
      );
    },

    /** Tidies the postings, in short steps; no file may be set meanwhile. */
    *merge(): Generator<void> {
      yield* words.merge((slot) => columns.id[slot] !== none);
      yield* headings.merge((part) => (partTerms[part] ?? none) !== none);
      // From its end they are given away again, the first of a note first: lines that follow each other should lie so.
      for (const slot of retired) free.push(slot);
      retired = [];
    },

    /** Forgets all vectors; those to come have this many dimensions. */
    resetVectors(size: number): void {
      version += 1;
      dimensions = size;
      matrix = createInt8Matrix(size);
      sketch = createSignSketch(size);
      columns.scale.fill(0);
      columns.pull.fill(0);
      columns.windowScale.fill(0);
      columns.tie.fill(-1);
      sumOfTies = 0;
      tiedPairs = 0;
    },

    /** Sets the vector of every line of this content. Call {@link rescaleAround} when all are set. */
    setVector(content: number, vector: Int8Array): void {
      let square = 0;
      for (const value of vector) square += value * value;
      for (const slot of contentSlots(content)) setSlotVector(slot, vector, square > 0 ? 1 / Math.sqrt(square) : 0);
    },

    rescaleAround(slots: Iterable<number>): void {
      const touched = new Set<number>();
      for (const slot of slots) forWindow(slot, (other) => touched.add(other));
      rescale(touched);
    },
    forWindow,
  };
}

const smallestMerge = 65_536;
/** Some ms. */
const rowsPerStep = 500;

/** The slot of the row beside one, where it is in the same section. */
const neighbour = (row: LineRow, beside: LineRow | undefined, slot: number | undefined): number =>
  beside?.section === row.section ? (slot ?? none) : none;

/** How much a line's neighbours count in the vector of the window around it. */
export const windowShares = { beside: 0.7, second: 0.5 };

/** The `day` of a line without a date. */
export const undated = -2_000_000;
