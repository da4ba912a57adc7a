// The channels of one process, as the rest of the program sees them: one thing that is started, speaks and is stopped. What
// is said in a conversation goes out by the channel whose conversation it is.
import type { Announce, Announcement, Extras } from '../../assistant/channel.ts';
import type { Address } from '../../base/session-key.ts';
import { createDeferred } from '../../base/concurrency/deferred.ts';
import type { ChannelParts, OpenedChannel } from '../../channels/channel.ts';
import type { Config } from '../../config.ts';
import type { State } from '../../state/state.ts';
import { askKey } from '../ask-once.ts';
import type { ChannelEntry } from './channels.ts';

export class RunningChannels {
  readonly #entries: readonly ChannelEntry[];
  readonly #opened: OpenedChannel[] = [];
  readonly #over = createDeferred<void>();
  #write: State['write'] | null = null;

  constructor(entries: readonly ChannelEntry[]) {
    this.#entries = entries;
  }

  /** Resolves when one of them has come to its end by itself, rejects when one can't go on. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  async open(config: Config, parts: ChannelParts): Promise<void> {
    this.#write = parts.state.write;
    for (const entry of this.#entries) {
      const opened = await entry.open(config, parts);
      this.#opened.push(opened);
      opened.over.then(this.#over.resolve, this.#over.reject);
    }
  }

  /** Resolves when the first of them takes messages: one that waits for its network does not keep the others waiting. */
  async start(): Promise<void> {
    const starts = this.#opened.map(({ channel }) => channel.start());
    Promise.all(starts).catch(this.#over.reject);
    await Promise.race(starts);
  }

  /** Says it through the channel that has the conversation. */
  readonly announce: Announce = async (announcement: Announcement) => {
    for (const { channel } of this.#opened) if (await channel.announce?.(announcement)) return true;
    return announcement.key === askKey && (await this.#tellAsked(announcement));
  };

  /**
   * `scrubjay ask` runs only for its answer, so the owner is told where the program speaks. The buttons are left out: they
   * belong to the conversation of `ask`. After a crash before `alongside` it is told again,
   * under the same name, and a channel delivers one name once.
   */
  async #tellAsked({ name, text, alongside }: Announcement): Promise<boolean> {
    if (!this.#write || !this.#opened.some(({ channel }) => channel.tell)) return false;
    await this.tell(text, name);
    await this.#write(alongside);
    return true;
  }

  /** Tells it through the first channel that can, so that the owner reads it once. */
  async tell(text: string, about: string, extras?: Extras): Promise<void> {
    await this.#opened.find(({ channel }) => channel.tell)?.channel.tell?.(text, about, extras);
  }

  owns(address: Address): boolean {
    return this.#entries.some((entry) => entry.owns(address));
  }

  /** False when one of them hangs. */
  readonly isAlive = (): boolean => this.#opened.every(({ channel }) => channel.isAlive?.() ?? true);

  /** What keeps messages from arriving on one of them. */
  readonly trouble = (): string | null =>
    this.#opened.map(({ channel }) => channel.trouble?.() ?? null).find((reason) => reason !== null) ?? null;

  recover(): void {
    for (const { channel } of this.#opened) channel.recover?.();
  }

  /** May also be called after an `open` that failed. */
  async stop(): Promise<void> {
    await Promise.all(this.#opened.map(({ channel }) => channel.stop()));
    for (const { close } of this.#opened.splice(0)) close();
  }
}
