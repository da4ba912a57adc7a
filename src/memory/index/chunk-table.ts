// What search needs of every chunk at once, hot in memory: a column store with the terms and vectors of each, loaded from the index
// and kept in step with it. A slot is the place of a chunk in it, and stays that chunk's until the chunk is gone.
import { endsStep } from '../../base/concurrency/cooperative.ts';
import { createWindowScores, linked, type WindowColumns } from '../kernel/window-scores.ts';
import type { LineRow, PartRow } from '../store/note-tables.ts';
import { decodeTerms } from '../store/term-bytes.ts';
import { ChunkVectors, type ReadVector } from './chunk-vectors.ts';
import { ChunkColumns, type Column, enlarged, none, undated } from './columns.ts';
import { PartTable } from './part-table.ts';
import { Postings } from './postings.ts';
import { createSubjects } from './subjects.ts';

export { none, undated } from './columns.ts';

/** The whole state of a table but for the vectors themselves, to be written to a file and read again. */
export interface TableState {
  numbers: Record<string, number>;
  /** The columns by their names, always in the same order. */
  arrays: Record<string, Column>;
  /** The subjects by their numbers; null for one that no chunk has any more. */
  subjects: readonly (string | null)[];
}

/** The shape of such a state: lengths in the place of arrays. */
export interface TableShape extends Omit<TableState, 'arrays'> {
  lengths: Readonly<Record<string, number>>;
}

interface TableOptions {
  /** How many chunks there will be at first. */
  expected?: number;
  /** How many ids of parts there will be at first. */
  parts?: number;
  /** How to read the vector of a content: then none is kept in memory. */
  readVector?: ReadVector | null;
}

const smallestMerge = 65_536;
/** A step of this size takes some ms. */
const rowsPerStep = 500;
/** Looking at so many slots, or copying the lists of so many files, takes a ms. */
const slotsPerLook = 20_000;
const listsPerStep = 4000;

/** The slot of the row beside one, where it is in the same section. */
const neighbour = (row: LineRow, beside: LineRow | undefined, slot: number | undefined): number =>
  beside?.section === row.section ? (slot ?? none) : none;

export class ChunkTable {
  readonly #columns: ChunkColumns;
  readonly #vectors: ChunkVectors;
  readonly #parts: PartTable;
  /** The chunks that hold a term. */
  readonly words = new Postings();
  readonly subjects = createSubjects();
  readonly windowScores = createWindowScores();
  #version = 0;
  #top = 0;
  #used = 0;
  #sumOfTerms = 0;
  #free: number[] = [];
  /** Empty slots that are not given away before a merge, because the postings still name them. */
  #retired: number[] = [];
  /** One of the slots of each content by its id; `twin` leads to the others. */
  #slotOfContent = new Int32Array(1024).fill(none);
  readonly #slotsOfFile = new Map<number, Int32Array>();
  readonly #partsOfFile = new Map<number, Int32Array>();

  constructor({ expected = 0, parts, readVector = null }: TableOptions = {}) {
    this.#columns = new ChunkColumns(expected);
    this.#vectors = new ChunkVectors(this.#columns.columns, readVector);
    this.#parts = new PartTable(parts);
  }

