// Which lines of a note are meant, once it was shown: by their words and by which of the places with these words it is, so that an edit
// above them misleads nobody, a twin stays, and a forgetting that is done a second time takes nothing more. Pure.
import { range } from '../../base/lists.ts';
import { textOf } from './units.ts';

/** Lines of a note to be forgotten. */
export interface Place {
  text: string;
  /** How many lines it is. */
  count: number;
  /** Which of the places with these words, from 0, and how many there were; without them all are meant. */
  nth?: number | undefined;
  of?: number | undefined;
}

export interface LineRange {
  startLine: number;
  endLine: number;
}

/** @returns what finds the first lines, from 1, of all places where so many lines say this */
function startsIn(lines: readonly string[]): (text: string, count: number) => readonly number[] {
  const byCount = new Map<number, Map<string, number[]>>();
  return (text, count) => {
    let starts = byCount.get(count);
    if (!starts) {
      starts = new Map<string, number[]>();
      for (const start of range(1, lines.length - count + 1)) {
        const said = textOf(lines.slice(start - 1, start - 1 + count));
        const same = starts.get(said);
        if (same) same.push(start);
        else starts.set(said, [start]);
      }
      byCount.set(count, starts);
    }
    return starts.get(text) ?? [];
  };
}

/** Which of the places with their words lines of a note are, as they are shown. */
export function numbered(
  lines: readonly string[],
  shown: readonly (LineRange & { text: string })[],
): Required<Place>[] {
  const startsOf = startsIn(lines);
  return shown.map(({ text, startLine, endLine }) => {
    const count = endLine - startLine + 1;
    const starts = startsOf(text, count);
    return { text, count, nth: starts.indexOf(startLine), of: starts.length };
  });
}

/**
 * The lines of each place in a note that may have been edited since. Where places with these words were added or went and some of them
 * are to stay, it can't be told which: none.
 */
export function linesAt(lines: readonly string[], places: readonly Place[]): LineRange[][] {
  const startsOf = startsIn(lines);
  const chosen = new Map<string, number>();
  const keyOf = ({ text, count }: Place): string => `${count} ${text}`;
  for (const place of places) chosen.set(keyOf(place), (chosen.get(keyOf(place)) ?? 0) + 1);
  return places.map((place) => {
    const { text, count, nth, of } = place;
    const starts = startsOf(text, count);
    const isAll = nth === undefined || chosen.get(keyOf(place)) === of;
    // One with these words that was added since was not shown, and stays: which of them it is makes no difference.
    const meant = isAll ? starts.slice(0, of) : starts.length === of ? starts.slice(nth, nth + 1) : [];
    return meant.map((startLine) => ({ startLine, endLine: startLine + count - 1 }));
  });
}

/** The first lines of places with the words of these that were added since: as many as there are more than were shown. */
export function addedSince(lines: readonly string[], places: readonly Place[]): number[] {
  const startsOf = startsIn(lines);
  return [...new Set(places.flatMap(({ text, count, of = Infinity }) => startsOf(text, count).slice(of)))];
}
