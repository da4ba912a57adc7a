// The one way to a terminal. Whatever is written passes here and loses every control character and escape sequence that is
// not of our own making: no note, file name or reply can set a title, fill the clipboard or move the cursor.
import { withoutControls } from '../../base/text/text.ts';
import { ownSequenceAt } from './paint.ts';

/** The text of others, before our own styles are put around it. */
export const cleanText = (text: string): string => withoutControls(text.replaceAll('\r\n', '\n'), '\n\t');

/** The text with our own escape sequences and no others. Linear. */
export function withOwnSequencesOnly(text: string): string {
  let clean = '';
  let from = 0;
  for (let at = text.indexOf('\u001B'); at !== -1; at = text.indexOf('\u001B', at + 1)) {
    const length = ownSequenceAt(text, at);
    if (length === 0) continue;
    clean += withoutControls(text.slice(from, at), '\n\r\t') + text.slice(at, at + length);
    from = at + length;
  }
  return clean + withoutControls(text.slice(from), '\n\r\t');
}

export function createOutput(stream: NodeJS.WritableStream): (text: string) => void {
  return (text) => {
    if (text !== '') stream.write(withOwnSequencesOnly(text).toWellFormed());
  };
}
