// Swedish, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const sv: OfflineLanguage = {
  keep: ['kom ihåg', 'glöm inte', 'notera', 'anteckna'],
  askWords: ['vem', 'vad', 'när', 'var', 'vilken', 'vilket', 'vilka', 'hur', 'varför'],
  greetings: ['hej', 'hejsan', 'god morgon', 'god kväll', 'hur mår du'],
  thanks: ['tack', 'tack så mycket'],
  farewells: ['hej då', 'vi ses', 'god natt', 'avsluta'],
  fillers: ['så mycket'],
  abilities: ['hjälp', 'vad kan du göra', 'vad kan du', 'vem är du'],
  overview: ['vad vet du', 'vad vet du om mig', 'vad finns i mitt minne', 'mina anteckningar'],
  yes: ['ja', 'ja tack', 'gärna'],
  no: ['nej', 'nej tack'],
  verbs: ['är', 'var', 'har', 'hade', 'heter', 'bor', 'gillar', 'jobbar', 'kostar'],
  determiners: ['den', 'det', 'en', 'ett', 'min', 'mitt', 'mina', 'din', 'ditt', 'dina'],
};
