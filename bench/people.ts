// What a person or a program meets, over the three kinds of notes: `npm run bench -- people [LINES] [FILES] [KIND]`. A client of the
// Model Context Protocol that searches cold and warm, a line that is appended and found, a search from the shell, the memory of
// the whole process tree; and beside them the raw floor of the same run: what the parts of a search take by themselves.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { createInt8Matrix } from '../src/memory/kernel/int8-matrix.ts';
import { makeVault, type VaultKind, vaultKinds } from './made-vaults.ts';
import { createPlace, type Place } from './program.ts';
import { formatTable, percentile, type Row } from './table.ts';

const asked = 60;
const appended = 8;
const shellRuns = 5;
const dimensions = 384;

export async function measurePeople(lines: number, files: number, only?: string): Promise<void> {
  const kinds = vaultKinds.filter((kind) => only === undefined || kind === only);
  const rows: Row[] = [];
  for (const kind of kinds) rows.push(...(await measureKind(kind, lines, files)));
  console.log(`${lines} lines in ${files} notes, Node ${process.version}\n\n${formatTable(rows)}`);
  const results = path.join(process.cwd(), 'bench', 'results.json');
  writeFileSync(results, `${JSON.stringify({ lines, files, node: process.version, rows }, undefined, 2)}\n`);
}

async function measureKind(kind: VaultKind, lines: number, files: number): Promise<Row[]> {
  const { notes, questions } = makeVault(kind, lines, files);
  const place = createPlace();
  mkdirSync(path.join(place.folder, 'memory', 'notes'), { recursive: true });
  for (const [name, text] of Object.entries(notes)) writeFileSync(path.join(place.folder, 'memory', name), text);
  place.configure('');
  try {
    const from = performance.now();
    await place.run(['index', '--json']);
    const indexS = (performance.now() - from) / 1000;
    const row = (what: string, value: number, unit: string): Row => ({ what: `${kind}: ${what}`, value, unit });
    const client = await measureClient(
      place,
      questions.map(({ ask }) => ask),
    );
    const shell: number[] = [];
    for (let i = 0; i < shellRuns; i += 1) {
      const started = performance.now();
      await place.run(['search', questions[i % questions.length]?.ask ?? 'tea']);
      shell.push(performance.now() - started);
    }
    const floor = await measureFloor(notes, lines);
    return [
      row('first index, embeddings included', indexS, 's'),
      row('MCP client, first search after the start', client.coldMs, 'ms'),
      row('MCP client, warm, p50', percentile(client.warm, 0.5), 'ms'),
      row('MCP client, warm, p95', percentile(client.warm, 0.95), 'ms'),
      row('an appended line is found, p50', percentile(client.appended, 0.5), 'ms'),
      row('memory of the process tree after use', client.treeMb, 'MB'),
      row('search from the shell, p50', percentile(shell, 0.5), 'ms'),
      row('floor: scan of all vectors + FTS5 + a round trip, p50', percentile(floor, 0.5), 'ms'),
      row('floor, p95', percentile(floor, 0.95), 'ms'),
    ];
  } finally {
    place.close();
  }
}

async function measureClient(place: Place, questions: readonly string[]) {
  const started = performance.now();
  const client = openClient(place);
  try {
    await client.call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    client.notify('notifications/initialized');
    const search = async (query: string): Promise<string> =>
      JSON.stringify(await client.call('tools/call', { name: 'memory_search', arguments: { query } }));
    await search(questions[0] ?? 'tea');
    const coldMs = performance.now() - started;
    for (let i = 0; i < asked; i += 1) await search(questions[i % questions.length] ?? 'tea');
    const warm: number[] = [];
    for (let i = 0; i < asked; i += 1) {
      const from = performance.now();
      await search(questions[(i * 3) % questions.length] ?? 'tea');
      warm.push(performance.now() - from);
    }
    const found: number[] = [];
    for (let i = 0; i < appended; i += 1) {
      const word = `unheard${i}of`;
      appendFileSync(path.join(place.folder, 'memory', 'appended.md'), `- ${word} was said\n`);
      const from = performance.now();
      if (!(await search(word)).includes(`${word} was said`)) throw new Error('An appended line was not found.');
      found.push(performance.now() - from);
    }
    return { coldMs, warm, appended: found, treeMb: treeMb(client.child.pid) };
  } finally {
    client.child.stdin.end();
    await new Promise((resolve) => client.child.on('close', resolve));
  }
}

/** A client that speaks JSON-RPC by hand: a library would add its own time. */
function openClient(place: Place) {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    [path.join(process.cwd(), 'dist', 'main.js'), 'mcp'],
    { cwd: place.folder, env: { PATH: process.env['PATH'], HOME: place.folder, TZ: 'UTC' } },
  );
  child.stderr.resume();
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
    if (id !== undefined) waiting.get(id)?.(result ?? error);
  });
  let last = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    notify: (method: string) => send({ method }),
    call: async (method: string, params: object): Promise<unknown> => {
      last += 1;
      const id = last;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      return await answer;
    },
  };
}

/** Resident memory of a process and all below it, in MB; shared pages are counted once a process. */
function treeMb(root: number | undefined): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)?.[1]));
      sizes.set(Number(name), Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It ended meanwhile.
    }
  }
  let sum = 0;
  for (const [pid, size] of sizes) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== root && at > 1) at = parents.get(at);
    if (at === root) sum += size;
  }
  return sum;
}

/** What no search by meaning and words can go below: every vector compared, the words looked up by FTS5, one message there and back. */
async function measureFloor(notes: Readonly<Record<string, string>>, lines: number): Promise<number[]> {
  const db = new Database(':memory:');
  db.exec('CREATE VIRTUAL TABLE line USING fts5(text)');
  const add = db.prepare<[string]>('INSERT INTO line VALUES (?)');
  db.transaction(() => {
    for (const text of Object.values(notes)) for (const line of text.split('\n')) if (line !== '') add.run(line);
  })();
  const find = db.prepare<[string]>('SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank LIMIT 10');
  const matrix = createInt8Matrix(dimensions);
  const vector = Int8Array.from({ length: dimensions }, (_, i) => (i * 37) % 127);
  for (let i = 0; i < lines; i += 1) matrix.set(i, vector);
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const times: number[] = [];
  for (let i = 0; i < asked; i += 1) {
    const from = performance.now();
    const echoed = new Promise((resolve) => socket.once('data', resolve));
    socket.write('search');
    matrix.dots(vector);
    find.all('boiler OR Porto');
    await echoed;
    times.push(performance.now() - from);
  }
  socket.destroy();
  server.close();
  db.close();
  return times;
}
