// Japanese, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const ja: OfflineLanguage = {
  keep: ['覚えて', 'メモして'],
  askWords: [],
  greetings: ['こんにちは', 'こんばんは', 'おはよう', 'おはようございます', 'やあ', '元気'],
  thanks: ['ありがとう', 'ありがとうございます', 'どうも'],
  farewells: ['さようなら', 'またね', 'おやすみ', '終了'],
  fillers: [],
  abilities: ['ヘルプ', '助けて', '何ができる', '何ができますか', 'あなたは誰'],
  overview: ['何を知っている', '何を覚えている', 'メモを見せて'],
  yes: ['はい', 'うん', 'お願い', 'お願いします'],
  no: ['いいえ', 'いや'],
  verbs: [],
  determiners: [],
};
