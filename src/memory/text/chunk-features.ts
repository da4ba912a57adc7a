// From a chunked note to the rows of the index: terms, what the model reads, and the plain facts that ranking uses. Pure.
import { endsStep } from '../../base/concurrency/cooperative.ts';
import { largest } from '../../base/lists.ts';
import { kindFlags } from './answer-type.ts';
import type { Chunk, ChunkedNote } from './chunk.ts';
import { plainText } from './plain-text.ts';
import { listenersOf, withNames } from './resolve-pronouns.ts';
import { dayWordsOf } from '../../language/day-words.ts';
import { languages } from '../../language/languages.ts';
import { latinShareOf, termsOf } from './terms.ts';
import { dateIn, dayOf, dayOfFrontMatter, dayOfPath, withoutDate } from './written-day.ts';

/** What search needs of the words of a chunk. */
export interface ChunkWords {
  /** Share of the text in sentences that ask, 0..1. */
  asking: number;
  /** 1: names a time. 2: marked as superseded. 4: names something. 8: has a number. 16: most of its letters are not Latin. 32: may tell a day. The sum of those. */
  flags: number;
  chars: number;
  terms: readonly string[];
  /** Those of its speaker, where the chunk does not say who speaks. */
  labelTerms: readonly string[];
}

/** A chunk as the index takes it in. */
export interface NewChunk {
  /** Its section in the file, for neighbours and passages. */
  section: number;
  /** Index into the parts that come with it. */
  part: number;
  startLine: number;
  endLine: number;
  fromChar: number | null;
  toChar: number | null;
  /** Words that name what the chunk is about: its speaker, or the note's title and headings. */
  subject: string;
  /** Days since 1970-01-01 of the chunk's own, its heading's or its note's date; null where it has none. */
  day: number | null;
  text: string;
  /** What the model reads for it; empty for what says nothing to it. */
  input: string;
  /** Most of the work on a note: asked for where the chunk is new. */
  read(): ChunkWords;
}

export const namesTime = 1;
export const superseded = 2;
export const notLatin = 16;
export const tellsDay = 32;

/** The most chunks in a part of a section. Sections are scored in parts because a long one is about many things. */
const chunksPerPart = 40;

const stampOnly = /^[\d\s:.,/\-–—]+(?:am|pm|uhr)?$/i;
const timeWords =
  /\b(?:\d{1,2}[:.]\d{2}|(?:19|20)\d{2}|today|tonight|yesterday|tomorrow|ago|last|next|this (?:week|month|year|morning|weekend)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|since|weeks?|months?|years?|weekend)\b/i;
/** In any of the languages, what may tell a day: its reader (query/dates.ts) decides. */
let dayWords: RegExp | undefined;
/** Made for the first line: few commands read any. */
const isOfDay = (text: string): boolean => (dayWords ??= dayWordsOf(languages)).test(text);
/** Struck out in whole, but for a remark in brackets behind it. */
const struckOut = /^[\s>*+-]*~~[^~]+~~[ \t]*(?:\([^()]*\)\s*)?$/;
const supersededMark = /\bsuperseded\b|\((?:until|formerly)\b[^()]*\)/i;

/** A step takes some 3 ms. */
const chunksPerStep = 500;

