// Writes that wait for one tap of the person. A write whose words are not the person's own is kept here instead of being
// done; a button below the answer, or `yes`, does it. Without an answer nothing happens, and after a day it is gone.
import type { Clock } from '../../base/time/clock.ts';
import type { Session } from '../../session/sessions.ts';

export interface PendingWrite {
  id: number;
  /** Session key of the conversation that was asked. */
  conversation: string;
  at: Date;
  /** The call that waits. */
  toolUseId: string;
  tool: string;
  input: unknown;
}

/** All of it is synchronous; call what writes inside `State.write`. */
export interface PendingWrites {
  /** Adds a write that waits; one of the same tool with the same input waits once. @returns its number; numbers are never given twice */
  add(write: Omit<PendingWrite, 'id'>): number;
  find(id: number): PendingWrite | null;
  remove(id: number): void;
  removeBefore(at: Date): void;
}

export interface Confirmations {
  /** Durable when it resolves, but for a private conversation, of which nothing is written down. @returns its name */
  keep(session: Session, write: Pick<PendingWrite, 'toolUseId' | 'tool' | 'input'>): Promise<string>;
  /** The write of that name, if it still waits in this conversation. */
  find(conversation: string, name: string): PendingWrite | null;
  remove(name: string): Promise<void>;
}

/** How long the person may take. */
const maxAgeMs = 24 * 3_600_000;

export function createConfirmations(options: {
  pendingWrites: PendingWrites;
  write<Result>(work: () => Result): Promise<Result>;
  clock: Clock;
}): Confirmations {
  const { pendingWrites, clock } = options;
  const unwritten = new Map<string, PendingWrite>();
  let count = 0;
  const idOf = (name: string): number | null => (/^p\d{1,15}$/.test(name) ? Number(name.slice(1)) : null);

  return {
    async keep(session, write) {
      const kept = { ...write, conversation: session.key, at: clock.now() };
      if (session.isPrivate) {
        const same = [...unwritten].find(([, { toolUseId }]) => toolUseId === write.toolUseId);
        const name = same?.[0] ?? `m${(count += 1)}`;
        unwritten.set(name, { ...kept, id: 0 });
        return name;
      }
      const id = await options.write(() => {
        pendingWrites.removeBefore(new Date(kept.at.getTime() - maxAgeMs));
        return pendingWrites.add(kept);
      });
      return `p${id}`;
    },
    find(conversation, name) {
      const id = idOf(name);
      const found = (id === null ? unwritten.get(name) : pendingWrites.find(id)) ?? null;
      const isOurs = found?.conversation === conversation && clock.now().getTime() - found.at.getTime() <= maxAgeMs;
      return isOurs ? found : null;
    },
    async remove(name) {
      const id = idOf(name);
      if (id === null) unwritten.delete(name);
      else await options.write(() => pendingWrites.remove(id));
    },
  };
}
