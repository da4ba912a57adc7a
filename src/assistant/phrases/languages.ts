// Which language a conversation is in, so that the program's own words are in it too. It is noted in the session once the
// person's own words have shown it, goes on with the next session, and changes only when they clearly show another. Pure.
import type { Entry } from '../../session/entry.ts';
import { withoutEnd } from '../../base/text.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import { patternOf } from '../../language/words.ts';
import { readIntent, withoutPoliteStart } from '../../models/offline-intent.ts';
import { isSpoken } from '../../session/history.ts';
import { spokenText } from '../provenance.ts';
import { partWords } from '../quoted.ts';
import { english } from './english.ts';
import { askedToRemindOf, isOfTime } from './offers.ts';
import type { Phrases } from './phrases.ts';
import { languages as spoken } from '../../language/languages.ts';
import { languages } from './table.ts';
import { type Understood, understood } from './understood.ts';

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

/** The phrases of the language that the person writes in this session; English where that can't be told. */
export function phrasesFor(entries: readonly Entry[]): Phrases {
  return languageNoted(entries) ?? languageSpoken(entries, 1) ?? english;
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
  for (const text of texts) {
    for (const [phrases, count] of countLittleWords(text.slice(0, maxUnits)))
      counts.set(phrases, (counts.get(phrases) ?? 0) + count);
    const [[best, count], [, next]] = [...counts].sort(([, a], [, b]) => b - a) as [Count, Count];
    const isClear = count >= minLead * next;
    if (isClear && (count >= minCount || isPlainly(text, best))) return best;
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
  const known = said.filter((word) => language.marks.includes(word) || language.asks.verbs.includes(word));
  return known.length >= said.length / 2;
}
const maxWordsBesideOne = 2;

/** Whether somebody who begins with this word asks in that language, and in no other, for something to be kept. */
const isVerbOf = (word: string, language: Phrases): boolean =>
  languages.every((one) => one.asks.verbs.includes(word) === (one === language));

type Count = [phrases: Phrases, count: number];

/** Whether a text holds a word that turns it into its contrary: "okay, but do not save it". */
export const denies = hasDenyingWord;

/**
 * Whether an answer agrees, in any of the languages: it says a yes, and nothing else but what asks for something as well ("Yes, the
 * preview only, and remind me the week before"). "Ok, leave it" and "Yes, what a strange message" agree to nothing.
 * @param toReminder where the question was for a reminder, the answer may say when
 */
export function isYes(answer: string, { toReminder = false }: { toReminder?: boolean } = {}): boolean {
  const words = answer
    .trim()
    .toLowerCase()
    .replace(emojiForms, '')
    .replaceAll('’', "'")
    .replaceAll('thank you', 'thanks');
  return understood.some((language) => {
    const said = agreeingIn(words, language);
    if (/[?？]/.test(said) || denies(said)) return false;
    const clauses = clausesOf(said);
    // "Thank you, yes please": what is polite may come before.
    const begun = clauses.findIndex((clause) => afterYes(clause, language) !== null);
    if (begun === -1 || !clauses.slice(0, begun).every((clause) => saysNoMore(clause, language))) return false;
    const rest = [afterYes(clauses[begun] ?? '', language) ?? '', ...clauses.slice(begun + 1)];
    if (!toReminder && rest.some((clause) => asksForReminderInstead(clause, language))) return false;
    return rest.every(
      (clause) =>
        saysNoMore(clause, language) || asksForMore(clause, language) || (toReminder && isOnlyTime(clause, language)),
    );
  });
}

/** Whether an answer may as well be for something else than a question: "great", "perfekt, danke". */
export const isPraise = (answer: string): boolean =>
  understood.some(({ praises, asks }) => {
    const said = ` ${(answer.toLowerCase().match(askedWord) ?? []).join(' ')} `;
    const rest = praises.reduce((left, one) => left.replaceAll(` ${one} `, '  '), said);
    return rest !== said && rest.split(' ').every((word) => word === '' || asks.fillers.includes(word));
  });

/** What says how an emoji looks: in colours, with a skin. */
const emojiForms = /\uFE0F|\p{Emoji_Modifier}/gu;

/** An answer in which phrases that agree by denying, or by asking ("why not?", "no problem"), are a plain yes. */
const agreeingIn = (said: string, { agreeing }: Understood): string =>
  agreeing.reduce(
    (left, phrase) => left.replaceAll(`${phrase} ?`, '👍').replaceAll(`${phrase}?`, '👍').replaceAll(phrase, '👍'),
    said,
  );

/** What follows the yes with which a clause begins, a little word before it aside ("oh ja"); null where it begins with none. */
function afterYes(clause: string, { yes, asks }: Understood): string | null {
  const [first = '', ...others] = clause.split(' ');
  for (const said of asks.fillers.includes(first) ? [clause, others.join(' ')] : [clause]) {
    const begun = yes.find((one) => beginsWith(said, one));
    if (begun !== undefined) return said.slice(begun.length);
  }
  return null;
}

const clausesOf = (said: string): string[] =>
  said
    .split(/[,;.!\n–—]|\s-\s/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** Whether each word of a clause is polite, or agrees or asks to keep once more. */
function saysNoMore(clause: string, { yes, asks }: Understood): boolean {
  const said = ` ${(clause.match(askedWord) ?? []).join(' ')} `;
  const rest = yes.reduce((left, one) => left.replaceAll(` ${one} `, '  '), said);
  return rest.split(' ').every((word) => word === '' || asks.fillers.includes(word) || asks.verbs.includes(word));
}

/** "Just remind me tomorrow": in the place of what was asked. */
const asksForReminderInstead = (clause: string, { instead, asks }: Understood): boolean => {
  const words = clause.match(askedWord) ?? [];
  const isBeside = (word: string): boolean => instead.includes(word) || asks.fillers.includes(word);
  const asked = words.slice(words.findIndex((word) => !isBeside(word))).join(' ');
  return words.some((word) => instead.includes(word)) && askedToRemindOf(asked) !== null;
};

/** "The day before", "at 9". */
const isOnlyTime = (clause: string, { asks }: Understood): boolean => {
  const words = clause.match(askedWord) ?? [];
  return (
    words.some(isOfTime) && words.every((word) => isOfTime(word) || smallWords.has(word) || asks.fillers.includes(word))
  );
};

/** "The first two", "and remind me the week before". */
function asksForMore(clause: string, { asks, parts }: Understood): boolean {
  const words = clause.match(askedWord) ?? [];
  const [first = '', ...others] = words;
  const isPart = parts.includes(first) || smallWords.has(first);
  if (isPart && words.some((word) => parts.includes(word))) return true;
  const asked = asks.fillers.includes(first) && others.length > 0 ? others.join(' ') : clause;
  return isWish(clause) || readIntent(asked).kind === 'remind' || askedToRemindOf(asked) !== null;
}

/** Whether an answer is for a part of what was asked: "yes, the first one". */
export const namesPart = (answer: string): boolean =>
  understood.some(({ parts }) => (answer.toLowerCase().match(askedWord) ?? []).some((word) => parts.includes(word)));

const smallWords = new Set(spoken.flatMap(({ stopWords }) => stopWords));

const beginsWith = (words: string, one: string): boolean =>
  words.startsWith(one) && !/^[\p{L}\p{N}]/u.test(words.slice(one.length));

/** A sentence longer than this says something of its own. */
const maxAskingWords = 10;

/** The forms of a wish to keep the text in hand, and those of one that is put as a question. */
const wishForms = understood.map(({ asks: { wishes, shortWishes, object, around, couldYou, purposes, notFor } }) => {
  const withObject = wishes.join('|').replaceAll('{it}', `(?:${object})`);
  const purpose = `(?: (?:${purposes.join('|')}) (?!(?:${notFor})(?!\\p{L}))[^?]{1,80})?`;
  const behind = `(?: (?:${around}))*`;
  const wish = `(?:(?:${withObject})${behind}${purpose}|(?:${shortWishes.join('|')})${behind})$`;
  const before = `(?:(?:${around}) )*`;
  return {
    plain: new RegExp(`^${before}(?:(?:${couldYou}) )?${before}${wish}`, 'u'),
    asking: new RegExp(`^${before}(?:${couldYou}) ${before}${wish}`, 'u'),
  };
});

/** Whether words do nothing but ask for the text in hand to be kept. @param asking only where they are put as a question */
function isWishFor(sentence: string, { asking = false }: { asking?: boolean } = {}): boolean {
  const words =
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
  if (words.length === 0 || words.length > maxAskingWords) return false;
  const said = words.join(' ');
  return wishForms.some((forms) => (asking ? forms.asking : forms.plain).test(said));
}

export const isWish = (sentence: string): boolean => isWishFor(sentence);

/**
 * Whether a text asks for something to be kept, in any of the languages: "jot this down", "für später". One of its sentences,
 * or a part of it between commas, does nothing else; no word of the text denies it.
 */
export function asksToKeep(given: string): boolean {
  const text = given.replaceAll('’', "'");
  if (denies(withoutSetPhrases(text))) return false;
  return sentencesOf(text).some((sentence) => {
    const clauses = sentence.split(',');
    if (!/[?？]/.test(sentence)) return isWish(sentence) || clauses.some(isWish);
    if (isWishFor(sentence, { asking: true }) || asksAssistant(withoutPoliteStart(sentence))) return true;
    // Of "Save this, ok?" only the end is a question.
    return clauses.length > 1 && isYes(withoutEnd(clauses.pop() ?? '', '?？ ')) && clauses.every(isWish);
  });
}

const keepQuestions = understood.map(({ asks }) => ({ asks, pattern: patternOf(asks.questions) }));

/** "Would you mind saving this for me": the question is all that the sentence says. */
function asksAssistant(sentence: string): boolean {
  const words = sentence.toLowerCase().match(askedWord)?.join(' ') ?? '';
  return keepQuestions.some(({ asks, pattern }) => {
    const found = pattern.exec(words);
    if (!found) return false;
    const others = ` ${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)} `;
    const phrase = asks.setPhrases.find((one) => others.includes(` ${one} `)) ?? '';
    const rest = others.replace(phrase, '').split(' ');
    return rest.every((word) => word === '' || asks.fillers.includes(word));
  });
}
const askedWord = /[\p{L}\p{M}\p{N}'’-]+/gu;

/** What a sentence asks to keep of the text in hand, which it names at its end: "keep the opening hours on this sign". */
export function partAskedFor(sentence: string): string | null {
  const said = withoutPoliteStart(sentence).toLowerCase().match(askedWord) ?? [];
  const [verb = '', ...part] = said;
  // "Kannst du dir den Termin merken?"
  const isAskedFor = withoutPoliteStart(sentence) !== sentence.trim() && said.length > 1;
  if (isAskedFor && understood.some(({ asks }) => asks.lastVerbs?.includes(said.at(-1) ?? '')))
    return said.slice(0, -1).join(' ');
  const pointsAtText = understood.some(
    ({ asks }) =>
      asks.partVerbs.includes(verb) && part.length >= minPartWords && asks.these.includes(part.at(-2) ?? ''),
  );
  return pointsAtText ? part.slice(0, -2).join(' ') : null;
}
/** "The hours on this sign" */
const minPartWords = 5;

const sentencesOf = (text: string): string[] => text.match(/[^.!?？\n;]+[.!?？]*/gu) ?? [];

/** Set phrases with a word that denies elsewhere: "don't forget this". */
const denyingPhrases = understood.flatMap(({ asks }) => asks.setPhrases.filter(denies));
const withoutSetPhrases = (text: string): string =>
  denyingPhrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text.toLowerCase());
