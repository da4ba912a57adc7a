// Forgetting for good. READ THIS FIRST in this folder. Asked, shown, confirmed; then gone from the notes, the index, the
// conversations with their summaries, the earlier versions and the state database, and guarded against coming back. Every step can
// be made again: what a crash leaves is finished at the next start.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { ToolError, UserError, codeOf, isBusy } from '../../base/errors.ts';
import { isTemporaryName } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import { append } from '../../base/lists.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import { readIfPossible } from '../../memory/vault.ts';
import { longTermFile } from '../../memory/write/long-term.ts';
import { findPassages } from '../../memory/write/passage.ts';
import { contentTermsOf } from '../../memory/text/terms.ts';
import { parseRaw } from '../../memory/write/raw-note.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { Erasable, Eraser } from '../../assistant/feature.ts';
import type { ErasureRequest, ErasureRequests } from './requests.ts';
import type { State } from '../../state/state.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Button, Extras, SessionKey } from '../../assistant/channel.ts';
import { english } from '../../assistant/phrases/english.ts';
import { type Phrases, problemIn } from '../../assistant/phrases/phrases.ts';
import { eraseEntry, keepsAttachment } from './entries.ts';
import { createEraser, withoutUnits } from './eraser.ts';
import { type Nearness, type Said, nearest, sentencesAbout } from './said.ts';
import { type ForgetLine, describeLine, findLines, sameLines, unseenLines, elsewhere } from './plan.ts';

export interface Forgetting {
  /** Says what would go, and asks. Changes nothing. @throws UserError */
  ask(phrase: string, key: SessionKey, phrases?: Phrases): Promise<{ text: string; extras: Extras }>;
  /** Asks about what {@link forgetPassage} found besides. @throws UserError */
  show(id: number, key: SessionKey, phrases?: Phrases): { text: string; extras: Extras };
  /**
   * Does it. Asked again after a crash, it goes on where it was.
   * @returns what the person is told
   * @throws UserError
   */
  confirm(id: number, key: SessionKey, which: Which, phrases?: Phrases): Promise<string>;
  /**
   * The passage of a note that a model means. Changes nothing.
   * @param path null: MEMORY.md, or else the one note in which it stands
   * @throws ToolError where it does not stand there once
   */
  findPassage(path: string | null, text: string): Promise<Passage>;
  /**
   * Forgets a passage that was found and confirmed, with every line that says nothing else. Done as {@link confirm} does it. What
   * notes and past conversations say of it in other words is kept for {@link show}: the report does not repeat it.
   * @returns what the person is told
   * @throws UserError
   */
  forgetPassage(passage: Passage, key: SessionKey, phrases?: Phrases): Promise<string>;
  /** Drops the request; nothing is forgotten. */
  drop(id: number): Promise<void>;
  /** Completes a forgetting that a crash interrupted. */
  resume(): Promise<void>;
}

/** A part of a note as it stands there. */
export interface Passage {
  path: string;
  text: string;
}

export interface ForgettingParts {
  erasureRequests: ErasureRequests;
  write: State['write'];
  /** Gives back the pages of the database that texts were in; false while another program keeps them. */
  scrub(): boolean;
  /** Every store of personal text besides the notes and the conversations. */
  stores(): readonly Erasable[];
  memory: Pick<Memory, 'vault' | 'search' | 'purge' | 'nearness'>;
  writer: Pick<Writer, 'commit' | 'removeEach'>;
  sessions: Pick<Sessions, 'rewrite' | 'each'>;
  tombstones: Tombstones;
  stateDir: string;
  /** Runs the work while nothing else may write down again what is being forgotten. @throws UserError when that can't be had */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  clock: Clock;
  log: Log;
}

const asked = z.object({
  /** Empty: the lines alone. */
  phrase: z.string(),
  lines: z.array(
    z.object({
      path: z.string().nullable(),
      startLine: z.number(),
      endLine: z.number(),
      text: z.string(),
      isExact: z.boolean(),
      day: z.string().optional(),
    }),
  ),
});
const confirmed = z.object({
  phrases: z.array(z.string()),
  /** Without a path: a sentence of a conversation. */
  lines: z.array(z.object({ path: z.string().nullable(), text: z.string() })),
  /** Parts of lines, of which the rest stays. */
  passages: z.array(z.object({ path: z.string(), text: z.string() })).default([]),
});

