// What was true and is no longer: how it is marked in a note, shown, found as of a day, and told where lines contradict.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createClock } from '../../src/base/time/clock.ts';
import { createLog } from '../../src/base/log.ts';
import { findContradictions, findReplaced } from '../../src/memory/contradictions.ts';
import { type Memory, openMemory } from '../../src/memory/memory.ts';
import { areRivals, statementOf } from '../../src/memory/query/rival-lines.ts';
import { KeptPastSources, showPassage } from '../../src/memory/past-lines.ts';
import { asWritten, isPast, showUntil, untilOf, withUntil } from '../../src/memory/text/validity.ts';
import { provenLine } from '../../src/memory/write/long-term.ts';

const clock = createClock({ now: () => new Date('2026-11-22T12:00:00Z'), sleep: () => Promise.resolve() });
const log = createLog('silent', (text) => text);
let memory: Memory | null = null;

async function remembering(notes: Record<string, string>): Promise<Memory> {
  const dir = mkdtempSync(path.join(tmpdir(), 'truth-'));
  for (const [name, text] of Object.entries(notes)) writeFileSync(path.join(dir, name), text);
  const indexFile = path.join(dir, '.index.db');
  memory = await openMemory({ dir, indexFile, timezone: () => 'UTC', clock, log, embedder: null, store: 'lite' });
  return memory;
}

const shown = async (query: string, asOf?: string): Promise<string> => {
  const { results } = (await memory?.search(query, { asOf, passages: false })) ?? { results: [] };
  return results.map(showPassage).join('\n');
};

afterEach(async () => {
  await memory?.close();
  memory = null;
});

describe('the day of which a search asks', () => {
  const notes = {
    '2025-06-01.md': '# 2025-06-01\n\n- 10:00 Anna lives in Lisbon\n',
    '2026-03-01.md': '# 2026-03-01\n\n- 10:00 Anna lives in Porto\n',
  };

  test.each([
    ['2025', 'Lisbon', 'Porto'],
    ['January 2026', 'Lisbon', 'Porto'],
    ['last year', 'Lisbon', 'Porto'],
    ['2026-02-28', 'Lisbon', 'Porto'],
  ])('is the last one of a year, a month or a week: as of %s', async (asOf, known, later) => {
    await remembering(notes);
    const found = await shown('where does Anna live', asOf);
    expect(found).toContain(known);
    expect(found).not.toContain(later);
    expect(await shown('where does Anna live', '2026')).toContain(later);
  });

  test('is refused where the words name none', async () => {
    await remembering(notes);
    await expect(shown('Anna', 'someday')).rejects.toThrow('Not a date: someday');
  });
});

describe('the mark at the end of a line', () => {
  test('names a day, a month or a year, also before the comment of the night', () => {
    expect(untilOf('- Lives in Paris (until 2026-09-14)')).toBe('2026-09-14');
    expect(untilOf('- Lives in Paris (until 2026-09).')).toBe('2026-09');
    expect(untilOf('Rents a garage (until 2025) <!-- scrubjay: x -->')).toBe('2025');
    expect(untilOf('- Waits (until 2026-09-14) for the letter')).toBeNull();
  });

  test('is written before the comment, shown before the words, and found again as it was written', () => {
    const line = '- 10:00 Lives in Paris <!-- scrubjay: a -->';
    const marked = withUntil(line, '2026-09');
    expect(marked).toBe('- 10:00 Lives in Paris (until 2026-09) <!-- scrubjay: a -->');
    expect(withUntil(marked, '2026-10')).toBe(marked);
    expect(showUntil('- 10:00 Lives in Paris (until 2026-09)', '2026-09')).toBe(
      '- 10:00 until 2026-09: Lives in Paris',
    );
    expect(asWritten('- 10:00 until 2026-09: Lives in Paris')).toBe('- 10:00 Lives in Paris (until 2026-09)');
  });

  test('is past from its day, month or year on', () => {
    expect(isPast('2026-11-22', '2026-11-22')).toBe(true);
    expect(isPast('2026-11', '2026-11-22')).toBe(true);
    expect(isPast('2026-12', '2026-11-22')).toBe(false);
  });
});

