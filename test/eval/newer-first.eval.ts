// How often the newer of two statements about the same comes first: `npm run eval -- newer-first`. The topics were written
// before the first measurement (9 of 20), and nothing was learnt from them. From all sets below them it was
// (scripts/learn-succession.ts): what those show is how much is kept of what was learnt. Of the three sets in one vault the rules by
// hand put the newer line first in 38, 39 and 35 % of the questions, and marked or left out the older one in 20, 18 and 19 %; of the
// others 78, 83 and 71 % stayed first, and 6, 5 and 6 % were marked though they held. Measured before vectors were learnt from: 76, 76 and 63 % first, 56, 53 and
// 50 % past; of the others 83, 82 and 76 % first, 3, 1 and 0 % marked. On topics that it has not seen, by pairs that are compared:
// 76, 80 and 78 % read first with 10, 15 and 21 % of the others, 50, 51 and 52 % marked with 2, 4 and 4 % of them.
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { openMeaningMemory } from '../support/meaning-memory.ts';
import {
  others,
  othersAgain,
  othersBlind,
  othersFourth,
  othersThird,
  replaced,
  replacedAgain,
  replacedBlind,
  replacedFourth,
  replacedThird,
  type Topic,
} from './newer-first-set.ts';
import {
  laterTopicsLeftOut,
  lifeSets,
  type LifeTopic,
  readTopics,
  topicsLeftOut,
  vaultOf,
} from './succession-vault.ts';

/** Each stands in the notes of two days, or, undated, one below the other in a note of its own. */
const topics: readonly { older: string; newer: string; question: string; isDated: boolean }[] = [
  {
    older: 'Our plumber is Mr Haddad',
    newer: 'Our plumber is Mrs Lindqvist now',
    question: 'who is our plumber?',
    isDated: true,
  },
  {
    older: 'I weigh 84 kilos',
    newer: 'This morning I weighed 79 kilos',
    question: 'how much do I weigh?',
    isDated: true,
  },
  {
    older: 'The rent is 1,150 euros a month',
    newer: 'The rent went up to 1,240 euros a month',
    question: 'how much is the rent?',
    isDated: true,
  },
  {
    older: 'Choir practice is on Tuesdays at 19:30',
    newer: 'Choir practice moved to Thursdays at 20:00',
    question: 'when is choir practice?',
    isDated: true,
  },
  {
    older: 'Marta works at the harbour office',
    newer: 'Marta works at the customs museum',
    question: 'where does Marta work?',
    isDated: true,
  },
  {
    older: 'My bike is a blue Kalkhoff',
    newer: 'I sold the Kalkhoff, my bike is a red Gazelle',
    question: 'which bike do I have?',
    isDated: true,
  },
  {
    older: 'The code name of the project is Heron',
    newer: 'The code name of the project is Kingfisher',
    question: 'what is the code name of the project?',
    isDated: true,
  },
  {
    older: 'I take 50 mg of the thyroid pills',
    newer: 'The doctor put me on 75 mg of the thyroid pills',
    question: 'how many mg of the thyroid pills do I take?',
    isDated: true,
  },
  {
    older: 'Our holiday goes to Brittany',
    newer: 'We changed our minds, our holiday goes to Slovenia',
    question: 'where does our holiday go?',
    isDated: true,
  },
  {
    older: 'Jonas is in year 3 at school',
    newer: 'Jonas is in year 4 at school',
    question: 'which year is Jonas in at school?',
    isDated: true,
  },
  {
    older: 'Mein Zahnarzt ist Doktor Brandt',
    newer: 'Mein Zahnarzt ist jetzt Doktor Sommer',
    question: 'wer ist mein Zahnarzt?',
    isDated: true,
  },
  {
    older: 'El coche está en el garaje de la calle Mayor',
    newer: 'El coche está en el aparcamiento del mercado',
    question: '¿dónde está el coche?',
    isDated: true,
  },
  {
    older: 'The bin is emptied on Mondays',
    newer: 'The bin is emptied on Wednesdays',
    question: 'when is the bin emptied?',
    isDated: false,
  },
  {
    older: 'My favourite coffee is from Guatemala',
    newer: 'My favourite coffee is from Rwanda',
    question: 'what is my favourite coffee?',
    isDated: false,
  },
  {
    older: 'The neighbour on the left is Mrs Petrov',
    newer: 'The neighbour on the left is a student called Idris',
    question: 'who is the neighbour on the left?',
    isDated: false,
  },
  {
    older: 'The team meets at nine',
    newer: 'The team meets at half past ten',
    question: 'when does the team meet?',
    isDated: false,
  },
  {
    older: 'The spare key is under the pot with the rosemary',
    newer: 'The spare key is with the baker across the street',
    question: 'where is the spare key?',
    isDated: false,
  },
  {
    older: 'Our internet comes from Telnova',
    newer: 'Our internet comes from Fibrex',
    question: 'where does our internet come from?',
    isDated: false,
  },
  {
    older: 'Lucie est végétarienne',
    newer: 'Lucie est végane',
    question: 'que mange Lucie, elle est végétarienne ou végane ?',
    isDated: false,
  },
  {
    older: 'The swimming pool opens at 7:00',
    newer: 'The swimming pool opens at 6:30',
    question: 'when does the swimming pool open?',
    isDated: false,
  },
];

