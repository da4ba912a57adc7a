// Checks a model's notes on a conversation against what the person said there. Where the person's words do not support a note, the
// words themselves are noted instead, if they state something. The night checks its operations in the same way, and a model reads
// those a second time. A note is not read again, so it may contain no word that the person did not use. Pure.
import { allSentences } from '../../memory/query/sentences.ts';
import { doubtAbout } from '../../memory/claims/claims.ts';
import { isMentioned } from '../../memory/claims/clauses.ts';
import { isWordedAs } from '../../memory/claims/worded.ts';
import { essence } from '../../memory/write/bullet.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { DistilledEntry, Entry } from '../../session/entry.ts';
import { isSavedAt, questionBefore, repeatsOthers, saidText } from './said-text.ts';
import { saidIn } from '../approval/said-words.ts';
import { partWords } from '../approval/quoted.ts';
import { toldIn } from '../approval/told.ts';

type Note = DistilledEntry['notes'][number];

/** A sentence of the person's. */
interface Sentence {
  text: string;
  /** The message that holds it, and the next one, which may take it back. */
  context: string;
  /** What the assistant had asked before. */
  question: string;
  /** It was saved at once: it needs no note of its own. */
  isSaved: boolean;
}

/**
 * @param entries of which the notes were made
 * @param names what the person calls themselves
 */
export function checkedNotes(notes: readonly Note[], entries: readonly Entry[], names: readonly string[]): Note[] {
  const said = sentencesOf(entries);
  const checked = notes.flatMap((note) => checkedNote(note, said, names));
  return [...new Map(checked.map((note) => [`${note.date} ${essence(note.text)}`, note])).values()];
}

/** So many sentences that have most of a note are tried. */
const maxTried = 3;
const maxSentence = 600;

function checkedNote(note: Note, said: readonly Sentence[], names: readonly string[]): Note[] {
  const own = names.join(' ');
  const words = [...contentWords(note.text)].filter((word) => own === '' || !isMentioned(word, own));
  const near = said
    .map((sentence) => ({ sentence, shared: words.filter((word) => isMentioned(word, wordsWith(sentence))).length }))
    .filter(({ shared }) => shared > 0)
    // The later one of two that say as much corrects the first.
    .toReversed()
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxTried)
    .map(({ sentence }) => sentence);
  if (near.some((sentence) => bears(sentence, note, names))) return [note];
  return toldBy(near, words).flatMap(({ text: sentence, isSaved }) => {
    const text = isSaved || sentence.length > maxSentence ? '' : toldIn(sentence);
    return text === '' ? [] : [{ ...note, text }];
  });
}

/** The sentences that a note was made of: the nearest, and those that have words of it besides which the ones before do not have. */
function toldBy(near: readonly Sentence[], words: readonly string[]): Sentence[] {
  const left = new Set(words);
  return near.filter((sentence, i) => {
    const found = [...left].filter((word) => isMentioned(word, sentence.text));
    for (const word of found) left.delete(word);
    return i === 0 || found.length >= minWordsOfNext;
  });
}

/** A single word that two sentences share makes no note of both. */
const minWordsOfNext = 2;

const wordsWith = ({ text, question }: Sentence): string => `${question}\n${text}`;

function bears(
  { text: quote, context, question }: Sentence,
  { text, date: said }: Note,
  names: readonly string[],
): boolean {
  const known = [question, ...names].join('\n');
  return (
    isWordedAs(text, { said: quote, question, known: `${known}\n${context}` }) &&
    doubtAbout({ text, quote, context, known, said, isOpenQuestion: false }) === null
  );
}

function sentencesOf(entries: readonly Entry[]): Sentence[] {
  const words = saidIn(entries);
  const messages = entries.flatMap((entry, at) => {
    const spoken = entry.type === 'message' ? saidText(entry) : null;
    const own = spoken === null ? '' : partWords(spoken).own;
    return own === '' ? [] : [{ own, at }];
  });
  return messages.flatMap(({ own, at }, i) => {
    const asked = questionBefore(entries, at, own) ?? '';
    const question = repeatsOthers(asked, words) ? '' : asked;
    const context = [own, messages[i + 1]?.own ?? ''].join('\n');
    const isSaved = isSavedAt(entries, at);
    return allSentences(own).map((text) => ({ text, context, question, isSaved }));
  });
}
