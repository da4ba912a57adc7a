// `scrubjay mcp`: the memory for another program, over the Model Context Protocol on stdin and stdout. The tools are the
// assistant's own, and there is nothing else of the assistant: no model, no session. Each call asks the daemon where one runs
// at that moment, and the memory of this process where none does.
import path from 'node:path';
import type { Notification } from '@modelcontextprotocol/server';
import { type Tool, type ToolRegistry, createToolRegistry } from '../agent/tool.ts';
import type { Daemon } from '../app/daemon/daemon-calls.ts';
import { createConfiguredVault } from '../app/memory/memory-folder.ts';
import { openConfiguredMemory } from '../app/memory/memory.ts';
import { stopSignal } from '../app/daemon/process.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { memoryFacts } from '../assistant/context/memory-facts.ts';
import { inBackground } from '../base/concurrency/background.ts';
import { systemClock } from '../base/time/clock.ts';
import { messageOf } from '../base/errors.ts';
import { doubleYoungHeap, giveGarbageBack } from '../base/small-heap.ts';
import { version } from '../base/version.ts';
import { revisionsTable } from '../features/undo/revisions.ts';
import { linesAboveIn } from '../memory/lines-above.ts';
import type { Memory } from '../memory/memory.ts';
import { NoteError } from '../memory/note-problem.ts';
import { type TellReading, whileReading } from '../memory/reading.ts';
import { loadTombstones } from '../memory/tombstones.ts';
import type { Vault } from '../memory/vault.ts';
import { createWriter } from '../memory/write/writer.ts';
import { openStateFile } from '../state/state.ts';
import { createMemoryGet } from '../tools/memory-get.ts';
import { type SearchMemory, createMemorySearch } from '../tools/memory-search.ts';
import { type Recorder, createRecorder, otherProgram } from '../tools/receipt.ts';
import { createRememberTool } from '../tools/remember.ts';
import { type Settings, configOption, defineCommand, loadSettings } from './command.ts';
import { createMessageLines } from './message-lines.ts';
import { findDaemon, toldParts } from './running-daemon.ts';

export const command = defineCommand({
  usage: 'mcp [options]',
  about:
    'Serves the memory to another program over the Model Context Protocol (stdin and stdout): memory_search and memory_get.',
  examples: ['mcp', 'mcp --write'],
  options: {
    ...configOption,
    write: {
      type: 'boolean',
      about: 'also remember, which adds a line to the notes; without it nothing can be changed',
    },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const settings = loadSettings(values, { quiet: true });
    const own = createOwnMemory(settings);
    if (!(await hasDaemon(settings)))
      inBackground(
        own.open().then(async (memory) => {
          doubleYoungHeap();
          await memory.warmUp();
          await giveGarbageBack();
        }),
        settings.log,
        'the warm-up of the index',
      );
    const vault = createConfiguredVault(settings.config);
    const linesAbove = linesAboveIn(vault);
    const registry = createToolRegistry([
      createMemorySearch(searchBy(settings, own), { linesAbove, languages: await languagesOf(vault) }),
      createMemoryGet((key, range) => vault.get(key, range), linesAbove),
      ...(values.write ? [await rememberBy(settings)] : []),
    ]);
    try {
      await serve(registry, settings);
      return 0;
    } finally {
      await own.close();
    }
  },
});

/** Serves until the client's input ends or a signal asks to stop. */
async function serve(registry: ToolRegistry, { redact }: Settings): Promise<void> {
  const { Server, parseJSONRPCMessage } = await import('@modelcontextprotocol/server');
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const server = new Server({ name: 'scrubjay', version: version() }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: registry.definitions().map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: registry.get(name)?.effects.writes === undefined, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { id, signal, notify } }) => {
    const answer = (text: string, isError: boolean) => ({
      content: [{ type: 'text' as const, text: redact(text) }],
      isError,
    });
    try {
      const onProgress = progressNotes(params._meta?.progressToken, notify);
      const call = { toolUseId: String(id), signal, onProgress };
      return answer((await registry.execute(params.name, params.arguments ?? {}, call)).text, false);
    } catch (error) {
      return answer(messageOf(error), true);
    }
  });
  const lines = createMessageLines({
    isMessage: (value) => isParsed(parseJSONRPCMessage, value),
    refuse: (refusal) => void process.stdout.write(`${JSON.stringify(refusal)}\n`),
  });
  // The transport does not tell when its input has ended, which is how a client says that it is done.
  const ended = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  // A line is passed on whole, and may have the length that the lines are held to.
  await server.connect(
    new StdioServerTransport(process.stdin.pipe(lines), process.stdout, { maxBufferSize: Infinity }),
  );
  await Promise.race([ended, stopSignal()]);
  await server.close();
}

