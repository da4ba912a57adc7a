// Ukrainian, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const uk: OfflineLanguage = {
  keep: ["запам'ятай", 'запам’ятай', 'занотуй'],
  askWords: ['хто', 'що', 'коли', 'де', 'як', 'який', 'яка', 'чому'],
  greetings: ['привіт', 'доброго ранку', 'добрий день', 'добрий вечір', 'як справи'],
  thanks: ['дякую', 'щиро дякую'],
  farewells: ['бувай', 'до побачення', 'на добраніч', 'вихід'],
  fillers: [],
  abilities: ['допомога', 'допоможи', 'що ти вмієш', 'хто ти'],
  overview: ['що ти знаєш', "що в моїй пам'яті", 'мої нотатки'],
  yes: ['так', 'звісно'],
  no: ['ні', 'не треба'],
  verbs: ['це', 'був', 'була', 'є', 'живе', 'любить', 'працює'],
  determiners: [],
};
