// A word that came in by every way there is, and then is forgotten: no file of the memory and of the state holds it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { calls, lastToolResults, lastUserText } from '../support/messages-api.ts';
import { buttonsIn } from '../support/telegram-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

let home: TelegramHome;
afterEach(() => home.close());

const word = 'Quokkazanzibar';

test('a word that came in by every way, and was forgotten, is in no file', async () => {
  home = await openTelegramHome(({ body }) => {
    if (lastToolResults(body).length > 0) return `Done with ${word}.`;
    const words = lastUserText(body);
    const [, what, wish = ''] = /(remember|note|remind me of) (.*)$/.exec(words) ?? [];
    if (what === 'remember') return [calls('remember', { text: wish })];
    if (what === 'note') return [calls('remember', { text: wish, where: 'MEMORY.md' })];
    if (what) return [calls('reminders', { action: 'set', text: wish, when: 'PT15H' })];
    return `Of ${word} I know what you said.`;
  });
  const chat = { id: -100, type: 'supergroup', title: 'Home' };
  home.configure(
    readFileSync(path.join(home.folder, 'config.toml'), 'utf8').replace(
      'allowed_users',
      `allowed_groups = [${chat.id}]\nallowed_users`,
    ),
  );

  // Notes and conversations of elsewhere, another channel, another program.
  const source = path.join(home.folder, 'elsewhere');
  mkdirSync(source);
  writeFileSync(path.join(source, 'trip.md'), `# Trip\n\n- met ${word} there\n- saw the sea\n`);
  expect((await home.run(['import', source])).code).toBe(0);
  await home.run(['ask', `who is ${word}?`]);
  await home.run(['chat'], { input: `hello ${word}\n/retry\n` });
  const mcp = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'remember', arguments: { text: `${word} has a dog` } },
    },
  ];
  await home.run(['mcp', '--write'], { input: `${mcp.map((message) => JSON.stringify(message)).join('\n')}\n` });

  const daemon = home.start();
  await daemon.ready();
  const { telegram } = home;
  const answered = async (act: () => void, what: string, count = 1): Promise<void> => {
    const before = telegram.accepted.length;
    act();
    await telegram.until(() => telegram.accepted.length >= before + count, what);
  };
  const say = (text: string, more = {}) => answered(() => void telegram.say(person, text, more), text);
  await say(`a friend, ${word}, is coming`);
  await say('/retry');
  await say(`remember ${word} likes tea`);
  await say(`note ${word} was born in May`);
  expect(readFileSync(path.join(home.memory, 'MEMORY.md'), 'utf8')).toMatch(
    / was born in May <!-- scrubjay: fact 0\.8, said \S+, from sessions\/\S+\.jsonl#L\d+-L\d+, /,
  );
  await say(`remind me of ${word}`);
  await say(`remember the cat of ${word} is called Tom`);
  await answered(() => telegram.press(person, 'Undo'), 'the undo');
  await say(`@jay_bot do you know ${word}?`, { chat });
  telegram.addFile('f1', Buffer.from(`a file about ${word}`));
  await say('', {
    text: undefined,
    caption: 'read this',
    document: { file_id: 'f1', file_unique_id: 'f1', file_name: `${word}.txt`, mime_type: 'text/plain', file_size: 20 },
  });
  await say('hello', {
    forward_origin: { type: 'hidden_user', sender_user_name: word, date: 1 },
    quote: { text: word, position: 0 },
  });
  // Given up after three tries.
  telegram.fail(
    'getFile',
    Array.from({ length: 9 }, () => ({ code: 403, description: 'Forbidden' })),
    ({ file_id }) => file_id === 'broken',
  );
  await say('', {
    text: undefined,
    caption: `broken picture of ${word}`,
    document: {
      file_id: 'broken',
      file_unique_id: 'broken',
      file_name: 'x.txt',
      mime_type: 'text/plain',
      file_size: 20,
    },
  });
  // Refused as it is, and never delivered.
  telegram.fail(
    'sendMessage',
    [{ code: 403, description: 'Forbidden: bot was kicked from the group chat' }],
    ({ chat_id }) => chat_id === chat.id,
  );
  telegram.say(person, `@jay_bot and ${word}?`, { chat });
  await say('/private');
  await say(`in private, ${word}`);
  await say('/new');
  await say(`/memory ${word}`);
  await say('/export');
  const { messages } = JSON.parse((await home.run(['status', '--json'])).stdout) as { messages: object };
  expect(messages).toMatchObject({ givenUp: 1, undelivered: 1 });
  expect(home.filesHolding(word).length).toBeGreaterThan(5);

  telegram.say(person, `/forget ${word}`);
  const choices = () =>
    telegram.accepted
      .flatMap(({ sentWith }) => buttonsIn(sentWith).map(({ text }) => text))
      .filter((label) => label.startsWith('Forget'));
  await telegram.until(() => choices().length > 0, 'the preview');
  telegram.press(person, choices().at(-1) ?? '');
  await telegram.until(
    () => home.read().some((text) => text.startsWith('Forgotten.')),
    'the word that it is forgotten',
  );
  await daemon.kill('SIGTERM');
  const elsewhere = (file: string): boolean => !file.startsWith(source);
  expect(home.filesHolding(word).filter(elsewhere)).toEqual([]);
  expect(home.filesHolding(word.toLowerCase()).filter(elsewhere)).toEqual([]);

  // Nor does the night bring it back, or a start.
  await home.run(['consolidate']);
  const again = home.start();
  await again.ready();
  await say('hello again');
  await again.kill('SIGTERM');
  expect(home.filesHolding(`${word} likes`).filter(elsewhere)).toEqual([]);
});