test('the newer statement comes first in 19 of 20 topics', async () => {
  const notes: Record<string, string> = {};
  const note = (name: string, lines: readonly string[]) => {
    notes[name] = `# ${name.slice(0, -3)}\n\n${lines.join('\n')}\n`;
  };
  const dated = topics.filter(({ isDated }) => isDated);
  for (const [i, { older, newer }] of dated.entries()) {
    const day = String(i + 1).padStart(2, '0');
    note(`2026-04-${day}.md`, [`- 09:10 ${older}`, '- 12:00 Rain all day, stayed in and read']);
    note(`2026-10-${day}.md`, [`- 18:40 ${newer}`, '- 20:15 Soup and bread']);
  }
  for (const [i, { older, newer }] of topics.filter(({ isDated }) => !isDated).entries())
    note(`topic-${i + 1}.md`, [`- ${older}`, `- ${newer}`]);
  const clock = { ...systemClock, now: () => new Date('2026-11-22T12:00:00Z') };
  const { memory, close } = await openMeaningMemory(notes, clock);
  const isFirst: boolean[] = [];
  for (const { question, older, newer, isDated } of topics) {
    const { results } = await memory.search(question, { passages: false });
    const placeOf = (words: string): number => results.findIndex(({ text }) => text.includes(words));
    const [newerAt, olderAt] = [placeOf(newer), placeOf(older)];
    isFirst.push(newerAt !== -1 && (olderAt === -1 || newerAt < olderAt));
    if (!isFirst.at(-1)) console.log(`not first (${isDated ? 'dated' : 'undated'}): ${question} ${newerAt} ${olderAt}`);
  }
  const of = (isDated: boolean): string => {
    const asked = isFirst.filter((_, i) => topics[i]?.isDated === isDated);
    return `${asked.filter(Boolean).length} of ${asked.length}`;
  };
  console.log(`newer first: dated ${of(true)}, undated ${of(false)}`);
  await close();
  expect(isFirst.filter(Boolean).length).toBeGreaterThanOrEqual(19);
});

const clock = { ...systemClock, now: () => new Date('2026-11-22T12:00:00Z') };