  get columns(): ChunkColumns['columns'] {
    return this.#columns.columns;
  }
  /**
   * Room for what a search works out for every chunk. Kept, because a million numbers for each search are work for the garbage
   * collector. Code that writes there gives way only between steps that the scheduler runs, and leaves
   * `counts`, `scores` and `places` all zero at its end.
   */
  get scratch(): ChunkColumns['scratch'] {
    return this.#columns.scratch;
  }
  /** Changes whenever slots hold other lines than before, or all vectors are replaced. */
  get version(): number {
    return this.#version;
  }
  /** Slots in use lie below this; a slot whose `id` is -1 is empty. */
  get top(): number {
    return this.#top;
  }
  get size(): number {
    return this.#used;
  }
  /** Whether any slot below `top` is empty. */
  get hasEmpty(): boolean {
    return this.#used < this.#top;
  }
  get dimensions(): number {
    return this.#vectors.dimensions;
  }
  /** Whether the vectors are left on disk: then only {@link dotsAt} compares them. */
  get onDisk(): boolean {
    return this.#vectors.onDisk;
  }
  get sketch() {
    return this.#vectors.sketch;
  }
  get partScratch() {
    return this.#parts.scratch;
  }
  /** The parts whose heading holds a term. */
  get headings(): Postings {
    return this.#parts.headings;
  }
  /** By the id of a part, how many terms it has; -1 where there is no such part. */
  get partTerms(): Int32Array {
    return this.#parts.terms;
  }
  dots(query: Int8Array, into?: Int32Array): Int32Array {
    return this.#vectors.dots(query, into);
  }
  dotsAt(query: Int8Array, slots: ArrayLike<number>): Int32Array {
    return this.#vectors.dotsAt(query, slots);
  }
  cosine(slot: number, other: number): number | null {
    return this.#vectors.cosine(slot, other);
  }
  forWindow(slot: number, visit: (slot: number, share: number) => void): void {
    this.#vectors.forWindow(slot, visit);
  }
  /** Calls `visit` with each slot of a part. */
  forPart(part: number, visit: (slot: number) => void): void {
    const { part: partOf, next } = this.columns;
    for (let slot = this.#parts.firstSlotOf(part); slot !== none && partOf[slot] === part; slot = next[slot] ?? none)
      visit(slot);
  }
  /** The first chunk of the turn that a chunk belongs to; of a long turn, the first in the same part. Chunks without a speaker are turns of their own. */
  turnOf(slot: number): number {
    const { labelTerms, part, previous } = this.columns;
    let first = slot;
    for (let before = previous[first] as number; (labelTerms[first] as number) > 0 && part[before] === part[slot];) {
      first = before;
      before = previous[first] as number;
    }
    return first;
  }
  /** What it reads, of the scratch `shares` and as extras `scores`. */
  get windowColumns(): WindowColumns {
    const { windowScale, length, asking, links } = this.columns;
    return { windowScale, length, asking, links, shares: this.scratch.shares, extras: this.scratch.scores };
  }
  /** How long things are on average, for BM25, and how near chunks are to the next one (null without vectors). */
  get averages() {
    return {
      line: this.#used === 0 ? 0 : this.#sumOfTerms / this.#used,
      part: this.#parts.averageTerms,
      parts: this.#parts.count,
      tie: this.#vectors.meanTie,
    };
  }

  contentSlots(content: number): number[] {
    const slots: number[] = [];
    for (let slot = this.#slotOfContent[content] ?? none; slot !== none; slot = this.columns.twin[slot] ?? none)
      slots.push(slot);
    return slots;
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
      this.#parts.addTerms(c.part[slot] ?? 0, -(c.terms[slot] ?? 0));
      if (endsStep(i, rowsPerStep)) yield;
    }
    yield* this.#setParts(file, parts);
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
    const touched = yield* this.#placeAll(file, rows, slots);
    if (slots.length > 0) this.#slotsOfFile.set(file, slots);
    else this.#slotsOfFile.delete(file);
    return touched;
  }

  *#setParts(file: number, parts: readonly PartRow[]): Generator<void> {
    const old = new Set(this.#partsOfFile.get(file));
    for (const [i, part] of parts.entries()) {
      if (!old.delete(part.id)) this.#parts.add(part);
      if (endsStep(i, rowsPerStep)) yield;
    }
    for (const id of old) this.#parts.remove(id);
    if (parts.length > 0)
      this.#partsOfFile.set(
        file,
        Int32Array.from(parts, ({ id }) => id),
      );
    else this.#partsOfFile.delete(file);
  }

  /** Tells each slot where its row stands. @returns the slots that are new or have a new neighbour */
  *#placeAll(file: number, rows: readonly LineRow[], slots: Int32Array): Generator<void, number[]> {
    const touched: number[] = [];
    for (const [i, row] of rows.entries()) {
      const slot = slots[i] as number;
      const before = neighbour(row, rows[i - 1], slots[i - 1]);
      const after = neighbour(row, rows[i + 1], slots[i + 1]);
      if (this.#place(row, slot, { file, before, after })) touched.push(slot);
      if (rows[i - 1]?.partId !== row.partId) this.#parts.setFirstSlot(row.partId, slot);
      if (endsStep(i, rowsPerStep)) yield;
    }
    for (const [i, slot] of slots.entries()) {
      this.columns.links[slot] = this.#linksOf(slot);
      if (endsStep(i, rowsPerStep)) yield;
    }
    return touched;
  }

