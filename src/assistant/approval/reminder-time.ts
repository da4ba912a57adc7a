// Whether a reminder comes when the person asked for it: beside what others wrote, a day, an hour or a repetition of its own waits. Pure.
import { cutText } from '../../base/text/text.ts';
import { languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { valuesOf } from '../../memory/claims/values.ts';
import { daysNamed } from '../../memory/query/dates.ts';
import { dayOf } from '../../memory/text/written-day.ts';
import { readIntent } from '../../models/offline/intent.ts';
import { isOnOtherClock, readReminder } from '../../models/offline/reminder-wish.ts';
import type { Entry, Proposal } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';
import { saysAgainAndAgain, saysSoon } from '../phrases/offers.ts';
import { namesTime } from '../phrases/times-said.ts';
import { dayOfTalk } from './provenance.ts';
import { sentencesIn } from './said-words.ts';
import { toBeRemindedOf } from './wishes.ts';

/**
 * Whether words ask for the time of a reminder: for its day and its hour, where they name one, and for its coming again and again. A time
 * that is told by another one ("a week before") is worked out by the model.
 * @param own what the person said: of it what asks for a reminder, where something does
 * @param agreed what they agreed to
 */
export function isTimeAsked(
  { at, repeats, due }: Proposal,
  { own, agreed = '' }: { own: string; agreed?: string },
  entries: readonly Entry[],
): boolean {
  if (at === undefined && repeats === undefined) return true;
  const sentences = sentencesIn(own);
  const wishes = sentences.filter((sentence) => toBeRemindedOf(sentence) !== null);
  const words = cutText(`${(wishes.length > 0 ? wishes : sentences).join('')}\n${agreed}`, maxTimeUnits);
  if (repeats === true && !saysAgainAndAgain(words)) return false;
  // How far away it is was looked at.
  if (due !== undefined && spansSaid(words).length > 0) return true;
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(at ?? '') ?? [];
  const day = dayOf(date);
  if (day === null) return true;
  const today = dayOf(dayOfTalk(entries)) ?? day;
  if (day - today > maxDaysAway) return false;
  // It is not known here on which side of midnight the person is.
  const named = [today - 1, today, today + 1].flatMap((written) => [
    ...daysNamed(words, written, 'UTC'),
    ...daysNamed(words, written, 'UTC', 'coming'),
  ]);
  const isOneDay = named.some(({ days: { from, to } }) => from === to);
  if (isTimeBeside.test(words) && !isOneDay) return true;
  const times = timesSaid(words);
  // "El finde": a time that can't be read here is not far.
  if (named.length === 0 && day - today > maxDaysUnread && namesTime(words)) return false;
  const isHour =
    time === '' || times.size === 0 || times.has(time) || isTimeBeside.test(words) || isOnOtherClock(words);
  // "Tonight", "in an hour", "at six" name no day, and mean this one or the next.
  const isSoon = named.length === 0 && (times.size > 0 || saysSoon(words)) && !isTimeBeside.test(words);
  if (isSoon && day - today > maxDaysSoon) return false;
  return isHour && (named.length === 0 || named.some(({ days: { from, to } }) => from <= day && day <= to));
}

/**
 * Whether a reminder comes after another span than the person said ("in two hours"), or in another part of the day ("tomorrow morning").
 * Days are left to {@link isTimeAsked}.
 */
export function isAtOtherTime(
  { action, at = '', due, text }: Proposal,
  own: string,
  entries: readonly Entry[],
): boolean {
  if (action !== 'remind') return false;
  const sentences = cutText(own, maxTimeUnits).split(/(?<=[!?？;\n])|(?<=\D\.)(?=\s)/u);
  const words = sentences.map(wishIn).join(' ').trim();
  if (words === '' || isTimeBeside.test(words)) return false;
  const said = messageTime(entries);
  const spans = spansSaid(words);
  if (due !== undefined && said !== undefined && spans.length > 0) {
    const given = (Date.parse(due) - Date.parse(said)) / 1000;
    return !spans.some((span) => Math.abs(given - span) <= Math.max(minTolerance, span * tolerance));
  }
  const [, time] = /T(\d{2}:\d{2})/.exec(at) ?? [];
  // "Remind me tomorrow of the evening class"
  const isOfThing = morning.test(text) || anyEvening.test(text);
  if (time === undefined || isOfThing || timesSaid(words).size > 0) return false;
  const [isMorning, isEvening] = [morning.test(words), anyEvening.test(words)];
  if (isMorning === isEvening) return false;
  return isMorning ? time < beginsMorning || time > noon : time >= beginsMorning && time < noon;
}

/** When the person spoke last. */
const messageTime = (entries: readonly Entry[]): string | undefined =>
  entries
    .filter((entry) => entry.type === 'message')
    .filter(isSpoken)
    .at(-1)?.at;

const spansSaid = (words: string): number[] =>
  words.split(/(?<=[!?？;\n])/u).flatMap((sentence) => spanSaid(wishIn(sentence)) ?? []);

/** How many seconds from now a wish says, in the words of any language; null where it says no span. */
function spanSaid(wish: string): number | null {
  const intent = readIntent(wish);
  if (intent.kind !== 'remind') return null;
  const clock = { now: new Date(0), timezone: 'UTC' };
  // "Remind me of it in an hour" has no text of its own.
  const read = [intent.asked, `${intent.asked} x`]
    .map((asked) => readReminder(asked, clock, intent.language))
    .find((one) => 'when' in one);
  const [, seconds] = /^PT(\d+)S$/.exec(read !== undefined && 'when' in read ? read.when : '') ?? [];
  return seconds === undefined ? null : Number(seconds);
}
/** A model rounds, and takes its time. */
const tolerance = 1 / 8;
const minTolerance = 600;

/**
 * The times of day that the person asked for where a reminder would come at another one, which they name nowhere: "8 pm", and it is
 * set at 08:00. "At 9" may be of either half of the day. Null where nothing contradicts, or the time is worked out from another one.
 */
export function timesSaidInstead(
  { action, at = '', text }: Proposal,
  own: string,
): { times: string[]; words: string } | null {
  const [, time] = /T(\d{2}:\d{2})/.exec(at) ?? [];
  if (action !== 'remind' || time === undefined) return null;
  // The dot of "3. Dezember" ends no sentence.
  const sentences = cutText(own, maxTimeUnits).split(/(?<=[!?？;\n])|(?<=\D\.)(?=\s)/u);
  const words = sentences.map(wishIn).join(' ').trim();
  if (words !== '' && saysEvening(words) && time >= beginsMorning && time < noon)
    return { times: [`${Number(time.slice(0, 2)) + halfOfDay}${time.slice(2)}`], words };
  // The hour that is said is not one of the person's clock.
  if (words === '' || isTimeBeside.test(words) || isPartOfHour.test(words) || isOnOtherClock(words)) return null;
  // "Dans deux heures" is no two o'clock.
  if (spansSaid(words).length > 0) return null;
  const said = timesSaid(words);
  // "Remind me in the morning of the train at 20:00": what it reminds of has a time of its own.
  const ofThing = wishIn(text) === '' ? timesSaid(text) : new Set<string>();
  const asked = [...said].filter((one) => !ofThing.has(one));
  return asked.length === 0 || said.has(time) ? null : { times: asked, words };
}

const beginsMorning = '03:00';
const noon = '12:00';

const parts = languages.flatMap(({ claims }) => claims?.clock.parts ?? []);
const evening = patternOf(
  parts.flatMap((part) => [part.evening, part.earlier.evening]),
  'giu',
);
const anyEvening = patternOf(parts.flatMap((part) => [part.evening, part.earlier.evening]));
const morning = patternOf(parts.flatMap((part) => [part.morning, part.earlier.morning]));
/** "At 9 in the evening", "abends um 7": the hour stands beside it; "at 9 to cook for tonight" has another one. */
const maxBetween = 10;
const hour = /\d/u;

/** Whether words tell an hour of the second half of the day, by a word for that half. */
const saysEvening = (words: string): boolean =>
  !morning.test(words) &&
  [...words.matchAll(evening)].some(({ 0: found, index }) => {
    const beside = `${words.slice(Math.max(0, index - maxBetween), index)} | ${words.slice(index + found.length, index + found.length + maxBetween)}`;
    return hour.test(beside) || isPartOfHour.test(beside);
  });

/** What of a sentence asks for a reminder, from there on: "Actually, remind me …". Empty where nothing does. */
function wishIn(sentence: string): string {
  const begins = [0, ...[...sentence.matchAll(/[,:] /g)].map(({ index }) => index + 2)].slice(0, maxClauses);
  const begin = begins.find((at) => toBeRemindedOf(sentence.slice(at)) !== null);
  return begin === undefined ? '' : sentence.slice(begin);
}
const maxClauses = 8;

/** The times of day that words name, as HH:MM: those that are written as such, and the hour in "at 9", of either half of the day. */
function timesSaid(words: string): ReadonlySet<string> {
  const { times } = valuesOf(words, { isEvidence: true });
  for (const { groups } of words.matchAll(atHour)) {
    const hour = Number(groups?.['hour']);
    for (const one of hour <= halfOfDay ? [hour, (hour + halfOfDay) % (2 * halfOfDay)] : [hour])
      times.add(`${String(one).padStart(2, '0')}:00`);
  }
  return times;
}
const halfOfDay = 12;
const atHour = new RegExp(
  `(?<!\\p{L})(?:${languages.flatMap(({ claims }) => claims?.clock.parts?.at ?? []).join('|')}) (?<hour>1?\\d|2[0-3])(?![\\d\\p{L}]|[.:,/-]\\d| ?[ap]\\.?m(?!\\p{L}))`,
  'giu',
);

const maxDaysAway = 400;
/** A week, and a day for the night in which this is read. */
const maxDaysUnread = 8;
/** The next day, and one for the night in which this is read. */
const maxDaysSoon = 2;
/** Nobody tells a time in more. */
const maxTimeUnits = 2_000;

/** "Half past eight pm" is read as eight alone. */
const isPartOfHour = patternOf(
  languages.flatMap(({ claims }) => (claims === null ? [] : [claims.clock.half, claims.clock.quarter])),
);

const isTimeBeside = patternOf(
  languages.flatMap(({ claims, times }) => (claims === null ? [] : [times.before, times.after, times.until])),
);
