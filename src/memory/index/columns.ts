// What is kept of every chunk, a typed array for each kind of number: no object stands for a chunk. The place of a chunk in them is
// its slot. Knows no words, no files and no vectors.

/** Stands for no slot and for no id. */
export const none = -1;

/** The `day` of a chunk without a date. */
export const undated = -2_000_000;

export type Column = Int32Array | Uint32Array | Float32Array | Uint8Array | Uint16Array;

/** A larger array that begins with the old one and is filled up with `fill`. */
export function enlarged<Kind extends Column>(old: Kind, size: number, fill = 0): Kind {
  const larger = new (old.constructor as new (size: number) => Kind)(size);
  larger.set(old);
  if (fill !== 0) larger.fill(fill, old.length);
  return larger;
}

type Room = () => number;

function createColumns(room: Room) {
  return {
    id: new Int32Array(room()).fill(none),
    content: new Int32Array(room()),
    /** Another slot with the same content. */
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
    /** As `weight` once the chunk has a vector, 0 before. */
    pull: new Float32Array(room()),
    /** 1 / length of the vector's int8 form; 0 while it has none. */
    scale: new Float32Array(room()),
    /** 1 / length of the weighted sum over the window; 0 where nothing in it has a vector. */
    windowScale: new Float32Array(room()),
    /** Cosine with the next line of its section; -1 where there is none, or no vector. */
    tie: new Float32Array(room()).fill(none),
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

/** The values of an empty slot in the columns where that is not zero. */
const emptyValue: Readonly<Record<string, number>> = { id: none, tie: none };

export class ChunkColumns {
  readonly columns: ReturnType<typeof createColumns>;
  readonly scratch: ReturnType<typeof createScratch>;
  #capacity: number;

  /** @param expected how many chunks there will be at first */
  constructor(expected: number) {
    // The columns differ in length: otherwise all of them would be copied at once when a vault of a million chunks grows.
    let made = 0;
    const atFirst = Math.max(1024, Math.ceil(1.02 * expected));
    const room = (): number => Math.round(atFirst * 2 ** (made++ / 25));
    this.columns = createColumns(room);
    this.scratch = createScratch(room);
    this.#capacity = atFirst;
  }

  /** Makes room for this many slots. */
  reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    this.#capacity = Infinity;
    for (const bag of [this.columns, this.scratch] as Record<string, Column>[]) {
      for (const [name, old] of Object.entries(bag)) {
        if (old.length < slots) bag[name] = enlarged(old, 2 * old.length, emptyValue[name]);
        this.#capacity = Math.min(this.#capacity, bag[name]?.length ?? 0);
      }
    }
  }

  /** The columns, each cut to this many slots. */
  cutTo(slots: number): Record<string, Column> {
    return Object.fromEntries(
      Object.entries<Column>(this.columns).map(([name, column]) => [name, column.subarray(0, slots)]),
    );
  }
}
