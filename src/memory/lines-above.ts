// The lines above a passage of a note: what they name may make a secret of what stands in it, as "PINs:" does above a list. They are
// read, and never shown.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { namingPlaces } from '../base/secrets/credential-values.ts';
import { withoutSensitive } from '../base/secrets/secrets.ts';
import { linesOf } from './text/note.ts';

/** The lines above one of a note, as text; empty where none of them names a secret. @param line counted from 1 */
export type LinesAbove = (notePath: string, line: number) => Promise<string>;

const maxAbove = 30;
const maxKnown = 2_000;

/** The lines of a note that name a secret, counted from 1, for as long as its file stays as it is. */
interface Known {
  version: string;
  lines: readonly number[];
}

/** @param vault whose notes are read anew only when they have changed: most name nothing */
export function linesAboveIn(vault: {
  dir: string;
  read(notePath: string): Promise<{ text: string } | null>;
}): LinesAbove {
  const known = new Map<string, Known>();

  async function namesIn(notePath: string): Promise<readonly number[]> {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path.join(vault.dir, notePath));
    const version = `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    const kept = known.get(notePath);
    if (kept?.version === version) return kept.lines;
    const text = (await vault.read(notePath))?.text ?? '';
    if (known.size >= maxKnown) known.clear();
    known.set(notePath, { version, lines: linesWithNames(text) });
    return known.get(notePath)?.lines ?? [];
  }

  return async (notePath, line) => {
    // A note that can't be read any more shows nothing that it could name.
    const names = await namesIn(notePath).catch(() => []);
    if (!names.some((at) => at < line && at >= line - maxAbove)) return '';
    const note = await vault.read(notePath).catch(() => null);
    const lines = note === null ? [] : linesOf(note.text);
    return lines.slice(Math.max(0, line - 1 - maxAbove), line - 1).join('\n');
  };
}

function linesWithNames(text: string): number[] {
  const lines = new Set<number>();
  let [line, from] = [1, 0];
  for (const start of namingPlaces(text)) {
    line += text.slice(from, start).split('\n').length - 1;
    from = start;
    lines.add(line);
  }
  return [...lines];
}

/**
 * A passage of a note without its secrets, seen with the lines above it.
 * @param line in which it begins
 */
export async function withoutSecretsIn(
  text: string,
  { path: notePath, line }: { path: string; line: number },
  linesAbove?: LinesAbove,
): Promise<string> {
  const above = await linesAbove?.(notePath, line);
  if (!above) return withoutSensitive(text);
  const shown = withoutSensitive(`${above}\n${text}`);
  return shown.split('\n').slice(-text.split('\n').length).join('\n');
}
