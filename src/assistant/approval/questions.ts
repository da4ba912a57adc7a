// The questions and the quotations in what the assistant said. Pure.
import { asksAboutSentenceBefore, isOfTime } from '../phrases/offers.ts';

/** What stands in quotation marks, with them. */
export const quotedIn = (text: string): string[] => text.match(quotation) ?? [];
export const quotation = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

const closingMarks: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/**
 * The sentences of a text that ask, with the one before where they ask about that: "I can save it. Shall I?" What stands in quotation
 * marks ends no sentence.
 */
export function questionsIn(text: string): string[] {
  const questions: string[] = [];
  let sentence = '';
  let previous = '';
  let closing: string | null = null;
  let read = 0;
  for (const character of text) {
    sentence += character;
    read += character.length;
    if (character === closing) closing = null;
    else if (closing === null) closing = closingMarks[character] ?? null;
    const isEnd = character === '\n' || (closing === null && '.!?？'.includes(character));
    if (!isEnd || (character === '.' && isDay(sentence, text.slice(read, read + maxMonthUnits)))) continue;
    if (character === '?' || character === '？')
      questions.push(asksAboutSentenceBefore(sentence) ? previous + sentence : sentence);
    [previous, sentence, closing] = [sentence, '', null];
  }
  return questions;
}

const maxMonthUnits = 20;

/** "On the 3. December": the dot ends no sentence. */
function isDay(before: string, after: string): boolean {
  const [, month = ''] = /^ (\p{L}+)/u.exec(after) ?? [];
  return /(?:^|\D)\d{1,2}\.$/.test(before.slice(-4)) && isOfTime(month);
}
