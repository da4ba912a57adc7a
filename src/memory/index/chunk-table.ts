// What search needs of every chunk at once, hot in memory: a column store with the terms and vectors of each, loaded from the index
// and kept in step with it. A slot is the place of a chunk in it, and stays that chunk's until the chunk is gone.
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

type Room = () => number;

function createColumns(room: Room) {
  return {
    id: new Int32Array(room()).fill(none),
    content: new Int32Array(room()),
    /** Another slot of the same content. */
    twin: new Int32Array(room()),
    file: new Int32Array(room()),
    part: new Int32Array(room()),
    previous: new Int32Array(room()).fill(none),
    next: new Int32Array(room()).fill(none),
    /** Where the chunks of the window around it lie, as the kernel of window scores wants to know it. */
    links: new Uint8Array(room()),
    startLine: new Int32Array(room()),
    endLine: new Int32Array(room()),
    day: new Int32Array(room()),
    subject: new Int32Array(room()),
    /** Terms of the chunk, without those of its label. */
    terms: new Int32Array(room()),
    /** Terms of the chunk, its label and the chunks beside it: how long it is to BM25. */
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
}

function createScratch(room: Room) {
  return {
    shares: new Float32Array(room()),
    counts: new Float32Array(room()),
    scores: new Float32Array(room()),
    places: new Uint16Array(room()),
    touched: new Int32Array(room()),
    found: new Int32Array(room()),
  };
}

export class ChunkTable {
  readonly columns: ReturnType<typeof createColumns>;
  /**
   * Room for what a search works out for every chunk. Kept, because a million numbers for each search are work for the garbage
   * collector. Code that writes there finishes with it before it gives way, and leaves `counts`, `scores` and
   * `places` all zero.
   */
  readonly scratch: ReturnType<typeof createScratch>;
  #capacity: number;
  #version = 0;
  #dimensions = 0;
  #matrix = createInt8Matrix(1);
  #sketch = createSignSketch(1);
  readonly windowScores = createWindowScores();
  #top = 0;
  #used = 0;
  #sumOfTerms = 0;
  /** The chunks that hold a term. */
  readonly words = createPostings();
  /** The parts whose heading holds a term. */
  readonly headings = createPostings();
  /** The first slot of each part by its id. */
  #slotOfPart = new Int32Array(1024).fill(none);
  /** Terms of each part by its id, headings and lines together; -1 where there is none. */
  #partTerms = new Int32Array(1024).fill(none);
  #partCount = 0;
  #sumOfPartTerms = 0;
  #sumOfTies = 0;
  #tiedPairs = 0;
  /** What a search works out for every part of a section, by its id; left all zero, but for `touched` and `found`. */
  #partScratch = createPartScratch(this.#partTerms.length);
  readonly #free: number[] = [];
  /** Empty, but not to be given away before a merge: the postings still name them. */
  #retired: number[] = [];
  /** One of the slots of each content by its id; `twin` leads to the others. */
  #slotOfContent = new Int32Array(1024).fill(none);
  readonly #slotsOfFile = new Map<number, Int32Array>();
  readonly #partsOfFile = new Map<number, number[]>();
  readonly subjects = createSubjects();

  /** @param expected how many chunks there will be at first */
  constructor(expected = 0) {
    // Each column has another length, so that they don't all have to be copied at once when a vault of a million chunks grows.
    let made = 0;
    const atFirst = Math.max(1024, Math.ceil(1.02 * expected));
    const room = (): number => Math.round(atFirst * 2 ** (made++ / 25));
    this.columns = createColumns(room);
    this.scratch = createScratch(room);
    this.#capacity = atFirst;
  }

  #grow(): void {
    this.#capacity = Infinity;
    for (const bag of [this.columns, this.scratch] as Record<string, Column>[]) {
      for (const [name, old] of Object.entries(bag)) {
        if (old.length <= this.#top) {
          const larger = enlarged(old, 2 * old.length);
          if (name === 'id' || name === 'tie') larger.fill(none, old.length);
          bag[name] = larger;
        }
        this.#capacity = Math.min(this.#capacity, bag[name]?.length ?? 0);
      }
    }
  }

  contentSlots(content: number): number[] {
    const slots: number[] = [];
    for (let slot = this.#slotOfContent[content] ?? none; slot !== none; slot = this.columns.twin[slot] ?? none)
      slots.push(slot);
    return slots;
  }

  #addPart({ id, terms }: PartRow): void {
    if (id >= this.#partTerms.length) {
      const size = this.#partTerms.length;
      this.#partTerms = enlarged(this.#partTerms, Math.max(id + 1, 2 * size)).fill(none, size);
      this.#slotOfPart = enlarged(this.#slotOfPart, this.#partTerms.length).fill(none, size);
      this.#partScratch = createPartScratch(this.#partTerms.length);
    }
    this.#partTerms[id] = 0;
    this.#partCount += 1;
    decodeTerms(terms, (term, count) => {
      this.headings.add(id, term, count, false);
      this.#countPart(id, count);
    });
  }

  #removePart(id: number): void {
    this.#sumOfPartTerms -= this.#partTerms[id] ?? 0;
    this.#partTerms[id] = none;
    this.#slotOfPart[id] = none;
    this.#partCount -= 1;
  }

  #countPart(id: number, terms: number): void {
    this.#partTerms[id] = (this.#partTerms[id] ?? 0) + terms;
    this.#sumOfPartTerms += terms;
  }

  /** A new slot for a row, with the vector of an equal chunk where there is one. */
  #take(row: LineRow): number {
    let slot = this.#free.pop();
    if (slot === undefined) {
      if (this.#top === this.#capacity) this.#grow();
      slot = this.#top;
      this.#top += 1;
    }
    const taken = slot;
    const c = this.columns;
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
      this.words.add(taken, term, count, label);
      if (label) ofLabel += count;
      else own += count;
    });
    c.terms[slot] = own;
    c.labelTerms[slot] = ofLabel;
    const size = this.#slotOfContent.length;
    if (row.contentId >= size)
      this.#slotOfContent = enlarged(this.#slotOfContent, Math.max(row.contentId + 1, 2 * size)).fill(none, size);
    const twin = this.#slotOfContent[row.contentId] ?? none;
    c.twin[slot] = twin;
    this.#slotOfContent[row.contentId] = slot;
    if ((c.scale[twin] ?? 0) > 0) this.#setSlotVector(slot, this.#matrix.row(twin).slice(), c.scale[twin] ?? 0);
    this.#used += 1;
    return slot;
  }

  /** @returns whether it is new, or has a new neighbour */
  #place(
    row: LineRow,
    slot: number,
    { file, before, after }: { file: number; before: number; after: number },
  ): boolean {
    const c = this.columns;
    c.file[slot] = file;
    c.part[slot] = row.partId;
    c.startLine[slot] = row.startLine;
    c.endLine[slot] = row.endLine;
    c.day[slot] = row.day ?? undated;
    c.subject[slot] = this.subjects.idOf(row.subject);
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
    this.#sumOfTerms += all - terms;
    this.#countPart(row.partId, c.terms[slot] ?? 0);
    return isOther;
  }

  #setSlotVector(slot: number, vector: Int8Array, scale: number): void {
    this.#matrix.set(slot, vector);
    this.#sketch.set(slot, vector);
    this.columns.scale[slot] = scale;
    this.columns.pull[slot] = scale > 0 ? (this.columns.weight[slot] as number) : 0;
  }

  #linksOf(slot: number): number {
    let links = 0;
    const before = this.columns.previous[slot] as number;
    const after = this.columns.next[slot] as number;
    const secondBefore = before === none ? none : (this.columns.previous[before] as number);
    const secondAfter = after === none ? none : (this.columns.next[after] as number);
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

  #drop(slot: number): void {
    const content = this.columns.content[slot] ?? 0;
    const rest = this.columns.twin[slot] ?? none;
    if (this.#slotOfContent[content] === slot) this.#slotOfContent[content] = rest;
    else
      for (const other of this.contentSlots(content))
        if (this.columns.twin[other] === slot) this.columns.twin[other] = rest;
    this.#sumOfTerms -= this.columns.allTerms[slot] ?? 0;
    this.columns.id[slot] = none;
    this.columns.previous[slot] = none;
    this.columns.next[slot] = none;
    this.columns.links[slot] = 0;
    this.columns.scale[slot] = 0;
    this.columns.pull[slot] = 0;
    this.columns.windowScale[slot] = 0;
    this.#setTie(slot, -1);
    this.#matrix.clear(slot);
    this.#retired.push(slot);
    this.#used -= 1;
  }

  /** Recomputes what windows around these slots are divided by. */
  #rescale(slots: Iterable<number>): void {
    const { weight, scale, windowScale } = this.columns;
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
      this.forWindow(slot, add);
      const length = this.#matrix.lengthOfSum(rows, factors);
      windowScale[slot] = length > 0 ? 1 / length : 0;
      this.#setTie(slot, this.#cosineWithNext(slot));
    }
  }

  #setTie(slot: number, cosine: number): void {
    const before = this.columns.tie[slot] as number;
    if (before > -1) {
      this.#sumOfTies -= before;
      this.#tiedPairs -= 1;
    }
    this.columns.tie[slot] = cosine;
    // As it was rounded there, so that what is taken off later is what was added.
    if (cosine > -1) {
      this.#sumOfTies += this.columns.tie[slot] as number;
      this.#tiedPairs += 1;
    }
  }

  #cosineWithNext(slot: number): number {
    const { next, scale } = this.columns;
    const other = next[slot] as number;
    const own = scale[slot] as number;
    if (other === none || own === 0 || scale[other] === 0) return -1;
    // Of two unit vectors, the length of the sum tells the angle.
    return this.#matrix.lengthOfSum([slot, other], [own, scale[other] as number]) ** 2 / 2 - 1;
  }

  forWindow(slot: number, visit: (slot: number, share: number) => void): void {
    visit(slot, 1);
    const before = this.columns.previous[slot] ?? none;
    const after = this.columns.next[slot] ?? none;
    if (before !== none) {
      visit(before, windowShares.beside);
      const second = this.columns.previous[before] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
    if (after !== none) {
      visit(after, windowShares.beside);
      const second = this.columns.next[after] ?? none;
      if (second !== none) visit(second, windowShares.second);
    }
  }

  /** Another number whenever slots have other lines than before, or all vectors are others. */
  get version() {
    return this.#version;
  }
  /** Slots in use lie below this; a slot whose `id` is -1 is empty. */
  get top() {
    return this.#top;
  }
  get size() {
    return this.#used;
  }
  get dimensions() {
    return this.#dimensions;
  }
  get partScratch() {
    return this.#partScratch;
  }
  /** The dot product of each slot's int8 vector with a query's; slots beyond the result have none. */
  dots(query: Int8Array): Int32Array {
    return this.#matrix.dots(query);
  }
  /** The same for some slots, in their order. */
  dotsAt(query: Int8Array, slots: ArrayLike<number>): Int32Array {
    return this.#matrix.dotsAt(query, slots);
  }
  /** The signs of the vectors, by slot. */
  get sketch() {
    return this.#sketch;
  }
  /** Whether any slot below `top` is empty. */
  get hasEmpty() {
    return this.#used < this.#top;
  }
  partTerms(part: number): number {
    return this.#partTerms[part] ?? none;
  }
  /** Calls `visit` with each slot of a part. */
  forPart(part: number, visit: (slot: number) => void): void {
    for (
      let slot = this.#slotOfPart[part] ?? none;
      slot !== none && this.columns.part[slot] === part;
      slot = this.columns.next[slot] ?? none
    )
      visit(slot);
  }
  /** What it reads, of the scratch `shares` and as extras `scores`. */
  get windowColumns(): WindowColumns {
    const { windowScale, length, asking, links } = this.columns;
    return { windowScale, length, asking, links, shares: this.scratch.shares, extras: this.scratch.scores };
  }
  /** How long things are on average, for BM25. */
  get averages() {
    return {
      line: this.#used === 0 ? 0 : this.#sumOfTerms / this.#used,
      part: this.#partCount === 0 ? 0 : this.#sumOfPartTerms / this.#partCount,
      parts: this.#partCount,
      /** Cosine of a chunk with the next one; null without vectors. */
      tie: this.#tiedPairs === 0 ? null : this.#sumOfTies / this.#tiedPairs,
    };
  }

  /**
   * Makes a file's slots those of these rows, in file order; a chunk that is there already keeps its slot and vector. In steps,
   * between which nothing may be ranked.
   * @returns the slots that are new or have a new neighbour; those of them without a vector may have one in the index
   */
  *setFile(file: number, rows: readonly LineRow[], parts: readonly PartRow[]): Generator<void, number[]> {
    this.#version += 1;
    const c = this.columns;
    const here = new Map<number, number>();
    for (const [i, slot] of this.#slotsOfFile.get(file)?.entries() ?? []) {
      here.set(c.id[slot] ?? none, slot);
      this.#countPart(c.part[slot] ?? 0, -(c.terms[slot] ?? 0));
      if (endsStep(i, rowsPerStep)) yield;
    }
    const oldParts = new Set(this.#partsOfFile.get(file));
    for (const [i, part] of parts.entries()) {
      if (!oldParts.delete(part.id)) this.#addPart(part);
      if (endsStep(i, rowsPerStep)) yield;
    }
    for (const id of oldParts) this.#removePart(id);
    const slots = new Int32Array(rows.length);
    for (const [i, row] of rows.entries()) {
      slots[i] = here.get(row.id) ?? this.#take(row);
      here.delete(row.id);
      if (endsStep(i, rowsPerStep)) yield;
    }
    // The last first: of equal chunks that is the one from which the chain of their slots begins.
    for (const [i, slot] of [...here.values()].toReversed().entries()) {
      this.#drop(slot);
      if (endsStep(i, rowsPerStep)) yield;
    }
    const touched: number[] = [];
    for (const [i, row] of rows.entries()) {
      if (
        this.#place(row, slots[i] as number, {
          file,
          before: neighbour(row, rows[i - 1], slots[i - 1]),
          after: neighbour(row, rows[i + 1], slots[i + 1]),
        })
      )
        touched.push(slots[i] as number);
      if (rows[i - 1]?.partId !== row.partId) this.#slotOfPart[row.partId] = slots[i] as number;
      if (endsStep(i, rowsPerStep)) yield;
    }
    for (const [i, slot] of slots.entries()) {
      c.links[slot] = this.#linksOf(slot);
      if (endsStep(i, rowsPerStep)) yield;
    }
    if (slots.length > 0) this.#slotsOfFile.set(file, slots);
    else this.#slotsOfFile.delete(file);
    if (parts.length > 0)
      this.#partsOfFile.set(
        file,
        parts.map((part) => part.id),
      );
    else this.#partsOfFile.delete(file);
    return touched;
  }

  /** Whether so much was added or removed that {@link merge} is worth its time. */
  get wantsMerge() {
    return (
      this.words.unmerged > Math.max(smallestMerge, 6 * this.#used) ||
      this.#retired.length > Math.max(smallestMerge / 16, this.#used / 8)
    );
  }

  /** Tidies the postings, in short steps; no file may be set meanwhile. */
  *merge(): Generator<void> {
    yield* this.words.merge((slot) => this.columns.id[slot] !== none);
    yield* this.headings.merge((part) => (this.#partTerms[part] ?? none) !== none);
    // From its end they are given away again, the first of a note first: chunks that follow each other should lie so.
    for (const slot of this.#retired) this.#free.push(slot);
    this.#retired = [];
  }

  /** Forgets all vectors; those to come have this many dimensions. */
  resetVectors(size: number): void {
    this.#version += 1;
    this.#dimensions = size;
    this.#matrix = createInt8Matrix(size);
    this.#sketch = createSignSketch(size);
    this.columns.scale.fill(0);
    this.columns.pull.fill(0);
    this.columns.windowScale.fill(0);
    this.columns.tie.fill(-1);
    this.#sumOfTies = 0;
    this.#tiedPairs = 0;
  }

  /** Sets the vector of every chunk of this content. Call {@link rescaleAround} when all are set. */
  setVector(content: number, vector: Int8Array): void {
    let square = 0;
    for (const value of vector) square += value * value;
    for (const slot of this.contentSlots(content))
      this.#setSlotVector(slot, vector, square > 0 ? 1 / Math.sqrt(square) : 0);
  }

  rescaleAround(slots: Iterable<number>): void {
    const touched = new Set<number>();
    for (const slot of slots) this.forWindow(slot, (other) => touched.add(other));
    this.#rescale(touched);
  }
}

const smallestMerge = 65_536;
/** Some ms. */
const rowsPerStep = 500;

/** The slot of the row beside one, where it is in the same section. */
const neighbour = (row: LineRow, beside: LineRow | undefined, slot: number | undefined): number =>
  beside?.section === row.section ? (slot ?? none) : none;

/** How much a chunk's neighbours count in the vector of the window around it. */
export const windowShares = { beside: 0.7, second: 0.5 };

/** The `day` of a chunk without a date. */
export const undated = -2_000_000;
