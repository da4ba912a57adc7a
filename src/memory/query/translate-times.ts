// Times that are told in another language than English, in English words: "letzte Woche", "vor zwei Monaten", "el martes que viene",
// "вчера". What each language says is in its own file; here it is only put together. Pure.
import { chinese } from '../../language/chinese.ts';
import { english } from '../../language/english.ts';
import type { Language } from '../../language/language.ts';
import { languages, languagesIn } from '../../language/languages.ts';
import { alternatives, escaped, wholeWords, wordCharacter } from '../../language/words.ts';

/** The English of each table's entries, and a group of patterns that matches any of them. */
interface Slot {
  group: string;
  englishOf: (word: string) => string;
}

const slotOf = (entries: readonly (readonly [said: string, english: string])[]): Slot => {
  const patterns = entries.map(([said, meant]) => [new RegExp(`^(?:${said})$`, 'iu'), meant] as const);
  return {
    group: `(${entries.map(([said]) => said).join('|') || '(?!)'})`,
    englishOf: (word) => patterns.find(([pattern]) => pattern.test(word))?.[1] ?? word,
  };
};

const firstForm = (forms: string | undefined): string => (forms ?? '').split(' ')[0] ?? '';
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function slotsOf({ times, weekdays, months }: Language): Readonly<Record<string, Slot>> {
  return {
    weekday: slotOf(weekdays.map((forms, i) => [alternatives(forms), capitalised(firstForm(english.weekdays[i]))])),
    month: slotOf(months.map((forms, i) => [alternatives(forms), capitalised(firstForm(english.months[i]))])),
    unit: slotOf(Object.entries(times.units).map(([name, said]) => [said, name])),
    season: slotOf(Object.entries(times.seasons).map(([name, said]) => [said, name])),
    feast: slotOf(Object.entries(times.feasts).map(([name, said]) => [said, name])),
    count: slotOf([...times.counts.map((said, i): [string, string] => [said, String(i + 1)]), ['\\d{1,3}', '']]),
    ordinal: slotOf(times.ordinals.map((said, i) => [said, english.times.ordinals[i] ?? ''])),
    number: { group: '(0?[1-9]|[12]\\d|3[01])', englishOf: (word) => word },
    week: { group: '([1-5]?\\d)', englishOf: (word) => word },
    year: { group: '((?:19|20)\\d{2})(?!\\d)', englishOf: (word) => word },
  };
}

/** Stands in the text for a time that was translated, so that no later phrase is found in it. Of the private use area. */
const [firstMark, maxMarks] = [0xe000, 256];
const mark = '[\ue000-\ue0ff]';

/** @param isTime what it becomes is a time, not a word that leads over to one */
type Replace = readonly [pattern: RegExp, isTime: boolean, english: (groups: readonly string[]) => string];

interface Translator {
  language: Language;
  /** A text without a match of this tells no time in the language. */
  mayTell: RegExp;
  replacements: readonly Replace[];
}

function translatorOf(language: Language): Translator {
  const { times, unspaced } = language;
  const slots = slotsOf(language);
  const whole = (pattern: string): RegExp => new RegExp(unspaced ? pattern : wholeWords(pattern), 'giu');
  const lead = times.lead ? `(?:(?:${times.lead})\\s+)*` : '';
  const phrases = times.phrases.map(([said, meant]): Replace => {
    const kinds: string[] = [];
    const pattern = said.replace(/\{([a-z]{4,})\}/g, (_, kind: string) => {
      kinds.push(kind);
      return slots[kind]?.group ?? '';
    });
    // "16 November 2023" is no "in November 2023": a month behind the number of a day belongs to it.
    const alone = !unspaced && said.startsWith('{month}') ? '(?<!\\d\\.? )' : '';
    return [whole(alone + lead + pattern), true, (groups) => fill(meant, kinds, groups, slots)];
  });
  const led = (words: string, meant: string): Replace[] =>
    words === ''
      ? []
      : [
          [
            new RegExp(`(?<!${wordCharacter})(?:${words})\\s*(?=${mark}|(?:19|20)\\d{2}(?!\\d))`, 'giu'),
            false,
            () => meant,
          ],
        ];
  const ranges = times.ranges.map(([first, second]): Replace => [
    new RegExp(`(?<!${wordCharacter})(?:${first})\\s*(${mark})\\s*(?:${second})\\s*(?=${mark})`, 'giu'),
    false,
    ([from = '']) => `between ${from} and`,
  ]);
  const bounds = [times.before, times.after, times.since, times.until].flatMap((words) =>
    words === '' ? [] : [`(?:${words})\\s+(?:19|20)\\d{2}`],
  );
  return {
    language,
    mayTell: mayTellPattern(language, slots, bounds),
    replacements: [
      ...phrases,
      ...ranges,
      ...led(times.before, 'before'),
      ...led(times.after, 'after'),
      ...led(times.since, 'since'),
      ...led(times.until, 'until'),
    ],
  };
}

