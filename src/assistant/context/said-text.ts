// What the person said in a message, the question that it answers, and whether it was saved at once. Read by the night and by the check of
// a model's notes. Pure.
import { contentWords } from '../../memory/write/words.ts';
import type { Entry, MessageEntry, Receipt } from '../../session/entry.ts';
import { spokenText } from '../approval/provenance.ts';
import type { SaidWords } from '../approval/said-words.ts';

/** An answer longer than this can be understood without its question. */
const maxAnswerWords = 8;
const maxQuestionChars = 300;

/**
 * The assistant's question that a short message answers. One that repeats what others brought is none: "what a strange message", said
 * to it, would make that the person's.
 */
export function questionBefore(
  entries: readonly (Entry | null)[],
  index: number,
  answer: string,
  words: () => SaidWords,
): string | undefined {
  if (answer.split(/\s+/, maxAnswerWords + 1).length > maxAnswerWords) return undefined;
  const before = entries.slice(0, index).findLast((entry) => entry?.type === 'message');
  if (before?.type !== 'message' || before.role !== 'assistant') return undefined;
  const said = before.content.findLast((block) => block.type === 'text')?.text.trim() ?? '';
  if (!said.endsWith('?')) return undefined;
  const from = Math.max(said.lastIndexOf('\n') + 1, said.lastIndexOf('. ') + 1, said.length - maxQuestionChars);
  const question = said.slice(from).trim();
  return words().hasOthers && repeatsOthers(question, words()) ? undefined : question;
}

/** More words than these are in common by no chance. */
const minRepeated = 3;

/** Whether what it says is of others: half of its words, or several of them and more than the person ever stated. */
function repeatsOthers(question: string, words: SaidWords): boolean {
  const asked = [...contentWords(question)];
  const own = asked.filter((word) => words.isOwn(word)).length;
  const brought = asked.filter((word) => !words.isOwn(word) && words.isOfOthers(word)).length;
  return brought >= asked.length / 2 || (brought >= minRepeated && brought >= own);
}

/** Whether the turn of a message saved something to the notes, or brought them up to date. */
export function isSavedAt(entries: readonly (Entry | null)[], index: number): boolean {
  for (const entry of entries.slice(index + 1)) {
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