/** In steps. @param notePath relative to the vault; its name may hold the date and the subject of all its lines */
export function* rowsOf(
  notePath: string,
  note: ChunkedNote,
): Generator<void, { chunks: NewChunk[]; parts: string[][] }> {
  const name = (notePath.split('/').at(-1) ?? '').replace(/\.md$/i, '');
  const topic = topicOf(name);
  const noteDay = dayOfPath(notePath) ?? dayOfFrontMatter(note.frontMatter);
  /** The terms of each part's headings. */
  const parts: string[][] = [];
  const partOf: number[] = [];
  let inPart = 0;
  for (const [i, chunk] of note.chunks.entries()) {
    const fresh = i === 0 || note.chunks[i - 1]?.section !== chunk.section || inPart === chunksPerPart;
    if (fresh) {
      parts.push(termsOf([topic, ...note.names, ...(note.sections[chunk.section]?.headings ?? [])].join(' ')));
      inPart = 0;
    }
    inPart += 1;
    partOf.push(parts.length - 1);
    if (endsStep(i, chunksPerStep)) yield;
  }
  const listeners = listenersOf(note.chunks);
  yield;
  const chunks: NewChunk[] = [];
  let section = -1;
  let above = aboveOf([], topic, noteDay);
  for (const [i, chunk] of note.chunks.entries()) {
    if (endsStep(i, chunksPerStep)) yield;
    if (chunk.section !== section) above = aboveOf(note.sections[chunk.section]?.headings ?? [], topic, noteDay);
    section = chunk.section;
    const subject = chunk.speaker ?? above.subject;
    const listener = listeners[i] ?? null;
    chunks.push({
      section: chunk.section,
      part: partOf[i] ?? 0,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      fromChar: chunk.fromChar ?? null,
      toChar: chunk.toChar ?? null,
      subject,
      day: dayOf(chunk.text.slice(0, 24)) ?? above.day,
      text: chunk.text,
      input: chunk.isOfNote
        ? ''
        : inputOf({ text: chunk.text, speaker: chunk.speaker, listener, subject, above: chunk.above }),
      read: () => wordsIn(chunk),
    });
  }
  return { parts, chunks };
}

function wordsIn({ text, speaker }: Chunk): ChunkWords {
  const plain = plainText(text);
  return {
    asking: askingShare(plain),
    flags:
      (timeWords.test(plain) ? namesTime : 0) +
      (struckOut.test(text) || supersededMark.test(text) ? superseded : 0) +
      (plain !== '' && latinShareOf(plain) <= 0.5 ? notLatin : 0) +
      (isOfDay(plain.toLowerCase()) ? tellsDay : 0) +
      kindFlags(plain),
    chars: plain.length,
    terms: termsOf(text),
    labelTerms: speaker !== null && !text.includes(speaker) ? termsOf(speaker) : [],
  };
}

/**
 * What the embedding model reads of a line: "Speaker: line", or the innermost heading in the speaker's place, or the list items that it
 * stands under. In a conversation
 * of two with names for "I" and "you" (LoCoMo dev lines, recall averaged over 3 to 20 results: 81.6 -> 81.9).
 */
export function inputOf({
  text,
  speaker,
  listener,
  above,
  subject,
}: Pick<Chunk, 'text' | 'speaker' | 'above'> & {
  /** In a conversation of two, the other one. */
  listener: string | null;
  subject: string;
}): string {
  const plain = plainText(text);
  // In somebody's turn that is what the line is of; one that begins with a label of its own ("Price: 3,600") is no turn.
  const isInTurn = speaker !== null && !opensWith(plain, speaker);
  const label = isInTurn ? speaker : above || (speaker ?? subject);
  const said = speaker !== null && listener !== null ? withNames(plain, speaker, listener) : plain;
  return label === '' || opensWith(said, label) ? said : `${label}: ${said}`;
}

/** "Anna called" does not open with "Ann". */
const opensWith = (text: string, words: string): boolean =>
  text.startsWith(words) && !/[\p{L}\p{N}]/u.test(text[words.length] ?? '');

/** What the lines of a section have of it: the innermost heading that has words, else the name of the note, and the day of the innermost heading that has one, else of the note. */
function aboveOf(
  headings: readonly string[],
  topic: string,
  noteDay: number | null,
): { subject: string; day: number | null } {
  let day: number | null = null;
  for (const heading of headings.toReversed()) day ??= dateIn(heading)?.day ?? null;
  return {
    subject: headings.findLast((text) => !stampOnly.test(text) && withoutDate(text) !== '') ?? topic,
    day: day ?? noteDay,
  };
}

/** The words of a note's name; empty for a day's name and for the long-term memory. */
function topicOf(name: string): string {
  const words = withoutDate(name).replace(/[_-]+/g, ' ').trim();
  return /^(?:memory|readme|index|notes?)$/i.test(words) || stampOnly.test(words) ? '' : words;
}

function askingShare(text: string): number {
  let asking = 0;
  let total = 0;
  for (const sentence of text.match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? []) {
    total += sentence.length;
    if (lastOf(sentence, '?？') > lastOf(sentence, '.!。！')) asking += sentence.length;
  }
  return total === 0 ? 0 : asking / total;
}

const lastOf = (text: string, marks: string): number => largest([...marks].map((mark) => text.lastIndexOf(mark)));
