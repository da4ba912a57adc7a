// Forgetting for good. READ THIS FIRST in this folder. Asked, shown, confirmed; then gone from the notes, the index, the
// conversations with their summaries, the earlier versions and the state database, and guarded against coming back. Every step can
// be made again: what a crash leaves is finished at the next start.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../../base/time/clock.ts';
import { ToolError, UserError, isBusy, isFlushFailure } from '../../base/errors.ts';
import { isTemporaryName } from '../../base/files/files.ts';
import { ifThere } from '../../base/files/if-there.ts';
import type { Log } from '../../base/log.ts';
import { append } from '../../base/lists.ts';
import type { ReadNearness } from '../../memory/embed/cosines.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import { readIfPossible } from '../../memory/vault.ts';
import { longTermFile } from '../../memory/write/long-term.ts';
import { findPassages } from '../../memory/write/passage.ts';
import { linesOf, parseNote } from '../../memory/text/note.ts';
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
import { asWords, filesBeside } from './beside.ts';
import { eraseEntry, keepsAttachment } from './entries.ts';
import { createEraser, forgottenMark, withoutLines } from './eraser.ts';
import { type LeftNote, leftNote, leftNoteOf, stillLeft, tellLeft } from './left.ts';
import { addedSince, linesAt } from './places.ts';
import { type Said, nearest, sentencesAbout } from './said.ts';
import { type ForgetLine, describeLine, findLines, sameLines, standing, unseenLines } from './plan.ts';

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
   * Where {@link forgetPassage} would forget it: its own note, and each other line that says nothing else.
   * @throws ToolError where these are too many to be shown
   */
  placesOf(passage: Passage): Promise<string[]>;
  /**
   * Forgets a passage that was found and confirmed, with every line that says nothing else. Done as {@link confirm} does it. What
   * notes and past conversations say of it in other words is kept for {@link show}: the report does not repeat it.
   * @param shown where the person was shown that it stands, as {@link placesOf} gave it, with commas; null where that is not known
   * @returns what the person is told
   * @throws UserError
   */
  forgetPassage(passage: Passage, key: SessionKey, shown?: string | null, phrases?: Phrases): Promise<string>;
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
  /** Whether a model's provider was or will be sent what is said. */
  reachesModel(): boolean;
  /** Runs the work while nothing else may write down again what is being forgotten. @throws UserError when that can't be had */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  clock: Clock;
  log: Log;
}

/** See {@link Place}. Without a path: a sentence of a conversation. */
const placed = z.object({
  path: z.string().nullable(),
  text: z.string(),
  startLine: z.number().optional(),
  /** An earlier version stored the text alone. */
  count: z.number().optional(),
  nth: z.number().optional(),
  of: z.number().optional(),
});
const asked = z.object({
  /** Empty: the lines alone. */
  phrase: z.string(),
  lines: z.array(
    placed.extend({
      startLine: z.number(),
      endLine: z.number(),
      shown: z.string().optional(),
      isExact: z.boolean(),
      day: z.string().optional(),
    }),
  ),
});
const confirmed = z.object({
  phrases: z.array(z.string()),
  lines: z.array(placed),
  /** Parts of lines, of which the rest stays. */
  passages: z.array(z.object({ path: z.string(), text: z.string() })).default([]),
  /** Tried, and left: why. */
  left: z.array(leftNote).default([]),
  /** All but what is left is gone, also from free pages: a later try has the notes that are left alone to look at. */
  isRestGone: z.boolean().default(false),
});

