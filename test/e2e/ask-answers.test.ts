// `scrubjay ask` has no buttons: what its questions can be answered with is printed, by name and by the printed number.
import { afterEach, expect, test } from 'vitest';
import { createHome, type Home } from '../support/daemon.ts';
import type { Loopback } from '../support/loopback.ts';
import { openOpenAIApi } from '../support/openai-api.ts';

let api: Loopback;
let home: Home;
afterEach(async () => {
  await home.close();
  await api.close();
});

async function open(...texts: string[]): Promise<void> {
  const opened = await openOpenAIApi(({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? 'They come to look at the boiler.'
      : { calls: texts.map((text) => ({ name: 'remember', arguments: { text } })) },
  );
  api = opened;
  home = createHome(
    `[provider]\nprimary = "openai/local-model"\n[provider.openai]\nbase_url = "${opened.url}/v1"\n[memory.embedding]\nmodel = "none"\n`,
  );
  await home.start().ready();
}
const ask = async (words: string, input?: string): Promise<string> =>
  (await home.run(['ask', words], input === undefined ? {} : { input })).stdout.trimEnd();

const boiler = 'Boiler inspection on 2026-12-09 between 8 and 12';
const key = 'The caretaker needs the key of the cellar';
const fee = 'The inspection costs 60 euros';
const letter = `${[boiler, key, fee].join('. ')}.\n`;
const question = 'what do they want of me? save the appointment if there is one';

test('one question names the commands that answer it, and its number is one', async () => {
  await open(boiler);
  expect(await ask(question, letter)).toMatch(
    /Shall I save this\? "Boiler [^\n]*" -> \S+ \(\/yes p1: Save, \/no p1: No\)$/,
  );
  expect(await ask('/yes 1')).toContain(`Saved: ${boiler}`);
});

test('several questions are answered by their printed numbers, and a name that nothing has lists what waits', async () => {
  await open(boiler, key, fee);
  const asked = await ask(question, letter);
  expect(asked).toContain(`2. Shall I save this? "${key}"`);
  expect(asked).toMatch(
    / \(\/yes p1 p2 p3: All, \/yes p1: Save 1, \/yes p2: Save 2, \/yes p3: Save 3, \/no p1 p2 p3: No\)$/,
  );
  expect(await ask('/no 1')).toBe('All right, I leave it.');
  expect(await ask('/yes 2')).toMatch(new RegExp(`^Saved: ${key} -> \\S+ \\(/undo r\\d+\\)$`));
  expect(await ask('/yes p9')).toMatch(
    new RegExp(
      `^That changed nothing. This still waits for your answer:\n- Shall I save this\\? "${fee}" -> \\S+ \\(/yes p3, /no p3\\)$`,
    ),
  );
  expect(await ask('/yes 3')).toContain(`Saved: ${fee}`);
  expect(await ask('/yes p9')).toContain('Nothing is waiting');
  const { stdout } = await home.run(['ask', question, '--json'], { input: letter });
  expect((JSON.parse(stdout) as { commands: string[] }).commands).toContain('/yes p4');
});
