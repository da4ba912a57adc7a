// Answers while the index is still being read into memory, or is behind by a long note: from its file, as it was written last,
// and from the notes that changed since. Simpler than a ranking: the chunks that have most of the question's rare words, then
// those nearest to it by their vectors (early-vectors.ts). In slices, on a connection of its own.
import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { createPace, endsStep, type Pace } from '../base/concurrency/cooperative.ts';
import { cutText } from '../base/text/text.ts';
import { append } from '../base/lists.ts';
import type { SearchResult } from './search.ts';
import { type EarlyVector, nearestChunks } from './early-vectors.ts';
import { openIndexReader } from './store/index-file.ts';
import { type Chunk, type ChunkedNote, chunkInSteps } from './text/chunk.ts';
import { frontMatterOf } from './text/front-matter.ts';
import { rowsOf } from './text/chunk-features.ts';
import { contentTermsOf } from './text/terms.ts';
import { type NoteStat, stampMs } from './listing.ts';
import type { Vault } from './vault.ts';

interface Found {
  /** One bit for each word of the question that the chunk has. */
  words: number;
  /** Row of the chunk; null in a note that is not in the index as it is. */
  id: number | null;
  result: Omit<SearchResult, 'score'> | null;
}

export interface EarlyAnswer {
  results: SearchResult[];
  /** In the file; about, as some numbers may have been given and taken back. */
  chunks: number;
  /** Whether vectors were compared as well. */
  hybrid: boolean;
}

export interface EarlyQuestion {
  text: string;
  limit: number;
  /** Days since 1970-01-01, inclusive; chunks without a date are left out then. */
  only: { from: number; to: number } | null;
  /** Null: by words alone. */
  vector?: EarlyVector | null;
  signal?: AbortSignal;
}

/** Each word is one bit of a number; a question has fewer words that matter. */
const maxWords = 24;
/** If more notes than this changed while the program did not run, reading them takes as long as reading the index. */
const maxChanged = 200;
/** UTF-16 units. A longer note that changed is looked at line by line: to take it apart as the index does takes seconds. */
const maxChunkedUnits = 200_000;
/** A longer line is looked at, and shown, in parts of this length. */
const maxLineUnits = 1500;
const linesPerStep = 2000;
const rowsPerSlice = 2000;
const sliceMs = 10;
/** A chunk with a smaller share of the weight of all words of the question is no answer. */
const minShare = 0.5;
/** The highest score of an early answer: only a full ranking, which looks at more than words, may give 1. */
const maxScore = 0.9;

/** @returns the best chunks, or null where the file can't answer: it is missing, damaged, of another version, or the notes are others by now */
export async function earlyAnswers(
  indexFile: string,
  vault: Vault,
  question: EarlyQuestion,
): Promise<EarlyAnswer | null> {
  const words = [...new Set(contentTermsOf(question.text))].slice(0, maxWords);
  if (words.length === 0 || !existsSync(indexFile)) return null;
  let reader: Database.Database | null = null;
  try {
    reader = openIndexReader(indexFile);
    return await answerFrom(reader, vault, words, question);
  } catch {
    // Damage of the file is found and repaired when the index is read into memory.
    question.signal?.throwIfAborted();
    return null;
  } finally {
    reader?.close();
  }
}

async function answerFrom(
  reader: Database.Database,
  vault: Vault,
  words: readonly string[],
  question: EarlyQuestion,
): Promise<EarlyAnswer | null> {
  const pace = createPace(sliceMs, question.signal);
  const { notes } = await vault.list();
  // One row a note: all rows at once would hold the event loop up, and a folder that was replaced is known by its first notes.
  const fileAt = reader.prepare<[string], { id: number; signature: string; readAtMs: number }>(
    'SELECT id, signature, read_at_ms AS readAtMs FROM file WHERE path = ?',
  );
  const paths = new Map<number, string>();
  const changed: NoteStat[] = [];
  for (const note of notes) {
    const file = fileAt.get(note.path);
    if (file && file.signature === note.signature && file.readAtMs - note.mtimeMs > stampMs)
      paths.set(file.id, note.path);
    else changed.push(note);
    if (changed.length > maxChanged) return null;
    await pace.rest();
  }
  const counts = new Uint32Array(words.length);
  const { found, total } = await scanRows(reader, words, counts, { paths, only: question.only, pace });
  for (const { path } of changed)
    append(found, await scanNote(vault, path, words, counts, { only: question.only, pace }));
  const byWords = best(found, { counts, total, limit: question.limit });
  const near = question.vector && !question.only ? await nearestChunks(reader, question.vector, question.limit) : [];
  const known = new Set(byWords.map(({ id }) => id));
  const byVector = near
    .filter(({ id, fileId }) => paths.has(fileId) && !known.has(id))
    .map(({ id, cosine }) => ({ id, result: null, share: cosine }));
  const ranked = [...byWords, ...byVector].slice(0, question.limit);
  return { results: shown(reader, ranked, paths), chunks: total, hybrid: near.length > 0 };
}

/** A pattern for LIKE that finds the word anywhere; the words are stems, so what follows them does not matter. */
const likeOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

