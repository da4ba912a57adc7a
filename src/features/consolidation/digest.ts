// What the person reads in the morning, and what the command prints. Pure.
import { cutText } from '../../base/text.ts';
import type { Change } from './apply.ts';
import type { Rejection } from './check.ts';

/** `+3 ~1 -0` */
export function summaryOf(changes: readonly Pick<Change, 'sign'>[]): string {
  const count = (sign: Change['sign']): number => changes.filter((change) => change.sign === sign).length;
  return `+${count('+')} ~${count('~')} -${count('-')}`;
}

/** One line a change, with where it was said. */
export function changeLines(changes: readonly Change[]): string[] {
  return changes.map((change) => `${change.sign} ${wordsOf(change)} [${change.sources.join(', ')}]`);
}

const wordsOf = ({ sign, text, before }: Change): string =>
  sign === '~' && before !== null ? `${text} (was: ${before})` : text;

const maxDigestLines = 12;

export interface DigestInput {
  changes: readonly Change[];
  rejected: readonly Pick<Rejection, 'operation' | 'reason' | 'isUnfounded'>[];
  archived: number;
  modelless: boolean;
  /** Local days that were read, and the day of the run, `YYYY-MM-DD`. */
  days: readonly string[];
  today: string;
}

/** The morning's message; null when nothing changed and nothing was left out, as silence is the better message then. */
export function digestText({ changes, rejected, archived, modelless, days, today }: DigestInput): string | null {
  if (changes.length === 0 && rejected.length === 0) return null;
  const lines = changes.map(digestLine);
  const more = lines.length > maxDigestLines ? [`- … and ${lines.length - maxDigestLines} more`] : [];
  return [
    `Good morning. ${openingOf(changes, days, today)}`,
    ...lines.slice(0, maxDigestLines),
    ...more,
    ...leftOut(rejected),
    ...(archived > 0
      ? [`To keep my memory short, I moved ${counted(archived, 'older line')} to MEMORY-archive.md.`]
      : []),
    ...(modelless ? ['No model helped me tonight, so I kept only what was marked to be kept.'] : []),
  ].join('\n');
}

function openingOf(changes: readonly Change[], read: readonly string[], today: string): string {
  // An old line that was read again because it was edited is no news.
  const days = changes.length === 0 ? read : [...new Set(changes.map(({ said }) => said))];
  const from =
    days.length === 1
      ? isDayBefore(days[0] ?? '', today)
        ? 'from yesterday'
        : `from ${days[0]}`
      : 'from the last days';
  if (changes.length === 0) return `I kept nothing new ${from}.`;
  const kept = changes.filter(({ sign }) => sign === '+').length;
  const changed = changes.filter(({ sign }) => sign === '~').length;
  const gone = changes.length - kept - changed;
  const done = [
    ...(kept > 0 ? [`kept ${counted(kept, 'thing')} ${from}`] : []),
    ...(changed > 0 ? [`brought ${counted(changed, 'line')} up to date`] : []),
    ...(gone > 0 ? [`took ${counted(gone, 'line')} out`] : []),
  ];
  const [last] = done.slice(-1);
  return `I ${done.length > 1 ? `${done.slice(0, -1).join(', ')} and ${last}` : last}:`;
}

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const counted = (count: number, noun: string): string =>
  `${smallNumbers[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;

const isDayBefore = (day: string, today: string): boolean => Date.parse(today) - Date.parse(day) === 86_400_000;

function digestLine(change: Change): string {
  const { sign, text, before, isVerbatim } = change;
  const words =
    sign === '~' && before !== null ? `${text} (before: ${before})` : sign === '-' ? `no longer: ${text}` : text;
  return `- ${words}${isVerbatim ? ' (in your own words)' : ''} [${placeOf(change)}]`;
}

const maxLeftOut = 3;
const maxShownChars = 200;

function leftOut(rejected: DigestInput['rejected']): string[] {
  const shown = rejected.filter(({ operation }) => (operation.text ?? '') !== '');
  if (shown.length === 0) return [];
  return [
    `I left ${counted(shown.length, 'thing')} out:`,
    ...shown
      .slice(0, maxLeftOut)
      .map(
        ({ operation, reason, isUnfounded }) =>
          `- ${cutText(operation.text ?? '', maxShownChars)} (${isUnfounded ? 'I found nothing like it in your words' : reason})`,
      ),
    ...(shown.length > maxLeftOut ? [`- … and ${shown.length - maxLeftOut} more`] : []),
  ];
}

/** Where to look it up: the line of a daily note, or the day of a conversation, whose file no one opens. */
const placeOf = ({ said, sources }: Change): string =>
  sources.find((source) => !source.startsWith('sessions/'))?.replace(/-L\d+$/, '') ?? `said ${said}`;
