// The people to whom the bot listens and writes at this moment: the ids of the configuration, and the paired person.
import type { SessionKey } from '../../assistant/channel.ts';
import type { Pairing } from '../pairing.ts';
import type { GateRules } from './gate.ts';
import { chatIdOf, placeOf } from './places.ts';

export class Access {
  readonly #connector: string;
  readonly #users: readonly number[];
  readonly #groups: ReadonlySet<number>;
  readonly #pairing: Pairing | undefined;

  constructor(options: { connector: string; users: readonly number[]; groups: readonly number[]; pairing?: Pairing }) {
    this.#connector = options.connector;
    this.#users = options.users;
    this.#groups = new Set(options.groups);
    this.#pairing = options.pairing;
  }

  /** Read anew each time: another process may pair and unpair. */
  rules(): GateRules {
    return { users: new Set([...this.#users, ...(this.#pairing?.people() ?? [])]), groups: this.#groups };
  }

  users(): ReadonlySet<number> {
    return this.rules().users;
  }

  /** The chat of a conversation of this bot; null for any other, and where its person may no longer speak. */
  chatOf(key: SessionKey): number | null {
    const place = placeOf(this.#connector, key);
    if (!place) return null;
    const { users, groups } = this.rules();
    const isListed = place.audience === 'private' || groups.has(place.chatId);
    return isListed && users.has(place.userId) ? place.chatId : null;
  }

  /** @param address as the outbox names the chat */
  mayHear(address: string): boolean {
    const chatId = chatIdOf(address);
    if (chatId === null) return false;
    const { users, groups } = this.rules();
    return users.has(chatId) || groups.has(chatId);
  }
}
