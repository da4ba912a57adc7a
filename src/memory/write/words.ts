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
export const contentWords = (text: string): Set<string> =>
  new Set([...plain(text).matchAll(anyWord)].flatMap(([word]) => contentOf(word)));

/**
 * Of the content words those that name: a number, or a word with a capital that opens no sentence. Without one of them another text
 * speaks of something else, however much the two have in common.
 */
export function namingWords(text: string): Set<string> {
  const given = plain(text);
  const named = [...given.matchAll(anyWord)].filter(
    ({ 0: word, index }) =>
      /\d/.test(word) ||
      (/^\p{Lu}/u.test(word) &&
        /[^\s.!?…:;"“„«([-]['’]?\s+$/u.test(given.slice(Math.max(0, index - maxBefore), index))),
  );
  return new Set(named.flatMap(([word]) => contentOf(word)));
}

/** A sentence that ended is seen from so near. */
const maxBefore = 8;

const anyWord = /[\p{L}\p{N}]+/gu;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}|['’]/gu, '');

function contentOf(given: string): string[] {
  const word = given.toLowerCase();
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) {
    const characters = [...word];
    return Array.from({ length: Math.max(1, characters.length - 1) }, (_, i) => characters.slice(i, i + 2).join(''));
  }
  return stopWords.has(word) ? [] : [stem(word)];
}

/** Cuts common English endings, so that "works", "worked" and "working" are one word. */
function stem(word: string): string {
  if (/\d/.test(word) || word.length < 5) return word;
  return word.replace(/(?:ing|ies|ied|ed|es|s|e|y)$/, '');
}

/** A text that says a statement again may be reworded, and may say more: of five and more words so large a part may be other ones. */
const otherShare = 0.25;
const fewWords = 5;

/** A statement, by what tells that a text says it again: words, or what stands for them. */
export interface Said {
  /** All of its content words. */
  words: ReadonlySet<string>;
  /** Those that name. */
  naming: ReadonlySet<string>;
}

/** Whether a text with these words says a statement again. */
export function saysAgain({ words: said, naming }: Said, words: ReadonlySet<string>): boolean {
  if ([...naming].some((word) => !words.has(word))) return false;
  const missing = [...said].filter((word) => !words.has(word)).length;
  return missing <= (said.size < fewWords ? 0 : said.size * otherShare);
}
