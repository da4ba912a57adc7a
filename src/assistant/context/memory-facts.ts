// What a conversation begins with knowing of its memory: the languages of the notes and which topic notes there are.
import { cutText } from '../../base/text/text.ts';
import { readIfPossible, type Vault } from '../../memory/vault.ts';
import { withoutComments } from '../../memory/write/bullet.ts';
import { countLittleWords } from '../phrases/languages.ts';
import type { Facts } from './prompt.ts';

const dayNote = /^\d{4}-\d{2}-\d{2}\.md$/;
/** The newest notes say what language the person writes now; a beginning of each is enough. */
const maxNotesRead = 8;
const maxUnitsRead = 4_000;
/** A language counts where this share of the recognised words is its own. */
const minShare = 0.15;
const minWords = 4;

export async function memoryFacts(vault: Pick<Vault, 'list' | 'read'>): Promise<Pick<Facts, 'languages' | 'topics'>> {
  const notes = (await vault.list()).notes.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  const topics = notes.map(({ path }) => path).filter((path) => path !== 'MEMORY.md' && !dayNote.test(path));
  const read = await Promise.all(
    notes.slice(0, maxNotesRead).map(async ({ path }) => await readIfPossible(vault, path)),
  );
  const texts = read.map(({ note }) => cutText(withoutComments(note?.text ?? ''), maxUnitsRead));
  const ofAll = languagesOf(texts.join('\n'));
  // One note in Spanish among many in English has to be searched in Spanish too.
  const ofNotes = texts.flatMap((text) => languagesOf(text).slice(0, 1));
  return { languages: [...new Set([...ofAll, ...ofNotes])], topics };
}

function languagesOf(text: string): string[] {
  const counts = [...countLittleWords(text)].map(([{ name }, count]) => ({ name, count }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return counts
    .filter(({ count }) => count >= minWords && count >= minShare * all)
    .sort((a, b) => b.count - a.count)
    .map(({ name }) => name);
}
