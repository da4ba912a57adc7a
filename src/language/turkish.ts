// Turkish, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const turkish: OfflinePhrases = {
  keep: ['unutma', 'not et', 'not al', 'hatırla', 'aklında tut'],
  keepEndings: ['\\s*(?:unutma|aklında tut|not et|not al)'],
  recallVerbs: ['hatırla'],
  askWords: ['kim', 'ne', 'ne zaman', 'nerede', 'nasıl', 'neden', 'hangi'],
  greetings: ['merhaba', 'selam', 'günaydın', 'iyi akşamlar', 'nasılsın'],
  thanks: ['teşekkürler', 'teşekkür ederim', 'sağ ol'],
  farewells: ['hoşça kal', 'görüşürüz', 'iyi geceler', 'çıkış'],
  fillers: ['çok'],
  abilities: ['yardım', 'ne yapabilirsin', 'neler yapabilirsin', 'sen kimsin'],
  overview: ['ne biliyorsun', 'hafızamda ne var', 'notlarım'],
  yes: ['evet', 'olur', 'tamam'],
  no: ['hayır', 'yok'],
  verbs: ['var', 'yok', 'oldu', 'yaşıyor', 'seviyor', 'çalışıyor'],
  determiners: [],
  secrets: {
    passwords: ['şifre\\p{L}{0,4}'],
    codes: ['kod'],
    openBefore: ['promosyon', 'posta', 'alan'],
  },
};
