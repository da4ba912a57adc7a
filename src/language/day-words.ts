// The words by which a line is seen to tell a day, put together from the tables of the languages.
import type { Language } from './language.ts';
import { escaped, wholeWords, wordCharacter } from './words.ts';

/** Shorter forms ("so", "di", "ma") are other words too: they count before a number, and behind the words that lead to a weekday. */
const minLetters = 3;

/**
 * A pattern that finds a word, a number or a sign by which one of these languages tells days, in a text in small letters. Without
 * regard to case, the engine would take 20 ms to compile it instead of 5.
 */
export function dayWordsOf(languages: readonly Language[]): RegExp {
  const formsOf = ({ weekdays, months, times, unspaced = false }: Language): string[] => [
    ...[...weekdays, ...months].flatMap((forms) => forms.split(' ').map(escaped)),
    ...Object.values(times.feasts),
    ...times.phrases.flatMap(([said]) => {
      const weekday = weekdays.flatMap((forms) => forms.split(' ')).join('|');
      const digits = said.replace(/\{(?:number|week)\}/g, '\\d{1,2}');
      const shown = unspaced ? digits.replaceAll('{weekday}', `(?:${weekday})`) : digits;
      return /\{\p{L}/u.test(shown) ? [] : [shown];
    }),
  ];
  // "The end of the month", "in spring": without a number beside it, such a word alone is a part of too many others where none are apart.
  const stretchesOf = ({ unspaced, times: { units, seasons, counts } }: Language): string[] => {
    const stretches = [...Object.values(units), ...Object.values(seasons)];
    if (!unspaced || stretches.length === 0) return stretches;
    return [`(?:\\d|${counts.join('|')}) ?(?:${stretches.join('|')})`];
  };
  const [spaced, unspaced] = [false, true].map((kind) =>
    languages
      .filter((language) => (language.unspaced ?? false) === kind)
      .flatMap((one) => [...formsOf(one), ...stretchesOf(one)]),
  ) as [string[], string[]];
  const long = spaced.filter((form) => form.length >= minLetters);
  const short = spaced.filter((form) => form.length < minLetters);
  const led = languages.flatMap(({ weekdays, times: { beforeShortDays } }) => {
    const days = weekdays.flatMap((forms) => forms.split(' ').filter((form) => form.length < minLetters));
    return beforeShortDays && days.length > 0 ? [`(?:${beforeShortDays}) (?:${days.join('|')})`] : [];
  });
  return new RegExp(
    [
      `\\d{1,2}[./]\\d{1,2}|\\d{4}-\\d{2}-\\d{2}|\\d(?:st|nd|rd|th)(?!${wordCharacter})`,
      wholeWords(`${long.join('|')}|today|tonight|tomorrow|yesterday|fortnight|ago|q[1-4]|h[12]|eom|eoy`),
      `(?<!${wordCharacter})(?:${short.join('|')})\\.? ?\\d`,
      ...led.map(wholeWords),
      unspaced.filter((form) => [...form].length > 1).join('|'),
    ].join('|'),
    'u',
  );
}
