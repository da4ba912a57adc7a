// `/export` against the real program: what is in the file, who gets it, and that nothing of it stays behind.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Home, createHome } from '../support/daemon.ts';
import { calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

const homes: Home[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.close();
});

/** What is in an archive: names with their text. */
function unpack(folder: string, archive: Buffer): Record<string, string> {
  const target = mkdtempSync(path.join(folder, 'unpacked-'));
  writeFileSync(path.join(target, 'x.tar.gz'), archive);
  execFileSync('tar', ['xzf', 'x.tar.gz'], { cwd: target });
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    files.map((name) => [
      name.replaceAll(/\d{4}-\d\d-\d\d(?:-[0-9a-f-]{36})?/g, 'DAY'),
      readFileSync(path.join(target, name), 'utf8'),
    ]),
  );
}

test('a person gets the notes and the conversations of their own chat, once or marked over kill -9, and nothing that is private or forgotten', async () => {
  const friend = 8;
  const home: TelegramHome = await openTelegramHome(({ body }) => {
    const wish = /remember (.*)$/.exec(lastUserText(body))?.[1];
    if (lastToolResults(body).length > 0) return 'Noted.';
    return wish === undefined ? 'I see.' : [calls('remember', { text: wish })];
  });
  homes.push(home);
  home.configure(
    readFileSync(path.join(home.folder, 'config.toml'), 'utf8').replace(`[${person}]`, `[${person}, ${friend}]`),
  );
  let daemon = home.start();
  await daemon.ready();
  let answers = 0;
  const say = async (text: string, who = person): Promise<void> => {
    home.telegram.say(who, text);
    answers += 1;
    await home.telegram.until(() => home.telegram.accepted.length >= answers, `the answer to ${text}`);
  };
  await say('remember the boat is called Plover');
  await say('remember the goat is called Quince');
  await say('what a FRIENDLY day', friend);
  await say('/forget Quince');
  home.telegram.press(person, 'Forget');
  answers += 1;
  await home.telegram.until(() => home.telegram.accepted.length >= answers, 'the word that it is forgotten');
  await say('/private');
  await say('an UNHEARD secret');
  await say('/new');
  await say('and in the open again');

  home.telegram.onAccept(async (method) => {
    if (method !== 'sendDocument') return;
    home.telegram.onAccept(null);
    await daemon.kill('SIGKILL');
  });
  home.telegram.say(person, '/export');
  await daemon.finished;
  daemon = home.start();
  await daemon.ready();
  const documents = () => home.telegram.accepted.filter(({ payload }) => payload.document !== undefined);
  await home.telegram.until(() => documents().length === 2, 'the file once more');
  expect(documents().map(({ chatId, shown }) => [chatId, shown])).toEqual([
    [person, 'Here is 1 note and 2 conversations, without keys and tokens.'],
    [person, '(resent) Here is 1 note and 2 conversations, without keys and tokens.'],
  ]);
  for (const { payload } of documents()) {
    const { filename, bytes } = payload.document as { filename: string; bytes: Buffer };
    expect(filename).toMatch(/^scrubjay-\d{4}-\d\d-\d\d\.tar\.gz$/);
    const files = unpack(home.folder, bytes);
    expect(Object.keys(files).toSorted()).toEqual(['memory/DAY.md', 'sessions/DAY.md']);
    expect(files['memory/DAY.md']).toContain('the boat is called Plover');
    expect(JSON.stringify(files)).not.toMatch(/Quince|UNHEARD|FRIENDLY|<context>/);
  }
  // The notes are one memory of all who are let in; conversations are each one's own.
  home.telegram.say(friend, '/export');
  await home.telegram.until(() => documents().length === 3, 'the file of the other');
  const theirs = unpack(
    home.folder,
    (documents()[2]?.payload.document as { bytes: Buffer } | undefined)?.bytes ?? Buffer.alloc(0),
  );
  expect(documents()[2]?.chatId).toBe(friend);
  expect(theirs['memory/DAY.md']).toContain('the boat is called Plover');
  expect(theirs['sessions/DAY.md']).toContain('FRIENDLY');
  expect(theirs['sessions/DAY.md']).not.toContain('goat');
  await daemon.kill('SIGTERM');
  expect(
    readdirSync(home.state, { recursive: true, encoding: 'utf8' }).filter((name) => /tar|export/.test(name)),
  ).toEqual([]);
});

test('on the terminal it is written where the person is, for them alone, over nothing, and by `ask` as well', async () => {
  const home = createHome('[memory.embedding]\nmodel = "none"\n');
  homes.push(home);
  const { stdout } = await home.run(['start'], {
    input:
      'remember that my dentist is Dr. Kim\n/export conversation\n/export\n/export\n/private\n/export conversation\n',
  });
  const [conversation = '', archive = '', second = ''] = [...stdout.matchAll(/^-> (.*)$/gm)].map(
    ([, file = '']) => file,
  );
  expect([conversation, archive, second].map((file) => path.basename(file).replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
    'conversation-DAY.md',
    'scrubjay-DAY.tar.gz',
    'scrubjay-DAY-2.tar.gz',
  ]);
  expect(path.dirname(conversation)).toBe(home.folder);
  for (const file of [conversation, archive, second]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(conversation, 'utf8')).toMatch(
    /\*\*You\*\*[^]*remember that my dentist is Dr\. Kim[^]*\*\*Scrubjay\*\*/,
  );
  expect(unpack(home.folder, readFileSync(archive))).toMatchObject({
    'memory/DAY.md': expect.stringContaining('Dr. Kim') as string,
    'sessions/DAY.md': expect.stringContaining('Dr. Kim') as string,
  });
  expect(stdout).toContain('This conversation is private: it goes into no file.');
  expect((await home.run(['ask', '/export notes'])).stdout).toMatch(
    /^Here is 1 note, without keys and tokens\.\n-> .*scrubjay-notes-\d{4}-\d\d-\d\d\.tar\.gz\n$/,
  );
});
