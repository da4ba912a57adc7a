// A folder of Markdown notes, such as an Obsidian vault: each note byte for byte under its own name (front matter, tags and
// wikilinks with it), and the pictures and files that the notes show, beside them as they were.
import { maxNoteBytes, megabytes } from '../../memory/listing.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { messageOf } from '../../base/errors.ts';
import type { ImportItem, ImportSource } from './source.ts';
import { baseName, type ImportTree, readWhole } from './tree.ts';

export const maxFileBytes = 20 * 1024 * 1024;

export function openNoteFolder(tree: ImportTree): ImportSource {
  const skipped = [...tree.skipped];
  const notes = tree.files.filter(({ name }) => isNoteName(name));
  async function* items(): AsyncGenerator<ImportItem> {
    const shown = new Set<string>();
    for (const { name } of notes) {
      const bytes = await readNote(tree, name, skipped);
      if (!bytes) continue;
      for (const file of shownFiles(bytes.toString('utf8'))) shown.add(file);
      yield { kind: 'note', name, bytes };
    }
    for (const { name, bytes } of tree.files.filter((file) => !isNoteName(file.name))) {
      const isShown = shown.has(name.toLowerCase()) || shown.has(baseName(name).toLowerCase());
      const reason = reasonAgainst(name, bytes, isShown);
      if (reason === null) yield { kind: 'file', name, from: name, bytes };
      else skipped.push(`${name}: ${reason}`);
    }
  }
  return { what: 'a folder of notes', items, open: tree.open, skipped };
}

/** Null for a note that can't be taken; the reason is noted. */
export async function readNote(tree: ImportTree, name: string, skipped: string[]): Promise<Buffer | null> {
  try {
    const bytes = await readWhole(tree, name, maxNoteBytes);
    if (bytes === null) skipped.push(`${name}: larger than ${megabytes(maxNoteBytes)} MB`);
    return bytes;
  } catch (error) {
    skipped.push(`${name}: ${messageOf(error)}`);
    return null;
  }
}

function reasonAgainst(name: string, bytes: number, isShown: boolean): string | null {
  if (/\.zip$/i.test(name)) return 'an archive; import it by itself';
  if (!isShown) return 'not Markdown, and no note shows it';
  return bytes > maxFileBytes ? `larger than ${megabytes(maxFileBytes)} MB` : null;
}

/** At most this much of a link is looked at: longer than a path can be. */
const maxTarget = 1024;

/** The files that a note embeds or links to, in lower case: `![[x.png|300]]`, `[[x.pdf#page=2]]`, `![](x.png)`, `[a](<x y.png>)`. */
export function* shownFiles(text: string): Generator<string> {
  for (const [open, close] of [
    ['[[', ']]'],
    ['](', ')'],
  ] as const) {
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 2)) {
      const rest = text.slice(at + 2, at + 2 + maxTarget);
      const end = rest.indexOf(close);
      const target = end < 0 ? '' : plainTarget(rest.slice(0, end));
      if (target !== '') yield target;
    }
  }
}

/** The target without size, heading, title and the dots that lead up: files are found by the end of their names. */
function plainTarget(target: string): string {
  const bare = (target.startsWith('<') ? target.slice(1).split('>')[0] : target.split(/[|#]| "/)[0])?.trim() ?? '';
  return decoded(bare)
    .replace(/^(?:\.{1,2}\/)+/, '')
    .toLowerCase();
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
