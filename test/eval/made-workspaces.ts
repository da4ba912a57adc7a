// Workspaces that are made of the data for a run, in its temporary folder: the talk without the names of those who speak, and the
// independent lines among many more of their kind.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workspace } from './data.ts';

/** The same lines, without `**Anna:**` before them and without the names in the headings. */
export function withoutSpeakers(workspace: Workspace, folder: string): Workspace {
  const dir = path.join(folder, `${workspace.set}-unlabelled`, workspace.name, 'memory');
  mkdirSync(dir, { recursive: true });
  for (const file of notesIn(workspace.dir)) {
    const text = readFileSync(path.join(workspace.dir, file), 'utf8');
    writeFileSync(
      path.join(dir, file),
      text.replace(/^- \*\*[^*\n]+:\*\* /gm, '- ').replace(/^(## \d\d:\d\d) .*$/gm, '$1'),
    );
  }
  return { ...workspace, set: `${workspace.set}-unlabelled`, dir };
}

/** With notes of earlier days: the lines that nobody asks for, with other numbers and other people's names, until there are so many. */
export function grown(workspace: Workspace, lines: number, folder: string): Workspace {
  const dir = path.join(folder, `${workspace.set}-${lines}`, 'memory');
  cpSync(workspace.dir, dir, { recursive: true });
  const wanted = new Set(
    workspace.queries.flatMap(({ evidence }) => evidence.map((one) => `${one.file}#${one.startLine}`)),
  );
  const all: string[] = [];
  let count = 0;
  for (const file of notesIn(dir))
    for (const [at, line] of readFileSync(path.join(dir, file), 'utf8').split('\n').entries()) {
      if (!line.startsWith('- ')) continue;
      count += 1;
      if (!wanted.has(`${workspace.prefix}${file}#${at + 1}`)) all.push(line);
    }
  const random = randomOf(42);
  const names = [...new Set(all.flatMap((line) => line.match(/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu) ?? []))];
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  for (let day = 0; count < lines; day += 1) {
    const date = new Date(Date.UTC(2020, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
    const made = Array.from({ length: linesADay }, () =>
      pick(all)
        .replace(/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu, () => pick(names))
        .replace(/\d/g, () => String(Math.floor(random() * 10))),
    );
    writeFileSync(path.join(dir, `${date}.md`), `# ${date}\n\n${made.join('\n')}\n`);
    count += linesADay;
  }
  return { ...workspace, set: `${workspace.set}-${lines}`, dir };
}

const linesADay = 20;
const notesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.md'))
    .sort();

/** Numbers from 0 to 1, the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