  /** Whether so much was added or removed that {@link merge} is worth its time. */
  get wantsMerge(): boolean {
    return (
      this.words.unmerged > Math.max(smallestMerge, 6 * this.#used) ||
      this.#retired.length > Math.max(smallestMerge / 16, this.#used / 8)
    );
  }

  /** Tidies the postings, in short steps; no file may be set meanwhile. */
  *merge(): Generator<void> {
    yield* this.words.merge((slot) => this.columns.id[slot] !== none);
    yield* this.#parts.mergeHeadings();
    // From its end they are given away again, the first of a note first: chunks that follow each other should lie so.
    for (const slot of this.#retired) this.#free.push(slot);
    this.#retired = [];
  }

  /** Drops all vectors; new ones have this many dimensions. */
  resetVectors(dimensions: number): void {
    this.#version += 1;
    this.#vectors.reset(dimensions);
  }

  /** Sets the vector of every chunk of this content. Call {@link rescaleAround} when all are set. */
  setVector(content: number, vector: Int8Array): void {
    let square = 0;
    for (let i = 0; i < vector.length; i += 1) square += (vector[i] as number) ** 2;
    for (const slot of this.contentSlots(content))
      this.#vectors.set(slot, vector, square > 0 ? 1 / Math.sqrt(square) : 0);
  }

  /** Vectors on disk are read by another function from now on, of the same index. */
  readVectorsBy(read: ReadVector): void {
    this.#vectors.readBy(read);
  }

  /** The same where all else that follows from the vector is known already. */
  fillVector(content: number, vector: Int8Array): void {
    for (let slot = this.#slotOfContent[content] ?? none; slot !== none; slot = this.columns.twin[slot] ?? none)
      this.#vectors.fill(slot, vector);
  }

  rescaleAround(slots: Iterable<number>): void {
    const touched = new Set<number>();
    for (const slot of slots) this.forWindow(slot, (other) => touched.add(other));
    this.#vectors.rescale(touched);
  }

  /** In short steps, after a {@link merge}; no file may be set meanwhile. The caller reads its arrays before anything else is set. */
  *state(): Generator<void, TableState> {
    const subjects = this.subjects.inUse(yield* this.#subjectsInUse());
    yield;
    const slotsOfFiles = yield* packed(this.#slotsOfFile);
    const partsOfFiles = yield* packed(this.#partsOfFile);
    return {
      numbers: {
        top: this.#top,
        used: this.#used,
        terms: this.#sumOfTerms,
        ...this.#parts.numbers,
        ...this.#vectors.numbers,
      },
      arrays: {
        ...this.#arrays(),
        free: Int32Array.from(this.#free),
        slotsOfFiles,
        partsOfFiles,
      },
      subjects,
    };
  }

  /** Those that are its own, to be read or filled at once. */
  #arrays(): Record<string, Column> {
    const words = this.words.arrays;
    const headings = this.headings.arrays;
    return {
      ...this.#columns.cutTo(this.#top),
      ...this.#parts.arrays,
      words: words.entries,
      wordStarts: words.starts,
      headings: headings.entries,
      headingStarts: headings.starts,
      slotOfContent: this.#slotOfContent,
    };
  }

  /**
   * A table with room for a state of that shape.
   * @returns its arrays, in the order in which they were written, to be filled; then the steps of `finish` make the table whole, but for its vectors
   */
  static withRoomFor(
    { numbers, lengths, subjects }: TableShape,
    readVector: ReadVector | null,
  ): { table: ChunkTable; arrays: Column[]; finish(): Generator<void> } {
    const { top = 0, used = 0, terms = 0, dimensions = 0 } = numbers;
    const lengthOf = (name: string): number => lengths[name] ?? 0;
    const table = new ChunkTable({ expected: top, parts: lengthOf('partTerms'), readVector });
    table.#top = top;
    table.#used = used;
    table.#sumOfTerms = terms;
    table.#parts.numbers = numbers;
    table.words.resize({ entries: lengthOf('words'), starts: lengthOf('wordStarts') });
    table.headings.resize({ entries: lengthOf('headings'), starts: lengthOf('headingStarts') });
    table.#slotOfContent = new Int32Array(lengthOf('slotOfContent'));
    if (dimensions > 0) table.#vectors.resize(dimensions);
    table.#vectors.numbers = numbers;
    const free = new Int32Array(lengthOf('free'));
    const slotsOfFiles = new Int32Array(lengthOf('slotsOfFiles'));
    const partsOfFiles = new Int32Array(lengthOf('partsOfFiles'));
    return {
      table,
      arrays: Object.values({ ...table.#arrays(), free, slotsOfFiles, partsOfFiles }),
      *finish() {
        yield* table.subjects.restore(subjects);
        table.#free = Array.from(free);
        yield* unpack(slotsOfFiles, table.#slotsOfFile);
        yield* unpack(partsOfFiles, table.#partsOfFile);
      },
    };
  }

  *#subjectsInUse(): Generator<void, Set<number>> {
    const { id, subject } = this.columns;
    const used = new Set<number>();
    for (let slot = 0; slot < this.#top; slot += 1) {
      if (id[slot] !== none) used.add(subject[slot] as number);
      if (endsStep(slot, slotsPerLook)) yield;
    }
    return used;
  }

  /** A new slot for a row, with the vector of an equal chunk where there is one. */
  #take(row: LineRow): number {
    let slot = this.#free.pop();
    if (slot === undefined) {
      slot = this.#top;
      this.#columns.reserve(slot + 1);
      this.#top += 1;
    }
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
    this.#addTerms(slot, row.terms);
    if (row.contentId >= this.#slotOfContent.length)
      this.#slotOfContent = enlarged(
        this.#slotOfContent,
        Math.max(row.contentId + 1, 2 * this.#slotOfContent.length),
        none,
      );
    const twin = this.#slotOfContent[row.contentId] ?? none;
    c.twin[slot] = twin;
    this.#slotOfContent[row.contentId] = slot;
    if ((c.scale[twin] ?? 0) > 0) this.#vectors.copy(twin, slot);
    this.#used += 1;
    return slot;
  }

  #addTerms(slot: number, bytes: Uint8Array): void {
    let own = 0;
    let ofLabel = 0;
    decodeTerms(bytes, (term, count, label) => {
      this.words.add(slot, term, count, label);
      if (label) ofLabel += count;
      else own += count;
    });
    this.columns.terms[slot] = own;
    this.columns.labelTerms[slot] = ofLabel;
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
    this.#parts.addTerms(row.partId, c.terms[slot] ?? 0);
    return isOther;
  }

  #linksOf(slot: number): number {
    let links = 0;
    const { previous, next } = this.columns;
    const before = previous[slot] as number;
    const after = next[slot] as number;
    const secondBefore = before === none ? none : (previous[before] as number);
    const secondAfter = after === none ? none : (next[after] as number);
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
    const c = this.columns;
    const content = c.content[slot] ?? 0;
    const rest = c.twin[slot] ?? none;
    if (this.#slotOfContent[content] === slot) this.#slotOfContent[content] = rest;
    else {
      let before = this.#slotOfContent[content] ?? none;
      while (before !== none && c.twin[before] !== slot) before = c.twin[before] ?? none;
      if (before !== none) c.twin[before] = rest;
    }
    this.#sumOfTerms -= c.allTerms[slot] ?? 0;
    c.id[slot] = none;
    c.previous[slot] = none;
    c.next[slot] = none;
    c.links[slot] = 0;
    this.#vectors.clear(slot);
    this.#retired.push(slot);
    this.#used -= 1;
  }
}

/** Each key, how many numbers it has, and those. */
function* packed(lists: ReadonlyMap<number, Int32Array>): Generator<void, Int32Array> {
  let size = 0;
  for (const list of lists.values()) size += 2 + list.length;
  const all = new Int32Array(size);
  let at = 0;
  let done = 0;
  for (const [key, list] of lists) {
    all.set([key, list.length], at);
    all.set(list, at + 2);
    at += 2 + list.length;
    if (endsStep(done++, listsPerStep)) yield;
  }
  return all;
}

function* unpack(all: Int32Array, into: Map<number, Int32Array>): Generator<void> {
  for (let at = 0; at < all.length;) {
    const end = at + 2 + (all[at + 1] as number);
    into.set(all[at] as number, all.slice(at + 2, end));
    at = end;
    if (endsStep(into.size, rowsPerStep)) yield;
  }
}
