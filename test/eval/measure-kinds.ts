// Measures search over the small vaults of kinds-set.ts as a person sees it: the threshold on, single lines.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Clock, systemClock } from '../../src/base/time/clock.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { asked, dayLines, dayQuestions, otherLines } from './days-set.ts';
import { type Change, changes, kinds } from './kinds-set.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

export interface KindFigures {
  name: string;
  right: number;
  of: number;
  missed: string[];
}

type Notes = Readonly<Record<string, readonly string[]>>;

/** What a search finds over some notes, each line by its text, best first. */
async function over(
  notes: Notes,
  embedder: Embedder | null,
  measure: (ask: (question: string, queries?: readonly string[]) => Promise<string[]>) => Promise<KindFigures>,
  clock: Clock = systemClock,
): Promise<KindFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinds-'));
  const dir = path.join(folder, 'memory');
  await mkdir(dir);
  for (const [name, lines] of Object.entries(notes)) await writeFile(path.join(dir, name), `${lines.join('\n')}\n`);
  const memory = await openPlainMemory({
    dir,
    indexFile: path.join(folder, 'index.db'),
    embedder,
    clock,
  });
  try {
    await memory.index();
    return await measure(async (question, queries) =>
      (await memory.search(question, { queries, passages: false, limit: 10, embedWaitMs: 60_000 })).results.map(
        ({ text }) => text,
      ),
    );
  } finally {
    await memory.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const begins = (text: string, answer: string): boolean =>
  text.replace(/^- (?!\*)/, '').startsWith(answer.replace(/^- (?!\*)/, ''));

export async function measureKind(name: string, embedder: Embedder | null): Promise<KindFigures> {
  const { notes, questions, within } = kinds[name] ?? { notes: {}, questions: [], within: 1 };
  return await over(notes, embedder, async (ask) => {
    const missed: string[] = [];
    for (const [question, answer, queries] of questions) {
      const found = (await ask(question, queries)).slice(0, within);
      if (answer === null ? found.length > 0 : !found.some((text) => begins(text, answer))) missed.push(question);
    }
    return { name, right: questions.length - missed.length, of: questions.length, missed };
  });
}

/** In notes of two days, or in one note without a date, in which what is newer stands further down. */
export async function measureChanges(isDated: boolean, embedder: Embedder | null): Promise<KindFigures> {
  const lines = (said: (change: Change) => string): string[] => changes.map((change) => `- ${said(change)}`);
  const notes: Notes = isDated
    ? { '2025-03-01.md': lines(({ was }) => was), '2026-06-02.md': lines(({ is }) => is) }
    : { 'facts.md': [...lines(({ was }) => was), ...lines(({ is }) => is)] };
  return await over(notes, embedder, async (ask) => {
    const missed: string[] = [];
    for (const { question, was, is } of changes) {
      const found = await ask(question);
      const [newer, older] = [is, was].map((said) => found.findIndex((text) => begins(text, said)));
      if (newer === undefined || older === undefined || newer < 0 || (older >= 0 && older < newer))
        missed.push(question);
    }
    const name = isDated ? 'what is before what was, dated' : 'what is before what was, undated';
    return { name, right: changes.length - missed.length, of: changes.length, missed };
  });
}

/** Lines that name days, among as many that name none, all asked for on one day. */
export async function measureDays(embedder: Embedder | null): Promise<KindFigures> {
  const notes: Record<string, string[]> = {};
  const write = (day: string, line: string): void => void (notes[`${day}.md`] ??= []).push(`- ${line}`);
  for (const [written, line] of Object.values(dayLines)) write(written, line);
  const other = (at: number): string => otherLines[at % otherLines.length] ?? '';
  for (const [at, name] of Object.keys(notes)
    .filter((one) => one > '2026-09')
    .sort()
    .entries())
    notes[name]?.push(`- ${other(at)}`);
  const firstDay = Date.UTC(2026, 0, 3);
  for (let i = 0; i < 60; i += 1)
    write(new Date(firstDay + i * 4 * 86_400_000).toISOString().slice(0, 10), `${other(i)} (${i})`);
  const ask = async (found: (question: string) => Promise<string[]>): Promise<KindFigures> => {
    const missed: string[] = [];
    for (const [question, wanted] of dayQuestions) {
      const best = (await found(question)).slice(0, 3);
      if (!wanted.some((id) => best.some((text) => begins(text, dayLines[id]?.[1] ?? '')))) missed.push(question);
    }
    return { name: 'days', right: dayQuestions.length - missed.length, of: dayQuestions.length, missed };
  };
  return await over(notes, embedder, ask, { ...systemClock, now: () => new Date(asked) });
}
