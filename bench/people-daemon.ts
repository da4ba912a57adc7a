// The daemon on a terminal and on a loopback Telegram, with a loopback model: start to ready, a turn's own time, the flushes in it, the
// same while an index with embeddings is made, and the memory of all its processes.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openMessagesApi } from '../test/support/messages-api.ts';
import { openTelegramApi, type TelegramApi } from '../test/support/telegram-api.ts';
import { makeVault } from './made-vaults.ts';
import { treeCpuMs, treeMemory } from './processes.ts';
import { ended, heard, nextLine, type Place } from './program.ts';
import { mean, median, percentile, type Row } from './table.ts';

const starts = 5;
const turns = 40;
/** The bot waits a second between two messages to one person. */
const telegramTurns = 16;
const tracedTurns = 5;
/** Until what a start leaves for later is done. */
const settleMs = 5000;
const person = 7;

const telegramToml = ({ token, url }: TelegramApi): string =>
  `[telegram]\ntoken = "${token}"\napi_root = "${url}"\nallowed_users = [${person}]\n`;

async function withModel<Result>(place: Place, more: string, work: () => Promise<Result>): Promise<Result> {
  const model = await openMessagesApi(() => 'All right.');
  place.configure(`${more}[provider.anthropic]\napi_key = "local-key"\nbase_url = "${model.url}"\n`);
  try {
    return await work();
  } finally {
    await model.close();
    place.configure('');
  }
}

export async function measureStarts(place: Place): Promise<Row[]> {
  const telegram = await openTelegramApi();
  telegram.holdAtMost(200);
  const start = async (what: string, more: string): Promise<Row> =>
    await withModel(place, more, async () => {
      const times: number[] = [];
      const cpu: number[] = [];
      for (let i = 0; i < starts; i += 1) {
        const from = performance.now();
        const daemon = place.start();
        await heard(daemon.stderr, '"msg":"ready"');
        times.push(performance.now() - from);
        cpu.push(treeCpuMs(daemon.pid ?? 0));
        daemon.kill('SIGTERM');
        await ended(daemon);
      }
      return { what, value: median(times), unit: 'ms', cpuMs: mean(cpu) };
    });
  const rows = [
    await start('process start to ready, terminal, p50', ''),
    await start('process start to ready, Telegram, p50', telegramToml(telegram)),
  ];
  await telegram.close();
  return rows;
}

interface Figures {
  durationMs: number;
  modelMs: number;
}

const ownTime = (line: string): number => {
  const { durationMs, modelMs } = JSON.parse(line) as Figures;
  return durationMs - modelMs;
};

export async function measureTerminal(place: Place, questions: readonly string[]): Promise<Row[]> {
  return await withModel(place, '', async () => {
    const daemon = place.start();
    await heard(daemon.stderr, '"msg":"ready"');
    const say = async (i: number): Promise<number> => {
      const line = nextLine(daemon.stderr, 'turn_ended');
      daemon.stdin.write(`${questions[i % questions.length] ?? 'hello'}\n`);
      return ownTime(await line);
    };
    await delay(settleMs);
    const pid = daemon.pid ?? 0;
    const atRest = treeMemory(pid);
    for (let i = 0; i < turns / 2; i += 1) await say(i);
    const cpuBefore = treeCpuMs(pid);
    const own: number[] = [];
    for (let i = 0; i < turns; i += 1) own.push(await say(3 * i + 1));
    const cpuMs = (treeCpuMs(pid) - cpuBefore) / turns;
    const afterUse = treeMemory(pid);
    const whileIndexing = await measureWhileIndexing(place, say);
    await ended(daemon);
    return [
      { what: 'memory of the daemon at rest (RSS)', value: atRest.resident, unit: 'MB' },
      { what: 'memory of the daemon after use, its model counted (RSS)', value: afterUse.resident, unit: 'MB' },
      { what: 'memory of the daemon after use, its model counted (PSS)', value: afterUse.proportional, unit: 'MB' },
      { what: 'own time of a turn on the terminal, p50', value: percentile(own, 0.5), unit: 'ms', cpuMs },
      { what: 'own time of a turn on the terminal, p95', value: percentile(own, 0.95), unit: 'ms' },
      { what: 'the same while new lines are embedded, p50', value: percentile(whileIndexing, 0.5), unit: 'ms' },
    ];
  });
}

