// Three-way merge by line of a note that we and a person changed at the same time. The person's lines are all in the
// result, byte for byte and in their order; ours are added where they do not touch theirs, and marked where they do. Pure.
import { diffLines, type Hunk } from './diff.ts';
import { joinRaw, parseRaw, type RawLine, rawBytes, splitRaw, toRaw } from './raw-note.ts';

/** Stands above lines of ours that met a hand edit at the same place. */
export const conflictMark = '<!-- scrubjay: edited by hand meanwhile; both versions are kept -->';

/**
 * @param base what both started from
 * @param ours base with our changes
 * @param theirs what the file holds now
 * @returns the new content; `theirs` unchanged where we changed nothing, `ours` where they did not
 */
export function mergeNotes(base: Buffer, ours: Buffer, theirs: Buffer): { bytes: Buffer; conflicts: number } {
  if (theirs.equals(base)) return { bytes: ours, conflicts: 0 };
  if (ours.equals(base) || ours.equals(theirs)) return { bytes: theirs, conflicts: 0 };
  const note = parseRaw(theirs);
  // Lines are compared in the encoding of what lies there now.
  const linesOf = (bytes: Buffer): RawLine[] => reencode(bytes, note.encoding);
  const { lines, conflicts } = mergeLines(linesOf(base), linesOf(ours), splitRaw(note.raw), {
    raw: toRaw(conflictMark, note),
    end: note.newline,
  });
  const endsOpen = note.raw !== '' && !note.raw.endsWith('\n');
  const closed = lines.map((line, i): RawLine => {
    const isLast = i === lines.length - 1;
    if (isLast) return { ...line, end: endsOpen ? '' : line.end || note.newline };
    return line.end === '' ? { ...line, end: note.newline } : line;
  });
  return { bytes: rawBytes({ ...note, raw: joinRaw(closed) }), conflicts };
}

function reencode(bytes: Buffer, encoding: ReturnType<typeof parseRaw>['encoding']): RawLine[] {
  const note = parseRaw(bytes);
  if (note.encoding === encoding) return splitRaw(note.raw);
  const text = note.encoding === 'utf-8' ? Buffer.from(note.raw, 'latin1').toString('utf8') : note.raw;
  return splitRaw(toRaw(text, { encoding }));
}

function mergeLines(
  base: readonly RawLine[],
  ours: readonly RawLine[],
  theirs: readonly RawLine[],
  mark: RawLine,
): { lines: RawLine[]; conflicts: number } {
  const raws = (lines: readonly RawLine[]): string[] => lines.map((line) => line.raw);
  const our = diffLines(raws(base), raws(ours));
  const their = diffLines(raws(base), raws(theirs));
  // Deletions are merged line by line, not hunk by hunk: where we delete several lines and they inserted one between them, ours are
  // deleted all the same.
  const gone = new Uint8Array(base.length);
  for (const { aStart, aEnd } of [...our, ...their]) gone.fill(1, aStart, aEnd);
  const added = Array.from({ length: base.length + 1 }, (): RawLine[][] => []);
  for (const { aStart, bStart, bEnd } of their) added[aStart]?.push(theirs.slice(bStart, bEnd));
  let conflicts = 0;
  let firstMet = 0;
  for (const hunk of our) {
    while ((their[firstMet]?.aEnd ?? hunk.aStart) < hunk.aStart) firstMet += 1;
    const met: Hunk[] = [];
    for (let i = firstMet; (their[i]?.aStart ?? Infinity) <= hunk.aEnd; i += 1) met.push(their[i] as Hunk);
    const known = new Set(met.flatMap(({ bStart, bEnd }) => raws(theirs.slice(bStart, bEnd)).filter(hasWords)));
    const lines = ours.slice(hunk.bStart, hunk.bEnd).filter((line) => !known.has(line.raw));
    // The same line changed by both; where one of them only adds, no words are lost.
    const clashes = met.filter((other) =>
      raws(base.slice(Math.max(other.aStart, hunk.aStart), Math.min(other.aEnd, hunk.aEnd))).some(hasWords),
    );
    const isConflict = clashes.length > 0 && lines.length > 0;
    if (isConflict) conflicts += 1;
    added[Math.max(hunk.aStart, clashes.at(-1)?.aStart ?? 0)]?.push(isConflict ? [mark, ...lines] : lines);
  }
  return { lines: joined(base.length, { added, gone, their, theirs }), conflicts };
}

/** The lines of the result: those that both sides kept, as `theirs` has them (with its line endings), and what either side added. */
function joined(
  baseLines: number,
  parts: { added: RawLine[][][]; gone: Uint8Array; their: readonly Hunk[]; theirs: readonly RawLine[] },
): RawLine[] {
  const { added, gone, their, theirs } = parts;
  const hunkAt = new Map(their.map((hunk) => [hunk.aStart, hunk]));
  const lines: RawLine[] = [];
  let theirsAt = 0;
  for (const [i, more] of added.entries()) {
    const hunk = hunkAt.get(i);
    if (hunk) theirsAt = hunk.bEnd - (hunk.aEnd - hunk.aStart);
    for (const line of more.flat()) lines.push(line);
    const kept = i < baseLines ? theirs[theirsAt] : undefined;
    if (kept && gone[i] === 0) lines.push(kept);
    theirsAt += 1;
  }
  return lines;
}

const hasWords = (raw: string): boolean => raw.trim() !== '';
