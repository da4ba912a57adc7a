// Korean, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const ko: OfflineLanguage = {
  keep: ['기억해', '메모해'],
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
};
