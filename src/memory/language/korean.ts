// Korean, as far as the days go.
import { fewWords } from './few-words.ts';

export const korean = fewWords('Korean', {
  unspaced: true,
  weekdays: '월요일 화요일 수요일 목요일 금요일 토요일 일요일'.split(' '),
  months: Array.from({ length: 12 }, (_, i) => `${i + 1}월`),
  times: {
    phrases: [
      ['그저께|그제', 'the day before yesterday'],
      ['모레', 'the day after tomorrow'],
      ['어제|어젯밤', 'yesterday'],
      ['오늘', 'today'],
      ['내일', 'tomorrow'],
      ['지난 ?주 ?{weekday}', '{weekday} last week'],
      ['다음 ?주 ?{weekday}', '{weekday} next week'],
      ['{weekday}', 'on {weekday}'],
      ['지난 ?주말', 'last weekend'],
      ['다음 ?주말', 'next weekend'],
      ['이번 ?주말', 'this weekend'],
      ['지난 ?주', 'last week'],
      ['다음 ?주', 'next week'],
      ['이번 ?주', 'this week'],
      ['지난 ?달', 'last month'],
      ['다음 ?달', 'next month'],
      ['이번 ?달', 'this month'],
      ['작년', 'last year'],
      ['내년', 'next year'],
      ['올해', 'this year'],
      ['{month} ?{number}일', '{number} {month}'],
    ],
  },
});
