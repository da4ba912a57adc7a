// Runs searches ahead of the first real one: in the first hundred searches the engine still compiles the program, and their data
// still lies on the disk. The work runs in slices, between which real searches go first.
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Embedding } from '../embed/embedder.ts';
import { vectorLength } from '../kernel/vector-math.ts';
import type { Generation } from './loaded-index.ts';
import { none } from './chunk-table.ts';

/** The engine compiles some functions anew as late as in the five hundredth search. */
const questions = 600;
/** The most time of work: by then a vault of a million lines has been looked through often enough to be compiled. */
const maxMs = 3000;
const minLines = 1000;
const wordsAsked = 6;

export interface Question {
  text: string;
  embedding: Embedding | null;
}

/** Whether warming up is worth its time: a small vault is fast enough without. */
export const isWorthWarming = ({ lines }: Generation): boolean => lines.size >= minLines;

/** Asks for the lines of an index, here and there, until enough was asked or `signal` says so. @param ask may take long and must give way */
export async function warmUp(
  use: <Result>(work: (index: Generation) => Promise<Result>) => Promise<Result>,
  ask: (question: Question) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let worked = 0;
  for (let asked = 0; asked < questions && worked < maxMs; asked += 1) {
    const from = performance.now();
    const form = asked % 2 === 0 ? plain : (forms[((asked - 1) / 2) % forms.length] ?? plain);
    const question = await use(async (index) =>
      isWorthWarming(index) ? questionFrom(index, asked / questions, form) : null,
    );
    if (!question || signal.aborted) return;
    await ask(question);
    worked += performance.now() - from;
    await yieldToLoop();
    if (signal.aborted) return;
  }
}

const plain = (words: string): string => words;
/**
 * What people ask for words in, beside the words alone. Each has something that a search treats in another way, and what it does
 * for the first time makes the engine throw away what it had compiled for the others.
 */
const forms: readonly ((words: string) => string)[] = [
  (words) => `When did I say ${words}?`,
  (words) => `What did Nobody tell us about ${words} last week?`,
  (words) => `How many notes are there of ${words}?`,
  (words) => `Where was ${words} before the move, unheardof or e-mailed?`,
  (words) => words.split(' ')[0] ?? words,
  (words) => `${words} at 5 pm, invoice 4711-0815`,
];

/** Some words of a line in a form. @param where in the vault, 0..1 */
function questionFrom({ lines, store, vectors }: Generation, where: number, form: (words: string) => string): Question {
  let slot = Math.floor(where * lines.top);
  while (slot > 0 && lines.columns.id[slot] === none) slot -= 1;
  const words = store.text(lines.columns.id[slot] ?? none).match(/[\p{L}\p{N}]+/gu) ?? [];
  const vector = vectors?.ready() ? store.vector(lines.columns.content[slot] ?? 0) : null;
  return {
    text: form(words.slice(-wordsAsked).join(' ')),
    embedding: vector && standIn(vector, vectors?.projection !== null),
  };
}

/** The line's own vector in the place of what the model would say, which is not woken for this: it takes memory and a second. */
function standIn(vector: Int8Array, withTokens: boolean): Embedding {
  const length = vectorLength(vector) || 1;
  const pooled = Float32Array.from(vector, (value) => value / length);
  if (!withTokens) return { pooled };
  const vectors = new Float32Array(wordsAsked * pooled.length);
  for (let word = 0; word < wordsAsked; word += 1) vectors.set(pooled, word * pooled.length);
  // These ids are pieces of a few letters in every vocabulary of this kind.
  return { pooled, tokens: { ids: Int32Array.from({ length: wordsAsked }, (_, word) => 1037 + word), vectors } };
}
