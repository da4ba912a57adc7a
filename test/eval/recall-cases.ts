// What recall has to show and to leave out whatever else it learns: the cases of its unit tests. Behind each message the lines, with their
// scores and whether they come.
import type { SearchResult } from '../../src/memory/search.ts';

/** A line as a search by words reports it, whose score is the root of the share of the question that the line has. */
export const foundByWords = (score: number, text: string): SearchResult => ({
  path: 'a.md',
  startLine: 3,
  endLine: 4,
  score,
  text,
  explain: { rank: score, parts: {}, score: { coverage: score }, signals: { words: score, coverage: score ** 2 } },
});

type Case = readonly [message: string, ...lines: (readonly [line: string, score: number, comes: boolean])[]];

const others = Array.from({ length: 6 }, (_, i) => [`Otra cosa ${i}`, 0.7, false] as const);
const heating = 'mañana llamo al casero por la calefacción';

export const recallCases: readonly Case[] = [
  ['what is the bike code?', ['The code is 4711', 0.9, true], ['nope', 0.2, false]],
  [
    'What tea would Anna like most',
    ['Anna likes tea', 0.9, true],
    ['Tom likes tea', 0.88, false],
    ['known', 0.87, false],
    ['09:00 Known', 0.86, false],
  ],
  [
    'Does Tom like milk',
    ['Anna likes tea', 0.9, false],
    ['Tom likes tea', 0.88, true],
    ['known', 0.87, false],
    ['09:00 Known', 0.86, false],
  ],
  [heating, ['El casero se llama Ortiz', 0.9, true], ...others],
  [heating, ['El casero se llama Ortiz', 0.8, true], ...others],
  [heating, ['El casero se llama Ortiz', 0.8, false], ['El casero tiene un perro', 0.8, false], ...others],
  [heating, ['El casero se llama Ortiz', 0.69, false], ...others],
  [heating, ['Nuria tiene una tortuga por la que vive', 0.9, false], ...others],
  ['Why do dogs bark at night?', ['Dog walker on weekdays: Ines', 0.9, false]],
  ['Tell me a joke about plumbers', ['The plumber is called Pavel', 0.9, false]],
  ['Is a violin older than a piano?', ['The violin hangs in the hall', 0.9, false]],
  ['Where is the violin?', ['The violin hangs in the hall', 0.9, true]],
  ['When does our plumber come?', ['The plumber is called Pavel', 0.9, true]],
  ['Write a story about a sheep and a school play', ['School play on Friday, Oskar is a sheep', 0.9, false]],
  ['What do I give Tilda for Christmas?', ['The roses are cut before Christmas', 0.9, false]],
  ['The van does not start', ['The van has a flat battery', 0.9, true]],
  ['Erzähl mir einen Witz über Hunde', ['Zwei Hunde: Bodo und Lump', 0.9, false]],
  ['Wie heißen unsere Hunde?', ['Zwei Hunde: Bodo und Lump', 0.9, true]],
  ['Was mag Bodo gern?', ['Bodo frisst nur Trockenfutter', 0.9, true]],
  ['Pourquoi les chiens aboient-ils ?', ['Deux chiens vivent chez Paul', 0.9, false]],
  ['Où est la clé ?', ['La clé est sous le pot', 0.9, true]],
  ['¿Por qué ladran los perros?', ['Hay perros en casa de Paula', 0.9, false]],
  ['¿Dónde está la llave?', ['La llave está debajo de la maceta', 0.9, true]],
  ['Please correct this sentence: the bus leave from the harbour', ['The bus to the harbour is line 9', 0.9, false]],
  ['What does "harbour bus" mean in German?', ['The bus to the harbour is line 9', 0.9, false]],
  ['When is the bus to the harbour? I forgot', ['The bus to the harbour is line 9', 0.9, true]],
  ['How many weeks are between 5 June and 14 August?', ['The wedding is on 5 June 2027', 0.9, false]],
  ['When is the wedding? I forgot', ['The wedding is on 5 June 2027', 0.9, true]],
  [
    'Bodil brought me her library card',
    ['My bank card is in the drawer', 0.9, false],
    ['Two neighbours: Bodil and Tess', 0.8, true],
  ],
  ['Bodil brought me her library card', ['My bank card is in the drawer', 0.9, true]],
  [
    'Quiero comprarle croquetas nuevas a Canela, unas de pollo',
    ['La table saw es una Delta, blade nueva en agosto', 0.9, false],
  ],
  [
    'Who keeps the keys of Bodil’s house?',
    ['The neighbour has the keys of Bodil’s house', 1, true],
    ['Bodil plays chess', 0.95, false],
  ],
  ['Who keeps the keys of Bodil’s house?', ['Bodil plays chess', 0.95, true]],
  ['what is the PIN of the card?', ['the PIN of the card is 4711', 0.9, true]],
  ['where does the bike lock hang?', ['the bike lock hangs behind the cellar door', 0.9, true]],
];
