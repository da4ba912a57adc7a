// Which language a conversation is in, so that the program's own words are in it too. It is noted in the session once the
// person's own words have shown it, goes on with the next session, and changes only when they clearly show another. Pure.
import { languages as spoken } from '../../language/languages.ts';
import type { Entry } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';
import { lastSaidBefore, spokenText } from '../approval/provenance.ts';
import { partWords } from '../approval/quoted.ts';
import { english } from './english.ts';
import type { Phrases } from './phrases.ts';
import { languages } from './table.ts';
import { understood } from './understood.ts';

/** The language of that name, in English and in any case; null for one that there are no phrases in. */
export const languageNamed = (name: string): Phrases | null =>
  languages.find((phrases) => phrases.name.toLowerCase() === name.toLowerCase()) ?? null;

/** The same, and English for a name that is not known. */
export const phrasesNamed = (name: string): Phrases => languageNamed(name) ?? english;

/** The language of each little word that only one of the languages has. */
const languageOfWord = new Map<string, Phrases>();
const shared = new Set<string>();
for (const phrases of languages)
  for (const word of new Set(phrases.marks)) {
    if (languageOfWord.has(word)) shared.add(word);
    languageOfWord.set(word, phrases);
  }
for (const word of shared) languageOfWord.delete(word);

/** How many little words of each language a text has; words that several languages have count for none. */
export function countLittleWords(text: string): Map<Phrases, number> {
  const counts = new Map(languages.map((phrases) => [phrases, 0]));
  for (const [word] of text.toLowerCase().matchAll(wordForm)) {
    const phrases = languageOfWord.get(word);
    if (phrases) counts.set(phrases, (counts.get(phrases) ?? 0) + 1);
  }
  return counts;
}

/**
 * A consonant alone is a word before an apostrophe only: French has "m'aime", and neither "m1" nor "I'm" nor "vitamin d" is
 * French.
 */
const wordForm = /\p{L}(?=['’]\p{L})|[aeiouyàèéó](?![\p{L}\p{M}\p{N}'’])|[\p{L}\p{M}\p{N}]{2,}/gu;

/** Recent words say more than old ones, and enough of them are enough. */
const maxMessages = 8;
const maxUnits = 2_000;
/** One short word, or a name that is a word elsewhere, changes nothing. */
const minCount = 3;
const minLead = 2;

/**
 * The phrases of the language that the person writes in this session. Where their words are few ("gerne", "vas-y"), the form of their
 * answer tells, then what the assistant said last, then the text in hand; English where nothing does.
 */
export function phrasesFor(entries: readonly Entry[]): Phrases {
  const own = languageNoted(entries) ?? languageSpoken(entries, minCount);
  if (own !== null) return own;
  const last = entries.findLast((entry) => entry.type === 'message' && isSpoken(entry));
  const message = last?.type === 'message' ? last : undefined;
  const words = partWords(message ? spokenText(message) : '');
  return (
    languageOfForm(words.own) ??
    languageOfTexts([lastSaidBefore(entries, message)], minBeside) ??
    languageSpoken(entries, 1) ??
    languageOfTexts([words.others], minBeside) ??
    english
  );
}
/** Of text that is not the person's, little words that tell. */
const minBeside = 2;

/** The phrases for the one language in which a text as a whole agrees, or asks for something to be kept: "bien sûr", "apúntalo". */
function languageOfForm(text: string): Phrases | null {
  const said = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[\s¡¿]+|[\s.!]{1,20}$/gu, '');
  const names = new Set([
    ...understood.filter(({ yes }) => yes.includes(said)).map(({ name }) => name),
    ...spoken.filter(({ offline }) => offline?.yes?.includes(said)).map(({ name }) => name),
    ...languages.filter(({ keepVerbs }) => keepVerbs.includes(said)).map(({ name }) => name),
  ]);
  const [name] = names;
  return names.size === 1 && name !== undefined ? phrasesNamed(name) : null;
}

/** The language that is noted in the session; null where none is yet. */
export function languageNoted(entries: readonly Entry[]): Phrases | null {
  const noted = entries.findLast((entry) => entry.type === 'language');
  return noted?.type === 'language' ? languageNamed(noted.language) : null;
}

