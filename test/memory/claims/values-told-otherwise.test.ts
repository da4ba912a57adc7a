// A value that a claim tells in another form than the words do is no reason to refuse it, however likely the rest is; another value is.
import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubtAbout } from '../../../src/memory/claims/claims.ts';
import { daysOfMonths, valuesOf } from '../../../src/memory/claims/values.ts';

const said = '2026-11-20';
/** By a model that is sure of the rest, so that only the values count. */
const verySure = 99;
const refused = (quote: string, text: string, known = ''): string | null =>
  doubtAbout({ text, quote, known, said, isOpenQuestion: false, bears: verySure })?.reason ?? null;

describe('a claim', () => {
  test.each([
    ['two weeks without sugar', 'Has eaten no sugar for 14 days', 'Has eaten no sugar for 16 days'],
    ['we rent a piano for half a year', 'Rents a piano for 6 months', 'Rents a piano for 9 months'],
    ['it took me an hour and ten', 'The trip took 70 minutes', 'The trip took 80 minutes'],
    ['ben quit vaping, three weeks clean', 'Ben has not vaped for 21 days', 'Ben has not vaped for 12 days'],
    ['lost a fiver on a bet', 'The bet cost 5 pounds', 'The bet cost 15 pounds'],
    ['we lost three nil again', 'The match was lost 0-3', 'The match was lost 1-3'],
    ['sofie plays on the wing, they lost 3 to 1', "Sofie's team lost 3-1", "Sofie's team lost 4-1"],
    ['we voted nine to four against it', 'It was rejected 9 to 4', 'It was rejected 8 to 4'],
    ['the taxi was 31, the app had said 19 to 22', 'The app had estimated 19 to 22', 'The app had estimated 18 to 22'],
    ['cholesterol is down from 6.4 to 5.1', 'Cholesterol fell from 6.4 to 5.1', 'Cholesterol fell from 6.8 to 5.1'],
    ['worked there from 89 to 94', 'Worked there from 1989 to 1994', 'Worked there from 1986 to 1994'],
    ['asked me 180k for it, i would go to 150', 'Would pay 150,000 for it', 'Would pay 160,000 for it'],
    ['El concierto es el sábado 12', 'El concierto es el 2026-12-12', 'El concierto es el 2026-12-19'],
    ['am zwölften dezember wird opa neunzig', 'Opa wird am 2026-12-12 90', 'Opa wird am 2026-12-20 90'],
    ['the deadline is the eleventh now', 'The deadline is 11 December', 'The deadline is 21 December'],
    ['fliegen am 27.12., zurück am 5.', 'Rückflug am 2027-01-05', 'Rückflug am 2027-01-06'],
    ['off school on the 21st and 22nd', 'No school on 21 and 22 November', 'No school on 21 and 24 November'],
    ['he is 3½ years old', 'He is 3.5 years old', 'He is 2.5 years old'],
    [
      "Mrs D'Souza's dog bit the postman",
      "The dog of Mrs D'Souza bit the postman",
      'The dog of Mrs Lobo bit the postman',
    ],
  ])('"%s" may be told as "%s", and not as "%s"', (quote, claim, wrong) => {
    expect(refused(quote, claim)).toBeNull();
    expect(refused(quote, wrong)).not.toBeNull();
  });

  test.each([
    ['made jelly from two kilos of quinces at the market', 'Made quince jelly at the market'],
    ['my cousin mei got a talk at the conference', 'Mei gives a talk at the conference'],
    ['el médico me cambió del 24 al 26, hospital del mar', 'La cita es el 26 en el Hospital del Mar'],
    ['sunburnt in november, skiing without cream', 'Was on the slopes without sun protection'],
  ])('"%s" takes no word of "%s" for a value of another language or kind', (quote, claim) => {
    expect(refused(quote, claim)).toBeNull();
  });

  test('may give the date of a day that only the question names', () => {
    const question = 'Are Elliot and Reuben coming on Sunday?';
    expect(refused('yes, both of them', 'Elliot and Reuben come on 2026-11-22', question)).toBeNull();
    expect(refused('yes, both of them', 'Elliot and Reuben come on 2026-11-24', question)).not.toBeNull();
  });

  test('may count what is named where no number was said; where one was, another is refused', () => {
    expect(refused('sage and parsley overwintered, basil did not', 'Two of the herbs came through')).toBeNull();
    expect(refused('four herbs overwintered, basil did not', 'Two of the herbs came through')).not.toBeNull();
  });

  test('may tell any span of weeks in days, and no other number of days', () => {
    assert(
      property(integer({ min: 2, max: 9 }), integer({ min: 2, max: 70 }), (weeks, days) => {
        const told = refused(`we stay for ${weeks} weeks`, `Stays for ${days} days`);
        expect(told === null).toBe(days === weeks * 7 || days === weeks);
      }),
    );
  });

  test('may tell no number that was not said in a measure in which another was', () => {
    assert(
      property(
        integer({ min: 2, max: 99 }),
        integer({ min: 2, max: 99 }),
        constantFrom('days', 'minutes', 'years', 'kilos', 'euros'),
        (saidNumber, told, unit) => {
          const why = refused(`it takes ${saidNumber} ${unit} now`, `It takes ${told} ${unit}`);
          expect(why === null).toBe(told === saidNumber);
        },
      ),
    );
  });

  test.each([
    ['my aunt is 90 years old', 'The aunt is 85 years old'],
    ['it takes two and a half hours', 'It takes 30 minutes'],
    ['it took an hour, 20 people came', 'It took 80 minutes'],
    ['takes 50 mg of levothyroxine', 'Takes 0 mg of levothyroxine'],
    ['the dentist is on tuesday, costs 80 euros', 'The dentist costs 1 euro'],
    ['pilates on tuesday and thursday, class costs 12 euros', 'The class costs 2 euros'],
    ['take the metformin, 500 mg', 'Takes 1 mg of metformin'],
    ['takes ramipril every morning', 'Takes 5 mg of ramipril'],
    ['takes ramipril every morning', 'Takes ramipril 5 times a day'],
    ['has vitamin D deficiency', 'Has a vitamin B deficiency'],
    ['sits in row C', 'Sits in row D'],
    ['I spoke to the baker', 'Spoke to Dr Baker'],
    ['bought 20 tulips', 'Bought tulips in 2020'],
    ['has 11 sheep', 'Has had sheep since 2011'],
    ['ran 5k and then had 2 beers', 'Had 2000 beers'],
    ['moved in 2000, pay 5 euros', 'Pays 5000 euros'],
    ['the flat costs 250000 and has 3 rooms', 'The flat has 3000 rooms'],
    ['party in december', 'The party is on 2026-12-31'],
    ['the rent went up in March, due on the 3rd', 'The rent is due on 3 April'],
    ['on saturday 12 people come', 'The party is on 12 December'],
    ['mar got a cold', 'Has had a cold since 1 March 2026'],
    ['we meet at 8, 10 of us', 'Meets at 10 past 8'],
    ['morgen mit Anna im Park', 'Trifft sich morgen mit Peter im Park'],
    ['war bei Doktor Huber in Wien', 'War bei Doktor Maier in Wien'],
  ])('of "%s" may not be "%s"', (quote, claim) => {
    expect(refused(quote, claim)).not.toBeNull();
  });

  test.each([
    ["je viens d'Orléans", 'Habite à Orléans'],
    ["vado all'Ikea il sabato", 'Va a Ikea il sabato'],
    ['the bus goes at 8:10', 'The bus goes at 10 past 8'],
  ])('of "%s" may be "%s"', (quote, claim) => {
    expect(refused(quote, claim)).toBeNull();
  });

  test('is compared with each day once, however often the words name it', () => {
    const words = Array.from({ length: 500 }, (_, i) => `May, the ${(i % 28) + 1}th, Sat ${(i % 28) + 1}`).join('; ');
    const days = daysOfMonths(words, valuesOf(words, { isEvidence: true }).dates, said);
    // Of the month that is named, the one behind it and the three around the day on which it was said.
    expect(days.length).toBeLessThanOrEqual(5 * 31);
  });
});