describe('a search', () => {
  test('shows a line that was marked by hand as past', async () => {
    await remembering({ '2026-03-01.md': '# 2026-03-01\n\n- 10:00 Lives in Paris (until 2026-09)\n' });
    expect(await shown('Paris')).toContain('- 10:00 until 2026-09: Lives in Paris');
  });

  test('marks the line of a day from which a superseded line of MEMORY.md was made', async () => {
    const provenance = { kind: 'fact', importance: 0.8, said: '2026-03-01', sources: ['2026-03-01.md#L3-L3'] };
    await remembering({
      'MEMORY.md': `# Memory\n\n## History\n\n${provenLine('- Rents a flat in Paris (until 2026-09-14)', provenance)}\n`,
      '2026-03-01.md': '# 2026-03-01\n\n- 10:00 I rent a flat in Paris, near the river\n- 11:00 Paris has good bread\n',
    });
    const text = await shown('Paris');
    expect(text).toContain('- 10:00 until 2026-09-14: I rent a flat in Paris');
    expect(text).toContain('- 11:00 Paris has good bread');
  });

  test('points from an older line to the newer one of the person that says it anew, never to one of others', async () => {
    await remembering({
      '2026-03-01.md': '# 2026-03-01\n\n- 10:00 The gym is on Monday evening with Ben\n',
      '2026-09-05.md': '# 2026-09-05\n\n- 10:00 The gym is on Thursday evening with Ben\n',
    });
    expect(await shown('When is the gym with Ben in the evening?')).toContain(
      'on Monday evening with Ben (perhaps outdated, see 2026-09-05.md#L3-L3)',
    );
    await memory?.close();
    await remembering({
      '2026-03-01.md': '# 2026-03-01\n\n- 10:00 The gym is on Monday evening with Ben\n',
      'shared.md': '# 2026-09-05\n\n- The gym is on Thursday evening with Ben\n',
    });
    expect(await shown('When is the gym with Ben in the evening?')).not.toContain('outdated');
  });

  test('points from an older line to the one further down in the same note, also where somebody else wrote that note', async () => {
    await remembering({
      'house.md': '# House\n\n- The boiler man is Mr Boyle\n- The bin is green\n- The boiler man is Ms Farah\n',
    });
    const text = await shown('Who is the boiler man?');
    expect(text).toContain('Mr Boyle (perhaps outdated, see house.md#L5-L5)');
    expect(text).not.toContain('Ms Farah (perhaps');
  });

  test('marks a line as past as soon as MEMORY.md says that it was superseded', async () => {
    const { vault } = await remembering({ '2026-03-01.md': '- I rent a flat in Paris\n' });
    expect(await shown('Paris')).not.toContain('until');
    const provenance = { kind: 'fact', importance: 0.8, said: '2026-03-01', sources: ['2026-03-01.md#L1-L1'] };
    const superseded = provenLine('- Rents a flat in Paris (until 2026-09-14)', provenance);
    writeFileSync(path.join(vault.dir, 'MEMORY.md'), `# Memory\n\n## History\n\n${superseded}\n`);
    expect(await shown('Paris')).toContain('- until 2026-09-14: I rent a flat in Paris');
  });

  test('reads the superseded lines of MEMORY.md again only when a note has changed, or when they could not be read', async () => {
    const { vault } = await remembering({ 'MEMORY.md': '- Lives in Lyon\n' });
    let reads = 0;
    let fails = true;
    const sources = new KeptPastSources({
      read: async (note) => {
        reads += 1;
        if (fails) throw new Error('EMFILE');
        return await vault.read(note);
      },
    });
    const table = { version: 1 };
    const readsOf = async (): Promise<number> => {
      const before = reads;
      await sources.with(table);
      return reads - before;
    };
    expect(await readsOf()).toBe(2);
    fails = false;
    expect([await readsOf(), await readsOf()]).toEqual([2, 0]);
    table.version = 2;
    expect([await readsOf(), await readsOf()]).toEqual([2, 0]);
  });

  test('as of a day knows nothing that was written later, and tells until when a line of then was true', async () => {
    const provenance = { kind: 'fact', importance: 0.8, said: '2026-09-14', sources: ['2026-09-14.md#L3-L3'] };
    await remembering({
      'MEMORY.md': `# Memory\n\n- Office is in Lyon (until 2026-09-14)\n${provenLine('- Office is in Porto', provenance)}\n`,
      '2026-09-14.md': '# 2026-09-14\n\n- 09:00 Our office is in Porto now\n',
    });
    const then = await shown('Where is the office?', '2026-06-01');
    expect(then).toContain('until 2026-09-14: Office is in Lyon');
    expect(then).not.toContain('Porto');
    expect(await shown('Where is the office?', '2026-10-01')).toContain('Porto');
  });
});

