// The sentences of a message, each of which may be about something else. Pure.
import { contentTermsOf } from '../text/terms.ts';

/** A sentence with fewer telling words, such as a greeting, is not looked up by itself. */
const minTerms = 2;
/** A full stop behind less than a short word is of an abbreviation or a number: "Dr.", "U.S.", "3.". */
const ends = /(?<=[\p{Ll}\p{Lo}]{3}\.|[!?؟…])\s+(?!\p{Ll})|(?<=[。！？])|\n+/u;

/** All sentences of a text, in order. */
export const allSentences = (text: string): string[] =>
  text
    .split(ends)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** The sentences that tell something, longest first; none where the text is but one. */
export function sentencesIn(text: string): string[] {
  const all = allSentences(text);
  // Most questions are one sentence, and the model gets them only after this.
  if (all.length < 2) return [];
  const sentences = all.filter((sentence) => contentTermsOf(sentence).length >= minTerms);
  return sentences.length < 2 ? [] : sentences.sort((a, b) => b.length - a.length);
}
