// `scrubjay unpair`: takes back what pairing gave. A daemon that runs obeys with the next message.
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { openPairing } from '../channels/pairing.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'unpair [ID] [options]',
  about: 'Lets whoever was paired in no longer; with an id, only that one. Those in telegram.allowed_users stay.',
  options: { ...configOption, ...jsonOption },
  words: { least: 0, most: 1 },
  async run({ values, words: [id] }) {
    if (id !== undefined && !/^\d+$/.test(id)) throw new UsageError(`an id is a number, got "${id}"`);
    const { config, log } = loadSettings(values, { quiet: true });
    const pairing = openPairing({ file: path.join(config.state.dir, 'pairing.db'), clock: systemClock, log });
    try {
      const unpaired = pairing.unpair(id === undefined ? undefined : Number(id));
      if (values.json) printJson({ unpaired });
      else
        print(
          unpaired.length > 0
            ? `No longer let in: ${unpaired.join(', ')}. \`scrubjay pair\` makes a code for someone else.`
            : 'Nobody like that is paired.',
        );
      return 0;
    } finally {
      pairing.close();
    }
  },
});
