// What code tells the person about a change to memory, whatever the model says of it. The tools that write begin their
// result with this line; the channel shows it.
import type { Written } from '../memory/write/writer.ts';

const verbs = ['Saved', 'Already saved', 'Changed', 'Forgotten'] as const;
type Verb = (typeof verbs)[number];

export interface Receipt {
  verb: Verb;
  text: string;
  /** Relative to the memory folder. */
  path: string;
  line: number;
}

/** `Saved: buy milk -> 2026-11-21.md#L3`: the first line of a result. Line breaks of the text become spaces. */
export const receiptLine = (verb: Verb, written: Written): string =>
  `${verb}: ${written.text.replace(/\s*\n\s*/g, ' ')} -> ${written.path}#L${written.line}`;

/** The receipts in a tool's result, or none for a result of another tool. */
export function parseReceipts(result: string): Receipt[] {
  return result.split('\n').flatMap((line) => {
    const match = /^([A-Z][a-z]+(?: [a-z]+)?): (.*) -> (\S.*?)#L(\d+)$/.exec(line);
    const verb = verbs.find((known) => known === match?.[1]);
    return match && verb ? [{ verb, text: match[2] ?? '', path: match[3] ?? '', line: Number(match[4]) }] : [];
  });
}

/** For the person: `Saved: buy milk -> 2026-11-21.md`. Null where nothing was changed by this call. */
export function receiptForPerson(receipt: Receipt): string | null {
  if (receipt.verb.startsWith('Already')) return null;
  return `${receipt.verb}: ${receipt.text} -> ${receipt.path}`;
}
