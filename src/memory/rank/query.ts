// A query as it is ranked, and what it is ranked against.
import type { Embedding } from '../embed/embedder.ts';
import type { Vectors } from '../index/vectors.ts';
import type { DayRange } from '../query/dates.ts';
import type { Spelling } from '../query/spellings.ts';
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
  naming: ReadonlySet<number>;
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
  /** What `lexicalOf` (ranker.ts) says of it, where the lines are still as they were then. */
  lexical?: Lexical;
  /** Whether to keep the parts that ranks are made of. */
  explain?: boolean;
  weights?: Weights;
  candidates?: number;
}