/** A weekday or month of so few letters is part of other words: "mo" of "model", "mai" of "mailed". */
const shortForm = 3;

/**
 * Told too often, a language costs each search its patterns and the program some MB of them: what begins a phrase begins a word, and a
 * short form stands alone. Longer words may be parts of others ("Augustwoche").
 */
function mayTellPattern(
  { times, weekdays, months, unspaced }: Language,
  slots: ReturnType<typeof slotsOf>,
  bounds: readonly string[],
): RegExp {
  const names = [...weekdays, ...months].flatMap((forms) => forms.split(' '));
  const standsAlone = (word: string): boolean => !unspaced && word.length <= shortForm;
  const parts = [
    ...names.filter((name) => !standsAlone(name)).map(escaped),
    ...['unit', 'season', 'feast'].map((kind) => slots[kind]?.group.slice(1, -1)),
  ];
  const beginnings = [dayWords(times.phrases), ...(times.alsoTell ? [times.alsoTell] : []), ...bounds].join('|');
  const short = names.filter(standsAlone).map(escaped);
  const beginning = unspaced ? beginnings : `(?<!${wordCharacter})(?:${beginnings})`;
  return new RegExp([...parts, beginning, ...(short.length > 0 ? [wholeWords(short.join('|'))] : [])].join('|'), 'iu');
}

/** The phrases that are made of words alone. */
const dayWords = (phrases: Language['times']['phrases']): string =>
  phrases.flatMap(([said]) => (said.includes('{') ? [] : [said])).join('|') || '(?!)';

function fill(
  meant: string,
  kinds: readonly string[],
  groups: readonly string[],
  slots: Readonly<Record<string, Slot>>,
): string {
  const left = kinds.map((kind, i) => ({ kind, word: groups[i] ?? '' }));
  return meant.replace(/\{([a-z]{4,})\}/g, (_, kind: string) => {
    const at = left.findIndex((one) => one.kind === kind);
    const [taken] = at < 0 ? [] : left.splice(at, 1);
    return taken ? slots[kind]?.englishOf(taken.word) || taken.word : '';
  });
}

/** Chinese is never written with these, and has words that are parts of Japanese ones. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const others = languages.filter((language) => language !== english);
const translators = new Map<Language, Translator>();

/** Made when it is first needed: making those of all languages takes longer than all else that a short command does. */
function translatorFor(language: Language): Translator {
  const made = translators.get(language) ?? translatorOf(language);
  translators.set(language, made);
  return made;
}

/** The languages other than English in which the text may tell a time. */
function languagesOfTimes(text: string): Language[] {
  const spoken = languagesIn(text);
  // An English text may have a Spanish time in it, but then it has other Spanish words too.
  const isEnglish = spoken.has(english);
  const isJapanese = kana.test(text);
  return others.filter((language) => !(isEnglish && !spoken.has(language)) && !(isJapanese && language === chinese));
}

/**
 * Makes, in steps of some ms, what {@link withEnglishTimes} would make at once: the first text in no language that is known
 * needs the patterns of all languages, which the engine compiles for 40 ms.
 */
export function* prepareTimesOf(text: string): Generator<void> {
  for (const language of languagesOfTimes(text)) {
    if (translators.has(language)) continue;
    translatorFor(language).mayTell.test(text);
    yield;
  }
}

/** A text with the times in it as English says them; everything else as it was. */
export function withEnglishTimes(text: string): string {
  const times: string[] = [];
  let said = text;
  for (const language of languagesOfTimes(text)) {
    const { mayTell, replacements } = translatorFor(language);
    if (!mayTell.test(said)) continue;
    for (const [pattern, isTime, english] of replacements)
      said = said.replace(pattern, (...found) => {
        const meant = english(groupsOf(found));
        return ` ${isTime && times.length < maxMarks ? String.fromCharCode(firstMark + times.push(meant) - 1) : meant} `;
      });
  }
  if (said === text) return text;
  return said
    .replace(new RegExp(mark, 'g'), (one) => times[one.charCodeAt(0) - firstMark] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The groups among the arguments that `replace` gives to its callback. */
const groupsOf = (found: readonly unknown[]): string[] =>
  found.slice(1, -2).map((group) => (typeof group === 'string' ? group : ''));
