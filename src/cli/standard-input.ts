// What another program pipes in, as context for a question. Others may have written it: it is marked as their words.
import { cutText, withoutControls } from '../base/text.ts';
import { notOwnWords, quoted } from '../channels/quoted.ts';

/** More would not fit into most models' context. */
const maxUnits = 200_000;

export interface PipedInput extends AsyncIterable<string | Buffer> {
  isTTY?: boolean;
  setEncoding(encoding: 'utf8'): unknown;
}

/** The question with what was piped in before it; the question alone where nothing was. */
export async function withPipedInput(question: string, input: PipedInput): Promise<string> {
  if (input.isTTY) return question;
  input.setEncoding('utf8');
  let piped = '';
  // Reads on behind the limit, so that the program before the pipe can end.
  for await (const chunk of input) if (piped.length <= maxUnits) piped += String(chunk);
  const text = withoutControls(piped, '\n\t').trim();
  if (text === '') return question;
  const cut = text.length > maxUnits ? `, cut after ${maxUnits} characters` : '';
  return `${quoted(`Standard input${cut}, ${notOwnWords}`, cutText(text, maxUnits), maxUnits)}${question}`;
}
