// What every channel promises, as tests: see src/channels/channel.ts. A channel is opened with the handler of a test and a
// way to speak as the person and to see what the person sees.
import { afterEach, describe, expect, test } from 'vitest';
import type { Announcement, HandleIncoming, SessionKey } from '../../src/assistant/channel.ts';
import { createDeferred } from '../../src/base/concurrency/deferred.ts';
import { createMutex } from '../../src/base/concurrency/mutex.ts';
import type { Channel } from '../../src/channels/channel.ts';

export interface TestedChannel {
  /** The channel that runs now: another one after `restart`. It has been started. */
  readonly channel: Channel;
  /** The person's conversation. */
  readonly key: SessionKey;
  /** Sends a message as the person. */
  say(text: string): void;
  /** Answers the newest question by the label of a button, as a person does it there. */
  choose(label: string): void;
  /** All that the person sees, in order. */
  shown(): string;
  /** Stops it and opens it anew on what it has stored. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type OpenChannel = (handle: HandleIncoming) => Promise<TestedChannel>;

export interface ContractOptions {
  /** It stores what arrives, and hands in again after a restart what a stop has broken off. */
  storesMessages: boolean;
}

/** As the assistant does: one turn of a conversation at a time, which counts as begun when it is. */
function oneAtATime(handle: HandleIncoming): HandleIncoming {
  const mutex = createMutex();
  return (incoming, outlet, signal) =>
    mutex(async () => {
      signal.throwIfAborted();
      await outlet.begins?.();
      return await handle(incoming, outlet, signal);
    });
}

const countOf = (whole: string, part: string): number => whole.split(part).length - 1;

const timeoutMs = 60_000;

