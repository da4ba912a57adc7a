// The text of notes that the model already has: MEMORY.md in the prompt, and what recall or an earlier result of this turn
// has shown. Pure.
import type { Entry } from '../session/entry.ts';
import { openTurn } from '../session/history.ts';

/** Whether all lines of a text of this note are before the model. */
export function isShownAlready(entries: readonly Entry[], path: string, text: string): boolean {
  const sources = openTurn(entries).flatMap(({ sources: recalled = [], outcomes = [] }) => [
    ...recalled,
    ...outcomes.flatMap(({ sources: found = [] }) => found),
  ]);
  const prefix = entries.findLast((entry) => entry.type === 'prefix');
  const shown = [
    ...sources.filter((source) => source.path === path).map((source) => source.text),
    ...(path === 'MEMORY.md' && prefix?.type === 'prefix' ? [prefix.system] : []),
  ];
  const lines = text
    .split('\n')
    .map(wordsOf)
    .filter((line) => line !== '');
  return lines.length > 0 && lines.every((line) => shown.some((one) => one.includes(line)));
}

/** A line of MEMORY.md without the comment behind it, in whose place the prompt shows a date. */
const wordsOf = (line: string): string => (line.split('<!--', 1)[0] ?? '').trim();
