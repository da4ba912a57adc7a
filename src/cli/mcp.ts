// `scrubjay mcp`: the memory for another program, over the Model Context Protocol on stdin and stdout. The tools are the
// assistant's own, and there is nothing else of the assistant: no model, no session.
import { inBackground } from '../base/background.ts';
import path from 'node:path';
import { createToolRegistry } from '../agent/tool.ts';
import { systemClock } from '../base/clock.ts';
import { messageOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Config } from '../config.ts';
import { openConfiguredMemory } from '../app/memory.ts';
import { stopSignal } from '../app/process.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { loadTombstones } from '../memory/tombstones.ts';
import type { Vault } from '../memory/vault.ts';
import { createWriter } from '../memory/write/writer.ts';
import { revisionsTable } from '../features/undo/revisions.ts';
import { openStateFile } from '../state/state.ts';
import { createMemoryGet } from '../tools/memory-get.ts';
import { createMemorySearch } from '../tools/memory-search.ts';
import { createRecorder } from '../tools/receipt.ts';
import { createRememberTool } from '../tools/remember.ts';
import { configOption, defineCommand, loadSettings } from './command.ts';
import { openTable } from '../state/table.ts';

export const command = defineCommand({
  usage: 'mcp [options]',
  about:
    'Serves the memory to another program over the Model Context Protocol (stdin and stdout): memory_search and memory_get.',
  options: {
    ...configOption,
    write: {
      type: 'boolean',
      about: 'also remember, which adds a line to the notes; without it nothing can be changed',
    },
  },
  words: { least: 0, most: 0 },
  async run({ values }) {
    const { config, log, redact } = loadSettings(values, { quiet: true });
    const memory = await openConfiguredMemory(config, systemClock, log, { watch: true });
    const writing = values.write ? await openRemember(config, log, memory.vault) : null;
    const registry = createToolRegistry([
      createMemorySearch(memory.search),
      createMemoryGet((key, range) => memory.vault.get(key, range)),
      ...(writing ? [writing.tool] : []),
    ]);
    const { Server } = await import('@modelcontextprotocol/server');
    const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
    const server = new Server({ name: 'scrubjay', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: registry.definitions().map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema: { ...inputSchema, type: 'object' as const },
        annotations: { readOnlyHint: registry.get(name)?.effects.writes === undefined, openWorldHint: false },
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { id, signal } }) => {
      const answer = (text: string, isError: boolean) => ({
        content: [{ type: 'text' as const, text: redact(text) }],
        isError,
      });
      try {
        const call = { toolUseId: String(id), signal };
        return answer((await registry.execute(params.name, params.arguments ?? {}, call)).text, false);
      } catch (error) {
        return answer(messageOf(error), true);
      }
    });
    try {
      // The transport does not tell when its input has ended, which is how a client says that it is done.
      const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
      await server.connect(new StdioServerTransport());
      inBackground(memory.warmUp(), log, 'the warm-up of the index');
      await Promise.race([ended, stopSignal()]);
      await server.close();
      return 0;
    } finally {
      writing?.close();
      await memory.close();
    }
  },
});

/** The assistant's tool; what it writes can be taken back in the chat like any other change. */
async function openRemember(config: Config, log: Log, vault: Vault) {
  const { db } = openStateFile({ file: path.join(config.state.dir, 'queue.db'), clock: systemClock, log });
  const record = createRecorder({
    queue: { revisions: openTable(db, revisionsTable), write: (work) => Promise.resolve(work()) },
    clock: systemClock,
    cause: 'mcp',
  });
  const tombstones = await loadTombstones(path.join(config.state.dir, 'tombstones.json'));
  const tool = createRememberTool({
    writer: createWriter({ vault }),
    record,
    clock: systemClock,
    timezone: chosenTimezone(config).now,
    tombstones,
  });
  return { tool, close: () => void db.close() };
}
