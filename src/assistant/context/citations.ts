// Where the last answer had its knowledge from: the chunks of notes that the turn was shown, by recall or by its tools.
// Read from the session; the files may have changed since. Pure.
import { lineSpan } from '../../base/text/text.ts';
import { text } from '../../models/message.ts';
import type { Entry, Source } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';

export interface Citation {
  /** `path#Lx-Ly`, or the name of a note that was read. */
  place: string;
  /** Empty for a note that was read as a whole. */
  text: string;
  /** The answer names the note. */
  isNamed: boolean;
}

/** Those that the answer names first, each once. */
export function citationsOf(entries: readonly Entry[]): Citation[] {
  const messages = entries.filter((entry) => entry.type === 'message');
  const turn = messages.slice(Math.max(0, messages.findLastIndex(isSpoken)));
  const answer = text(turn.findLast((entry) => entry.role === 'assistant') ?? { content: [] });
  const shown = turn.flatMap(({ sources = [], outcomes = [] }) => [
    ...sources,
    ...outcomes.flatMap(({ sources: found = [] }) => found),
  ]);
  const cited = [...new Map(shown.map((source) => [placeOf(source), source])).values()].map((source) => ({
    place:
      source.path +
      (source.start_line === undefined ? '' : lineSpan(source.start_line, source.end_line ?? source.start_line)),
    text: source.text.trim(),
    isNamed: answer.includes(source.path),
  }));
  return [...cited.filter(({ isNamed }) => isNamed), ...cited.filter(({ isNamed }) => !isNamed)];
}

/** `path#Lx-Ly`, or the path alone of a note that was read. */
export const placeOf = ({ path, start_line: start, end_line: end }: Source): string =>
  start === undefined ? path : `${path}#L${start}-L${end ?? start}`;
