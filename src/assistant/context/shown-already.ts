// The text of notes that the model already has: MEMORY.md in the prompt, and what recall, an earlier result or the conversation
// itself has shown. Pure.
import { parseProvenLine } from '../../memory/write/long-term.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { ContentBlock } from '../../models/message.ts';
import type { Entry, Source } from '../../session/entry.ts';
import { liveTurns, openTurn } from '../../session/history.ts';

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

/** All words of the conversation that the model has before it: what was said, recalled and returned by tools. */
export const wordsShown = (entries: readonly Entry[]): string =>
  liveTurns(entries)
    .flatMap((turn) => turn.entries)
    .flatMap(({ content }) => content.flatMap(wordsIn))
    .join('\n');

/** Whether the person sent that text, or a tool returned it: a model that writes it again quotes it. Of the marks of a quotation and of how lines are broken nothing counts. */
export function hasRead(entries: readonly Entry[], text: string): boolean {
  const wanted = withoutBreaks(text);
  return textsRead(entries).some((read) => withoutBreaks(read).includes(wanted));
}

/** What the model has before it that is none of its own words: what the person sent, what was recalled, and what tools returned. */
export const textsRead = (entries: readonly Entry[]): string[] =>
  liveTurns(entries)
    .flatMap((turn) => turn.entries)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.flatMap(wordsIn).join('\n'));

const withoutBreaks = (text: string): string => text.replaceAll(/[\s>]/g, '');

function wordsIn(block: ContentBlock): string[] {
  if (block.type === 'text') return [block.text];
  if (block.type !== 'tool_result') return [];
  if (typeof block.content === 'string') return [block.content];
  return block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** The source of a line of MEMORY.md must still have this share of the words of that line: the note may have changed since. */
const minShare = 0.5;

/**
 * Whether a line of MEMORY.md that the prompt shows was made of this line of another note, and says it.
 * @param memory the text of MEMORY.md @param system the prompt
 */
export function isRestated(memory: string, system: string, { path, start_line: line, text }: Source): boolean {
  const place = `${path}#L${line}-L${line}`;
  const said = contentWords(text);
  return memory.split('\n').some((whole) => {
    if (!whole.includes(place)) return false;
    const { text: restated, provenance } = parseProvenLine(whole);
    const words = [...contentWords(restated)];
    return (
      provenance?.sources.some((source) => source.split('@', 1)[0] === place) === true &&
      words.filter((word) => said.has(word)).length >= minShare * words.length &&
      system.includes(restated)
    );
  });
}

/** A line of MEMORY.md without the comment behind it, in whose place the prompt shows a date. */
const wordsOf = (line: string): string => (line.split('<!--', 1)[0] ?? '').trim();
