// An overview of the memory in a few lines: how much there is, about what, and what came last.
import { english } from '../../assistant/phrases/english.ts';
import { type Phrases, problemIn } from '../../assistant/phrases/phrases.ts';
import { cutText } from '../../base/text/text.ts';
import { append } from '../../base/lists.ts';
import { readIfPossible } from '../../memory/vault.ts';

const dayNote = /^\d{4}-\d{2}-\d{2}\.md$/;
const maxTopics = 12;
const maxLatest = 3;
const maxLineUnits = 160;

/** The part of the memory that the overview reads. */
export interface NotesToDescribe {
  vault: {
    list(): Promise<{ notes: readonly { path: string }[] }>;
    read(path: string): Promise<{ text: string } | null>;
  };
}

export async function describeMemory(
  { vault }: NotesToDescribe,
  { overview: phrases, notes: said }: Pick<Phrases, 'overview' | 'notes'> = english,
): Promise<string> {
  const notes = (await vault.list()).notes;
  const days = notes.filter(({ path }) => dayNote.test(path)).toSorted((a, b) => b.path.localeCompare(a.path));
  const topics = notes.map(({ path }) => path).filter((path) => path !== 'MEMORY.md' && !dayNote.test(path));
  const problems: string[] = [];
  const itemsOf = async (path: string): Promise<string[]> => {
    const { note, problem } = await readIfPossible(vault, path);
    if (problem !== null) problems.push(problemIn({ notes: said }, problem));
    return itemsIn(note?.text ?? '');
  };
  const kept = await itemsOf('MEMORY.md');
  const latest: string[] = [];
  for (const { path } of days.slice(0, maxLatest)) {
    const items = (await itemsOf(path)).toReversed();
    append(
      latest,
      items.map((item) => `- ${cutText(item, maxLineUnits)} (${path})`),
    );
    if (latest.length >= maxLatest) break;
  }
  if (kept.length + latest.length + topics.length + problems.length === 0) return phrases.empty;
  return [
    phrases.counts(days.length, topics.length, kept.length),
    ...(topics.length > 0 ? [phrases.topics(namesOf(topics), Math.max(0, topics.length - maxTopics))] : []),
    ...(latest.length > 0 ? [phrases.latest, ...latest.slice(0, maxLatest)] : []),
    ...problems,
    phrases.lookUp,
  ].join('\n');
}

/** The items of the lists in a note, without the program's own notes behind them. */
function itemsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*[-*+]\s/.test(line))
    .map((line) => (line.trim().slice(1).split('<!--', 1)[0] ?? '').trim())
    .filter((item) => item !== '');
}

const namesOf = (paths: readonly string[]): string =>
  paths
    .slice(0, maxTopics)
    .map((path) => path.replace(/\.md$/, ''))
    .join(', ');
