// What a search is asked, and what it answers.
import type { PastLine } from './past-lines.ts';
import type { Weights } from './weights.ts';

export interface SearchOptions {
  /** Other ways to ask the same, or its parts: with the first at most five, each ranked by itself and fused by rank; the sentences of a message where none is given. */
  queries?: readonly string[];
  /** The maximal number of passages to return; 6 by default. */
  limit?: number;
  /** First and last day, `YYYY-MM-DD` or words; strict, undated lines are left out. */
  since?: string;
  until?: string;
  /** What was known on this day, `YYYY-MM-DD`: nothing that was written later; lines without a date count. */
  asOf?: string;
  /** Adds the line that was found to each result that also holds lines around it. */
  hitLines?: boolean;
  /** Adds to each result what its rank and its score are made of. */
  explain?: boolean;
  /** Adds the query's own vector, where the built-in model makes it. */
  vector?: boolean;
  signal?: AbortSignal;
  /** The answer is given again for some seconds, as long as nothing has changed: for a question that is asked ahead of its turn. */
  keep?: true;
  /** An answer by words is given where the query's vector takes longer. */
  embedWaitMs?: number;
  /** True: by words only; the model is not even started, and nothing is embedded. */
  wordsOnly?: boolean;
  /** False: whether a newer line replaces an older one is told by their signals alone, which is quicker. */
  readsPairs?: boolean;
  /** False: single lines, without the ones around them. */
  passages?: boolean;
  /** Other weights than the tuned ones, for measuring what each signal does. */
  weights?: Weights;
  /** How many lines are looked at closely, for measuring what that costs. */
  candidates?: number;
  /** False: results that are too weak to be an answer are returned as well. */
  reject?: boolean;
}

export interface SearchResult {
  /** Relative to the vault. */
  path: string;
  startLine: number;
  endLine: number;
  /** How sure the search is, 0..1, whatever else it found. */
  score: number;
  text: string;
  /** First line of the chunk that was found, where that was asked for and the passage has lines around it. */
  hitLine?: number;
  /** Lines that are no longer true, for {@link showPassage}. */
  past?: PastLine[];
  explain?: Explained;
}

/** What the rank and the score of a result are made of: those of its best line. */
export interface Explained {
  rank: number;
  /** What each signal adds to the rank; `order` is what was added for the query's kind: a single word, a time alone, several things. They add up to it. */
  parts: Record<string, number>;
  /** What each adds to the score, before it is cut at 1; `day` where a line counts as found by its day alone. */
  score: Record<string, number>;
  /** As they were found, each about 0..1. */
  signals: Record<string, number>;
  /**
   * The lines that may say what became of this one: where they stand, the logarithm of the odds by the signals, that of the model where both
   * were read together, and the signals.
   */
  successors?: { newer: string; score: number; replaces?: number; signals: Readonly<Record<string, number>> }[];
}

export interface SearchAnswer {
  results: SearchResult[];
  mode: 'hybrid' | 'keyword';
  /** Lines that are found by words only as yet. */
  pendingVectors: number;
  /** Of unit length; only where it was asked for. */
  vector?: Float32Array;
  tookMs: number;
}
