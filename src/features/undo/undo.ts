// Undoes changes of memory: one save, edit or removal by its number (`r12`), or a consolidation by its id. It applies the reverse
// patch: the change goes, what was written by hand since stays, and where both meet, the person's text wins.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import { UserError } from '../../base/errors.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { readIfPossible, type Vault } from '../../memory/vault.ts';
import { mergeNotes } from '../../memory/write/merge.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { RevisionHead, Revisions } from './revisions.ts';
import type { State } from '../../state/state.ts';
import { changeId, oneLine } from '../../tools/receipt.ts';
import type { Button } from '../../assistant/channel.ts';
import { undoButton } from '../../assistant/turn/receipts.ts';
import { english } from '../../assistant/phrases/english.ts';
import { countsIn } from '../../assistant/change-counts.ts';
import { type Phrases, problemIn } from '../../assistant/phrases/phrases.ts';

export interface Undo {
  /** The newest change that stands, with the button that takes it back; null when there is none. */
  last(phrases?: Phrases): Promise<{ text: string; button: Button } | null>;
  /** The newest changes, a line each; empty when there are none. */
  list(phrases?: Phrases): Promise<string>;
  /**
   * @param request names the message that asks; with the same request after a crash the undo goes on where it was
   * @returns what the person is told
   * @throws UserError when there is no such change
   */
  takeBack(id: string, request: string, phrases?: Phrases): Promise<string>;
}

/** The consolidations, as far as they can be undone. */
export interface UndoableConsolidations {
  list(): Promise<readonly { id: string; at: string; summary: string; undoneAt: string | null }[]>;
  /** Undoes this one only. */
  takeBack(id: string, request: string): Promise<void>;
}

export interface UndoParts {
  revisions: Revisions;
  write: State['write'];
  writer: Pick<Writer, 'commit'>;
  vault: Pick<Vault, 'read'>;
  tombstones: Tombstones;
  consolidations: UndoableConsolidations;
  clock: Clock;
  timezone: Timezone;
}

const maxListed = 10;

export const createUndo = (parts: UndoParts): Undo => new Undoer(parts);

interface Item {
  id: string;
  at: Date;
  text: string;
  isUndone: boolean;
  /** Why its note can't be read, and the change may be there or not. */
  problem: NoteProblem | null;
}

class Undoer implements Undo {
  readonly #parts: UndoParts;

  constructor(parts: UndoParts) {
    this.#parts = parts;
  }

  async last(phrases = english): Promise<{ text: string; button: Button } | null> {
    const item = (await this.#newest(phrases)).find(({ isUndone }) => !isUndone);
    return item ? { text: `${item.text} (${this.#timeOf(item.at)})`, button: undoButton(item.id, phrases.undo) } : null;
  }

  async list(phrases = english): Promise<string> {
    const items = (await this.#newest(phrases)).slice(0, maxListed);
    const lines = items.map(
      ({ id, at, text, isUndone }) =>
        `/undo ${id} - ${this.#timeOf(at)} ${text}${isUndone ? ` (${phrases.undoing.undone})` : ''}`,
    );
    const problems = items.flatMap(({ problem }) => (problem === null ? [] : [problemIn(phrases, problem)]));
    return [...lines, ...new Set(problems)].join('\n');
  }

  async takeBack(id: string, request: string, phrases = english): Promise<string> {
    const { consolidations } = this.#parts;
    const number = /^r(\d+)$/i.exec(id)?.[1];
    if (number !== undefined) return await this.#takeBackChange(Number(number), request, phrases);
    const night = (await consolidations.list()).find((one) => one.id === id);
    if (!night) throw new UserError(phrases.undoing.unknown(id));
    const name = this.#nightName(night.at, night.summary, phrases);
    await consolidations.takeBack(id, request);
    return `${phrases.undoing.done(name)}\n${phrases.undoing.notReadAgain}`;
  }

  async #newest(phrases: Phrases): Promise<Item[]> {
    const { consolidations, revisions } = this.#parts;
    const nights = (await consolidations.list()).map(({ id, at, summary, undoneAt }) => ({
      id,
      at: new Date(at),
      text: this.#nightName(at, summary, phrases),
      isUndone: undoneAt !== null,
      problem: null,
    }));
    const notes: Item[] = [];
    for (const change of revisions.last(maxListed)) {
      const isUndone = change.undoneAt !== null;
      const { stands, problem } = isUndone ? { stands: true, problem: null } : await this.#look(change);
      if (!stands) continue;
      notes.push({ id: changeId(change.id), at: change.at, text: changeLine(change, phrases), isUndone, problem });
    }
    return [...nights, ...notes].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  }

  /**
   * It does not stand where the note is as it was before: the change was noted and a crash came before it was made, or it was taken out by
   * hand. Of a note that can't be read it is not known, and the change is shown.
   */
  async #look({ id, path }: RevisionHead): Promise<{ stands: boolean; problem: NoteProblem | null }> {
    const { revisions, vault } = this.#parts;
    const { note, problem } = await readIfPossible(vault, path);
    if (problem !== null) return { stands: true, problem };
    const before = revisions.find(id)?.before ?? Buffer.alloc(0);
    return { stands: note !== null && !note.bytes.equals(before), problem: null };
  }

