// `scrubjay status`: the state of memory, messages, models and channels, with a warning for each part that works only in a
// limited way. A running daemon reports its own status; without one, this process collects it.
import type { Status } from '../app/daemon/status.ts';
import { systemClock } from '../base/time/clock.ts';
import { localDate, localTime } from '../base/time/local-time.ts';
import { quantity } from '../base/text/text.ts';
import { shownSummary } from '../features/consolidation/digest.ts';
import { type Settings, configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { findDaemon, openOwnMemory } from './running-daemon.ts';

export const command = defineCommand({
  usage: 'status [options]',
  about: 'Shows what Scrubjay knows, how it is set up and how it is doing.',
  examples: ['status', 'status --json'],
  options: { ...configOption, ...jsonOption },
  words: { min: 0, max: 0 },
  // oxlint-disable-next-line max-lines-per-function -- the report is one list, to be read from top to bottom
  async run({ values }) {
    const settings = loadSettings(values, { quiet: true });
    const daemon = await findDaemon(settings.config);
    const status = daemon ? await daemon.call('status', {}).finally(daemon.close) : await statusWithoutDaemon(settings);
    if (values.json) printJson(status);
    else for (const [title, text] of rowsOf(status)) print(`${title.padEnd(15)}${text}`);
    return 0;
  },
});

async function statusWithoutDaemon({ config, log }: Settings): Promise<Status> {
  const [{ openConfiguredConsolidator }, { createConfiguredProvider }, { collectStatus }, { openState }] =
    await Promise.all([
      import('../app/consolidation.ts'),
      import('../app/provider.ts'),
      import('../app/daemon/status.ts'),
      import('../state/state.ts'),
    ]);
  const memory = await openOwnMemory(config, log, { searches: false });
  const consolidation = await openConfiguredConsolidator(config, systemClock, log);
  const state = openState({ file: `${config.state.dir}/queue.db`, clock: systemClock, log, delivers: false });
  try {
    const models = createConfiguredProvider(config, systemClock, log).standing();
    return await collectStatus({ config, clock: systemClock, memory, state, consolidation, models, daemon: null });
  } finally {
    state.close();
    await consolidation.close();
    await memory.close();
  }
}

function rowsOf(status: Status): [title: string, text: string][] {
  const { memory, messages, reminders, timezone } = status;
  const at = (iso: string): string => wallTime(new Date(iso), timezone);
  const next = reminders.nextDue === null ? '' : `, the next one ${at(reminders.nextDue)}`;
  return [
    ['version', status.version],
    ['daemon', daemonText(status)],
    ['configuration', status.config ?? 'none, all defaults'],
    ['memory', `${quantity(memory.files, 'file')}, ${quantity(memory.chunks, 'chunk')} in ${memory.dir}`],
    ['state', status.state],
    ['search', `${memory.mode}${memory.model === null ? '' : `, ${memory.model}`}`],
    ['model', modelText(status)],
    ['channel', channelText(status)],
    ['time zone', timezone],
    [
      'messages',
      `${messages.waiting} to answer, ${messages.givenUp} not answered after all tries, ${messages.toDeliver} to deliver, ${messages.undelivered} undeliverable`,
    ],
    ['reminders', `${reminders.active} to come${next}`],
    ['spend', spendText(status.spend)],
    ['consolidation', consolidationText(status, at)],
    ...status.degraded.map((sentence): [string, string] => ['warning', sentence]),
  ];
}

function daemonText({ daemon }: Status): string {
  if (daemon === null) return 'not running';
  const moves = daemon.isAlive ? '' : ', but it hangs';
  return `running for ${durationText(daemon.uptimeSeconds)} (process ${daemon.pid}, ${Math.round(daemon.rssBytes / 2 ** 20)} MB)${moves}`;
}

function durationText(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

function modelText({ models: { primary, current, fallbacks } }: Status): string {
  if (primary === null) return 'none: notes are kept and quoted';
  const standIn = current === null || current === primary ? '' : `, now ${current}`;
  return `${primary}${standIn}${fallbacks.length > 0 ? ` (fallbacks: ${fallbacks.join(', ')})` : ''}`;
}

function channelText({ channel, allowedUsers, pairedUsers }: Status): string {
  if (channel === 'terminal') return 'terminal';
  return `telegram, ${quantity(allowedUsers, 'id')} allowed by the configuration, ${pairedUsers.length > 0 ? `paired: id ${pairedUsers.join(', id ')}` : 'nobody paired'}`;
}

function spendText({ today, month, unpriced, dailyLimit, monthlyLimit }: Status['spend']): string {
  const of = (limit: number | null): string => (limit === null ? '' : ` of $${limit.toFixed(2)}`);
  const unknown = unpriced > 0 ? `, and ${quantity(unpriced, 'call')} of unknown price` : '';
  return `$${today.toFixed(2)}${of(dailyLimit)} today, $${month.toFixed(2)}${of(monthlyLimit)} this month${unknown}`;
}

function consolidationText({ consolidation }: Status, at: (iso: string) => string): string {
  const { lastRun, pendingSpans, nextRun } = consolidation;
  const last = lastRun
    ? `last ran ${at(lastRun.startedAt)} (${shownSummary(lastRun.note)}, $${lastRun.costUsd.toFixed(4)})`
    : 'never ran';
  const isOverdue = nextRun !== null && Date.parse(nextRun) <= Date.now();
  const next =
    nextRun === null ? 'no schedule' : isOverdue ? 'overdue: runs when the daemon does' : `next run ${at(nextRun)}`;
  return `${last}, ${quantity(pendingSpans, 'text')} to read, ${next}`;
}

const wallTime = (at: Date, timezone: string): string => `${localDate(at, timezone)} ${localTime(at, timezone)}`;
