// The receipt of a change to memory: what the program tells the person about it, whatever the model says, and the record
// by which it can be taken back.
import type { ToolResult } from '../agent/tool.ts';
import type { Log } from '../base/log.ts';
import type { Clock } from '../base/time/clock.ts';
import { essence } from '../memory/write/bullet.ts';
import type { Keep, Written } from '../memory/write/writer.ts';
import type { Receipt } from '../session/entry.ts';
import type { State } from '../state/state.ts';

type Verb = Receipt['verb'];

const verbs: Record<Verb, string> = {
  saved: 'Saved',
  already_saved: 'Already saved',
  changed: 'Changed',
  forgotten: 'Forgotten',
  reminder_set: 'Reminder set',
  reminder_cancelled: 'Reminder cancelled',
};

/** Replaces a forgotten text: a receipt never repeats it. */
const onePassage = 'one passage';

/** The number of a change as the person reads and says it. */
export const changeId = (change: number): string => `r${change}`;

/** For the model: `Saved: buy milk -> 2026-11-21.md#L3 (r12)`. */
const receiptForModel = ({ verb, text, path, line, change }: Receipt): string =>
  `${verbs[verb]}: ${verb === 'forgotten' ? onePassage : text} -> ${path}#L${line}${change === undefined ? '' : ` (${changeId(change)})`}`;

/** A text as a receipt shows it. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** In English, as a commit of git says it: `Saved: buy milk -> 2026-11-21.md`. */
export const receiptLine = ({ verb, text, path }: Pick<Receipt, 'verb' | 'text'> & { path: string }): string =>
  `${verbs[verb]}: ${verb === 'forgotten' ? onePassage : oneLine(text)} -> ${path}`;

/** Where the notes before and after a change are kept. Its methods are synchronous; call what writes inside `write`. */
export interface RevisionLog {
  /** @param change.cause the message in whose turn it was made @returns the number of the change */
  add(change: {
    at: Date;
    cause: string;
    verb: 'saved' | 'changed' | 'forgotten';
    text: string;
    path: string;
    before: Buffer | null;
    after: Buffer;
  }): number;
  renew(id: number, version: { before: Buffer | null; after: Buffer }): void;
  find(id: number): { after: Buffer } | null;
  /** Takes out one that was never made. */
  remove(id: number): void;
  /** The changes of a note that a message is the cause of, the newest first. */
  ofCause(cause: string, path: string): { id: number; at: Date; verb: string; text: string; undoneAt: Date | null }[];
}

type Recorded = ToolResult & { receipts: Receipt[] };

/** Writes to memory and records what an undo needs. */
export interface Recorder {
  /**
   * @param write makes the change and tells `keep` of it
   * @param also all that is done after the change, and what it adds to the result. The change is made: where this fails, it is
   * left out, and the receipt stands
   * @returns the result of the tool, with its receipt
   */
  (
    verb: 'saved' | 'changed' | 'forgotten',
    write: (keep: Keep) => Promise<Written>,
    also?: (result: Recorded) => Promise<Partial<ToolResult>>,
  ): Promise<Recorded>;
}

/** Another program names no message of the person: a save of the same words soon after is taken for the same call, tried once more. */
export const otherProgram = 'mcp';
const retriedWithinMs = 5 * 60_000;

const resultOf = (verb: Verb, { path, line, text, part }: Written, change?: number | null) => {
  const shown = verb === 'forgotten' ? '' : oneLine(text);
  const receipt: Receipt = {
    verb,
    text: shown,
    ...(part !== undefined && { part }),
    path,
    line,
    ...(change != null && { change }),
  };
  return { text: receiptForModel(receipt), receipts: [receipt] };
};

/** @param cause id of the message that is answered, or {@link otherProgram} */
export function createRecorder({
  state,
  clock,
  log,
  cause,
}: {
  state: { revisions: RevisionLog; write: State['write'] };
  clock: Clock;
  log: Log;
  cause: string;
}): Recorder {
  const { revisions } = state;
  const standing = (path: string) =>
    revisions
      .ofCause(cause, path)
      .filter(({ undoneAt }) => undoneAt === null)
      .filter(({ at }) => cause !== otherProgram || clock.now().getTime() - at.getTime() < retriedWithinMs);
  const savedBefore = (path: string, text: string) =>
    standing(path).find((one) => one.verb === 'saved' && essence(one.text) === essence(text));
  const made = async (verb: 'saved' | 'changed' | 'forgotten', write: (keep: Keep) => Promise<Written>) => {
    let id: number | null = null;
    const keep: Keep = async (path, before, after, text) => {
      id = await state.write(() => {
        // What has still to be written was only noted by a turn that a crash ended.
        const noted = standing(path).find((one) => one.verb === verb && one.text === text);
        const known = id ?? noted?.id ?? null;
        if (known === null) return revisions.add({ at: clock.now(), cause, verb, text, path, before, after });
        revisions.renew(known, { before, after });
        return known;
      });
    };
    keep.drop = async () => {
      const noted = id;
      if (noted !== null) await state.write(() => revisions.remove(noted));
      id = null;
    };
    keep.saved = (path, text) => {
      const before = savedBefore(path, text);
      return (before && revisions.find(before.id)?.after) ?? null;
    };
    const written = await write(keep);
    if (written.changed) return resultOf(verb, written, id);
    // A turn that is made again after a crash finds its work done; the person still gets the receipt of it.
    const earlier = savedBefore(written.path, written.text);
    return earlier ? resultOf(verb, written, earlier.id) : resultOf('already_saved', written);
  };
  return async (verb, write, also) => {
    const result = await made(verb, write);
    try {
      return { ...result, ...(await also?.(result)), receipts: result.receipts };
    } catch (error) {
      log.error({ err: error }, 'A note is changed, and what is done after a change failed.');
      return result;
    }
  };
}
