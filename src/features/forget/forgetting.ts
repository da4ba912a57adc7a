// Forgetting for good. READ THIS FIRST in this folder. Asked, shown, confirmed; then gone from the notes, the index, the
// conversations with their summaries, the earlier versions and the queue, and guarded against coming back. Every step can
// be made again: what a crash leaves is finished at the next start.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { UserError, codeOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { Erasable, Eraser } from '../../assistant/feature.ts';
import type { ErasureRequest, ErasureRequests } from './requests.ts';
import type { State } from '../../state/state.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Extras, SessionKey } from '../../assistant/channel.ts';
import { eraseEntry, keepsAttachment } from './entries.ts';
import { createEraser, withoutUnits } from './eraser.ts';
import { type ForgetLine, describeLine, findLines, unseenLines } from './plan.ts';

export interface Forgetting {
  /** Says what would go, and asks. Changes nothing. @throws UserError */
  ask(phrase: string, key: SessionKey): Promise<{ text: string; extras: Extras }>;
  /**
   * Does it. Asked again after a crash, it goes on where it was.
   * @param which the lines that say it word for word, those that are about it as well, or some by their number
   * @returns what the person is told
   * @throws UserError
   */
  confirm(id: number, key: SessionKey, which: 'exact' | 'all' | readonly number[]): Promise<string>;
  /** Leaves everything as it is. */
  drop(id: number): Promise<void>;
  /** Finishes what a crash left half done. */
  resume(): Promise<void>;
}

export interface ForgettingParts {
  erasureRequests: ErasureRequests;
  write: State['write'];
  /** Gives back the pages of the database that texts were in; false while another program keeps them. */
  scrub(): boolean;
  /** Every store of personal text besides the notes and the conversations. */
  stores(): readonly Erasable[];
  memory: Pick<Memory, 'vault' | 'search' | 'purge'>;
  writer: Pick<Writer, 'commit'>;
  sessions: Pick<Sessions, 'rewrite' | 'countHolding'>;
  tombstones: Tombstones;
  stateDir: string;
  /** Runs the work while nothing else may write down again what is being forgotten. @throws UserError when that can't be had */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  clock: Clock;
  log: Log;
}

const asked = z.object({
  phrase: z.string(),
  lines: z.array(
    z.object({ path: z.string(), startLine: z.number(), endLine: z.number(), text: z.string(), isExact: z.boolean() }),
  ),
});
const confirmed = z.object({
  phrases: z.array(z.string()),
  lines: z.array(z.object({ path: z.string(), text: z.string() })),
});

/** Lines that a preview lists, of each kind. */
const maxShown = 30;

export const notMine =
  "What I can't reach: the messages in this chat (delete them here), what the provider of the model was sent, and backups and exports of your own.";

export const createForgetting = (parts: ForgettingParts): Forgetting => new Forgetter(parts);

class Forgetter implements Forgetting {
  readonly #parts: ForgettingParts;

  constructor(parts: ForgettingParts) {
    this.#parts = parts;
  }

