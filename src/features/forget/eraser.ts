// Takes words out of texts and lines out of notes: what stands there word for word, and lines that say the same again in
// nearly the same words. Pure; knows no place where texts lie.
import { range } from '../../base/lists.ts';
import type { Eraser } from '../../assistant/feature.ts';
import { mapJsonStrings } from '../../base/text/json-walk.ts';
import { escaped, wordCharacter } from '../../language/words.ts';
import { joinRaw, parseRaw, rawBytes, splitRaw } from '../../memory/write/raw-note.ts';
import { contentWords, namingWords, type Said, saysAgain } from '../../memory/write/words.ts';
import { linesOf, parseNote } from '../../memory/text/note.ts';
import { withoutOwnComments } from '../../memory/write/long-term.ts';
import { apart, plainReading, type Span } from './reading.ts';
import { unitsHolding } from './units.ts';

export const forgottenMark = '[forgotten]';

/** Fewer words say too little to know a statement by. */
const minWords = 3;
const sentence = /[^.!?]*[.!?]+\s*|[^.!?]+/g;

/** An eraser that also says where in a text something to be forgotten stands, in order and apart. */
export interface Finder extends Eraser {
  find(text: string): Span[];
}

/**
 * @param phrases what must not stand anywhere any more, in any case, spacing and formatting
 * @param lines whole statements; besides, sentences with nearly all of the words of one say it again
 */
export function createEraser({ phrases, lines }: { phrases: readonly string[]; lines: readonly string[] }): Finder {
  const wanted = [...new Set([...phrases, ...lines])].filter((phrase) => phrase.trim() !== '');
  const asWritten = patternsOf(wanted);
  const asRead = patternsOf(wanted.map((phrase) => plainReading(phrase).text));
  const onlyAsRead = asRead.filter(({ source }) => !asWritten.some((pattern) => pattern.source === source));
  const statements = [...new Set(lines)]
    .map((line) => ({
      words: contentWords(line),
      naming: namingWords(line),
      sentences: line.match(sentence)?.length ?? 1,
    }))
    .filter(({ words }) => words.size >= minWords);

  function find(given: string): Span[] {
    const text = withoutOwnComments(given);
    const spans = asWritten.flatMap((pattern) => spansOf(pattern, text));
    const reading = plainReading(text);
    for (const pattern of reading.text === text ? onlyAsRead : asRead)
      for (const { start, end } of spansOf(pattern, reading.text))
        spans.push({ start: reading.starts[start] ?? 0, end: reading.ends[end - 1] ?? 0 });
    const found = joined(spans);
    if (statements.length === 0) return found;
    const others = replaced(text, found, (length) => apart.repeat(length));
    return joined([...found, ...saidAgain(others, statements)]);
  }

  function text(given: string): string {
    const composed = given.normalize('NFC');
    // A result that was wrapped, or arguments as a model wrote them: the escapes of JSON hide words.
    const inJson = /^\s*[[{]/.test(composed) ? mapJsonStrings(composed, text) : null;
    const left = inJson ?? replaced(composed, find(composed), () => forgottenMark);
    return left === composed ? given : left;
  }

  return {
    find,
    matches: (given) => text(given) !== given,
    text,
    note(bytes) {
      const lines = linesOf(parseNote(bytes).text).map((line) => line.normalize('NFC'));
      return withoutLines(
        bytes,
        unitsHolding(lines, find).map(({ unit }) => unit),
      );
    },
  };
}

interface Statement extends Said {
  /** How many it has itself. */
  sentences: number;
}

/** The sentences of each line that say a statement again, in other words. */
const saidAgain = (text: string, statements: readonly Statement[]): Span[] =>
  [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    sentencesAgain(line, statements).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );

/**
 * Finds the sentences that say a statement again: as many beside each other, at the most, as it has itself. What only the whole line
 * has the words of, in sentences about several things, is not said there.
 */
function sentencesAgain(line: string, statements: readonly Statement[]): Span[] {
  const sentences = [...line.matchAll(sentence)];
  const words = sentences.map(([text]) => contentWords(text));
  const gone = new Set<number>();
  for (const { sentences: most, ...statement } of statements)
    for (let count = 1; count <= most; count += 1)
      for (let at = 0; at + count <= sentences.length; at += 1) {
        const together = range(at, at + count - 1);
        if (together.some((one) => gone.has(one))) continue;
        if (saysAgain(statement, new Set(together.flatMap((one) => [...(words[one] ?? [])]))))
          for (const one of together) gone.add(one);
      }
  return sentences.flatMap(({ 0: text, index }, at) => {
    if (!gone.has(at)) return [];
    // Sentences beside each other are one place.
    const end = index + (gone.has(at + 1) ? text : text.trimEnd()).length;
    return [{ start: index, end }];
  });
}

/** The note without some of its lines; one without a final line ending stays without. */
export function withoutLines(
  bytes: Buffer,
  places: readonly Readonly<Record<'startLine' | 'endLine', number>>[],
): Buffer {
  if (places.length === 0) return bytes;
  const gone = new Set(places.flatMap(({ startLine, endLine }) => range(startLine, endLine)));
  const note = parseRaw(bytes);
  const lines = splitRaw(note.raw);
  const left = lines.filter((_, index) => !gone.has(index + 1));
  const last = left.at(-1);
  if (last && lines.at(-1)?.end === '') left[left.length - 1] = { ...last, end: '' };
  return rawBytes({ ...note, raw: joinRaw(left) });
}

const spansOf = (pattern: RegExp, text: string): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/** In order; those that overlap or touch are one. */
function joined(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

function replaced(text: string, spans: readonly Span[], by: (length: number) => string): string {
  let left = '';
  let from = 0;
  for (const { start, end } of spans) {
    left += text.slice(from, start) + by(end - start);
    from = end;
  }
  return left + text.slice(from);
}

const patternsOf = (phrases: readonly string[]): RegExp[] =>
  [...new Set(phrases.map((phrase) => phrase.trim().normalize('NFC')))]
    .filter((phrase) => phrase !== '')
    .map(phrasePattern);

/** Matches upper and lower case, any spacing, and whole words where the script has words. */
function phrasePattern(phrase: string): RegExp {
  const words = phrase.split(/\s+/);
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
