// Writing memory: a dated line, an exact passage replaced, a passage removed. The only writer of notes beside the nightly
// consolidation. Every promise resolves when the bytes are on disk; a hand edit made meanwhile is never overwritten.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { ToolError } from '../../base/errors.ts';
import { createLanes } from '../../base/concurrency/lanes.ts';
import type { FoundSecret } from '../../base/secrets/credential-values.ts';
import { redactedMark } from '../../base/secrets/redact.ts';
import { refusedNote } from '../../base/secrets/refusals.ts';
import { findSensitive, notShown } from '../../base/secrets/secrets.ts';
import { cutText } from '../../base/text/text.ts';
import { untilOf, withoutLeadIn, withoutUntil } from '../text/validity.ts';
import { notePathParts } from '../note-path.ts';
import { NoteError, namedError, noteProblem } from '../note-problem.ts';
import { namingPlace } from '../pinned-folder.ts';
import type { Vault } from '../vault.ts';
import { bulletLines, bulletsOf, cleanText, essence, withoutComments } from './bullet.ts';
import { commitEdit, type Edit, KnownContent } from './commit.ts';
import {
  lastLineOf,
  linesOfLongTerm,
  longTermFile,
  parseProvenLine,
  provenAgain,
  provenLine,
  sectionsOf,
} from './long-term.ts';
import { findPassages, isWholeLine, type Passage, removePassage, replacePassage } from './passage.ts';
import {
  editRaw,
  emptyNote,
  fromRaw,
  insertLines,
  joinRaw,
  parseRaw,
  type RawNote,
  rawBytes,
  splitRaw,
  textLines,
} from './raw-note.ts';

export interface Written {
  /** Relative to the vault. */
  path: string;
  /** 1-based; where the text is now, or was when it is gone. */
  line: number;
  /** False: the note already said so and was left alone. */
  changed: boolean;
  /** What was written, or what was removed; of a replaced passage the whole line as it reads now, unless that is long. */
  text: string;
  /** Of a replaced passage: the words of the text that are new, where these are a part of it. */
  part?: string;
}

/**
 * Told of a change before the note has it: the note's path, its bytes before and after, and what was written or removed. Told again
 * when someone else turns out to have changed the note meanwhile.
 */
export interface Keep extends Droppable {
  (path: string, before: Buffer | null, after: Buffer, text: string): Promise<void>;
  /**
   * The note as it was to be after the same message saved these words to it; null where it did not: then no line of the day that has
   * them is its line.
   */
  saved?(path: string, text: string): Buffer | null;
}
/** The same of an edit that writes nothing that could be named. */
interface KeepEdit extends Droppable {
  (path: string, before: Buffer | null, after: Buffer): Promise<void>;
}
interface Droppable {
  /** Called where the note never got what it was told of last. */
  drop?(): Promise<void>;
}

export interface Writer {
  /**
   * Adds `- HH:MM text` to the day's note, and makes the note with its heading where there is none. What happens twice a day is two
   * lines: only what the same message saved already is not written again, and without `keep` what a line of this form says already.
   */
  appendDaily(date: string, time: string, text: string, keep?: Keep): Promise<Written>;
  /**
   * Adds a line to MEMORY.md, before its history: `- text` with its day and source in a comment, as the consolidation writes
   * it; without a source, and where it is more than one line, `- YYYY-MM-DD: text`, as a person would. A fact that a line of ours
   * states is not written again.
   * @param options.source `path#Lx-Ly`
   */
  appendLongTerm(date: string, text: string, options?: { keep?: Keep; source?: string | null }): Promise<Written>;
  /** Replaces a passage that stands exactly once. @param said the day, which a line of the consolidation then says */
  replace(notePath: string, passage: string, replacement: string, keep?: Keep, said?: string): Promise<Written>;
  /** Whether {@link replace} could be done now; writes nothing. Rejects with the reason where it could not. */
  checkReplace(notePath: string, passage: string, replacement: string): Promise<void>;
  /** Removes a passage that stands exactly once; a bullet that has nothing left goes with its line. */
  remove(notePath: string, passage: string, keep?: Keep): Promise<Written>;
  /** The same wherever it stands in a note, which it need not. */
  removeEach(notePath: string, passage: string, keep?: KeepEdit): Promise<void>;
  /** Whether the note can be written to as far as its place goes, for what costs much before it writes. Rejects where it can't. */
  requirePlace(notePath: string): Promise<void>;
  /** Any other edit of one note, in the note's own lane. See {@link commitEdit}. */
  commit(notePath: string, edit: Edit, keep?: KeepEdit): Promise<void>;
}

