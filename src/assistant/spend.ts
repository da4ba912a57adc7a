// What model calls cost and what may be spent, as the assistant sees it: every call goes through a provider that this made.
import { type Delta, type ModelRequest, type ModelResponse, type Provider, ProviderError } from '../models/provider.ts';
import type { UsageEntry } from '../session/entry.ts';

/** A response whose cost is in the ledger. */
export interface PaidResponse extends ModelResponse {
  costUsd: number | null;
}

/** A provider that keeps to the budget. What calls a model takes this type, so that no call can pass the budget by. */
export interface PaidProvider extends Provider {
  complete(request: ModelRequest, onDelta?: (delta: Delta) => void): Promise<PaidResponse>;
}

export interface Spend {
  /** Before work that will call a model. Throws ProviderError of kind `budget` when a limit is reached. */
  check(): void;
  /**
   * A provider whose calls are made within the limits: what a call may cost at most is reserved before it. When it has
   * answered, its cost is in the ledger, on disk; of a call that failed nothing is kept. Where only what others have
   * reserved is in the way, a call waits for them. It throws ProviderError of kind `budget` when a limit is reached.
   */
  payFor(provider: Provider, purpose: string): PaidProvider;
  /**
   * The warnings that the person is to be told and that no other call has taken: a share of a limit was passed, or a limit can't see what is
   * spent. What is never confirmed by `told` comes again at the next start.
   */
  takeWarnings(): Warning[];
  /** The person will read them, whatever happens now. On disk when it resolves. */
  told(warnings: readonly Warning[]): Promise<void>;
}

export interface Warning {
  /** A warning of the same name is told once, also over a restart. */
  name: string;
  news: BudgetNews;
}

/** A limit of the budget. */
export type BudgetSpan = 'daily' | 'monthly';

export type BudgetNews =
  | { kind: 'used'; percent: number; span: BudgetSpan; limitUsd: number }
  /** The budget can't count this model. */
  | { kind: 'unpriced'; model: string };

/** A limit is reached: no model is called. */
export class BudgetSpent extends ProviderError {
  constructor(
    readonly span: BudgetSpan,
    readonly spentUsd: number,
    readonly limitUsd: number,
  ) {
    super('budget', `$${spentUsd.toFixed(2)} of the ${span} limit of $${limitUsd.toFixed(2)} are spent`);
  }
}

/** What a call cost, as the session keeps it. */
export function usageEntry(
  at: string,
  purpose: string,
  { model, usage, costUsd }: Pick<PaidResponse, 'model' | 'usage' | 'costUsd'>,
): UsageEntry {
  const { input, output, cacheRead, cacheWrite } = usage;
  const cache = { cache_read: cacheRead, cache_write: cacheWrite };
  return { type: 'usage', at, purpose, model, input, output, ...cache, cost_usd: costUsd };
}
