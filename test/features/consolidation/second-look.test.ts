import { afterEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/features/consolidation/operation.ts';
import { linesOfLongTerm } from '../../../src/memory/write/long-term.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';
import { type Setup, setUpConsolidation } from '../../support/consolidation.ts';

let setup: Setup;
afterEach(() => setup.close());

const swimming = "Carmen is my mum's sister, she swims twice a week";
const bees = 'my mum keeps bees in Wales';
const van = 'Carl drives the blue van to Leeds';
const day = `# 2026-11-20\n\n- 09:00 ${swimming}\n- 10:00 ${bees}\n- 11:00 ${van}\n`;

const add = (text: string, line: number, quote: string): Operation => ({
  op: 'add',
  section: 'Facts',
  text,
  kind: 'fact',
  importance: 0.6,
  source: [`D${line - 2}`],
  quote,
});
/** True, and doubted by the rules, which know of no aunt. */
const doubted = add('Aunt Carmen swims 2 times a week', 3, swimming);
const accepted = add('The mother keeps bees in Wales', 4, bees);
/** The rules have nothing against it. */
const falseOne = add('The mother sells bees in Wales', 4, bees);
const says = (op: 'keep' | 'remove', target: string): Operation => ({ op, target, text: '' });

/** The lines of MEMORY.md after a night in which the model answers so. */
async function night(first: readonly Operation[], second: readonly Operation[], note = day): Promise<string[]> {
  setup = await setUpConsolidation((_, call) => [...(call === 1 ? first : second)]);
  setup.note('2026-11-20.md', note);
  await setup.consolidator().run({ trigger: 'manual' });
  return linesOfLongTerm(parseRaw(Buffer.from(setup.read('MEMORY.md')))).map(({ text }) => text.replace(/^- /, ''));
}
const lastRequest = (): string => JSON.stringify(setup.requests.at(-1));

describe('when the model looks a second time', () => {
  test('what it upholds of the doubted ones is kept in its words', async () => {
    expect(await night([doubted, accepted], [says('keep', 'R1')])).toEqual([accepted.text, doubted.text]);
    expect(setup.requests).toHaveLength(2);
    expect(lastRequest()).toContain('its quote does not speak of');
  });

  test.each([
    ['the control as well', [says('keep', 'R1'), says('keep', 'R2')], day],
    ['it where no other matter is there as a control', [says('keep', 'R1')], day.split('- 10:00')[0] ?? ''],
  ])('who upholds %s is not believed, and the words of the person are kept', async (_, second, note) => {
    expect(await night([doubted], second, note)).toEqual([swimming]);
  });

  test.each([
    ['denies what the quote says', "I don't eat pork", 'Ada eats pork'],
    ['says the opposite', 'Opa Heinz ist am 2. Februar 1940 geboren', 'Opa Heinz ist am 2. Februar 1940 gestorben'],
    ['says the opposite of what is liked', 'Remember that I hate cilantro', 'Ada likes cilantro'],
    ['leaves out a denial', 'my old number 030 555 123 is not valid any more', 'The old number 030 555 123 is valid'],
    ['leaves out a condition', 'If Paula gets the job in Oslo, I might move', 'Paula gets the job in Oslo'],
    ['takes what is supposed for a fact', 'I might move to Oslo next summer', 'Ada moves to Oslo next summer'],
    [
      'says of another what the person says of themselves',
      'I quit the choir in October, but I still play the cello with Paula',
      'Paula quit the choir in October',
    ],
  ])('a text that %s is not kept, whatever the model says of it', async (_, said, text) => {
    const refused = add(text, 6, said);
    const lines = await night([refused, accepted], [says('keep', 'R1')], `${day}- 12:00 ${said}\n`);
    expect(lines).not.toContain(text);
    expect(lines).toContain(accepted.text);
  });

  test('a line is not replaced on ground of a quote that has nothing of it', async () => {
    setup = await setUpConsolidation((_, call) => {
      if (call === 1) return [accepted];
      if (call === 2)
        return [
          { ...add('The spare key hangs in the cellar', 3, "where's the wifi box"), op: 'supersede', target: 'M1' },
        ];
      return [says('keep', 'R1')];
    });
    setup.note('2026-11-20.md', day);
    await setup.consolidator().run({ trigger: 'manual' });
    setup.note('2026-11-21.md', "# 2026-11-21\n\n- 09:00 where's the wifi box\n");
    await setup.consolidator().run({ trigger: 'manual' });
    expect(setup.read('MEMORY.md')).toContain(`- ${accepted.text}`);
    expect(setup.read('MEMORY.md')).not.toContain('cellar');
  });

  test('what brings a name of its own is not kept, whatever the model says of it', async () => {
    const named = add('Doctor Haas recommended swimming', 3, swimming);
    expect(await night([named, accepted], [says('keep', 'R1')])).toEqual([accepted.text, swimming]);
  });

  test('what it upholds of a line that another operation changes already is kept in the words of the person', async () => {
    const known = add('Mother has bees', 4, bees);
    setup = await setUpConsolidation((_, call) => {
      if (call === 1) return [known];
      if (call === 2)
        return [
          { ...accepted, op: 'update', target: 'M1' },
          { ...doubted, op: 'supersede', target: 'M1' },
        ];
      return [says('keep', 'R1')];
    });
    setup.note('2026-11-19.md', `# 2026-11-19\n\n- 08:00 x\n- 10:00 ${bees}\n`);
    await setup.consolidator().run({ trigger: 'manual' });
    setup.note('2026-11-20.md', day);
    await setup.consolidator().run({ trigger: 'manual' });
    expect(setup.requests).toHaveLength(3);
    expect(setup.read('MEMORY.md')).toContain(`- ${accepted.text}`);
    expect(setup.read('MEMORY.md')).toContain(`- ${swimming}`);
  });

  test('what it takes back of the accepted ones is kept in the words of the person', async () => {
    expect(await night([doubted, falseOne], [says('keep', 'R1'), says('remove', 'A1')])).toEqual([doubted.text, bees]);
    expect(lastRequest()).toContain('The mother sells bees in Wales');
  });

  test('a better text under the id of the first one takes its place', async () => {
    const better = [
      { ...doubted, target: 'R1', text: "Carmen, the mother's sister, swims twice a week" },
      { ...accepted, op: 'update' as const, target: 'A1', text: accepted.text ?? '' },
    ];
    expect(await night([doubted, falseOne], better)).toEqual([better[0]?.text, accepted.text]);
  });

  test('what is given again with the source that says it is kept once, and not in the words of the other source as well', async () => {
    const misplaced = { ...add('Carl drives the blue van to Leeds', 3, swimming) };
    const mended = add('Carl drives the blue van to Leeds', 5, van);
    expect(await night([misplaced, accepted], [mended])).toEqual([accepted.text, mended.text]);
  });

  test('an answer that speaks of no id leaves what was accepted, and keeps the words for the rest', async () => {
    const nothing: Operation = { op: 'keep', text: 'nothing' };
    expect(await night([doubted, accepted], [nothing])).toEqual([accepted.text, swimming]);
    expect(await night([doubted, accepted], [says('keep', 'R9'), says('remove', 'A9'), says('remove', 'R1')])).toEqual([
      accepted.text,
      swimming,
    ]);
  });

  test('an operation that cannot be read is given back with the others, and shown where it stays so', async () => {
    const odd = { ...accepted, op: 'guess' as 'add', text: 'The mother keeps hens' };
    expect(await night([odd, { ...accepted, op: 'ADD' as 'add' }], [says('keep', 'R1')])).toEqual([accepted.text]);
    expect(setup.requests).toHaveLength(2);
    expect(lastRequest()).toContain("its op can't be read");
  });

  test('a line that differs from another by its full stop only is not added again', async () => {
    expect(await night([accepted, { ...accepted, text: `${accepted.text ?? ''}.` }], [])).toEqual([accepted.text]);
  });

  test('without a doubt there is no second request', async () => {
    expect(await night([accepted], [])).toEqual([accepted.text]);
    expect(setup.requests).toHaveLength(1);
  });
});