interface Edited {
  /** Null: nothing is to be changed. */
  note: RawNote | null;
  written: Written;
  /** What counts as the note before the change, where that is more than it was: the heading of a new note stays. */
  from?: RawNote;
}

const maxTextChars = 8000;
const maxShownPath = 200;
/** Notes that may be written at the same moment; each note has its own lane. */
const width = 4;

const noNote = (notePath: string): ToolError =>
  new ToolError(
    `Not a note of the memory: ${cutText(notePath, maxShownPath)}. Use 'MEMORY.md', 'YYYY-MM-DD.md' or the path of another note.`,
  );

/** Whether a link, a pipe or a folder stands under the name of a note. Only for those directly in the memory folder: a folder may be a link. */
const isIrregular = (dir: string, notePath: string): boolean =>
  notePathParts(notePath)?.length === 1 &&
  lstatSync(path.join(dir, notePath), { throwIfNoEntry: false })?.isFile() === false;

/** All methods throw ToolError for what the model or the person can act on. */
// oxlint-disable-next-line max-lines-per-function -- every kind of write goes through the same commit
export function createWriter(options: { vault: Vault }): Writer {
  const { vault } = options;
  const lanes = createLanes(width);
  const contents = new Map<string, KnownContent>();

  async function pinned(notePath: string): Promise<NonNullable<Awaited<ReturnType<Vault['pin']>>>> {
    const place = await vault.pin(notePath);
    if (place) return place;
    throw isIrregular(vault.dir, notePath)
      ? new NoteError(
          noteProblem('irregular', notePath),
          `${notePath} is not a regular file. Move it away, then try again.`,
        )
      : noNote(notePath);
  }

  async function commit(notePath: string, edit: Edit, keep?: KeepEdit): Promise<void> {
    const key = notePath.toLowerCase();
    await lanes.run(key, async () => {
      const { folder, name } = await pinned(notePath);
      const known = contents.get(key) ?? new KnownContent();
      contents.set(key, known);
      try {
        await namingPlace(
          folder,
          async () =>
            await commitEdit(path.join(folder.path, name), edit, {
              known,
              keep: keep && (async (before, after) => await keep(notePath, before, after)),
              drop: async () => await keep?.drop?.(),
              readError: (error) => namedError(notePath, error),
              async beforeRename() {
                if (!(await folder.isInPlace()))
                  throw new ToolError(
                    `The folder of ${notePath} was moved meanwhile. Nothing was written; try again.`,
                    {
                      failure: 'busy',
                    },
                  );
              },
            }),
        );
      } finally {
        await folder.close();
      }
    });
  }

  async function change(
    notePath: string,
    keep: Keep | undefined,
    edit: (note: RawNote | null) => Edited,
  ): Promise<Written> {
    let written: Written | undefined;
    let from: RawNote | undefined;
    const edited = (bytes: Buffer | null): Buffer | null => {
      const result = edit(bytes && parseRaw(bytes));
      ({ written, from } = result);
      return result.note && rawBytes(result.note);
    };
    await commit(
      notePath,
      edited,
      keep &&
        Object.assign(
          async (path: string, before: Buffer | null, after: Buffer) =>
            await keep(path, from ? rawBytes(from) : before, after, written?.text ?? ''),
          { drop: async () => await keep.drop?.() },
        ),
    );
    if (!written) throw new Error('The edit did not run.');
    return written;
  }

  async function onPassage(
    notePath: string,
    passage: string,
    keep: Keep | undefined,
    edit: (note: RawNote, at: Passage) => RawNote,
    replacement?: string,
  ): Promise<Written> {
    const isAbsent = (): ToolError => new ToolError(`There is no note ${notePath}.`, { failure: 'gone' });
    // Before its folders would be made for what is not there.
    if ((await vault.resolve(notePath)) !== null && (await vault.read(notePath)) === null) throw isAbsent();
    return await change(notePath, keep, (note) => {
      if (!note) throw isAbsent();
      return editPassage(note, notePath, passage, edit, replacement);
    });
  }

  const editOf = (replacement: string, said?: string) => (note: RawNote, at: Passage) => {
    const replaced = replacePassage(note, at, replacement);
    refuseNewSecrets(note, replaced, at);
    return proveEdited(note, withoutOldUntil(note, replaced, at, replacement), at, said);
  };

  return {
    commit,
    requirePlace: async (notePath) => await (await pinned(notePath)).folder.close(),
    async appendDaily(date, time, text, keep) {
      const clean = fitToKeep(text);
      const notePath = `${date}.md`;
      const saved = keep?.saved?.(notePath, clean);
      // A crash may have come before the line, where the words stand there from an earlier message.
      const due = saved ? linesThatSay(parseRaw(saved), clean, isOfDay).length : keep ? Infinity : 1;
      return await change(notePath, keep, (found) => {
        const note = withHeading(found ?? emptyNote, date);
        const said = linesThatSay(note, clean, isOfDay);
        const there = said.length >= due ? said.at(-1) : undefined;
        const end = splitRaw(note.raw).length;
        return {
          ...addBullet(note, notePath, bulletLines(time, clean), { text: clean, there, index: end }),
          from: found ?? note,
        };
      });
    },
    async appendLongTerm(date, text, { keep, source } = {}) {
      const clean = fitToKeep(text);
      return await change(longTermFile, keep, (found) => {
        const note =
          found && found.raw.trim() !== ''
            ? found
            : { ...(found ?? emptyNote), raw: `# Memory${emptyNote.newline}${emptyNote.newline}` };
        const history = sectionsOf(note).find((section) => section.isHistory);
        const index = history ? lastLineOf(note, history.startLine - 1) : splitRaw(note.raw).length;
        const there = linesThatSay(note, clean, isOfLongTerm).at(-1);
        const lines = longTermLines(date, clean, source);
        return { ...addBullet(note, longTermFile, lines, { text: clean, there, index }), from: found ?? note };
      });
    },
    replace: async (notePath, passage, replacement, keep, said) => {
      refuseSecrets(replacement);
      return await onPassage(notePath, passage, keep, editOf(replacement, said), replacement);
    },
    checkReplace: async (notePath, passage, replacement) => {
      refuseSecrets(replacement);
      if ((await vault.resolve(notePath)) === null) throw noNote(notePath);
      const found = await vault.read(notePath);
      if (!found) throw new ToolError(`There is no note ${notePath}.`, { failure: 'gone' });
      editPassage(parseRaw(Buffer.from(found.text)), notePath, passage, editOf(replacement), replacement);
    },
    remove: async (notePath, passage, keep) =>
      await onPassage(notePath, passage, keep, (note, at) => proveEdited(note, removePassage(note, at), at)),
    removeEach: async (notePath, passage, keep) => {
      const edit: Edit = (bytes) => {
        let note = parseRaw(bytes ?? Buffer.alloc(0));
        let isFound = false;
        for (let [at] = findPassages(note, passage).first; at; [at] = findPassages(note, passage).first) {
          note = proveEdited(note, removePassage(note, at), at);
          isFound = true;
        }
        return isFound ? rawBytes(note) : bytes;
      };
      await commit(notePath, edit, keep);
    },
  };
}

