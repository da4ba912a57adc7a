// Times that are named in another language than English, in English words: "letzte Woche", "vor zwei Monaten", "am 9. Mai",
// "вчера". German in full, of others what people say most. Pure.

import { english } from '../language/english.ts';
import { french } from '../language/french.ts';
import { russian } from '../language/russian.ts';
import { spanish } from '../language/spanish.ts';
import { escaped } from '../language/words.ts';

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const germanMonths = [
  'januar|jänner|jan',
  'februar|feber|feb',
  'märz|maerz|mrz',
  'april|apr',
  'mai',
  'juni|jun',
  'juli|jul',
  'august|aug',
  'september|sept|sep',
  'oktober|okt',
  'november|nov',
  'dezember|dez',
];
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const germanDays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend', 'sonntag'];
const germanCounts = [
  'ein(?:e[mnr]?)?',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
];
const units: readonly (readonly [german: string, english: string])[] = [
  ['tag(?:en?)?', 'day'],
  ['wochenenden?', 'weekend'],
  ['wochen?', 'week'],
  ['monat(?:en?|s)?', 'month'],
  ['jahr(?:en?|es)?', 'year'],
];
const seasons: readonly (readonly [german: string, english: string])[] = [
  ['frühling|frühjahr', 'spring'],
  ['sommer', 'summer'],
  ['herbst', 'autumn'],
  ['winter', 'winter'],
];

const month = `(?:${germanMonths.join('|')})`;
const weekday = `(?:${germanDays.join('|')})`;
const unit = `(?:${units.map(([german]) => german).join('|')})`;
const season = `(?:${seasons.map(([german]) => german).join('|')})`;
const last = '(?:letzte|vergangene|vorige)[nmrs]?';

const indexIn = (words: readonly string[], word: string): number =>
  words.findIndex((one) => new RegExp(`^(?:${one})$`, 'i').test(word));
const englishMonth = (word: string): string => months[indexIn(germanMonths, word)] ?? word;
const englishDay = (word: string): string => days[indexIn(germanDays, word)] ?? word;
const englishOf = (table: readonly (readonly [string, string])[], word: string): string =>
  table[
    indexIn(
      table.map(([german]) => german),
      word,
    )
  ]?.[1] ?? word;
const count = (word: string): string => (/^\d/.test(word) ? word : String(indexIn(germanCounts, word) + 1));

/** `\b` knows no ä. */
const whole = (pattern: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'giu');

const german: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [whole('vorgestern'), () => 'two days ago'],
  [whole('gestern'), () => 'yesterday'],
  [whole('heute'), () => 'today'],
  [
    whole(`vor (\\d+|${germanCounts.join('|')}) (${unit})`),
    (_, many = '', of = '') => `${count(many)} ${englishOf(units, of)}s ago`,
  ],
  [whole(`(?:(?:am|an|in|im|der|dem|den|das) )*(?:${last}) (${unit})`), (_, of = '') => `last ${englishOf(units, of)}`],
  [whole(`(?:(?:am|an|in) )?(?:diese[nmrs]?) (${unit})`), (_, of = '') => `this ${englishOf(units, of)}`],
  [whole(`(?:(?:im|in|dem|den) )*(?:${last}) (${season})`), (_, of = '') => `last ${englishOf(seasons, of)}`],
  [whole(`(?:im|in diesem) (${season})`), (_, of = '') => `in ${englishOf(seasons, of)}`],
  [
    whole(`(?:(?:am|den|dem|vom) )*(\\d{1,2})\\. ?(${month})\\.?`),
    (_, day = '', of = '') => `on ${day} ${englishMonth(of)}`,
  ],
  [whole(`seit(?: dem)?(?= (?:on )?(?:\\d|${month}|last))`), () => 'since'],
  [whole(`nach(?: dem)?(?= (?:on )?(?:\\d|${month}))`), () => 'after'],
  [whole(`vor(?: dem)?(?= (?:on )?(?:\\d|${month}))`), () => 'before'],
  [whole(`bis(?: zum)?(?= (?:on )?(?:\\d|${month}))`), () => 'until'],
  [
    whole(`(?:im|in|since|after|before|until|zwischen|und) (${month})`),
    (found, of = '') => `${/^im\b/i.test(found) ? 'in' : (found.split(' ')[0] ?? '')} ${englishMonth(of)}`,
  ],
  [whole(`(?:am )?(?:${last}) (${weekday})`), (_, of = '') => `last ${englishDay(of)}`],
  [whole(`am (${weekday})`), (_, of = '') => `on ${englishDay(of)}`],
  [/\b(since|after|before|until) on (?=\d)/gi, (_, word = '') => `${word} `],
];
const speaksGerman = new RegExp(
  String.raw`gestern|heute|woche|monat|jahr|(?<![\p{L}])vor |(?<!\p{L})(?:${season}|${month}|${weekday})(?!\p{L})`,
  'iu',
);

