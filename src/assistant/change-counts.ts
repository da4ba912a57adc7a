// How many things a night changed, as its run is noted in the database, `+3 ~1 -0`. Only this file writes and reads that form. Pure.

export interface ChangeCounts {
  added: number;
  changed: number;
  removed: number;
}

export const noteOfCounts = ({ added, changed, removed }: ChangeCounts): string => `+${added} ~${changed} -${removed}`;

/** The counts in the note of a run; null where it says something else. */
export function countsIn(noted: string): ChangeCounts | null {
  const [, ...counts] = /^\+(\d{1,9}) ~(\d{1,9}) -(\d{1,9})$/.exec(noted) ?? [];
  const [added, changed, removed] = counts.map(Number);
  return added === undefined || changed === undefined || removed === undefined ? null : { added, changed, removed };
}
