// `npm run bench -- load`: floods of every kind against the built daemon with a loopback Telegram and a loopback model. What counts
// is that its event loop is never blocked for more than 100 ms, that nothing is lost, and that the person is answered meanwhile.
// On a busy machine the processor's share of the block says more: the rest is other programs' time.
// One flood alone: `npm run bench -- load strangers`.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../src/base/time/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { remindersTable } from '../src/features/reminders/reminders.ts';
import { openState } from '../src/state/state.ts';
import { type MessagesApi, lastUserText, openMessagesApi } from '../test/support/messages-api.ts';
import { type TelegramApi, openTelegramApi } from '../test/support/telegram-api.ts';
import { connectionToml, person } from '../test/support/telegram-home.ts';
import { type Place, createPlace, heard } from './program.ts';
import { type Row, formatTable } from './table.ts';

const reminders = 5_000;
const strangers = 20_000;
const messages = 300;
const notes = 20_000;
const sessionBytes = 200 * 1024 * 1024;
const mostBlockedMs = 100;
/** For all that a flood leaves to be done. */
const patienceMs = 170_000;

interface Stage {
  place: Place;
  telegram: TelegramApi;
  model: MessagesApi;
  start(): Promise<Running>;
}

interface Running {
  /** The longest time in which the event loop did not turn since the last call. */
  meter(): Promise<{ blockedMs: number; cpuMs: number }>;
  stop(): Promise<void>;
}

const floods: Readonly<Record<string, (stage: Stage) => Promise<Row[]>>> = {
  reminders: floodOfReminders,
  strangers: floodOfStrangers,
  messages: floodOfMessages,
  session: longSession,
  notes: replacedFolder,
};

export async function measureLoad(only: string | undefined): Promise<void> {
  const rows: Row[] = [];
  for (const [name, flood] of Object.entries(floods)) {
    if (only !== undefined && only !== name) continue;
    rows.push(...(await onStage(flood)));
  }
  console.log(formatTable(rows));
}

async function onStage(flood: (stage: Stage) => Promise<Row[]>): Promise<Row[]> {
  const telegram = await openTelegramApi();
  const model = await openMessagesApi(({ body }) => `You said: ${lastUserText(body).slice(-200)}`);
  const place = createPlace();
  place.configure(`timezone = "UTC"\n${connectionToml(telegram, model)}`);
  try {
    return await flood({ place, telegram, model, start: async () => await startMetered(place) });
  } finally {
    await telegram.close();
    await model.close();
    place.close();
  }
}

async function startMetered(place: Place): Promise<Running> {
  const meter = path.join(process.cwd(), 'bench', 'event-loop-meter.mjs');
  const daemon = place.start(['env', `NODE_OPTIONS=--import=${meter}`]);
  let unread = '';
  daemon.stderr.setEncoding('utf8').on('data', (text: string) => (unread = (unread + text).slice(-10_000)));
  daemon.on('exit', (code) => code && console.error(`The daemon ended with ${code}: ${unread}`));
  await heard(daemon.stderr, '"msg":"ready"');
  return {
    async meter() {
      unread = '';
      const answered = heard(daemon.stderr, '"meter"');
      daemon.kill('SIGUSR2');
      await answered;
      const line = unread.split('\n').find((one) => one.startsWith('{"meter"')) ?? '{}';
      return (JSON.parse(line) as { meter: { blockedMs: number; cpuMs: number } }).meter;
    },
    async stop() {
      const ended = new Promise((resolve) => daemon.once('exit', resolve));
      daemon.kill('SIGTERM');
      await ended;
    },
  };
}

function rowsOf(what: string, { blockedMs, cpuMs }: { blockedMs: number; cpuMs: number }): Row[] {
  return [
    { what: `${what}: event loop blocked at most`, value: blockedMs, unit: 'ms', aim: { most: mostBlockedMs } },
    { what: `${what}: of which the processor worked`, value: cpuMs, unit: 'ms' },
  ];
}

/** Asks something and waits for its answer. @returns how long that took, in ms */
async function ask({ telegram }: Stage, words: string): Promise<number> {
  const startedMs = performance.now();
  telegram.say(person, words);
  await telegram.until(
    () => telegram.texts(person).some((text) => text.includes(words)),
    `an answer to "${words}"`,
    patienceMs,
  );
  return performance.now() - startedMs;
}

async function floodOfReminders(stage: Stage): Promise<Row[]> {
  const { place, telegram } = stage;
  const state = openState({
    file: path.join(place.folder, 'state', 'queue.db'),
    clock: systemClock,
    log: silentLog,
  });
  const table = state.table(remindersTable);
  await state.write(() => {
    for (let i = 0; i < reminders; i += 1)
      table.add({
        key: `bench:${i}`,
        conversation: `telegram:tg_main:chat:${person}:user:${person}`,
        text: `water plant number ${i};`,
        dueAt: new Date(Date.now() - 1_000),
        pattern: null,
        timezone: 'UTC',
      });
  });
  state.close();
  const daemon = await stage.start();
  await daemon.meter();
  const startedMs = performance.now();
  await telegram.until(() => telegram.accepted.length >= reminders, 'all reminders', patienceMs);
  const tookMs = performance.now() - startedMs;
  const measured = await daemon.meter();
  const said = new Set(telegram.accepted.flatMap(({ text }) => /number (\d+);/.exec(text)?.[1] ?? []));
  const words = `${reminders} reminders due at once`;
  await daemon.stop();
  return [
    ...rowsOf(words, measured),
    { what: `${words}: all sent after`, value: tookMs / 1000, unit: 's' },
    { what: `${words}: lost`, value: reminders - said.size, unit: '', aim: { most: 0 } },
    { what: `${words}: sent twice`, value: telegram.accepted.length - said.size, unit: '', aim: { most: 0 } },
  ];
}

