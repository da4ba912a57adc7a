import { expect, test } from 'vitest';
import { createEraser } from '../../../src/features/forget/eraser.ts';
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
