// Forgetting over a folder of notes alone: there are no conversations, and nothing is searched.
import { systemClock } from '../../src/base/time/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { type Forgetting, createForgetting } from '../../src/features/forget/forgetting.ts';
import { erasureRequestsTable } from '../../src/features/forget/requests.ts';
import type { Tombstones } from '../../src/memory/tombstones.ts';
import type { Vault } from '../../src/memory/vault.ts';
import type { Writer } from '../../src/memory/write/writer.ts';
import type { State } from '../../src/state/state.ts';

export const forgettingOfNotes = (parts: {
  vault: Vault;
  writer: Pick<Writer, 'commit' | 'removeEach'>;
  state: State;
  stateDir: string;
  tombstones: Tombstones;
}): Forgetting =>
  createForgetting({
    erasureRequests: parts.state.table(erasureRequestsTable),
    write: parts.state.write,
    scrub: parts.state.erasing.scrub,
    stores: () => [],
    memory: {
      vault: parts.vault,
      search: () => Promise.resolve({ results: [], mode: 'keyword', pendingVectors: 0, tookMs: 0 }),
      purge: () => Promise.resolve(true),
      nearness: () => Promise.resolve(null),
    },
    writer: parts.writer,
    sessions: { rewrite: () => Promise.resolve(), each: () => Promise.resolve() },
    tombstones: parts.tombstones,
    stateDir: parts.stateDir,
    reachesModel: () => true,
    alone: (work) => work(),
    clock: systemClock,
    log: silentLog,
  });
