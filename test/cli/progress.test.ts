import { expect, test } from 'vitest';
import { progressBar, readingNotes } from '../../src/cli/progress.ts';

test('what is done is drawn over itself on a terminal, and gone at the end', () => {
  const written: string[] = [];
  const tell = progressBar(readingNotes, { isTTY: true, write: (text) => written.push(text) });
  tell?.(1200, 5000);
  tell?.(5000, 5000);
  expect(written).toEqual(['\r\u001B[KReading the notes [#######.......................] 1200/5000', '\r\u001B[K']);
});

test('nothing is drawn where nobody watches', () => {
  expect(progressBar(readingNotes, { isTTY: false, write: () => undefined })).toBeUndefined();
});
