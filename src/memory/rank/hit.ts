// A line that was found, with where it ranks and how sure that is.

/** A class, because the garbage collector takes what comes from an object literal for long-lived when it once was, and lets it lie. */
export class Hit {
  readonly slot: number;
  /** Ranks. */
  rank: number;
  /** How sure, 0..1, whatever the other hits are. */
  confidence: number;
  /** Whether that is enough for an answer. */
  answers: boolean;
  /** Share of the query that it holds, 0..1. */
  readonly coverage: number;
  /** Slot of a newer line of the person's that says this one anew, where the query asks for what is so now. */
  newer: number | null = null;
  /** Where a query asks for it: its signals, and what each of them adds to the rank, and to the confidence. */
  parts: { signals: Record<string, number>; rank: Record<string, number>; confidence: Record<string, number> } | null =
    null;

  constructor(slot: number, rank: number, confidence: number, answers: boolean, coverage: number) {
    this.slot = slot;
    this.rank = rank;
    this.confidence = confidence;
    this.answers = answers;
    this.coverage = coverage;
  }
}
