// What commands ask of a running daemon: the methods behind its socket. Each does what the command would do by itself without
// one, on what the daemon has open. What they take and return travels as JSON.
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Config } from '../../config.ts';
import type { ConsolidationReport } from '../../features/consolidation/consolidator.ts';
import type { HistoryEntry } from '../../features/consolidation/history.ts';
import type { IndexReport, Memory, MemoryStatus } from '../../memory/memory.ts';
import { type TellReading, whileReading } from '../../memory/reading.ts';
import type { SearchAnswer, SearchOptions } from '../../memory/search.ts';
import { type GatheredAnswer, type Question, askOnce } from '../ask-once.ts';
import type { OpenedAssistant } from '../assistant.ts';
import type { CallTable, Caller, DaemonClient } from './daemon-socket.ts';
import { type Invitation, inviteOwner, withPairing } from '../channels/invite-owner.ts';
import { otherProgram } from '../../tools/receipt.ts';
import { type Status, collectStatus, type DaemonFacts } from './status.ts';

export type AskedSearch = Pick<
  SearchOptions,
  'limit' | 'since' | 'until' | 'asOf' | 'explain' | 'wordsOnly' | 'queries' | 'passages'
>;

/** How far a call has come, sent ahead of its answer: the lines with vectors of `index`, the notes that are read of all others. */
export type CallProgress = [done: number, total: number];

const telling =
  (send: Caller['send']): TellReading =>
  (...progress: CallProgress) =>
    send(progress);

export interface DaemonCalls extends CallTable {
  search(given: { query: string; options?: AskedSearch }, caller: Caller): Promise<SearchAnswer>;
  index(given: { rebuild: boolean }, caller: Caller): Promise<IndexReport>;
  memoryStatus(given: object, caller: Caller): Promise<MemoryStatus>;
  probeEmbedder(given: object): Promise<Awaited<ReturnType<Memory['probe']>>>;
  checkVectors(given: object): Promise<Awaited<ReturnType<Memory['checkVectors']>>>;
  remember(given: { input: unknown; id: string }, caller: Caller): Promise<{ text: string }>;
  ask(given: Question, caller: Caller): Promise<GatheredAnswer>;
  status(given: object): Promise<Status>;
  invite(given: object): Promise<Invitation>;
  unpair(given: { id?: number }): Promise<{ unpaired: number[] }>;
  consolidate(given: { dryRun: boolean; date?: string }, caller: Caller): Promise<ConsolidationReport>;
  undo(given: { to?: string }): Promise<HistoryEntry[]>;
  versions(given: object): Promise<HistoryEntry[]>;
}

export type Daemon = DaemonClient<DaemonCalls>;

export interface CallParts {
  config: Config;
  clock: Clock;
  log: Log;
  opened: OpenedAssistant;
  facts: () => DaemonFacts;
}

export function createDaemonCalls(parts: CallParts): DaemonCalls {
  const { config, clock, log, opened, facts } = parts;
  const { memory, consolidation } = opened;
  return {
    search: ({ query, options }, { signal, send }) =>
      whileReading(memory, telling(send), () => memory.search(query, { ...options, signal })),
    index: ({ rebuild }, { send }) => memory.index({ rebuild, onProgress: telling(send) }),
    memoryStatus: (_, { send }) => whileReading(memory, telling(send), () => memory.status()),
    probeEmbedder: () => memory.probe(),
    checkVectors: () => memory.checkVectors(),
    async remember({ input, id }, { signal }) {
      const { text } = await opened.remember(otherProgram).execute(input, { toolUseId: id, signal });
      return { text };
    },
    ask: (question, { signal, send }) => whileReading(memory, telling(send), () => askOnce(opened, question, signal)),
    status: () =>
      collectStatus({
        config,
        clock,
        memory,
        state: opened.state,
        consolidation,
        models: opened.standing(),
        daemon: facts(),
      }),
    invite: async () => withPairing(config, clock, log, (pairing) => inviteOwner(config, pairing)),
    unpair: async ({ id }) => withPairing(config, clock, log, (pairing) => ({ unpaired: pairing.unpair(id) })),
    consolidate: ({ dryRun, date }, { signal }) =>
      consolidation.consolidator.run({ trigger: 'manual', dryRun, date, signal }),
    undo: ({ to }) => consolidation.consolidator.undo({ to }),
    versions: () => consolidation.consolidator.versions(),
  };
}
