// Polish, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const pl: OfflineLanguage = {
  keep: ['zapamiętaj', 'zapisz', 'zanotuj', 'nie zapomnij'],
  askWords: ['kto', 'co', 'kiedy', 'gdzie', 'jak', 'dlaczego', 'który', 'która'],
  greetings: ['cześć', 'hej', 'dzień dobry', 'dobry wieczór', 'jak się masz'],
  thanks: ['dzięki', 'dziękuję', 'dziękuję bardzo'],
  farewells: ['do widzenia', 'na razie', 'dobranoc', 'wyjdź', 'koniec'],
  fillers: ['bardzo'],
  abilities: ['pomoc', 'pomóż', 'co potrafisz', 'co umiesz', 'kim jesteś'],
  overview: ['co wiesz', 'co wiesz o mnie', 'co jest w mojej pamięci', 'moje notatki'],
  yes: ['tak', 'jasne', 'proszę'],
  no: ['nie', 'nie dziękuję'],
  verbs: ['jest', 'są', 'był', 'była', 'ma', 'mają', 'mieszka', 'lubi', 'pracuje', 'nazywa'],
  determiners: [],
};
