// Whether a text holds a known value in any writing: "4-7-1-1" and "four seven one one" are 4711, "sunny day 42" is Sunny-Day-42. Pure.
import { numberOf } from '../../language/number-words.ts';
import { digitOf } from './credential-values.ts';

interface Run {
  /** Letters, or digits; words for a number are digits. */
  text: string;
  isDigits: boolean;
}

const run = /\p{L}[\p{L}\p{M}]*|\p{Nd}+/gu;

const runsOf = (text: string): Run[] =>
  (text.normalize('NFKC').toLowerCase().match(run) ?? []).map((word) => {
    const digits = /^\d/.test(word) ? word : (digitOf(word) ?? numberOf(word)?.toString());
    return { text: digits ?? word, isDigits: digits !== undefined };
  });

/** "25.12.", "16:30", "2026-11-28": their digits are no code, though they may be the same. */
const dayOrTime =
  /(?<![\d.:/-])(?:(?:[0-2]?\d|3[01])[.:/][0-5]?\d(?:[./](?:19|20)\d\d)?\.?|\d{4}-[01]\d-[0-3]\d)(?![\d:/-]|\.\d)/g;

/** @returns whether a text holds a value, told by its letters and digits, as whole words and numbers */
export function holdsValue(text: string, value: string): boolean {
  const wanted = runsOf(value);
  const letters = wanted.map((one) => one.text).join('');
  const isNumber = wanted.every(({ isDigits }) => isDigits);
  const runs = runsOf(isNumber ? text.replaceAll(dayOrTime, ' , ') : text);
  return letters !== '' && runs.some((_, at) => beginsAt(runs, at, letters, isNumber));
}

/** Between two numbers of a code one word may stand: "38, then 12, then 25". */
function beginsAt(runs: readonly Run[], first: number, letters: string, isNumber: boolean): boolean {
  let said = '';
  let isBetween = false;
  for (const { text, isDigits } of runs.slice(first)) {
    if (isNumber && !isDigits) {
      if (said === '' || isBetween) return false;
      isBetween = true;
      continue;
    }
    isBetween = false;
    said += text;
    if (!letters.startsWith(said)) return false;
    if (said === letters) return true;
  }
  return false;
}
