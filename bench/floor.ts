// What no search by meaning and words can go below, in the same run: every vector compared, the words looked up by FTS5, one query
// embedded, one message there and back.
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { silentLog } from '../src/base/log.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { createInt8Matrix } from '../src/memory/kernel/int8-matrix.ts';

const asked = 60;
const dimensions = 384;

export async function measureFloor(
  notes: Readonly<Record<string, string>>,
  lines: number,
  question: string,
): Promise<number[]> {
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
  const cacheDir = path.join(tmpdir(), 'scrubjay-bench-floor');
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir, log: silentLog });
  const words = (question.match(/\p{L}+/gu) ?? []).join(' OR ');
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await embedder?.embed([question], { as: 'query' });
  const times: number[] = [];
  for (let i = 0; i < asked; i += 1) {
    const from = performance.now();
    const echoed = new Promise((resolve) => socket.once('data', resolve));
    socket.write('search');
    await embedder?.embed([question], { as: 'query', tokens: true });
    matrix.dots(vector);
    find.all(words);
    await echoed;
    times.push(performance.now() - from);
  }
  socket.destroy();
  server.close();
  db.close();
  await embedder?.close();
  return times;
}
