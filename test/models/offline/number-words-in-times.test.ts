// Numbers in words, in the times of reminders of each language: read as the same in digits is.
import { describe, expect, test } from 'vitest';
import { languages } from '../../../src/language/languages.ts';
import { type ReadReminder, type ReminderRefusal, readReminder } from '../../../src/models/offline/reminder-wish.ts';
import * as spelled from '../../support/spelled-numbers.ts';

/** Before all hours of the day that follows. */
const clock = { now: new Date('2026-11-27T23:30:00Z'), timezone: 'Europe/Berlin' };

interface Forms {
  spell: spelled.Spell;
  /** Hours in words, where they are other words than the numbers. */
  hour?: spelled.Spell;
  /** Both with `#` for the number. */
  at: string;
  in: string;
  /** What stands for one in them. */
  one?: { at: string; in: string };
}

const feminine =
  (spell: spelled.Spell, one: RegExp, she: string): spelled.Spell =>
  (n) =>
    spell(n).replace(one, she);
const forms: Record<string, Forms> = {
  English: { spell: spelled.english('-', ''), at: 'tomorrow at # to call Tom', in: 'in # minutes to call Tom' },
  German: {
    spell: spelled.german,
    at: 'morgen um # Uhr an Tom',
    in: 'in # Minuten an Tom',
    one: { at: 'morgen um ein Uhr an Tom', in: 'in einer Minute an Tom' },
  },
  Spanish: {
    spell: spelled.spanish,
    hour: feminine(spelled.spanish, /un[o]?$/u, 'una'),
    at: 'mañana a las # llamar a Tom',
    in: 'en # minutos llamar a Tom',
    one: { at: 'mañana a la una llamar a Tom', in: 'en un minuto llamar a Tom' },
  },
  French: {
    spell: spelled.french('-'),
    hour: feminine(spelled.french('-'), /un$/u, 'une'),
    at: "demain à # heures d'appeler Tom",
    in: "dans # minutes d'appeler Tom",
    one: { at: "demain à une heure d'appeler Tom", in: "dans une minute d'appeler Tom" },
  },
  Italian: {
    spell: spelled.italian,
    at: 'domani alle # di chiamare Tom',
    in: 'tra # minuti di chiamare Tom',
    one: { at: "domani all'una di chiamare Tom", in: 'tra un minuto di chiamare Tom' },
  },
  Portuguese: {
    spell: spelled.portuguese,
    hour: (n) => spelled.portuguese(n).replace(/dois$/u, 'duas').replace(/um$/u, 'uma'),
    at: 'amanhã às # de ligar ao Tom',
    in: 'em # minutos de ligar ao Tom',
    one: { at: 'amanhã à uma de ligar ao Tom', in: 'em um minuto de ligar ao Tom' },
  },
  Dutch: {
    spell: spelled.dutch,
    at: 'morgen om # uur aan Tom',
    in: 'over # minuten aan Tom',
    one: { at: 'morgen om één uur aan Tom', in: 'over een minuut aan Tom' },
  },
};

const isSet = (read: ReadReminder | ReminderRefusal): read is ReadReminder => 'when' in read;

test('every language in which reminders are understood has its forms here', () => {
  const known = languages.filter(({ name, offline }) => name === 'English' || offline?.reminding !== undefined);
  expect(known.map(({ name }) => name).toSorted()).toEqual(Object.keys(forms).toSorted());
});

describe.each(Object.entries(forms))('in %s', (language, { spell, hour = spell, ...form }) => {
  const read = (form_: string, word: string) => readReminder(form_.replace('#', word), clock, language);

  test('every number of minutes up to 59 is read', () => {
    const wrong: unknown[] = [];
    for (let n = 1; n <= 59; n += 1) {
      const found = read(n === 1 ? (form.one?.in ?? form.in) : form.in, spell(n));
      if (!isSet(found) || found.when !== `PT${n * 60}S` || !found.text.endsWith('Tom'))
        wrong.push({ word: spell(n), found });
    }
    expect(wrong).toEqual([]);
  });

  test('every hour is read as it is in digits, and from seven on as that very hour', () => {
    const wrong: unknown[] = [];
    for (let n = 1; n <= 23; n += 1) {
      const found = read(n === 1 ? (form.one?.at ?? form.at) : form.at, hour(n));
      const digits = read(form.at, String(n));
      const isRead = isSet(digits)
        ? isSet(found) && found.when === digits.when && found.text === digits.text
        : !isSet(found) && found.problem === digits.problem;
      const isThatHour = !isSet(found) || found.when === `2026-11-28T${String(n).padStart(2, '0')}:00`;
      if (!isRead || !isThatHour || n >= 7 !== isSet(found)) wrong.push({ word: hour(n), found, digits });
    }
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['German', 'heute um dreizehn Uhr an Anna', '13:00'],
  ['German', 'heute um dreizehn Uhr fünfunddreißig an Anna', '13:35'],
  ['German', 'heute um fuenfzehn Uhr an Anna', '15:00'],
  ['French', "aujourd'hui à vingt et une heures d'appeler Anna", '21:00'],
  ['French', "aujourd'hui à dix-sept heures quarante-cinq d'appeler Anna", '17:45'],
  ['Spanish', 'hoy a las ocho y treinta y cinco de la tarde llamar a Anna', '20:35'],
  ['Portuguese', 'hoje às vinte e duas horas de ligar à Anna', '22:00'],
  ['English', 'today at twenty-one thirty to call Anna', '21:30'],
])('in %s, %j is set for %s', (language, wish, time) => {
  expect(readReminder(wish, { ...clock, now: new Date('2026-11-28T06:30:00Z') }, language)).toMatchObject({
    when: `2026-11-28T${time}`,
  });
});
