// Lines of MEMORY.md as they are shown: the day a line was said in place of the comment behind it, and until when it was true
// before its words. Pure.
import { isPast, showUntil, untilOf } from './text/validity.ts';
import { parseProvenLine } from './write/long-term.ts';

/**
 * The note with dates in place of comments: `- likes tea (2026-11-14)`. Only what is past is marked so before its words.
 * @param today `YYYY-MM-DD`; null where nothing is to be marked
 */
export const withDates = (memory: string, today: string | null): string =>
  memory
    .split('\n')
    .map((line) => datedLine(line, untilIfPast(line, today)).text)
    .join('\n');

/** Until when a line was true that is true no longer; null for any other line. */
export function untilIfPast(line: string, today: string | null): string | null {
  const until = untilOf(line);
  return until !== null && today !== null && isPast(until, today) ? until : null;
}

/** @param until where the line is past */
export function datedLine(line: string, until: string | null): { text: string; importance: number } {
  const { text, provenance } = parseProvenLine(line);
  const shown = until === null ? text : showUntil(text, until);
  return provenance
    ? { text: `${shown} (${provenance.said})`, importance: provenance.importance }
    : { text: shown, importance: until === null ? 1 : pastImportance };
}

const shownDate = / \(\d{4}-\d{2}-\d{2}\)$/;

/** A line that a model copied, without the mark of the hit and the day with which it was shown. */
export const withoutShownDate = (line: string): string => line.trimEnd().replace(/^» /, '').replace(shownDate, '');

/** The importance of a line that is marked by hand as true until a day that has come. */
const pastImportance = 0.1;
