// A consolidator on real files in a folder of its own, with a scripted model in the place of the real one.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ask, createAsk } from '../../src/features/consolidation/ask.ts';
import {
  type Consolidator,
  type ConsolidatorOptions,
  createConsolidator,
} from '../../src/features/consolidation/consolidator.ts';
import { createHistory } from '../../src/features/consolidation/history.ts';
import type { Operation } from '../../src/features/consolidation/operation.ts';
import { type Clock, createClock } from '../../src/base/time/clock.ts';
import { parseSource } from '../../src/features/consolidation/source.ts';
import type { MessageEntry } from '../../src/session/entry.ts';
import { silentLog } from '../../src/base/log.ts';
import { loadTombstones, type Tombstones } from '../../src/memory/tombstones.ts';
import { type Vault, createVault } from '../../src/memory/vault.ts';
import { createWriter, type Writer } from '../../src/memory/write/writer.ts';
import type { ModelRequest } from '../../src/models/provider.ts';
import { openStateFile } from '../../src/state/state.ts';
import { runsTable, type Runs } from '../../src/features/consolidation/runs.ts';
import { seenFilesTable, type SeenFiles } from '../../src/features/consolidation/seen-files.ts';

export interface Setup {
  dir: string;
  vault: Vault;
  writer: Writer;
  tombstones: Tombstones;
  runs: Runs;
  seenFiles: SeenFiles;
  /** Requests that reached the model. */
  requests: ModelRequest[];
  clock: Clock & { set(at: string): void };
  consolidator(options?: Partial<ConsolidatorOptions>): Consolidator;
  note(name: string, content: string): void;
  read(name: string): string;
  close(): void;
}

/** What the model says to each request: text as it is, operations as JSON. */
export type Script = (request: ModelRequest, call: number) => string | Operation[] | Error;

export async function setUpConsolidation(script: Script): Promise<Setup> {
  const dir = mkdtempSync(path.join(tmpdir(), 'consolidate-'));
  mkdirSync(path.join(dir, 'memory'));
  mkdirSync(path.join(dir, 'state/sessions'), { recursive: true });
  let now = new Date('2026-11-21T03:00:00Z');
  const clock = {
    ...createClock({ now: () => now, sleep: async () => undefined }),
    set: (at: string) => void (now = new Date(at)),
  };
  const vault = createVault(path.join(dir, 'memory'));
  const writer = createWriter({ vault });
  const tombstones = await loadTombstones(path.join(dir, 'state/tombstones.json'));
  const { db, table } = openStateFile({ file: path.join(dir, 'state/queue.db'), clock, log: silentLog });
  const runs = table(runsTable);
  const seenFiles = table(seenFilesTable);
  /** The whole line of its first source, for an operation of a test that is not about quotes. */
  const withQuote = (operation: Operation): Operation => {
    const place = parseSource(operation.source?.[0] ?? '');
    const file = place && path.join(dir, place.path.startsWith('sessions/') ? 'state' : 'memory', place.path);
    if (operation.quote !== undefined || !place || !file || !existsSync(file)) return operation;
    const line = readFileSync(file, 'utf8').split('\n')[place.startLine - 1] ?? '';
    const entry = place.path.endsWith('.jsonl') && line !== '' ? (JSON.parse(line) as Partial<MessageEntry>) : null;
    const block = entry?.content?.findLast(({ type }) => type === 'text');
    return { ...operation, quote: block?.type === 'text' ? block.text : line };
  };
  const requests: ModelRequest[] = [];
  const ask: Ask = createAsk({
    provider: {
      name: 'scripted',
      async complete(request) {
        requests.push(structuredClone({ ...request, signal: undefined }) as ModelRequest);
        const said = script(request, requests.length);
        if (said instanceof Error) throw said;
        const answer = typeof said === 'string' ? said : JSON.stringify({ operations: said.map(withQuote) });
        const content = answer === '' ? [] : [{ type: 'text' as const, text: answer }];
        return {
          model: 'scripted/one',
          content,
          stopReason: 'end_turn',
          usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 },
          costUsd: 0.01,
        };
      },
    },
    model: 'one',
    maxTokens: 8000,
  });
  return {
    dir,
    vault,
    writer,
    tombstones,
    runs,
    seenFiles,
    requests,
    clock,
    consolidator: (options = {}) =>
      createConsolidator({
        vault,
        writer,
        sessionsDir: path.join(dir, 'state/sessions'),
        stateDir: path.join(dir, 'state'),
        runs,
        seenFiles,
        history: createHistory(path.join(dir, 'state/history')),
        tombstones,
        readPairs: async (pairs) => pairs.map(() => null),
        nearness: async () => null,
        ask,
        clock,
        timezone: () => 'Europe/Berlin',
        log: silentLog,
        budgetChars: 20_000,
        ...options,
      }),
    note(name, content) {
      const file = path.join(dir, 'memory', name);
      writeFileSync(file, content);
      // What was written just now would be waited for.
      utimesSync(file, now, new Date('2026-11-01'));
    },
    read: (name) => readFileSync(path.join(dir, 'memory', name), 'utf8'),
    close() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
