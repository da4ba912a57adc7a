// One file that the person named: a note, the conversations of an export, a session of another assistant, or a transcript in
// the form of a model's API.
import path from 'node:path';
import { UserError } from '../../base/errors.ts';
import { append } from '../../base/lists.ts';
import { isNoteName } from '../../memory/note-path.ts';
import { parseSessionLines, parseSnapshot } from './agent-sessions.ts';
import { openChatExport } from './chat-export.ts';
import { type Conversation, notesOfConversation, someAssistant } from './conversation.ts';
import { openNoteFolder } from './note-folder.ts';
import type { ImportItem, ImportSource } from './source.ts';
import { parseTranscript } from './transcript.ts';
import { type ImportTree, readWhole } from './tree.ts';

const noneOfThem =
  "is none of the files that can be imported: a note (.md), the archive of ChatGPT or Claude as it was sent (.zip) or its conversations.json, a session of another assistant (.jsonl), or a transcript in the form of a model's API (.json). A folder of notes is taken as well.";

const maxTranscriptBytes = 256 * 1024 * 1024;

export function openSingleFile(tree: ImportTree, timezone: string): ImportSource {
  const name = tree.files[0]?.name ?? '';
  if (isNoteName(name)) return openNoteFolder(tree);
  const skipped: string[] = [];
  async function* items(): AsyncGenerator<ImportItem> {
    const conversation = await readConversation(tree, name);
    if (conversation) {
      for (const note of notesOfConversation(conversation, someAssistant, timezone)) yield { kind: 'keyed', note };
      return;
    }
    const found = openChatExport({ ...tree, files: [{ name: 'conversations.json', bytes: 0 }] }, timezone, name);
    let isKnown = false;
    for await (const item of found.items()) {
      isKnown = true;
      yield item;
    }
    if (!isKnown && found.skipped.length === found.unknown()) throw new UserError(`${name} ${noneOfThem}`);
    append(skipped, found.skipped);
  }
  return { what: 'a file', items, open: tree.open, skipped };
}

/** A transcript or a session; null for another file. A large file is an export. */
async function readConversation(tree: ImportTree, name: string): Promise<Conversation | null> {
  const bytes = await readWhole(tree, name, maxTranscriptBytes);
  const title = path.parse(name).name;
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  if (name.endsWith('.jsonl')) return parseSessionLines(text.split('\n').flatMap(parsedLine), title);
  const [json] = parsedLine(text);
  if (json === undefined && !/\.json$/i.test(name)) throw new UserError(`${name} ${noneOfThem}`);
  return parseTranscript(json, title) ?? parseSnapshot(json);
}

function parsedLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