/** The note with the one passage edited. @throws ToolError where it does not stand there once */
function editPassage(
  note: RawNote,
  notePath: string,
  passage: string,
  edit: (note: RawNote, at: Passage) => RawNote,
  replacement?: string,
): Edited {
  const { count, first } = findPassages(note, passage);
  const lines = count === first.length ? first.filter((place) => isWholeLine(note, place)) : [];
  // What is a line in one place, and begins a longer one elsewhere, is meant where it is all.
  const [at] = lines.length === 1 ? lines : first;
  if (at && (count === 1 || lines.length === 1)) {
    const edited = edit(note, at);
    const text = replacement === undefined ? passage : shownOf(edited, at.startLine, replacement);
    const part = replacement === undefined ? '' : newPartOf(shownOf(note, at.startLine, passage), text);
    const written = { path: notePath, line: at.startLine, changed: true, text, ...(part !== '' && { part }) };
    return { note: edited, written };
  }
  if (at) {
    const places = first.map((place) => place.startLine).join(', ') + (count > first.length ? ', …' : '');
    throw new ToolError(
      `The passage stands ${count} times in ${notePath} (lines ${places}). Give more of the text around it, so that it stands once.`,
      { failure: 'gone' },
    );
  }
  // After a crash between a change and its result the model asks again: tell it that the change is there.
  const changed = replacement === undefined ? undefined : findPassages(note, replacement).first[0];
  const hint = changed ? ` The new text already stands in line ${changed.startLine}.` : '';
  throw new ToolError(
    `The passage is not in ${notePath}.${hint} Read the note with memory_get and give the passage exactly, character for character.`,
    { failure: 'gone' },
  );
}

