// How sure it is that a hit answers the query, whatever else was found, and how sure it must be. Pure.
import { latinShareOf } from '../text/terms.ts';
import { confidence as tuned, marksLost, piecesPerWord, type Signal } from '../weights.ts';
import type { Signals } from './features.ts';

/** What a sum counts, and how much. */
export type Weighed = readonly (readonly [name: Signal, weight: number])[];

export interface Sureness {
  byMeaning: Weighed;
  byWords: (coverage: number) => number;
}

export interface KnownOfQuery {
  /** Whether the query has a vector. */
  dense: boolean;
  /** Whether its words have vectors. */
  tokens: boolean;
  /** How far its vectors are trusted, 0..1: for the built-in model, the share of Latin letters. */
  trust: number;
  /** {@link knownShare} of its words. */
  familiar: number;
  /** The share of its names that no line has: a question for an unknown person has no answer in the notes, not even in a line of the right day. */
  strangers: number;
  /** 1 for a vault of some dozen lines, 0 for one of hundreds and more. */
  smallness: number;
  /** 0 for a vault of up to some thousand lines, more for a bigger one: the best of more chance matches is a better one. */
  chance: number;
}

export function smallnessOf(lines: number): number {
  const [few, many] = tuned.lines;
  return 1 - Math.log(Math.max(few, Math.min(many, lines)) / few) / Math.log(many / few);
}

export function chanceOf(lines: number): number {
  const [some, most] = tuned.linesOfChance;
  return Math.log(Math.max(some, Math.min(most, lines)) / some);
}

/**
 * On two-person chats, at {@link minConfidence}, 99 % of the queries keep the true hit that they had in the first ten, 95 % of
 * another chat's queries return nothing, and 40 % of those with the names of this one in them. A line that holds half of what was asked for is hardly ever rejected.
 */
export function surenessBy({ dense, tokens, trust, strangers, smallness }: KnownOfQuery): Sureness {
  if (!dense || trust <= 0.5) return { byMeaning: [], byWords: Math.sqrt };
  const { lite } = tuned;
  if (!tokens)
    return {
      byMeaning: [
        ['window', lite.window],
        ['coverage', lite.coverage],
        ['pooled', lite.pooled],
      ],
      byWords: (coverage) => lite.byWords * coverage,
    };
  const factor = tuned.factor * (1 - tuned.strangers * strangers);
  return {
    byMeaning: [
      ['tokens', tuned.tokens * factor],
      ['window', tuned.window * factor],
      ['itself', between(tuned.itself, smallness) * factor],
      ['apart', tuned.apart * smallness],
      ['coverage', tuned.coverage * factor],
      ['day', tuned.day * (1 - strangers)],
      ['asking', tuned.asking],
    ],
    byWords: (coverage) => tuned.byWords * factor * coverage,
  };
}

/**
 * How much of every line's confidence comes from the language alone: to the model, all lines of a language that it does not know
 * are alike. It is what the lines behind the best few have, beyond what such lines have in English.
 */
export function alikeBecauseOfLanguage(signals: Signals, { familiar }: KnownOfQuery, { byMeaning }: Sureness): number {
  if (familiar === 1) return 0;
  let sum = 0;
  for (const [name, weight] of byMeaning) {
    const usual = usualOf[name];
    if (usual !== undefined) sum += weight * Math.max(0, behindBest(signals[name]) - usual);
  }
  return (1 - familiar) * sum;
}

const usualOf: Partial<Record<Signal, number>> = tuned.behindBest;

/** The mean of the lines behind the best few; 0 where there are too few of them. */
function behindBest(values: Float64Array): number {
  const [from, to] = tuned.placesBehind;
  if (values.length < 4 * from) return 0;
  const sorted = values.toSorted((a, b) => b - a).subarray(from, to);
  return sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
}

/** Below this a hit is no answer. */
export function minConfidence({ dense, tokens, trust, smallness, chance }: KnownOfQuery): number {
  if (dense && trust <= 0.5) return tuned.minOfScript;
  return between(tokens ? tuned.least : tuned.minByWords, smallness) + (tokens ? tuned.ofChance * chance : 0);
}

/** The number for a vault of this size, between those for a small and for a big one. */
const between = ([small, big]: readonly [number, number], smallness: number): number => big + smallness * (small - big);

/**
 * How well the model knows the words of a query, 0..1. In pieces a word, half of all questions lie in English from 1.09 to 1.29, in
 * Vietnamese from 1.56 to 1.80, in German from 1.67 to 2.00. Of what it doesn't know, the line's own words tell more.
 */
export function knownShare(text: string, wordpieces: number): number {
  const words = Math.max(1, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
  const { known, unknown } = piecesPerWord;
  return wordpieces === 0 ? 1 : Math.max(0, Math.min(1, (unknown - wordpieces / words) / (unknown - known)));
}

/**
 * How far the built-in model reads what is written, 0..1. It knows Latin letters, without the marks on them: Vietnamese, where every
 * fourth letter has one, comes to it as other words.
 */
export function readShare(text: string): number {
  const letters = text.normalize('NFC').match(/\p{L}/gu) ?? [];
  const marked = letters.filter((letter) => /^[a-z]\p{M}/iu.test(letter.normalize('NFD'))).length;
  return latinShareOf(text) * Math.max(0, 1 - marksLost * (marked / Math.max(1, letters.length)));
}

/** Whether the model does not know the words of a query. */
export const isStrange = (text: string, wordpieces: number): boolean =>
  wordpieces >= tuned.strangePieces * Math.max(1, text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
