// What no search by meaning and words can go below, in the same run and warm as its searches are: a message to another process and back,
// one query embedded, every vector compared, the words that say something looked up by FTS5. One after the other, for each question anew.
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { silentLog } from '../src/base/log.ts';
import { english } from '../src/language/english.ts';
import { openEmbedder } from '../src/memory/embed/open.ts';
import { createInt8Matrix } from '../src/memory/kernel/int8-matrix.ts';
import { timed } from './people-client.ts';

const dimensions = 384;

/** @param rounds the questions that do not count, then those that do @returns milliseconds of each */
export async function measureFloor(
  notes: Readonly<Record<string, string>>,
  questions: readonly string[],
  rounds: { warmUps: number; searches: number },
): Promise<number[]> {
  const texts = Object.values(notes).flatMap((note) => note.split('\n').filter((line) => line !== ''));
  const { find, close } = openWords(texts);
  const matrix = createInt8Matrix(dimensions);
  for (let i = 0; i < texts.length; i += 1) matrix.set(i, vectorOf(i));
  const dots = new Int32Array(texts.length);
  const cacheDir = path.join(tmpdir(), 'scrubjay-bench-floor');
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir, log: silentLog });
  const echo = spawn('cat', { stdio: ['pipe', 'pipe', 'ignore'] });
  const ask = async (i: number): Promise<void> => {
    const question = questions[i % questions.length] ?? 'tea';
    const echoed = new Promise((resolve) => echo.stdout.once('data', resolve));
    echo.stdin.write(`${question}\n`);
    await echoed;
    await embedder?.embed([question], { as: 'query', tokens: true });
    matrix.dots(vectorOf(i), dots);
    find(question);
  };
  try {
    for (let i = 0; i < rounds.warmUps; i += 1) await ask(i);
    const times: number[] = [];
    for (let i = 0; i < rounds.searches; i += 1) times.push(await timed(async () => await ask(3 * i + 1)));
    return times;
  } finally {
    echo.kill();
    close();
    await embedder?.close();
  }
}

const vectorOf = (i: number): Int8Array => Int8Array.from({ length: dimensions }, (_, d) => ((i + d) * 37) % 127);

/** The lines in a table of FTS5, which looks for those that hold every word of a question that says something. */
function openWords(lines: readonly string[]) {
  const db = new Database(':memory:');
  db.exec('CREATE VIRTUAL TABLE line USING fts5(text)');
  const add = db.prepare<[string]>('INSERT INTO line VALUES (?)');
  db.transaction(() => {
    for (const line of lines) add.run(line);
  })();
  const best = db.prepare<[string]>('SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank LIMIT 10');
  const stopWords = new Set(english.stopWords);
  return {
    find: (question: string): unknown => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
      return best.all(
        words
          .filter((word) => !stopWords.has(word.toLowerCase()))
          .map((word) => `"${word}"`)
          .join(' '),
      );
    },
    close: () => db.close(),
  };
}