/** @param open opens a started channel; the contract closes it */
export function testChannel(name: string, open: OpenChannel, { storesMessages }: ContractOptions): void {
  const opened: TestedChannel[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** A channel whose handler notes what goes in. */
  async function talk(handle: HandleIncoming) {
    const heard: string[] = [];
    const tested = await open(
      oneAtATime(async (incoming, outlet, signal) => {
        expect(incoming).toMatchObject({ key: tested.key, audience: 'private' });
        // Messages that come quickly after each other may become one turn, each in a line of its own.
        heard.push(...incoming.text.split('\n'));
        return await handle(incoming, outlet, signal);
      }),
    );
    opened.push(tested);
    const until = async (check: () => void): Promise<void> =>
      await expect.poll(() => (check(), true), { timeout: timeoutMs, interval: 5 }).toBe(true);
    const sees = async (text: string): Promise<void> => await until(() => expect(tested.shown()).toContain(text));
    return { tested, heard, sees, until };
  }

  const answering: HandleIncoming = async ({ text }, outlet) => {
    for (const line of text.split('\n')) await outlet.post(`The answer to ${line}.`, line);
  };

  function announcementOf(key: SessionKey) {
    let writes = 0;
    const alongside = (): void => {
      writes += 1;
    };
    const announcement: Announcement = { key, topic: null, name: 'r1', text: 'Stand up.', extras: {}, alongside };
    return { announcement, writes: () => writes };
  }

  describe(`the channel "${name}"`, () => {
    test('hands a message in once and shows its reply once, even where it is posted twice', async () => {
      const { tested, heard, sees } = await talk(async (incoming, outlet, signal) => {
        await answering(incoming, outlet, signal);
        await answering(incoming, outlet, signal);
      });
      tested.say('apples');
      await sees('The answer to apples.');
      tested.say('pears');
      await sees('The answer to pears.');
      expect(heard).toEqual(['apples', 'pears']);
      expect(countOf(tested.shown(), 'The answer to apples.')).toBe(1);
    });

    test('keeps every word of a long reply, and shows no half of a character', async () => {
      const words = Array.from({ length: 900 }, (_, index) => `w${index}`);
      const { tested, sees } = await talk(async (_incoming, outlet) => {
        await outlet.post(`Ünï 🦜 \uD83D ${words.join(' ')} end.`, 'final');
      });
      tested.say('much');
      await sees('end.');
      const shown = tested.shown();
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).toContain('Ünï 🦜');
      expect(shown.match(/\bw\d+\b/g)).toEqual(words);
    });

    test('goes on after a handler that throws, and the person hears of the failure', async () => {
      const { tested, sees, until } = await talk(async (incoming, outlet, signal) => {
        if (incoming.text.includes('poison')) throw new Error('a fault of the program');
        await answering(incoming, outlet, signal);
      });
      tested.say('poison');
      await until(() => expect(tested.shown()).toMatch(/sorry|went wrong/i));
      tested.say('bread');
      await sees('The answer to bread.');
    });

    test('keeps the order of one conversation, also of what is said while a turn runs', async () => {
      const gate = createDeferred<void>();
      const { tested, heard, sees, until } = await talk(async (incoming, outlet, signal) => {
        await gate.promise;
        await answering(incoming, outlet, signal);
      });
      tested.say('first');
      await until(() => expect(heard).toEqual(['first']));
      for (const text of ['second', 'third', 'fourth']) tested.say(text);
      gate.resolve();
      await sees('The answer to fourth.');
      const order = ['first', 'second', 'third', 'fourth'];
      expect(heard).toEqual(order);
      expect([...tested.shown().matchAll(/The answer to (\w+)\./g)].map(([, word]) => word)).toEqual(order);
    });

    test('hands the answer to a question in as the command of its button', async () => {
      const { tested, heard, sees, until } = await talk(async ({ text }, outlet) => {
        const buttons = [
          { label: 'Yes', command: '/confirm d1' },
          { label: 'No', command: '/refuse d1' },
        ];
        if (text === 'delete it') await outlet.post('Shall I?', 'ask', { buttons, isChoice: true });
        else await outlet.post(`Understood ${text}.`, 'final');
      });
      tested.say('delete it');
      await sees('Shall I?');
      tested.choose('Yes');
      await until(() => expect(heard).toEqual(['delete it', '/confirm d1']));
      await sees('Understood /confirm d1.');
    });

    test('tells the person a notice once by its name, and announces in its own conversations only', async () => {
      const { tested, sees } = await talk(answering);
      const { channel, key } = tested;
      await channel.tell?.('The digest of today.', 'digest:1');
      await channel.tell?.('The digest of today.', 'digest:1');
      await sees('The digest of today.');
      const own = announcementOf(key);
      expect(await channel.announce?.(own.announcement)).toBe(true);
      await sees('Stand up.');
      const foreign = announcementOf('elsewhere:x:chat:1:user:1');
      expect(await channel.announce?.(foreign.announcement)).toBe(false);
      expect([own.writes(), foreign.writes()]).toEqual([1, 0]);
      tested.say('rice');
      await sees('The answer to rice.');
      expect(countOf(tested.shown(), 'The digest of today.')).toBe(1);
      expect(countOf(tested.shown(), 'Stand up.')).toBe(1);
    });

    test('stops while a turn runs, and shows after a restart what it was told meanwhile', async () => {
      let runs = 0;
      const { tested, heard, sees, until } = await talk(async (incoming, outlet, signal) => {
        runs += 1;
        if (runs === 1) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
        await answering(incoming, outlet, signal);
      });
      tested.say('plums');
      await until(() => expect(heard).toEqual(['plums']));
      await tested.channel.stop();
      expect(tested.shown()).not.toContain('The answer to plums.');
      await tested.channel.tell?.('The notice of the night.', 'night:1');
      await tested.restart();
      await sees('The notice of the night.');
      if (storesMessages) await sees('The answer to plums.');
      tested.say('nuts');
      await sees('The answer to nuts.');
      expect(heard).toEqual(storesMessages ? ['plums', 'plums', 'nuts'] : ['plums', 'nuts']);
      expect(countOf(tested.shown(), 'The notice of the night.')).toBe(1);
    });
  });
}
