import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVault } from '../../../src/memory/vault.ts';
import { commitEdit } from '../../../src/memory/write/commit.ts';
import { parseRaw } from '../../../src/memory/write/raw-note.ts';
import { linesOfLongTerm, provenLine } from '../../../src/memory/write/long-term.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { createWriter, type Writer } from '../../../src/memory/write/writer.ts';

let dir: string;
let writer: Writer;
const file = (name: string): string => path.join(dir, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');

beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'writer-')), 'memory');
  writer = createWriter({ vault: createVault(dir) });
});
afterEach(() => rmSync(path.dirname(dir), { recursive: true, force: true }));

const day = '2026-11-21';
async function withNote(name: string, content: string | Buffer): Promise<void> {
  await writer.appendDaily('2000-01-01', '00:00', 'makes the folder');
  writeByHand(name, content);
}

/** As if by hand, and some time ago: what was written just now may be half of a note, and is waited for. */
function writeByHand(name: string, content: string | Buffer): void {
  writeFileSync(file(name), content);
  utimesSync(file(name), longAgo, longAgo);
}
const longAgo = new Date('2026-01-01');

test('a note that is shared with a group stays shared, and one that is marked read-only is refused', async () => {
  await withNote(`${day}.md`, '- by hand\n');
  chmodSync(file(`${day}.md`), 0o640);
  await writer.appendDaily(day, '09:12', 'one');
  expect(statSync(file(`${day}.md`)).mode & 0o777).toBe(0o640);
  chmodSync(file(`${day}.md`), 0o444);
  await expect(writer.appendDaily(day, '09:13', 'two')).rejects.toMatchObject({
    message: expect.stringContaining(`${day}.md is marked read-only`),
    failure: 'read_only',
  });
  expect(read(`${day}.md`)).toBe('- by hand\n- 09:12 one\n');
});

describe('a dated line in the day’s note', () => {
  test('makes the folder and the note with its heading', async () => {
    const written = await writer.appendDaily(day, '09:12', 'Anna likes tea');
    expect(read(`${day}.md`)).toBe('# 2026-11-21\n\n- 09:12 Anna likes tea\n');
    expect(written).toEqual({ path: `${day}.md`, line: 3, changed: true, text: 'Anna likes tea' });
    expect(statSync(file(`${day}.md`)).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  test('goes to the end, and says on which line', async () => {
    await writer.appendDaily(day, '09:12', 'one');
    const second = await writer.appendDaily(day, '10:00', 'two');
    expect(read(`${day}.md`)).toBe('# 2026-11-21\n\n- 09:12 one\n- 10:00 two\n');
    expect(second.line).toBe(4);
  });

  test('keeps CRLF, the byte order mark and a missing final line ending', async () => {
    await withNote(`${day}.md`, '\uFEFF# 2026-11-21\r\n\r\n- by hand');
    await writer.appendDaily(day, '09:12', 'one');
    expect(read(`${day}.md`)).toBe('\uFEFF# 2026-11-21\r\n\r\n- by hand\r\n- 09:12 one');
  });

  test('keeps UTF-16', async () => {
    await withNote(`${day}.md`, Buffer.from('\uFEFF# Tag\n- grün', 'utf16le'));
    await writer.appendDaily(day, '09:12', 'schön');
    expect(readFileSync(file(`${day}.md`)).toString('utf16le')).toBe('\uFEFF# Tag\n- grün\n- 09:12 schön');
  });

  test('keeps bytes that are no text', async () => {
    const bytes = Buffer.concat([Buffer.from('# x\n- caf'), Buffer.from([0xe9, 0xff, 0x00, 0x0a])]);
    await withNote(`${day}.md`, bytes);
    await writer.appendDaily(day, '09:12', 'née');
    expect(readFileSync(file(`${day}.md`))).toEqual(Buffer.concat([bytes, Buffer.from('- 09:12 née\n')]));
  });

  test('is written once for the same text, however it is spaced', async () => {
    await writer.appendDaily(day, '09:12', 'Anna  likes\ntea');
    const again = await writer.appendDaily(day, '18:30', 'anna likes tea');
    expect(again).toMatchObject({ changed: false, line: 3 });
    expect(read(`${day}.md`)).toBe('# 2026-11-21\n\n- 09:12 Anna  likes\n  tea\n');
  });

  test('is written as often as it is told, where the change is recorded and no message saved it before', async () => {
    const keep = () => Promise.resolve();
    for (const time of ['08:00', '20:00']) await writer.appendDaily(day, time, 'took ibuprofen 400', keep);
    expect(read(`${day}.md`)).toBe('# 2026-11-21\n\n- 08:00 took ibuprofen 400\n- 20:00 took ibuprofen 400\n');
  });

  test('makes one bullet of several lines, without control characters', async () => {
    await writer.appendDaily(day, '09:12', '- first\r\n\r\nsecond\u0000\u0007\n# third');
    expect(read(`${day}.md`)).toBe('# 2026-11-21\n\n- 09:12 first\n  second\n  # third\n');
  });

  test('refuses nothing, secrets and floods', async () => {
    await expect(writer.appendDaily(day, '09:12', ' \n ')).rejects.toThrow('empty');
    await expect(writer.appendDaily(day, '09:12', 'card 4111 1111 1111 1111')).rejects.toThrow('a card number');
    await expect(writer.appendDaily(day, '09:12', `key sk-ant-${'a1'.repeat(20)}`)).rejects.toThrow('an API key');
    await expect(writer.appendDaily(day, '09:12', 'x'.repeat(9000))).rejects.toThrow('9000 characters');
    await writer.appendDaily(day, '09:12', 'order 4111 1111 1111 1112 came');
  });

  test('all of many at once are there, in whole lines', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => writer.appendDaily(day, '09:12', `fact ${i}`)));
    expect(
      read(`${day}.md`)
        .split('\n')
        .filter((line) => line.startsWith('- 09:12 fact')).length,
    ).toBe(30);
  });
});

