// Telegram's and the model's refusals against the real program: how it ends and goes on. How it starts without a network, without a
// name service and with a wrong token is in test/e2e/bad-input.test.ts and test/faults/intake.test.ts.
import { afterEach, expect, test } from 'vitest';
import { lastUserText, says } from '../../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

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

test('an answer without words and a file that the model refuses are told each time, a refused key is not blamed on the file, and a revoked token ends the program after what it can finish', async () => {
  let refusal = { status: 400, errorType: 'invalid_request_error', message: 'Could not process the document' };
  const opened = await openTelegramHome((request) => {
    if (JSON.stringify(request.body).includes('"document"')) return refusal;
    return lastUserText(request.body).includes('say nothing') ? [says('  ')] : 'Hello.';
  });
  home = opened;
  const { telegram } = opened;
  telegram.addFile('pdf', Buffer.from('%PDF-1.7'));
  const daemon = opened.start();
  await daemon.ready();
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
  expect(await answerTo('say nothing')).toContain('The model returned an empty answer.');
  refusal = { status: 401, errorType: 'authentication_error', message: 'invalid x-api-key' };
  expect(await answerTo(null)).toMatch(/refused the API key\.\n/);

  telegram.fail('getUpdates', [{ code: 401, description: 'Unauthorized' }]);
  telegram.say(person, 'hello');
  const { code } = await daemon.finished;
  expect(code).toBe(78);
});