test.each([
  ['Nora works for Siemens in Erlangen', 'Nora works for Bosch in Reutlingen', true],
  ['The spare key is with the Petrovs', 'The spare key is with Mrs. Olsen', true],
  ['Choir practice is on Mondays at 20:00', 'Choir practice is on Wednesdays at 19:30', true],
  ['La clase de yoga es los jueves', 'La clase de yoga es los martes', true],
  ['Drives a grey Dacia', 'Drives a blue Opel', true],
  ['Takes 50 mg of losartan in the evening', 'Takes 100 mg of losartan in the evening', true],
  ['El gimnasio abre a las seis', 'El gimnasio abre a las siete', true],
  ['Der Kurs dauert zwölf Wochen', 'Der Kurs dauert acht Wochen', true],
  // Another deed, another thing, another measure, another one of the kind.
  ['Nora studied in Berlin', 'Nora works in Hamburg', false],
  ['Sister Hanna visits on Friday 27 November', 'Sister Hanna lives in Kiel', false],
  ["Tom's birthday is 4 May", "Tom's wedding is 6 June", false],
  ['Takes 1000 IU of vitamin D in the morning', 'Takes 10 mg of ramipril in the morning', false],
  ['Flight to Oslo on 3 May', 'Flight to Rome on 9 August', false],
  ['Runs 5 km on Tuesdays', 'Runs 10 km on Sundays', false],
  ['Emil spielt am Montag Handball', 'Emil spielt am Freitag Klavier', false],
  ['Room 4 is on the second floor', 'Room 9 is on the third floor', false],
  // A name right behind a thing says which one.
  ['Parcel from Zalando on 3 March', 'Parcel from Otto on 5 April', false],
  ["Mara's new phone number is 0151 23456789", 'Mara bought a new bike on 2026-11-09 for 2,250 €', false],
  ['Jonas hat eine neue Brille für 340 Euro', 'Jonas hat einen neuen Chef, Herrn Kolb', false],
  ["Mara's new phone number is 0151 23456789", "Mara's phone number is 0151 11122233", true],
  ['Jonas hat einen neuen Chef, Herrn Kolb', 'Der Chef von Jonas ist Herr Maier', true],
  ['Brief vom Finanzamt Nord ist da', 'Brief vom Finanzamt Süd ist da', false],
  ['La maestra di Luca è Rossi', 'La maestra di Giulia è Bianchi', false],
  ['Likes the books of Ishiguro', 'Likes the books of Murakami', false],
  ['Electricity now comes from Vattenfall', 'Electricity comes from E.ON', true],
  ['The vegetable box is from Hof Lind', 'The vegetable box is from Hof Berg', true],
])('%j says another value of the same as %j: %j', (newer, older, does) => {
  const [one, other] = [statementOf(newer), statementOf(older)];
  expect(one !== null && other !== null && areRivals(one, other)).toBe(does);
});

test('the comment of the night makes no line the newer one of another', async () => {
  const lines = ['Works at Nordlicht as an accountant', 'The dentist is Dr. Weber', 'Hanna lives in Kiel', 'Likes tea'];
  const provenance = { kind: 'fact', importance: 0.5, said: '2026-10-01', sources: ['2026-10-01.md#L3-L3'] };
  const notes = lines.map((line) => provenLine(`- ${line}`, provenance)).join('\n');
  await remembering({ 'MEMORY.md': `# Memory\n\n${notes}\n` });
  for (const query of ['who is the dentist', 'where does Hanna live', 'what do I like, tea or coffee?'])
    expect(await shown(query)).not.toContain('outdated');
});

test('a line that the night kept is as old as what was said', async () => {
  const provenance = { kind: 'fact', importance: 0.5, said: '2026-10-01', sources: ['2026-10-01.md#L3-L3'] };
  await remembering({
    'MEMORY.md': `# Memory\n\n${provenLine('- The spare key is with Mrs Roth', provenance)}\n`,
    '2026-11-20.md': '# 2026-11-20\n\n- The spare key is with the baker\n',
  });
  expect(await shown('where is the spare key')).toMatch(/baker[^]*Mrs Roth[^]*outdated/);
});