/** In percent of the questions: the right line first, and the older one marked, or, where that is right, absent. */
async function measureLives(set: (typeof lifeSets)[number]) {
  const found = { newer: { first: 0, past: 0, of: 0 }, others: { first: 0, past: 0, of: 0 } };
  for (const turn of [0, 1]) {
    const { notes, asked } = vaultOf(lifeSets.flatMap(readTopics), turn);
    const { memory, close } = await openMeaningMemory(notes, clock);
    for (const { older, later, isNewer, questions } of asked.filter((topic) => topic.set === set))
      for (const question of questions) {
        const { results } = await memory.search(question, { passages: false });
        const placeOf = (words: string): number => results.findIndex(({ text }) => text.includes(words));
        const [wanted, behind] = (isNewer ? [later, older] : [older, later]).map(placeOf) as [number, number];
        const shown = results[placeOf(older)];
        const count = isNewer ? found.newer : found.others;
        count.of += 1;
        if (wanted !== -1 && (behind === -1 || wanted < behind)) count.first += 1;
        if (shown === undefined ? isNewer : (shown.past ?? []).length > 0) count.past += 1;
      }
    await close();
  }
  const percent = ({ first, past, of }: typeof found.newer) => ({ first: (100 * first) / of, past: (100 * past) / of });
  const shares = { newer: percent(found.newer), others: percent(found.others) };
  console.log(`${set}: ${JSON.stringify(shares)}`);
  return shares;
}

test.each([
  ['families', [75, 58, 76, 7]],
  ['work-and-hobbies', [75, 58, 79, 8]],
  ['six-languages', [61, 44, 69, 3]],
] as const)(
  'of 110 topics, two questions each, in one vault of all authors, who often give one name other facts: %s',
  async (set, [first, past, kept, marked]) => {
    const { newer, others: rest } = await measureLives(set);
    expect(newer.first).toBeGreaterThanOrEqual(first);
    expect(newer.past).toBeGreaterThanOrEqual(past);
    expect(rest.first).toBeGreaterThanOrEqual(kept);
    expect(rest.past).toBeLessThanOrEqual(marked);
  },
);

const between = [
  'Soup and bread',
  'Rain all day',
  'Long call with the bank',
  'Went for a run by the canal',
  'Cleaned up',
];

/** How often the right one of two lines comes first, and how often the older one is marked as past or, where that is right, absent. */
async function measure(topics: readonly Topic[], isDated: boolean, isReplaced: boolean) {
  const notes: Record<string, string> = {};
  for (const [i, [older, newer]] of topics.entries()) {
    const day = String((i % 28) + 1).padStart(2, '0');
    const half = Math.floor(i / 28);
    const [spring, autumn] = [`2026-0${3 + half}-${day}`, `2026-${String(8 + half).padStart(2, '0')}-${day}`];
    const other = (step: number) => between[(i + step) % between.length];
    if (isDated) {
      notes[`${spring}.md`] = `# ${spring}\n\n- 09:10 ${older}\n- 12:00 ${other(0)}\n- 15:00 ${other(1)}\n`;
      notes[`${autumn}.md`] = `# ${autumn}\n\n- 08:00 ${other(2)}\n- 18:40 ${newer}\n`;
    } else notes[`topic-${i}.md`] = `# Topic ${i}\n\n- ${older}\n- ${other(0)}\n- ${newer}\n`;
  }
  const { memory, close } = await openMeaningMemory(notes, clock);
  const found = { first: 0, past: 0, of: topics.length };
  for (const [older, newer, question] of topics) {
    const { results } = await memory.search(question, { passages: false });
    const [wanted, behind] = (isReplaced ? [newer, older] : [older, newer]).map((words) =>
      results.findIndex(({ text }) => text.includes(words)),
    );
    const isFirst = wanted! !== -1 && (behind === -1 || wanted! < behind!);
    const shown = (await memory.search(question)).results.find(({ text }) => text.includes(older));
    const isPast = shown === undefined ? isReplaced : (shown.past ?? []).length > 0;
    if (isFirst) found.first += 1;
    else console.log(`not first (${isDated ? 'dated' : 'undated'}): ${question}`);
    if (isPast) found.past += 1;
  }
  await close();
  console.log(`${isReplaced ? 'replaced' : 'others'}, ${isDated ? 'dated' : 'undated'}: ${JSON.stringify(found)}`);
  return found;
}

test.each([
  [true, 37, 34],
  [false, 36, 33],
])('of 40 statements in seven languages the newer one comes first (dated: %s)', async (isDated, first, past) => {
  const found = await measure(replaced, isDated, true);
  expect(found.first).toBeGreaterThanOrEqual(first);
  expect(found.past).toBeGreaterThanOrEqual(past);
});

