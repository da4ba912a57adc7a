// What can go wrong between Telegram and the inbox, against the real program on a loopback Bot API: each message is
// answered, and once. The same with a bot of its own, in finer steps, is in test/channels/telegram.
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, canUnshare, letPass, program, spawnProgram } from '../support/daemon.ts';
import { type Script, lastUserText } from '../support/messages-api.ts';
import { type Fault } from '../support/telegram-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;

const begin = '2031-03-04T09:00:00Z';

/** Repeats what was said: `item 1`, and all that came with it in one turn. */
const echo: Script = ({ body }) => `You said ${(lastUserText(body).match(/item \d+/g) ?? ['nothing']).join(', ')}.`;
const itemsRead = (chat = person): string[] =>
  home.telegram.texts(chat).flatMap((text) => text.match(/item \d+/g) ?? []);
const answeredTo = (chat: number, ...items: string[]) =>
  home.telegram.until(
    () => items.every((item) => itemsRead(chat).includes(item)) && home.telegram.unconfirmed() === 0,
    `answers to ${items.join()}`,
  );
const answered = (...items: string[]) => answeredTo(person, ...items);

async function started(): Promise<Daemon> {
  const daemon = home.start();
  await daemon.ready();
  return daemon;
}

/** Kills the daemon when the server has taken this call and before it answers it. */
const killedAt = (daemon: Daemon, method: string, when: () => boolean = () => true): Promise<unknown> =>
  new Promise((resolve) => {
    home.telegram.onAccept(async (called) => {
      if (called !== method || !when()) return;
      home.telegram.onAccept(null);
      resolve(await daemon.kill('SIGKILL'));
    });
  });

const polls = (): number => home.telegram.calls.filter(({ method }) => method === 'getUpdates').length;

/** Whether a webhook was removed in the way that throws away what waits. */
const updatesDropped = (): boolean =>
  home.telegram.calls.some(
    ({ method, payload }) => method === 'deleteWebhook' && payload['drop_pending_updates'] === true,
  );

