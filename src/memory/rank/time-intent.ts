// What time a query asks about, by the calendar or by what happened, and whether it asks for anything else than what was then.
import { type DayRange, dayIn, timeIn, writtenDay } from '../query/dates.ts';
import type { Spelling } from '../query/spellings.ts';
import { contentTermsOf, termsOf } from '../text/terms.ts';
import { daysByEvent, eventIn } from './event-anchor.ts';
import type { SearchParts, TimeWords } from './ranker.ts';

export interface AskedTime extends TimeWords {
  days: DayRange;
  /** The query without what is said of the time, where notes mean another time by the same words; else all of it. */
  words: string;
}

/** What one asks with for what was: these say nothing of it. */
const ofAnything = new Set(
  termsOf(
    `happen happened happening go going went goes anything something everything things thing stuff events event notes note noted wrote write written
    plan plans planned planning coming scheduled calendar agenda tengo hay qué algo ai-je quoi есть что меня у
    list show summary summarize summarise recap remember recall know see find done make made take place get got else new news up say said saw
    was wer wo habe hab haben hatte hatten ich wir war waren ist sind los passiert passierte geschehen geschah gemacht machte getan tat alles etwas notiert notizen
    am im in an der die das den dem zeig mir zeige liste und denn so`,
  ),
);
/** "How are you today?" asks for no notes. */
const smallTalk = /\b(?:are you|how['’]?s it|wie geht|bist du)\b/i;
const isOfAnything = (text: string): boolean =>
  !smallTalk.test(text) && contentTermsOf(text).every((term) => ofAnything.has(term));

/** Null where the query names no time. For {@link rank}: in steps. */
export function* askedTime(
  query: string,
  { now, timezone }: { now: Date; timezone: string },
  parts: SearchParts,
): Generator<void, AskedTime | null> {
  const time = timeIn(query, now, timezone);
  if (time) {
    const { days, rest, relative } = time;
    const onlyTime = isOfAnything(rest);
    return {
      days,
      words: relative && !onlyTime ? rest : query,
      only: onlyTime ? (relative ? 'then' : 'then or so named') : null,
      spellings: relative || days.from !== days.to ? [] : [spellingOf(query, days.from)],
    };
  }
  const told = eventIn(query);
  const days = told && (yield* daysByEvent(told, dayIn(now, timezone), parts));
  if (!told || !days) return null;
  const onlyTime = isOfAnything(query.replace(told.text, ' '));
  // Of that day itself is what happened then, and asked for is the rest.
  return {
    days: onlyTime && days.sharp === 'from' ? { ...days, from: days.from + 1 } : days,
    words: query,
    only: onlyTime ? 'then or so named' : null,
    spellings: [],
  };
}

function spellingOf(query: string, day: number): Spelling {
  const forms = writtenDay(day).map(termsOf);
  const all = new Set(forms.flat());
  return { terms: termsOf(query).filter((term) => all.has(term)), forms };
}
