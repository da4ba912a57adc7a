// What model calls cost and what may be spent, as the assistant sees it: asked before each call, told after it.
import type { ModelRequest, ModelResponse, Usage } from '../models/provider.ts';

export interface Spend {
  /** Before work that will call a model. Throws ProviderError of kind `budget` when a limit is reached. */
  check(): void;
  /**
   * Makes a call within the limits: what it may cost at most is reserved before it, and given back when it is recorded or
   * has failed. Where only what others have reserved is in the way, it waits for them.
   * @throws ProviderError of kind `budget` when a limit is reached
   */
  call(request: ModelRequest, make: () => Promise<ModelResponse>): Promise<ModelResponse>;
  /**
   * After each call, with the usage of its response itself; on disk when it resolves.
   * @param model `provider/model`
   * @returns what the call cost, in US dollars; null where the price of the model is not known
   */
  record(call: { purpose: string; model: string; usage: Usage }): Promise<number | null>;
  /**
   * What the person is to be told and nobody else has taken: a share of a limit was passed, or a limit can't see what is
   * spent. What is never confirmed by `told` comes again at the next start.
   */
  takeWarnings(): Warning[];
  /** The person will read them, whatever happens now. On disk when it resolves. */
  told(warnings: readonly Warning[]): Promise<void>;
}

export interface Warning {
  /** The same one is told once, also over a restart. */
  name: string;
  text: string;
}
