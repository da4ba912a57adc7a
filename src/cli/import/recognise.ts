// Recognises what is imported by the files that it holds.
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { isAgentHome, openAgentHome } from './agent-home.ts';
import { isChatExport, openChatExport } from './chat-export.ts';
import { openNoteFolder } from './note-folder.ts';
import { isOwnExport, openOwnExport } from './own-export.ts';
import { openSingleFile } from './single-file.ts';
import type { ImportSource } from './source.ts';
import type { ImportTree } from './tree.ts';

/**
 * @param name of the file or folder, without the path to it
 * @throws UserError for a single file of no known form
 */
export function recognise(tree: ImportTree, name: string, timezone: string, isSingle: boolean): ImportSource {
  if (isSingle) return openSingleFile(tree, timezone);
  const inner = withoutTopFolder(tree);
  if (inner.files.length === 0 && inner.skipped.length === 0) throw new UserError(`${name} is empty.`);
  const own = [tree, inner].find(isOwnExport);
  if (own) return openOwnExport(own, timezone);
  if (isChatExport(inner)) return openChatExport(inner, timezone);
  const isHidden = path.basename(name).startsWith('.');
  return isAgentHome(inner, isHidden) ? openAgentHome(inner, timezone) : openNoteFolder(inner);
}

/** An archive often holds a single folder, which holds all the rest. */
function withoutTopFolder(tree: ImportTree): ImportTree {
  const [first] = tree.files;
  const top = first === undefined ? '' : first.name.slice(0, first.name.indexOf('/') + 1);
  const isExport = top !== '' && tree.files.every(({ name }) => name.startsWith(top)) && tree.isArchive === true;
  if (!isExport) return tree;
  return {
    ...tree,
    files: tree.files.map(({ name, bytes }) => ({ name: name.slice(top.length), bytes })),
    open: (name) => tree.open(top + name),
  };
}
