// READ FIRST. A table of contents: what runs, in which order it starts, and that it stops in reverse. How each part is
// made of the configuration is in app/. Then read assistant/orchestrator.ts: one message in, replies out.
import { type DaemonOptions, type OpenedAssistant, openAssistant } from './app/assistant.ts';
import { configuredChannels, channelsToRun } from './app/channels/channels.ts';
import { createDaemonCalls } from './app/daemon/daemon-calls.ts';
import { openDaemonSocket } from './app/daemon/daemon-socket.ts';
import { openHealth } from './app/daemon/health.ts';
import { notifySystemd, startWatchdog, stopSignal, surviveFaults } from './app/daemon/process.ts';
import { RunningChannels } from './app/channels/running-channels.ts';
import { holdChannels } from './app/state/state-lock.ts';
import { startFacts } from './app/daemon/status.ts';
import { channelParts } from './app/channels/channel-parts.ts';
import { inBackground } from './base/concurrency/background.ts';
import { systemClock } from './base/time/clock.ts';
import { giveGarbageBack } from './base/small-heap.ts';
import { unsetWarnings } from './config.ts';

/** Runs until a signal or the end of the terminal's input. @throws for a failure that waiting can't repair */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { config, log, clock = systemClock } = options;
  const stopped = stopSignal();
  const entries = channelsToRun(config, options.terminal);
  const names = entries.map(({ name }) => name);
  const lock = holdChannels(config.state.dir, names);
  const channels = new RunningChannels(entries);
  // A terminal beside the daemon leaves the nightly run and the questions of the commands to the daemon.
  const isBeside = configuredChannels(config).some(({ name }) => !names.includes(name));
  const { announce } = channels;
  const tell: RunningChannels['tell'] = async (...message) => await channels.tell(...message);
  const opened = await openAssistant(options, { channels: entries, announce, tell, isBeside });
  const { assistant, memory, jobs } = opened;
  try {
    await channels.open(config, channelParts(options, opened));
    const endLastResort = surviveFaults(log, clock, () => channels.recover());
    const desk = isBeside ? null : await openDesk(options, opened, channels, names);
    let watchdog: { stop(): void } | null = null;
    try {
      await Promise.race([channels.start(), stopped, channels.over]);
      assistant.start((address) => channels.owns(address));
      for (const warning of unsetWarnings(config)) log.warn(warning);
      log.info({ channels: names, memory: config.memory.dir }, 'ready');
      notifySystemd('--ready', log);
      for (const job of jobs) job.start();
      watchdog = startWatchdog(log, channels.isAlive);
      inBackground(memory.warmUp().then(giveGarbageBack), log, 'the warm-up of the index');
      await Promise.race([stopped, channels.over]);
      notifySystemd('--stopping', log);
    } finally {
      watchdog?.stop();
      await desk?.close();
      for (const job of jobs) await job.stop();
      await channels.stop();
      endLastResort();
    }
  } finally {
    await opened.close();
    lock.release();
  }
}

/** What the daemon answers besides its conversations: the commands' questions, and the health endpoint. */
async function openDesk(
  { config, log, clock = systemClock }: DaemonOptions,
  opened: OpenedAssistant,
  channels: RunningChannels,
  names: readonly string[],
) {
  const facts = startFacts(names.join(', '), channels, clock);
  const calls = createDaemonCalls({ config, clock, log, opened, facts });
  const socket = await openDaemonSocket(config.state.dir, calls, log);
  const settings = config.health;
  const health = await openHealth({ settings, status: () => calls.status({}), turns: opened.turns, log });
  return {
    async close() {
      await socket?.close();
      await health?.close();
    },
  };
}
