// Text to search terms, the same for notes and queries, in any script. Pure.
import { cutText } from '../../base/text/text.ts';
import { english } from '../../language/english.ts';
import { languageOf, languages } from '../../language/languages.ts';
import { stem } from './stem.ts';

const word = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}/gu;
// Scripts written without spaces between words, and Korean, whose particles stick to its words: pairs of characters.
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const hasUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const functionWords = new Set(english.stopWords);
const plainWord = /^[a-z]+$/;
const asciiOnly = /^[\x20-\x7e]*$/;

/** Letters that decomposition leaves whole. */
const folded: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

/** Lower case, compatibility forms and diacritics folded: `Café` and `cafe`, `Straße` and `strasse` are one. */
export function foldText(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  if (asciiOnly.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßøłđæœı]/g, (letter) => folded[letter] ?? letter);
}

/**
 * The terms of a text in order, repeated as they occur. English words by their stem, everything else folded; text
 * without spaces as overlapping pairs of characters plus the last one of a run (so that a prefix finds any single one).
 */
export function termsOf(text: string): string[] {
  return analyse(text, true);
}

function analyse(text: string, lastOfRun: boolean): string[] {
  const terms: string[] = [];
  for (const [found] of foldText(text).matchAll(word)) {
    if (!hasUnspaced.test(found)) {
      pushWord(terms, found);
      continue;
    }
    let end = 0;
    for (const run of found.matchAll(unspacedRun)) {
      if (run.index > end) pushWord(terms, found.slice(end, run.index));
      const characters = [...run[0]];
      const count = lastOfRun || characters.length === 1 ? characters.length : characters.length - 1;
      for (let i = 0; i < count; i += 1) terms.push((characters[i] ?? '') + (characters[i + 1] ?? ''));
      end = run.index + run[0].length;
    }
    if (end < found.length) pushWord(terms, found.slice(end));
  }
  return terms;
}

function pushWord(terms: string[], found: string): void {
  const bare = found.replace(/['’]s$/, '').replace(/['’]/g, '');
  if (bare === '') return;
  if (!plainWord.test(bare) || bare.length > 32) terms.push(bare.slice(0, 64));
  else {
    // The stems of "Ines", "Wes" and "uses" ("in", "we", "us") are function words, which stand in every line: keep more of the word.
    const root = stem(bare);
    const isOther = root !== bare && functionWords.has(root);
    terms.push(!isOther ? root : bare.startsWith(`${root}e`) ? `${root}e` : bare);
  }
}

const unspacedStops = new RegExp(
  languages.flatMap(({ unspaced, stopWords }) => (unspaced ? stopWords : [])).join('|'),
  'gu',
);
const particles = new RegExp(
  `(?<=[\\p{Script=Han}\\p{Script=Katakana}ー])(?:${languages.flatMap(({ particles = [] }) => particles).join('|')})`,
  'gu',
);

/** A query in a script without blanks with blanks in the place of the words to ask with: as parts of pairs, those would be most of it. */
function withoutQuestionWords(text: string): string {
  if (!hasUnspaced.test(text)) return text;
  const rest = text.replace(unspacedStops, ' ').replace(particles, ' ');
  return hasUnspaced.test(rest) ? rest : text;
}

interface QueryWord {
  terms: readonly string[];
  /** It says nothing about what the query is about. */
  isStop: boolean;
}

const stopWordsOf = new Map(languages.map((language) => [language, new Set(language.stopWords)]));

/**
 * The words of a query. Whether one is a stop word is seen by how it is written, never by its stem, and a capital letter amid a
 * sentence makes it a name: Ines, Wes, An, IT, US and WHO are searched for. Words of other languages say something in English.
 */
