// What a sentence of a message is about, as far as its form tells: which of its words name somebody or something that the person knows,
// and which belong to a text in hand or speak of a kind of things in general. Pure; the words of languages are in src/language.
import { cutText } from '../../base/text/text.ts';
import type { Language } from '../../language/language.ts';
import { languageOf, languages, likelyLanguages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { parseQuery, termsOf, wordsThatTell } from '../../memory/text/terms.ts';
import { contentWords } from '../../memory/write/words.ts';

const maxSentences = 4;
const maxSentenceUnits = 300;
/** "The old green bin": this many words may stand between the article and the thing. */
const maxBetween = 2;

/**
 * The sentences that are about something, the longest first where there are many. Unlike `sentencesIn` of the search, it also takes
 * a message of one sentence and a sentence that only names somebody, and cuts at each full stop: the thresholds of recall were
 * measured with these sentences.
 */
export function sentencesOf(words: string): string[] {
  const sentences = withoutQuoted(words)
    .split(/[.](?!\p{N})|(?<!\p{N})[.]|(?<=[?])|[!…\n。！？]/u)
    .map((sentence) => cutText(withoutTextInHand(sentence).replace(/\?$/, '').trim(), maxSentenceUnits))
    .filter((sentence) => contentWords(sentence).size >= 2 || namesIn(sentence).length > 0);
  return sentences.sort((a, b) => b.length - a.length).slice(0, maxSentences);
}

/** What stands in quotes is spoken of as words: "what does 'remise' mean?" */
const withoutQuoted = (text: string): string =>
  text.replaceAll(/"[^"\n]*"|“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|»[^«»\n]*«/gu, ' ');

/** Behind a colon stands a text to work on, unless it is a question: "correct this: he go to school", "one thing: when is the dentist?" */
function withoutTextInHand(sentence: string): string {
  const colon = sentence.search(/:(?=\s)/u);
  return colon < 0 || sentence.endsWith('?') ? sentence : sentence.slice(0, colon);
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words with a capital that do not begin the sentence. Where most words have one, as in German, that shows no names. */
function namesIn(sentence: string): string[] {
  const [, ...words] = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const names = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return names.length * 3 > words.length ? [] : names;
}

const timeTerms: ReadonlySet<string> = new Set(
  languages.flatMap(({ weekdays, months }) => [...weekdays, ...months].flatMap((forms) => termsOf(forms))),
);
const feasts = patternOf(
  languages.flatMap(({ times }) => [...Object.values(times.feasts), ...Object.values(times.seasons)]),
  'giu',
);
/** A day, a month, a feast or a number: many lines have the same, and about something else. */
export const isTime = (term: string): boolean => timeTerms.has(term) || /^\p{N}+$/u.test(term);
const withoutFeasts = (text: string): string => text.replaceAll(feasts, ' ');

interface LittleWords {
  known: ReadonlySet<string>;
  speaker: ReadonlySet<string>;
  /** Every noun is written with a capital letter. */
  hasLargeNouns: boolean;
}

const littleWordsOf = (some: readonly Language[]): LittleWords => ({
  known: new Set(some.flatMap(({ known = [] }) => known)),
  speaker: new Set(some.flatMap(({ speaker = [] }) => speaker)),
  hasLargeNouns: some.some(({ nounArticles = [] }) => nounArticles.length > 0),
});
const byLanguage = new Map(languages.map((language) => [language, littleWordsOf([language])]));
const ofAny = littleWordsOf(languages);
const requests = patternOf(languages.flatMap(({ offline }) => offline?.requests ?? []));

/** What a line has in common with a sentence. */
export interface Belonging {
  /** Terms of both that tell something; times only where the sentence has nothing else. */
  shared: ReadonlySet<string>;
  /** One of them names somebody, or something that both sides know. */
  isKnown: boolean;
  /** It is enough to take the sentence for one about what the line tells, and not about a kind of things in general. */
  isOwn: boolean;
}

const isLarge = (word: string): boolean => /^\p{Lu}/u.test(word);

/** What the sentence begins with, where it has a capital letter inside a line too: there it is a name. */
const nameAtFront = (sentence: string, lines: readonly string[]): string[] => {
  const [first = ''] = wordsOf(sentence);
  const isNamed = (line: string): boolean => {
    const [, ...others] = wordsOf(line);
    return others.includes(first);
  };
  return isLarge(first) && lines.some(isNamed) ? [first] : [];
};

/** The names in a sentence, that at its front too where one of the lines tells that it is one; no days and feasts. */
export const namesSpokenOf = (sentence: string, lines: readonly string[]): string[] =>
  [...nameAtFront(sentence, lines), ...namesIn(withoutFeasts(sentence))].filter((name) => !termsOf(name).every(isTime));

export const isNamedIn = (name: string, line: string): boolean =>
  plain(line).includes(plain(name).replace(/['’]s$/, ''));

/**
 * Reads a sentence.
 * @param lines lines that it may have something in common with; they tell whether its first word is a name
 * @returns what a line has in common with it; null where that tells nothing
 */
export function readSentence(sentence: string, lines: readonly string[]): (line: string) => Belonging | null {
  const terms = new Set(parseQuery(sentence).terms);
  const timeless = new Set(termsOf(withoutFeasts(sentence)).filter((term) => !isTime(term)));
  const hasOnlyTimes = [...terms].every((term) => !timeless.has(term));
  const words = wordsOf(sentence);
  const names = namesSpokenOf(sentence, lines);
  const language = languageOf(sentence);
  const { known, speaker, hasLargeNouns } = (language && byLanguage.get(language)) ?? ofAny;
  const isRequest = requests.exec(sentence)?.index === 0;
  const isOfSpeaker =
    known.size === 0 || (terms.size > 1 && !isRequest && words.some((word) => speaker.has(word.toLowerCase())));

  function isBehindArticle(at: number): boolean {
    for (let before = at - 1; before >= Math.max(0, at - 1 - maxBetween); before -= 1) {
      const word = (words[before] ?? '').toLowerCase();
      if (known.has(word)) return true;
      if (wordsThatTell(word).size === 0) return false;
    }
    return false;
  }

  /** A line names somebody with a capital letter, whether or not a quick message does. */
  function isName(at: number, line: string, lineWords: readonly string[]): boolean {
    const word = words[at] ?? '';
    if (isLarge(word) && at > 0) return !(hasLargeNouns && isRequest);
    const articles = languageOf(line)?.nounArticles ?? [];
    return lineWords.some((other, place) => {
      if (!isLarge(other) || other.toLowerCase() !== word.toLowerCase()) return false;
      if (place === 0 || articles.length > 0)
        return isLarge(word) && !articles.includes((lineWords[place - 1] ?? '').toLowerCase());
      return true;
    });
  }

  // "The van": little words of another language are none behind an article.
  const likely = likelyLanguages(sentence);
  const little = new Set((likely.length > 0 ? likely : languages).flatMap(({ stopWords }) => stopWords));
  const things = new Set(
    words.flatMap((word, at) => (isBehindArticle(at) && !little.has(word.toLowerCase()) ? termsOf(word) : [])),
  );

  return (line) => {
    const told = wordsThatTell(line);
    const both = [...new Set(termsOf(line))].filter(
      (term) => terms.has(term) && (told.has(term) || things.has(term)) && !speaker.has(term),
    );
    const telling = both.filter((term) => hasOnlyTimes || timeless.has(term));
    if (telling.length === 0 || (hasOnlyTimes && telling.length < terms.size)) return null;
    const shared = new Set(telling);
    const lineWords = wordsOf(line.replace(/^[^\p{L}]+/u, ''));
    const isKnown = words.some(
      (word, at) =>
        termsOf(word).some((term) => shared.has(term)) && (isBehindArticle(at) || isName(at, line, lineWords)),
    );
    const fitsNames = names.length === 0 || names.some((name) => isNamedIn(name, line));
    return {
      shared,
      isKnown,
      isOwn: hasOnlyTimes || (shared.size > 1 && (isKnown || !isRequest)) || ((isOfSpeaker || isKnown) && fitsNames),
    };
  };
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
