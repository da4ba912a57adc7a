// Taking back what was written to memory: one save, edit or removal by its number (`r12`), a consolidation by its id. A
// reverse patch: the change goes, what was written by hand since stays, and where both meet, the hand wins.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { type Clock, localDate } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import type { Timezone } from '../../base/timezone.ts';
import type { Tombstones } from '../../memory/tombstones.ts';
import { mergeNotes } from '../../memory/write/merge.ts';
import type { Writer } from '../../memory/write/writer.ts';
import type { RevisionHead, Revisions } from './revisions.ts';
import type { State } from '../../state/state.ts';
import { changeId } from '../../tools/receipt.ts';
import type { Button } from '../../assistant/channel.ts';
import { undoButton } from '../../assistant/receipts.ts';

export interface Undo {
  /** The newest change that stands, with the button that takes it back; null when there is none. */
  last(): Promise<{ text: string; button: Button } | null>;
  /** The newest changes, a line each; empty when there are none. */
  list(): Promise<string>;
  /**
   * @param request names the message that asks: asked again after a crash, it goes on where it was
   * @returns what the person is told
   * @throws UserError when there is no such change
   */
  takeBack(id: string, request: string): Promise<string>;
}

/** The consolidations, as far as they can be taken back. */
export interface UndoableConsolidations {
  list(): Promise<readonly { id: string; at: string; summary: string; undoneAt: string | null }[]>;
  /** Takes back this one alone. */
  takeBack(id: string, request: string): Promise<void>;
}

export interface UndoParts {
  revisions: Revisions;
  write: State['write'];
  writer: Pick<Writer, 'commit'>;
  tombstones: Tombstones;
  consolidations: UndoableConsolidations;
  clock: Clock;
  timezone: Timezone;
}

const mostListed = 10;

export function createUndo(parts: UndoParts): Undo {
  const { revisions, write, writer, tombstones, consolidations, clock } = parts;

  interface Item {
    id: string;
    at: Date;
    text: string;
    isUndone: boolean;
  }

  async function newest(): Promise<Item[]> {
    const nights = (await consolidations.list()).map(({ id, at, summary, undoneAt }) => ({
      id,
      at: new Date(at),
      text: nightName(at, summary),
      isUndone: undoneAt !== null,
    }));
    const notes = revisions
      .last(mostListed)
      .map(({ id, at, receipt, undoneAt }) => ({ id: changeId(id), at, text: receipt, isUndone: undoneAt !== null }));
    return [...nights, ...notes].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  }

  const nightName = (at: string, summary: string): string =>
    `the consolidation of ${localDate(new Date(at), parts.timezone())} (${summary})`;
  const timeOf = (at: Date): string => format(new TZDate(at, parts.timezone()), 'yyyy-MM-dd HH:mm');

  async function takeBackChange(id: number, request: string): Promise<string> {
    const change = revisions.find(id);
    if (!change) throw new UserError(`I find no change ${changeId(id)}. /undo list shows the changes I know.`);
    const isAgain = change.undoneBy === request;
    if (change.undoneAt !== null) return isAgain ? done(change) : `That is undone already: ${change.receipt}`;
    await write(() => revisions.begin(id, request));
    // Before the note: a crash in between leaves it to be taken back still, and nothing that the night brings back.
    if (wasAdded(change)) await tombstones.add(change.text);
    const outcome = await reverse(change);
    if (outcome === 'edited' && !isAgain) {
      if (wasAdded(change)) await tombstones.lift(change.text);
      return `That place was changed by hand since, so I left it as it is: ${change.path}`;
    }
    if (!wasAdded(change)) await tombstones.lift(change.text);
    await write(() => revisions.undone(id, clock.now()));
    return done(change);
  }

  /** `edited`: someone wrote there since, and nothing was changed. */
  async function reverse({
    path,
    before,
    after,
  }: {
    path: string;
    before: Buffer | null;
    after: Buffer;
  }): Promise<'reversed' | 'edited'> {
    let outcome: 'reversed' | 'edited' = 'edited';
    await writer.commit(path, (now) => {
      const { bytes, conflicts } = mergeNotes(after, before ?? Buffer.alloc(0), now ?? Buffer.alloc(0));
      outcome = conflicts === 0 && !bytes.equals(now ?? Buffer.alloc(0)) ? 'reversed' : 'edited';
      return outcome === 'reversed' ? bytes : null;
    });
    return outcome;
  }

  return {
    async last() {
      const item = (await newest()).find(({ isUndone }) => !isUndone);
      return item ? { text: `${item.text} (${timeOf(item.at)})`, button: undoButton(item.id) } : null;
    },
    async list() {
      const items = (await newest()).slice(0, mostListed);
      return items
        .map(({ id, at, text, isUndone }) => `/undo ${id} - ${timeOf(at)} ${text}${isUndone ? ' (undone)' : ''}`)
        .join('\n');
    },
    async takeBack(id, request) {
      const number = /^r(\d+)$/i.exec(id)?.[1];
      if (number !== undefined) return await takeBackChange(Number(number), request);
      const night = (await consolidations.list()).find((one) => one.id === id);
      if (!night) throw new UserError(`I find no change "${id}". /undo list shows the changes I know.`);
      const name = nightName(night.at, night.summary);
      await consolidations.takeBack(id, request);
      return `Undone: ${name}`;
    },
  };
}

/** What is taken back must not come back by night from what was said; what was removed may. */
const wasAdded = ({ receipt }: RevisionHead): boolean => receipt.startsWith('Saved: ');

const done = ({ receipt }: RevisionHead): string => `Undone: ${receipt}`;
