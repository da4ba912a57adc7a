// What the person called a secret in this conversation is kept in no words of the model.
import { describe, expect, test } from 'vitest';
import { refusalOfTold } from '../../../src/assistant/approval/told-secrets.ts';
import type { Entry } from '../../../src/session/entry.ts';
import { key } from '../../support/assistant.ts';
import { type Call, forward, obeyed } from '../../support/obeying-model.ts';

const reworded: [said: string[], text: string][] = [
  [['my PIN for the bank is 4711, please keep it'], 'Bank card: 4711'],
  [['remember my password: Sunny-Day-42'], 'Netflix -> Sunny-Day-42'],
  [['remember my password: Sunny-Day-42'], 'Uses "sunny day 42" at Netflix'],
  [['keep my door code 4820'], 'To get in at the office, type 4820'],
  [['keep my safe combination 38 12 25'], 'Safe: turn to 38, then 12, then 25'],
  [['remember my pin: 4-7-1-1'], 'Card digits 4711'],
  [['my pin is 4711'], 'P-I-N 4 7 1 1'],
  [['my pin is 4711'], 'The card opens with four seven one one'],
  [['my pin is 4711'], 'Karte: siebenundvierzig elf'],
  [['remember my pin, it is one two three four'], 'Card: 1234'],
  [['merk dir meine PIN 5506'], 'Bei der Karte 5506 eintippen'],
  [['meine PIN ist fünf fünf null sechs'], 'Karte 5506'],
  [['guarda mi clave Girasol77'], 'Para Spotify usa Girasol77'],
  [['note mon code 8830'], 'Carte bleue : 8830'],
  [['the pin of my card is 6604', 'remember that number'], 'Card: 6604'],
  [[forward('the pin of the door is 6604'), 'remember that number'], 'Door: 6604'],
];

describe('what the person called a secret is refused in other words', () => {
  test.each(reworded)('%j as "%s"', async (said, text) => {
    const { bench, done } = await obeyed(said, { text });
    expect(done).toEqual([]);
    expect(bench.posts.at(-1)?.extras?.buttons ?? []).toEqual([]);
  });

  test.each<[string, Call]>([
    ['a change', { tool: 'edit_memory', old: 'Carl is a friend', text: 'Carl is a friend, 4711' }],
    ['a reminder', { tool: 'reminders', text: 'Pay by card, 4711' }],
  ])('also in %s', async (_, call) => {
    expect((await obeyed(['my pin is 4711', 'do as I said'], call)).done).toEqual([]);
  });
});

const at = '2026-11-20T10:00:00.000Z';
const head: Entry = { type: 'session', version: 1, id: 'a', key, created_at: at };
const said = (text: string): Entry[] => [
  head,
  { type: 'message', id: 'm1', at, role: 'user', incoming: 'in-1', content: [{ type: 'text', text }] },
];

describe('what is no secret of the person is kept', () => {
  test.each([
    ['my pin is 4711', 'The order has the number 14711'],
    ['my pin is 4711', 'Bea has 4 cats and 7 hens since 2011'],
    ['my pin is 2512', 'The party is on 25.12. at 16:30'],
    ['my pin is 1630', 'The party is on 2026-12-25 at 16:30'],
    ['my pin is 2026', 'The party is on 2026-12-25'],
    ['my password is Sunny-Day-42', 'It was a sunny day'],
    ['I changed my password on 3 May', 'The fair is on 3 May'],
  ])('"%s" and "%s"', (words, text) => {
    expect(refusalOfTold({ action: 'save', text }, said(words))).toBeNull();
  });

  test('a line that had it before may be changed, and forgotten', () => {
    const before = 'Lives at Oak Lane 4711';
    const entries = said('my pin is 4711');
    expect(refusalOfTold({ action: 'change', text: `${before}, Porto`, before }, entries)).toBeNull();
    expect(refusalOfTold({ action: 'forget', text: before }, entries)).toBeNull();
  });
});

test('the reason is the one that the tools give', () => {
  const refusal = (action: 'save' | 'remind') => refusalOfTold({ action, text: 'Card: 4711' }, said('my pin is 4711'));
  expect(refusal('save')).toMatchObject({ failure: 'secret' });
  expect(refusal('save')?.message).toMatch(/^Not saved: the text contains what looks like a password or code\./);
  expect(refusal('remind')?.message).toMatch(/^Not set: /);
});
