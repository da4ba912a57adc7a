// What a text of the person tells, without what it asks of the assistant: orders and questions are nothing to keep. Pure.
import { allSentences } from '../../memory/query/sentences.ts';
import { readIntent, withoutPoliteStart } from '../../models/offline/intent.ts';
import { beginsWithCondition } from '../../memory/claims/words.ts';
import { asksToKeep, isWish, isYes } from '../phrases/asking.ts';
import { askedToRemindOf, beginsToRemove } from '../phrases/offers.ts';

/** The sentences of a text that tell something, without the wish to have it kept; empty where none does. */
export const toldIn = (text: string): string =>
  allSentences(text)
    .flatMap((sentence) => toldBy(sentence) ?? [])
    .join(' ');

function toldBy(sentence: string): string | null {
  const plain = withoutPoliteStart(sentence);
  // "Yes, please move it to Friday"
  const [answer = '', behind = ''] = sentence.split(/,\s/u, 2);
  if (isYes(answer) && isYes(behind.split(/\s/u, 1)[0] ?? '')) return null;
  if (/[?？؟]$/u.test(sentence.trim())) return null;
  if (askedToRemindOf(plain) !== null || beginsToRemove(plain)) return null;
  const intent = readIntent(sentence);
  // "If Paula gets the job, I might move" asks nothing.
  if (intent.kind === 'search' && !intent.isStatement && !beginsWithCondition(sentence)) return null;
  if (intent.kind === 'forget' || intent.kind === 'remind' || intent.kind === 'reminders') return null;
  if (intent.kind === 'remember') return intent.text.trim() === '' ? null : intent.text.trim();
  const told = withoutWish(sentence);
  return told === '' || isWish(told) || asksToKeep(told) ? null : told;
}

/** "…, please remember that" at the end. */
function withoutWish(sentence: string): string {
  const at = Math.max(sentence.lastIndexOf(', '), sentence.lastIndexOf(' - '), sentence.lastIndexOf(' – '));
  if (at <= 0) return sentence;
  const end = sentence.slice(at).replace(/^[\s,–-]+/u, '');
  return isWish(end) || asksToKeep(end) || beginsToRemove(withoutPoliteStart(end))
    ? sentence.slice(0, at).trim()
    : sentence;
}
