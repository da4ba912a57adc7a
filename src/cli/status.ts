// `scrubjay status`: what is known, what is pending, what is configured. Reads only; asks nobody.
import path from 'node:path';
import type { ConsolidationStatus } from '../features/consolidation/consolidator.ts';
import { localDate, localTime, systemClock } from '../base/clock.ts';
import { nextConsolidation, openConfiguredConsolidator } from '../app/consolidation.ts';
import { askDaemon } from '../app/daemon-socket.ts';
import { createConfiguredProvider } from '../app/provider.ts';
import { chosenTimezone } from '../app/timezone.ts';
import { openState } from '../state/state.ts';
import { loadPaired } from '../channels/pairing.ts';
import { openOwnMemory } from './own-memory.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'status [options]',
  about: 'Shows what Scrubjay knows and how it is set up.',
  options: { ...configOption, ...jsonOption },
  words: { least: 0, most: 0 },
  // oxlint-disable-next-line max-lines-per-function -- the report is one list, to be read from top to bottom
  async run({ values }) {
    const { config, log } = loadSettings(values, { quiet: true });
    const timezone = chosenTimezone(config).now();
    const memory = (await askDaemon(config.state.dir)) ?? (await openOwnMemory(config, log));
    const { consolidator, runs, close } = await openConfiguredConsolidator(config, systemClock, log);
    const queue = openState({
      file: path.join(config.state.dir, 'queue.db'),
      clock: systemClock,
      log,
      delivers: false,
    });
    try {
      const { inbox, outbox } = queue;
      const messages = {
        waiting: inbox.counts().pending,
        givenUp: inbox.counts().dead,
        toDeliver: outbox.counts().pending + outbox.counts().sending,
        undelivered: outbox.counts().dead,
      };
      const consolidation = await consolidator.status();
      const known = await memory.status();
      const status = {
        config: config.file,
        memory: { dir: config.memory.dir, ...known },
        state: config.state.dir,
        provider: config.provider.primary,
        channel: config.telegram.token === null ? 'terminal' : 'telegram',
        allowedUsers: config.telegram.allowed_users.length,
        pairedUsers: loadPaired(path.join(config.state.dir, 'pairing.db')),
        timezone,
        messages,
        consolidation: {
          schedule: config.consolidation.schedule,
          ...consolidation,
          nextRun: nextConsolidation(config, systemClock, runs),
        },
      };
      if (values.json) {
        printJson(status);
        return 0;
      }
      print(`configuration  ${status.config ?? 'none, all defaults'}`);
      print(`memory         ${known.files} files, ${known.chunks} passages in ${config.memory.dir}`);
      print(
        `search         ${known.mode}${known.model === null ? '' : `, ${known.model}`}${known.pendingVectors > 0 ? `, ${known.pendingVectors} passages not embedded yet (the daemon does it, or \`scrubjay index\`)` : ''}${known.rebuilding ? ', being built anew' : ''}`,
      );
      const { candidates, warnings } = createConfiguredProvider(config, systemClock, log);
      print(`model          ${candidates[0]?.ref ?? ['none: notes are kept and quoted', ...warnings].join('; ')}`);
      print(
        `channel        ${status.channel}${status.channel === 'telegram' ? `, ${status.allowedUsers} people allowed, ${status.pairedUsers.length > 0 ? `${status.pairedUsers.join(', ')} paired` : 'nobody paired'}` : ''}`,
      );
      print(`state          ${status.state}`);
      print(`time zone      ${timezone}${timezone === config.timezone ? '' : ', chosen in the chat'}`);
      print(
        `messages       ${messages.waiting} to answer, ${messages.givenUp} given up, ${messages.toDeliver} to deliver, ${messages.undelivered} undeliverable`,
      );
      print(
        `consolidation  ${lastRunOf(consolidation, timezone)}, ${consolidation.pendingSpans} passages pending, ${nextRunOf(status.consolidation.nextRun, timezone)}`,
      );
      for (const warning of known.warnings) print(`warning        ${warning}`);
      if (known.sweeps)
        print(
          `notes          every search looks at all of them, because the watch on the folder can't be trusted: ${known.sweeps}`,
        );
      return 0;
    } finally {
      queue.close();
      close();
      await memory.close();
    }
  },
});

function lastRunOf({ lastRun, failures }: ConsolidationStatus, timezone: string): string {
  if (!lastRun) return 'never ran';
  const failed =
    failures > 0 ? `, failed or left a part open ${failures} ${failures === 1 ? 'time' : 'times'} in a row` : '';
  return `last ran ${wallTime(lastRun.startedAt, timezone)} (${lastRun.note}, $${lastRun.costUsd.toFixed(4)})${failed}`;
}

function nextRunOf(at: Date | null, timezone: string): string {
  if (!at) return 'no schedule';
  return at.getTime() <= Date.now() ? 'overdue: runs when the daemon does' : `next run ${wallTime(at, timezone)}`;
}

const wallTime = (at: Date, timezone: string): string => `${localDate(at, timezone)} ${localTime(at, timezone)}`;