/** What the person wants to be kept for good, on the scale of the consolidation. */
const importanceOfAsked = 0.8;

const longTermLines = (date: string, text: string, source: string | null | undefined): string[] =>
  source === null || source === undefined || text.includes('\n')
    ? bulletLines(`${date}:`, text)
    : [provenLine(`- ${text}`, { kind: 'fact', importance: importanceOfAsked, said: date, sources: [source] })];

/**
 * The note after an edit of the words before "(until 2026-11-30)" in a line of ours. The mark is of what these words said: it goes
 * where all of them were replaced, or the day itself, and the new words would count as past from that day on.
 */
function withoutOldUntil(before: RawNote, after: RawNote, at: Passage, replacement: string): RawNote {
  const lines = splitRaw(after.raw);
  const is = lines[at.startLine - 1];
  const wholeBefore = fromRaw(splitRaw(before.raw)[at.startLine - 1]?.raw ?? '', before);
  const { text, provenance } = parseProvenLine(wholeBefore);
  const until = untilOf(text);
  if (at.startLine !== at.endLine || until === null || !provenance || !is) return after;
  const replaced = fromRaw(before.raw.slice(at.start, at.end), before).trim();
  const isAll = essence(replaced) === essence(withoutUntil(text));
  const isDay = replaced.includes(until) && !replacement.includes(until);
  if (replaced.includes(`(until ${until})`) || !(isAll || isDay)) return after;
  const raw = editRaw(is.raw, after, withoutUntil);
  return { ...after, raw: joinRaw(lines.with(at.startLine - 1, { ...is, raw })) };
}

/** What a replacement is called by: the whole line that it is in, as a person reads it. */
function shownOf(edited: RawNote, line: number, replacement: string): string {
  const said = (text: string): string => withoutLeadIn(withoutComments(text)).trim();
  const whole = said(fromRaw(splitRaw(edited.raw)[line - 1]?.raw ?? '', edited));
  const part = said(replacement);
  return whole.includes(part) && whole.length <= maxShownLine ? whole : part;
}

/** The words of a text between those with which another one begins and ends as well. */
function newPartOf(before: string, text: string): string {
  const [old, words] = [before, text].map((one) => one.split(/\s+/u)) as [string[], string[]];
  let from = 0;
  while (from < words.length && words[from] === old[from]) from += 1;
  let end = 0;
  while (end < Math.min(words.length, old.length) - from && words.at(-1 - end) === old.at(-1 - end)) end += 1;
  return words.slice(from, words.length - end).join(' ');
}

/** Characters of a line that a receipt shows whole. */
const maxShownLine = 240;

