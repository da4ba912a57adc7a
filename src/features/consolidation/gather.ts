// Reads what the consolidation works on: daily notes through the vault, conversations from their transcripts. Only what
// the person said; nothing of the assistant, of tools, or of what the assistant was given as context.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { localDate } from '../../base/time/local-time.ts';
import { codeOf, messageOf } from '../../base/errors.ts';
import { withoutSensitive } from '../../base/secrets/secrets.ts';
import type { Log } from '../../base/log.ts';
import { linesOf } from '../../memory/text/note.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { type Note, readIfPossible, type Vault } from '../../memory/vault.ts';
import { essence } from '../../memory/write/bullet.ts';
import { contentWords } from '../../memory/write/words.ts';
import { type Entry, type MessageEntry, parseEntry } from '../../session/entry.ts';
import { type SaidWords, saidIn } from '../../assistant/approval/said-words.ts';
import { isSavedAt, questionBefore, receiptsIn, saidText } from '../../assistant/context/said-text.ts';
import { isUntrustedText } from '../../assistant/approval/untrusted-text.ts';
import type { SourceLine } from './check.ts';
import { daySpans, type Span, spanHash } from './source.ts';
import { audienceOf } from '../../base/session-key.ts';
import { append, range } from '../../base/lists.ts';

export interface Gathered {
  /** All spans of all days, oldest day first, in the order of their places. */
  spans: Span[];
  /** See CheckContext. */
  sourceLines(path: string): readonly SourceLine[] | null;
  /** What the person calls themselves, by the channels; more than one where they did so in several ways. */
  names: string[];
  /** The daily notes that could not be read: they stay open until they can. */
  unread: NoteProblem[];
}

const dayNote = /^(\d{4}-\d{2}-\d{2})\.md$/;

/** @param only one local day, where not all are wanted */
export async function gatherSpans(options: {
  vault: Vault;
  sessionsDir: string;
  timezone: string;
  log: Log;
  only?: string | undefined;
}): Promise<Gathered> {
  const files = new Map<string, SourceLine[]>();
  const { spans: said, remembered, distilled, names } = await sessionSpans(options, files);
  const spans: Span[] = [];
  const unread: NoteProblem[] = [];
  for await (const { path: notePath, date, note, problem } of dayNotes(options.vault)) {
    if (problem !== null && (options.only === undefined || date === options.only)) unread.push(problem);
    if (!note) continue;
    // What must not be kept is taken out before anything is made of a line: no model and no later step sees it.
    const lines = linesOf(withoutSensitive(note.text));
    const ofDay = daySpans(notePath, date, lines).map((span) => {
      const words = essence(span.text);
      if (remembered.has(words)) return { ...span, isExplicit: true };
      // What a model noted of a conversation would bear itself out: the conversation is read in its place.
      return distilled.has(words) ? { ...span, isUntrusted: true } : span;
    });
    const untrusted = new Set(
      ofDay.filter((span) => span.isUntrusted).flatMap((span) => range(span.startLine, span.endLine)),
    );
    files.set(
      notePath,
      lines.map((text, i) => ({ text, date, isUntrusted: untrusted.has(i + 1) })),
    );
    append(spans, ofDay);
  }
  const wanted = [...spans, ...said].filter((span) => options.only === undefined || span.date === options.only);
  return {
    spans: wanted.sort(
      (a, b) => a.date.localeCompare(b.date) || a.path.localeCompare(b.path) || a.startLine - b.startLine,
    ),
    sourceLines: (name) => files.get(name) ?? null,
    names: [...names],
    unread,
  };
}

/** Several are read at a time: one by one, most of the time would go into waiting. */
const readAtOnce = 16;

async function* dayNotes(
  vault: Vault,
): AsyncGenerator<{ path: string; date: string; note: Note | null; problem: NoteProblem | null }> {
  const dated = (await vault.list()).notes.flatMap(({ path: notePath }) => {
    const date = dayNote.exec(notePath)?.[1];
    return date === undefined ? [] : [{ path: notePath, date }];
  });
  for (let at = 0; at < dated.length; at += readAtOnce) {
    const together = dated.slice(at, at + readAtOnce);
    const notes = await Promise.all(together.map(async (one) => await readIfPossible(vault, one.path)));
    for (const [i, one] of together.entries()) yield { ...one, ...(notes[i] as (typeof notes)[number]) };
  }
}

async function sessionSpans(
  options: { sessionsDir: string; timezone: string; log: Log },
  files: Map<string, SourceLine[]>,
): Promise<{ spans: Span[]; remembered: Set<string>; distilled: Set<string>; names: Set<string> }> {
  const spans: Span[] = [];
  const names = new Set<string>();
  const remembered = new Set<string>();
  const distilled = new Set<string>();
  for (const name of await transcripts(options.sessionsDir)) {
    const notePath = `sessions/${name}`;
    const lines = (await readFile(path.join(options.sessionsDir, name), 'utf8')).split('\n');
    const entries = lines.map(readEntry);
    if (!isPrivate(entries)) continue;
    const shown: SourceLine[] = [];
    let words: SaidWords | undefined;
    const said = (): SaidWords => (words ??= saidIn(entries.filter((entry) => entry !== null)));
    for (const [i, entry] of entries.entries()) {
      if (entry?.type === 'prefix' && entry.person !== undefined) names.add(entry.person);
      if (entry?.type === 'distilled') for (const noted of entry.notes) distilled.add(essence(noted.text));
      const spoken = entry?.type === 'message' ? saidText(entry) : null;
      const text = spoken === null ? null : withoutSensitive(spoken);
      if (entry?.type === 'message') for (const saved of savedTexts(entry)) remembered.add(essence(saved));
      if (entry?.type !== 'message' || text === null) {
        shown.push({ text: '', date: '', isUntrusted: true });
        continue;
      }
      const date = localDate(new Date(entry.sent_at ?? entry.at), options.timezone);
      const isUntrusted = isUntrustedText(text);
      const question = questionBefore(entries, i, text, said);
      shown.push({ text, date, isUntrusted, question });
      if (contentWords(text).size < 2 && question === undefined) continue;
      spans.push({
        path: notePath,
        startLine: i + 1,
        endLine: i + 1,
        date,
        text,
        hash: spanHash(notePath, `${entry.id} ${text}`),
        isUntrusted,
        isExplicit: false,
        question,
        isSaved: isSavedAt(entries, i),
      });
    }
    files.set(notePath, shown);
  }
  return { spans, remembered, distilled, names };

  /** Damaged lines are the session's own affair: it warns of them when it is loaded. */
  function readEntry(line: string): Entry | null {
    if (line === '') return null;
    try {
      return parseEntry(line);
    } catch (error) {
      options.log.debug({ reason: messageOf(error) }, 'a damaged line of a transcript is not consolidated');
      return null;
    }
  }
}

/** What was said in a group, or in a conversation of an unknown kind, is not the person's memory. */
function isPrivate([head]: readonly (Entry | null)[]): boolean {
  return head?.type === 'session' && audienceOf(head.key) === 'private';
}

const savedTexts = (entry: MessageEntry): string[] =>
  receiptsIn(entry).flatMap(({ verb, text }) => (verb === 'saved' ? [text] : []));

async function transcripts(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir, { recursive: true }))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => name.split(path.sep).join('/'))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
