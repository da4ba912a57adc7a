// What every search must beat: the lines of a vault under FTS5's own BM25, each by itself, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { SearchResult } from '../../src/memory/search.ts';
import { chunkNote } from '../support/chunk-note.ts';
import { parseQuery, termsOf } from '../../src/memory/text/terms.ts';

export function createPlainBm25(dir: string): (query: string, limit: number) => SearchResult[] {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE line USING fts5(t, tokenize="ascii tokenchars '+#_'")`);
  const add = db.prepare('INSERT INTO line (rowid, t) VALUES (?, ?)');
  const lines: Omit<SearchResult, 'score'>[] = [];
  for (const name of readdirSync(dir).filter((name) => name.endsWith('.md'))) {
    for (const { startLine, endLine, text } of chunkNote(readFileSync(path.join(dir, name), 'utf8')).chunks) {
      lines.push({ path: name, startLine, endLine, text });
      add.run(lines.length, termsOf(text).join(' '));
    }
  }
  const hits = db.prepare<[string, number], { id: number; score: number }>(
    'SELECT rowid AS id, -bm25(line) AS score FROM line WHERE line MATCH ? ORDER BY bm25(line) LIMIT ?',
  );
  return (query, limit) => {
    const expression = parseQuery(query)
      .terms.map((term) => `"${term}"`)
      .join(' OR ');
    if (expression === '') return [];
    return hits.all(expression, limit).flatMap(({ id, score }) => {
      const line = lines[id - 1];
      return line ? [{ ...line, score }] : [];
    });
  };
}
