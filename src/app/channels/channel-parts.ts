// What the program offers to every channel, made of the opened assistant.
import { systemClock } from '../../base/time/clock.ts';
import type { ChannelParts } from '../../channels/channel.ts';
import type { DaemonOptions, OpenedAssistant } from '../assistant.ts';
import { outputPlace } from '../output-place.ts';
import { saveFile } from '../save-file.ts';
import { terminalFooter, terminalGreeting } from '../terminal-words.ts';
import { chosenTimezone } from '../timezone.ts';

export function channelParts(
  { config, log, redact, clock = systemClock }: DaemonOptions,
  { assistant, state, commands, makeFile, memory, models, ledger }: OpenedAssistant,
): ChannelParts {
  return {
    handle: assistant.handle,
    state,
    stateDir: config.state.dir,
    commands,
    makeFile,
    saveFile: async (order) => await saveFile(outputPlace(process.cwd(), config), await makeFile(order)),
    screen: {
      greeting: terminalGreeting(config, models),
      footer: terminalFooter(config, models, { ledger, memory }, clock),
    },
    timezone: chosenTimezone(config).now,
    redact,
    clock,
    log,
  };
}
