// What model calls cost, as the assistant needs to know it. The durable sum and the limits are kept elsewhere.
import type { Usage } from '../provider/provider.ts';

export interface Spend {
  /** Before each call of a model. Throws ProviderError of kind `budget` when a limit is reached. */
  check(): void;
  /**
   * After each call.
   * @param model `provider/model`
   * @returns what the call cost, in US dollars
   */
  record(call: { purpose: string; model: string; usage: Usage }): number;
}

/** For a setup without prices or limits. */
export const unlimitedSpend: Spend = { check: () => undefined, record: () => 0 };
