// What calls that are running, or are not in the ledger yet, may cost: without it, ten conversations at once would each see
// the same money left. In memory only: no call outlives the process.
import { orAborted } from '../../base/abortable.ts';
import { createDeferred } from '../../base/deferred.ts';
import type { ModelResponse, Usage } from '../../models/provider.ts';

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
  /** Reserves while the call runs, and what it cost until its usage is released. Of a call that fails nothing is kept. */
  hold(
    usd: number,
    make: () => Promise<ModelResponse>,
    costOf: (response: ModelResponse) => number,
  ): Promise<ModelResponse>;
  /** The call of this usage is in the ledger. */
  release(usage: Usage): void;
}

export function createReservations(): Reservations {
  const held = new Set<Reservation>();
  const byUsage = new WeakMap<Usage, Reservation>();
  let ended = createDeferred<void>();

  function end(): void {
    ended.resolve();
    ended = createDeferred();
  }

  return {
    totalUsd: () => [...held].reduce((sum, { usd }) => sum + usd, 0),
    hasRunning: () => [...held].some(({ isRunning }) => isRunning),
    next: (signal) => (signal ? orAborted(ended.promise, signal) : ended.promise),
    async hold(usd, make, costOf) {
      const reservation: Reservation = { usd, isRunning: true };
      held.add(reservation);
      try {
        const response = await make();
        reservation.usd = costOf(response);
        byUsage.set(response.usage, reservation);
        return response;
      } catch (error) {
        held.delete(reservation);
        throw error;
      } finally {
        reservation.isRunning = false;
        end();
      }
    },
    release(usage) {
      const reservation = byUsage.get(usage);
      if (reservation) held.delete(reservation);
    },
  };
}