async function scanRows(
  reader: Database.Database,
  words: readonly string[],
  counts: Uint32Array,
  { paths, only, pace }: { paths: ReadonlyMap<number, string>; only: EarlyQuestion['only']; pace: Pace },
): Promise<{ found: Found[]; total: number }> {
  const bits = words.map((_, i) => `(text LIKE ? ESCAPE '\\') * ${2 ** i}`).join(' + ');
  const day = only ? 'AND day BETWEEN ? AND ?' : '';
  const slice = reader.prepare<unknown[], { id: number; fileId: number; words: number }>(
    `SELECT id, file_id AS fileId, words FROM
       (SELECT id, file_id, ${bits} AS words FROM chunk WHERE id > ? AND id <= ? ${day}) WHERE words > 0`,
  );
  const total = reader.prepare<[], number | null>('SELECT max(id) FROM chunk').pluck().get() ?? 0;
  const bounds = only ? [Math.max(only.from, -1e9), Math.min(only.to, 1e9)] : [];
  const found: Found[] = [];
  for (let from = 0; from < total; from += rowsPerSlice) {
    for (const row of slice.all(...words.map(likeOf), from, from + rowsPerSlice, ...bounds)) {
      if (!paths.has(row.fileId)) continue;
      found.push({ id: row.id, words: row.words, result: null });
      countWords(counts, row.words);
    }
    await pace.rest();
  }
  return { found, total };
}

async function scanNote(
  vault: Vault,
  notePath: string,
  words: readonly string[],
  counts: Uint32Array,
  { only, pace }: { only: EarlyQuestion['only']; pace: Pace },
): Promise<Found[]> {
  const note = await vault.read(notePath).catch(() => null);
  if (!note) return [];
  const isLong = note.text.length > maxChunkedUnits;
  const chunked = isLong ? linesWith(words, note.text) : chunkInSteps(note.text);
  const { chunks } = await pace.walk(rowsOf(note.path, await pace.walk(chunked)));
  return chunks.flatMap(({ text, startLine, endLine, day }): Found[] => {
    if (only && (day === null || day < only.from || day > only.to)) return [];
    const said = wordsIn(text, words);
    countWords(counts, said);
    return said === 0 ? [] : [{ id: null, words: said, result: { path: note.path, startLine, endLine, text } }];
  });
}

/** One bit for each of the words that the text has. */
function wordsIn(text: string, words: readonly string[]): number {
  const folded = text.toLowerCase();
  return words.reduce((bits, word, i) => (folded.includes(word) ? bits + 2 ** i : bits), 0);
}

/** The lines that have one of the words or more, as chunks without headings. */
function* linesWith(words: readonly string[], text: string): Generator<void, ChunkedNote> {
  const chunks: Chunk[] = [];
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    for (let rest = line; rest.length > 0;) {
      const part = cutText(rest, maxLineUnits);
      rest = rest.slice(part.length);
      if (wordsIn(part, words) > 0)
        chunks.push({ startLine: i + 1, endLine: i + 1, text: part, speaker: null, above: '', section: 0 });
    }
    if (endsStep(i, linesPerStep)) yield;
  }
  const frontMatter = frontMatterOf(lines).join('\n');
  return { names: [], frontMatter, sections: [{ headings: [], headingLine: 0 }], chunks };
}

function countWords(counts: Uint32Array, words: number): void {
  for (let i = 0; i < counts.length; i += 1) if ((words & (1 << i)) !== 0) counts[i] = (counts[i] ?? 0) + 1;
}

interface Ranked extends Pick<Found, 'id' | 'result'> {
  /** How much of the question the line holds, by its words or by its vector, 0..1. */
  share: number;
}

/** The chunks whose words weigh most; a word weighs the more the fewer chunks have it. */
function best(
  found: readonly Found[],
  { counts, total, limit }: { counts: Uint32Array; total: number; limit: number },
): Ranked[] {
  const weights = Array.from(counts, (count) => Math.log(1 + (total + 1) / (count + 0.5)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (words: number): number =>
    weights.reduce((sum, weight, i) => ((words & (1 << i)) === 0 ? sum : sum + weight), 0) / whole;
  const shares = new Map<number, number>();
  return found
    .map(({ id, words, result }) => {
      const share = shares.get(words) ?? shareOf(words);
      shares.set(words, share);
      return { id, result, share };
    })
    .filter(({ share }) => share >= minShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, limit);
}

/** The chunks with their texts. */
function shown(
  reader: Database.Database,
  ranked: readonly Ranked[],
  paths: ReadonlyMap<number, string>,
): SearchResult[] {
  const row = reader.prepare<[number], { fileId: number; startLine: number; endLine: number; text: string }>(
    'SELECT file_id AS fileId, start_line AS startLine, end_line AS endLine, text FROM chunk WHERE id = ?',
  );
  return ranked.flatMap(({ id, result, share }): SearchResult[] => {
    const stored = id === null ? undefined : row.get(id);
    const place = stored && {
      path: paths.get(stored.fileId) ?? '',
      startLine: stored.startLine,
      endLine: stored.endLine,
      text: stored.text,
    };
    const one = place ?? result;
    return one ? [{ ...one, score: Math.round(share * maxScore * 10_000) / 10_000 }] : [];
  });
}
