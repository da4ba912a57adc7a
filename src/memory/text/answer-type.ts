// Whether a line has the kind of thing that questions ask for: a name (where, which book) or a number (how many). What a question
// asks for is read in query/question-forms.ts. Pure.

/** Flags of a line, beside those of chunk-features.ts. */
export const hasName = 4;
export const hasNumber = 8;

/** The flags of a line's plain text. */
export const kindFlags = (text: string): number =>
  (namesSomething(text) ? hasName : 0) | (number.test(text) ? hasNumber : 0);

const number =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|couple|once|twice|both)\b/i;
/** A word with a capital letter amid a sentence. In German that is any noun: then nearly every line has one, and none is preferred. */
const capital = /([\p{Ll}\p{N},;'’)]) (\p{Lu}[\p{Ll}\p{Lu}][\p{L}\p{N}]*)/gu;
const title = /["“„][^"“”„\n]{2,60}["“”]|(?<!\*)\*[^*\s][^*\n]{1,60}\*(?!\*)/;
const dayOrMonth =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

function namesSomething(text: string): boolean {
  if (title.test(text)) return true;
  for (const { 0: found, 1: before, 2: word = '', index } of text.matchAll(capital)) {
    // Between a comma and an end it is who is spoken to: "Thanks, Anna!"
    const isCalled = before === ',' && /^\s*(?:[.!?,]|$)/.test(text.slice(index + found.length));
    if (!isCalled && !dayOrMonth.test(word)) return true;
  }
  return false;
}
