// What kind of thing a question asks for, and whether a line has one: who asks where or for a book wants a line that names something,
// who asks how many one with a number. When is told apart by the words for times (line-rows.ts). Pure; English, as questions are read.

/** Flags of a line, beside those of line-rows.ts. */
export const hasName = 4;
export const hasNumber = 8;

const asksForPlace =
  /\bwhere\b|\b(?:what|which) (?:\w+ ){0,2}(?:city|cities|country|countries|place|state|town|location|area|restaurant|hotel|museum|school|university|college|shop|store|club|company|companies|organi[sz]ation)s?\b/i;
const asksForTitle =
  /\b(?:what|which) (?:\S+ ){0,3}(?:book|movie|film|song|album|game|band|show|series|podcast|artist|musician|composer|author|writer|singer|actor|director|character|brand|model|team|app|magazine|name)s?\b|\b(?:called|named)\b|\b(?:name|title)s? of\b/i;
const asksForNumber =
  /\bhow (?:many|much|old|far|often|long|big|tall|high)\b|\bwhat (?:percentage|number|age|price|amount)\b/i;

/** The flags of lines that have what the query asks for; 0 where it asks for nothing of a kind. */
export function flagsAskedFor(query: string): number {
  return (
    (asksForPlace.test(query) || asksForTitle.test(query) ? hasName : 0) | (asksForNumber.test(query) ? hasNumber : 0)
  );
}

/** The flags of a line's plain text. */
export const kindFlags = (text: string): number =>
  (namesSomething(text) ? hasName : 0) | (number.test(text) ? hasNumber : 0);

const number =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|couple|once|twice|both)\b/i;
/** With a capital letter amid a sentence. In German that is any noun: then nearly every line has one, and none is preferred. */
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
