// What the person reads in the morning, and what the command prints. Pure.
import { cutText } from '../../base/text/text.ts';
import { english } from '../../assistant/phrases/english.ts';
import { countsIn, noteOfCounts } from '../../assistant/change-counts.ts';
import type { DigestPhrases } from '../../assistant/phrases/phrases.ts';
import type { Change } from './apply.ts';
import type { Rejection } from './check.ts';

/** The note of a run. A person reads it as {@link shownSummary} or in the phrases of their language. */
export function summaryOf(changes: readonly Pick<Change, 'sign'>[]): string {
  const count = (sign: Change['sign']): number => changes.filter((change) => change.sign === sign).length;
  return noteOfCounts({ added: count('+'), changed: count('~'), removed: count('-') });
}

/** What a run is noted as, in English words; a note that is no summary stays as it is. */
export function shownSummary(noted: string): string {
  const count = countsIn(noted);
  return count ? english.undoing.counts(count) : noted;
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
  rejected: readonly Pick<Rejection, 'operation' | 'reason' | 'isUnfounded' | 'isSourceGone'>[];
  archived: number;
  modelless: boolean;
  /** Local days that were read, and the day of the run, `YYYY-MM-DD`. */
  days: readonly string[];
  today: string;
  /** The phrases of the language that the person writes. */
  phrases: DigestPhrases;
}

/** The morning's message; null when nothing changed and nothing was left out, as silence is the better message then. */
export function digestText(input: DigestInput): string | null {
  const { changes, rejected, archived, modelless, phrases } = input;
  if (changes.length === 0 && rejected.length === 0) return null;
  const lines = changes.map((change) => digestLine(change, phrases));
  return [
    `${phrases.greeting} ${openingOf(input)}`,
    ...lines.slice(0, maxDigestLines),
    ...(lines.length > maxDigestLines ? [`- ${phrases.more(lines.length - maxDigestLines)}`] : []),
    ...leftOut(rejected, phrases),
    ...(archived > 0 ? [phrases.archived(archived)] : []),
    ...(modelless ? [phrases.withoutModel] : []),
  ].join('\n');
}

function openingOf({ changes, days: read, today, phrases }: DigestInput): string {
  // Name the days on which the kept facts were said: a night also reads old lines again that were edited, and they are no news.
  const days = changes.length === 0 ? read : [...new Set(changes.map(({ said }) => said))];
  const [day = ''] = days;
  const ofOneDay = isDayBefore(day, today) ? phrases.yesterday : phrases.ofDay(day);
  const from = days.length === 1 ? ofOneDay : phrases.lastDays;
  if (changes.length === 0) return phrases.nothingNew(from);
  const kept = changes.filter(({ sign }) => sign === '+').length;
  const changed = changes.filter(({ sign }) => sign === '~').length;
  return phrases.done({ kept, changed, gone: changes.length - kept - changed }, from);
}

const isDayBefore = (day: string, today: string): boolean => Date.parse(today) - Date.parse(day) === 86_400_000;

function digestLine(change: Change, phrases: DigestPhrases): string {
  const { sign, text, before, isVerbatim } = change;
  const words =
    sign === '~' && before !== null ? phrases.changed(text, before) : sign === '-' ? phrases.gone(text) : text;
  return `- ${words}${isVerbatim ? ` (${phrases.verbatim})` : ''} [${placeOf(change, phrases)}]`;
}

const maxLeftOut = 3;
const maxShownChars = 200;

function leftOut(rejected: DigestInput['rejected'], phrases: DigestPhrases): string[] {
  const shown = rejected.filter(({ operation }) => (operation.text ?? '') !== '');
  if (shown.length === 0) return [];
  return [
    phrases.leftOut(shown.length),
    ...shown
      .slice(0, maxLeftOut)
      .map(
        ({ operation, reason, isUnfounded, isSourceGone }) =>
          `- ${cutText(operation.text ?? '', maxShownChars)} (${isSourceGone ? phrases.sourceGone : isUnfounded ? phrases.unfounded : phrases.refused(reason)})`,
      ),
    ...(shown.length > maxLeftOut ? [`- ${phrases.more(shown.length - maxLeftOut)}`] : []),
  ];
}

/** Where the person can look it up: a line of a daily note, or the day of a conversation (its file is not meant to be read). */
const placeOf = ({ said, sources }: Change, phrases: DigestPhrases): string =>
  sources.find((source) => !source.startsWith('sessions/'))?.replace(/-L\d+$/, '') ?? phrases.said(said);
