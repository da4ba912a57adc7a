// One file as the consolidation reads it: a conversation from its transcript, or the note of a day. Only what the person said; nothing
// of the assistant, of tools, or of what the assistant was given as context.
import { readRegularSync } from '../../base/files/regular-file.ts';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spokenText } from '../../assistant/approval/provenance.ts';
import { readSaid, type SaidWords, saidIn } from '../../assistant/approval/said-words.ts';
import { isUntrustedText } from '../../assistant/approval/untrusted-text.ts';
import { isSavedAt, questionBefore, receiptsIn, repeatsOthers, saidText } from '../../assistant/context/said-text.ts';
import { allOf, type Pace } from '../../base/concurrency/cooperative.ts';
import { codeOf } from '../../base/errors.ts';
import { append } from '../../base/lists.ts';
import { withoutSensitive } from '../../base/secrets/secrets.ts';
import { audienceOf } from '../../base/session-key.ts';
import { localDate } from '../../base/time/local-time.ts';
import { maxNoteBytes } from '../../memory/listing.ts';
import { linesOf, parseNote } from '../../memory/text/note.ts';
import type { Vault } from '../../memory/vault.ts';
import { essence } from '../../memory/write/bullet.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Entry, MessageEntry } from '../../session/entry.ts';
import { entryLinesOf, readEntryLines } from '../../session/transcript.ts';
import type { Heard, SourceLine } from './check.ts';
import { type FileFacts, hashOfWords } from './seen-files.ts';
import { daySpans, type Span, spanHash } from './source.ts';

export interface SessionReading {
  path: string;
  spans: Span[];
  /** All lines of the file; null where it is no source. */
  lines: SourceLine[] | null;
  /** What the person said when a model saved something, by the hash of what it saved. */
  heard: ReadonlyMap<string, Heard>;
  facts: Omit<FileFacts, 'open'>;
}

export interface DayReading {
  path: string;
  date: string;
  /** As the note alone tells them. */
  spans: Span[];
  lines: string[];
}

/** What must not be kept is taken out before anything is made of a line: no model and no later step sees it. */
export function readDay(notePath: string, date: string, text: string): DayReading {
  const lines = linesOf(withoutSensitive(text));
  return { path: notePath, date, spans: daySpans(notePath, date, lines), lines };
}

/** The note of a day that is known to the vault; null where it can't be read now. */
export function readDayNow(vault: Vault, notePath: string): DayReading | null {
  let file: number | null = null;
  try {
    file = openSync(path.join(vault.dir, notePath), constants.O_RDONLY | constants.O_NOFOLLOW);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxNoteBytes) return null;
    return readDay(notePath, notePath.slice(0, 'YYYY-MM-DD'.length), parseNote(readFileSync(file)).text);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Where sessions lie, and where their days begin. */
export interface SessionsAt {
  sessionsDir: string;
  timezone: string;
}

const fileOf = (notePath: string, sessionsDir: string): string =>
  path.join(sessionsDir, notePath.slice('sessions/'.length));

export async function readSession(
  notePath: string,
  { sessionsDir, timezone }: SessionsAt,
  pace: Pace,
): Promise<SessionReading> {
  const entries: (Entry | null)[] = [];
  for await (const some of readEntryLines(fileOf(notePath, sessionsDir))) {
    append(entries, some);
    // The first line says whose it is: the rest of what is nobody's need not be read.
    if (!isPrivate(entries)) break;
  }
  return await pace.walk(readingOf(notePath, entries, timezone));
}

export function readSessionNow(notePath: string, { sessionsDir, timezone }: SessionsAt): SessionReading | null {
  try {
    const entries = entryLinesOf(readRegularSync(fileOf(notePath, sessionsDir)).toString());
    return allOf(readingOf(notePath, entries, timezone));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @yields after each line: a session may be long */
function* readingOf(
  notePath: string,
  entries: readonly (Entry | null)[],
  timezone: string,
): Generator<void, SessionReading> {
  const spans: Span[] = [];
  const lines: SourceLine[] = [];
  const facts = { saved: new Set<string>(), distilled: new Set<string>(), names: new Set<string>() };
  const heard = new Map<string, Heard>();
  let words: SaidWords | undefined;
  const isSource = isPrivate(entries);
  for (const [i, entry] of isSource ? entries.entries() : []) {
    yield;
    if (entry?.type === 'prefix' && entry.person !== undefined) facts.names.add(entry.person);
    if (entry?.type === 'distilled')
      for (const { text } of entry.notes) facts.distilled.add(hashOfWords(essence(text)));
    const spoken = entry?.type === 'message' ? saidText(entry) : null;
    const text = spoken === null ? null : withoutSensitive(spoken);
    const savedNow = entry?.type === 'message' ? savedTexts(entry).map((saved) => hashOfWords(essence(saved))) : [];
    for (const saved of savedNow) facts.saved.add(saved);
    const said = savedNow.length > 0 ? heardBefore(notePath, entries, i, lines) : null;
    if (said) for (const saved of savedNow) heard.set(saved, said);
    if (entry?.type !== 'message' || text === null) {
      lines.push({ text: '', date: '', isUntrusted: true });
      continue;
    }
    const date = localDate(new Date(entry.sent_at ?? entry.at), timezone);
    const isUntrusted = isUntrustedText(text);
    const asked = questionBefore(entries, i, text);
    if (asked !== undefined && !words) {
      yield* readSaid(entries);
      words = saidIn(entries.filter((one) => one !== null));
    }
    const question = asked !== undefined && words && !repeatsOthers(asked, words) ? asked : undefined;
    lines.push({ text, date, isUntrusted, question });
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
  const { saved, distilled, names } = facts;
  return {
    path: notePath,
    spans,
    lines: isSource ? lines : null,
    heard,
    facts: { saved: [...saved], distilled: [...distilled], names: [...names] },
  };
}

/** What was said in a group, or in a conversation of an unknown kind, is not the person's memory. */
function isPrivate([head]: readonly (Entry | null)[]): boolean {
  return head?.type === 'session' && audienceOf(head.key) === 'private';
}

const savedTexts = (entry: MessageEntry): string[] =>
  receiptsIn(entry).flatMap(({ verb, text }) => (verb === 'saved' ? [text] : []));

/** How much of what was said before is read beside what made a model save something. */
const maxBefore = 6;
const maxBeforeChars = 2_000;

/** The words of the person in the turn in which a model saved something; null where others' stand among them. */
function heardBefore(
  notePath: string,
  entries: readonly (Entry | null)[],
  index: number,
  lines: readonly SourceLine[],
): Heard | null {
  let at = index - 1;
  while (at >= 0 && (lines[at]?.text ?? '') === '' && entries[at]?.type !== 'turn') at -= 1;
  let from = at;
  while (from > 0 && entries[from - 1]?.type === 'message' && (lines[from - 1]?.text ?? '') !== '') from -= 1;
  const said = lines.slice(from, at + 1);
  if (at < 0 || entries[at]?.type === 'turn' || said.some(({ isUntrusted }) => isUntrusted)) return null;
  const before = entries
    .slice(Math.max(0, from - 3 * maxBefore), from)
    .flatMap((entry) => (entry?.type === 'message' ? [spokenText(entry)] : []))
    .slice(-maxBefore);
  return {
    place: { path: notePath, startLine: from + 1, endLine: at + 1 },
    words: said.map(({ text }) => text).join('\n'),
    before: before.join('\n').slice(-maxBeforeChars),
  };
}
