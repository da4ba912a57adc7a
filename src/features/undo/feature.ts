// Undo: every change of a note by the assistant is kept with the note before and after it, and can be taken back.
import type { Feature } from '../../assistant/feature.ts';
import { undoCommand } from './command.ts';
import type { Revisions } from './revisions.ts';
import { type UndoParts, createUndo } from './undo.ts';

export function createUndoFeature(options: UndoParts & { revisions: Revisions }): Feature {
  return {
    name: 'undo',
    commands: [undoCommand(createUndo(options))],
    stores: { eraseRows: options.revisions.erase },
  };
}
