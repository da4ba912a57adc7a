import { expect, test } from 'vitest';
import { valuesOf } from '../../../src/memory/claims/values.ts';

/** How each language tells an hour, and the parts of the day that say which half of the day it is of. */
interface Clock {
  hours: readonly string[];
  at: (hour: string) => string;
  morning: readonly string[];
  evening: readonly string[];
  /** Of the hour at which they stand: half past, a quarter past, a quarter to. */
  half: (hour: string, next: string) => string;
  quarter: (hour: string) => string;
  quarterTo: (hour: string) => string;
}

const list = (words: string): string[] => words.split(' ');

const clocks: Readonly<Record<string, Clock>> = {
  English: {
    hours: list('two three four five six seven eight nine ten eleven'),
    at: (hour) => `at ${hour}`,
    morning: ['in the morning', 'tomorrow morning'],
    evening: ['in the evening', 'in the afternoon', 'tonight'],
    half: (hour) => `half past ${hour}`,
    quarter: (hour) => `quarter past ${hour}`,
    quarterTo: (hour) => `quarter to ${hour}`,
  },
  German: {
    hours: list('zwei drei vier fünf sechs sieben acht neun zehn elf'),
    at: (hour) => `um ${hour} Uhr`,
    morning: ['morgens', 'am Morgen', 'früh'],
    evening: ['abends', 'am Abend', 'nachmittags'],
    half: (_hour, next) => `halb ${next}`,
    quarter: (hour) => `Viertel nach ${hour}`,
    quarterTo: (hour) => `viertel vor ${hour}`,
  },
  Spanish: {
    hours: list('dos tres cuatro cinco seis siete ocho nueve diez once'),
    at: (hour) => `a las ${hour}`,
    morning: ['de la mañana', 'por la mañana'],
    evening: ['de la tarde', 'por la tarde', 'por la noche'],
    half: (hour) => `las ${hour} y media`,
    quarter: (hour) => `las ${hour} y cuarto`,
    quarterTo: (hour) => `las ${hour} menos cuarto`,
  },
  French: {
    hours: list('deux trois quatre cinq six sept huit neuf dix onze'),
    at: (hour) => `à ${hour} heures`,
    morning: ['du matin', 'le matin'],
    evening: ['du soir', 'de l’après-midi', 'ce soir'],
    half: (hour) => `${hour} heures et demie`,
    quarter: (hour) => `${hour} heures et quart`,
    quarterTo: (hour) => `${hour} heures moins le quart`,
  },
  Italian: {
    hours: list('due tre quattro cinque sei sette otto nove dieci undici'),
    at: (hour) => `alle ${hour}`,
    morning: ['di mattina', 'del mattino'],
    evening: ['di sera', 'del pomeriggio'],
    half: (hour) => `alle ${hour} e mezza`,
    quarter: (hour) => `alle ${hour} e un quarto`,
    quarterTo: (hour) => `alle ${hour} meno un quarto`,
  },
  Portuguese: {
    hours: list('duas três quatro cinco seis sete oito nove dez onze'),
    at: (hour) => `às ${hour}`,
    morning: ['da manhã', 'de manhã'],
    evening: ['da tarde', 'da noite', 'à noite'],
    half: (hour) => `às ${hour} e meia`,
    quarter: (hour) => `às ${hour} e quarto`,
    quarterTo: (hour) => `quarto para as ${hour}`,
  },
  Dutch: {
    hours: list('twee drie vier vijf zes zeven acht negen tien elf'),
    at: (hour) => `om ${hour} uur`,
    morning: ["'s ochtends", '’s morgens', 'in de ochtend'],
    evening: ["'s avonds", '’s middags', 'in de avond'],
    half: (_hour, next) => `half ${next}`,
    quarter: (hour) => `kwart over ${hour}`,
    quarterTo: (hour) => `kwart voor ${hour}`,
  },
};

const firstHour = 2;
const timeOf = (hour: number, minutes = 0): string =>
  `${String(hour).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
const timesIn = (text: string): string[] => [...valuesOf(text, { isEvidence: true }).times].toSorted();

const misread = (pairs: readonly (readonly [text: string, times: readonly string[]])[]): string[] =>
  pairs.flatMap(([text, times]) => {
    const read = timesIn(text);
    return read.join() === times.join() ? [] : [`${text}: ${read.join(' ')}, not ${times.join(' ')}`];
  });

test.each(Object.entries(clocks))('in %s, the part of the day says which half an hour is of', (_language, clock) => {
  const pairs = clock.hours.flatMap((name, i) => {
    const hour = firstHour + i;
    return [
      ...clock.morning.map((part) => [`${clock.at(name)} ${part}`, [timeOf(hour)]] as const),
      ...clock.evening.map((part) => [`${clock.at(name)} ${part}`, [timeOf(hour + 12)]] as const),
      ...clock.morning.map((part) => [`${clock.at(String(hour))} ${part}`, [timeOf(hour)]] as const),
      ...clock.evening.map((part) => [`${clock.at(String(hour))} ${part}`, [timeOf(hour + 12)]] as const),
    ];
  });
  expect(misread(pairs)).toEqual([]);
});

test.each(Object.entries(clocks))(
  'in %s, halves and quarters are read, of either half of the day',
  (_language, clock) => {
    const [evening = ''] = clock.evening;
    const pairs = clock.hours.slice(0, -1).flatMap((name, i) => {
      const hour = firstHour + i;
      const next = clock.hours[i + 1] ?? '';
      return (
        [
          [clock.half(name, next), hour, 30],
          [clock.quarter(name), hour, 15],
          [clock.quarterTo(name), hour - 1, 45],
        ] as const
      ).flatMap(([text, at, minutes]) => [
        [text, [timeOf(at, minutes), timeOf(at + 12, minutes)]] as const,
        [`${text} ${evening}`, [timeOf(at + 12, minutes)]] as const,
      ]);
    });
    expect(misread(pairs)).toEqual([]);
  },
);
