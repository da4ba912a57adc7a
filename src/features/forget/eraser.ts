// Takes words out of texts and lines out of notes: what stands there word for word, and lines that say the same again in
// nearly the same words. Pure; knows no place where texts lie.
import type { Eraser } from '../../assistant/feature.ts';
import { mapJsonStrings } from '../../base/json-walk.ts';
import { escaped, wordCharacter } from '../../language/words.ts';
import { fromRaw, joinRaw, parseRaw, rawBytes, splitRaw } from '../../memory/write/raw-note.ts';
import { contentWords, namingWords, saysAgain } from '../../memory/write/words.ts';
import { type NoteUnit, unitsOf } from './units.ts';

const forgottenMark = '[forgotten]';

/** Fewer words say too little to know a statement by. */
const minWords = 3;
const sentence = /[^.!?]*[.!?]+\s*|[^.!?]+/g;

/**
 * @param phrases what must not stand anywhere any more, in any case and spacing
 * @param lines whole statements; besides, sentences with nearly all of the words of one say it again
 */
export function createEraser({ phrases, lines }: { phrases: readonly string[]; lines: readonly string[] }): Eraser {
  const patterns = [...new Set([...phrases, ...lines])]
    .filter((phrase) => phrase.trim() !== '')
    .toSorted((a, b) => b.length - a.length)
    .map(phrasePattern);
  const statements = [...new Set(lines)]
    .map((line) => ({
      words: contentWords(line),
      naming: namingWords(line),
      sentences: line.match(sentence)?.length ?? 1,
    }))
    .filter(({ words }) => words.size >= minWords);

  function erase(text: string): string {
    const left = patterns.reduce((before, pattern) => before.replace(pattern, forgottenMark), text);
    return statements.length === 0 ? left : left.replace(/[^\n]+/g, eraseSentences);
  }

  /**
   * Takes out the sentences that say a statement again: as many beside each other, at the most, as it has itself. What only the whole line
   * has the words of, in sentences about several things, is not said there.
   */
  function eraseSentences(line: string): string {
    const sentences = line.match(sentence) ?? [];
    const words = sentences.map(contentWords);
    const gone = new Set<number>();
    for (const { sentences: most, ...statement } of statements)
      for (let count = 1; count <= most; count += 1)
        for (let at = 0; at + count <= sentences.length; at += 1) {
          const together = range(at, at + count - 1);
          if (together.some((one) => gone.has(one))) continue;
          if (saysAgain(statement, new Set(together.flatMap((one) => [...(words[one] ?? [])]))))
            for (const one of together) gone.add(one);
        }
    if (gone.size === 0) return line;
    return sentences
      .flatMap((one, at) => (!gone.has(at) ? [one] : gone.has(at - 1) ? [] : [`${forgottenMark} `]))
      .join('')
      .trimEnd();
  }

  function text(given: string): string {
    const composed = given.normalize('NFC');
    // A result that was wrapped, or arguments as a model wrote them: the escapes of JSON hide words.
    const left = (/^\s*[[{]/.test(composed) ? mapJsonStrings(composed, text) : null) ?? erase(composed);
    return left === composed ? given : left;
  }

  const matches = (given: string): boolean => text(given) !== given;
  return { matches, text, note: (bytes) => withoutUnits(bytes, (unit) => matches(unit.whole)) };
}

/** The note without the units that are chosen; one without a final line ending stays without. */
export function withoutUnits(bytes: Buffer, isChosen: (unit: NoteUnit) => boolean): Buffer {
  const note = parseRaw(bytes);
  const lines = splitRaw(note.raw);
  const gone = new Set(
    unitsOf(lines.map((line) => fromRaw(line.raw, note)))
      .filter(isChosen)
      .flatMap(({ startLine, endLine }) => range(startLine, endLine)),
  );
  if (gone.size === 0) return bytes;
  const left = lines.filter((_, index) => !gone.has(index + 1));
  const last = left.at(-1);
  if (last && lines.at(-1)?.end === '') left[left.length - 1] = { ...last, end: '' };
  return rawBytes({ ...note, raw: joinRaw(left) });
}

/** Matches upper and lower case, any spacing, and whole words where the script has words. */
function phrasePattern(phrase: string): RegExp {
  const words = phrase.trim().normalize('NFC').split(/\s+/);
  // In capitals, and in Switzerland, ß is written as two letters.
  const body = words.map((word) => escaped(word).replaceAll(/ß|ss/giu, '(?:ß|ss)')).join('\\s+');
  const before = isSpaced(words[0]?.[0]) ? `(?<!${wordCharacter})` : '';
  const after = isSpaced(words.at(-1)?.at(-1)) ? `(?!${wordCharacter})` : '';
  return new RegExp(`${before}${body}${after}`, 'giu');
}

/** A letter or digit of a writing that puts spaces between words. */
const isSpaced = (character = ''): boolean =>
  /[\p{L}\p{N}]/u.test(character) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character);

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