/** Some seconds of work for the embedding model. */
const newLines = 2000;

async function measureWhileIndexing(place: Place, say: (i: number) => Promise<number>): Promise<number[]> {
  const { notes } = makeVault('facts', newLines, 20);
  for (const [name, text] of Object.entries(notes))
    writeFileSync(path.join(place.folder, 'memory', `new-${name}`), text.replaceAll('(model', '(new model'));
  await delay(500);
  const own: number[] = [];
  for (let i = 0; i < turns / 2; i += 1) own.push(await say(5 * i + 2));
  return own;
}

export async function measureTelegram(place: Place, questions: readonly string[]): Promise<Row[]> {
  const telegram = await openTelegramApi();
  telegram.holdAtMost(200);
  try {
    return await withModel(place, telegramToml(telegram), async () => {
      const { own, cpuMs } = await measureTelegramTurns(place, telegram, questions);
      return [
        { what: 'own time of a turn on Telegram, p50', value: percentile(own, 0.5), unit: 'ms', cpuMs },
        { what: 'own time of a turn on Telegram, p95', value: percentile(own, 0.95), unit: 'ms' },
        ...(await countFlushes(place, telegram, questions)),
      ];
    });
  } finally {
    await telegram.close();
  }
}

async function measureTelegramTurns(
  place: Place,
  telegram: TelegramApi,
  questions: readonly string[],
): Promise<{ own: number[]; cpuMs: number }> {
  const daemon = place.start();
  await heard(daemon.stderr, '"msg":"ready"');
  await delay(settleMs);
  const say = async (i: number): Promise<number> => {
    const line = nextLine(daemon.stderr, 'turn_ended');
    telegram.say(person, questions[(3 * i + 1) % questions.length] ?? 'hello');
    return ownTime(await line);
  };
  for (let i = 0; i < telegramTurns / 2; i += 1) await say(i);
  const cpuBefore = treeCpuMs(daemon.pid ?? 0);
  const own: number[] = [];
  for (let i = 0; i < telegramTurns; i += 1) own.push(await say(i + telegramTurns));
  const cpuMs = (treeCpuMs(daemon.pid ?? 0) - cpuBefore) / telegramTurns;
  daemon.kill('SIGTERM');
  await ended(daemon);
  return { own, cpuMs };
}

/** In a run of its own: a traced program is slow. No rows where there is no strace. */
async function countFlushes(place: Place, telegram: TelegramApi, questions: readonly string[]): Promise<Row[]> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return [];
  const trace = path.join(place.folder, 'flushes.txt');
  const daemon = place.start(['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace]);
  await heard(daemon.stderr, '"msg":"ready"');
  const count = (): number => readFileSync(trace, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0;
  const before = count();
  for (let i = 0; i < tracedTurns; i += 1) {
    const sent = telegram.texts(person).length;
    const turn = nextLine(daemon.stderr, 'turn_ended');
    telegram.say(person, questions[i % questions.length] ?? 'hello');
    await turn;
    await telegram.until(() => telegram.texts(person).length > sent, 'the reply');
  }
  const flushes = (count() - before) / tracedTurns;
  // The signal is for the program that is traced: strace itself would go on with it.
  for (const pid of readFileSync(`/proc/${daemon.pid}/task/${daemon.pid}/children`, 'utf8').trim().split(' '))
    process.kill(Number(pid), 'SIGTERM');
  await ended(daemon);
  return [{ what: 'flushes to disk in a turn on Telegram', value: flushes, unit: '' }];
}
