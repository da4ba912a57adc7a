import { expect, test } from 'vitest';
import { describeMemory } from '../../../src/features/recall/overview.ts';

const vaultOf = (notes: Record<string, string>) => ({
  vault: {
    list: () => Promise.resolve({ notes: Object.keys(notes).map((path) => ({ path })) }),
    read: (path: string) => Promise.resolve(notes[path] === undefined ? null : { text: notes[path] }),
  },
});

test('an overview counts the notes, names the topics and shows what came last', async () => {
  const overview = await describeMemory(
    vaultOf({
      'MEMORY.md': '# Long\n- Anna likes tea <!-- scrubjay: x -->\n- Bob lives in Porto\n',
      '2026-11-20.md': '# 2026-11-20\n- 09:00 an old line\n',
      '2026-11-21.md': '# 2026-11-21\n- 10:00 first\n- 11:00 second\n- 12:00 third\n',
      'garden.md': '# Garden\n',
    }),
  );
  expect(overview).toBe(
    [
      'In your memory: 2 days, 1 topic note, 2 things in MEMORY.md.',
      'Topics: garden',
      'Latest:',
      '- 12:00 third (2026-11-21.md)',
      '- 11:00 second (2026-11-21.md)',
      '- 10:00 first (2026-11-21.md)',
      'Ask me about any of it, or look it up: /memory tea',
    ].join('\n'),
  );
});

test('an empty memory says how to begin', async () => {
  expect(await describeMemory(vaultOf({ 'MEMORY.md': '' }))).toMatch(/^Your memory is empty so far\. .*remember that/);
});

test('an overview names what can not be read, and tells of the rest', async () => {
  const { vault } = vaultOf({ 'MEMORY.md': '', 'garden.md': '# Garden\n' });
  const overview = await describeMemory({
    vault: { ...vault, read: () => Promise.reject(Object.assign(new Error('x'), { code: 'EIO' })) },
  });
  expect(overview).toMatch(/Topics: garden\nMEMORY\.md can't be read \(EIO\)\.\nAsk me/);
});
