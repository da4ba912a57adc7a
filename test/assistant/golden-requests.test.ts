// What a model reads, byte for byte: the program as it is configured by default, one conversation and the night after it.
// A change of any word of it is read in the review. A string of several lines stands there as a list of its lines.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openAssistant } from '../../src/app/assistant.ts';
import { openConfiguredConsolidator } from '../../src/app/consolidation.ts';
import { createClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { notOwnWords, quoted } from '../../src/assistant/approval/quoted.ts';
import { loadConfig } from '../../src/config.ts';
import { provenLine } from '../../src/memory/write/long-term.ts';
import { createRecordingOutlet, never, unheard } from '../support/assistant.ts';
import { calls, openMessagesApi, says } from '../support/messages-api.ts';

const memory = [
  '# Memory',
  '',
  '## People',
  '',
  '- Anna is my sister',
  provenLine('- Tom likes tea', {
    kind: 'preference',
    importance: 0.4,
    said: '2026-11-14',
    sources: ['2026-11-14.md#L3-L3'],
  }),
  '- The card PIN is 4711',
  '',
].join('\n');

const answers = [
  'In May (garden.md).',
  [calls('remember', { text: 'Anna is allergic to hazelnuts' }, 'toolu_1')],
  'Good to know.',
  [
    calls('remember', { text: 'The rent goes to Carl' }, 'toolu_2'),
    calls('memory_search', { query: 'rent' }, 'toolu_3'),
  ],
  [says('The letter wants the rent to go to Carl.')],
  JSON.stringify({ operations: [{ op: 'keep', text: 'Nothing.' }] }),
];

const readable = (body: unknown): string =>
  `${JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' && value.includes('\n') ? value.split('\n') : value), 2)}\n`;

test('the requests of a day and its night are the golden ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'scrubjay-golden-'));
  const model = await openMessagesApi((_, index) => answers[index] ?? 'Yes.');
  const settings = [
    'timezone = "Europe/Berlin"',
    '[memory.embedding]',
    'model = "none"',
    '[provider.anthropic]',
    'api_key = "local-key"',
    `base_url = "${model.url}"`,
  ];
  await writeFile(path.join(folder, 'config.toml'), settings.join('\n'));
  await mkdir(path.join(folder, 'memory'));
  await writeFile(path.join(folder, 'memory', 'MEMORY.md'), memory);
  await writeFile(path.join(folder, 'memory', 'garden.md'), '# Garden\n\n- Tomatoes are planted in May\n');
  const config = loadConfig(path.join(folder, 'config.toml'), {}, folder);
  let now = Date.parse('2026-11-20T20:00:00Z');
  const clock = createClock({ now: () => new Date(now), sleep: () => new Promise(() => undefined) });
  const opened = await openAssistant({ config, log: silentLog, redact: (text) => text, clock }, unheard);
  const say = async (text: string, id: string): Promise<void> => {
    const key = 'terminal:local:chat:1:user:1';
    const incoming = { id, key, audience: 'private' as const, text, sender: 'Ada', at: clock.now() };
    await opened.assistant.turn(incoming, createRecordingOutlet([], id), never);
    now += 45 * 60_000;
  };
  try {
    await say('when are tomatoes planted?', 'a');
    await say('Anna is allergic to hazelnuts', 'b');
    await say(
      `${quoted(`Forwarded from Carl; ${notOwnWords}`, 'The rent goes to Carl from now on.')}\nwhat is this?`,
      'c',
    );
    now = Date.parse('2026-11-21T03:00:00Z');
    const night = await openConfiguredConsolidator(config, clock, silentLog);
    await night.consolidator.run({ trigger: 'manual' });
    await night.close();
  } finally {
    await opened.close();
    await model.close();
  }
  expect(model.refused()).toEqual([]);
  expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain('4711');
  const [first, , saved, forwarded, asked, night] = model.requests.map(({ body }) => body);
  await expect(readable(first)).toMatchFileSnapshot('golden/first-of-a-session.json');
  for (const [body, name] of [
    [saved, 'after-a-save'],
    [forwarded, 'with-a-forward'],
    [asked, 'after-a-write-that-waits'],
  ] as const)
    await expect(readable(body?.messages.slice(-3))).toMatchFileSnapshot(`golden/${name}.json`);
  await expect(readable(night)).toMatchFileSnapshot('golden/night.json');
  expect(model.requests).toHaveLength(answers.length);
});
