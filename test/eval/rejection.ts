// Questions that notes have no answer to: those of other conversations, as they are and with the names of the people in these notes.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { GradedQuery, Workspace } from './data.ts';

/** Questions of each other conversation. */
const ofEach = 25;
/** Of those who speak in a conversation, in the order of their first lines. */
const mostNames = 2;

/** Not adversarial: LoCoMo's category 5 asks for what was never said. */
export const answerable = ({ category }: GradedQuery): boolean => category !== 5;

export interface Unanswerable {
  unrelated: string[];
  /** The same with the names of this conversation in the place of those of the other; none where it has no speakers. */
  rightNames: string[];
}

/** Another set than LoCoMo is asked the questions of all of LoCoMo's conversations. */
export function unanswerableIn(workspace: Workspace, all: readonly Workspace[]): Unanswerable {
  const isEnglish = !/^xquad-(?!en)/.test(workspace.set);
  const others = all.filter(({ set, name }) => isEnglish && set === 'locomo' && name !== workspace.name);
  const names = workspace.set === 'locomo' ? speakersIn(workspace.dir) : [];
  const asked = others.flatMap((other) => {
    const questions = other.queries.filter(answerable).slice(0, ofEach);
    return questions.map(({ question }) => ({ question, theirs: speakersIn(other.dir) }));
  });
  return {
    unrelated: asked.map(({ question }) => question),
    rightNames: asked
      .map(({ question, theirs }) => ({ question, renamed: rename(question, theirs, names) }))
      .flatMap(({ question, renamed }) => (renamed === question ? [] : [renamed])),
  };
}

function rename(question: string, from: readonly string[], to: readonly string[]): string {
  return question.replace(/\p{L}+/gu, (word) => to[from.indexOf(word)] ?? word);
}

const known = new Map<string, string[]>();

function speakersIn(dir: string): string[] {
  let names = known.get(dir);
  if (!names) {
    const found = new Set<string>();
    for (const file of readdirSync(dir)
      .filter((name) => name.endsWith('.md'))
      .sort())
      for (const [, name = ''] of readFileSync(path.join(dir, file), 'utf8').matchAll(/^- \*\*([^*:]+):\*\*/gm))
        found.add(name);
    known.set(dir, (names = [...found].slice(0, mostNames)));
  }
  return names;
}
