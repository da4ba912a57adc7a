// Every number of the ranking that was tuned by measurement, with what it was measured on. What a signal means is in features.ts.
import type { Signal } from './features.ts';

export type Weights = Partial<Record<Signal, number>>;

/**
 * Tuned on two-person chats, each judged by weights from the others, and checked on assistant transcripts; the optimum is flat,
 * halving a weight moves R@10 by a point. Words are in here twice, as terms and as tokens: more for them costs (.6 and .3: R@5 -1.4).
 * LoCoMo dev without the opening: R@10 86.4 for 86.8 (BEAM dev R@5 66.3 -> 68.8 when it came); without the kind: R@5 79.2 for 80.0, R@10 86.5.
 */
export const fullWeights: Weights = {
  words: 0.4,
  section: 0.2,
  tokens: 1.5,
  window: 1.7,
  itself: 0.34,
  subject: 0.65,
  length: 0.45,
  opening: 0.12,
  asking: -0.1,
  time: 0.3,
  kind: 0.3,
  day: 0.8,
  superseded: -0.6,
  recency: 0.02,
  alone: 1,
};
/** Without token vectors. */
export const liteWeights: Weights = {
  words: 1,
  section: 0.4,
  pooled: 0.5,
  window: 2,
  itself: 0.3,
  subject: 0.5,
  length: 0.6,
  asking: -0.2,
  time: 0.2,
  kind: 0.2,
  day: 0.8,
  superseded: -0.6,
  recency: 0.02,
  alone: 1,
};
/** Without vectors. */
export const keywordWeights: Weights = {
  words: 1,
  section: 0.4,
  subject: 0.4,
  length: 0.3,
  asking: -0.2,
  time: 0.1,
  kind: 0.1,
  day: 0.8,
  superseded: -0.4,
  recency: 0.02,
  alone: 1,
};

/**
 * How many candidates are looked at closely: so many by the first score, and as many by the vector of the line alone. With 150 a
 * closer look at 10,000 lines misses 3 of 100 that one at 3,000 candidates finds, with 180 one or two. Of 50 questions that avoid
 * the words of their line, over 6,000 unrelated lines, 27 % had it among the candidates by the window, 94 % with those by the line.
 */
export const maxCandidates = 180;

/**
 * Lines whose neighbours have nothing to do with them (context.ts) are ranked by what they say themselves. There the line's vector
 * counts more, in place of what the window and the section add elsewhere; and words count by the share of the question that the
 * line itself holds, to this power, so that one chance word is worth nothing and an identifier nearly all.
 * 50 paraphrased questions over 6,000 and 20,000 unrelated lines, first / among six: 24 / 36 and 20 / 22 before; 66 / 80 and 60 / 76.
 */
export const unrelatedLines = { section: 0.5, words: 2, wordsPower: 3, time: 0.3, kind: 0.3 };

/** Mean cosines of adjacent lines: lists of facts have .10 to .31 in nine of ten places, talk .38 and more. */
export const cohesion = { unrelated: 0.26, related: 0.36 };

/** Where one line is sure enough to be an answer, those that are nearly as sure stay. */
export const staysAt = 0.8;

/** What a line is worth more that has the very number or code that was asked for. */
export const exactCode = 1;
/** And one that says who somebody is, where that is asked. */
export const definition = 4;
/** How much a thing of a kind counts where a question names the kind: Berlin for the city. */
export const shareOfKind = 0.5;

/** In fusing the rankings of several queries: with 10, hand-written queries took R@10 of 40 misses from 38.9 to 59.5. */
export const fusionOffset = 10;

/** What the section still counts there: Vietnamese (XQuAD, 298 questions) R@5 90.9, with the line's own words 95.0, with both 95.3. */
export const sectionOfUnknown = 0.4;

/** How many wordpieces a word has where the model knows the language, and where it does not. */
export const piecesPerWord = { known: 1.45, unknown: 1.65 };
