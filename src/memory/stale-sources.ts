// The lines of other notes that a line of MEMORY.md was made of and that still say what an edit took out of it. They stay as they are,
// and are found as before, unless somebody changes them as well. Writes nothing.
import { untilOf } from './text/validity.ts';
import { linesOf } from './text/note.ts';
import { readIfPossible, type Vault } from './vault.ts';
import { hashOfLine, linesOfSource, longTermFile, parseProvenLine, saysWords } from './write/long-term.ts';
import { contentWords } from './write/words.ts';

/**
 * Their places, such as `2026-11-30.md#L14`.
 * @param edited the line as it is now @param before what stood in the place of `after`
 */
export async function staleSources(
  vault: Pick<Vault, 'read'>,
  edited: { path: string; line: number },
  { before, after }: { before: string; after: string },
): Promise<string[]> {
  if (edited.path !== longTermFile) return [];
  const left = contentWords(after);
  const gone = new Set([...contentWords(before)].filter((word) => !left.has(word)));
  const line = (await linesIn(vault, longTermFile))[edited.line - 1] ?? '';
  const { text, provenance } = parseProvenLine(line);
  // Of a line that says until when it was true the sources count as past already.
  if (gone.size === 0 || provenance === null || untilOf(text) !== null) return [];
  const places: string[] = [];
  for (const source of provenance.sources) {
    const place = linesOfSource(source);
    if (place === null) continue;
    const lines = await linesIn(vault, place.path);
    for (const [i, said] of lines.entries()) {
      const isMeant =
        place.hash === undefined ? place.startLine <= i + 1 && i < place.endLine : place.hash === hashOfLine(said);
      if (isMeant && untilOf(said) === null && saysWords(said, gone)) places.push(`${place.path}#L${i + 1}`);
    }
  }
  return places;
}

/** None of a note that is not there or can't be read, as is a conversation. */
async function linesIn(vault: Pick<Vault, 'read'>, path: string): Promise<string[]> {
  if (!path.endsWith('.md')) return [];
  return linesOf((await readIfPossible(vault, path)).note?.text ?? '');
}
