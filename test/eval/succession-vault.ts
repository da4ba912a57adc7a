// Topics of what was true and what became of it (succession/*.jsonl), and the notes in which they are asked for: many in one vault
// of dated notes, so that each has the lines of the others around it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../../bench/salad.ts';
import { packageRoot } from '../../src/base/files/package-root.ts';

export const lifeSets = ['families', 'work-and-hobbies', 'six-languages', 'daily-life', 'notebooks'] as const;

/** Each newer line by itself makes the older one out of date for the questions; none of the others does. */
export interface LifeTopic {
  set: string;
  older: string;
  newer: readonly string[];
  other: readonly string[];
  questions: readonly string[];
}

export interface AskedTopic extends LifeTopic {
  /** The later line that stands in the notes, and whether it is one of the newer ones. */
  later: string;
  isNewer: boolean;
}

/** Topics that nothing is learnt from, with two newer lines and two others each. */
export const topicsLeftOut = 'left-out';
/** 200 more, by two authors, of which a third is plain. */
export const laterTopicsLeftOut = 'left-out-later';

/** Three newer lines and three others. */
export const turns = 6;

export const readTopics = (set: string): LifeTopic[] =>
  readFileSync(path.join(packageRoot(), `test/eval/succession/${set}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ set, ...(JSON.parse(line) as Omit<LifeTopic, 'set'>) }));

const beside = ['Soup and bread', 'Rain all day', 'Long call with the bank', 'Went for a run', 'Lentils for dinner'];
const dayOf = (number: number): string => new Date(Date.UTC(2026, 2, 1 + number)).toISOString().slice(0, 10);

/** One vault in which a half of the topics has a newer line and the other half another one. @param turn 0 to 5: in each, a topic has another one of its lines */
export function vaultOf(
  topics: readonly LifeTopic[],
  turn: number,
): { notes: Record<string, string>; asked: AskedTopic[] } {
  const random = createRandom(turn + 11);
  const upTo = (max: number): number => Math.floor(random() * max);
  const days = new Map<string, string[]>();
  const note = (day: number, line: string): void => {
    const lines = days.get(dayOf(day)) ?? [];
    lines.splice(upTo(lines.length + 1), 0, line);
    days.set(dayOf(day), lines);
  };
  const asked = topics.map((topic, i): AskedTopic => {
    const place = (i + turn) % turns;
    const isNewer = place % 2 === 0;
    const later = (isNewer ? topic.newer : topic.other)[Math.floor(place / 2)] ?? '';
    const from = 2 * upTo(45);
    note(from, topic.older);
    note(from + 22 + 2 * upTo(60), later);
    return { ...topic, later, isNewer };
  });
  const notes: Record<string, string> = {};
  for (const [day, lines] of days) {
    if (random() < 0.5) lines.splice(upTo(lines.length), 0, beside[upTo(beside.length)] ?? '');
    const timed = lines.map(
      (line, i) => `- ${String(7 + Math.floor((14 * i) / lines.length)).padStart(2, '0')}:${10 + upTo(49)} ${line}`,
    );
    notes[`${day}.md`] = `# ${day}\n\n${timed.join('\n')}\n`;
  }
  return { notes, asked };
}
