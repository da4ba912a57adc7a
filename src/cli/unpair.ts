// `scrubjay unpair`: revokes a pairing. A running daemon follows it from the next message on.
import { calledAs } from '../base/called-as.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { withOwnPairing } from './own-pairing.ts';
import { findDaemon } from './running-daemon.ts';
import { UsageError } from './usage-error.ts';

export const command = defineCommand({
  usage: 'unpair [ID] [options]',
  about: 'Stops listening to the paired person, or to the one with this id. People in telegram.allowed_users stay.',
  examples: ['unpair', 'unpair 123456789'],
  options: { ...configOption, ...jsonOption },
  words: { min: 0, max: 1 },
  async run({ values, words: [given] }) {
    if (given !== undefined && !/^\d{1,15}$/.test(given)) throw new UsageError(`an id is a number, got "${given}"`);
    const id = given === undefined ? undefined : Number(given);
    const settings = loadSettings(values, { quiet: true });
    const daemon = await findDaemon(settings.config);
    const { unpaired } = daemon
      ? await daemon.call('unpair', { id }).finally(daemon.close)
      : await withOwnPairing(settings, (pairing) => ({ unpaired: pairing.unpair(id) }));
    if (values.json) printJson({ unpaired });
    else
      print(
        unpaired.length > 0
          ? `No longer listened to: ${unpaired.join(', ')}. \`${calledAs()} pair\` makes a code for someone else.`
          : id === undefined
            ? 'Nobody is paired.'
            : `Nobody with the id ${id} is paired; \`${calledAs()} status\` shows the ids that are.`,
      );
    // With an id the caller expects that person to be paired; without one, the wish is that no person is.
    return id !== undefined && unpaired.length === 0 ? 1 : 0;
  },
});