function queryWords(text: string): QueryWord[] {
  const composed = text.normalize('NFKC');
  const found = [...composed.matchAll(word)];
  const language = languageOf(text);
  const stopWords = [english, ...(language && language !== english ? [language] : [])].map((of) => stopWordsOf.get(of));
  const share = (pattern: RegExp): number => found.filter(([written]) => pattern.test(written)).length / found.length;
  const isShouted = share(/^\p{Lu}+$/u) > 0.5;
  const isTitle = share(/^\p{Lu}/u) > 0.5;
  let end = 0;
  return found.map(({ 0: written, index }) => {
    const opens = end === 0 || /[.!?:¿¡"“„\n]/.test(composed.slice(end, index));
    end = index + written.length;
    const lower = written.toLowerCase().replace(/['’]/g, '');
    const isName =
      /^\p{Lu}/u.test(written) &&
      lower !== 'i' &&
      !(/^\p{Lu}{2,}$/u.test(written) ? isShouted : opens || isTitle || language?.capitalStopWords?.includes(lower));
    return { terms: analyse(written, false), isStop: !isName && stopWords.some((words) => words?.has(lower)) };
  });
}

export interface QueryTerms {
  /** Distinct, in order, without stop words unless there is nothing else. */
  terms: string[];
  /** Terms that stand side by side inside one written word, such as `foo-bar` or `1.2.3`: worth more together. */
  phrases: string[][];
}

// Each term of a query costs a look at all its places in the vault: a pasted page is searched by how it begins.
const maxQueryTerms = 48;
const maxQueryChars = 4000;

/** A query as far as search reads it, well-formed. */
export const boundedQuery = (query: string): string => cutText(query, maxQueryChars);

/** What to look up for a query. Any string is safe. */
export function parseQuery(query: string): QueryTerms {
  const text = query.slice(0, maxQueryChars);
  const said = queryWords(withoutQuestionWords(text));
  const all = [...new Set(said.flatMap(({ terms }) => terms))];
  const kept = [...new Set(said.filter(({ isStop }) => !isStop).flatMap(({ terms }) => terms))];
  const phrases: string[][] = [];
  for (const [compound] of text.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+(?:[-./:@&][\p{L}\p{N}_]+)+/gu)) {
    const parts = analyse(compound, false);
    if (parts.length > 1 && parts.length <= 8) phrases.push(parts);
  }
  return {
    terms: (kept.length > 0 ? kept : all).slice(0, maxQueryTerms),
    phrases: phrases.slice(0, 8),
  };
}

/** The share of a text's letters that are Latin, 0..1; 0 where it has none: numbers and signs mean nothing to the model. */
export function latinShareOf(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
}

/** The terms that say what a text is about; none where it has but stop words. */
export const contentTermsOf = (text: string): string[] =>
  queryWords(text.slice(0, maxQueryChars)).flatMap(({ isStop, terms }) => (isStop ? [] : terms));

/** The stop words of all languages, as terms. */
let stopTerms: ReadonlySet<string> | null = null;

/** The terms that say what a line is about, each once, in whatever language: quicker than {@link contentTermsOf}, and rougher. */
export function wordsThatTell(text: string): Set<string> {
  stopTerms ??= new Set(languages.flatMap(({ stopWords }) => stopWords.flatMap((stop) => analyse(stop, false))));
  const terms = new Set(termsOf(text.slice(0, maxQueryChars)));
  for (const term of terms) if (stopTerms.has(term)) terms.delete(term);
  return terms;
}

/** A title says nothing of which person is meant: every doctor is called "Dr". */
const title = /^(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Herr|Frau|Uncle|Aunt)$/;

/** Words with a capital letter, one behind the other. */
const capitalised = /(?<![\p{L}\p{N}])\p{Lu}\p{L}[\p{L}\p{N}]*(?:\s+\p{Lu}\p{L}[\p{L}\p{N}]*)*/gu;

/**
 * The names in an English question, each as its terms: English writes little else with a capital letter inside a sentence. Words
 * side by side are one name: a title of five unknown words is one unknown thing, and says no more against a person who is known.
 * None in other languages, and none where everything is in capitals.
 * @param withoutTime the query without the time that it names: a month is no name of anybody
 */
export function namesIn(query: string, withoutTime = query): string[][] {
  const text = query.slice(0, maxQueryChars);
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = ''] = words;
  const named = (text.slice(text.indexOf(first) + first.length).match(capitalised) ?? []).map((name) =>
    name.split(/\s+/).filter((word) => !title.test(word)),
  );
  if (languageOf(query) !== english || 2 * named.flat().length > words.length) return [];
  const kept = new Set(termsOf(withoutTime));
  return named
    .map((name) => name.flatMap((word) => analyse(word, false)).filter((term) => kept.has(term)))
    .filter((terms) => terms.length > 0);
}

/** Two characters of a script without spaces, which is how its text is indexed. */
export const isUnspacedPair = (term: string): boolean => [...term].length === 2 && hasUnspaced.test(term);

/** A single character of a script without spaces: notes hold it as the first of a pair. */
export const isSingleUnspaced = (term: string): boolean => [...term].length === 1 && hasUnspaced.test(term);
