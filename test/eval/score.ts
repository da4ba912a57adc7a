// How good a ranking is: asks the data's own score program, so that the figures are those that others get from it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchResult } from '../../src/memory/search.ts';
import { dataRoot, type GradedQuery } from './data.ts';

/** The results of some queries, by the id of the query. */
export type Run = Map<string, { file: string; startLine: number; endLine: number; text: string }[]>;

export const runEntry = (results: readonly SearchResult[], prefix: string) =>
  results.map(({ path: notePath, startLine, endLine, text }) => ({
    file: prefix + notePath,
    startLine,
    endLine,
    text,
  }));

export interface Table {
  /** As the program prints it. */
  text: string;
  /** The measures of each group of queries, in percent. */
  groups: Map<string, Record<string, number>>;
}

export function scoreRun(name: string, queries: readonly GradedQuery[], run: Run, folder: string): Table {
  mkdirSync(folder, { recursive: true });
  const [queryFile, runFile] = [path.join(folder, `${name}.queries.jsonl`), path.join(folder, `${name}.run.jsonl`)];
  const asked = queries.filter(({ id }) => run.has(id));
  writeFileSync(queryFile, asked.map((query) => `${JSON.stringify(query)}\n`).join(''));
  writeFileSync(runFile, asked.map(({ id }) => `${JSON.stringify({ id, results: run.get(id) })}\n`).join(''));
  const by = asked.some(({ categoryName }) => categoryName !== undefined) ? 'categoryName' : 'category';
  const text = execFileSync(process.execPath, [path.join(dataRoot, 'score.mjs'), queryFile, runFile, '--by', by], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const groups = new Map<string, Record<string, number>>();
  for (const line of text.split('\n')) {
    const [, group, measures] = /^(.*?)\s+n=\d+\s+(.*?) \|/.exec(line) ?? [];
    if (group === undefined || measures === undefined) continue;
    groups.set(
      group.trim(),
      Object.fromEntries(
        [...measures.matchAll(/(\S+) ([\d.]+)/g)].map(([, measure, value]) => [measure, Number(value)]),
      ),
    );
  }
  return { text, groups };
}
