// A line about a thing of somebody takes the place of none about a thing of somebody else.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findContradictions, findReplaced } from '../../src/memory/contradictions.ts';
import { areOfTwoOwners } from '../../src/memory/line-owner.ts';
import { createVault } from '../../src/memory/vault.ts';

const jonah = "Jonah's new swimming teacher is Mrs Obi: swimming every Wednesday at 16:30 at the Aquatics Centre";
const ben = "Ben's new judo teacher is Mr Ito: judo every Thursday at 17:30 at the Sports Hall";

test.each([
  [ben, jonah, true],
  ['Ben’s judo teacher is Mr Ito', 'The swimming teacher of Jonah is Mrs Obi', true],
  ['Die neue Judolehrerin von Ben ist Frau Ito', 'Die neue Schwimmlehrerin von Jonas ist Frau Obi', true],
  ['El nuevo profesor de judo de Benito es Ito', 'El nuevo profesor de natación de Jonás es Obi', true],
  ['Le nouveau professeur de judo de Luc est Ito', 'Le nouveau professeur de natation de Jonas est Obi', true],
  ['La nuova maestra di Giulia è Bianchi', "L'insegnante di nuoto di Luca è Rossi", true],
  ['O novo professor de judo de Bento é Ito', 'O novo professor de natação de Jonas é Obi', true],
  ['De nieuwe judoleraar van Bram is Ito', 'De nieuwe zwemleraar van Jonas is Obi', true],
  // The same owner, in another form as well; none that is named; and a thing of somebody that the line is not about.
  ["Jonah's new swimming teacher is Mrs Kay", jonah, false],
  ['The swimming teacher of Jonah is Mrs Kay', jonah, false],
  ['El profesor de natación de Jonás es Kay', 'El nuevo profesor de natación de Jonás es Obi', false],
  ["My wife's car is a Polo", "Anna's car is a Golf", false],
  ['The swimming teacher is Mrs Kay', jonah, false],
  ["Rick's out of Pauline's life", "Pauline's partner is called Rick", false],
  ["The keys are at Ben's house", "The keys are at Anna's house", false],
  ["Lives in Ben's flat", "Lives in Anna's flat", false],
  ['Vive en casa de Ana', 'Vive en casa de Luis', false],
  ["My dentist is in Weber's practice", "My dentist is in Kim's practice", false],
])('%j and %j are of two owners: %j', (newer, older, are) => {
  expect(areOfTwoOwners(newer, older)).toBe(are);
  expect(areOfTwoOwners(older, newer)).toBe(are);
});

test('however sure the model is that reads both, the line of another owner is neither offered nor listed, unless it is named', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'line-owner-'));
  writeFileSync(path.join(folder, '2026-12-01.md'), `# 2026-12-01\n\n- 15:59 ${jonah}\n`);
  const vault = createVault(folder);
  const sure = { replaces: 9, entails: 0 };
  const readPairs = async (pairs: readonly unknown[]) => pairs.map(() => sure);
  const found = { path: '2026-12-01.md', startLine: 3, endLine: 3, text: `- 15:59 ${jonah}`, score: 1 };
  const memory = {
    vault,
    search: async () => ({ results: [found] }),
    readPairs,
    cosines: async (pairs: readonly unknown[]) => pairs.map(() => 1),
  } as unknown as Parameters<typeof findReplaced>[0];
  const date = '2026-12-02';
  expect(await findReplaced(memory, { text: ben, date })).toBeNull();
  expect((await findReplaced(memory, { text: ben, named: jonah, date }))?.line).toBe(3);
  const kay = "Jonah's new swimming teacher is Mrs Kay";
  expect((await findReplaced(memory, { text: kay, date }))?.line).toBe(3);
  writeFileSync(path.join(folder, '2026-12-02.md'), `# 2026-12-02\n\n- 10:00 ${ben}\n- 10:01 ${kay}\n`);
  const listed = await findContradictions(vault, date, {
    read: readPairs,
    cosines: async (pairs: readonly unknown[]) => pairs.map(() => 1),
  } as never);
  expect(listed.map(({ newer, older }) => [newer.text, older.text])).toEqual([[kay, jonah]]);
});
