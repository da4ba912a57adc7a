import { expect, test } from 'vitest';
import { createEraser, withoutUnits } from '../../../src/features/forget/eraser.ts';
import { expectLinear } from '../../support/growth.ts';

test.each(['ab ', 'ab   ', 'ab\n', 'a ', ' '])(
  'a phrase is looked for in linear time, in a text of nothing but %j',
  async (unit) => {
    const { text } = createEraser({ phrases: ['ab ab ab cd'], lines: [] });
    await expectLinear(
      (given) => text(given),
      (n) => unit.repeat(Math.ceil(n / unit.length)),
    );
    expect(text('say ab  ab ab\ncd now')).toBe('say [forgotten] now');
  },
);

test('a section whose last line is forgotten goes with its heading', () => {
  const note = Buffer.from('# Memory\n\n## Health\n- Knee surgery in May\n\n## People\n- Anna\n');
  const left = withoutUnits(note, ({ text }) => text.includes('Knee'));
  expect(left.toString()).toBe('# Memory\n\n## People\n- Anna\n');
});