type Subject = z.infer<typeof confirmed>;
const nothingTried = { left: [], isRestGone: false };
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
    const notMine = forget.notMine(this.#parts.reachesModel());
    return existsSync(gitDir) ? [notMine, forget.gitHistory(dir, gitDir)] : [notMine];
  }

  async ask(phrase: string, key: SessionKey, phrases: Phrases = english): Promise<{ text: string; extras: Extras }> {
    const { memory, write, erasureRequests, clock } = this.#parts;
    const { forget } = phrases;
    await this.resume();
    const found = await findLines(phrase, memory, forget);
    const { problems } = found;
    const eraser = createEraser({ phrases: [phrase], lines: [] });
    const { conversations, said } = await this.#saidOf(
      phrase,
      found.lines.filter((line) => line.isExact).slice(0, maxStatements),
      eraser,
    );
    const lines = [...found.lines, ...found.saying(said.map(({ text }) => text)), ...said];
    const elsewhere = this.#parts.stores().flatMap((store) => store.preview?.(eraser, key, phrases) ?? []);
    const named = await this.#notesNamed(eraser);
    const { holding, isComplete } = await filesBeside(memory.vault.dir, eraser);
    const left = stillLeft(erasureRequests);
    const told = [
      ...(named.length === 0 ? [] : [forget.noteNames(named.length, named.join(', '))]),
      ...(holding.length === 0 ? [] : [forget.filesBeside(holding.length, listedPaths(holding, maxFilesListed))]),
      ...(isComplete ? [] : [forget.filesUnread]),
      ...problems.slice(0, maxShown).map((problem) => forget.unread(problemIn(phrases, problem))),
      ...(problems.length > maxShown ? [forget.moreLines(problems.length - maxShown)] : []),
      ...(left.length === 0 ? [] : [tellLeft(left, phrases)]),
    ];
    if (lines.length + conversations + elsewhere.length === 0)
      throw new UserError([...(named.length + holding.length === 0 ? [forget.nothingFound] : []), ...told].join('\n'));
    const id = await write(() => erasureRequests.ask(key, JSON.stringify({ phrase, lines }), clock.now()));
    return this.#preview(id, lines, phrases, {
      elsewhere: [...(conversations > 0 ? [forget.conversations(conversations)] : []), ...elsewhere],
      problems: told,
    });
  }

  /** The notes whose names hold it: they are the person's to rename. */
  async #notesNamed(eraser: Eraser): Promise<string[]> {
    const { notes } = await this.#parts.memory.vault.list();
    return notes.map((note) => note.path).filter((name) => eraser.matches(asWords(name)));
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
    const nearness: ReadNearness = async (texts, others) => {
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
        requireNone(
          unseen.map((line) => `${line.path}#L${line.startLine}`),
          phrases,
        );
        const subject = choose({ phrase, lines }, which, phrases);
        await this.#checkUnchanged(subject, phrases);
        await write(() => erasureRequests.confirm(id, JSON.stringify(subject)));
      }
      return await this.#carryOut(id, phrases);
    });
  }

  /** @throws UserError where a line is not there any more as it was shown, or more often */
  async #checkUnchanged({ lines }: Subject, phrases: Phrases): Promise<void> {
    for (const [notePath, places] of byPath(lines)) {
      const { note } = await readIfPossible(this.#parts.memory.vault, notePath);
      const now = note ? readLines(note.bytes) : [];
      requireNone(
        addedSince(now, places).map((line) => `${notePath}#L${line}`),
        phrases,
      );
      const found = linesAt(now, places);
      const changed = places.find((_, i) => found[i]?.length === 0);
      if (changed) throw new UserError(phrases.forget.lineChanged(`${notePath}#L${changed.startLine ?? 1}`));
    }
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
        `The passage stands in ${places.length} notes: ${listedPaths(places.map((place) => place.path))}. Give the path of one of them.`,
        { failure: 'gone' },
      );
    return await this.findPassage(found.path, text);
  }

  async placesOf({ path: own, text }: Passage): Promise<string[]> {
    const lines = await sameLines(text, this.#parts.memory.vault);
    if (!isIn(own, lines)) return [own];
    if (lines.length > maxSameLines)
      throw new ToolError(`The line stands ${lines.length} times in the notes: too many to ask about at once.`, {
        failure: 'gone',
      });
    const [here, others] = [lines.filter((line) => line.path === own), lines.filter((line) => line.path !== own)];
    const shown = here.length > 1 ? [...here, ...others] : others;
    return [...(here.length > 1 ? [] : [own]), ...shown.map((line) => `${line.path}#L${line.startLine}`)];
  }

  async forgetPassage(
    passage: Passage,
    key: SessionKey,
    shown: string | null = null,
    phrases: Phrases = english,
  ): Promise<string> {
    const { erasureRequests, memory, clock, log, write } = this.#parts;
    return await this.#parts.alone(async () => {
      const [added, ...others] = shown === null ? [] : addedTo(shown, await this.placesOf(passage));
      if (added !== undefined) return phrases.forget.notesChanged(added, others.length);
      const lines = await sameLines(passage.text, memory.vault);
      const subject: Subject = isIn(passage.path, lines)
        ? { phrases: [], lines, passages: [], ...nothingTried }
        : { phrases: [passage.text], lines: [], passages: [passage], ...nothingTried };
      const inOtherWords = await this.#inOtherWords(passage.text, subject);
      const id = await write(() => {
        const asked = erasureRequests.ask(key, '', clock.now());
        erasureRequests.confirm(asked, JSON.stringify(subject));
        return asked;
      });
      const told = await this.#carryOut(id, phrases);
      if (inOtherWords.length === 0) return told;
      const more = JSON.stringify({ phrase: '', lines: inOtherWords });
      try {
        const offered = await write(() => erasureRequests.ask(key, more, clock.now()));
        return `${told}\n${phrases.forget.alsoSaid(inOtherWords.length, `/forget show f${offered}`)}`;
      } catch (error) {
        // It is forgotten, whatever becomes of the offer.
        log.error({ err: error, forget: id }, 'what says the same in other words could not be offered');
        return told;
      }
    });
  }

  /** What {@link ask} would show besides: lines of notes and sentences of conversations that say it in other words, and stay. */
  async #inOtherWords(text: string, { phrases, lines, passages }: Subject): Promise<ForgetLine[]> {
    const goes = (line: ForgetLine): boolean =>
      lines.some((one) => one.path === line.path && one.text === line.text) ||
      passages.some((one) => one.path === line.path && line.text.includes(one.text.trim()));
    const { said } = await this.#saidOf(text, [], createEraser({ phrases, lines: statementsOf({ phrases, lines }) }));
    const found = await linesAbout(text, this.#parts.memory);
    return [...(found?.lines ?? []), ...(found?.saying(said.map((one) => one.text)) ?? []), ...said]
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
        // What can't be forgotten now must not keep the program from starting. The next start tries again, and the next /forget.
        if (isFlushFailure(error)) throw error;
        const reason = error instanceof UserError ? { reason: error.message } : { err: error };
        log.warn({ forget: id, ...reason }, 'something is not wholly forgotten yet');
      }
    }
  }

  /** @param left notes that could not be changed */
  async #reportOf({ phrases, lines, passages, left }: Subject, words: Phrases): Promise<string> {
    const { sessions, stateDir, memory } = this.#parts;
    const { forget } = words;
    const eraser = createEraser({ phrases, lines: statementsOf({ phrases, lines }) });
    const keeping = new Set<string>();
    await sessions.each((entry, id) => {
      if (!keeping.has(id) && keepsAttachment(entry, eraser)) keeping.add(id);
    });
    const named = (await this.#notesNamed(eraser)).length;
    const literal = createEraser({ phrases: [...phrases, ...statementsOf({ phrases, lines })], lines: [] });
    const { holding } = await filesBeside(memory.vault.dir, literal);
    const unnamed = (name: string): string => (literal.matches(asWords(name)) ? forgottenMark : name);
    // The other places of a passage stay on purpose, and are offered.
    const still = (passages.length > 0 ? [] : await standing(phrases, memory.vault))
      .filter((line) => line.path !== null && !isIn(line.path, left))
      .map((line) => `${unnamed(line.path ?? '')}#L${line.startLine}`);
    const places = [...lines, ...passages].filter(({ path: note }) => note !== null && !isIn(note, left));
    const aside = (await readdir(stateDir)).filter(
      (name) => name.includes('.corrupt-') && !name.endsWith('-wal') && !name.endsWith('-shm'),
    );
    return [
      forget.done(places.length, new Set(places.map((place) => place.path)).size, left.length > 0),
      ...(left.length > 0 ? [tellLeft(left, words)] : []),
      ...(still.length > 0 ? [forget.standing(listedPaths([...new Set(still)]))] : []),
      ...this.#beyondReach(words),
      ...(named === 0 ? [] : [forget.noteNames(named)]),
      ...(holding.length === 0
        ? []
        : [forget.filesBeside(holding.length, listedPaths(holding.map(unnamed), maxFilesListed))]),
      ...(keeping.size > 0 ? [forget.attachments(keeping.size, path.join(stateDir, 'sessions'))] : []),
      ...aside.map(forget.damagedFile),
    ].join('\n');
  }

  async #carryOut(id: number, phrases: Phrases): Promise<string> {
    const { erasureRequests, memory, write, log } = this.#parts;
    const request = erasureRequests.find(id);
    if (!request) throw new Error(`There is no record of forgetting ${id}`);
    const rest = request.state === 'confirmed' ? await this.#wipe(request, phrases) : null;
    if (rest?.isRestGone !== true) {
      const isGone = [await memory.purge(), await this.#scrub()].every((one) => one);
      if (!isGone) throw new UserError(phrases.forget.stillRead(`/forget yes f${id}`));
    }
    const report = erasureRequests.find(id)?.report ?? '';
    if (rest && rest.left.length > 0) {
      if (!rest.isRestGone)
        await write(() => erasureRequests.wiped(id, JSON.stringify({ ...rest, isRestGone: true }), report));
      log.warn({ forget: id }, 'some notes could not be changed and still hold what is to be forgotten');
    } else {
      await write(() => erasureRequests.done(id));
      log.info({ forget: id }, 'something was forgotten');
    }
    return report;
  }

  /** @returns what is left to do */
  async #wipe({ id, subject: stored }: ErasureRequest, words: Phrases): Promise<Subject> {
    const { tombstones, sessions, clock, write, erasureRequests } = this.#parts;
    const subject = confirmed.parse(JSON.parse(stored));
    const { phrases, lines, passages } = subject;
    const statements = statementsOf(subject);
    const eraser = createEraser({ phrases, lines: statements });
    // The stones first: from now on the night can't bring it back, whatever it is reading.
    await tombstones.add(...[...new Set([...phrases, ...statements])].filter((text) => !tombstones.covers(text)));
    const left = await this.#eraseNotes(subject);
    // Where one could be changed now, all is done once more: what stood there may have been read, and said, since.
    if (subject.isRestGone && isDeepStrictEqual(left, subject.left)) return subject;
    await sessions.rewrite({
      entry: (entry) => eraseEntry(entry, eraser),
      damaged: eraser.text,
      // What was said before is no longer what the thinking of an open turn was signed over.
      after: [{ type: 'thinking_dropped', at: clock.now().toISOString() }],
    });
    await this.#eraseFiles(eraser);
    const report = await this.#reportOf({ ...subject, left }, words);
    const isLeft = (line: { path: string | null }): boolean => line.path !== null && isIn(line.path, left);
    const rest = {
      phrases,
      lines: lines.filter(isLeft),
      passages: passages.filter(isLeft),
      left,
      isRestGone: false,
    };
    await write(() => {
      for (const store of this.#parts.stores()) store.eraseRows?.(eraser);
      erasureRequests.wiped(id, left.length > 0 ? JSON.stringify(rest) : '', report);
    });
    return rest;
  }

  /** @returns the notes that could not be changed; the others are */
  async #eraseNotes({ lines, passages }: Subject): Promise<LeftNote[]> {
    const { memory, writer } = this.#parts;
    const left: LeftNote[] = [];
    const change = async (note: string, edit: () => Promise<void>): Promise<void> => {
      try {
        if (await memory.vault.read(note)) await edit();
      } catch (error) {
        left.push(leftNoteOf(note, error));
      }
    };
    for (const { path: note, text } of passages) await change(note, async () => await writer.removeEach(note, text));
    for (const [note, chosen] of byPath(lines))
      await change(
        note,
        async () =>
          await writer.commit(note, (bytes) => bytes && withoutLines(bytes, linesAt(readLines(bytes), chosen).flat())),
      );
    return left;
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