test('a summary that is being made while it is forgotten does not bring it back', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  home = await openTelegramHome(async ({ body }) => {
    if (body.tools !== undefined) return 'I see.';
    await held;
    return JSON.stringify({ summary: `They told of ${word}.`, notes: [] });
  }, '[session]\nhistory_messages = 8\n');
  const daemon = home.start();
  await daemon.ready();
  const { telegram } = home;
  for (const text of [`I met ${word}`, 'it rained', 'then it stopped', 'and the sun came']) {
    const before = telegram.accepted.length;
    telegram.say(person, text);
    await telegram.until(() => telegram.accepted.length > before, text);
  }
  const isAsked = () => home.model.requests.some(({ body }) => body.tools === undefined);
  await expect.poll(isAsked).toBe(true);
  telegram.say(person, `/forget ${word}`);
  await telegram.until(() => home.read().some((text) => text.includes('past conversation')), 'the preview');
  telegram.press(person, 'Forget');
  await telegram.until(() => telegram.unconfirmed() === 0, 'the press to be taken');
  setTimeout(release, 1_000);
  await telegram.until(
    () => home.read().some((text) => text.startsWith('Forgotten.')),
    'the word that it is forgotten',
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(home.filesHolding(word)).toEqual([]);
  telegram.say(person, 'hello again');
  await telegram.until(() => home.read().at(-1) === 'I see.', 'the conversation to go on');
  await daemon.kill('SIGTERM');
  expect(JSON.stringify(home.model.requests.at(-1)?.body)).not.toContain(word);
  expect(home.filesHolding(word)).toEqual([]);
});

test('what a model says again at the end of a conversation, after it was forgotten, is not noted', async () => {
  const again = `${word} keeps a parrot in Lisbon`;
  home = await openTelegramHome(({ body }) => {
    if (!lastUserText(body).includes('<conversation>')) return 'I see.';
    return JSON.stringify({
      summary: 'They talked.',
      notes: [
        { date: '2031-03-04', text: again },
        { date: '2031-03-04', text: 'Flies to Oslo on 2 May' },
      ],
    });
  });
  const daemon = home.startAt('2031-03-04T09:00:00Z');
  await daemon.ready();
  const { telegram } = home;
  mkdirSync(home.memory, { recursive: true });
  writeFileSync(path.join(home.memory, 'people.md'), `- ${again}\n`);
  telegram.say(person, 'I fly to Oslo on 2 May');
  await telegram.until(() => home.read().length === 1, 'an answer');
  telegram.say(person, `/forget ${again}`);
  await telegram.until(() => home.read().some((text) => text.startsWith('These lines would go')), 'the preview');
  telegram.press(person, 'Forget');
  await telegram.until(
    () => home.read().some((text) => text.startsWith('Forgotten.')),
    'the word that it is forgotten',
  );
  telegram.say(person, '/new');
  await telegram.until(() => home.read().at(-1)?.startsWith('Started a new') === true, 'the new conversation');
  await daemon.setClock('2031-03-04T09:10:00Z');
  const noted = (text: string) => home.filesHolding(text).some((file) => file.startsWith(home.memory));
  await expect.poll(() => noted('Flies to Oslo')).toBe(true);
  await daemon.kill('SIGTERM');
  expect(noted('parrot')).toBe(false);
});
