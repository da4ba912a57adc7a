import { describe, expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import { chunkNote } from '../../support/chunk-note.ts';
import { rowsOf } from '../../../src/memory/text/chunk-features.ts';

/** What the model reads of each line. */
const read = (...lines: string[]): string[] =>
  allOf(rowsOf('2026-03-02.md', chunkNote(lines.join('\n')))).chunks.map(({ input }) => input);

describe('what the model reads', () => {
  it('has names for "I" and "you" where two people talk', () => {
    expect(
      read(
        '## 10:00',
        '- **Anna:** I went to your concert, you’re great',
        '- **Ben:** You were there? That is so nice!',
        '- **Anna:** My sister came with me',
        "- **Ben:** I've never met her, and I'd like to",
      ),
    ).toEqual([
      "Anna: Anna went to Ben's concert, Ben is great",
      'Ben: Anna were there? That is so nice!',
      "Anna: Anna's sister came with Anna",
      'Ben: Ben has never met her, and Ben would like to',
    ]);
  });

  it.each([
    ['a list of people', ['- **Anna:** my sister, she is the one I call', '- **Ben:** my boss, I like him']],
    [
      'talk of three',
      [
        '- **Anna:** I have the keys',
        '- **Ben:** and I the car',
        '- **Cleo:** so I walk',
        '- **Anna:** I see',
        '- **Ben:** so I do',
      ],
    ],
    [
      'one who asks and one who answers by role',
      [
        '**User:** I like the sea',
        '**Assistant:** so you do',
        '**User:** I live with my cat',
        '**Assistant:** that is your cat',
      ],
    ],
    [
      'another language',
      ['- **Anna:** I ragazzi mangiano', '- **Ben:** me gusta', '- **Anna:** I libri sono belli', '- **Ben:** I gatti'],
    ],
  ])('is the text itself in %s', (_, lines) => {
    expect(read(...lines).join('\n')).toBe(
      lines.map((line) => line.replace(/^- /, '').replaceAll('**', '')).join('\n'),
    );
  });

  it('stays the same in other sections of the note when two begin to talk in one', () => {
    const before = read('## A', '- I was with Anna', '## B', '- **Anna:** it was so cold that I left');
    const after = read(
      '## A',
      '- I was with Anna',
      '## B',
      '- **Anna:** it was so cold that I left',
      '- **Ben:** so did I',
      '- **Anna:** and then?',
      '- **Ben:** I went home with you',
    );
    expect(after[0]).toBe(before[0]);
    expect(after.slice(1)).toEqual([
      'Anna: it was so cold that Anna left',
      'Ben: so did Ben',
      'Anna: and then?',
      'Ben: Ben went home with Anna',
    ]);
  });
});
