// `npm run bench -- turn`: what a turn costs beside its model: own time of a turn and of a round of tools in the built
// program, the flushes in them, one appended line against one bare flush, and reading a long session.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLineAppender } from '../src/base/files/files.ts';
import type { ContentBlock } from '../src/models/message.ts';
import { type Entry, formatEntry } from '../src/session/entry.ts';
import { calls, lastUserText, openMessagesApi } from '../test/support/messages-api.ts';
import { type Place, createPlace, heard, nextLine } from './program.ts';
import { type Row, median } from './table.ts';

const turns = 60;
const tracedTurns = 10;
const rounds = 5;
const appends = 300;
const loads = 9;
const longSession = 10_000;

/** A model that calls a tool so often for every message with "look" in it, and answers all others at once. */
async function openModel() {
  let left = 0;
  return await openMessagesApi(({ body }) => {
    const words = lastUserText(body);
    if (words !== '') left = words.includes('look') ? rounds : 0;
    left -= 1;
    return left >= 0 ? [calls('memory_get', { key: 'people.md' })] : 'All right.';
  });
}

async function withProgram<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  const model = await openModel();
  const place = createPlace({ 'people.md': '# People\n\n- Lena is my sister\n- my dentist is Dr. Kim\n' });
  place.configure(`[provider.anthropic]\nbase_url = "${model.url}"\n`);
  try {
    // Once before, so that the embedding model is written into the cache.
    await place.run(['search', 'my dentist']);
    return await work(place);
  } finally {
    await model.close();
    place.close();
  }
}

const plain = 'this is a message';
const withTools = 'look at it again';

/** The model's time, as the program measured it around its calls, is taken off; its HTTP client counts as the model's. */
async function measureOwnTime(place: Place): Promise<Row[]> {
  const daemon = place.start();
  await heard(daemon.stderr, '"msg":"ready"');
  const own = { [plain]: [] as number[], [withTools]: [] as number[] };
  const say = async (words: typeof plain | typeof withTools, i: number): Promise<void> => {
    const line = nextLine(daemon.stderr, 'turn_ended');
    daemon.stdin.write(`${words}, number ${i}\n`);
    const { durationMs, modelMs } = JSON.parse(await line) as { durationMs: number; modelMs: number };
    if (i > 0) own[words].push(durationMs - modelMs);
  };
  for (let i = 0; i <= turns; i += 1) {
    await say(plain, i);
    await say(withTools, i);
  }
  daemon.stdin.end();
  await new Promise((resolve) => daemon.on('close', resolve));
  return [
    {
      what: `own time of a turn, automatic recall in it (median of ${turns})`,
      value: median(own[plain]),
      unit: 'ms',
      aim: { most: 15 },
    },
    {
      what: `own time of a round of tools (median of ${turns} turns of ${rounds}, less that of a turn)`,
      value: (median(own[withTools]) - median(own[plain])) / rounds,
      unit: 'ms',
    },
  ];
}