/** Tells the client how far the notes are read that a call waits for; the protocol wants no number twice. */
function progressNotes(
  progressToken: string | number | undefined,
  notify: (notification: Notification) => Promise<void>,
): TellReading | undefined {
  if (progressToken === undefined) return undefined;
  let told = 0;
  return (progress, total) => {
    if (progress <= told) return;
    told = progress;
    const params = { progressToken, progress, total, message: `Reading the notes: ${progress} of ${total}` };
    // A client that is gone ends the call itself.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function isParsed(parse: (value: unknown) => unknown, value: unknown): boolean {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
}

/** None of a memory folder that is away: the client may have started first, and each call says what is missing until it is back. */
async function languagesOf(vault: Vault): Promise<readonly string[]> {
  try {
    return (await memoryFacts(vault)).languages;
  } catch (error) {
    if (error instanceof NoteError) return [];
    throw error;
  }
}

interface OwnMemory {
  open(): Promise<Memory>;
  close(): Promise<void>;
}

/** The memory of this process, opened when the first call finds no daemon. */
function createOwnMemory({ config, log }: Settings): OwnMemory {
  let opening: Promise<Memory> | null = null;
  return {
    open: () => (opening ??= openConfiguredMemory(config, systemClock, log, { watch: true })),
    close: async () => await (await opening)?.close(),
  };
}

async function hasDaemon({ config }: Settings): Promise<boolean> {
  const daemon = await findDaemon(config);
  daemon?.close();
  return daemon !== null;
}

/** A connection for each call: the daemon may come and go while the client stays. */
async function withDaemon<Result>(
  { config }: Settings,
  ask: (daemon: Daemon) => Promise<Result>,
  alone: () => Promise<Result>,
): Promise<Result> {
  const daemon = await findDaemon(config);
  return daemon ? await ask(daemon).finally(daemon.close) : await alone();
}

const searchBy =
  (settings: Settings, own: OwnMemory): SearchMemory =>
  (query, { signal, onProgress, ...options }) =>
    withDaemon(
      settings,
      (daemon) => daemon.call('search', { query, options }, toldParts(onProgress)),
      async () => {
        const memory = await own.open();
        return await whileReading(memory, onProgress, () => memory.search(query, { ...options, signal }));
      },
    );

/** The assistant's tool; what it writes can be taken back in the chat like any other change. */
async function rememberBy(settings: Settings): Promise<Tool> {
  const { config } = settings;
  const vault = createConfiguredVault(config);
  // The tool is made anew for each call, so that it knows everything that was forgotten since.
  const createTool = async (): Promise<Tool> =>
    createRememberTool({
      writer: createWriter({ vault }),
      record: recordBy(settings),
      clock: systemClock,
      timezone: chosenTimezone(config).now,
      tombstones: await loadTombstones(path.join(config.state.dir, 'tombstones.json')),
    });
  return {
    ...(await createTool()),
    execute: (input, context) =>
      withDaemon(
        settings,
        (daemon) => daemon.call('remember', { input, id: context.toolUseId }),
        async () => await (await createTool()).execute(input, context),
      ),
  };
}

/** Opens the record of changes for as long as one change takes. */
const recordBy =
  ({ config, log }: Settings): Recorder =>
  async (...change) => {
    const { db, table } = openStateFile({ file: path.join(config.state.dir, 'queue.db'), clock: systemClock, log });
    const state = {
      revisions: table(revisionsTable),
      write: <Result>(work: () => Result) => Promise.resolve(work()),
    };
    try {
      return await createRecorder({ state, clock: systemClock, log, cause: otherProgram })(...change);
    } finally {
      db.close();
    }
  };
