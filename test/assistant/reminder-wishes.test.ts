// How a reminder is asked for stands in one table a language: what answers without a model and what guards the writes of one read it.
import { expect, test } from 'vitest';
import { askedToRemindOf } from '../../src/assistant/phrases/offers.ts';
import { readIntent } from '../../src/models/offline/intent.ts';

test.each([
  'remind me tomorrow at 9 to call Anna',
  'create a reminder tomorrow at 9 to call Anna',
  'ping me tomorrow at 9 to call Anna',
  'erinnern Sie mich morgen um 9 an Anna',
  'mach mir eine Erinnerung morgen um 9 an Anna',
  'recuérdame mañana a las 9 llamar a Ana',
  'crea un recordatorio mañana a las 9 llamar a Ana',
  "rappelle-moi demain à 9h d'appeler Anne",
  "mets-moi un rappel demain à 9h d'appeler Anne",
  'mettimi un promemoria domani alle 9 di chiamare Anna',
  'me lembre amanhã às 9 de ligar à Ana',
])('%j is a wish for a reminder with a model and without', (wish) => {
  expect(readIntent(wish).kind).toBe('remind');
  expect(askedToRemindOf(wish)).not.toBeNull();
});

test.each(['remind me again of the plan', 'ping me', 'rappelle-moi', 'erinnere mich noch mal an den Plan'])(
  '%j is for the guards no wish for a reminder, as it may ask for something now',
  (words) => {
    expect(askedToRemindOf(words)).toBeNull();
  },
);
