import { expect, it } from 'vitest';
import { readShare } from '../../../src/memory/rank/confidence.ts';
import { againstBest } from '../../../src/memory/rank/features.ts';
import { weightsFor } from '../../../src/memory/rank/judge.ts';
import type { Meaning } from '../../../src/memory/rank/query-embedding.ts';
import { answerShare, askingOfUnnamed, fullWeights, laterSubject, order } from '../../../src/memory/weights.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const chat = `# 2026-03-14

**User:** I want to repaint my old kayak this spring, which primer is good?

**Assistant:** An epoxy primer holds on polyethylene after flaming.

${'Sand it first, then wipe it with alcohol. '.repeat(12)}

**User:** My violin teacher moved the lesson to Friday.

**Assistant:** Noted, Friday it is.
`;

it('counts the line that answers the asker half as one of theirs, and the lines behind it as none', async () => {
  const memory = await openWordMemory({ '2026-03-14.md': chat });
  await memory.index();
  const subjects = async (query: string): Promise<Record<string, number>> => {
    const { results } = await memory.search(query, { explain: true, passages: false, reject: false });
    return Object.fromEntries(
      results.map(({ text, explain }) => [text.split(' ')[1], explain?.signals['subject'] ?? 0]),
    );
  };
  const ofAsker = await subjects('which primer did I want for sanding my kayak');
  const own = ofAsker['I'] ?? 0;
  expect(own).toBeGreaterThan(0);
  expect([ofAsker['An'], ofAsker['it']]).toEqual([answerShare * own, 0]);
  expect(await subjects('which primer did you recommend for the kayak')).toMatchObject({
    I: laterSubject,
    An: 1,
    it: 1,
  });
  await memory.close();
});

it('counts the answer of another speaker as no line of the speaker who is asked about', async () => {
  const memory = await openWordMemory({
    'talk.md': '# Talk\n\n**Ann:** I painted my kayak green.\n\n**Bob:** A green kayak suits the lake.\n',
  });
  await memory.index();
  const { results } = await memory.search('which kayak did Ann paint green', {
    explain: true,
    passages: false,
    reject: false,
  });
  const ofLine = (words: string): number =>
    results.find(({ text }) => text.includes(words))?.explain?.signals['subject'] ?? 0;
  expect(ofLine('I painted')).toBeGreaterThan(0);
  expect(ofLine('suits the lake')).toBe(0);
  await memory.close();
});

it('finds an answer by what was asked: in a question for what the assistant said, and for a way to do something', async () => {
  const memory = await openWordMemory({
    '2026-03-14.md': `# 2026-03-14

**User:** My grey linen sofa has a red wine stain, can I save the cover?

**Assistant:** Salt at first, cold water and vinegar after that, and never rub.

**User:** The sofa is from the flea market.

**Assistant:** Grey suits a sofa well, and linen lasts.
`,
  });
  await memory.index();
  const first = async (query: string): Promise<string[]> =>
    (await memory.search(query, { passages: false, reject: false })).results.map(({ text }) => text).slice(0, 2);
  const salt = expect.stringContaining('Salt at first') as string;
  expect((await first('what did you recommend for the wine stain on my linen sofa'))[0]).toEqual(salt);
  expect((await first('how did I save the linen sofa from the wine stain'))[0]).toEqual(salt);
  await memory.close();
});

it('lowers every line of a turn for the better ones of that turn, and no turn for another one', async () => {
  const steps = ['flame the hull', 'roll epoxy on the hull'];
  const memory = await openWordMemory({
    '2026-03-14.md': `# 2026-03-14

**User:** How do I paint it?

**Assistant:** In this order:

${steps.map((step) => `- To prime the kayak, ${step}, and let that rest for a whole day before you go on.`).join('\n\n')}

**User:** I will prime the kayak in May, the hull too.
`,
  });
  await memory.index();
  const { results } = await memory.search('prime kayak hull', { explain: true, passages: false, reject: false });
  const lowered = (own: (text: string) => boolean): number[] =>
    results.filter(({ text }) => own(text)).map(({ explain }) => explain?.parts['order'] ?? 0);
  expect(lowered((text) => text.includes('- To prime'))).toEqual([0, -order.turn.cost]);
  expect(lowered((text) => text.includes('in May'))).toEqual([0]);
  await memory.close();
});

it.each([
  ['not at all', 0, [0.2, 0.1]],
  ['half', 0.5, [Math.sqrt(0.2), 0.1 / Math.sqrt(0.2)]],
  ['wholly', 1, [1, 0.5]],
])('measures lines against the best of them %s', (_, share, expected) => {
  for (const [i, value] of againstBest(Float64Array.of(0.2, 0.1), share).entries())
    expect(value).toBeCloseTo(expected[i] ?? NaN, 9);
  expect([...againstBest(new Float64Array(2), share)]).toEqual([0, 0]);
});

const meaning: Meaning = { pooled: new Float32Array(4), tokens: null, rarity: () => 0 };
const weights = (trust: number, namesNoSpeaker = false): Record<string, number> =>
  Object.fromEntries(
    weightsFor(
      { text: '', embedding: null, only: null, about: null, weights: fullWeights },
      { meaning, trust, namesNoSpeaker },
    ),
  );

it('counts a question more against a line where somebody is named and no line says who speaks', () => {
  expect(weights(1, true)['asking']).toBeCloseTo(askingOfUnnamed * (weights(1)['asking'] ?? 0));
  expect({ ...weights(1, true), asking: 0 }).toEqual({ ...weights(1), asking: 0 });
});

it('counts what speaks for a line whatever is asked as far as it trusts the model', () => {
  expect(weights(0)).toMatchObject({ length: 0, opening: 0, kind: 0, tokens: 0, words: fullWeights.words });
  expect(weights(0.5)['length']).toBeCloseTo((fullWeights.length ?? 0) / 2);
});

it.each([
  ['where did we put the tent', 1, 1],
  ['où avons-nous rangé la tente', 0.8, 1],
  ['wo ist der Schlüssel für das Gartenhäuschen', 0.8, 0.95],
  ['chúng tôi đã để lều ở đâu', 0.1, 0.6],
  ['帐篷放在哪里', 0, 0],
  ['', 0, 0],
])('trusts the model by the letters that it reads: %s', (text, least, most) => {
  expect(readShare(text)).toBeGreaterThanOrEqual(least);
  expect(readShare(text)).toBeLessThanOrEqual(most);
});