/** In a run of its own: a traced program is slow. No rows where there is no strace. */
async function countFlushes(place: Place): Promise<Row[]> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return [];
  const trace = path.join(place.folder, 'trace.txt');
  const flushes = () =>
    readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => /\bf(?:data)?sync\(/.test(line)).length;
  const daemon = place.start(['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace]);
  await heard(daemon.stderr, '"msg":"ready"');
  const counted: number[] = [];
  for (const words of [plain, withTools]) {
    const before = flushes();
    for (let i = 0; i < tracedTurns; i += 1) {
      const ended = heard(daemon.stderr, 'turn_ended');
      daemon.stdin.write(`${words}, number ${i}\n`);
      await ended;
    }
    counted.push((flushes() - before) / tracedTurns);
  }
  daemon.stdin.end();
  await new Promise((resolve) => daemon.on('close', resolve));
  const [turn = 0, turnWithTools = 0] = counted;
  return [
    { what: 'flushes to disk in a turn', value: turn, unit: '' },
    { what: 'flushes to disk in a round of tools', value: (turnWithTools - turn) / rounds, unit: '' },
  ];
}

/** Turn about, so that a slow moment of the machine is both's. */
async function measureAppend(): Promise<Row[]> {
  // Not in the system's folder for such, which is often no disk.
  const folder = mkdtempSync(path.join(process.cwd(), 'dist-bench', 'append-'));
  const line = formatEntry(
    messageOf('user', [{ type: 'text', text: 'A message of ordinary length, such as people write. '.repeat(6) }]),
  );
  const bytes = Buffer.from(`${line}\n`);
  const appender = await openLineAppender(path.join(folder, 'appended.jsonl'));
  const bare = await open(path.join(folder, 'bare.jsonl'), 'a');
  const times = { appender: [] as number[], bare: [] as number[] };
  for (let i = 0; i < appends; i += 1) {
    times.appender.push(await timed(() => appender.append(line)));
    times.bare.push(await timed(() => writeAndFlush(bare, bytes)));
  }
  await appender.close();
  await bare.close();
  rmSync(folder, { recursive: true });
  return [
    {
      what: `one line appended to a session, on disk (median of ${appends})`,
      value: median(times.appender),
      unit: 'ms',
    },
    { what: 'the same bytes by one bare write and flush', value: median(times.bare), unit: 'ms' },
  ];
}

async function writeAndFlush(handle: FileHandle, bytes: Buffer): Promise<void> {
  await handle.write(bytes);
  await handle.datasync();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const at = '2026-11-21T09:00:00.000Z';
const messageOf = (role: 'user' | 'assistant', content: ContentBlock[]): Entry => ({
  type: 'message',
  id: randomUUID(),
  at,
  role,
  content,
});

/** A session of turns with one round of tools each, as the program writes them. */
function writeLongSession(file: string): void {
  const figures = { input: 10, output: 20, cache_read: 3000, cache_write: 40, cost_usd: 0.001 };
  const usage: Entry = { type: 'usage', at, purpose: 'turn', model: 'anthropic/claude-sonnet-5-5', ...figures };
  const entries: Entry[] = [
    { type: 'session', version: 1, id: randomUUID(), key: 'terminal:local:chat:1:user:1', created_at: at },
  ];
  for (let turn = 0; entries.length < longSession; turn += 1) {
    const answer = 'An answer of a sentence or two of ordinary length, as they are. '.repeat(3);
    entries.push(
      messageOf('user', [
        { type: 'text', text: '<context>\nNow: Saturday, 2026-11-21 10:00 (Europe/Berlin)\n</context>' },
        { type: 'text', text: `A question of ordinary length, number ${turn}` },
      ]),
      messageOf('assistant', [
        { type: 'thinking', thinking: 'Let me look this up. '.repeat(5), signature: 'c2ln'.repeat(60) },
        { type: 'tool_use', id: `toolu_${turn}`, name: 'memory_search', input: { query: 'something' } },
      ]),
      usage,
      messageOf('user', [
        {
          type: 'tool_result',
          tool_use_id: `toolu_${turn}`,
          content: `## a.md#L1-L2 (score: 0.91)\n${'what was found about it '.repeat(12)}`,
          is_error: false,
        },
      ]),
      messageOf('assistant', [{ type: 'text', text: answer }]),
      usage,
      {
        type: 'turn',
        at,
        incoming: `terminal:${turn}`,
        outcome: 'answered',
        reply: answer,
        messages_sent: 1,
        rounds: 1,
        duration_ms: 3000,
        ...figures,
      },
    );
  }
  writeFileSync(
    file,
    entries
      .slice(0, longSession)
      .map((entry) => `${formatEntry(entry)}\n`)
      .join(''),
  );
}

/** Each in a process of its own, as at a start of the program: nothing is compiled or warm yet. */
function measureLoad(): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-bench-'));
  const file = path.join(folder, 'long.jsonl');
  writeLongSession(file);
  const modules = path.join(process.cwd(), 'dist-bench/src');
  const script = `
    import { loadTranscript } from ${JSON.stringify(path.join(modules, 'session/transcript.js'))};
    import { silentLog } from ${JSON.stringify(path.join(modules, 'base/log.js'))};
    const started = performance.now();
    const { length } = await loadTranscript(${JSON.stringify(file)}, silentLog);
    if (length !== ${longSession}) throw new Error('not all was read');
    console.log(performance.now() - started);`;
  const load = () =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  const times = Array.from({ length: loads }, load);
  rmSync(folder, { recursive: true });
  return [
    {
      what: `reading a session of 10,000 entries, first thing in a process (median of ${loads})`,
      value: median(times),
      unit: 'ms',
      aim: { most: 50 },
    },
  ];
}

export async function measureTurns(): Promise<Row[]> {
  const inProgram = await withProgram(async (place) => [
    ...(await measureOwnTime(place)),
    ...(await countFlushes(place)),
  ]);
  return [...inProgram, ...(await measureAppend()), ...measureLoad()];
}
