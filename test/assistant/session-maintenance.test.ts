import { beforeEach, expect, test } from 'vitest';
import type { Compactor } from '../../src/assistant/context/compaction.ts';
import { createUpkeep } from '../../src/assistant/session-maintenance.ts';
import { type Clock, createClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Session } from '../../src/session/sessions.ts';
import { type Bench, key, setUp } from '../support/assistant.ts';
import { createScriptedProvider, says } from '../support/scripted-provider.ts';

const hourMs = 3_600_000;

/** A clock that moves by `pass` alone; those who sleep wake in order of time. */
function createStillClock(start = '2026-11-21T09:00:00Z'): Clock & { pass(ms: number): Promise<void> } {
  let now = Date.parse(start);
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  const still = createClock({
    now: () => new Date(now),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wake = () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { at: now + ms, wake };
        sleepers.add(sleeper);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(new Error('aborted'));
        };
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
      }),
  });
  return {
    ...still,
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = [...sleepers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        sleepers.delete(next);
        now = Math.max(now, next.at);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}

let bench: Bench;
let clock: ReturnType<typeof createStillClock>;
let flushed: string[];
beforeEach(async () => {
  clock = createStillClock();
  flushed = [];
  bench = await setUp(createScriptedProvider(says('a'), says('b'), says('c')));
});

/** Only remembers which sessions it was to note, by the first words in them. */
const recordingCompactor = (): Pick<Compactor, 'prepare' | 'flush'> => ({
  prepare: () => Promise.resolve(),
  flush: (session: Session) => {
    const said = session.entries.find((entry) => entry.type === 'message')?.content.at(-1);
    flushed.push(said?.type === 'text' ? said.text : '');
    return Promise.resolve();
  },
});

const open = (compactor = recordingCompactor()) =>
  createUpkeep({
    compactor: compactor as Compactor,
    sessions: bench.sessions,
    idleResetMs: 4 * hourMs,
    clock,
    log: silentLog,
  });

test('a conversation that goes idle is noted then, and not before', async () => {
  const upkeep = open();
  upkeep.start(({ channel }) => channel === 'telegram');
  await bench.tell('one');
  upkeep.turnEnded(key);
  await clock.pass(4 * hourMs - 1);
  expect(flushed).toEqual([]);
  await clock.pass(1);
  expect(flushed).toEqual(['one']);
  await clock.pass(24 * hourMs);
  expect(flushed).toEqual(['one']);
  await upkeep.close();
});

test('a message begins the wait anew, and the end of the session ends it', async () => {
  const upkeep = open();
  upkeep.start(({ channel }) => channel === 'telegram');
  await bench.tell('one');
  upkeep.turnEnded(key);
  await clock.pass(3 * hourMs);
  bench.clock.advance(3 * hourMs);
  await bench.tell('two');
  upkeep.turnEnded(key);
  await clock.pass(2 * hourMs);
  expect(flushed).toEqual([]);
  const ended = await bench.sessions.current(key);
  await bench.sessions.start(key);
  upkeep.sessionEnded(ended);
  await clock.pass(10 * hourMs);
  expect(flushed).toEqual(['one']);
  await upkeep.close();
});

test('what an earlier run left is noted after its start: sessions that ended, and the one that has gone idle', async () => {
  await bench.tell('one');
  await bench.tell('/new');
  await bench.tell('two');
  await bench.assistant.close();
  await clock.pass(5 * hourMs);
  const upkeep = open();
  upkeep.start(({ channel }) => channel === 'telegram');
  expect(flushed).toEqual([]);
  await clock.pass(60_000);
  await expect.poll(() => flushed.toSorted()).toEqual(['one', 'two']);
  await upkeep.close();
});

/** A session that has ended, with one message in it. Those that are made later are looked at first. */
async function leave(sessionKey: string, words: string, hoursAgo: number): Promise<void> {
  const at = new Date(clock.now().getTime() - hoursAgo * hourMs).toISOString();
  const session = await bench.sessions.start(sessionKey);
  await session.append({ type: 'message', id: words, at, role: 'user', content: [{ type: 'text', text: words }] });
  await bench.sessions.retire(session);
  await bench.sessions.start(sessionKey);
}

test('conversations of another channel, which another process may have, and old ones are left alone', async () => {
  await leave('telegram:tg_main:chat:2:user:2', 'ours', 1);
  await leave('telegram:tg_main:chat:3:user:3', 'ours and old', 25);
  await leave('terminal:ask:chat:1:user:1', 'theirs', 1);
  const upkeep = open();
  upkeep.start(({ channel }) => channel === 'telegram');
  await clock.pass(60_000);
  await expect.poll(() => flushed).toContain('ours');
  expect(flushed).toEqual(['ours']);
  await upkeep.close();
});

test('no model is asked for a conversation in which the person said nothing, nor without a start', async () => {
  await bench.sessions.current(key);
  const upkeep = open();
  upkeep.turnEnded(key);
  upkeep.start(({ channel }) => channel === 'telegram');
  await clock.pass(48 * hourMs);
  expect(flushed).toEqual([]);
  await upkeep.close();
});

test('a failure ends with its conversation: the next one is noted all the same, and it closes', async () => {
  const upkeep = open({ ...recordingCompactor(), prepare: () => Promise.reject(new Error('no space left')) });
  upkeep.start(({ channel }) => channel === 'telegram');
  await bench.tell('one');
  upkeep.turnEnded(key);
  await clock.pass(4 * hourMs);
  expect(flushed).toEqual(['one']);
  await upkeep.close();
});
