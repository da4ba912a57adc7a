// The keys that edit the input, as in a shell.
import type { InputEditor } from './editor.ts';
import type { Key } from './keys.ts';

/** What a key does to the text; null for one that writes or does nothing. */
export function editOf({ name, ctrl, meta }: Key): ((editor: InputEditor) => void) | null {
  if (ctrl) return controlEdits[name ?? ''] ?? null;
  if (meta) return metaEdits[name ?? ''] ?? null;
  return plainEdits[name ?? ''] ?? null;
}

type Edits = Readonly<Record<string, (editor: InputEditor) => void>>;

const plainEdits: Edits = {
  backspace: (editor) => editor.backspace(),
  delete: (editor) => editor.delete(),
  left: (editor) => editor.left(),
  right: (editor) => editor.right(),
  up: (editor) => editor.up(),
  down: (editor) => editor.down(),
  home: (editor) => editor.lineStart(),
  end: (editor) => editor.lineEnd(),
};

const controlEdits: Edits = {
  a: (editor) => editor.lineStart(),
  e: (editor) => editor.lineEnd(),
  b: (editor) => editor.left(),
  f: (editor) => editor.right(),
  p: (editor) => editor.up(),
  n: (editor) => editor.down(),
  h: (editor) => editor.backspace(),
  k: (editor) => editor.killToEnd(),
  u: (editor) => editor.killToStart(),
  w: (editor) => editor.killWord(),
  left: (editor) => editor.wordLeft(),
  right: (editor) => editor.wordRight(),
};

const metaEdits: Edits = {
  b: (editor) => editor.wordLeft(),
  f: (editor) => editor.wordRight(),
  left: (editor) => editor.wordLeft(),
  right: (editor) => editor.wordRight(),
  backspace: (editor) => editor.killWord(),
};
