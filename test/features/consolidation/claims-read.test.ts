import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { packageRoot } from '../../../src/base/package-root.ts';
import { type Claim, doubtAbout } from '../../../src/features/consolidation/claims.ts';
import { openEmbedder } from '../../../src/memory/embed/open.ts';
import { writtenModel } from '../../support/meaning-memory.ts';

const whyUnfounded = (claim: Claim): string | null => doubtAbout(claim)?.reason ?? null;

interface Message {
  said: string;
  question: string;
  honest: readonly string[];
  untrue: readonly string[];
}

const messagesIn = (name: string): Message[] =>
  readFileSync(path.join(packageRoot(), `test/eval/pairs/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);

/** How many of the claims are refused: by the rules alone, and with what a model says that reads the words and the claim together. */
async function refusedOf(kind: 'honest' | 'untrue', messages: readonly Message[]) {
  const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: writtenModel(), log: silentLog });
  const claims = messages.flatMap(({ said, question, [kind]: lines }) =>
    lines.map((text) => ({ said, question, text })),
  );
  const relations =
    (await embedder?.compare?.(
      claims.map(({ said, question, text }) => ({ first: [question, said].filter(Boolean).join(' '), second: text })),
    )) ?? [];
  await embedder?.close();
  const isRefused = ({ said, question, text }: (typeof claims)[number], bears: number | null): boolean =>
    whyUnfounded({ text, quote: said, known: question, said: '2026-11-20', isOpenQuestion: false, bears }) !== null;
  const counted = (bearsAt: (at: number) => number | null): number =>
    claims.filter((claim, at) => isRefused(claim, bearsAt(at))).length;
  return { of: claims.length, byRules: counted(() => null), read: counted((at) => relations[at]?.bears ?? null) };
}

test('of claims by authors who knew neither rules nor model, more are judged right when they are read than by the rules', async () => {
  const messages = messagesIn('claims-left-out');
  const [honest, untrue] = [await refusedOf('honest', messages), await refusedOf('untrue', messages)];
  expect([honest.of, untrue.of]).toEqual([220, 220]);
  expect(honest.byRules).toBeGreaterThan(honest.read);
  expect(untrue.byRules).toBeLessThan(untrue.read);
  // What is still misjudged is more than what is aimed at (11 and 22): a change must not add to it.
  expect({ honestRefused: honest.read, untrueTaken: untrue.of - untrue.read }).toEqual({
    honestRefused: expect.toSatisfy((count: number) => count <= 51) as number,
    untrueTaken: expect.toSatisfy((count: number) => count <= 42) as number,
  });
});

/**
 * The model has learnt from lists in which a date with a year stands in 13 of 100 honest lines and in 1 of 100 others, and takes it for a
 * sign that a line is borne: what authors write in another manner it hardly tells apart.
 */
test('of claims by an author who writes them with dates, true and false, no more are misjudged than were', async () => {
  const messages = messagesIn('claims-of-another');
  const [honest, untrue] = [await refusedOf('honest', messages), await refusedOf('untrue', messages)];
  expect([honest.of, untrue.of]).toEqual([80, 80]);
  expect(honest.byRules).toBeGreaterThan(honest.read);
  expect({ honestRefused: honest.read, untrueTaken: untrue.of - untrue.read }).toEqual({
    honestRefused: expect.toSatisfy((count: number) => count <= 11) as number,
    untrueTaken: expect.toSatisfy((count: number) => count <= 48) as number,
  });
});

/**
 * Each untrue line is the twin of a true one: as long, as near to the words, with the same names and dates, so that no line by itself tells
 * what it is. Neither the rules nor the model tell many of them apart: the second look of the night's own model is for these.
 */
test('of true and untrue claims that are alike in form, no more are misjudged than were', async () => {
  const messages = messagesIn('claims-alike').filter((_, at) => at % 16 === 0);
  const [honest, untrue] = [await refusedOf('honest', messages), await refusedOf('untrue', messages)];
  expect([honest.of, untrue.of]).toEqual([172, 172]);
  expect({ honestRefused: honest.read, untrueTaken: untrue.of - untrue.read }).toEqual({
    honestRefused: expect.toSatisfy((count: number) => count <= 50) as number,
    untrueTaken: expect.toSatisfy((count: number) => count <= 115) as number,
  });
});
