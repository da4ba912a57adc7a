// An endpoint for supervisors and for Prometheus, off unless `health.port` is set, on the loopback unless `health.address`
// says otherwise. `/health` answers 200 while the daemon moves and 503 when it hangs; `/metrics` is Prometheus text. It tells
// figures and names of models, never text of notes or messages, and it is read-only.
import type { Server } from 'node:http';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Config } from '../../config.ts';
import type { Status } from './status.ts';
import type { TurnCounts } from './turn-counts.ts';

export interface HealthParts {
  settings: Config['health'];
  status(): Promise<Status>;
  turns: TurnCounts;
  log: Log;
}

/** @returns null where it is off, or where the port can't be had, which is logged: the assistant runs without its metrics */
export async function openHealth({
  settings,
  status,
  turns,
  log,
}: HealthParts): Promise<{ close(): Promise<void> } | null> {
  const { port, address } = settings;
  if (port === undefined) return null;
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const answer = (code: number, type: string, body: string): void => {
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    const page = pages[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (request.method !== 'GET' || !page) return answer(404, 'text/plain', 'There are /health and /metrics.\n');
    status().then(
      (now) => {
        const { code, type, body } = page(now, turns);
        answer(code, type, body);
      },
      (error: unknown) => {
        log.error({ err: error }, 'the status for the health endpoint could not be read');
        answer(503, 'application/json', `${JSON.stringify({ status: 'failing' })}\n`);
      },
    );
  });
  const problem = await listen(server, port, address);
  if (problem !== null) {
    log.error({ port, address, error: problem }, 'the health endpoint could not be opened; the daemon runs without it');
    return null;
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const listen = (server: Server, port: number, address: string): Promise<string | null> =>
  new Promise((resolve) => {
    server.once('error', (error) => resolve(messageOf(error)));
    server.listen(port, address, () => resolve(null));
  });

type Page = (status: Status, turns: TurnCounts) => { code: number; type: string; body: string };

const pages: Readonly<Record<string, Page>> = { '/health': healthPage, '/metrics': metricsPage };

function healthPage({ version, daemon, degraded }: Status): ReturnType<Page> {
  const isAlive = daemon?.isAlive === true;
  const body = {
    status: isAlive ? 'ok' : 'failing',
    version,
    uptimeSeconds: daemon?.uptimeSeconds ?? 0,
    degradedParts: degraded.length,
  };
  return { code: isAlive ? 200 : 503, type: 'application/json', body: `${JSON.stringify(body)}\n` };
}

function metricsPage(status: Status, turns: TurnCounts): ReturnType<Page> {
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  return { code: 200, type, body: metricsText(status, turns) };
}

/** A metric in the exposition format of Prometheus: one value, or one for each label. */
function metric(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  values: number | readonly (readonly [labels: string, value: number])[],
): string {
  const lines = typeof values === 'number' ? [['', values] as const] : values;
  return [
    `# HELP scrubjay_${name} ${help}`,
    `# TYPE scrubjay_${name} ${type}`,
    ...lines.map(([labels, value]) => `scrubjay_${name}${labels} ${value}`),
  ].join('\n');
}

const label = (name: string, value: string): string => `{${name}=${JSON.stringify(value)}}`;

const seconds = (iso: string): number => Date.parse(iso) / 1000;

/** Pure. */
export const metricsText = (status: Status, turns: TurnCounts): string =>
  `${[...processMetrics(status), ...stateMetrics(status), ...turnMetrics(turns)].join('\n')}\n`;

function processMetrics({ version, daemon, degraded, models }: Status): string[] {
  return [
    metric('info', 'gauge', 'The version that runs.', [[label('version', version), 1]]),
    metric('alive', 'gauge', '1 while the channel moves.', daemon?.isAlive === true ? 1 : 0),
    metric('uptime_seconds', 'gauge', 'Since the start.', daemon?.uptimeSeconds ?? 0),
    metric(
      'resident_memory_bytes',
      'gauge',
      'Of the daemon, without the embedding model’s process.',
      daemon?.rssBytes ?? 0,
    ),
    metric(
      'degraded_parts',
      'gauge',
      'Parts that work less well than they should; scrubjay status names them.',
      degraded.length,
    ),
    metric(
      'model_resting_seconds',
      'gauge',
      'How long a model that failed is not asked.',
      models.resting.map(({ ref, seconds }) => [label('model', ref), seconds] as const),
    ),
  ];
}

function stateMetrics({ memory, messages, consolidation, reminders, spend }: Status): string[] {
  const optional = (name: string, help: string, iso: string | null | undefined): string[] =>
    iso == null ? [] : [metric(name, 'gauge', help, seconds(iso))];
  return [
    metric('messages', 'gauge', 'Messages by what they wait for.', [
      [label('state', 'waiting'), messages.waiting],
      [label('state', 'unanswered'), messages.givenUp],
      [label('state', 'to_deliver'), messages.toDeliver],
      [label('state', 'undelivered'), messages.undelivered],
    ]),
    metric('notes', 'gauge', 'Files of notes.', memory.files),
    metric('chunks', 'gauge', 'Indexed chunks.', memory.chunks),
    metric('chunks_without_vector', 'gauge', 'Chunks that are found by their words only.', memory.pendingVectors),
    metric(
      'consolidation_failures',
      'gauge',
      'Consolidations in a row that failed or left a part open.',
      consolidation.failures,
    ),
    metric(
      'consolidation_pending_spans',
      'gauge',
      'Spans of text that the next consolidation will read.',
      consolidation.pendingSpans,
    ),
    ...optional(
      'consolidation_last_run_timestamp_seconds',
      'When the last consolidation began.',
      consolidation.lastRun?.startedAt,
    ),
    ...optional('consolidation_next_run_timestamp_seconds', 'When the next one is due.', consolidation.nextRun),
    metric('reminders', 'gauge', 'Reminders that are still to come.', reminders.active),
    metric('spend_usd', 'gauge', 'US dollars for model calls.', [
      [label('period', 'day'), spend.today],
      [label('period', 'month'), spend.month],
    ]),
  ];
}

function turnMetrics({ outcomes, totals }: TurnCounts): string[] {
  return [
    metric(
      'turns_total',
      'counter',
      'Turns by how they ended.',
      [...outcomes].map(([outcome, count]) => [label('outcome', outcome), count] as const),
    ),
    metric('turn_seconds_total', 'counter', 'Time that turns took, models included.', totals.seconds),
    metric('messages_sent_total', 'counter', 'Messages sent by turns.', totals.messagesSent),
    metric('tool_rounds_total', 'counter', 'Rounds of tool calls.', totals.toolRounds),
    metric('tokens_total', 'counter', 'Tokens of model calls.', [
      [label('kind', 'input'), totals.inputTokens],
      [label('kind', 'output'), totals.outputTokens],
      [label('kind', 'cached'), totals.cachedTokens],
    ]),
    metric('cost_usd_total', 'counter', 'US dollars of turns whose model has a known price.', totals.costUsd),
  ];
}
