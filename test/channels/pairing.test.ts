import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Pairing, loadPaired, openPairing } from '../../src/channels/pairing.ts';
import { createManualClock } from '../support/assistant.ts';
import { type Bot, echo, openBot, person } from '../support/telegram-bot.ts';

const stranger = 666;
const minute = 60_000;

let folder: string;
let file: string;
let clock = createManualClock();
const pairings: Pairing[] = [];
function open(): Pairing {
  const pairing = openPairing({ file, clock, log: silentLog });
  pairings.push(pairing);
  return pairing;
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-pairing-'));
  file = path.join(folder, 'state', 'pairing.db');
  clock = createManualClock();
});
afterEach(() => {
  for (const pairing of pairings.splice(0)) pairing.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a code', () => {
  test('is 50 random bits that can be read out, works once, in any spelling, and is kept only as a hash', () => {
    const pairing = open();
    const codes = Array.from({ length: 200 }, () => pairing.invite().code);
    expect(new Set(codes).size).toBe(200);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const { code } = pairing.invite();
    const sloppy = code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    for (const name of readdirSync(path.dirname(file))) {
      const bytes = readFileSync(path.join(path.dirname(file), name)).toString('latin1');
      expect(bytes).not.toContain(code);
      expect(bytes).not.toContain(code.replace('-', ''));
    }
    expect(pairing.redeem(person, sloppy, 'a')).toBe('paired');
    expect(pairing.people()).toEqual([person]);
    expect(pairing.redeem(stranger, code, 'b')).toBe('none');
    pairing.unpair();
    expect(pairing.redeem(stranger, code, 'c')).toBe('none');
    expect(pairing.redeem(person, pairing.invite().code, 'd')).toBe('paired');
    expect(pairing.redeem(stranger, pairing.invite().code, 'a code that was made although someone is paired')).toBe(
      'none',
    );
  });

  test('is worth nothing after ten minutes, nor with the clock set back before it was made', () => {
    const pairing = open();
    const { code } = pairing.invite();
    clock.advance(-1);
    expect(pairing.redeem(person, code, 'a')).toBe('expired');
    clock.advance(10 * minute + 1);
    expect(pairing.redeem(person, code, 'b')).toBe('expired');
    clock.advance(-1);
    expect(pairing.redeem(person, code, 'c')).toBe('paired');
  });

  test('five wrong ones lock out their sender alone, until the operator makes another', () => {
    const pairing = open();
    const { code } = pairing.invite();
    for (let n = 0; n < 5; n += 1) expect(pairing.redeem(stranger, '00000-00000', `try ${n}`)).toBe('wrong');
    expect(pairing.redeem(stranger, code, 'right, and too late')).toBe('locked');
    const second = pairing.invite();
    expect(pairing.redeem(stranger, code, 'old')).toBe('wrong');
    for (let n = 0; n < 20_000; n += 1) pairing.redeem(1_000 + n, '00000-00000', `of another ${n}`);
    expect(pairing.redeem(person, second.code, 'new')).toBe('paired');
  });

  test('loses no try to a redelivery, nor to what can not be a code', () => {
    const pairing = open();
    const { code } = pairing.invite();
    for (let n = 0; n < 20; n += 1) pairing.redeem(stranger, '00000-00000', 'the same');
    for (const given of ['', '1', 'good morning', 'U0000-00000', `${code}0`, '💥'.repeat(5)])
      expect(pairing.redeem(stranger, given, given)).toBe('none');
    expect(pairing.redeem(person, code, 'right')).toBe('paired');
  });

  test('pairs only the sender of the code, whatever comes in whatever order', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('invite' as const) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: -2 * minute, max: 8 * minute }) }),
      fc.record({
        do: fc.constant('redeem' as const),
        user: fc.constantFrom(person, stranger),
        what: fc.constantFrom('newest', 'newest', 'older', 'guess'),
        redelivered: fc.boolean(),
      }),
      fc.record({ do: fc.constant('reopen' as const) }),
      fc.record({ do: fc.constant('unpair' as const) }),
    );
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        run += 1;
        file = path.join(folder, String(run), 'pairing.db');
        let pairing = openPairing({ file, clock, log: silentLog });
        const codes: string[] = [];
        // What must be so, kept apart from how it is done.
        let valid: { until: number; from: number; tries: Map<number, Set<string>> } | null = null;
        let owner: number | null = null;
        let count = 0;
        const seen: unknown[] = [];
        const wanted: unknown[] = [];
        for (const one of steps) {
          if (one.do === 'wait') clock.advance(one.ms);
          if (one.do === 'unpair') {
            seen.push(pairing.unpair());
            wanted.push(owner === null ? [] : [owner]);
            owner = null;
          }
          if (one.do === 'reopen') {
            pairing.close();
            pairing = openPairing({ file, clock, log: silentLog });
            valid?.tries.clear();
          }
          if (one.do === 'invite') {
            codes.push(pairing.invite().code);
            const from = clock.now().getTime();
            valid = { from, until: from + 10 * minute, tries: new Map() };
          }
          if (one.do === 'redeem') {
            if (!one.redelivered) count += 1;
            const name = `try ${count}`;
            const given =
              one.what === 'guess' ? '7ZZZZ-ZZZZ7' : (codes.at(one.what === 'newest' ? -1 : -2) ?? '7ZZZZ-ZZZZ7');
            const now = clock.now().getTime();
            const isOpen: boolean = owner === null && valid !== null && now >= valid.from && now < valid.until;
            const tries: Set<string> = valid?.tries.get(one.user) ?? new Set();
            const isNewTry: boolean = tries.size < 5 && !tries.has(name);
            const shouldPair: boolean = isOpen && isNewTry && codes.length > 0 && given === codes.at(-1);
            if (isOpen && isNewTry) valid?.tries.set(one.user, tries.add(name));
            seen.push(pairing.redeem(one.user, given, name) === 'paired');
            wanted.push(shouldPair);
            if (shouldPair) {
              owner = one.user;
              valid = null;
            }
          }
          seen.push(pairing.people());
          wanted.push(owner === null ? [] : [owner]);
        }
        pairing.close();
        expect(seen).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the record of who is paired', () => {
  test('is for its owner only, also where the umask lets others in', () => {
    const before = process.umask(0);
    try {
      open().invite();
    } finally {
      process.umask(before);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file))).toEqual(['pairing.db']);
  });

  test('that others could read is closed to them when it is opened', () => {
    open().close();
    chmodSync(file, 0o644);
    open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is renamed when it is damaged, and then no person is paired', () => {
    const pairing = open();
    pairing.redeem(person, pairing.invite().code, 'a');
    expect(loadPaired(file)).toEqual([person]);
    pairing.close();
    writeFileSync(file, 'garbage'.repeat(1_000));
    expect(open().people()).toEqual([]);
    expect(readdirSync(path.dirname(file)).some((name) => name.includes('corrupt'))).toBe(true);
    expect(loadPaired(path.join(folder, 'none.db'))).toEqual([]);
  });
});

