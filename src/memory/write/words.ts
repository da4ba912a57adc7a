// The words of a text that carry its content, for telling whether two texts speak of the same thing. Pure. These are not the
// tokens of the search index, and this is the one other stemmer: the index is made anew when its stemmer changes, while salted hashes
// of these words are the only record of what was forgotten (tombstones.ts). They can't be hashed anew, so a hash of other tokens would
// have to stand beside these for good, and what was forgotten before would come back without them. So stop words and endings stay.

// Function words of English and German, and words that may be added or dropped without changing what a note says.
const stopWords = new Set(
  (
    'a an and are as at be been but by for from had has have he her his i in is it its me my of on or our she so than that the their them ' +
    'they this to too was we were will with you your not no do does did am im ive user users owner also about after all any can could ' +
    'would should just very now new der die das und ist ein eine einen mit von zu im am ich mein meine er sie es auf für den dem des nicht'
  ).split(' '),
);

/** Lower-cased, without accents and English plural or verb endings; Chinese, Japanese and Korean as pairs of characters. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) {
      const characters = [...word];
      for (let i = 0; i < Math.max(1, characters.length - 1); i += 1) words.add(characters.slice(i, i + 2).join(''));
    } else if (!stopWords.has(word)) words.add(stem(word));
  }
  return words;
}

/** Cuts common English endings, so that "works", "worked" and "working" are one word. */
function stem(word: string): string {
  if (/\d/.test(word) || word.length < 5) return word;
  return word.replace(/(?:ing|ies|ied|ed|es|s|e|y)$/, '');
}
