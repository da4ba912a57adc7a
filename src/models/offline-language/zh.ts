// Chinese, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const zh: OfflineLanguage = {
  keep: ['记住', '記住', '记下', '記下', '记一下', '記一下', '别忘了', '別忘了', '请记', '請記'],
  askWords: [],
  greetings: ['你好', '您好', '嗨', '早上好', '晚上好', '早安', '晚安', '在吗', '你好吗'],
  thanks: ['谢谢', '謝謝', '谢谢你', '謝謝你', '多谢', '好的'],
  farewells: ['再见', '再見', '拜拜', '退出'],
  fillers: [],
  abilities: ['帮助', '幫助', '你能做什么', '你能做什麼', '你会什么', '你是谁', '你是誰'],
  overview: ['你知道什么', '我的记忆里有什么', '你记得什么', '我的笔记'],
  yes: ['是', '是的', '好', '好的', '可以'],
  no: ['不', '不用', '不要'],
  verbs: [],
  determiners: [],
};
