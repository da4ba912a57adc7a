// The lines above a passage of a note: what they name may make a secret of what stands in it, as "PINs:" does above a list. They are
// read, and never shown.
import { mayBeListed } from '../base/credential-layouts.ts';
import { withoutSensitive } from '../base/secrets.ts';
import { linesOf } from './text/note.ts';

/** The lines above one of a note, as text; empty where there are none. @param line counted from 1 */
export type LinesAbove = (path: string, line: number) => Promise<string>;

const maxAbove = 30;

/** @param read a note; null, or an error, where it can't be read any more */
export const linesAboveIn =
  (read: (path: string) => Promise<{ text: string } | null>): LinesAbove =>
  async (path, line) => {
    if (line <= 1) return '';
    const note = await read(path).catch(() => null);
    return note === null
      ? ''
      : linesOf(note.text)
          .slice(Math.max(0, line - 1 - maxAbove), line - 1)
          .join('\n');
  };

/**
 * A passage of a note without its secrets, seen with the lines above it where they can make one of what it holds.
 * @param line in which it begins
 */
export async function withoutSecretsIn(
  text: string,
  { path, line }: { path: string; line: number },
  linesAbove?: LinesAbove,
): Promise<string> {
  const above = mayBeListed(text) ? await linesAbove?.(path, line) : '';
  if (!above) return withoutSensitive(text);
  const shown = withoutSensitive(`${above}\n${text}`);
  return shown.split('\n').slice(-text.split('\n').length).join('\n');
}
