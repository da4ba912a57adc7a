import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { packageRoot } from '../../../src/base/files/package-root.ts';
import { type Claim, doubtAbout } from '../../../src/memory/claims/claims.ts';
import { openEmbedder } from '../../../src/memory/embed/open.ts';
import { writtenModel } from '../../support/meaning-memory.ts';
import { honest, type Pair, said, untrue } from './claims-data.ts';
import { plainHonest, plainUntrue } from './claims-plain.ts';

interface Message {
  said: string;
  question: string;
  honest: readonly string[];
  untrue: readonly string[];
}

type Claims = Record<'honest' | 'untrue', readonly Claim[]>;

const claimOf = ([quote, text, known = '', context]: Pair): Claim => ({
  text,
  quote,
  ...(context !== undefined && { context }),
  known,
  said,
  isOpenQuestion: false,
});

/** @param every takes each of so many messages */
function claimsIn(name: string, every = 1): Claims {
  const messages = readFileSync(path.join(packageRoot(), `test/eval/pairs/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .filter((_, at) => at % every === 0)
    .map((line) => JSON.parse(line) as Message);
  const claimsOf = (kind: 'honest' | 'untrue') =>
    messages.flatMap((message) => message[kind].map((text) => claimOf([message.said, text, message.question])));
  return { honest: claimsOf('honest'), untrue: claimsOf('untrue') };
}

const plain: Claims = {
  honest: [...honest, ...plainHonest].map(claimOf),
  untrue: [...untrue, ...plainUntrue].map(claimOf),
};

const embedder = openEmbedder({ model: 'all-MiniLM-L6-v2', cacheDir: writtenModel(), log: silentLog });
afterAll(async () => await embedder?.close());

/** How many of the claims are refused where a model has read words and claim together. */
async function refusedOf(claims: readonly Claim[]): Promise<number> {
  const pairs = claims.map(({ text, quote, context = quote, known }) => ({
    first: [known.endsWith('?') ? known : '', context].filter(Boolean).join(' '),
    second: text,
  }));
  const relations = (await embedder?.compare?.(pairs)) ?? [];
  expect(relations).toHaveLength(claims.length);
  return claims.filter((claim, at) => doubtAbout({ ...claim, bears: relations[at]?.bears ?? null }) !== null).length;
}

/** The gate reads a fourth of the claims, by the length of their texts, so that a new one changes no other; all of them take a minute and more. */
const readsAll = process.env['SCRUBJAY_CLAIMS'] === 'all';
const sampled = ({ honest: some, untrue: others }: Claims): Claims => {
  const each = (claims: readonly Claim[]) => claims.filter(({ text }) => text.length % 4 === 0);
  return { honest: each(some), untrue: each(others) };
};

interface Misjudged {
  honestRefused: number;
  untrueTaken: number;
}

/**
 * What is misjudged is more than what is aimed at (5 of 100 honest ones and 10 of 100 false ones), but where lines are plain: a change must
 * not add to it. In the last list each untrue line is the twin of a true one, as long and as near to the words: neither rules nor model
 * tell many of them apart, and the second look of the night's own model is for these.
 */
test.each<[string, Claims, size: number, { ofAll: Misjudged; ofSample: Misjudged }]>([
  [
    'plain lines, near to the words',
    plain,
    262,
    { ofAll: { honestRefused: 6, untrueTaken: 1 }, ofSample: { honestRefused: 2, untrueTaken: 0 } },
  ],
  [
    'claims by authors who knew neither rules nor model',
    claimsIn('claims-left-out'),
    220,
    { ofAll: { honestRefused: 70, untrueTaken: 104 }, ofSample: { honestRefused: 16, untrueTaken: 28 } },
  ],
  [
    'claims by an author who writes with dates',
    claimsIn('claims-of-another'),
    80,
    { ofAll: { honestRefused: 26, untrueTaken: 36 }, ofSample: { honestRefused: 10, untrueTaken: 8 } },
  ],
  [
    'claims by an author of an exam',
    claimsIn('claims-exam'),
    100,
    { ofAll: { honestRefused: 41, untrueTaken: 45 }, ofSample: { honestRefused: 11, untrueTaken: 11 } },
  ],
  [
    'claims by authors whose claims are alike in form',
    claimsIn('claims-alike', 16),
    172,
    { ofAll: { honestRefused: 48, untrueTaken: 110 }, ofSample: { honestRefused: 17, untrueTaken: 19 } },
  ],
])('of %s no more are misjudged than were, when they are read', async (_, all, size, { ofAll, ofSample }) => {
  expect(all.honest).toHaveLength(size);
  const [claims, most] = readsAll ? [all, ofAll] : [sampled(all), ofSample];
  const honestRefused = await refusedOf(claims.honest);
  const untrueTaken = claims.untrue.length - (await refusedOf(claims.untrue));
  expect({ honestRefused, untrueTaken }).toEqual({
    honestRefused: expect.toSatisfy((count: number) => count <= most.honestRefused) as number,
    untrueTaken: expect.toSatisfy((count: number) => count <= most.untrueTaken) as number,
  });
});