const others: readonly (readonly [RegExp, string])[] = [
  [
    /\bhier\b(?= |[.?!]|$)(?=.*[éèàç']|$)|\b(?:ayer|ieri|ontem|gisteren|igår|wczoraj)\b|(?<!\p{L})(?:вчера|вчора)(?!\p{L})|昨天|昨日|어제/giu,
    'yesterday',
  ],
  [
    /\b(?:aujourd['’]hui|hoy|oggi|vandaag|dzisiaj)\b|(?<!\p{L})(?:сегодня|сьогодні)(?!\p{L})|今天|今日|오늘/giu,
    'today',
  ],
  [
    /\b(?:la semaine (?:dernière|passée)|la semana pasada|la settimana scorsa|na semana passada|vorige week)(?!\p{L})|(?:на )?прошлой неделе|上周|上週|上星期|先週|지난주/giu,
    'last week',
  ],
  [
    /\b(?:le mois dernier|el mes pasado|il mese scorso|no mês passado|vorige maand)\b|(?:в )?прошлом месяце|上个月|上個月|先月|지난달/giu,
    'last month',
  ],
  [
    /\b(?:l['’]année dernière|el año pasado|l['’]anno scorso|no ano passado|vorig jaar)\b|(?:в )?прошлом году|去年|작년/giu,
    'last year',
  ],
];

const englishDays = english.weekdays.map((forms) => forms.split(' ')[0] ?? '');
const alternatives = (forms: string): string => forms.split(' ').map(escaped).join('|');

/** Of Spanish, French and Russian: weekdays and months, with the words before and after them. */
const named: readonly (readonly [RegExp, string])[] = [spanish, french, russian].flatMap(({ weekdays, months: of }) => [
  ...weekdays.flatMap((forms, i): [RegExp, string][] => {
    const day = englishDays[i] ?? '';
    const word = `(?:${alternatives(forms)})`;
    return [
      [
        whole(`(?:el |le |в |во )?(?:próximo |следующ\\p{L}{2} )?${word} (?:que viene|próximo|prochain)`),
        `next ${day}`,
      ],
      [whole(`(?:в |во )?следующ\\p{L}{2,3} ${word}`), `next ${day}`],
      [whole(`(?:el |le )?${word} (?:pasado|dernier)`), `last ${day}`],
      [whole(`(?:el |le |в |во )${word}`), `on ${day}`],
    ];
  }),
  ...of.map((forms, i): [RegExp, string] => [
    whole(`(?:en|в|во|au mois de|en el mes de) (?:${alternatives(forms)})`),
    `in ${months[i] ?? ''}`,
  ]),
]);

/** The patterns of all languages, for what prepares them. */
export const timePatterns: readonly RegExp[] = [...german, ...others, ...named].map(([pattern]) => pattern);

/** A query with the times in it as English says them; everything else as it was. */
export function withEnglishTimes(query: string): string {
  let text = query;
  if (speaksGerman.test(text)) for (const [pattern, replace] of german) text = text.replace(pattern, replace);
  for (const [pattern, english] of [...others, ...named]) text = text.replace(pattern, ` ${english} `);
  return text;
}
