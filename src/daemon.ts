// READ FIRST. A table of contents: what runs, in which order it starts, and that it stops in reverse. How each part is
// made of the configuration is in app/. Then read assistant/orchestrator.ts: one message in, replies out.
import { type DaemonOptions, openAssistant } from './app/assistant.ts';
import { type ChannelName, channels } from './app/channels.ts';
import { createNightly, openConfiguredConsolidator } from './app/consolidation.ts';
import { openDaemonSocket } from './app/daemon-socket.ts';
import { notifySystemd, startWatchdog, stopSignal, surviveFaults } from './app/process.ts';
import { holdFolder } from './app/state-lock.ts';
import type { Channel } from './channels/channel.ts';
import { inBackground } from './base/background.ts';
import { systemClock } from './base/clock.ts';
import { UserError } from './base/errors.ts';

/** Runs until a signal, the end of the terminal's input, or a failure that no waiting can mend, which it throws. */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { config, log, clock = systemClock } = options;
  const stopped = stopSignal();
  const name: ChannelName = config.telegram.token !== null && !options.onTerminal ? 'telegram' : 'terminal';
  const lock = holdFolder(config.state.dir, name);
  if ('heldBy' in lock)
    throw new UserError(
      `Scrubjay already runs on ${config.state.dir} (${lock.heldBy}). Stop it first, or choose another state.dir.`,
    );
  const talking: { channel?: Channel } = {};
  const opened = await openAssistant(options, name, async (announcement) =>
    Boolean(await talking.channel?.announce?.(announcement)),
  );
  const { assistant, shared, spend, jobs } = opened;
  try {
    const { channel, over, close: closeChannel } = await channels[name].open(options, assistant.handle, opened);
    talking.channel = channel;
    const endLastResort = surviveFaults(log, clock, () => channel.recover?.());
    // After the channel, whose state it shares and which looks after a damaged one.
    const consolidation = await openConfiguredConsolidator(config, clock, log, shared, spend);
    // A terminal beside the Telegram daemon leaves the nights, and the commands' questions, to that one.
    const isBeside = options.onTerminal && config.telegram.token !== null;
    const nightly = isBeside
      ? null
      : createNightly(config, clock, log, consolidation, async (...message) => await channel.tell?.(...message));
    const socket = isBeside ? null : await openDaemonSocket(config.state.dir, opened.memory, log);
    let watchdog: { stop(): void } | null = null;
    try {
      await Promise.race([channel.start(), stopped, over]);
      nightly?.start();
      for (const job of jobs) job.start();
      assistant.start(channels[name].keys);
      log.info({ channel: name, memory: config.memory.dir }, 'ready');
      notifySystemd('--ready', log);
      watchdog = startWatchdog(log);
      inBackground(opened.memory.warmUp(), log, 'the warm-up of the index');
      await Promise.race([stopped, over]);
      notifySystemd('--stopping', log);
    } finally {
      watchdog?.stop();
      await socket?.close();
      for (const job of jobs) await job.stop();
      await nightly?.stop();
      consolidation.close();
      await channel.stop();
      closeChannel();
      endLastResort();
    }
  } finally {
    await opened.close();
    lock.release();
  }
}