type Subject = z.infer<typeof confirmed>;
/** The lines that say it word for word, those that are about it as well, or some by their number. */
type Which = 'exact' | 'all' | readonly number[];

/** Lines that a preview lists, of each kind. */
const maxShown = 30;

export const createForgetting = (parts: ForgettingParts): Forgetting => new Forgetter(parts);

class Forgetter implements Forgetting {
  readonly #parts: ForgettingParts;

  constructor(parts: ForgettingParts) {
    this.#parts = parts;
  }

  /** What still holds it, and how the person takes it out there. */
  #beyondReach({ forget }: Phrases): string[] {
    const { dir } = this.#parts.memory.vault;
    const gitDir = path.join(dir, '.git');
    return existsSync(gitDir) ? [forget.notMine, forget.gitHistory(dir, gitDir)] : [forget.notMine];
  }

  async ask(phrase: string, key: SessionKey, phrases: Phrases = english): Promise<{ text: string; extras: Extras }> {
    const { memory, write, erasureRequests, clock } = this.#parts;
    const { forget } = phrases;
    const found = await findLines(phrase, memory, forget);
    const { problems } = found;
    const eraser = createEraser({ phrases: [phrase], lines: [] });
    const { conversations, said } = await this.#saidOf(
      phrase,
      found.lines.filter((line) => line.isExact),
      eraser,
    );
    const lines = [...found.lines, ...said.flatMap(({ text }) => found.saying(text)), ...said];
    const elsewhere = this.#parts.stores().flatMap((store) => store.preview?.(eraser, key, phrases) ?? []);
    const named = await this.#notesNamed(eraser);
    const names = named.length === 0 ? [] : [forget.noteNames(named.length, named.join(', '))];
    if (lines.length + conversations + elsewhere.length === 0) throw new UserError(names[0] ?? forget.nothingFound);
    const id = await write(() => erasureRequests.ask(key, JSON.stringify({ phrase, lines }), clock.now()));
    return this.#preview(id, lines, phrases, {
      elsewhere: [...(conversations > 0 ? [forget.conversations(conversations)] : []), ...elsewhere],
      problems: [...names, ...problems.map((problem) => forget.unread(problemIn(phrases, problem)))],
    });
  }

  /** The notes whose names hold it: they are the person's to rename. */
  async #notesNamed(eraser: Eraser): Promise<string[]> {
    const { notes } = await this.#parts.memory.vault.list();
    return notes.map((note) => note.path).filter((name) => eraser.matches(name.replaceAll(/\.md$|[/_-]/g, ' ')));
  }

  show(id: number, key: SessionKey, phrases: Phrases = english): { text: string; extras: Extras } {
    const request = this.#parts.erasureRequests.find(id);
    if (request?.conversation !== key || request.state !== 'asked') throw new UserError(phrases.forget.unknown);
    return this.#preview(id, asked.parse(JSON.parse(request.subject)).lines, phrases);
  }

  #preview(
    id: number,
    lines: readonly ForgetLine[],
    phrases: Phrases,
    { elsewhere, problems }: Readonly<Record<'elsewhere' | 'problems', readonly string[]>> = {
      elsewhere: [],
      problems: [],
    },
  ): { text: string; extras: Extras } {
    const { forget } = phrases;
    const exact = lines.filter((line) => line.isExact);
    const related = lines.filter((line) => !line.isExact);
    const name = `f${id}`;
    const shown = (some: readonly ForgetLine[]) => [
      ...some.slice(0, maxShown).map((line) => describeLine(line, lines.indexOf(line), forget)),
      ...(some.length > maxShown ? [forget.moreLines(some.length - maxShown)] : []),
    ];
    const answer = [
      ...(exact.length > 0 ? [forget.linesToGo, ...shown(exact)] : []),
      ...(related.length > 0 ? [exact.length > 0 ? forget.alsoAbout : forget.onlyAbout, ...shown(related)] : []),
      ...elsewhere,
      forget.isFinal,
      ...this.#beyondReach(phrases),
      ...problems,
      ...(lines.length > 1 ? [forget.onlySome(`/forget yes ${name} 1 2`)] : []),
    ];
    const buttons = buttonsOf(name, exact, related, phrases);
    const question = { yes: `/forget yes ${name}`, no: `/forget no ${name}` };
    return { text: answer.join('\n'), extras: { buttons, isChoice: true, question } };
  }

  /** How many conversations say the phrase, and what conversations say about it, or about the lines of notes, in other words. */
  async #saidOf(
    phrase: string,
    lines: readonly ForgetLine[],
    eraser: Eraser,
  ): Promise<{ conversations: number; said: ForgetLine[] }> {
    const { sessions, memory, log } = this.#parts;
    const statements = [phrase, ...lines.map(({ text }) => text)];
    const about = new Set(contentTermsOf(statements.join('\n')));
    const wholly = createEraser({ phrases: [phrase], lines: statements.slice(1) });
    const holding = new Set<string>();
    const candidates: Said[] = [];
    await sessions.each((entry, id) => {
      if (!holding.has(id) && JSON.stringify(eraseEntry(entry, eraser)) !== JSON.stringify(entry)) holding.add(id);
      append(
        candidates,
        sentencesAbout(entry, about).filter(({ text }) => !wholly.matches(text)),
      );
    });
    const nearness: Nearness = async (texts, others) => {
      try {
        return await memory.nearness(texts, others);
      } catch (error) {
        log.warn({ err: error }, 'What was said in other words is looked for by words only.');
        return null;
      }
    };
    const said = await nearest(candidates, { statements, about, nearness });
    return {
      conversations: holding.size,
      said: said.map(({ at, text }) => ({
        path: null,
        startLine: 0,
        endLine: 0,
        text,
        isExact: false,
        day: at.slice(0, 10),
      })),
    };
  }

  async confirm(id: number, key: SessionKey, which: Which, phrases: Phrases = english): Promise<string> {
    const { erasureRequests, memory, write } = this.#parts;
    const request = erasureRequests.find(id);
    if (!request || request.conversation !== key) throw new UserError(phrases.forget.unknown);
    if (request.state === 'done') return phrases.forget.isDone(request.report);
    return await this.#parts.alone(async () => {
      if (request.state === 'asked') {
        const { phrase, lines } = asked.parse(JSON.parse(request.subject));
        const unseen = phrase === '' ? [] : await unseenLines(phrase, lines, memory.vault);
        const [first] = unseen;
        if (first)
          throw new UserError(phrases.forget.notesChanged(`${first.path}#L${first.startLine}`, unseen.length - 1));
        const subject = choose({ phrase, lines }, which, phrases);
        const report = await this.#reportOf(subject, phrases);
        await write(() => erasureRequests.confirm(id, JSON.stringify(subject), report));
      }
      return await this.#carryOut(id, phrases);
    });
  }

  async findPassage(notePath: string | null, text: string): Promise<Passage> {
    if (notePath === null) return await this.#findAnywhere(text);
    const count = await this.#countOf(notePath, text);
    if (count === 1) return { path: notePath, text };
    throw new ToolError(
      count === 0
        ? `The passage is not in ${notePath}. Read the note with memory_get and give the passage exactly, character for character.`
        : `The passage stands ${count} times in ${notePath}. Give more of the text around it, so that it stands once.`,
      { failure: 'gone' },
    );
  }

  /** A passage whose note was not named. */
  async #findAnywhere(text: string): Promise<Passage> {
    const { vault } = this.#parts.memory;
    const places: { path: string; count: number }[] = [];
    for (const { path: note } of (await vault.list()).notes) {
      const { note: read } = await readIfPossible(vault, note);
      const { count } = read ? findPassages(parseRaw(read.bytes), text) : { count: 0 };
      if (count > 0) places.push({ path: note, count });
    }
    const found = places.find((place) => place.path === longTermFile) ?? places[0];
    if (!found)
      throw new ToolError(
        'The passage is in no note. Find it with memory_search and give it exactly, character for character.',
        { failure: 'gone' },
      );
    if (found.path !== longTermFile && places.length > 1)
      throw new ToolError(
        `The passage stands in ${places.length} notes: ${listedPaths(places)}. Give the path of one of them.`,
        { failure: 'gone' },
      );
    return await this.findPassage(found.path, text);
  }

  async forgetPassage(passage: Passage, key: SessionKey, phrases: Phrases = english): Promise<string> {
    const { erasureRequests, memory, clock, write } = this.#parts;
    return await this.#parts.alone(async () => {
      const lines = await sameLines(passage.text, memory.vault);
      // Where lines of the note say nothing else, they go whole; else the passage goes out of its line, in each note.
      const isWhole = lines.some((line) => line.path === passage.path);
      const subject: Subject = isWhole
        ? { phrases: [], lines, passages: [] }
        : { phrases: [passage.text], lines, passages: [passage, ...(await elsewhere(passage, memory.vault))] };
      const others = await this.#inOtherWords(passage.text, subject);
      const report = await this.#reportOf(subject, phrases);
      const id = await write(() => {
        const asked = erasureRequests.ask(key, '', clock.now());
        erasureRequests.confirm(asked, JSON.stringify(subject), report);
        return asked;
      });
      const told = await this.#carryOut(id, phrases);
      if (others.length === 0) return told;
      const more = JSON.stringify({ phrase: '', lines: others });
      const offered = await write(() => erasureRequests.ask(key, more, clock.now()));
      return `${told}\n${phrases.forget.alsoSaid(others.length, `/forget show f${offered}`)}`;
    });
  }

  /** What {@link ask} would show besides: lines of notes and sentences of conversations that say it in other words, and stay. */
  async #inOtherWords(text: string, { phrases, lines, passages }: Subject): Promise<ForgetLine[]> {
    const goes = (line: ForgetLine): boolean =>
      lines.some((one) => one.path === line.path && one.text === line.text) ||
      passages.some((one) => one.path === line.path && line.text.includes(one.text.trim()));
    const { said } = await this.#saidOf(text, [], createEraser({ phrases, lines: lines.map((line) => line.text) }));
    const found = await linesAbout(text, this.#parts.memory);
    return [...(found?.lines ?? []), ...said.flatMap((one) => found?.saying(one.text) ?? []), ...said]
      .filter((line) => !goes(line))
      .map((line) => ({ ...line, isExact: false }));
  }

  /** How often a text stands in a note. @throws ToolError where there is no such note */
  async #countOf(notePath: string, text: string): Promise<number> {
    const note = await this.#parts.memory.vault.read(notePath);
    if (!note)
      throw new ToolError(`There is no note ${notePath}. Find the passage with memory_search, and give its path.`, {
        failure: 'gone',
      });
    return findPassages(parseRaw(note.bytes), text).count;
  }

  async drop(id: number): Promise<void> {
    const { write, erasureRequests } = this.#parts;
    return await write(() => erasureRequests.drop(id));
  }

  async resume(): Promise<void> {
    const { erasureRequests, log } = this.#parts;
    for (const { id } of erasureRequests.unfinished()) {
      try {
        await this.#parts.alone(() => this.#carryOut(id, english));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        // Another process has the notes too: the next start that is alone finishes it.
        log.warn({ forget: id, reason: error.message }, 'something is not wholly forgotten yet');
      }
    }
  }

  async #reportOf({ phrases, lines, passages }: Subject, words: Phrases): Promise<string> {
    const { sessions, stateDir } = this.#parts;
    const { forget } = words;
    const eraser = createEraser({ phrases, lines: lines.map((line) => line.text) });
    const keeping = new Set<string>();
    await sessions.each((entry, id) => {
      if (!keeping.has(id) && keepsAttachment(entry, eraser)) keeping.add(id);
    });
    const named = (await this.#notesNamed(eraser)).length;
    const places = [...lines.filter(({ path: note }) => note !== null), ...passages];
    const aside = (await readdir(stateDir)).filter(
      (name) => name.includes('.corrupt-') && !name.endsWith('-wal') && !name.endsWith('-shm'),
    );
    return [
      forget.done(places.length, new Set(places.map((place) => place.path)).size),
      ...this.#beyondReach(words),
      ...(named === 0 ? [] : [forget.noteNames(named)]),
      ...(keeping.size > 0 ? [forget.attachments(keeping.size, path.join(stateDir, 'sessions'))] : []),
      ...aside.map(forget.damagedFile),
    ].join('\n');
  }

  async #carryOut(id: number, phrases: Phrases): Promise<string> {
    const { erasureRequests, memory, write, log } = this.#parts;
    const forget = erasureRequests.find(id);
    if (!forget) throw new Error(`There is no record of forgetting ${id}`);
    if (forget.state === 'confirmed') await this.#wipe(forget);
    const isGone = [await memory.purge(), await this.#scrub()].every((one) => one);
    if (!isGone) throw new UserError(phrases.forget.stillRead(`/forget yes f${id}`));
    await write(() => erasureRequests.setState(id, 'done'));
    log.info({ forget: id }, 'something was forgotten');
    return forget.report;
  }

  async #wipe({ id, subject }: ErasureRequest): Promise<void> {
    const { tombstones, memory, sessions, clock, write, erasureRequests } = this.#parts;
    const { phrases, lines, passages } = confirmed.parse(JSON.parse(subject));
    const eraser = createEraser({ phrases, lines: lines.map((line) => line.text) });
    // The stones first: from now on the night can't bring it back, whatever it is reading.
    await tombstones.add(
      ...[...new Set([...phrases, ...lines.map((line) => line.text)])].filter((text) => !tombstones.covers(text)),
    );
    for (const passage of passages)
      if (await memory.vault.read(passage.path)) await this.#parts.writer.removeEach(passage.path, passage.text);
    for (const note of new Set(lines.map((line) => line.path))) {
      if (note === null) continue;
      const texts = new Set(lines.filter((line) => line.path === note).map((line) => line.text));
      if (await memory.vault.read(note))
        await this.#parts.writer.commit(note, (bytes) => bytes && withoutUnits(bytes, (unit) => texts.has(unit.text)));
    }
    await sessions.rewrite({
      entry: (entry) => eraseEntry(entry, eraser),
      damaged: eraser.text,
      // What was said before is no longer what the thinking of an open turn was signed over.
      after: [{ type: 'thinking_dropped', at: clock.now().toISOString() }],
    });
    await this.#eraseFiles(eraser);
    await write(() => {
      for (const store of this.#parts.stores()) store.eraseRows?.(eraser);
      erasureRequests.setState(id, 'wiped');
    });
  }

  /** The files of all stores, and what crashes left of files that were being written. */
  async #eraseFiles(eraser: Eraser): Promise<void> {
    const { memory, stateDir } = this.#parts;
    for (const store of this.#parts.stores()) await store.eraseFiles?.(eraser);
    const leftovers = [...(await filesIn(memory.vault.dir)), ...(await filesIn(stateDir))].filter((file) =>
      isTemporaryName(path.basename(file)),
    );
    for (const file of leftovers) await rm(file, { force: true });
  }

  async #scrub(): Promise<boolean> {
    const { clock } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const isOver = tries === scrubTries;
      try {
        if (this.#parts.scrub()) return true;
        if (isOver) return false;
      } catch (error) {
        if (!isBusy(error) || isOver) throw error;
      }
      await clock.sleep(scrubPauseMs);
    }
  }
}