describe('a dated line in MEMORY.md', () => {
  test('starts the note', async () => {
    await writer.appendLongTerm(day, 'Anna likes tea');
    expect(read('MEMORY.md')).toBe('# Memory\n\n- 2026-11-21: Anna likes tea\n');
  });

  test('stands before the history and changes nothing else', async () => {
    await withNote('MEMORY.md', '---\na: 1\n---\n# Me\n- old\n\n## History\n- older\n');
    await writer.appendLongTerm(day, 'new');
    expect(read('MEMORY.md')).toBe('---\na: 1\n---\n# Me\n- old\n- 2026-11-21: new\n\n## History\n- older\n');
  });

  test('stands before a history whose heading is underlined, and in no such line', async () => {
    await withNote('MEMORY.md', 'Memory\n======\n\n- old\n\nHistory\n-----\n\n- older\n');
    await writer.appendLongTerm(day, 'new');
    expect(read('MEMORY.md')).toBe('Memory\n======\n\n- old\n- 2026-11-21: new\n\nHistory\n-----\n\n- older\n');
    const lines = linesOfLongTerm(parseRaw(Buffer.from(read('MEMORY.md'))));
    expect(lines.map(({ text, section, isHistory }) => [text, section, isHistory])).toEqual([
      ['- old', 'Memory', false],
      ['- 2026-11-21: new', 'Memory', false],
      ['- older', 'History', true],
    ]);
  });

  test('carries its source as a line of the consolidation does, where it is known and the text is one line', async () => {
    const source = 'sessions/0190.jsonl#L4-L4';
    await writer.appendLongTerm(day, 'Anna likes tea', { source });
    await writer.appendLongTerm(day, 'Shopping:\neggs', { source });
    const [line, list] = linesOfLongTerm(parseRaw(Buffer.from(read('MEMORY.md'))));
    expect(line).toMatchObject({ text: '- Anna likes tea', provenance: { said: day, sources: [source] } });
    expect(list).toMatchObject({ text: `- ${day}: Shopping:`, provenance: null });
    expect((await writer.appendLongTerm(day, 'Anna likes tea', { source })).changed).toBe(false);
  });

  test('is not written where a line of the consolidation already says so', async () => {
    const line = provenLine('- Anna likes tea', {
      kind: 'person',
      importance: 0.5,
      said: day,
      sources: [`${day}.md#L3-L3`],
    });
    await withNote('MEMORY.md', `${line}\n`);
    expect((await writer.appendLongTerm(day, 'Anna likes tea')).changed).toBe(false);
  });
});

test('a heading stays when the last line below it is removed', async () => {
  await withNote('MEMORY.md', '# Me\n\n## Health\n\n### Knee\n- operated on\n\n## People\n- Anna\n');
  await writer.remove('MEMORY.md', 'operated on');
  expect(read('MEMORY.md')).toBe('# Me\n\n## Health\n\n### Knee\n\n## People\n- Anna\n');
});

