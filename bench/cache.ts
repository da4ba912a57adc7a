// `npm run bench -- cache`: a day of 60 turns with tools against a loopback of the Messages API that counts cache hits as
// the vendor does: what share of the input is read from the cache, and what the day costs, beside the same day with the
// long-term memory rendered anew into each request.
import { createAnthropic } from '../src/models/vendors/anthropic.ts';
import { buildSystem } from '../src/assistant/context/prompt.ts';
import { systemClock } from '../src/base/time/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { costUsd } from '../src/models/prices.ts';
import type { Provider, Usage } from '../src/models/provider.ts';
import { createManualClock, setUp } from '../test/support/assistant.ts';
import { calls, lastToolResults, openMessagesApi } from '../test/support/messages-api.ts';
import { formatTable } from './table.ts';

const turns = 60;
const model = 'claude-sonnet-5-5';
const memoryLines = 60;
/** After how many turns MEMORY.md gets one line more. */
const turnsAnEdit = 5;

const longTermMemory = (turn: number): string =>
  `# Memory\n${Array.from({ length: memoryLines + Math.floor(turn / turnsAnEdit) }, (_, line) => `- Fact ${line}: something that was worth keeping about the person and their life.`).join('\n')}\n`;

interface Day {
  readShare: number;
  costUsd: number;
}

/** @param asRendered what stands before the messages, as the session froze it or as memory is now */
async function liveADay(asRendered: 'frozen' | 'anew'): Promise<Day> {
  const clock = createManualClock();
  let turn = 0;
  const api = await openMessagesApi(
    ({ body }, index) =>
      lastToolResults(body).length > 0
        ? `Answer ${index}, in a sentence or two of ordinary length.`
        : [calls('echo', { text: 'what was looked up, a few lines of a note'.repeat(5) })],
    { now: () => clock.now().getTime() },
  );
  const anthropic = createAnthropic({
    apiKey: 'key',
    baseUrl: api.url,
    profile: 'vendor',
    clock: systemClock,
    log: silentLog,
  });
  const provider: Provider =
    asRendered === 'frozen'
      ? anthropic
      : {
          name: 'anew',
          complete: (request, onDelta) =>
            anthropic.complete(
              {
                ...request,
                system: buildSystem({
                  memory: longTermMemory(turn),
                  replyMode: 'auto',
                  audience: 'private',
                  maxMemoryLength: Infinity,
                  today: '2026-11-22',
                }),
              },
              onDelta,
            ),
        };
  const bench = await setUp(provider, { clock, model, longTermMemory: () => Promise.resolve(longTermMemory(turn)) });
  for (; turn < turns; turn += 1) {
    clock.advance(60_000);
    await bench.tell(`Message ${turn}: a question of ordinary length about something.`);
  }
  await bench.assistant.close();
  await bench.sessions.close();
  await api.close();
  if (api.refused().length > 0) throw new Error(`refused: ${api.refused()[0]?.refusal}`);
  const sum: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 };
  for (const { usage } of api.requests) {
    sum.input += usage?.input_tokens ?? 0;
    sum.output += usage?.output_tokens ?? 0;
    sum.cacheRead += usage?.cache_read_input_tokens ?? 0;
    sum.cacheWrite += usage?.cache_creation_input_tokens ?? 0;
    sum.cacheWrite1h = (sum.cacheWrite1h ?? 0) + (usage?.cache_creation?.ephemeral_1h_input_tokens ?? 0);
  }
  return {
    readShare: (100 * sum.cacheRead) / (sum.input + sum.cacheRead + sum.cacheWrite),
    costUsd: costUsd(`anthropic/${model}`, sum) ?? Number.NaN,
  };
}

const frozen = await liveADay('frozen');
const anew = await liveADay('anew');
console.log(
  formatTable([
    {
      what: `${turns} turns with a tool each: input read from the cache`,
      value: frozen.readShare,
      unit: '%',
      aim: { least: 90 },
    },
    { what: 'what the day costs', value: frozen.costUsd, unit: '$' },
    {
      what: `the same, memory rendered anew each turn (it changes every ${turnsAnEdit}): read from the cache`,
      value: anew.readShare,
      unit: '%',
    },
    { what: 'what that day costs', value: anew.costUsd, unit: '$' },
  ]),
);
