// Text that another program pipes in, as context for a question. It is marked as the words of others.
import type { Clock } from '../base/time/clock.ts';
import { cutText, withoutControls } from '../base/text/text.ts';
import { notOwnWords, quoted } from '../assistant/approval/quoted.ts';

/** More would not fit into most models' context. */
const maxUnits = 200_000;

export interface PipedInput extends AsyncIterable<string | Buffer> {
  isTTY?: boolean;
  setEncoding(encoding: 'utf8'): unknown;
  destroy(): unknown;
}

export interface PipedInputOptions {
  clock: Clock;
  /** Tells the person that nothing came. */
  onSilence(): void;
  /** How long the first byte is waited for. */
  patienceMs?: number;
}

/**
 * The question with what was piped in before it; the question alone where nothing was. A caller that leaves its end of
 * the pipe open and writes nothing (a script, a scheduler) is not waited for.
 */
export async function withPipedInput(
  question: string,
  input: PipedInput,
  { clock, onSilence, patienceMs = 3_000 }: PipedInputOptions,
): Promise<string> {
  if (input.isTTY) return question;
  input.setEncoding('utf8');
  const chunks = input[Symbol.asyncIterator]();
  const read = chunks.next();
  const first = await Promise.race([read, clock.pause(patienceMs)]);
  if (!first) {
    onSilence();
    // The read that is still under way fails when its stream is destroyed.
    read.catch(() => undefined);
    input.destroy();
    return question;
  }
  let piped = '';
  // Reads on behind the limit, so that the program before the pipe can end.
  for (let next = first; !next.done; next = await chunks.next())
    if (piped.length <= maxUnits) piped += String(next.value);
  const text = withoutControls(piped, '\n\t').trim();
  if (text === '') return question;
  const cut = text.length > maxUnits ? `, cut after ${maxUnits} characters` : '';
  return `${quoted(`Standard input${cut}, ${notOwnWords}`, cutText(text, maxUnits), maxUnits)}${question}`;
}
