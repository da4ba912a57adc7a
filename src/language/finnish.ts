// Finnish, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const finnish: OfflinePhrases = {
  keep: ['muista', 'kirjoita ylös'],
  askWords: ['kuka', 'mikä', 'mitä', 'milloin', 'missä', 'miten', 'miksi'],
  greetings: ['hei', 'moi', 'terve', 'hyvää huomenta', 'hyvää iltaa', 'mitä kuuluu'],
  thanks: ['kiitos', 'kiitos paljon'],
  farewells: ['näkemiin', 'hei hei', 'hyvää yötä', 'lopeta'],
  fillers: ['paljon'],
  abilities: ['apua', 'mitä osaat', 'kuka olet'],
  overview: ['mitä tiedät', 'mitä muistissani on', 'muistiinpanoni'],
  yes: ['kyllä', 'joo'],
  no: ['ei', 'ei kiitos'],
  verbs: ['on', 'ovat', 'oli', 'asuu', 'pitää'],
  determiners: [],
  secrets: {
    passwords: ['salasana\\p{L}{0,4}'],
    codes: ['koodi', '(?:pin|ovi)-?koodi(?:ni)?'],
  },
};
