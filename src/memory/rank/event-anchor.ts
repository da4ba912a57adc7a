// Finds the days of a time that is told by an event, such as "before the move" or "since my operation", from the notes about that
// event. It reads English words only; in another language the query is answered as if it named no time.
import { undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { contentTermsOf, parseQuery } from '../text/terms.ts';
import { maxEventApartDays } from '../weights.ts';
import type { Hit } from './hit.ts';
import type { SearchParts } from './query.ts';
import { rank } from './ranker.ts';

/** How a query tells a time by what happened, in its own words. */
export interface EventMention {
  side: 'before' | 'after';
  event: string;
  /** All of it. */
  text: string;
}

/** Not where it belongs to its verb, as in "who looks after the cat". */
const mention =
  /(?<!\b(?:look|nam|ask|tak|took|run|chas)\p{L}*\s)\b(before|until|till|after|since)\s+((?:(?:the|my|our|his|her|their|I|we|he|she|they)\s|\p{Lu}\p{L}+(?:['’]s)?\s)[^,.;:?!\n]{2,80})/u;
const sides: Readonly<Record<string, EventMention['side']>> = {
  before: 'before',
  until: 'before',
  till: 'before',
  after: 'after',
  since: 'after',
};

/** The event by which a query tells its time, or null. */
export function eventIn(query: string): EventMention | null {
  const [text = '', word = '', event = ''] = mention.exec(query) ?? [];
  const side = sides[word];
  return side ? { side, event, text } : null;
}

const yearDays = 365;

/**
 * The days of the query's event by the lines that have all of its words that any line has, and the days that the query means. Null where no dated line
 * has them. For {@link rank}: in steps.
 * @param today days since 1970-01-01
 */
export function* daysByEvent(told: EventMention, today: number, parts: SearchParts): Generator<void, DayRange | null> {
  const known = knownWords(told.event, parts);
  const hits = yield* rank({ text: known, embedding: null, only: null, about: null }, parts);
  const day = dayOfEvent(hits, parseQuery(known).terms, parts);
  if (day === null) return null;
  if (told.side === 'before') return { from: day - yearDays, to: day - 1, sharp: 'to' };
  // The day itself belongs to "after" too: what came of an event is told with it.
  return { from: day, to: Math.max(day, today), sharp: 'from' };
}

/** "The Tokyo trip" may be told of without a word for "trip"; a name stays, because the wedding of this very person is meant. */
function knownWords(event: string, { store }: SearchParts): string {
  const isKnown = (word: string): boolean => contentTermsOf(word).some((term) => store.termId(term) !== undefined);
  const words = event.split(/\s+/);
  const known = words.filter((word) => /^\p{Lu}/u.test(word) || isKnown(word));
  return known.some(isKnown) ? known.join(' ') : event;
}

/** Looks for the stretches of time in which lines have all the words. @returns the first day of the stretch with most of them; of equal ones the latest */
function dayOfEvent(hits: readonly Hit[], terms: readonly string[], { lines }: SearchParts): number | null {
  if (terms.length === 0) return null;
  const days = hits
    .filter(({ coverage }) => coverage > 0.999)
    .map(({ slot }) => lines.columns.day[slot] ?? undated)
    .filter((day) => day !== undated)
    .sort((a, b) => a - b);
  let best: { first: number; lines: number } | null = null;
  let stretch = { first: 0, last: -Infinity, lines: 0 };
  for (const day of days) {
    stretch =
      day - stretch.last > maxEventApartDays
        ? { first: day, last: day, lines: 1 }
        : { first: stretch.first, last: day, lines: stretch.lines + 1 };
    if (!best || stretch.lines >= best.lines) best = { first: stretch.first, lines: stretch.lines };
  }
  return best?.first ?? null;
}
