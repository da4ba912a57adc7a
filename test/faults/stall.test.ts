// A poll that Telegram took and never answers, by the real program with its real time limit. Slow: with SCRUBJAY_KILLS=all only.
import { afterEach, describe, expect, it } from 'vitest';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

const mostStallMs = 60_000;

let home: TelegramHome;
afterEach(() => home.close());

describe.skipIf(process.env['SCRUBJAY_KILLS'] !== 'all')('a poll that stalls', () => {
  it('is given up within a minute, although messages still go out, and what came meanwhile is answered', async () => {
    home = await openTelegramHome(() => 'Hello.');
    home.telegram.fail('getUpdates', ['hang']);
    const daemon = home.start();
    await daemon.ready();
    const polls = () => home.telegram.calls.filter((call) => call.method === 'getUpdates');
    await home.telegram.until(() => polls().length === 1, 'the poll that hangs');
    home.telegram.say(person, 'hello');
    await home.telegram.until(() => home.read().length === 1, 'the answer', mostStallMs + 10_000);
    const [first, second] = polls();
    expect((second?.at ?? Infinity) - (first?.at ?? 0)).toBeLessThanOrEqual(mostStallMs);
  });
});