  /** What still holds it, and how the person takes it out there. */
  #beyondReach(): string[] {
    const { dir } = this.#parts.memory.vault;
    const gitDir = path.join(dir, '.git');
    if (!existsSync(gitDir)) return [notMine];
    return [
      notMine,
      `The git history of ${dir} still holds it in earlier commits. To drop that history, all of it: rm -rf '${gitDir}' (the next change begins a new one). Copies that were pushed elsewhere keep it as well.`,
    ];
  }

  async ask(phrase: string, key: SessionKey): Promise<{ text: string; extras: Extras }> {
    const { memory, sessions, write, erasureRequests, clock } = this.#parts;
    const lines = await findLines(phrase, memory);
    const eraser = createEraser({ phrases: [phrase], lines: [] });
    const conversations = await sessions.countHolding(
      (entry) => JSON.stringify(eraseEntry(entry, eraser)) !== JSON.stringify(entry),
    );
    const elsewhere = this.#parts.stores().flatMap((store) => store.preview?.(eraser, key) ?? []);
    if (lines.length + conversations + elsewhere.length === 0)
      throw new UserError('I find nothing of that, neither in the notes nor in past conversations.');
    const exact = lines.filter((line) => line.isExact);
    const related = lines.filter((line) => !line.isExact);
    const id = await write(() => erasureRequests.ask(key, JSON.stringify({ phrase, lines }), clock.now()));
    const name = `f${id}`;
    const shown = (some: readonly ForgetLine[]) => [
      ...some.slice(0, maxShown).map((line) => describeLine(line, lines.indexOf(line))),
      ...(some.length > maxShown ? [`… and ${some.length - maxShown} more lines`] : []),
    ];
    const said = [
      ...(exact.length > 0 ? ['These lines would go:', ...shown(exact)] : []),
      ...(related.length > 0
        ? [
            exact.length > 0 ? 'These are about it as well:' : 'No line says that word for word. These are about it:',
            ...shown(related),
          ]
        : []),
      ...(conversations > 0
        ? [
            `It would also go from ${conversations === 1 ? 'a past conversation' : `${conversations} past conversations`}.`,
          ]
        : []),
      ...elsewhere,
      "This is for good: it can't be undone.",
      ...this.#beyondReach(),
      ...(lines.length > 1 ? [`Only some of them: /forget yes ${name} 1 2`] : []),
    ];
    const yes = {
      label:
        exact.length > 0 && related.length > 0 ? `Forget ${exact.length === 1 ? '1' : `1-${exact.length}`}` : 'Forget',
      command: `/forget yes ${name}`,
    };
    const all =
      exact.length > 0 && related.length > 0
        ? [{ label: `Forget all ${lines.length}`, command: `/forget all ${name}` }]
        : [];
    return {
      text: said.join('\n'),
      extras: { buttons: [yes, ...all, { label: 'Keep', command: `/forget no ${name}` }], isChoice: true },
    };
  }

  async confirm(id: number, key: SessionKey, which: 'exact' | 'all' | readonly number[]): Promise<string> {
    const { erasureRequests, memory, write } = this.#parts;
    const forget = erasureRequests.find(id);
    if (!forget || forget.conversation !== key)
      throw new UserError('I no longer know what that was about. Say again what I should forget: /forget …');
    if (forget.state === 'done') return `That is forgotten already. ${forget.report}`;
    return await this.#parts.alone(async () => {
      if (forget.state === 'asked') {
        const { phrase, lines } = asked.parse(JSON.parse(forget.subject));
        const unseen = await unseenLines(phrase, lines, memory.vault);
        const [first] = unseen;
        if (first)
          throw new UserError(
            `The notes were changed since I asked: it stands in ${first.path}#L${first.startLine} now${unseen.length > 1 ? `, and in ${unseen.length - 1} more` : ''}. Nothing was forgotten yet: say again what I should forget.`,
          );
        const subject = this.#choose({ phrase, lines }, which);
        const report = await this.#reportOf(subject);
        await write(() => erasureRequests.confirm(id, JSON.stringify(subject), report));
      }
      return await this.#carryOut(id);
    });
  }

  async drop(id: number): Promise<void> {
    const { write, erasureRequests } = this.#parts;
    return await write(() => erasureRequests.drop(id));
  }

  async resume(): Promise<void> {
    const { erasureRequests, log } = this.#parts;
    for (const { id } of erasureRequests.unfinished()) {
      try {
        await this.#parts.alone(() => this.#carryOut(id));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        // Another process has the notes too: the next start that is alone finishes it.
        log.warn({ forget: id, reason: error.message }, 'something is not wholly forgotten yet');
      }
    }
  }

  #choose(subject: z.infer<typeof asked>, which: 'exact' | 'all' | readonly number[]): z.infer<typeof confirmed> {
    const { phrase, lines } = subject;
    const exact = lines.filter((line) => line.isExact);
    const preset = which === 'all' || exact.length === 0 ? lines : exact;
    const chosen = which === 'exact' || which === 'all' ? preset : which.flatMap((number) => lines[number - 1] ?? []);
    if (chosen.length === 0 && lines.length > 0) throw new UserError('There are no such lines in what I showed you.');
    // Where a line that says it stays, the words stay as well: only what was chosen goes.
    const phrases = exact.every((line) => chosen.includes(line)) ? [phrase] : [];
    return { phrases, lines: chosen.map(({ path, text }) => ({ path, text })) };
  }

  async #reportOf({ phrases, lines }: z.infer<typeof confirmed>): Promise<string> {
    const { sessions, stateDir } = this.#parts;
    const eraser = createEraser({ phrases, lines: lines.map((line) => line.text) });
    const unread = await sessions.countHolding((entry) => keepsAttachment(entry, eraser));
    const notes = new Set(lines.map((line) => line.path)).size;
    const count =
      lines.length === 0
        ? 'No note had it'
        : `${lines.length === 1 ? 'One line' : `${lines.length} lines`} of ${notes === 1 ? 'one note' : `${notes} notes`}`;
    const aside = (await readdir(stateDir)).filter(
      (name) => name.includes('.corrupt-') && !name.endsWith('-wal') && !name.endsWith('-shm'),
    );
    return [
      `Forgotten. ${count}; it is also gone from past conversations, their summaries, earlier versions and the search index, and won't come back by night.`,
      ...this.#beyondReach(),
      ...(unread > 0
        ? [
            `I can't look into pictures and PDFs; ${unread === 1 ? 'a conversation keeps' : `${unread} conversations keep`} some that came with other words. ${path.join(stateDir, 'sessions')} holds them.`,
          ]
        : []),
      ...aside.map(
        (name) => `An earlier, damaged file is kept as ${name}; I can't look into it. Delete it if it may hold this.`,
      ),
    ].join('\n');
  }

  async #carryOut(id: number): Promise<string> {
    const { erasureRequests, memory, write, log } = this.#parts;
    const forget = erasureRequests.find(id);
    if (!forget) throw new Error(`There is no record of forgetting ${id}`);
    if (forget.state === 'confirmed') await this.#wipe(forget);
    const isGone = [await memory.purge(), await this.#scrub()].every((one) => one);
    if (!isGone) throw new UserError(stillRead(id));
    await write(() => erasureRequests.setState(id, 'done'));
    log.info({ forget: id }, 'something was forgotten');
    return forget.report;
  }

  async #wipe({ id, subject }: ErasureRequest): Promise<void> {
    const { tombstones, memory, sessions, clock, write, erasureRequests } = this.#parts;
    const { phrases, lines } = confirmed.parse(JSON.parse(subject));
    const eraser = createEraser({ phrases, lines: lines.map((line) => line.text) });
    // The stones first: from now on the night can't bring it back, whatever it is reading.
    await tombstones.add(
      ...[...new Set([...phrases, ...lines.map((line) => line.text)])].filter((text) => !tombstones.covers(text)),
    );
    for (const note of new Set(lines.map((line) => line.path))) {
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
      /^\..+\.[0-9a-f]{12}\.tmp$/.test(path.basename(file)),
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
        if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true || isOver) throw error;
      }
      await clock.sleep(scrubPauseMs);
    }
  }
}

const stillRead = (id: number): string =>
  `It is gone from the notes and from past conversations, and won't come back by night. But another program is reading my files, which still hold the old words in their journals: end it (a backup, a database that is open somewhere) and say /forget yes f${id}. I try again when I next start.`;

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
