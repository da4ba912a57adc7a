// A line that was found, with its rank and its confidence.

export interface HitParts {
  signals: Record<string, number>;
  rank: Record<string, number>;
  confidence: Record<string, number>;
  /** The lines that may say what became of this one, with what tells so. */
  successors?: { slot: number; score: number; replaces?: number; signals: Readonly<Record<string, number>> }[];
}

/**
 * A class and not an object literal: once objects of a literal have lived long, V8 allocates all later ones as long-lived, and
 * the hits of each search would survive minor collections.
 */
export class Hit {
  readonly slot: number;
  /** Ranks. */
  rank: number;
  /** The confidence, 0..1, independent of the other hits. */
  confidence: number;
  /** Whether the confidence is enough for an answer. */
  answers: boolean;
  /** The share of the query's words that the line holds, 0..1. */
  readonly coverage: number;
  /** Slot of a newer line of the person's that says this one anew, where the query asks for what is so now. */
  newer: number | null = null;
  /** Slot of a newer line that was put before this one, which it may replace. */
  givesWayTo: number | null = null;
  /** Where a query asks for it: its signals, and what each of them adds to the rank, and to the confidence. */
  parts: HitParts | null = null;

  constructor(slot: number, rank: number, confidence: number, answers: boolean, coverage: number) {
    this.slot = slot;
    this.rank = rank;
    this.confidence = confidence;
    this.answers = answers;
    this.coverage = coverage;
  }
}