async function floodOfStrangers(stage: Stage): Promise<Row[]> {
  const { telegram, model } = stage;
  const daemon = await stage.start();
  await daemon.meter();
  for (let i = 0; i < strangers; i += 1) telegram.say(1_000_000 + i, `Let me in, number ${i}. ${'x'.repeat(500)}`);
  const answeredMs = await ask(stage, 'am I still heard?');
  const measured = await daemon.meter();
  await daemon.stop();
  const words = `${strangers} updates of strangers`;
  return [
    ...rowsOf(words, measured),
    { what: `${words}: the person's message behind them is answered after`, value: answeredMs / 1000, unit: 's' },
    { what: `${words}: calls of the model for them`, value: model.requests.length - 1, unit: '', aim: { most: 0 } },
  ];
}

async function floodOfMessages(stage: Stage): Promise<Row[]> {
  const { telegram, model } = stage;
  const daemon = await stage.start();
  await daemon.meter();
  const startedMs = performance.now();
  for (let i = 0; i < messages; i += 1) telegram.say(person, `This is thought number ${i};`);
  const isRead = (): boolean => {
    const body = JSON.stringify(model.requests.at(-1)?.body ?? {});
    return Array.from({ length: messages }, (_, i) => `thought number ${i};`).every((words) => body.includes(words));
  };
  await telegram.until(isRead, 'all messages to reach the model', patienceMs);
  const readMs = performance.now() - startedMs;
  await ask(stage, 'was that all?');
  const measured = await daemon.meter();
  await daemon.stop();
  const words = `${messages} messages of one person`;
  return [
    ...rowsOf(words, measured),
    { what: `${words}: all read by the model after`, value: readMs / 1000, unit: 's' },
    { what: `${words}: calls of the model`, value: model.requests.length - 1, unit: '' },
  ];
}

async function longSession(stage: Stage): Promise<Row[]> {
  const { place } = stage;
  const before = await stage.start();
  await ask(stage, 'hello there');
  await before.stop();
  const folder = path.join(place.folder, 'state', 'sessions');
  const file = path.join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '');
  const at = new Date().toISOString();
  const line = (role: string, text: string): string =>
    `${JSON.stringify({ type: 'message', id: randomUUID(), at, role, content: [{ type: 'text', text }] })}\n`;
  for (let bytes = 0; bytes < sessionBytes;) {
    const turns = Array.from(
      { length: 100 },
      (_, i) => line('user', `question ${i} ${'of words '.repeat(1_000)}`) + line('assistant', 'answer '.repeat(1_000)),
    ).join('');
    appendFileSync(file, turns);
    bytes += turns.length;
  }
  const daemon = await stage.start();
  await daemon.meter();
  const answeredMs = await ask(stage, 'and after all that?');
  const measured = await daemon.meter();
  await daemon.stop();
  const words = 'A session of 200 MB';
  return [
    ...rowsOf(words, measured),
    { what: `${words}: the next message is answered after`, value: answeredMs / 1000, unit: 's' },
  ];
}

async function replacedFolder(stage: Stage): Promise<Row[]> {
  const { place } = stage;
  const memory = path.join(place.folder, 'memory');
  writeNotes(memory, 'old');
  await place.run(['index']);
  const daemon = await stage.start();
  await daemon.meter();
  await ask(stage, 'hello there');
  const atStart = await daemon.meter();
  writeNotes(`${memory}.next`, 'new');
  const startedMs = performance.now();
  renameSync(memory, `${memory}.before`);
  renameSync(`${memory}.next`, memory);
  // A search waits for what is new; a conversation does not.
  const found: { afterMs?: number } = {};
  const finding = place
    .run(['search', 'thing 7 of note 7 kept'])
    .finally(() => (found.afterMs = performance.now() - startedMs));
  let asked = 0;
  while (found.afterMs === undefined) {
    await ask(stage, `Where is thing ${asked * 7} of note ${asked * 11} kept?`);
    asked += 1;
    await delay(500);
  }
  if (!(await finding).includes('kept in the new cellar')) throw new Error('The new notes were not found.');
  // The rest of the folder is read behind the answers.
  await delay(10_000);
  const measured = await daemon.meter();
  await daemon.stop();
  const words = `A folder of ${notes} notes replaced`;
  return [
    ...rowsOf(`A start with ${notes} notes, from ready to the first answer`, atStart),
    ...rowsOf(words, measured),
    { what: `${words}: the new notes are found after`, value: found.afterMs / 1000, unit: 's' },
    { what: `${words}: messages answered meanwhile`, value: asked, unit: '' },
  ];
}

function writeNotes(folder: string, age: string): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < notes; i += 1) {
    const lines = Array.from(
      { length: 5 },
      (_, line) => `- thing ${i + line} of note ${i} is kept in the ${age} cellar`,
    );
    writeFileSync(path.join(folder, `note-${i}.md`), `# Note ${i}\n\n${lines.join('\n')}\n`);
  }
}
