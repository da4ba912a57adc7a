import { expect, test } from 'vitest';
import { ToolError } from '../../../src/base/errors.ts';
import { leftNoteOf } from '../../../src/features/forget/left.ts';
import { namedError, NoteError, noteProblem } from '../../../src/memory/note-problem.ts';

const system = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ['may not be written', 'forbidden', system('EROFS')],
  ['may not be read, as the system says it', 'forbidden', system('EACCES')],
  ['may not be read, as the program names it', 'forbidden', namedError('a.md', system('EACCES'))],
  ['is marked read-only', 'forbidden', new ToolError('a.md is marked read-only', { failure: 'read_only' })],
  ['is just being changed', 'busy', new ToolError('changed all the time', { failure: 'busy' })],
  ['has no room on the disk', 'full', system('ENOSPC')],
  ['can not be decoded', 'damaged', new NoteError(noteProblem('unreadable', 'a.md'))],
  ['meets an error of the disk', 'system', system('EIO')],
])('a note that %s is left with the reason "%s"', (_what, reason, error) => {
  expect(leftNoteOf('a.md', error)).toMatchObject({ path: 'a.md', reason });
});

test('an error that is of no note is thrown on', () => {
  expect(() => leftNoteOf('a.md', new Error('a bug'))).toThrow('a bug');
});
