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
  const [b, o] = [base, ours].map((bytes) => reencode(bytes, note.encoding));
  const { lines, conflicts } = mergeLines(b ?? [], o ?? [], splitRaw(note.raw), { raw: toRaw(conflictMark, note), end: note.newline });
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

function mergeLines(base: readonly RawLine[], ours: readonly RawLine[], theirs: readonly RawLine[], mark: RawLine): { lines: RawLine[]; conflicts: number } {
  const raws = (lines: readonly RawLine[]): string[] => lines.map((line) => line.raw);
  const our = diffLines(raws(base), raws(ours));
  const their = diffLines(raws(base), raws(theirs));
  const lines: RawLine[] = [];
  let conflicts = 0;
  let at = 0;
  let theirsAt = 0;
  let i = 0;
  let j = 0;
  while (i < our.length || j < their.length) {
    const start = Math.min(our[i]?.aStart ?? Infinity, their[j]?.aStart ?? Infinity);
    let end = start;
    const region: { our: Hunk[]; their: Hunk[] } = { our: [], their: [] };
    for (;;) {
      const nextOur = our[i];
      const nextTheir = their[j];
      if (nextOur && touches(nextOur, start, end)) {
        region.our.push(nextOur);
        end = Math.max(end, nextOur.aEnd);
        i += 1;
      } else if (nextTheir && touches(nextTheir, start, end)) {
        region.their.push(nextTheir);
        end = Math.max(end, nextTheir.aEnd);
        j += 1;
      } else break;
    }
    lines.push(...theirs.slice(theirsAt, theirsAt + (start - at)));
    theirsAt += start - at;
    const theirPart = theirs.slice(theirsAt, theirsAt + (end - start) + growth(region.their));
    theirsAt += theirPart.length;
    at = end;
    if (region.our.length === 0) {
      lines.push(...theirPart);
      continue;
    }
    const ourStart = (region.our[0]?.bStart ?? 0) - ((region.our[0]?.aStart ?? 0) - start);
    const ourPart = ours.slice(ourStart, ourStart + (end - start) + growth(region.our));
    if (region.their.length === 0) {
      lines.push(...ourPart);
      continue;
    }
    const known = new Set([...raws(base.slice(start, end)), ...raws(theirPart)]);
    const added = ourPart.filter((line) => !known.has(line.raw));
    // Both only added lines at the same place: no one's words are at stake.
    const isConflict = added.length > 0 && start < end;
    lines.push(...theirPart, ...(isConflict ? [mark] : []), ...added);
    if (isConflict) conflicts += 1;
  }
  lines.push(...theirs.slice(theirsAt));
  return { lines, conflicts };
}

/** A hunk at the very start of a region belongs to it; one that only begins where it ends stands by itself, unless it replaces nothing. */
const touches = (hunk: Hunk, start: number, end: number): boolean => hunk.aStart === start || hunk.aStart < end;

const growth = (hunks: readonly Hunk[]): number => hunks.reduce((sum, hunk) => sum + (hunk.bEnd - hunk.bStart) - (hunk.aEnd - hunk.aStart), 0);