describe('what a new statement replaces', () => {
  const replaced = async (text: string, named?: string) =>
    memory && (await findReplaced(memory, { text, named, date: '2026-11-22' }));

  test('is the line of the person that says another value of the same', async () => {
    await remembering({
      'MEMORY.md':
        '# Memory\n\n- Lives in Paris\n- Yoga is on Tuesday at 19:00\n- Likes tea\n- Drinks coffee every day\n- Sam drives a red Polo\n',
    });
    expect((await replaced('Lives in Berlin'))?.after).toBe('- Lives in Paris (until 2026-11-22)');
    expect((await replaced('Yoga is on Thursday at 18:00'))?.text).toBe('Yoga is on Tuesday at 19:00');
    expect((await replaced('No longer drinks coffee'))?.text).toBe('Drinks coffee every day');
    expect(await replaced('Likes cocoa')).toBeNull();
    expect((await replaced('Sam drives an electric Kia'))?.text).toBe('Sam drives a red Polo');
    expect(await replaced('Lives in Paris')).toBeNull();
  });

  test('is no line that was saved with it in the same turn, unless the model names it', async () => {
    const notes = '# 2026-11-22\n\n- 12:00 Dentist for Ada on 3 May 2027\n';
    const it = await remembering({ '2026-11-22.md': notes });
    const [first, second] = ['Dentist for Ada on 3 May 2027', 'Dentist for Ada on 4 June 2027'];
    const asked = { text: second, date: '2026-11-22' };
    expect((await findReplaced(it, asked))?.text).toBe(first);
    expect(await findReplaced(it, { ...asked, beside: [first] })).toBeNull();
    expect((await findReplaced(it, { ...asked, beside: [first], named: first }))?.text).toBe(first);
  });

  test('is the one that the model named, and the line of MEMORY.md before the one that it was made of', async () => {
    await remembering({
      'MEMORY.md': '# Memory\n\n- Lives in Paris, near the park\n',
      '2026-03-01.md': '# 2026-03-01\n\n- 10:00 Lives in Paris\n- 10:05 Lives in Paris with Tobias\n',
    });
    const moved = 'Lives in Berlin';
    expect((await replaced(moved))?.path).toBe('MEMORY.md');
    expect((await replaced(moved, 'Lives in Paris with Tobias'))?.line).toBe(4);
  });

  test('may be named by the model in words that share nothing with the new ones', async () => {
    await remembering({ 'MEMORY.md': '# Memory\n\n- Works at the harbour\n' });
    expect(await replaced('Ist seit heute Lehrerin')).toBeNull();
    expect((await replaced('Ist seit heute Lehrerin', '- Works at the harbour (2026-03-01)'))?.line).toBe(3);
    expect((await replaced('Ist seit heute Lehrerin', 'Works at the harbour'))?.line).toBe(3);
  });

  test('is never a line of others, and none that is past already', async () => {
    await remembering({ 'shared.md': '- Lives in Paris\n', 'MEMORY.md': '- Lives in Lyon (until 2026-02)\n' });
    expect(await replaced('Lives in Berlin')).toBeNull();
  });

  test('stays a line of the night, which keeps its comment and check sum', async () => {
    const provenance = { kind: 'fact', importance: 0.8, said: '2026-03-01', sources: ['2026-03-01.md#L3-L3'] };
    await remembering({ 'MEMORY.md': `# Memory\n\n${provenLine('- Works at Bosch', provenance)}\n` });
    expect((await replaced('Works at Siemens'))?.after).toBe(
      provenLine('- Works at Bosch (until 2026-11-22)', provenance),
    );
  });
});

