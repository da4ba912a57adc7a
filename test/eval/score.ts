// How good a ranking is, by the lines that hold the evidence. The same numbers as the data's own score program.
import type { SearchResult } from '../../src/memory/memory.ts';
import type { Evidence } from './data.ts';

export interface Score {
  'R@5': number;
  'R@10': number;
  'hit@5': number;
  MRR: number;
  'nDCG@10': number;
  /** Evidence inside the first 2,000 tokens (8,000 characters) returned. */
  'R@2000tok': number;
}

export function scoreOf(results: readonly SearchResult[], evidence: readonly Evidence[], prefix: string): Score {
  const covers = results.map((result) =>
    evidence.flatMap((one, i) => (one.file === prefix + result.path && (one.startLine === undefined || (result.startLine <= (one.endLine ?? one.startLine) && one.startLine <= result.endLine)) ? [i] : [])),
  );
  const share = (most: number): number => new Set(covers.slice(0, most).flat()).size / evidence.length;
  const first = covers.findIndex((one) => one.length > 0);
  const seen = new Set<number>();
  let gain = 0;
  for (const [place, one] of covers.slice(0, 10).entries()) {
    if (one.some((i) => !seen.has(i))) gain += 1 / Math.log2(place + 2);
    for (const i of one) seen.add(i);
  }
  const ideal = evidence.slice(0, 10).reduce((sum, _, place) => sum + 1 / Math.log2(place + 2), 0);
  let left = 8000;
  const inBudget = new Set<number>();
  for (const [place, result] of results.entries()) {
    left -= result.text.length;
    if (left < 0) break;
    for (const i of covers[place] ?? []) inBudget.add(i);
  }
  return { 'R@5': share(5), 'R@10': share(10), 'hit@5': share(5) > 0 ? 1 : 0, MRR: first < 0 ? 0 : 1 / (first + 1), 'nDCG@10': gain / ideal, 'R@2000tok': inBudget.size / evidence.length };
}

/** One row of a table: the means in percent. */
export function rowOf(name: string, scores: readonly Score[]): string {
  const keys = Object.keys(scores[0] ?? {}) as (keyof Score)[];
  const means = keys.map((key) => `${key} ${((100 * scores.reduce((sum, score) => sum + score[key], 0)) / scores.length).toFixed(1)}`);
  return `${name.padEnd(34)} n=${String(scores.length).padEnd(5)} ${means.join('  ')}`;
}
