import { expect, it } from 'vitest';
import {
  asksForAssistantAt,
  asksForPresent,
  asksForWay,
  asksWhen,
  definitionOf,
  ownersIn,
  whoIsAsked,
} from '../../../src/memory/query/question-forms.ts';

it.each([
  ['Who is Bea?', 'Bea'],
  ['who is jo', 'jo'],
  ['Wer ist Li?', 'Li'],
  ['¿Quién es Marta?', 'Marta'],
  ['Quién es Marta?', 'Marta'],
  ['Кто такая Аня?', 'Аня'],
  ['Who is coming to the party on Friday with the others?', null],
])('of "%s", the name asked for is %s', (query, name) => {
  expect(whoIsAsked(query)).toBe(name);
});

it.each([
  ['- **Bea:** my niece', 1],
  ['- Bea is the plumber from next door', 1],
  ["- Bea, Ana's boss, bakes", 1],
  ['- Bea ist meine Nichte', 1],
  ['- Bea: Nachbarin von oben', 1],
  ['Lunch with my sister Bea', 1],
  ['- New at the desk: Bea is our contact now', 1],
  ['Bea (born 2011)', 0.5],
  ['- Bea: green scarf', 0.5],
  ['- Bea was against it', 0.5],
  ['- Bea: "we have always done it like this"', 0],
  ['Present: Bea, Jo, me', 0],
  ['- Bea: 6.400 for the lot', 0],
  ['Met Bea at lunch', 0],
  ['Beatrix is the neighbour', 0],
] as const)('"%s" says who Bea is, 0 to 1: %d', (line, says) => {
  expect(definitionOf('Bea')(line)).toBe(says);
});

it.each([
  ['what did you recommend for the trip', 'did you recommend for the trip'],
  ['Was hast du mir empfohlen?', 'hast du mir empfohlen?'],
  ['your advice about the loan', 'your advice about the loan'],
  ['and what was your advice about the loan', 'your advice about the loan'],
])('of "%s", what asks for what the assistant said begins at "%s"', (query, rest) => {
  expect(query.slice(asksForAssistantAt(query))).toBe(rest);
});

it.each(['can you find my passport number', 'do you know where I parked', 'what did Anna recommend'])(
  'does not ask for what the assistant said: %s',
  (query) => {
    expect(asksForAssistantAt(query)).toBe(-1);
  },
);

it.each([
  'How did I get the stain out of the sofa?',
  'which steps did we plan for the move',
  'Wie habe ich den Drucker eingerichtet?',
  '¿Cómo renuevo el carné?',
  '我怎么续签护照',
])('asks for a way to do something: %s', (query) => {
  expect(asksForWay(query)).toBe('only');
});

it.each(['Considering my knee and my budget, how should I travel?', 'Bei dem Lärm, wie kann ich da schlafen?'])(
  'asks for other things before a way to do something: %s',
  (query) => {
    expect(asksForWay(query)).toBe('also');
  },
);

it.each([
  'How many steps did I walk?',
  'how long is the drive',
  'Wie heißt der Nachbar?',
  'When does Bo come?',
  'How has my plan for the garden changed since May?',
  'Wie hat sich mein Gewicht in diesem Jahr verändert?',
  '¿Cómo ha cambiado mi horario?',
  'Как изменился мой график?',
])('does not ask for a way to do something: %s', (query) => {
  expect(asksForWay(query)).toBe(null);
});

it.each(['我的护照什么时候到期', '次の旅行はいつですか'])('asks when, in a script without blanks: %s', (query) => {
  expect(asksWhen(query)).toBe(true);
});

it.each([
  ["Ana's dog sleeps", 'dog', 'ana'],
  ['La zia di Carla prende il treno', 'zia', 'carla'],
  ['le frère de Luc travaille', 'frère', 'luc'],
  ['El perro de Ana duerme', 'perro', 'ana'],
  ['de hond van de buren', 'hond', 'buren'],
])('says whose a thing is: %s', (text, thing, owner) => {
  expect(ownersIn(text)).toContainEqual({ thing, owner });
});

it.each([
  'first aid kit',
  'where is the first aid kit',
  'who is our first aider?',
  'who is first in the ranking?',
  'how old is Aunt Carol',
  'how many units of insulin before supper',
  'Wo wohnt Jana?',
])('"%s" asks how things are now', (question) => {
  expect(asksForPresent(question)).toBe(true);
});

it.each([
  'where did I live before?',
  'where was my desk',
  'my first car',
  'my old address',
  'what is the old wifi password',
  'where we lived before Berlin',
  'who is the first husband of Mara',
  'old phone number',
  'what was Ines’s previous job',
])('"%s" asks how things once were', (question) => {
  expect(asksForPresent(question)).toBe(false);
});
