// What is imported, as a stream of notes and files to be taken. Each form has a reader of its own (recognise.ts).
import type { KeyedNote } from './conversation.ts';
import type { ImportTree } from './tree.ts';

export type ImportItem =
  /** A note under its own name, byte for byte. */
  | {
      kind: 'note';
      name: string;
      bytes: Buffer;
      /** It is the person's, from another memory folder: where a note of its name has other words it is kept beside that, under another name. */
      isOwn?: boolean;
    }
  /** A note that is recognised by its key. */
  | { kind: 'keyed'; note: KeyedNote }
  /** A picture or another file that a note shows. @property from its name in what is imported */
  | { kind: 'file'; name: string; from: string; bytes: number };

export interface ImportSource {
  /** What it was taken for: "an export of ChatGPT or Claude". */
  what: string;
  items(): AsyncIterable<ImportItem>;
  /** The bytes of a file that an item names. @throws as {@link ImportTree.open} */
  open: ImportTree['open'];
  /** What is not taken, and why; complete when all items were read. */
  skipped: string[];
}
