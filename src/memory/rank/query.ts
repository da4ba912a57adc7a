// A query as it is ranked, and what it is ranked against.
import type { Embedding } from '../embed/embedder.ts';
import type { Vectors } from '../index/vectors.ts';
import type { DayRange } from '../query/dates.ts';
import type { Code, Spelling } from '../query/spellings.ts';
import type { Weights } from '../weights.ts';
import type { Lexical } from './keyword-scores.ts';
import type { WordIndex } from './term-lookup.ts';

export interface SearchParts extends WordIndex {
  vectors: Vectors | null;
}

/** The time that the words of a query name. */
export interface TimeWords {
  /** In "what did I do yesterday" every line of that time is an answer, and of the others those that name it in these words. */
  only: 'then' | 'then or so named' | null;
  /** The ways to write a day that the query names. */
  spellings: readonly Spelling[];
  /** Slots of lines that name one of the days in their own words. */
  naming: ReadonlyMap<number, number>;
  /** The query without the time that it names. */
  rest: string;
  /** The time has not passed: what is planned for it may have been changed. */
  isAhead: boolean;
}

/** What the words of a query say, which needs no vector: worked out while the query's is made. */
export interface QueryWords {
  terms: readonly string[];
  codes: readonly Code[];
  /** How they stand in the lines, as those were then. */
  lexical: Lexical;
  whom: Whom;
  /** How far the built-in model reads them, 0..1. */
  trust: number;
  /** The share of their letters that is Latin. */
  latin: number;
}

/** The persons that a query is about. */
export interface Whom {
  /** Its names, each as its terms. */
  names: readonly string[][];
  /** By subject: over 0 for those that it names. Null where it names none. */
  named: Float32Array | null;
  /** It is about the person who asks it. */
  isOfAsker: boolean;
  /** It has names, but none of a speaker or a heading, and the notes are no chat with an assistant. */
  namesNoSpeaker: boolean;
}

export interface Query {
  text: string;
  embedding: Embedding | null;
  /** Strict bounds: lines outside of them and lines without a date are left out. */
  only: DayRange | null;
  /** Where the vectors are on disk: the contents whose own are nearest to the query’s. */
  near?: readonly number[];
  /** The time that the words of the query name. */
  about: DayRange | null;
  asked?: TimeWords | null;
  /** What `readWords` (ranker.ts) says of it, where the lines are still as they were then. */
  words?: QueryWords;
  /** Whether to keep the parts that ranks are made of. */
  explain?: boolean;
  weights?: Weights;
  candidates?: number;
}
