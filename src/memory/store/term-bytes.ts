// The terms of a line as bytes of the index: ids from its dictionary, ascending and as differences, each with how often
// the line says it. Some two bytes a term. Pure.

/** What a label (its speaker) adds to a line is marked: it belongs to the line alone, not to the lines beside it. */
export interface TermBag {
  /** Ids in any order, repeated as they occur. */
  own: readonly number[];
  label: readonly number[];
}

export function encodeTerms({ own, label }: TermBag): Buffer {
  const bytes: number[] = [];
  encodeGroup(own, bytes);
  encodeGroup(label, bytes);
  return Buffer.from(bytes);
}

function encodeGroup(ids: readonly number[], bytes: number[]): void {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  pushNumber(counts.size, bytes);
  let last = 0;
  for (const [id, count] of [...counts].sort(([a], [b]) => a - b)) {
    pushNumber(2 * (id - last) + (count > 1 ? 1 : 0), bytes);
    if (count > 1) pushNumber(count, bytes);
    last = id;
  }
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function pushNumber(value: number, bytes: number[]): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Calls `visit` for each term of the line, first its own, then its label's. Bytes that are cut short end it. */
export function decodeTerms(bytes: Uint8Array, visit: (term: number, count: number, label: boolean) => void): void {
  let at = 0;
  const next = (): number => {
    let value = 0;
    let factor = 1;
    while (at < bytes.length) {
      const byte = bytes[at] as number;
      at += 1;
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
      factor *= 128;
    }
    return value;
  };
  for (const label of [false, true]) {
    let id = 0;
    for (let left = next(); left > 0 && at < bytes.length; left -= 1) {
      const head = next();
      id += head >> 1;
      visit(id, (head & 1) === 1 ? next() : 1, label);
    }
  }
}
