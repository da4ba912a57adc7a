// A small graded set of our own, easy to hard, with a floor for each way of searching. The floors are what the search
// reaches today less a little: one that falls below them has got worse.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Embedder } from '../../src/memory/embed/embedder.ts';
import { openEmbedder } from '../../src/memory/embed/open.ts';
import { openMemory } from '../../src/memory/memory.ts';

const notes: Record<string, string[]> = {
  'MEMORY.md': [
    '# Memory',
    '',
    '## People',
    '',
    '- **Anna:** my sister, lives in Lisbon, vegetarian since 2019',
    '- **Jonas:** colleague on the billing team, plays the cello',
    '- Dr. Weber is the dentist in Hauptstraße 12',
    '',
    '## Preferences',
    '',
    '- Prefers window seats and trains over planes',
    '- Allergic to penicillin',
    '- ~~Favourite café is Einstein~~ (superseded)',
    '- Favourite café is Kafka on the corner',
  ],
  '2026-03-02.md': [
    '# 2026-03-02',
    '',
    '- Signed the lease for the flat in Oderberger Straße',
    '- The landlord wants the deposit by the 15th',
    '- Bought a second-hand bicycle for 180 euros',
  ],
  '2026-03-14.md': [
    '# 2026-03-14',
    '',
    '- Anna told me she is expecting a baby in August',
    '- Talked with Jonas about leaving the company',
    '- The error was ECONNRESET in foo-bar 2.3.1',
  ],
  '2026-05-20.md': [
    '# 2026-05-20',
    '',
    '- Ran the half marathon in 1:52:07',
    '- Knee hurts when walking down the stairs',
    '- Invoice INV-20931 is still unpaid',
  ],
  '2026-06-11.md': [
    '# 2026-06-11',
    '',
    '- Started to learn C++ with the book by Stroustrup',
    '- Passport renewed, valid until 2036',
    '- 东京的酒店订好了',
    '- Купил билеты на концерт',
  ],
  'project-falcon.md': [
    '# Falcon',
    '',
    '## Decisions',
    '',
    '- We ship on Fridays only after the smoke tests',
    '- PostgreSQL instead of MongoDB because of transactions',
    '',
    '## Open',
    '',
    '- Who pays for the load balancer?',
  ],
};

/** Query, and the start of the line that answers it. */
const graded: Record<'easy' | 'written otherwise' | 'medium' | 'hard', [string, string][]> = {
  easy: [
    ['penicillin', '- Allergic'],
    ['INV-20931', '- Invoice'],
    ['ECONNRESET', '- The error'],
    ['C++', '- Started to learn'],
    ['half marathon', '- Ran'],
    ['Oderberger Strasse', '- Signed'],
    ['东京酒店', '- 东京'],
    ['билеты', '- Купил'],
    ['foo-bar', '- The error'],
    ['PostgreSQL', '- PostgreSQL'],
    ['cafe Kafka', '- Favourite café is Kafka'],
    ['hauptstrasse', '- Dr. Weber'],
  ],
  'written otherwise': [
    ['INV20931', '- Invoice'],
    ['penicilin', '- Allergic'],
    ['Stroustroup', '- Started to learn'],
    ['half-marathon', '- Ran'],
    ['foobar', '- The error'],
    ['secondhand bicycle', '- Bought'],
    ['Oderbergr', '- Signed'],
    ['wo ist die Hauptstrasse', '- Dr. Weber'],
    ['favorite cafe', '- Favourite café is Kafka'],
  ],
  medium: [
    ['where does Anna live', '- **Anna'],
    ['when is the deposit due', '- The landlord'],
    ['what instrument does Jonas play', '- **Jonas'],
    ['which database did we choose for Falcon', '- PostgreSQL'],
    ['how fast did I run the half marathon', '- Ran'],
    ['when do we ship Falcon', '- We ship'],
    ['how much was the bicycle', '- Bought'],
    ['which programming book am I reading', '- Started to learn'],
    ['favourite café', '- Favourite café is Kafka'],
  ],
  hard: [
    ['is my sister pregnant', '- Anna told me'],
    ['what medicine must I avoid', '- Allergic'],
    ['travel document expiry', '- Passport'],
    ['my leg injury', '- Knee'],
    ['where do I sit on the train', '- Prefers window'],
    ['what does my sister not eat', '- **Anna'],
    ['rental contract for the apartment', '- Signed'],
    ['teeth doctor address', '- Dr. Weber'],
  ],
};
const unrelated = [
  'quantum chromodynamics lattice simulation',
  'photosynthesis in desert cacti',
  'offside rule in soccer',
  'medieval Hungarian kings',
  'how do volcanoes erupt',
  'asdfghjkl',
  'Blumenkohl Rezept',
  'vorletzter Absatz',
];

let folder: string;
let embedder: Embedder | null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'graded-'));
  for (const [name, lines] of Object.entries(notes)) await writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  embedder = openEmbedder({
    model: 'all-MiniLM-L6-v2',
    cacheDir: path.join(tmpdir(), 'scrubjay-test-model'),
    log: silentLog,
  });
});
afterAll(async () => {
  await embedder?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['full', true, { easy: 1, medium: 1, hard: 0.85, unrelated: 1 }],
  ['lite', true, { easy: 1, 'written otherwise': 1, medium: 0.85, hard: 0.7, unrelated: 0.8 }],
  ['keyword', false, { easy: 1, 'written otherwise': 1, medium: 0.85, hard: 0.25, unrelated: 0.8 }],
] as const)('search over a small vault, %s', (kind, dense, floors) => {
  it('keeps its floors', async () => {
    const memory = await openMemory({
      dir: folder,
      indexFile: path.join(folder, `.${kind}`, 'index.db'),
      timezone: () => 'Europe/Berlin',
      clock: systemClock,
      log: silentLog,
      embedder: dense ? embedder : null,
      store: kind === 'lite' ? 'lite' : 'full',
    });
    try {
      await memory.index();
      const first = async (query: string): Promise<string> =>
        (await memory.search(query, { passages: false })).results[0]?.text ?? '';
      const reached: Record<string, number> = {};
      const missed: string[] = [];
      for (const [grade, queries] of Object.entries(graded)) {
        let right = 0;
        for (const [query, answer] of queries) {
          if ((await first(query)).startsWith(answer)) right += 1;
          else missed.push(query);
        }
        reached[grade] = right / queries.length;
      }
      let rejected = 0;
      for (const query of unrelated) if ((await first(query)) === '') rejected += 1;
      reached['unrelated'] = rejected / unrelated.length;
      for (const [grade, floor] of Object.entries(floors))
        expect([grade, (reached[grade] ?? 0) >= floor, missed, reached]).toEqual([grade, true, missed, reached]);
    } finally {
      await memory.close();
    }
  });
});
