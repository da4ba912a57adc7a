// What the person said in a message, the question that it answers, and whether it was saved at once. Read by the night and by the check of
// a model's notes. Pure.
import { contentWords } from '../../memory/write/words.ts';
import type { Entry, MessageEntry, Receipt } from '../../session/entry.ts';
import { spokenText } from '../approval/provenance.ts';
import type { SaidWords } from '../approval/said-words.ts';

/** An answer longer than this can be understood without its question. */
const maxAnswerWords = 8;
const maxQuestionChars = 300;

/** The assistant's question that a short message answers. A session may be long: looks no further back than to the message before. */
export function questionBefore(entries: readonly (Entry | null)[], index: number, answer: string): string | undefined {
  if (answer.split(/\s+/, maxAnswerWords + 1).length > maxAnswerWords) return undefined;
  let at = index - 1;
  while (at >= 0 && entries[at]?.type !== 'message') at -= 1;
  const before = entries[at];
  if (before?.type !== 'message' || before.role !== 'assistant') return undefined;
  const said = before.content.findLast((block) => block.type === 'text')?.text.trim() ?? '';
  if (!said.endsWith('?')) return undefined;
  const from = Math.max(said.lastIndexOf('\n') + 1, said.lastIndexOf('. ') + 1, said.length - maxQuestionChars);
  return said.slice(from).trim();
}

/** More words than these are in common by no chance. */
const minRepeated = 3;

/**
 * Whether what a question says is of others: half of its words, or several of them and more than the person ever stated. "What a
 * strange message", said to such a one, would make that the person's.
 */
export function repeatsOthers(question: string, words: SaidWords): boolean {
  if (!words.hasOthers) return false;
  const asked = [...contentWords(question)];
  const own = asked.filter((word) => words.isOwn(word)).length;
  const brought = asked.filter((word) => !words.isOwn(word) && words.isOfOthers(word)).length;
  return brought >= asked.length / 2 || (brought >= minRepeated && brought >= own);
}

/** Whether the turn of a message saved something to the notes, or brought them up to date. Looks no further than to the end of that turn. */
export function isSavedAt(entries: readonly (Entry | null)[], index: number): boolean {
  for (let at = index + 1; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry?.type === 'turn') return false;
    if (entry?.type === 'message' && receiptsIn(entry).some(({ verb }) => verb === 'saved' || verb === 'changed'))
      return true;
    if (entry?.type === 'message' && saidText(entry) !== null) return false;
  }
  return false;
}

/** The person's own words. Null for commands and for results of tools. */
export function saidText(entry: MessageEntry): string | null {
  if (entry.role !== 'user') return null;
  const text = spokenText(entry).trim();
  return text === '' || text.startsWith('/') ? null : text;
}

export const receiptsIn = ({ outcomes = [] }: MessageEntry): Receipt[] =>
  outcomes.flatMap(({ receipts = [] }) => receipts);