test.each([
  [true, 20, 3],
  [false, 22, 5],
])('of 30 that nothing replaced few are marked (dated: %s)', async (isDated, first, past) => {
  const found = await measure(others, isDated, false);
  expect(found.first).toBeGreaterThanOrEqual(first);
  expect(found.past).toBeLessThanOrEqual(past);
});

test.each([
  ['40 such pairs and 20 others more', true, replacedAgain, othersAgain, [36, 33, 17, 1]],
  ['40 such pairs and 20 others more', false, replacedAgain, othersAgain, [37, 33, 18, 1]],
  ['24 pairs and 12 others more', true, replacedThird, othersThird, [22, 20, 9, 0]],
  ['24 pairs and 12 others more', false, replacedThird, othersThird, [23, 20, 10, 0]],
  ['30 pairs and 14 others more', true, replacedFourth, othersFourth, [28, 25, 12, 0]],
  ['30 pairs and 14 others more', false, replacedFourth, othersFourth, [27, 25, 12, 0]],
  ['60 pairs and 40 others of another author', true, replacedBlind, othersBlind, [48, 45, 23, 1]],
  ['60 pairs and 40 others of another author', false, replacedBlind, othersBlind, [49, 45, 27, 1]],
] as const)('of %s (dated: %s)', async (_, isDated, pairs, rest, [first, past, kept, marked]) => {
  const found = await measure(pairs, isDated, true);
  expect(found.first).toBeGreaterThanOrEqual(first);
  expect(found.past).toBeGreaterThanOrEqual(past);
  const stays = await measure(rest, isDated, false);
  expect(stays.first).toBeGreaterThanOrEqual(kept);
  expect(stays.past).toBeLessThanOrEqual(marked);
});

/** By rules and trees that had not learnt from vectors it was 66, 61, 69 and 67 first, 32, 31, 33 and 33 past; of the others 82, 75, 81 and 74 stayed first. */
test.each([
  [0, true, [75, 41, 78, 4]],
  [1, true, [75, 39, 68, 5]],
  [0, false, [80, 46, 70, 4]],
  [1, false, [75, 40, 62, 6]],
] as const)(
  'of 100 topics that were left out of the learning, by their line and question %d (dated: %s)',
  async (which, isDated, [first, past, kept, marked]) => {
    await expectOf(readTopics(topicsLeftOut), which, isDated, [first, past, kept, marked]);
  },
);

type Least = readonly [first: number, past: number, kept: number, marked: number];

async function expectOf(topics: readonly LifeTopic[], which: number, isDated: boolean, least: Least): Promise<void> {
  const [first, past, kept, marked] = least;
  const topicsWith = (lines: 'newer' | 'other'): Topic[] =>
    topics.map((topic) => [topic.older, topic[lines][which] ?? '', topic.questions[which] ?? '']);
  const found = await measure(topicsWith('newer'), isDated, true);
  expect(found.first).toBeGreaterThanOrEqual(first);
  expect(found.past).toBeGreaterThanOrEqual(past);
  const stays = await measure(topicsWith('other'), isDated, false);
  expect(stays.first).toBeGreaterThanOrEqual(kept);
  expect(stays.past).toBeLessThanOrEqual(marked);
}

/** By trees alone, the first hundred: 64, 57, 66 and 58 first, 33, 36, 37 and 32 past; of the others 75, 71, 71 and 70 stayed first, 3, 5, 8 and 5 were marked. */
test.each([
  [0, 0, true],
  [0, 1, true],
  [0, 0, false],
  [0, 1, false],
  [100, 0, true],
  [100, 1, true],
  [100, 0, false],
  [100, 1, false],
] as const)(
  'of 100 later topics that were left out, from the %dth on, by their line and question %d (dated: %s)',
  async (from, which, isDated) => {
    const topics = readTopics(laterTopicsLeftOut).slice(from, from + 100);
    await expectOf(topics, which, isDated, [60, 52, 70, 10]);
  },
);