describe('the list of contradictions', () => {
  test('has no line that goes on below it: half of a sentence states nothing, and a mark would stand within it', async () => {
    const { vault } = await remembering({
      '2026-03-01.md':
        '# 2026-03-01\n\n- Lives in Paris\n  with a cat\n\n- Lives in Rome\nand in Bari\n- Lives in Nice\n',
      '2026-09-05.md': '# 2026-09-05\n\n- 10:00 Lives in Berlin\n',
    });
    const found = await findContradictions(vault, '2026-11-22');
    expect(found.map(({ newer, older }) => `${newer.text} / ${older.text}`)).toEqual([
      'Lives in Berlin / Lives in Nice',
    ]);
  });

  test('holds pairs of lines with another value of the same, the newer one first, none that is marked, and none of others as the newer', async () => {
    const { vault } = await remembering({
      'MEMORY.md':
        '# Memory\n\n- Likes tea\n- Likes coffee\n- Lives in Oslo (until 2026-01)\n- Allergic to cats\n- Allergic to nuts\n',
      '2026-03-01.md': '# 2026-03-01\n\n- 10:00 Lives in Paris\n',
      '2026-09-05.md': '# 2026-09-05\n\n- 10:00 Lives in Berlin\n',
      'shared.md': '# 2026-10-05\n\n- Lives in Rome\n',
    });
    const found = await findContradictions(vault, '2026-11-22');
    expect(found.map(({ newer, older }) => `${newer.text} / ${older.text}`).toSorted()).toEqual([
      'Lives in Berlin / Lives in Paris',
      'Lives in Berlin / Lives in Rome',
      'Lives in Paris / Lives in Rome',
    ]);
  });

  test('a coming day that a line speaks of does not make it the newer one', async () => {
    const { vault } = await remembering({
      'MEMORY.md':
        '# Memory\n\n' +
        provenLine('- Ab 2026-12-01 beträgt die Warmmiete 1.290 EUR', {
          kind: 'fact',
          importance: 0.7,
          said: '2026-11-10',
          sources: ['2026-11-09.md#L3-L3'],
        }) +
        '\n',
      '2026-11-09.md': '# 2026-11-09\n\n- 12:23 Ab 2026-12-01 beträgt die Warmmiete 1.340 EUR\n',
    });
    const [first] = await findContradictions(vault, '2026-11-22');
    expect([first?.newer.path, first?.older.path]).toEqual(['MEMORY.md', '2026-11-09.md']);
  });

  test('what a conversation came to contradicts no line, and is replaced by none', async () => {
    const memory_ = await remembering({
      '2026-11-03.md':
        '# 2026-11-03\n\n- 18:10 Knee surgery on 2026-12-02 with Dr. Halloran\n- 21:05 💬 Knee surgery on 2 December with Dr. Halloran; a piano for the attic.\n',
    });
    expect(await findContradictions(memory_.vault, '2026-11-22')).toEqual([]);
    const named = 'Knee surgery on 2 December with Dr. Halloran; a piano for the attic.';
    const text = 'Knee surgery on 9 December with Dr. Halloran; a piano for the attic.';
    expect((await findReplaced(memory_, { text, named, date: '2026-11-22' }))?.line).not.toBe(4);
  });

  const listed = async (notes: Record<string, string>): Promise<string[]> => {
    const { vault } = await remembering(notes);
    const found = await findContradictions(vault, '2026-11-22');
    return found.map(({ newer, older }) => `${newer.text} / ${older.text}`);
  };
  const onTwoDays = (older: string, newer: string): Record<string, string> => ({
    '2026-03-01.md': `- 10:00 ${older}\n`,
    '2026-09-05.md': `- 11:00 ${newer}\n`,
  });

  test.each([
    ['Oma mag Rosen', 'Oma mag Tulpen'],
    ['Im Keller steht das Fahrrad', 'Im Keller steht die Waschmaschine'],
    ['Die Heizung im Bad tropft', 'Die Heizung im Flur tropft'],
    ['Likes Radiohead', 'Likes Portishead'],
    ['Had lunch with Priya at Noma', 'Had lunch with Priya at Luigi'],
    ["J'ai couru 5 km", "J'ai couru 8 km"],
  ])('does not hold what may both be true: %s, and %s', async (older, newer) => {
    expect(await listed(onTwoDays(older, newer))).toEqual([]);
  });

  test.each([
    ['Ich nehme Ramipril 5 mg', 'Ich nehme Ramipril 2,5 mg'],
    ['Mein Chef heißt Bernd', 'Mein Chef heißt Jonas'],
    ['Yoga ist am Dienstag', 'Yoga ist am Freitag'],
    ['Die Putzfrau kommt dienstags', 'Die Putzfrau kommt freitags'],
    ['Trabajo en Telefónica', 'Trabajo en Iberdrola'],
  ])('holds two values of the same: %s, and %s', async (older, newer) => {
    expect(await listed(onTwoDays(older, newer))).toEqual([`${newer} / ${older}`]);
  });

  test('holds no line of a note of others as the newer of a line in another note', async () => {
    expect(await listed({ 'a.md': '- Lives in Paris\n', 'b.md': '- Lives in Rome\n' })).toEqual([]);
  });

  test('holds two lines of one note, the lower one as the newer', async () => {
    expect(await listed({ 'max.md': '- Max hat Schuhgröße 31\n- Max hat Schuhgröße 33\n' })).toEqual([
      'Max hat Schuhgröße 33 / Max hat Schuhgröße 31',
    ]);
  });
});