/** @throws UserError where there are places that were never shown */
function requireNone([first, ...others]: readonly string[], { forget }: Phrases): void {
  if (first !== undefined) throw new UserError(forget.notesChanged(first, others.length));
}

/** The places that were not among those shown. An edit above a place moves its line, and changes nothing. */
function addedTo(shown: string, places: readonly string[]): string[] {
  const noteOf = (place: string): string => place.replaceAll(/#L\d+/g, '');
  if (noteOf(shown) === noteOf(places.join(', '))) return [];
  const known = noteOf(shown).split(', ');
  return places.filter((place) => {
    const at = known.indexOf(noteOf(place));
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  });
}

/** The lines of notes, by their notes. */
function byPath<Line extends { path: string | null; text: string; count?: number | undefined }>(
  lines: readonly Line[],
): Map<string, (Line & { count: number })[]> {
  const notes = new Map<string, (Line & { count: number })[]>();
  for (const line of lines) {
    if (line.path === null) continue;
    const known = notes.get(line.path) ?? [];
    known.push({ ...line, count: line.count ?? line.text.split('\n').length });
    notes.set(line.path, known);
  }
  return notes;
}

/** More lines than these are not looked for in conversations: each is compared with every sentence. */
const maxStatements = 300;

/** What the lines say; of many first those that don't hold the phrases, which are looked for by themselves. */
function statementsOf({ phrases, lines }: Pick<Subject, 'phrases' | 'lines'>): string[] {
  const texts = lines.map((line) => line.text);
  if (texts.length <= maxStatements || phrases.length === 0) return texts;
  const { matches } = createEraser({ phrases, lines: [] });
  return [...texts.filter((text) => !matches(text)), ...texts.filter(matches)].slice(0, maxStatements);
}

const readLines = (bytes: Buffer): string[] => linesOf(parseNote(bytes).text.normalize('NFC'));

function choose({ phrase, lines }: z.infer<typeof asked>, which: Which, { forget }: Phrases): Subject {
  const exact = lines.filter((line) => line.isExact);
  const preset = which === 'all' || exact.length === 0 ? lines : exact;
  const chosen = which === 'exact' || which === 'all' ? preset : which.flatMap((number) => lines[number - 1] ?? []);
  if (chosen.length === 0 && lines.length > 0) throw new UserError(forget.noSuchLines);
  // Where a line that says it stays, the words stay as well: only what was chosen goes.
  const phrases = phrase !== '' && exact.every((line) => chosen.includes(line)) ? [phrase] : [];
  return { phrases, lines: chosen.map((line) => placed.parse(line)), passages: [], ...nothingTried };
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

const isIn = (notePath: string, lines: readonly { path: string }[]): boolean =>
  lines.some((line) => line.path === notePath);

/** As many as a question can list. */
const maxSameLines = 20;
const maxPaths = 5;
const maxFilesListed = 30;
const listedPaths = (paths: readonly string[], max = maxPaths): string =>
  [...paths.slice(0, max), ...(paths.length > max ? ['…'] : [])].join(', ');

const scrubTries = 40;
const scrubPauseMs = 50;

async function filesIn(folder: string): Promise<string[]> {
  const found = await ifThere(readdir(folder, { recursive: true, withFileTypes: true }));
  return (found ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
