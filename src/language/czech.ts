// Czech, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const czech: OfflinePhrases = {
  keep: ['zapamatuj si', 'zapiš si', 'zapiš', 'nezapomeň'],
  that: 'že',
  askWords: ['kdo', 'co', 'kdy', 'kde', 'jak', 'proč', 'který', 'která'],
  greetings: ['ahoj', 'dobrý den', 'dobré ráno', 'dobrý večer', 'jak se máš'],
  thanks: ['díky', 'děkuji', 'děkuju'],
  farewells: ['na shledanou', 'nashledanou', 'dobrou noc', 'konec'],
  fillers: ['moc'],
  abilities: ['pomoc', 'co umíš', 'kdo jsi'],
  overview: ['co víš', 'co víš o mně', 'co je v mé paměti', 'moje poznámky'],
  yes: ['ano', 'jo', 'jasně'],
  no: ['ne', 'ne díky'],
  verbs: ['je', 'jsou', 'byl', 'byla', 'má', 'bydlí', 'pracuje'],
  determiners: [],
  secrets: {
    passwords: ['heslo\\p{L}{0,4}'],
    codes: ['kód(?:u|em)?'],
  },
};