describe('a passage', () => {
  const note = 'a\r\n- Anna lives in Bonn.\r\n- Anna is 30.\r\nend';

  test('is replaced where it stands once', async () => {
    await withNote('people.md', note);
    const written = await writer.replace('people.md', 'Bonn.\n- Anna is 30', 'Köln.\n- Anna is 31');
    expect(read('people.md')).toBe('a\r\n- Anna lives in Köln.\r\n- Anna is 31.\r\nend');
    expect(written.line).toBe(2);
  });

  test('is refused where it stands twice or not at all', async () => {
    await withNote('people.md', note);
    await expect(writer.replace('people.md', 'Anna', 'Eva')).rejects.toThrow(
      'stands 2 times in people.md (lines 2, 3)',
    );
    await expect(writer.replace('people.md', 'Berlin', 'Ulm')).rejects.toThrow('not in people.md');
    await expect(writer.replace('people.md', 'a.c', 'x')).rejects.toThrow('not in people.md');
    expect(read('people.md')).toBe(note);
  });

  test.each(['\n', '\r\n'])('that is a whole line in one place is meant there, line ending %j', async (end) => {
    const provenance = { kind: 'fact', importance: 0.5, said: day, sources: [`${day}.md#L3-L3`] };
    const whole = '- Kasia visits their father on Tuesdays';
    const longer = provenLine(`${whole}; Tomek calls him on Sundays`, provenance);
    await withNote('MEMORY.md', ['# M', provenLine(whole, provenance), '- other', longer, ''].join(end));
    await writer.replace('MEMORY.md', whole.slice(2), 'Kasia visits their father on Mondays', undefined, day);
    await writer.replace('MEMORY.md', 'on Mondays', 'on Tuesdays', undefined, day);
    await writer.replace('MEMORY.md', whole, '- Kasia visits their father on Thursdays', undefined, day);
    expect(read('MEMORY.md')).toContain(longer);
    expect(read('MEMORY.md')).toContain('- Kasia visits their father on Thursdays <!--');
    await withNote('people.md', [whole, whole, longer].join(end));
    await expect(writer.replace('people.md', whole, 'x')).rejects.toThrow('stands 3 times');
  });

  test('that was replaced before a crash is told to be there the second time', async () => {
    await withNote('people.md', note);
    await writer.replace('people.md', 'Bonn', 'Köln');
    await expect(writer.replace('people.md', 'Bonn', 'Köln')).rejects.toThrow('already stands in line 2');
  });

  test('is removed, and its bullet with it when nothing is left', async () => {
    await withNote('people.md', note);
    await writer.remove('people.md', 'Anna lives in Bonn.');
    expect(read('people.md')).toBe('a\r\n- Anna is 30.\r\nend');
    await writer.remove('people.md', ' is 30');
    expect(read('people.md')).toBe('a\r\n- Anna.\r\nend');
    await writer.remove('people.md', 'end');
    expect(read('people.md')).toBe('a\r\n- Anna.');
  });

  test('stays a line of the consolidation when a part of it is replaced or removed, of the day on which it changed', async () => {
    const provenance = { kind: 'fact', importance: 0.5, said: day, sources: [`${day}.md#L3-L3`] };
    await withNote('MEMORY.md', `# M\r\n${provenLine('- The rent is 940 € (Köln)', provenance)}\r\n- other\r\n`);
    await writer.replace('MEMORY.md', '940 €', '960 €', undefined, '2026-12-24');
    const changed = { ...provenance, said: '2026-12-24' };
    expect(read('MEMORY.md')).toBe(`# M\r\n${provenLine('- The rent is 960 € (Köln)', changed)}\r\n- other\r\n`);
    await writer.remove('MEMORY.md', ' (Köln)');
    expect(read('MEMORY.md')).toContain(`${provenLine('- The rent is 960 €', changed)}\r\n`);
  });

  test('of a line that was changed by hand leaves its comment alone', async () => {
    const line = provenLine('- likes tea', { kind: 'fact', importance: 0.5, said: day, sources: [`${day}.md#L3-L3`] });
    await withNote('MEMORY.md', line.replace('tea', 'mint tea'));
    await writer.replace('MEMORY.md', 'mint', 'green', undefined, '2026-12-24');
    expect(read('MEMORY.md')).toBe(line.replace('tea', 'green tea'));
  });

  test('takes the comment of the consolidation with it', async () => {
    const line = provenLine('- Anna likes tea', {
      kind: 'person',
      importance: 0.5,
      said: day,
      sources: [`${day}.md#L3-L3`],
    });
    await withNote('MEMORY.md', `# M\n${line}\n- other\n`);
    await writer.remove('MEMORY.md', 'Anna likes tea');
    expect(read('MEMORY.md')).toBe('# M\n- other\n');
  });

  test.each(['../outside.md', '/etc/hosts', 'link.md', '.hidden.md', 'a.txt', 'x\0.md'])(
    'is not reached outside the vault: %j',
    async (name) => {
      await withNote('people.md', note);
      writeFileSync(path.join(dir, '../outside.md'), 'a');
      symlinkSync(path.join(dir, '../outside.md'), file('link.md'));
      await expect(writer.replace(name, 'a', 'b')).rejects.toThrow(
        /Not a note of the memory|link\.md is not a regular file/,
      );
      expect(readFileSync(path.join(dir, '../outside.md'), 'utf8')).toBe('a');
    },
  );
});

