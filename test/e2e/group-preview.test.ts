// An answer that grows in a group, and a crash in the moment in which its message is there and not yet noted.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

test('killed between the first sight of an answer and its note, the group reads one answer, and no half of one', async () => {
  const chat = { id: -100, type: 'supergroup', title: 'Home' };
  home = await openTelegramHome(() => ({
    content: [{ type: 'text', text: Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ') }],
    pieceDelayMs: 150,
  }));
  home.configure(
    readFileSync(path.join(home.folder, 'config.toml'), 'utf8').replace(
      'allowed_users',
      `allowed_groups = [${chat.id}]\nallowed_users`,
    ),
  );
  const daemon = home.start();
  await daemon.ready();
  home.telegram.onAccept(async (method, { text }) => {
    if (method !== 'sendMessage' || !String(text).endsWith('…')) return;
    home.telegram.onAccept(null);
    await daemon.kill('SIGKILL');
  });
  home.telegram.say(person, '@jay_bot tell', { chat });
  home.telegram.say(person, 'between ourselves', { chat });
  await daemon.finished;
  expect(home.telegram.texts(chat.id)).toEqual([expect.stringMatching(/^word0 .*…$/)]);

  const again = home.start();
  await again.ready();
  await home.telegram.until(
    () => home.telegram.texts(chat.id).some((text) => text.endsWith('word59')),
    'the answer',
    30_000,
  );
  await again.kill('SIGTERM');
  expect(home.telegram.texts(chat.id)).toEqual([expect.stringMatching(/^word0 .* word59$/)]);
});
