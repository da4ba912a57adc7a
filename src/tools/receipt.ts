// What code tells the person about a change to memory, whatever the model says of it, and the record by which it can be
// taken back. The tools that write begin their result with this line; the channel shows it.
import type { Clock } from '../base/clock.ts';
import type { Keep, Written } from '../memory/write/writer.ts';
import type { Queue } from '../state/state.ts';

const verbs = ['Saved', 'Already saved', 'Changed', 'Forgotten'] as const;
type Verb = (typeof verbs)[number];

export interface Receipt {
  verb: Verb;
  text: string;
  /** Relative to the memory folder. */
  path: string;
  line: number;
  /** The number under which the change can be taken back. */
  change?: number;
}

/** The number of a change as the person reads and says it. */
export const changeId = (change: number): string => `r${change}`;

/** `Saved: buy milk -> 2026-11-21.md#L3 (r12)`: the first line of a result. Line breaks of the text become spaces. */
export const receiptLine = (verb: Verb, written: Written, change?: number | null): string =>
  `${verb}: ${oneLine(written.text)} -> ${written.path}#L${written.line}${change == null ? '' : ` (${changeId(change)})`}`;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** The receipts in a tool's result, or none for a result of another tool. */
export function parseReceipts(result: string): Receipt[] {
  return result.split('\n').flatMap((line) => {
    const match = /^([A-Z][a-z]+(?: [a-z]+)?): (.*) -> (\S.*?)#L(\d+)(?: \(r(\d+)\))?$/.exec(line);
    const verb = verbs.find((known) => known === match?.[1]);
    if (!match || !verb) return [];
    return [
      {
        verb,
        text: match[2] ?? '',
        path: match[3] ?? '',
        line: Number(match[4]),
        ...(match[5] === undefined ? {} : { change: Number(match[5]) }),
      },
    ];
  });
}

/** For the person: `Saved: buy milk -> 2026-11-21.md`. Null where nothing was changed by this call. */
export function receiptForPerson(receipt: Pick<Receipt, 'verb' | 'text' | 'path'>): string | null {
  if (receipt.verb.startsWith('Already')) return null;
  return `${receipt.verb}: ${receipt.text} -> ${receipt.path}`;
}

/** Writes to memory and keeps what it takes to take that back. */
export interface Recorder {
  /** @returns the receipt. @param write makes the change and tells `keep` of it @param text what the person would call it by */
  (verb: 'Saved' | 'Changed' | 'Forgotten', text: string, write: (keep: Keep) => Promise<Written>): Promise<string>;
}

/** @param cause id of the message in whose turn it is */
export function createRecorder({
  queue,
  clock,
  cause,
}: {
  queue: Pick<Queue, 'changes' | 'write'>;
  clock: Clock;
  cause: string;
}): Recorder {
  const { changes } = queue;
  return async (verb, text, write) => {
    let id: number | null = null;
    const written = await write(async (path, before, after) => {
      const receipt = receiptForPerson({ verb, text: oneLine(text), path }) ?? '';
      id = await queue.write(() => {
        if (id === null) return changes.add({ at: clock.now(), cause, receipt, text, path, before, after });
        changes.renew(id, { before, after });
        return id;
      });
    });
    const shown = { ...written, text };
    if (written.changed) return receiptLine(verb, shown, id);
    // A turn that is made again after a crash finds its work done; the person still gets the receipt of it.
    const earlier = changes.ofCause(cause, written.path, text);
    return earlier && earlier.undoneAt === null
      ? receiptLine(verb, shown, earlier.id)
      : receiptLine('Already saved', shown);
  };
}
