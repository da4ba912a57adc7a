// Arguments of any shape for the tools: each call ends with a result, or with an error that the model can act on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tool } from '../../src/agent/tool.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { ToolError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { createForgetTool } from '../../src/features/forget/tool.ts';
import { remindersTable } from '../../src/features/reminders/reminders.ts';
import { createRemindersTool } from '../../src/features/reminders/tool.ts';
import { revisionsTable } from '../../src/features/undo/revisions.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { createWriter } from '../../src/memory/write/writer.ts';
import { type State, openState } from '../../src/state/state.ts';
import { createEditMemoryTool } from '../../src/tools/edit-memory.ts';
import { createMemoryGet } from '../../src/tools/memory-get.ts';
import { createMemorySearch } from '../../src/tools/memory-search.ts';
import { createRecorder } from '../../src/tools/receipt.ts';
import { createRememberTool } from '../../src/tools/remember.ts';
import { english } from '../../src/assistant/phrases/english.ts';
import { loadTombstones } from '../../src/memory/tombstones.ts';
import { key } from '../support/assistant.ts';
import { forgettingOfNotes } from '../support/forgetting.ts';
import { mutantsOf, seed } from '../support/mutants.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openPlainMemory } from '../support/plain-memory.ts';

let folder: string;
let memory: Memory;
let state: State;
let tools: Record<string, Tool>;
const timezone = (): string => 'Europe/Berlin';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-tools-'));
  const dir = path.join(folder, 'memory');
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'MEMORY.md'), '# Memory\n\n- likes tea\n');
  state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log: silentLog });
  const indexFile = path.join(folder, 'index.db');
  memory = await openPlainMemory({
    dir,
    indexFile,
    timezone,
  });
  const writer = createWriter({ vault: memory.vault });
  const tombstones = await loadTombstones(path.join(folder, 'tombstones.json'));
  const revisions = state.table(revisionsTable);
  const record = createRecorder({
    state: { revisions, write: state.write },
    clock: systemClock,
    log: silentLog,
    cause: 'turn',
  });
  const reminders = state.table(remindersTable);
  tools = {
    search: createMemorySearch(memory.search),
    get: createMemoryGet((name, range) => memory.vault.get(name, range)),
    remember: createRememberTool({ writer, record, clock: systemClock, timezone }),
    edit: createEditMemoryTool({ writer, record, clock: systemClock, timezone }),
    forget: createForgetTool({
      forgetting: forgettingOfNotes({ vault: memory.vault, writer, state, stateDir: folder, tombstones }),
      conversation: key,
      phrases: () => Promise.resolve(english),
    }),
    reminders: createRemindersTool({ reminders, write: state.write, conversation: key, timezone, clock: systemClock }),
  };
});
afterAll(async () => {
  await memory.close();
  state.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['search', { query: 'tea', queries: ['Tee'], max_results: 3, since: '2026-01-01', as_of: '2026-02-30' }],
  ['get', { key: 'MEMORY.md', from: 1, lines: 2 }],
  ['remember', { text: 'likes coffee', durable: true, tags: ['drinks'] }],
  ['edit', { path: 'MEMORY.md', old_text: 'likes tea', new_text: 'likes green tea' }],
  ['forget', { text: 'likes tea', path: 'MEMORY.md' }],
  ['reminders', { action: 'set', text: 'call', when: '2030-01-01T09:00' }],
] as const)('%s', async (name, sound) => {
  const tool = tools[name];
  for (const [index, input] of fc.sample(mutantsOf(sound), { seed, numRuns: propertyRuns(40) }).entries()) {
    const signal = AbortSignal.timeout(20_000);
    const ends = await tool?.execute(input, { toolUseId: `t${index}`, signal }).then(
      ({ text }) => text,
      (error: unknown) => error,
    );
    expect(typeof ends === 'string' || ends instanceof ToolError || ends).toBe(true);
    const proposed = await tool?.propose(input).catch((error: unknown) => error);
    expect(!(proposed instanceof Error) || proposed instanceof ToolError || proposed).toBe(true);
  }
});