  #nightName(at: string, summary: string, { undoing }: Phrases): string {
    const count = countsIn(summary);
    return undoing.night(localDate(new Date(at), this.#parts.timezone()), count ? undoing.counts(count) : summary);
  }

  #timeOf(at: Date): string {
    return format(new TZDate(at, this.#parts.timezone()), 'yyyy-MM-dd HH:mm');
  }

  async #takeBackChange(id: number, request: string, phrases: Phrases): Promise<string> {
    const { undoing } = phrases;
    const { revisions, write, tombstones, clock } = this.#parts;
    const change = revisions.find(id);
    if (!change) throw new UserError(undoing.unknown(changeId(id)));
    const receipt = changeLine(change, phrases);
    const isAgain = change.undoneBy === request;
    if (change.undoneAt !== null) return isAgain ? undoing.done(receipt) : undoing.isDone(receipt);
    await write(() => revisions.begin(id, request));
    // The tombstone comes before the note: after a crash in between, the undo still has to be done, and the night brings nothing back.
    if (wasAdded(change)) await tombstones.add(change.text);
    const outcome = await this.#reverse(change);
    if (outcome === 'edited' && !isAgain) {
      if (wasAdded(change)) await tombstones.lift(change.text);
      return undoing.edited(change.path);
    }
    if (!wasAdded(change)) await tombstones.lift(change.text);
    await write(() => revisions.undone(id, clock.now()));
    return undoing.done(receipt);
  }

  /** `edited`: the place was edited since, and nothing was changed. */
  async #reverse({
    path,
    before,
    after,
  }: {
    path: string;
    before: Buffer | null;
    after: Buffer;
  }): Promise<'reversed' | 'edited'> {
    const { writer } = this.#parts;
    let outcome: 'reversed' | 'edited' = 'edited';
    await writer.commit(path, (now) => {
      const { bytes, conflicts } = mergeNotes(after, before ?? Buffer.alloc(0), now ?? Buffer.alloc(0));
      outcome = conflicts === 0 && !bytes.equals(now ?? Buffer.alloc(0)) ? 'reversed' : 'edited';
      return outcome === 'reversed' ? bytes : null;
    });
    return outcome;
  }
}

/** A text that the revision added must not come back by night once it is undone; a text that it removed may. */
const wasAdded = ({ verb }: RevisionHead): boolean => verb === 'saved';

/** A change as its receipt says it, which never repeats what was forgotten. */
const changeLine = ({ verb, text, path }: RevisionHead, { receipts }: Phrases): string =>
  receipts[verb](verb === 'forgotten' ? '' : oneLine(text), path);
