// What is known of a line that was found for a sentence, as numbers: how well the search likes it, by itself and beside the other lines,
// what both have in common, and in what manner the sentence speaks. What they weigh was learnt (helpfulness.ts). Pure.
import { languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import type { SearchResult } from '../../memory/search.ts';
import { termsOf, wordsThatTell } from '../../memory/text/terms.ts';
import { type Belonging, isNamedIn, isTime, namesSpokenOf, readSentence, wordsOf } from './sentence.ts';

export type Found = Pick<SearchResult, 'text' | 'score' | 'explain'>;

const commonKnowledge = patternOf(languages.flatMap(({ commonKnowledge = [] }) => commonKnowledge));
const textTasks = patternOf(languages.flatMap(({ textTasks = [] }) => textTasks));
const speakers: ReadonlySet<string> = new Set(languages.flatMap(({ speaker = [] }) => speaker));
const selves: ReadonlySet<string> = new Set(languages.flatMap(({ offline }) => offline?.me ?? []));

/** Their order is that of the numbers. */
export const featureNames = [
  // How well the search likes the line, and how far ahead of the others it is.
  'score',
  'overBest',
  'overMean',
  'overUsual',
  'isFirst',
  'tokensOverBest',
  'tokensOverMean',
  'pooled',
  'pooledOverPeers',
  'bestPooled',
  'words',
  'coverage',
  'section',
  // What the line has in common with the sentence.
  'isOwn',
  'isKnown',
  'belongs',
  'sharedRare',
  'sharedShare',
  'shareOfLine',
  'parts',
  'times',
  'missesName',
  'onlyNames',
  'leftOver',
  // In what manner the sentence and its message speak.
  'commonKnowledge',
  'textTask',
  'speaker',
  'self',
  'messageSelf',
  'length',
  'messageLength',
  // How much the vector of the sentence is like those of messages that notes helped with, as log odds.
  'seeksNotes',
  // Whether the search knew what words mean.
  'byMeaning',
] as const;

export type Features = Record<(typeof featureNames)[number], number>;

/** This many results are the best few; those behind them tell how alike all lines are to a sentence. */
const bestFew = 4;
const maxWords = { sentence: 30, message: 40 };
/** Of words in one another ("Schlüssel" in "Ersatzschlüssel"), and of words that begin alike. */
const minPart = 4;
const minAlike = 6;

/** @param seeksNotes as log odds; 0 where nothing tells @returns of each result its features, in their order */
export function featuresOf(
  message: string,
  { sentence, seeksNotes }: { sentence: string; seeksNotes: number },
  results: readonly Found[],
): Features[] {
  const lines = results.map(({ text }) => text);
  const belongings = lines.map(readSentence(sentence, lines));
  const told = lines.map(wordsThatTell);
  const manner = mannerOf(message, sentence);
  const asked = askedIn(sentence);
  const names = namesSpokenOf(sentence, lines);
  const nameTerms = new Set(names.flatMap((name) => termsOf(name)));
  const times = [...wordsThatTell(sentence)].filter(isTime);
  const standing = standingOf(results);
  const byMeaning = Number(results.some(({ explain }) => (explain?.signals['pooled'] ?? 0) > 0));
  return results.map((result, at) => ({
    ...standing(result, at, peersOf(at, asked, told)),
    ...commonOf(at, belongings[at] ?? null, asked, told),
    ...namedOf(result.text, told[at] ?? new Set(), { asked, names, nameTerms, times }),
    ...manner,
    seeksNotes,
    byMeaning,
  }));
}

/** The telling words of a sentence; days and numbers only where it has nothing else: many lines have the same, and about something else. */
function askedIn(sentence: string): ReadonlySet<string> {
  const telling = wordsThatTell(sentence);
  const timeless = [...telling].filter((term) => !isTime(term));
  return timeless.length > 0 ? new Set(timeless) : telling;
}

function mannerOf(message: string, sentence: string) {
  const said = wordsOf(sentence);
  const all = wordsOf(message);
  const has = (words: readonly string[], some: ReadonlySet<string>): number =>
    Number(words.some((word) => some.has(word.toLowerCase())));
  return {
    commonKnowledge: Number(commonKnowledge.test(sentence)),
    textTask: Number(textTasks.test(message)),
    speaker: has(said, speakers),
    self: has(said, selves),
    messageSelf: has(all, selves),
    length: Math.min(maxWords.sentence, said.length),
    messageLength: Math.min(maxWords.message, all.length),
  };
}

/** The places of the other lines that share a telling word of the sentence with this one. */
function peersOf(at: number, asked: ReadonlySet<string>, told: readonly ReadonlySet<string>[]): number[] {
  const shared = [...(told[at] ?? [])].filter((term) => asked.has(term));
  return [...told.keys()].filter((other) => other !== at && shared.some((term) => told[other]?.has(term)));
}

function commonOf(
  at: number,
  belonging: Belonging | null,
  asked: ReadonlySet<string>,
  told: readonly ReadonlySet<string>[],
) {
  const own = told[at] ?? new Set<string>();
  const shared = [...own].filter((term) => asked.has(term));
  const others = [...own].filter((term) => isPartOfWord(term));
  const parts = [...asked].filter(
    (term) => !own.has(term) && isPartOfWord(term) && others.some((other) => areAlike(term, other)),
  );
  const linesWith = (term: string): number => told.filter((line) => line.has(term)).length;
  return {
    isOwn: Number(belonging?.isOwn ?? false),
    isKnown: Number(belonging?.isKnown ?? false),
    belongs: Number(belonging !== null),
    sharedRare: Math.min(
      3,
      shared.reduce((sum, term) => sum + 1 / linesWith(term), 0),
    ),
    sharedShare: shared.length / Math.max(1, asked.size),
    shareOfLine: shared.length / Math.max(1, own.size),
    parts: Math.min(3, parts.length),
  };
}

interface Spoken {
  asked: ReadonlySet<string>;
  names: readonly string[];
  nameTerms: ReadonlySet<string>;
  times: readonly string[];
}

/** What the line has of the names and the times in the sentence, and what it leaves over. */
function namedOf(line: string, own: ReadonlySet<string>, { asked, names, nameTerms, times }: Spoken) {
  const shared = [...own].filter((term) => asked.has(term));
  return {
    times: Math.min(3, times.filter((time) => own.has(time)).length),
    missesName: Number(names.length > 0 && !names.some((name) => isNamedIn(name, line))),
    onlyNames: Number(shared.length > 0 && shared.every((term) => nameTerms.has(term))),
    leftOver: Math.min(8, asked.size - shared.length),
  };
}

const isPartOfWord = (term: string): boolean => term.length >= minPart && !isTime(term);

const areAlike = (one: string, other: string): boolean =>
  one.includes(other) ||
  other.includes(one) ||
  (Math.min(one.length, other.length) >= minAlike && one.slice(0, minAlike - 1) === other.slice(0, minAlike - 1));

/** How each result stands beside the others. */
function standingOf(results: readonly Found[]) {
  const signal = (name: string): number[] => results.map(({ explain }) => explain?.signals[name] ?? 0);
  const pooled = signal('pooled');
  const hasTokens = results.some(({ explain }) => (explain?.signals['tokens'] ?? 0) > 0);
  const tokens = hasTokens ? signal('tokens') : pooled;
  const scores = results.map(({ score }) => score);
  const usual = mean(scores.slice(bestFew));
  return ({ score, explain }: Found, at: number, peers: readonly number[]) => {
    const others = (values: readonly number[]): number[] => values.filter((_, other) => other !== at);
    const compared = peers.length > 0 ? peers.map((peer) => pooled[peer] ?? 0) : others(pooled);
    const [ownPooled = 0, ownTokens = 0] = [pooled[at], tokens[at]];
    return {
      score,
      overBest: score - most(others(scores)),
      overMean: score - mean(others(scores)),
      overUsual: score - usual,
      isFirst: Number(at === 0),
      tokensOverBest: ownTokens - most(others(tokens)),
      tokensOverMean: ownTokens - mean(others(tokens)),
      pooled: ownPooled,
      pooledOverPeers: ownPooled - mean(compared),
      bestPooled: most(pooled),
      words: explain?.signals['words'] ?? 0,
      coverage: explain?.signals['coverage'] ?? 0,
      section: explain?.signals['section'] ?? 0,
    };
  };
}

const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
