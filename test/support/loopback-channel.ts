// The smallest channel that stores what it takes: an array in the place of a network, on the neutral workers and a state
// of its own. It shows what a new channel has to bring.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Announcement, Button, Extras, HandleIncoming } from '../../src/assistant/channel.ts';
import type { Clock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { sessionKeyOf } from '../../src/base/session-key.ts';
import { wellFormed } from '../../src/base/text/text.ts';
import type { Channel, ChannelKind } from '../../src/channels/channel.ts';
import { type InboxChannel, InboxWorker, type TurnInput } from '../../src/channels/inbox-worker.ts';
import { type Delivery, OutboxWorker, type Transport } from '../../src/channels/outbox-worker.ts';
import { type InboxMessage, type StoredMessage, incomingIdOf } from '../../src/channels/stored-message.ts';
import type { OutboxRow } from '../../src/state/outbox.ts';
import { type State, openState } from '../../src/state/state.ts';
import type { TestedChannel } from './channel-contract.ts';

export const loopbackKey = sessionKeyOf({
  channel: 'loopback',
  connector: 'local',
  audience: 'private',
  chat: '1',
  user: '1',
});
const chat = 'loopback:1';
const stopGraceMs = 4_000;

/** What the person has in front of them. It outlives the program. */
export interface Wire {
  shown: string[];
  buttons: readonly Button[];
}

interface LoopbackOptions {
  state: State;
  handle: HandleIncoming;
  clock: Clock;
  wire: Wire;
}

export class LoopbackChannel implements Channel, InboxChannel, Transport {
  readonly name = 'loopback';
  readonly channel = 'loopback';
  readonly #options: LoopbackOptions;
  readonly #inbox: InboxWorker;
  readonly #outbox: OutboxWorker;

  constructor(options: LoopbackOptions) {
    const { state, handle, clock } = options;
    this.#options = options;
    const burstBounds = { minMs: 0, maxMs: 100 };
    this.#inbox = new InboxWorker({ state, channel: this, handle, burstBounds, clock, log: silentLog });
    this.#outbox = new OutboxWorker({ state, transport: this, clock, log: silentLog });
  }

  start(): Promise<void> {
    this.#outbox.start();
    this.#inbox.start();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.#inbox.stop(stopGraceMs);
    await this.#outbox.stop(stopGraceMs);
  }

  async arrive(messageId: number, text: string): Promise<void> {
    const { state, clock } = this.#options;
    const receivedAt = clock.now();
    const stored: StoredMessage = {
      messageId,
      sentAt: receivedAt.getTime(),
      editedAt: null,
      parts: [{ label: null, text }],
      files: [],
      unsupported: [],
      words: text,
      command: text.startsWith('/') ? { isUrgent: false } : null,
      isPart: false,
    };
    const body = JSON.stringify(stored);
    const row = {
      channel: 'loopback:1',
      key: String(messageId),
      kind: 'message',
      conversation: loopbackKey,
      body,
      receivedAt,
    };
    await state.write(() => state.inbox.put(row));
    this.#inbox.poke(loopbackKey);
  }

  async tell(text: string, about: string, extras?: Extras): Promise<void> {
    await this.#post(`tell:${about}`, 'tell', text, extras);
  }

  async announce({ key: where, name, text, extras, alongside }: Announcement): Promise<boolean> {
    if (where !== loopbackKey) return false;
    await this.#post(name, 'announcement', text, extras, alongside);
    return true;
  }

  prepare(turn: string, messages: readonly InboxMessage[]): Promise<TurnInput> {
    const parts = messages.flatMap(({ message }) => message.parts);
    return Promise.resolve({
      incoming: {
        id: incomingIdOf(turn, messages),
        key: loopbackKey,
        audience: 'private',
        text: parts.map(({ text }) => text).join('\n'),
        at: new Date(messages.at(-1)?.message.sentAt ?? 0),
      },
      outlet: { post: async (text, dedupe, extras) => await this.#post(turn, dedupe, text, extras) },
      close: () => Promise.resolve(),
    });
  }

  async tellFailed(turn: string): Promise<void> {
    await this.#post(turn, 'dead', 'Sorry, I could not answer that.');
  }

  storeOffer(): void {
    // No message is ever changed here.
  }

  mayHear(where: string): boolean {
    return where === chat;
  }

  deliver({ seq, payload, buttons }: OutboxRow): Promise<Delivery> {
    const { wire } = this.#options;
    wire.shown.push(payload);
    if (buttons !== null) wire.buttons = JSON.parse(buttons) as Button[];
    return Promise.resolve({ outcome: 'sent', messageId: String(seq) });
  }

  storeUndelivered(): void {
    // An array takes everything.
  }

  async #post(turn: string, dedupe: string, text: string, extras?: Extras, alongside?: () => void) {
    const { state, clock } = this.#options;
    const buttons = extras?.buttons ? JSON.stringify(extras.buttons) : null;
    const { post } = await state.write(() => {
      alongside?.();
      return state.outbox.put({ turn, dedupe, chat, chunks: [wellFormed(text)], at: clock.now(), buttons });
    });
    this.#outbox.poke(chat);
    return { messageId: String(post) };
  }
}

/** As a channel's folder exports it. The settings are what the person has in front of them. */
export const loopbackKind: ChannelKind<Wire> = {
  section: null,
  name: 'loopback',
  storesMessages: true,
  maxFileBytes: null,
  owns: ({ channel }) => channel === 'loopback',
  open(wire, { state, handle, clock }) {
    const channel = new LoopbackChannel({ state, handle, clock, wire });
    return Promise.resolve({ channel, over: new Promise(() => undefined), close: () => undefined });
  },
};

/** One that runs, on a state in a folder of its own. */
export async function openLoopbackChannel(handle: HandleIncoming, clock: Clock): Promise<TestedChannel> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-loopback-'));
  const wire: Wire = { shown: [], buttons: [] };
  const arrivals: Promise<void>[] = [];
  const open = async (): Promise<{ state: State; channel: LoopbackChannel }> => {
    const state = openState({ file: path.join(folder, 'queue.db'), clock, log: silentLog });
    const channel = new LoopbackChannel({ state, handle, clock, wire });
    await channel.start();
    return { state, channel };
  };
  let running = await open();
  const close = async (): Promise<void> => {
    await Promise.all(arrivals);
    await running.channel.stop();
    running.state.close();
  };
  const say = (text: string): void => {
    arrivals.push(running.channel.arrive(arrivals.length + 1, text));
  };
  return {
    get channel() {
      return running.channel;
    },
    key: loopbackKey,
    say,
    choose(label) {
      const pressed = wire.buttons.find((button) => button.label === label);
      if (!pressed) throw new Error(`No message has a button "${label}"`);
      say(pressed.command);
    },
    shown: () => wire.shown.join('\n'),
    async restart() {
      await close();
      running = await open();
    },
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
