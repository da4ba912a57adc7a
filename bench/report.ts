// Puts what `npm run bench -- people` measured last into the documentation, between the marks that it finds there: no figure is copied
// by hand. `npm run bench -- report`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatTable, type Row } from './table.ts';

const marks = { start: '<!-- bench:people -->', end: '<!-- /bench:people -->' };
const pages = ['README.md', 'docs/measurements.md'];

export function writeReport(): void {
  const results = JSON.parse(readFileSync(path.join(process.cwd(), 'bench', 'results.json'), 'utf8')) as {
    lines: number;
    files: number;
    node: string;
    rows: Row[];
  };
  const { lines, files, node, rows } = results;
  const table = `${lines} lines in ${files} notes of each kind, Node ${node}:\n\n${formatTable(rows)}`;
  for (const page of pages) {
    const text = readOrNull(page);
    const start = text?.indexOf(marks.start) ?? -1;
    const end = text?.indexOf(marks.end) ?? -1;
    if (!text || start === -1 || end < start) continue;
    writeFileSync(page, `${text.slice(0, start)}${marks.start}\n\n${table}\n\n${text.slice(end)}`);
    console.log(`${page} is up to date.`);
  }
}

function readOrNull(page: string): string | null {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    // A page that is not there has no figures.
    return null;
  }
}
