// A place in a text that holds a secret.

export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}
