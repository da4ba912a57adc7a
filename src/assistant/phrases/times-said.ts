// Whether words say a time and nothing else, or point at a text in hand besides: "tomorrow at 9", "of this on Monday". In the words of one
// language: "march" is a month and "remind me to march" is none. Pure.
import { languageNamed } from '../../language/languages.ts';
import { type Understood, smallWords, understood } from './understood.ts';

interface TimeWords {
  /** Days, months, times of the day. */
  times: ReadonlySet<string>;
  /** "Minute": a time only beside `asides`, as in "in one minute". */
  units: ReadonlySet<string>;
  asides: ReadonlySet<string>;
  /** What may stand beside them: "on", "the". */
  links: ReadonlySet<string>;
  counts: ReadonlySet<string>;
  /** "This", and the words before it: "of". */
  pointers: ReadonlySet<string>;
  of: ReadonlySet<string>;
}

const wordsOf = (patterns: readonly string[]): string[] => patterns.flatMap((one) => one.split(/[|\s]/));

const tables: readonly TimeWords[] = understood.map(({ name, times, timeLinks, asks, offers, instead }: Understood) => {
  const language = languageNamed(name);
  const units = new Set(timeLinks.units);
  return {
    times: new Set(
      [...times, ...wordsOf([...(language?.months ?? []), ...(language?.weekdays ?? [])])].filter(
        // "Di" is Tuesday in German, and a little word elsewhere.
        (word) => !units.has(word) && (times.includes(word) || !smallWords.has(word)),
      ),
    ),
    units,
    asides: new Set(timeLinks.asides),
    links: new Set(
      [...timeLinks.beside, ...timeLinks.asides, ...asks.polite, ...instead].filter(
        (word) => !offers.several.includes(word) || timeLinks.beside.includes(word),
      ),
    ),
    counts: new Set(wordsOf([...(language?.times.counts ?? []), ...(language?.times.ordinals ?? [])])),
    pointers: new Set([...asks.these, ...asks.it]),
    of: new Set(timeLinks.of),
  };
});

const token = /[\p{L}\p{M}'’]+|\d+(?:[:.h]\d\d)?(?:am|pm|h|uhr)?(?!\p{L})|\d+/gu;
const isNumber = (word: string): boolean => /^\d/.test(word);

/** A number is of a time where it is written as an hour, or beside a word for times: "4711" alone is none. */
function isTimeNumber(words: readonly string[], at: number, { times, units, links }: TimeWords): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  return /[:.\p{L}]/u.test(word) || links.has(before) || times.has(before) || times.has(next) || units.has(next);
}

function hasTime(words: readonly string[], table: TimeWords): boolean {
  const { times, units, asides } = table;
  return words.some(
    (word, at) =>
      times.has(word) ||
      (isNumber(word) && isTimeNumber(words, at, table)) ||
      (units.has(word) && words.some((one) => asides.has(one))),
  );
}

const wordsIn = (text: string): string[] => text.toLowerCase().replaceAll('’', "'").match(token) ?? [];

const beside = new Set(understood.flatMap(({ timeLinks }) => timeLinks.beside));
/** "On", in any of the languages. */
export const standsByTime = (word: string): boolean => beside.has(word.toLowerCase());

/** Whether words name a time, also beside others. */
export function namesTime(text: string): boolean {
  const words = wordsIn(text);
  return tables.some((table) => hasTime(words, table));
}

/** Whether words say when, and nothing else: "the day before", "sunday at 11 rather". */
export const saysOnlyTime = (text: string): boolean => saysNothingBeside(text, { isTimeNeeded: true });

/** Whether words name nothing but a text in hand and perhaps a time: "of this tomorrow", "on Friday", and nothing at all. */
export const pointsOnly = (text: string): boolean => saysNothingBeside(text, { isTimeNeeded: false });

function saysNothingBeside(text: string, { isTimeNeeded }: { isTimeNeeded: boolean }): boolean {
  const words = wordsIn(text);
  return tables.some((table) => {
    const { times, units, links, counts, pointers, of } = table;
    const isKnown = (word: string, at: number): boolean => {
      if (isNumber(word)) return isTimeNumber(words, at, table);
      if (of.has(word) && !links.has(word)) return !isTimeNeeded && pointers.has(words[at + 1] ?? '');
      if (pointers.has(word) && !links.has(word)) return !isTimeNeeded;
      return times.has(word) || units.has(word) || links.has(word) || counts.has(word);
    };
    return words.every(isKnown) && (!isTimeNeeded || hasTime(words, table));
  });
}
