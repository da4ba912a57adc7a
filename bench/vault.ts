// Indexing and searching through the command line, on made-up notes of a given size.
import { createPlace } from './program.ts';
import { type Row, percentile } from './table.ts';

const linesPerNote = 25;
const queries = 200;
const warmUp = 20;

export async function measureVault(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const lines of [1_000, 10_000]) {
    const place = createPlace(makeNotes(lines));
    place.configure('[memory.embedding]\nmodel = "none"\n');
    const { tookMs } = JSON.parse(await place.run(['index', '--json'])) as { tookMs: number };
    rows.push({
      what: `index of ${lines} lines, keywords only`,
      value: lines / (tookMs / 1000),
      unit: 'lines/s',
      aim: { least: 5_000 },
    });

    place.configure('');
    const whole = JSON.parse(await place.run(['index', '--rebuild', '--json'])) as { embedded: number; tookMs: number };
    rows.push({
      what: `index of ${lines} lines, with embedding on one thread`,
      value: whole.embedded / (whole.tookMs / 1000),
      unit: 'lines/s',
      aim: { least: 60 },
    });

    const asked = Array.from({ length: warmUp + queries }, (_, i) => makeQuery(i)).join('\n');
    const answers = (await place.run(['search', '--batch'], `${asked}\n`)).trim().split('\n').slice(warmUp);
    const times = answers.map((line) => (JSON.parse(line) as { tookMs: number }).tookMs);
    rows.push({
      what: `search of ${lines} lines, warm, query embedding included, p50`,
      value: percentile(times, 0.5),
      unit: 'ms',
    });
    rows.push({
      what: `search of ${lines} lines, warm, query embedding included, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      aim: { most: 8 },
    });
    place.close();
  }
  return rows;
}

const people = [
  'Lena',
  'Tomas',
  'Priya',
  'Dr. Kim',
  'Mr. Novak',
  'Aiko',
  'Samuel',
  'Greta',
  'the landlord',
  'my sister',
];
const acts = [
  'called about',
  'bought',
  'cancelled',
  'recommended',
  'lost',
  'is allergic to',
  'finally finished',
  'wants to see',
  'paid for',
  'was worried about',
];
const things = [
  'the green bicycle',
  'a concert in Prague',
  'the kitchen paint',
  'peanuts',
  'the tax letter',
  'a flight to Lisbon',
  'the apple tree',
  'a new laptop',
  'the piano lessons',
  'the broken boiler',
];
const times = [
  'before lunch',
  'in the evening',
  'because of the rain',
  'after the meeting',
  'for the second time',
  'without telling anyone',
  'near the station',
  'over the phone',
];

/** The same notes every time: combinations in a fixed order, each line different. */
function makeNotes(lines: number): Record<string, string> {
  const notes: Record<string, string> = {};
  for (let note = 0; note * linesPerNote < lines; note += 1) {
    const day = new Date(Date.UTC(2024, 0, 1 + note)).toISOString().slice(0, 10);
    const facts = Array.from({ length: linesPerNote }, (_, i) => `- ${makeFact(note * linesPerNote + i)}`);
    notes[`${day}.md`] = `# ${day}\n\n${facts.join('\n')}\n`;
  }
  return notes;
}

const pick = (list: readonly string[], i: number): string => list[i % list.length] ?? '';

const makeFact = (i: number): string =>
  `${pick(people, i * 7)} ${pick(acts, i * 3 + Math.floor(i / 10))} ${pick(things, i + Math.floor(i / 100))} ${pick(times, i * 5)}, item ${i}`;

const makeQuery = (i: number): string =>
  `what was it that ${pick(people, i * 3)} ${pick(acts, i)} ${pick(times, i * 7)}?`;