describe('a program of its own', () => {
  afterEach(() => home.close());

  it('killed before a message is stored, before Telegram knows that it is, and while the model thinks, it gives each message one answer', async () => {
    let thinksLong = false;
    home = await openTelegramHome(async (request, index) => {
      if (thinksLong) {
        thinksLong = false;
        await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
      }
      return await echo(request, index);
    });
    home.telegram.say(person, 'item 1');
    await killedAt(home.start(), 'getUpdates', () => home.telegram.unconfirmed() > 0);
    home.telegram.repeatBatches(3);
    await killedAt(home.start(), 'sendChatAction');
    const daemon = await started();
    await answered('item 1');

    thinksLong = true;
    home.telegram.say(person, 'item 2');
    await home.telegram.until(() => home.telegram.unconfirmed() === 0 && !thinksLong, 'the model to think');
    await daemon.kill('SIGKILL');
    const again = await started();
    await answered('item 2');
    await again.kill('SIGTERM');
    expect(home.read()).toEqual(['You said item 1.', 'You said item 2.']);
    expect(home.model.refused()).toEqual([]);
  });

  it('another program that polls for a minute is waited out, without an end and without a hot loop', async () => {
    home = await openTelegramHome(echo);
    home.telegram.fail(
      'getUpdates',
      Array.from({ length: 12 }, () => ({
        code: 409,
        description:
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      })),
    );
    const daemon = home.startAt(begin);
    await daemon.ready();
    home.telegram.say(person, 'item 1');
    await letPass(daemon, begin, 30);
    expect(itemsRead()).toEqual([]);
    await letPass(daemon, begin, 120);
    await answered('item 1');
    expect(polls()).toBeLessThan(40);
  });

  it('a poll that is refused with "retry after 40" is not repeated before, and then what came is answered', async () => {
    home = await openTelegramHome(echo);
    home.telegram.fail('getUpdates', [{ code: 429, description: 'Too Many Requests: retry after 40', retryAfter: 40 }]);
    const daemon = home.startAt(begin);
    await daemon.ready();
    home.telegram.say(person, 'item 1');
    await home.telegram.until(() => polls() === 1, 'the refused poll');
    await letPass(daemon, begin, 30);
    expect(polls()).toBe(1);
    await letPass(daemon, begin, 60);
    await answered('item 1');
  });

  it.skipIf(!canUnshare())(
    'a boot before there is a name service: it waits, and works when the name is known (skipped where a user may not make a mount namespace)',
    async () => {
      home = await openTelegramHome(echo);
      const { port } = new URL(home.telegram.url);
      const [hosts, resolver, config] = ['hosts', 'resolv.conf', 'by-name.toml'].map((name) =>
        path.join(home.folder, name),
      ) as [string, string, string];
      writeFileSync(hosts, '127.0.0.1 localhost\n');
      writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
      writeFileSync(
        config,
        `[telegram]\ntoken = "${home.telegram.token}"\napi_root = "http://bot-api.test:${port}"\nallowed_users = [${person}]\n[provider.anthropic]\napi_key = "local-key"\nbase_url = "${home.model.url}"\n[memory.embedding]\nmodel = "none"\n`,
      );
      const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolver} "$(readlink -f /etc/resolv.conf)" && exec "$0" "$@"`;
      const daemon = spawnProgram(
        'unshare',
        ['-Urm', 'sh', '-c', mounts, process.execPath, program, 'start', '--config', config],
        home.folder,
      );
      try {
        home.telegram.say(person, 'item 1');
        await daemon.until(({ stderr }) => stderr.includes('can not be reached yet'), 'the word about it');
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        expect(home.telegram.calls).toEqual([]);
        appendFileSync(hosts, '127.0.0.1 bot-api.test\n');
        await daemon.ready();
        await answered('item 1');
        expect(home.read()).toEqual(['You said item 1.']);
      } finally {
        await daemon.kill('SIGKILL');
      }
    },
  );

  it('a backlog of a hundred is worked off in order within each chat, four conversations at once at most', async () => {
    const people = [person, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    let running = 0;
    let most = 0;
    home = await openTelegramHome(async (request, index) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return await echo(request, index);
    });
    home.configureTelegram(`allowed_users = [${people.join()}]`);
    for (let n = 0; n < 100; n += 1) home.telegram.say(people[n % 10] ?? person, `item ${n}`);
    const daemon = await started();
    await home.telegram.until(() => people.every((one) => itemsRead(one).length >= 10), 'a hundred answers');
    await daemon.kill('SIGTERM');
    for (const [place, one] of people.entries())
      expect(itemsRead(one)).toEqual(Array.from({ length: 10 }, (_, n) => `item ${n * 10 + place}`));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('a webhook that was set before the start is removed, and what it held back is kept', async () => {
    home = await openTelegramHome(echo);
    home.telegram.setWebhook('https://elsewhere.example/hook');
    home.telegram.say(person, 'item 1');
    const daemon = await started();
    await answered('item 1');
    await daemon.kill('SIGTERM');
    expect(home.telegram.webhook()).toBe('');
    expect(updatesDropped()).toBe(false);
  });
});

describe('one program that meets one thing after the other', () => {
  const people = [21, 22, 23, 24, 25, 26, 27, 28, 29] as const;
  const [once, gateway, half, nothing, reset, strange, busy, editing, hooked] = people;
  let daemon: Daemon;

  beforeAll(async () => {
    home = await openTelegramHome(async (request, index) => {
      if (lastUserText(request.body).includes('slowly')) await new Promise((resolve) => setTimeout(resolve, 1_500));
      return await echo(request, index);
    });
    home.configureTelegram(`allowed_users = [${people.join()}]`);
    daemon = await started();
  });
  afterAll(async () => {
    await daemon.kill('SIGKILL');
    await home.close();
  });

  it('a batch that Telegram gives three times over is answered once', async () => {
    home.telegram.repeatBatches(3);
    for (let n = 1; n <= 3; n += 1) home.telegram.say(once, `item ${n}`);
    await answeredTo(once, 'item 1', 'item 2', 'item 3');
    expect(itemsRead(once)).toEqual(['item 1', 'item 2', 'item 3']);
  });

  it.each<[string, Fault, number]>([
    ['a page of a gateway', 'html502', gateway],
    ['half of its JSON', 'cut', half],
    ['nothing', 'empty', nothing],
    ['a reset of the connection', 'reset', reset],
  ])('a poll that is answered with %s is repeated, and loses nothing', async (_, fault, chat) => {
    // The poll that waits brings the first item; the one that confirms it meets the fault.
    home.telegram.fail('getUpdates', [fault, fault]);
    home.telegram.say(chat, 'item 1');
    await answeredTo(chat, 'item 1');
    home.telegram.say(chat, 'item 2');
    await answeredTo(chat, 'item 2');
    expect(home.telegram.texts(chat)).toEqual(['You said item 1.', 'You said item 2.']);
  });

  it('what it does not know or can not read is noted as seen, and what comes after is answered', async () => {
    const counts = (): Record<string, number> => {
      const state = new Database(path.join(home.state, 'queue.db'), { readonly: true });
      const rows = state.prepare<[], { state: string; n: number }>(
        'SELECT state, count(*) AS n FROM inbox GROUP BY state',
      );
      const byState = Object.fromEntries(rows.all().map(({ state: name, n }) => [name, n]));
      state.close();
      return byState;
    };
    const { skipped: before = 0 } = counts();
    for (const update of [
      { of_the_future: { words: 'x' } },
      {},
      { message: null },
      { message: { message_id: 1 } },
      { message: { text: 'item 7', from: { id: strange, is_bot: false } } },
      { callback_query: {} },
    ])
      home.telegram.arrive(update);
    home.telegram.say(strange, 'item 1');
    await answeredTo(strange, 'item 1');
    await expect
      .poll(() => {
        const { done, skipped = 0, ...unfinished } = counts();
        return { done: done !== undefined, skipped: skipped - before, unfinished };
      })
      .toEqual({ done: true, skipped: 6, unfinished: {} });
    expect(home.telegram.texts(strange)).toEqual(['You said item 1.']);
  });

  it('what comes while a turn runs is answered after it, or with it', async () => {
    const before = home.model.requests.length;
    home.telegram.say(busy, 'slowly: item 1');
    await home.telegram.until(() => home.model.requests.length > before, 'the turn to run');
    home.telegram.say(busy, 'item 2');
    await answeredTo(busy, 'item 1', 'item 2');
    expect(itemsRead(busy)).toEqual(['item 1', 'item 2']);
  });

  it('an edit of a message that was answered is no second turn', async () => {
    const before = home.model.requests.length;
    const { messageId } = home.telegram.say(editing, 'item 1');
    await answeredTo(editing, 'item 1');
    home.telegram.arrive({
      edited_message: {
        message_id: messageId,
        date: 1,
        edit_date: 2,
        chat: { id: editing, type: 'private' },
        from: { id: editing, is_bot: false, first_name: 'U' },
        text: 'item 2',
      },
    });
    await home.telegram.until(() => home.telegram.texts(editing).length === 2, 'the offer to answer again');
    home.telegram.say(editing, 'item 3');
    await answeredTo(editing, 'item 3');
    expect(itemsRead(editing)).toEqual(['item 1', 'item 3']);
    expect(home.model.requests).toHaveLength(before + 2);
  });

  it('a webhook that was set while it runs is removed, and what it held back is kept', async () => {
    home.telegram.setWebhook('https://elsewhere.example/hook');
    home.telegram.say(hooked, 'item 1');
    await answeredTo(hooked, 'item 1');
    expect(home.telegram.webhook()).toBe('');
    expect(updatesDropped()).toBe(false);
  });

  it('by the end of it, everything was said once', async () => {
    expect((await daemon.kill('SIGTERM')).code).toBe(0);
    for (const chat of people) expect(itemsRead(chat)).toEqual([...new Set(itemsRead(chat))]);
    expect(home.model.refused()).toEqual([]);
  });
});
