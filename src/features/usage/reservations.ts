// Reserves money for the calls that are running: otherwise ten conversations at once would each see the same amount left. It is in
// memory only, because no call outlives the process.
import { orAborted } from '../../base/concurrency/abortable.ts';
import { createDeferred } from '../../base/concurrency/deferred.ts';

interface Reservation {
  /** US dollars: the most that the call can cost while it runs, then what it cost. */
  usd: number;
  isRunning: boolean;
}

export interface Reservations {
  totalUsd(): number;
  hasRunning(): boolean;
  /** Resolves when a running call has ended. Rejects with the signal's reason when it aborts first. */
  next(signal: AbortSignal | undefined): Promise<void>;
  /**
   * Reserves while the call runs and is recorded. Of a call that fails nothing stays reserved; where its cost can't be
   * recorded, it stays reserved for the rest of the process.
   */
  hold<Response>(
    usd: number,
    steps: {
      call(): Promise<Response>;
      costOf(response: Response): number;
      record(response: Response): Promise<void>;
    },
  ): Promise<Response>;
}

export function createReservations(): Reservations {
  const held = new Set<Reservation>();
  let ended = createDeferred<void>();

  return {
    totalUsd: () => [...held].reduce((sum, { usd }) => sum + usd, 0),
    hasRunning: () => [...held].some(({ isRunning }) => isRunning),
    next: (signal) => (signal ? orAborted(ended.promise, signal) : ended.promise),
    async hold(usd, { call, costOf, record }) {
      const reservation: Reservation = { usd, isRunning: true };
      let isPaid = false;
      held.add(reservation);
      try {
        const response = await call();
        isPaid = true;
        reservation.usd = costOf(response);
        await record(response);
        isPaid = false;
        return response;
      } finally {
        reservation.isRunning = false;
        if (!isPaid) held.delete(reservation);
        ended.resolve();
        ended = createDeferred();
      }
    },
  };
}