/** The note after an edit within one line; a line of the consolidation stays one. */
function proveEdited(before: RawNote, after: RawNote, { startLine, endLine }: Passage, said?: string): RawNote {
  const old = splitRaw(before.raw);
  const lines = splitRaw(after.raw);
  const was = old[startLine - 1];
  const is = lines[startLine - 1];
  if (startLine !== endLine || lines.length !== old.length || !was || !is) return after;
  const proven = editRaw(is.raw, after, (text) => provenAgain(fromRaw(was.raw, before), text, said));
  return { ...after, raw: joinRaw(lines.with(startLine - 1, { ...is, raw: proven })) };
}

function addBullet(
  note: RawNote,
  notePath: string,
  lines: readonly string[],
  { text, there, index }: { text: string; there: number | undefined; index: number },
): { note: RawNote | null; written: Written } {
  if (there !== undefined) return { note: null, written: { path: notePath, line: there, changed: false, text } };
  return { note: insertLines(note, index, lines), written: { path: notePath, line: index + 1, changed: true, text } };
}

/** The lines of ours that say a text, 1-based. A task, what stands in code, and what is history do not say it. */
function linesThatSay(note: RawNote, text: string, isOurs: (line: string) => boolean): number[] {
  const wanted = essence(text);
  const lines = textLines(note);
  const told = new Set(linesOfLongTerm(note).flatMap(({ line, isHistory }) => (isHistory ? [] : [line])));
  return bulletsOf(lines).flatMap(({ line, text: said }) =>
    told.has(line) && isOurs(said) && essence(said) === wanted ? [line] : [],
  );
}

/** The forms in which {@link bulletLines} and {@link longTermLines} write. */
const isOfDay = (line: string): boolean => /^- \d{2}:\d{2} /.test(line);
const isOfLongTerm = (line: string): boolean =>
  /^- \d{4}-\d{2}-\d{2}: /.test(line) || parseProvenLine(line).provenance !== null;

/** A day's note begins with its heading; what a person began without one is left as it is. */
function withHeading(note: RawNote, date: string): RawNote {
  return note.raw.trim() === '' ? insertLines({ ...note, raw: '' }, 0, [`# ${date}`, '']) : note;
}

/** A text as it is kept. @throws ToolError where it is not */
export function fitToKeep(text: string): string {
  const clean = cleanText(text);
  if (clean === '') throw new ToolError('There is nothing to save: the text is empty.');
  if (clean.length > maxTextChars)
    throw new ToolError(
      `Not saved: the text has ${clean.length} characters, at most ${maxTextChars} are kept as one entry. Save the gist, or several entries.`,
      { failure: 'long' },
    );
  refuseSecrets(clean);
  return clean;
}

function refuseSecrets(text: string): void {
  if (text.includes(redactedMark) || text.includes(notShown)) {
    throw new ToolError(
      'Not saved: it held a secret (a key, a password, a card number), which was taken out as it came in. Secrets never go into memory, and what is left says too little. Say what to remember without it.',
      { failure: 'secret' },
    );
  }
  const secret = findSensitive(text)[0];
  if (secret) throw refusedNote(secret);
}

/** What says what a number is may stand beside the passage: "6401" in the place of "ask mum" after "PIN:", or in a table. */
const besideLines = 30;

function refuseNewSecrets(before: RawNote, after: RawNote, { startLine, endLine }: Passage): void {
  const from = Math.max(0, startLine - 1 - besideLines);
  const [old, edited] = [splitRaw(before.raw), splitRaw(after.raw)];
  const to = endLine + besideLines;
  const known = new Set(secretsIn(before, old.slice(from, to)).map(({ text }) => text));
  const found = secretsIn(after, edited.slice(from, to + edited.length - old.length)).find(
    ({ text }) => !known.has(text),
  );
  if (found) throw refusedNote(found);
}

function secretsIn(note: RawNote, lines: ReturnType<typeof splitRaw>): (FoundSecret & { text: string })[] {
  const text = lines.map(({ raw }) => fromRaw(raw, note)).join('\n');
  return findSensitive(text).map((found) => ({ ...found, text: text.slice(found.start, found.end) }));
}
