// The night of the real daemon, whatever the calendar and the clock do (a clock that the test sets).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClockedDaemon, createHome, type Home } from '../support/daemon.ts';
import { lastUserText, type MessagesApi, openMessagesApi } from '../support/messages-api.ts';

let home: Home;
let api: MessagesApi;
beforeEach(async () => {
  api = await openMessagesApi(() => '{"operations": [{"op": "keep", "text": "nothing new"}]}');
  home = createHome(
    `timezone = "Europe/Berlin"\n[provider.anthropic]\nbase_url = "${api.url}"\n[memory.embedding]\nmodel = "none"\n`,
  );
  mkdirSync(home.memory);
});
afterEach(async () => {
  await home.close();
  await api.close();
});

const note = (date: string, text: string): void =>
  writeFileSync(path.join(home.memory, `${date}.md`), `# ${date}\n\n- ${text}\n`);

/** Local date and UTC start of each run that has ended, oldest first. */
function runs(): string[] {
  const db = new Database(path.join(home.state, 'queue.db'), { readonly: true });
  try {
    const rows = db
      .prepare<[], { date: string; at: number }>(
        "SELECT date, started_at AS at FROM consolidation_run WHERE outcome IS NOT NULL AND cause = 'schedule' ORDER BY rowid",
      )
      .all();
    return rows.map(({ date, at }) => `${date} ${new Date(at).toISOString().slice(11, 16)}`);
  } finally {
    db.close();
  }
}

const patience = { timeout: 20_000 };

/** Sets the clock to times at which nothing is due, and to one at which there should be a run. */
async function live(daemon: ClockedDaemon, times: readonly string[], due: string): Promise<void> {
  for (const at of times) await daemon.setClock(at);
  const before = runs().length;
  await daemon.setClock(due);
  await expect.poll(runs, patience).toHaveLength(before + 1);
}

test.each([
  [
    '23',
    '2026-03-28T12:00:00Z',
    ['2026-03-29T00:30:00Z', '2026-03-29T01:59:00Z'],
    '2026-03-29T02:00:00Z',
    ['2026-03-29T03:00:00Z', '2026-03-30T01:59:00Z'],
    '2026-03-30T02:00:00Z',
  ],
  [
    '25',
    '2026-10-24T12:00:00Z',
    ['2026-10-25T02:00:00Z', '2026-10-25T02:59:00Z'],
    '2026-10-25T03:00:00Z',
    ['2026-10-25T04:00:00Z', '2026-10-26T02:59:00Z'],
    '2026-10-26T03:00:00Z',
  ],
])('a day of %s hours has one run, at four on the wall', async (_, start, early, first, between, second) => {
  const daemon = home.startAt(start);
  await daemon.ready();
  await live(daemon, early, first);
  await live(daemon, between, second);
  expect(runs()).toEqual([first, second].map((at) => `${at.slice(0, 10)} ${at.slice(11, 16)}`));
});

test('a clock that is set back two hours after the run brings no second one, also after a restart', async () => {
  note('2026-11-20', 'Anna moved to Bonn');
  let daemon = home.startAt('2026-11-20T12:00:00Z');
  await daemon.ready();
  await daemon.setClock('2026-11-21T03:00:00Z');
  await expect.poll(runs, patience).toEqual(['2026-11-21 03:00']);
  for (const at of ['2026-11-21T01:00:00Z', '2026-11-21T03:00:00Z', '2026-11-21T03:30:00Z']) await daemon.setClock(at);
  await daemon.kill('SIGTERM');
  daemon = home.startAt('2026-11-21T01:30:00Z');
  await daemon.ready();
  await live(daemon, ['2026-11-21T03:00:00Z', '2026-11-21T04:00:00Z'], '2026-11-22T03:00:00Z');
  expect(runs()).toEqual(['2026-11-21 03:00', '2026-11-22 03:00']);
  expect(api.requests.length).toBe(1);
});

test(
  'off at its hour, it runs at the start; off for five days, it runs once, the oldest day first, and as much as one run may',
  { timeout: 90_000 },
  async () => {
    note('2026-11-15', 'Anna moved to Bonn');
    let daemon = home.startAt('2026-11-15T12:00:00Z');
    await daemon.ready();
    await daemon.setClock('2026-11-16T03:00:00Z');
    await expect.poll(runs, patience).toEqual(['2026-11-16 03:00']);
    await daemon.kill('SIGTERM');

    note('2026-11-16', 'Tom moved to Ulm');
    daemon = home.startAt('2026-11-17T08:00:00Z');
    await expect.poll(runs, patience).toEqual(['2026-11-16 03:00', '2026-11-17 08:00']);
    await daemon.kill('SIGTERM');

    // More than one run takes: 20 requests, and the rest in the next night.
    const days = ['17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`);
    for (const date of days)
      writeFileSync(
        path.join(home.memory, `${date}.md`),
        Array.from({ length: 220 }, (_, i) => `- ${i} ${'a long story that goes on and on '.repeat(20)}\n`).join(''),
      );
    const before = api.requests.length;
    daemon = home.startAt('2026-11-22T08:00:00Z');
    await expect.poll(runs, patience).toHaveLength(3);
    expect(runs().at(-1)).toBe('2026-11-22 08:00');
    const asked = (): string[] => [
      ...new Set(
        api.requests
          .slice(before)
          .flatMap(({ body }) => [...lastUserText(body).matchAll(/<day date="(\S+)"/g)].map(([, date]) => date ?? '')),
      ),
    ];
    expect(api.requests.length - before).toBe(20);
    expect(asked()).toEqual(days.slice(0, asked().length));
    expect(asked().length).toBeLessThan(5);
    await daemon.setClock('2026-11-23T03:00:00Z');
    await expect.poll(runs, patience).toHaveLength(4);
    expect(asked()).toEqual(days);
    expect(readFileSync(path.join(home.memory, '2026-11-16.md'), 'utf8')).toBe('# 2026-11-16\n\n- Tom moved to Ulm\n');
  },
);

test('three nights that fail are told once on the terminal, when someone looks', async () => {
  api.answerWith(() => 'I’m sorry, I can’t help with that.');
  note('2026-11-20', 'Anna moved to Bonn');
  const daemon = home.startAt('2026-11-20T12:00:00Z');
  await daemon.ready();
  for (const at of ['2026-11-21T03:00:00Z', '2026-11-21T03:11:00Z', '2026-11-21T04:12:00Z', '2026-11-22T03:00:00Z']) {
    const before = runs().length;
    await daemon.setClock(at);
    await expect.poll(runs, patience).toHaveLength(before + 1);
  }
  const waiting = (): { waiting: { text: string }[] } =>
    JSON.parse(readFileSync(path.join(home.state, 'terminal-notices.json'), 'utf8')) as { waiting: { text: string }[] };
  await expect
    .poll(() => waiting().waiting.map(({ text }) => text), patience)
    .toEqual([expect.stringContaining('3 times in a row')]);
});
