// What asks in plain words to forget something, where no model is there to be asked.
import { expect, test } from 'vitest';
import { readCommand } from '../../../src/assistant/commands/command.ts';
import { forgetCommand } from '../../../src/features/forget/command.ts';
import type { Forgetting } from '../../../src/features/forget/forgetting.ts';

test('"forget Ben" is the command /forget with its words, and is left to a model where one is configured', () => {
  const read = (text: string, hasModel: boolean) => readCommand([forgetCommand({} as Forgetting, hasModel)], { text });
  expect(read('forget Ben', false)).toMatchObject({ argument: 'Ben', isPlain: true });
  expect(read('forget Ben', true)).toBeNull();
  expect(read('forget that', false)).toBeNull();
});
