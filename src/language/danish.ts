// Danish, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const danish: OfflinePhrases = {
  keep: ['husk', 'ikke glem', 'glem ikke', 'noter'],
  that: 'at',
  recallVerbs: ['husk'],
  askWords: ['hvem', 'hva', 'hvad', 'når', 'hvornår', 'hvor', 'hvilken', 'hvordan', 'hvorfor'],
  greetings: ['hej', 'hei', 'god morgen', 'god aften', 'hvordan har du det'],
  thanks: ['tak', 'takk', 'mange tak', 'tusen takk'],
  farewells: ['farvel', 'ha det', 'vi ses', 'god nat', 'god natt'],
  fillers: [],
  abilities: ['hjælp', 'hjelp', 'hvad kan du', 'hva kan du gjøre', 'hvem er du'],
  overview: ['hvad ved du', 'hva vet du', 'mine noter', 'mine notater'],
  yes: ['ja', 'ja tak', 'ja takk'],
  no: ['nej', 'nei'],
  verbs: ['er', 'var', 'har', 'hadde', 'havde', 'hedder', 'heter', 'bor'],
  determiners: ['den', 'det', 'en', 'et', 'min', 'mit', 'mitt', 'mine', 'din'],
  secrets: {
    passwords: ['(?:adgangskode|kodeord|passord)\\p{L}{0,4}'],
    codes: ['kode[nt]?', '(?:pin|port|dør)-?kode[nt]?'],
  },
};