describe('a hand edit made meanwhile', () => {
  test('before the rename is kept, and the edit made on it', async () => {
    await withNote('n.md', 'one\n');
    let calls = 0;
    await commitEdit(file('n.md'), (bytes) => {
      calls += 1;
      if (calls === 1) appendFileSync(file('n.md'), 'by hand\n');
      return Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from('ours\n')]);
    });
    expect(read('n.md')).toBe('one\nby hand\nours\n');
    expect(calls).toBe(2);
  });

  test('loses no line in a storm of edits in place', async () => {
    await withNote(`${day}.md`, '# x\n');
    const ours = (async () => {
      for (let i = 0; i < 40; i += 1) await writer.appendDaily(day, '09:12', `ours ${i}`).catch(() => undefined);
    })();
    for (let i = 0; i < 40; i += 1) {
      appendFileSync(file(`${day}.md`), `- hand ${i}\n`);
      await new Promise((resolve) => setTimeout(resolve, i % 5));
    }
    await ours;
    const lines = read(`${day}.md`).split('\n');
    expect(lines.filter((line) => line.startsWith('- hand')).length).toBe(40);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('refuses an edit of a file that never rests', async () => {
    await withNote('n.md', 'one\n');
    let calls = 0;
    const edit = commitEdit(file('n.md'), () => {
      calls += 1;
      appendFileSync(file('n.md'), 'by hand\n');
      return Buffer.from('ours\n');
    });
    await expect(edit).rejects.toThrow('being changed by someone else');
    expect(read('n.md')).toBe(`one\n${'by hand\n'.repeat(calls)}`);
  });
});

test('whatever a note holds, an added line changes none of its bytes', async () => {
  await withNote('n.md', '');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      async (bytes, text) => {
        fc.pre(text.trim() !== '' && !(bytes[0] === 0xff || bytes[0] === 0xfe));
        const note = Buffer.from(bytes);
        writeByHand(`${day}.md`, note);
        const outcome = await writer.appendDaily(day, '09:12', text).catch((error: unknown) => error);
        const after = readFileSync(file(`${day}.md`));
        const blank = note.toString('latin1').replace(/^ï»¿/, '').trim() === '';
        const untouched = outcome instanceof Error || !(outcome as { changed: boolean }).changed;
        expect(untouched ? after.equals(note) : blank || after.subarray(0, note.length).equals(note)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

test('of a change the new words of the line are told', async () => {
  await writer.appendDaily('2026-11-21', '09:00', 'dentist on Thursday at 14:00 in Rome');
  const written = await writer.replace('2026-11-21.md', 'at 14:00', 'at 14:30');
  expect(written).toMatchObject({ text: 'dentist on Thursday at 14:30 in Rome', part: '14:30' });
});

test('whatever stands beside a passage, an edit and a removal of it change none of those bytes', async () => {
  await withNote('n.md', '');
  const beside = fc.uint8Array({ maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(beside, beside, async (before, after) => {
      fc.pre(!(before[0] === 0xff || before[0] === 0xfe));
      const note = (words: string): Buffer =>
        Buffer.concat([before, Buffer.from('gr\xf6\xdfe ', 'latin1'), Buffer.from(`${words} ja`), after]);
      writeByHand('n.md', note('Dohle ist 7'));
      await writer.replace('n.md', 'Dohle ist 7', 'Dohle ist 8');
      expect(readFileSync(file('n.md'))).toEqual(note('Dohle ist 8'));
      await writer.remove('n.md', 'Dohle ist 8');
      expect(readFileSync(file('n.md'))).toEqual(note(''));
    }),
    { numRuns: propertyRuns(50) },
  );
});
