// How sure a hit is that it answers, whatever else was found, and how sure it must be. Pure.
import type { Signal } from './features.ts';
import { piecesPerWord } from './weights.ts';

/** What a sum counts, and how much. */
export type Weighed = readonly (readonly [name: Signal, weight: number])[];

export interface Sureness {
  byMeaning: Weighed;
  byWords: (coverage: number) => number;
}

export interface KnownOfQuery {
  /** There is a vector of it. */
  dense: boolean;
  /** And of its words. */
  tokens: boolean;
  /** Of its letters, how many are Latin, 0..1. */
  latinShare: number;
  /** Share of the names in it that no line has: who asks for someone unknown asks for something else. */
  strangers: number;
}

/**
 * On two-person chats, at {@link leastConfidence}, 96.9 % of the queries keep the true hit that they had in the first ten and 88 % of
 * another chat's queries return nothing. A line that holds half of what was asked for is hardly ever rejected.
 */
export function surenessBy({ dense, tokens, latinShare, strangers }: KnownOfQuery): Sureness {
  if (!dense || latinShare <= 0.5) return { byMeaning: [], byWords: Math.sqrt };
  if (!tokens)
    return {
      byMeaning: [
        ['window', 1 / 1.4],
        ['coverage', 0.5 / 1.4],
        ['pooled', 0.2 / 1.4],
      ],
      byWords: (coverage) => 0.93 * coverage,
    };
  const factor = 1.4 * (1 - 0.25 * strangers);
  return {
    byMeaning: [
      ['tokens', factor / 1.8],
      ['window', (0.5 * factor) / 1.8],
      ['itself', 0.03 * factor],
      ['coverage', (0.3 * factor) / 1.8],
    ],
    byWords: (coverage) => 0.6 * factor * coverage,
  };
}

/**
 * Below this a hit is no answer. With token vectors: among some dozen notes unrelated queries stay under .49 where
 * nearly every question has a hit above it; among hundreds of lines rare words weigh more, and they reach .41. Without, the best of many
 * chance matches is better than that of few: .25 against .33, and .42.
 */
export function leastConfidence(lines: number, { tokens, latinShare }: KnownOfQuery): number {
  const [few, many] = [30, 600];
  const share = Math.log(Math.max(few, Math.min(many, lines)) / few) / Math.log(many / few);
  const [small, big] = tokens && latinShare > 0.5 ? [0.49, 0.45] : [0.28, 0.41];
  return small + share * (big - small);
}

/** Wordpieces for each word: English has 1.2, a name 2, another language and what nobody says 3 and more. */
const strangePieces = 2.5;

/**
 * How well the model knows the words of a query, 0..1. In pieces a word, half of all questions lie in English from 1.09 to 1.29, in
 * Vietnamese from 1.56 to 1.80, in German from 1.67 to 2.00. Of what it doesn't know, the line's own words tell more.
 */
export function knownShare(text: string, wordpieces: number): number {
  const words = Math.max(1, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
  const { known, unknown } = piecesPerWord;
  return wordpieces === 0 ? 1 : Math.max(0, Math.min(1, (unknown - wordpieces / words) / (unknown - known)));
}

/** Whether a query is of words that the model does not know. */
export const isStrange = (text: string, wordpieces: number): boolean =>
  wordpieces >= strangePieces * Math.max(1, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
