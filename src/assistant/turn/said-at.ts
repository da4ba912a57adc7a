// Where in the transcripts the words of the person stand that made the model call a tool: the source of a line that is saved.
import { readRegular } from '../../base/files/regular-file.ts';
import path from 'node:path';
import { ifThere } from '../../base/files/if-there.ts';
import { type Entry, parseEntry } from '../../session/entry.ts';
import { isSpoken } from '../../session/history.ts';

/**
 * The place of the last message of the person before a tool call, as `sessions/<id>.jsonl#Lx-Lx`; null where the session has no
 * file, or not that call. Damaged lines count as lines, as the consolidation counts them.
 * @param file of the session
 */
export async function saidBefore(file: string, toolUseId: string): Promise<string | null> {
  const lines = await linesOf(file);
  const call = lines.findLastIndex((line) => line.includes(`"id":${JSON.stringify(toolUseId)}`));
  const said = lines.slice(0, Math.max(call, 0)).findLastIndex((line) => {
    const entry = entryOf(line);
    return entry?.type === 'message' && isSpoken(entry);
  });
  return said < 0 ? null : `sessions/${path.basename(file)}#L${said + 1}-L${said + 1}`;
}

const linesOf = async (file: string): Promise<string[]> =>
  (await ifThere(readRegular(file)))?.toString().split('\n') ?? [];

function entryOf(line: string): Entry | null {
  try {
    return parseEntry(line);
  } catch {
    // The loader of the session warns of a damaged line.
    return null;
  }
}
