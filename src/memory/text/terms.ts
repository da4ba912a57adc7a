// Text to search terms, the same for notes and queries, in any script. Pure.
import { cutText } from '../../base/text.ts';
import { stem } from './stem.ts';

const word = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}/gu;
// Scripts written without spaces between words, and Korean, whose particles stick to its words: pairs of characters.
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const hasUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
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
  if (bare !== '') terms.push(plainWord.test(bare) && bare.length <= 32 ? stem(bare) : bare.slice(0, 64));
}

export interface QueryTerms {
  /** Distinct, in order, without stop words unless there is nothing else. */
  terms: string[];
  /** Terms that stand side by side inside one written word, such as `foo-bar` or `1.2.3`: worth more together. */
  phrases: string[][];
  /** {@link latinShareOf} */
  latinShare: number;
}

// Each term of a query costs a look at all its places in the vault: a pasted page is searched by how it begins.
const maxQueryTerms = 48;
const maxQueryChars = 4000;

/** A query as far as search reads it, well-formed. */
export const boundedQuery = (query: string): string => cutText(query, maxQueryChars);

/** What to look up for a query. Any string is safe. */
export function parseQuery(query: string): QueryTerms {
  const text = query.slice(0, maxQueryChars);
  const all = [...new Set(analyse(text, false))];
  const isGerman = german.test(text) && !english.test(text);
  const kept = all.filter((term) => !stopTerms.has(term) && !(isGerman && germanStopTerms.has(term)));
  const phrases: string[][] = [];
  for (const [compound] of text.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+(?:[-./:@&][\p{L}\p{N}_]+)+/gu)) {
    const parts = analyse(compound, false);
    if (parts.length > 1 && parts.length <= 8) phrases.push(parts);
  }
  return {
    terms: (kept.length > 0 ? kept : all).slice(0, maxQueryTerms),
    phrases: phrases.slice(0, 8),
    latinShare: latinShareOf(text),
  };
}

/** The share of a text's letters that are Latin, 0..1; 0 where it has none: numbers and signs mean nothing to the model. */
export function latinShareOf(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
}

const german =
  /(?<!\p{L})(?:wer|wen|wem|wie|wo|wann|warum|wieso|welche[rsmn]?|wohin|woher|ist|sind|und|der|das|dem|den|ein|eine[rnms]?|ich|mein[ers]?|nicht|für|mit|von|zum|zur|bei|nach|über|habe|hat|gibt|steht)(?!\p{L})/iu;

/** The terms that say what a text is about; none where it has but stop words. */
export const contentTermsOf = (text: string): string[] =>
  analyse(text.slice(0, maxQueryChars), false).filter((term) => !stopTerms.has(term));

const english = /\b(?:what|who|whose|when|where|which|why|how|did|does|do|is|are|the|of|has|have|my|tell)\b/i;

/** Every doctor has it. */
const title = /^(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Herr|Frau|Uncle|Aunt)$/;

/**
 * The names in an English question, each as its terms: English writes little else with a capital letter inside a sentence.
 * None in other languages, and none where everything is in capitals.
 */
export function namesIn(query: string): string[][] {
  const words = query.slice(0, maxQueryChars).match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = words.slice(1).filter((word) => /^\p{Lu}\p{L}/u.test(word) && !title.test(word));
  if (!english.test(query) || 2 * named.length > words.length) return [];
  return named.map((name) => analyse(name, false)).filter((parts) => parts.some((part) => !stopTerms.has(part)));
}

/** A single character of a script without spaces: notes hold it as the first of a pair. */
export const isSingleUnspaced = (term: string): boolean => [...term].length === 1 && hasUnspaced.test(term);

/** The same of a German one; some are words of other languages, where they mean something. */
const germanStopTerms = new Set(
  termsOf(
    `aber alle allem allen aller alles als also am an andere auch auf aus bei beim bin bis bist da damit dann das dass daß dein deine dem den denn der des dessen die dies diese diesem diesen dieser dieses dir doch du durch ein eine
    einem einen einer eines er es etwas euch für gab gegen gibt hab habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeder jedes jemand kann kannst können man mein meine meinem meinen meiner meines mich mir mit
    nach nicht noch nun nur ob oder sehr sein seine seiner sich sie sind so soll sollte über um und uns unser unsere unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer
    werde werden wessen wie wieder wieso wieviel wird wo woher wohin wurde wurden zu zum zur bitte sag sage zeig zeige nochmal eigentlich`,
  ),
);

/** Words that say nothing about the subject of an English question. Names that are also words (May, Will) stay out. */
const stopTerms = new Set(
  termsOf(
    `a about above after again all also am an and any are as at be because been before being between both but by can could did do
    does doing don down during each few for from further had has have having he her here hers herself him himself his how i if
    in into is it its itself just me more most my myself no nor not now of off on once only or other our ours out over own
    same she should so some such than that the their theirs them themselves then there these they this those through to too
    under until up us very was we were what when where which while who whom why with would you your yours yourself
    much many tell please whats hows wheres whos whens im ive id youre youve thats there's didnt doesnt dont isnt wasnt`,
  ),
);