/** The language to note, where the last messages clearly are in another one than is noted; null where nothing changes. */
export function languageToNote(entries: readonly Entry[]): Phrases | null {
  const spoken = languageSpoken(entries, minCount);
  return spoken === languageNoted(entries) ? null : spoken;
}

/** @param minWords little words that the language must have */
function languageSpoken(entries: readonly Entry[], minWords: number): Phrases | null {
  const spoken = entries
    .filter((entry) => entry.type === 'message')
    .filter(isSpoken)
    .slice(-maxMessages);
  return languageOfTexts(
    spoken.toReversed().map((entry) => partWords(spokenText(entry)).own),
    minWords,
  );
}

/** The language that a text is clearly in; null where it is not clear. */
export const phrasesClearlyOf = (text: string): Phrases | null => languageOfTexts([text], minCount);

/** English where nothing tells. @param texts that the person wrote, newest first: the first ones that tell decide */
export const phrasesOf = (texts: readonly string[]): Phrases => languageOfTexts(texts, 1) ?? english;

function languageOfTexts(texts: readonly string[], minWords: number): Phrases | null {
  const counts = new Map<Phrases, number>(languages.map((phrases) => [phrases, 0]));
  let clear: Phrases | null = null;
  let told = 0;
  for (const text of texts) {
    for (const [phrases, count] of countLittleWords(text.slice(0, maxUnits)))
      counts.set(phrases, (counts.get(phrases) ?? 0) + count);
    const [[best, count], [, next]] = [...counts].sort(([, a], [, b]) => b - a) as [Count, Count];
    const isClear = count >= minLead * next;
    if (isClear && (count >= minCount || isPlainly(text, best) || isOrderIn(text, best))) return best;
    // Two messages with words of one language, and of no other, are enough.
    const isOnly = count > 0 && next === 0;
    if (isOnly && [...countLittleWords(text.slice(0, maxUnits)).values()].some((one) => one > 0)) told += 1;
    if (isOnly && told >= 2 && minWords > 1) return best;
    clear = isClear && count >= minWords && (count > 1 || isWholly(text, best)) ? best : null;
  }
  return clear;
}

/**
 * Whether two words of a text are of this language alone, none is of another alone, and words that it shares with another go
 * with them: "borra lo del sueldo, no quiero que esté en mis notas".
 */
function isPlainly(text: string, language: Phrases): boolean {
  const counts = countLittleWords(text.slice(0, maxUnits));
  const others = languages.filter((one) => one !== language && (counts.get(one) ?? 0) > 0);
  const words = new Set(text.slice(0, maxUnits).toLowerCase().match(wordForm));
  const has = language.marks.filter((word) => words.has(word));
  return (counts.get(language) ?? 0) >= 2 && others.length === 0 && has.length >= minShared;
}
/** Of the little words of a language, shared ones included. */
const minShared = 4;

/** One word that only this language has says nothing beside words that it has not: a title, a name, a word spelled alike. */
function isWholly(text: string, language: Phrases): boolean {
  const said: string[] = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (said.length <= maxWordsBesideOne || isVerbOf(said[0] ?? '', language)) return true;
  const known = said.filter((word) => language.marks.includes(word) || language.keepVerbs.includes(word));
  return known.length >= said.length / 2;
}
const maxWordsBesideOne = 2;

/** Whether a text asks in this language for something to be kept, and says nothing in another: "remember that Bob hates onions". */
function isOrderIn(text: string, language: Phrases): boolean {
  const said: string[] =
    text
      .slice(0, maxUnits)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const counts = countLittleWords(text.slice(0, maxUnits));
  const isAlone = languages.every((one) => (counts.get(one) ?? 0) > 0 === (one === language));
  return isAlone && said.length > maxWordsBesideOne && isVerbOf(said[0] ?? '', language);
}

/** Whether somebody who begins with this word asks in that language, and in no other, for something to be kept. */
const isVerbOf = (word: string, language: Phrases): boolean =>
  languages.every((one) => one.keepVerbs.includes(word) === (one === language));

type Count = [phrases: Phrases, count: number];
