import { describe, expect, test } from 'vitest';
import { createMarkdown } from '../../../src/channels/terminal/markdown.ts';
import { painted } from '../../../src/channels/terminal/paint.ts';
import { createWrap } from '../../../src/channels/terminal/wrap.ts';
import { readIntent } from '../../../src/models/offline/intent.ts';
import { expectLinear, hostileInputs } from '../../support/growth.ts';

const inputs = {
  ...hostileInputs,
  'italics that do not end': (n: number) => '*a **b** **c'.repeat(n / 12),
  'marks within marks': (n: number) => '**a *b ~~c __d '.repeat(n / 15),
  'code in quotes': (n: number) => `\`\`\`js\n${'"a'.repeat(n / 2)}\n\`\`\``,
};

/** Where a measurement takes a few milliseconds. */
const sizes = { minSize: 3_000, maxSize: 4_000 };

describe('a reply is shown in time linear in its length, at once and as it grows', () => {
  test.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s', async (name) => {
    const show = (text: string, step: number): void => {
      const markdown = createMarkdown(painted, () => 80);
      const wrap = createWrap(() => 80);
      for (let at = 0; at < text.length; at += step) wrap.push(markdown.push(text.slice(at, at + step)));
      wrap.push(markdown.flush());
      wrap.flush();
    };
    const growing = (text: string): void => {
      show(text, text.length);
      show(text, 50);
    };
    await expect(expectLinear(growing, inputs[name], sizes)).resolves.toBeUndefined();
  });
});

describe('without a model, a message is understood in time linear in its length', () => {
  test.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s', async (name) => {
    const both = (text: string): unknown => [readIntent(text), readIntent(`remind me ${text} tomorrow`)];
    await expect(expectLinear(both, inputs[name], sizes)).resolves.toBeUndefined();
  });
});
