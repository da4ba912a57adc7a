// A turn of the inbox from the moment its rows are taken together until it is over: its runs, how each ended, and when the
// assistant has it. The inbox worker runs it.
import type { SessionKey } from '../assistant/channel.ts';
import { type Deferred, createDeferred } from '../base/concurrency/deferred.ts';
import type { InboxRow } from '../state/inbox.ts';

/** The message of a turn was changed while it ran. */
export class Changed extends Error {
  override readonly name = 'Changed';
}

/** The person took the message back. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** The turn before this one failed and is tried again first. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** The name of the turn that begins with this row. */
export const turnName = (row: InboxRow): string => `${row.channel}:${row.key}`;

/** How one run of a turn ended. `failed` also for one that is to begin anew: what came after it waits for it. */
type Verdict = 'over' | 'postponed' | 'failed';

/** The rows of one turn, from the moment they are taken together until the turn is over. */
export class TurnGroup {
  readonly turn: string;
  readonly seqs: readonly number[];
  /** Resolves when the assistant has it, or never will have it in this run. */
  readonly handedOver = createDeferred<void>();
  readonly over = createDeferred<void>();
  /** How the run that goes on ends. */
  run: Deferred<Verdict> = createDeferred<Verdict>();
  /** How the last run ended; null while one goes on. */
  verdict: Verdict | null = null;
  controller = new AbortController();
  isOver = false;
  /** When the assistant got it, as a number that grows with each; null while it does not have it. */
  handedInAs: number | null = null;
  /** The assistant works on it and is the one that stops it. */
  hasBegun = false;
  nap: AbortController | null = null;

  constructor(
    readonly key: SessionKey,
    rows: readonly InboxRow[],
    public previous: TurnGroup | null,
  ) {
    const [first] = rows;
    if (!first) throw new Error('A turn needs a message');
    this.turn = first.turn ?? turnName(first);
    this.seqs = rows.map((row) => row.seq);
  }

  beginRun(): void {
    this.run = createDeferred<Verdict>();
    this.verdict = null;
    this.controller = new AbortController();
  }

  endRun(verdict: Verdict): void {
    this.verdict = verdict;
    this.run.resolve(verdict);
  }

  end(): void {
    this.isOver = true;
    this.previous = null;
    this.endRun('over');
    this.handedOver.resolve();
    this.over.resolve();
  }
}

export const isWithdrawn = ({ controller }: TurnGroup): boolean => controller.signal.reason instanceof Withdrawn;

/**
 * Waits until what came before has ended its run. A turn that fails is tried again before what came after it, and one that
 * is about to be handed in goes first. It waits only for what the assistant got earlier, which can't wait for this turn.
 * @throws NotYet
 */
export async function mayBegin({ previous, handedInAs }: TurnGroup): Promise<void> {
  if (previous === null || previous.isOver) return;
  const isAhead = previous.handedInAs !== null && previous.handedInAs < (handedInAs ?? 0);
  const verdict = isAhead ? await previous.run.promise : previous.verdict;
  if (verdict === null || verdict === 'failed') throw new NotYet();
}
