// The time that a query asks about, by the calendar or by an event, and whether it asks for anything beside that time.
import { languages } from '../../language/languages.ts';
import { escaped, patternOf } from '../../language/words.ts';
import { type DayRange, dayIn, findTime, writtenDay } from '../query/dates.ts';
import type { Spelling } from '../query/spellings.ts';
import { contentTermsOf, termsOf } from '../text/terms.ts';
import { slotsNaming } from './days-named.ts';
import { daysByEvent, eventIn } from './event-anchor.ts';
import type { SearchParts, TimeWords } from './query.ts';
import { isPhrase } from './term-lookup.ts';

export interface AskedTime extends TimeWords {
  days: DayRange;
  /** The query without what is said of the time, where that means another time in the notes than in the query; else all of it. */
  words: string;
}

/** Words of questions about anything in a time; they name no subject. */
const wordsForAnything = (isUnspaced: boolean): string[] =>
  languages.flatMap(({ questions, unspaced = false }) =>
    unspaced === isUnspaced ? (questions.anything?.split(/\s+/).filter(Boolean) ?? []) : [],
  );
const ofAnything = new Set(wordsForAnything(false).flatMap(termsOf));
/** Where words are not written apart, the longest are looked for first, and what is left between them is the subject. */
const unspacedForAnything = new RegExp(
  wordsForAnything(true)
    .map(escaped)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);
/** Small talk such as "how are you today?" asks for no notes. */
const smallTalk = patternOf(languages.flatMap(({ questions }) => questions.smallTalk ?? []));
const isOfAnything = (text: string): boolean =>
  !smallTalk.test(text) && contentTermsOf(text.replace(unspacedForAnything, ' ')).every((term) => ofAnything.has(term));

/** Null where the query names no time. For {@link rank}: in steps. */
export function* askedTime(
  query: string,
  { now, timezone }: { now: Date; timezone: string },
  parts: SearchParts,
): Generator<void, AskedTime | null> {
  const time = yield* findTime(query, now, timezone);
  if (time) {
    const { rest, relative, words, otherwise } = time;
    const said = { days: time.days, naming: slotsNaming(time.days, parts, { timezone, isComing: time.isComing }) };
    // "Early April", asked in November, is the one of which the notes know.
    const isOther = otherwise !== undefined && said.naming.size === 0 && !isWrittenIn(said.days, parts);
    const { days, naming } = isOther
      ? { days: otherwise.days, naming: slotsNaming(otherwise.days, parts, { timezone, isComing: otherwise.isComing }) }
      : said;
    const onlyTime = isOfAnything(rest);
    return {
      days,
      naming,
      words: relative && !onlyTime && !isSaid(words, parts) ? rest : query,
      rest,
      isAhead: days.to >= dayIn(now, timezone) || otherwise?.isComing === true,
      only: onlyTime ? (relative ? 'then' : 'then or so named') : null,
      spellings: relative || days.from !== days.to ? [] : [spellingOf(query, days.from)],
    };
  }
  const told = eventIn(query);
  const days = told && (yield* daysByEvent(told, dayIn(now, timezone), parts));
  if (!told || !days) return null;
  const onlyTime = isOfAnything(query.replace(told.text, ' '));
  // The lines of the day itself tell what happened then; asked for are the others.
  return {
    days: onlyTime && days.sharp === 'from' ? { ...days, from: days.from + 1 } : days,
    naming: new Map(),
    words: query,
    rest: query,
    isAhead: false,
    only: onlyTime ? 'then or so named' : null,
    spellings: [],
  };
}

function isWrittenIn({ from, to }: DayRange, { lines }: SearchParts): boolean {
  const { day, id } = lines.columns;
  for (let slot = 0; slot < lines.top; slot += 1) {
    const written = day[slot] as number;
    if (written >= from && written <= to && (id[slot] as number) >= 0) return true;
  }
  return false;
}

/** "One year ago" is asked for as it stands where a note says so: what somebody did a year before they wrote of it. */
function isSaid(words: string, parts: SearchParts): boolean {
  const said = termsOf(words);
  return said.length >= wordsOfSaid && isPhrase(said, parts);
}
/** "Last week" and "yesterday" stand in many notes, where each means another week and another day. */
const wordsOfSaid = 3;

function spellingOf(query: string, day: number): Spelling {
  const forms = writtenDay(day).map(termsOf);
  const all = new Set(forms.flat());
  return { terms: termsOf(query).filter((term) => all.has(term)), forms };
}