describe('on Telegram', () => {
  const bots: Bot[] = [];
  let pairing: Pairing;
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });
  async function openUnpaired(more: Parameters<typeof openBot>[1] = {}): Promise<{ bot: Bot; code: string }> {
    pairing = open();
    const bot = await openBot(echo, {
      allowedUsers: [],
      allowedGroups: [-100],
      pairing,
      clock: createClock({
        now: clock.now,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))),
      }),
      ...more,
    });
    bots.push(bot);
    return { bot, code: codeIn(bot) };
  }
  const codeIn = (bot: Bot): string =>
    /"code":"([^"]+)"/.exec(bot.logs.filter((line) => line.includes('"code"')).at(-1) ?? '')?.[1] ?? '';
  const taken = (bot: Bot) => bot.api.until(() => bot.api.unconfirmed() === 0, 'the updates to be taken');
  const message = (from: number, chat: object, text: string, more: object = {}) => ({
    message: { message_id: 1, date: 1, chat, from: { id: from, is_bot: false, first_name: 'X' }, text, ...more },
  });

  test.each(['/pair', '/start'])(
    '%s with the code of the log pairs its sender, who is heard from then on, and nobody else',
    async (word) => {
      const { bot, code } = await openUnpaired();
      bot.api.say(stranger, 'hello');
      bot.api.say(person, 'hello');
      bot.api.say(person, `${word} ${code}`);
      await bot.api.until(() => bot.api.accepted.length === 1, 'the welcome');
      bot.api.say(stranger, `/pair ${code}`);
      bot.api.say(person, 'hello again');
      await bot.api.until(() => bot.api.accepted.length === 2, 'an answer');
      await bot.restart();
      bot.api.say(person, 'still?');
      bot.api.say(person, `/pair ${code}`);
      await bot.api.until(() => bot.api.accepted.length === 4, 'answers after a restart');
      expect(bot.api.texts(stranger)).toEqual([]);
      expect(bot.api.texts(person)[0]).toMatch(/paired/);
      expect(bot.api.texts(person)).toEqual(
        expect.arrayContaining(['echo: hello again', 'echo: still?', 'We are paired already.']),
      );
      expect(JSON.stringify(bot.api.texts())).not.toContain(code);
    },
  );

  test('a code is taken only from a person, in private, in their own new words', async () => {
    const { bot, code } = await openUnpaired();
    const own = { id: person, type: 'private' };
    const attempts: Record<string, unknown>[] = [
      message(person, { id: -100, type: 'supergroup', title: 'G' }, `/pair ${code}`),
      message(person, { id: stranger, type: 'private' }, `/pair ${code}`),
      message(person, own, `/pair ${code}`, {
        forward_origin: { type: 'hidden_user', sender_user_name: 'M', date: 1 },
      }),
      message(person, own, `/pair ${code}`, { via_bot: { id: 2, is_bot: true, first_name: 'B' } }),
      message(person, own, `/pair ${code}`, { sender_chat: { id: -5, type: 'channel' } }),
      message(1087968824, { id: 1087968824, type: 'private' }, `/pair ${code}`),
      {
        message: {
          message_id: 1,
          date: 1,
          chat: own,
          from: { id: person, is_bot: true, first_name: 'B' },
          text: `/pair ${code}`,
        },
      },
      { edited_message: message(person, own, `/pair ${code}`).message },
      {
        callback_query: {
          id: '1',
          from: { id: person, is_bot: false },
          data: `/pair ${code}`,
          message: { message_id: 1, chat: own },
        },
      },
    ];
    for (const attempt of attempts) bot.api.arrive(attempt);
    await taken(bot);
    expect(pairing.people()).toEqual([]);
    bot.api.arrive(message(person, own, `/pair ${code}`));
    await bot.api.until(() => bot.api.accepted.length === 1, 'the welcome');
    expect(pairing.people()).toEqual([person]);
  });

  test('guesses get no answer, fill neither store nor log, and leave the owner the code', async () => {
    const { bot, code } = await openUnpaired();
    for (let n = 0; n < 100; n += 1) bot.api.say(stranger, `/pair 0000${n % 10}-0000${n % 7}`);
    bot.api.say(stranger, `/pair ${code}`);
    await taken(bot);
    expect(pairing.people()).toEqual([]);
    expect(bot.api.accepted).toEqual([]);
    expect(bot.state.inbox.counts()).toEqual({ pending: 0, done: 0, skipped: 0, dead: 0 });
    expect(bot.logs.filter((line) => line.includes('wrong pairing code'))).toHaveLength(2);
    const { code: fresh } = pairing.invite();
    clock.advance(10 * minute);
    bot.api.say(person, `/pair ${fresh}`);
    await taken(bot);
    expect(bot.api.accepted).toEqual([]);
    clock.advance(-1);
    bot.api.say(person, `/pair ${fresh}`);
    await bot.api.until(() => bot.api.accepted.length === 1, 'the welcome');
  });

  test('who was paired is told so, also where that could not be stored at first', async () => {
    const { bot, code } = await openUnpaired();
    const { outbox } = bot.state;
    const { put } = outbox;
    let failures = 2;
    outbox.put = (post) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      return put(post);
    };
    bot.api.repeatBatches(2);
    bot.api.say(person, `/pair ${code}`);
    await bot.api.until(() => bot.api.accepted.length === 1 && bot.api.unconfirmed() === 0, 'a word about it');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(bot.api.texts()).toEqual([expect.stringContaining('paired')]);
  });

  test('codes that come too late fill no log, however many strangers send them', async () => {
    const { bot, code } = await openUnpaired();
    clock.advance(10 * minute);
    for (let n = 0; n < 90; n += 1) bot.api.say(1_000 + n, `/pair ${code}`);
    await taken(bot);
    expect(bot.logs.filter((line) => line.includes('the time for it is over'))).toHaveLength(50);
    expect(pairing.people()).toEqual([]);
  });

  test('no person is paired while the configuration lists one', async () => {
    const { bot } = await openUnpaired({ allowedUsers: [8] });
    expect(codeIn(bot)).toBe('');
    const { code } = pairing.invite();
    bot.api.say(person, `/pair ${code}`);
    await taken(bot);
    expect(pairing.people()).toEqual([]);
    expect(bot.api.accepted).toEqual([]);
  });

  test('a person who is unpaired is not heard any more, without a restart', async () => {
    const { bot, code } = await openUnpaired();
    bot.api.say(person, `/pair ${code}`);
    await bot.api.until(() => bot.api.accepted.length === 1, 'the welcome');
    open().unpair();
    bot.api.say(person, 'hello');
    await taken(bot);
    expect(bot.state.inbox.counts().pending).toBe(0);
    expect(bot.api.accepted).toHaveLength(1);
  });
});
