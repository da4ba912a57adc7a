// Ukrainian, as far as the days go.
import { fewWords } from './few-words.ts';

export const ukrainian = fewWords('Ukrainian', {
  weekdays: ['понеділок', 'вівторок', 'середу середа', 'четвер', "п'ятницю п’ятницю", 'суботу субота', 'неділю неділя'],
  months: [
    'січня січні',
    'лютого лютому',
    'березня березні',
    'квітня квітні',
    'травня травні',
    'червня червні',
    'липня липні',
    'серпня серпні',
    'вересня вересні',
    'жовтня жовтні',
    'листопада листопаді',
    'грудня грудні',
  ],
  times: {
    phrases: [
      ['позавчора', 'the day before yesterday'],
      ['післязавтра', 'the day after tomorrow'],
      ['вчора|учора', 'yesterday'],
      ['сьогодні', 'today'],
      ['завтра', 'tomorrow'],
      ['(?:на )?минулого тижня|минулому тижні', 'last week'],
      ['(?:на )?наступного тижня|наступному тижні', 'next week'],
      ['минулого місяця', 'last month'],
      ['минулого року', 'last year'],
      ['минулої? {weekday}', 'last {weekday}'],
      ['наступн(?:ий|ого|у|ої) {weekday}', 'next {weekday}'],
      ['[ву] {weekday}', 'on {weekday}'],
      ['{number} {month}(?: {year})?', '{number} {month} {year}'],
      ['[ву] {month}', 'in {month}'],
    ],
  },
});