function choose({ phrase, lines }: z.infer<typeof asked>, which: Which, { forget }: Phrases): Subject {
  const exact = lines.filter((line) => line.isExact);
  const preset = which === 'all' || exact.length === 0 ? lines : exact;
  const chosen = which === 'exact' || which === 'all' ? preset : which.flatMap((number) => lines[number - 1] ?? []);
  if (chosen.length === 0 && lines.length > 0) throw new UserError(forget.noSuchLines);
  // Where a line that says it stays, the words stay as well: only what was chosen goes.
  const phrases = phrase !== '' && exact.every((line) => chosen.includes(line)) ? [phrase] : [];
  return { phrases, lines: chosen.map(({ path, text }) => ({ path, text })), passages: [] };
}

function buttonsOf(
  name: string,
  exact: readonly ForgetLine[],
  related: readonly ForgetLine[],
  { forget }: Phrases,
): Button[] {
  const isBoth = exact.length > 0 && related.length > 0;
  return [
    {
      label: isBoth ? forget.forgetSome(exact.length === 1 ? '1' : `1-${exact.length}`) : forget.forget,
      command: `/forget yes ${name}`,
    },
    ...(isBoth ? [{ label: forget.forgetAll(exact.length + related.length), command: `/forget all ${name}` }] : []),
    { label: forget.keep, command: `/forget no ${name}` },
  ];
}

/** Null where the text is too short or too common to look for. */
async function linesAbout(
  text: string,
  memory: ForgettingParts['memory'],
): Promise<Awaited<ReturnType<typeof findLines>> | null> {
  try {
    return await findLines(text, memory, english.forget);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

const maxPaths = 5;
const listedPaths = (places: readonly { path: string }[]): string =>
  places
    .slice(0, maxPaths)
    .map((place) => place.path)
    .join(', ') + (places.length > maxPaths ? ' and others' : '');

const scrubTries = 40;
const scrubPauseMs = 50;

async function filesIn(folder: string): Promise<string[]> {
  const found = await orNull(readdir(folder, { recursive: true, withFileTypes: true }));
  return (found ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
