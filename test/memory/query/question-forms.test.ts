import { expect, it } from 'vitest';
import { asksForAssistantAt, definitionOf, whoIsAsked } from '../../../src/memory/query/question-forms.ts';

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
  ['- **Bea:** my niece', true],
  ['- Bea is the plumber from next door', true],
  ['Bea (born 2011)', true],
  ['Lunch with my sister Bea', true],
  ['Met Bea at lunch', false],
  ['Beatrix is the neighbour', false],
])('"%s" says who Bea is: %s', (line, says) => {
  expect(definitionOf('Bea')(line)).toBe(says);
});

it.each(['what did you recommend for the trip', 'Was hast du mir empfohlen?', 'your advice about the loan'])(
  'asks for what the assistant said: %s',
  (query) => {
    expect(asksForAssistantAt(query)).toBeGreaterThanOrEqual(0);
  },
);

it.each(['can you find my passport number', 'do you know where I parked', 'what did Anna recommend'])(
  'does not ask for what the assistant said: %s',
  (query) => {
    expect(asksForAssistantAt(query)).toBe(-1);
  },
);
