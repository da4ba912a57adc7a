// Which conversations were told that no model answers, and how often each was left without an answer. A reason is told once,
// until a model answers again or the reason changes. Kept in memory only, so it is told once more after a restart.
import type { ProviderErrorKind } from '../models/provider.ts';
import { mayPass } from '../models/vendors/retry.ts';
import type { SessionKey } from './channel.ts';

export interface Outages {
  /** Whether this is news to the conversation; from now on it is not. */
  isNews(key: SessionKey, kind: ProviderErrorKind): boolean;
  /** How often in a row no answer came to this conversation. */
  failuresOf(key: SessionKey): number;
  /** A model has answered this conversation, so the outage is over for all. */
  over(key: SessionKey): void;
}

export function createOutages(): Outages {
  const told = new Map<SessionKey, ProviderErrorKind>();
  const failures = new Map<SessionKey, number>();
  return {
    isNews(key, kind) {
      failures.set(key, (failures.get(key) ?? 0) + 1);
      // Any other error concerns this one request; the next request may succeed.
      const isOutage = mayPass(kind) || kind === 'auth' || kind === 'billing' || kind === 'budget';
      if (!isOutage) return true;
      const known = told.get(key) === kind;
      told.set(key, kind);
      return !known;
    },
    failuresOf: (key) => failures.get(key) ?? 0,
    over(key) {
      told.clear();
      failures.delete(key);
    },
  };
}
