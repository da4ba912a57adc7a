// Telegram's faults against the real program: how it ends, waits and goes on.
import { afterEach, describe, expect, test } from 'vitest';
import { createHome, type Home } from '../../support/daemon.ts';
import { says } from '../../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../../support/telegram-home.ts';

let home: TelegramHome | Home;
afterEach(() => home.close());

describe('a token that Telegram refuses', () => {
  test('ends the program with the code for a wrong configuration, at the start', async () => {
    const opened = await openTelegramHome(() => 'Hello.');
    home = opened;
    opened.telegram.fail('getMe', [{ code: 401, description: 'Unauthorized' }]);
    const { code, stderr } = await opened.run(['start']);
    expect(code).toBe(78);
    expect(stderr).toContain('telegram.token');
    expect(opened.telegram.calls.filter((call) => call.method === 'getUpdates')).toEqual([]);
  });

  test('ends it the same way when it is revoked later, after it has finished what it can', async () => {
    const opened = await openTelegramHome(() => 'Hello.');
    home = opened;
    const daemon = opened.start();
    await daemon.ready();
    opened.telegram.fail('getUpdates', [{ code: 401, description: 'Unauthorized' }]);
    opened.telegram.say(person, 'hello');
    const { code } = await daemon.finished;
    expect(code).toBe(78);
  });
});

test('without a name service it waits, says so, and still stops when it is told to', async () => {
  home = createHome(
    '[telegram]\ntoken = "4242424242:AAcanaryCANARYcanaryCANARYcanaryCANARY"\napi_root = "http://telegram.invalid:81"\nallowed_users = [7]\n[memory.embedding]\nmodel = "none"\n',
  );
  const daemon = home.start({ args: ['start', '--config', 'config.toml'] });
  await daemon.until(({ stderr }) => stderr.includes('can not be reached yet'), 'the word about it');
  expect(daemon.stderr()).not.toContain('"msg":"ready"');
  const { code } = await daemon.kill('SIGTERM');
  expect(code).toBe(0);
});

test('a text without any words is answered with an explicit notice', async () => {
  const opened = await openTelegramHome(() => [says('  ')]);
  home = opened;
  const daemon = opened.start();
  await daemon.ready();
  opened.telegram.say(person, 'hello');
  await opened.telegram.until(() => opened.read().length === 1, 'the notice');
  expect(opened.read()[0]).toContain('The model returned an empty answer.');
});

test('told to stop while the model thinks, it answers after the next start: once, and not as a repeat', async () => {
  let asked = 0;
  const opened = await openTelegramHome(async () => {
    asked += 1;
    if (asked === 1) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    return 'Here.';
  });
  home = opened;
  const first = opened.start();
  await first.ready();
  opened.telegram.say(person, 'think hard');
  await opened.telegram.until(() => asked === 1, 'the model to think');
  expect((await first.kill('SIGTERM')).code).toBe(0);
  const second = opened.start();
  await second.ready();
  await opened.telegram.until(() => opened.read().length > 0, 'the answer');
  opened.telegram.say(person, '/help');
  await opened.telegram.until(() => opened.read().length === 2, 'what comes after');
  expect(opened.read()[0]).toBe('Here.');
});

test('a file that the model refuses is told each time, holds up nothing that comes after, and is not blamed for a key that is refused', async () => {
  let refusal = { status: 400, errorType: 'invalid_request_error', message: 'Could not process the document' };
  const opened = await openTelegramHome((request) =>
    JSON.stringify(request.body).includes('"document"') ? refusal : 'Hello.',
  );
  home = opened;
  const { telegram } = opened;
  telegram.addFile('pdf', Buffer.from('%PDF-1.7'));
  await opened.start().ready();
  const answerTo = async (text: string | null): Promise<string> => {
    const before = opened.read().length;
    if (text !== null) telegram.say(person, text);
    else
      telegram.say(person, '', {
        text: undefined,
        caption: 'how much?',
        document: { file_id: 'pdf', file_name: 'bill.pdf', file_size: 8 },
      });
    await telegram.until(() => opened.read().length > before, 'an answer');
    return opened.read()[before] ?? '';
  };
  for (const [status, errorType, message] of [
    [400, 'invalid_request_error', 'Could not process the document'],
    [413, 'request_too_large', 'Request exceeds the maximum size'],
  ] as const) {
    refusal = { status, errorType, message };
    for (const _ of ['once', 'twice'])
      expect(await answerTo(null)).toContain(
        'perhaps for what came with your message. Try it without that, or with less of it.',
      );
    // After a refusal for its content, the next answer says once more that it goes on without the file.
    expect(await answerTo('and now?')).toMatch(/^Hello\./);
  }
  refusal = { status: 401, errorType: 'authentication_error', message: 'invalid x-api-key' };
  expect(await answerTo(null)).toMatch(/refused the API key\.\n/);
});
