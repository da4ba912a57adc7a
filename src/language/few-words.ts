// Languages of which search knows little more than the days: how they say yesterday, last week, and so on.
import type { Language, TimeWords } from './language.ts';

const noTimes: TimeWords = {
  units: {},
  seasons: {},
  feasts: {},
  counts: [],
  ordinals: [],
  before: '',
  after: '',
  since: '',
  until: '',
  ranges: [],
  phrases: [],
};

/** A language with these tables, and empty ones for the rest. */
export function fewWords(
  name: string,
  known: Partial<Omit<Language, 'times'>> & { times: Partial<TimeWords> },
): Language {
  const tables = {
    marks: [],
    stopWords: [],
    whoIs: [],
    relations: [],
    asksAssistant: [],
    kinds: {},
    weekdays: [],
    months: [],
    questions: {},
    numbers: null,
    claims: null,
  };
  return { ...tables, ...known, name, times: { ...noTimes, ...known.times } };
}
