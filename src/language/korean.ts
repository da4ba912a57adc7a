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
  offline: {
    keep: ['기억해', '메모해'],
    keepEndings: [
      '(?:을|를|라고|는 것을|는 걸|다는 것을)?\\s*(?:기억해|메모해|잊지 ?마)(?:\\s?(?:줘|주세요|두세요|요|세요))?',
    ],
    askWords: [],
    greetings: ['안녕', '안녕하세요', '좋은 아침', '잘 지내'],
    thanks: ['고마워', '감사합니다', '고맙습니다'],
    farewells: ['잘 가', '안녕히 계세요', '종료'],
    fillers: [],
    abilities: ['도움말', '도와줘', '뭐 할 수 있어', '무엇을 할 수 있어', '누구야'],
    overview: ['뭘 알고 있어', '내 메모'],
    yes: ['네', '예', '응', '좋아'],
    no: ['아니', '아니요'],
    verbs: [],
    determiners: [],
    secrets: {
      unspaced: ['비밀번호', '인증번호'],
    },
  },
});
