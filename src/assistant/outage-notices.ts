// Which conversations were told that no model answers. The reason is told once, until a model answers again or it is another reason; in
// memory, so that it is told once more after a restart.
import type { ProviderErrorKind } from '../models/provider.ts';
import { mayPass } from '../models/retry.ts';
import type { SessionKey } from './channel.ts';

export interface Outages {
  /** Whether this is news to the conversation; from now on it is not. */
  isNews(key: SessionKey, kind: ProviderErrorKind): boolean;
  /** A model has answered, so the outage is over for all conversations. */
  over(): void;
}

export function createOutages(): Outages {
  const told = new Map<SessionKey, ProviderErrorKind>();
  return {
    isNews(key, kind) {
      // Any other error concerns this one request; the next request may succeed.
      const isOutage = mayPass(kind) || kind === 'auth' || kind === 'billing' || kind === 'budget';
      if (!isOutage) return true;
      const known = told.get(key) === kind;
      told.set(key, kind);
      return !known;
    },
    over: () => told.clear(),
  };
}
