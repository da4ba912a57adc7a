// Three kinds of made-up notes, as unlike each other as people's are: `facts`, independent lines that repeat phrases, in many dated
// files; `talk`, conversations of two; `prose`, long notes of paragraphs. Every kind hides rare words that questions ask for.
import { createRandom } from './salad.ts';

export const vaultKinds = ['facts', 'talk', 'prose'] as const;
export type VaultKind = (typeof vaultKinds)[number];

export interface MadeVault {
  /** By their names. */
  notes: Record<string, string>;
  /** Questions, each with a part of the line that answers it. */
  questions: { ask: string; answer: string }[];
}

const people = ['Lena', 'Tomas', 'Priya', 'Aiko', 'Samuel', 'Greta', 'Noor', 'Ivan'];
const things = ['bicycle', 'boiler', 'passport', 'garden', 'violin', 'car', 'printer', 'kitchen', 'tent', 'camera'];
const verbs = [
  'repaired',
  'ordered',
  'lost',
  'sold',
  'painted',
  'lent',
  'cleaned',
  'looked for',
  'paid for',
  'talked about',
];
const places = ['Bonn', 'the cellar', 'the office', 'Porto', 'the market', 'the clinic', 'school', 'the lake'];
const filler = 'walked to work in the rain, had soup at noon and went to bed early after a long day'.split(' ');

/** @param files into how many notes the lines are divided */
export function makeVault(kind: VaultKind, lines: number, files: number): MadeVault {
  const random = createRandom(11);
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random() * from.length)] as Item;
  const notes: Record<string, string> = {};
  const questions: MadeVault['questions'] = [];
  const perFile = Math.ceil(lines / files);
  const event = (i: number): string => {
    const [who, verb, thing, place] = [pick(people), pick(verbs), pick(things), pick(places)];
    const rare = `model ${(i * 7919).toString(36)}`;
    if (i % Math.ceil(lines / 200) === 0)
      questions.push({ ask: `Which ${thing} was it that ${who} ${verb} in ${place}?`, answer: thing });
    return `${who} ${verb} the ${thing} (${rare}) in ${place}`;
  };
  const words = (count: number): string => Array.from({ length: count }, () => pick(filler)).join(' ');
  for (let file = 0, i = 0; file < files; file += 1) {
    const day = new Date(Date.UTC(2000, 0, 1 + file)).toISOString().slice(0, 10);
    const body = Array.from({ length: Math.min(perFile, lines - file * perFile) }, () => {
      i += 1;
      if (kind === 'facts') return `- ${event(i)}`;
      if (kind === 'talk') return `**${i % 2 === 0 ? 'Anna' : 'Ben'}**: ${words(6)}. ${event(i)}?`;
      return `${words(30)}. ${event(i)}. ${words(20)}.${i % 4 === 0 ? '\n' : ''}`;
    });
    notes[kind === 'prose' ? `notes/${day}-journal.md` : `${day}.md`] = `# ${day}\n\n${body.join('\n')}\n`;
  }
  return { notes, questions };
}
