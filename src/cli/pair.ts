// `scrubjay pair`: makes the code by which the owner is let in. Only whoever can run this sees it.
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { UserError } from '../base/errors.ts';
import { openPairing } from '../channels/pairing.ts';
import { configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';

export const command = defineCommand({
  usage: 'pair [options]',
  about:
    'Makes a one-time code. Send it to the bot as "/pair CODE" in a private chat, within 10 minutes, and the bot is yours.',
  options: { ...configOption, ...jsonOption },
  words: { least: 0, most: 0 },
  async run({ values }) {
    const { config, log } = loadSettings(values, { quiet: true });
    const { token, allowed_users: allowed } = config.telegram;
    if (token === null)
      throw new UserError(
        'There is no Telegram token. Get one from @BotFather and give it as telegram.token, or in $TELEGRAM_BOT_TOKEN.',
      );
    if (allowed.length > 0)
      throw new UserError(
        'telegram.allowed_users already says who is let in. Add the id there; a code is for when it is empty.',
      );
    const pairing = openPairing({ file: path.join(config.state.dir, 'pairing.db'), clock: systemClock, log });
    try {
      const [owner] = pairing.people();
      if (owner !== undefined)
        throw new UserError(
          `${owner} is paired already. To pair someone else, run \`scrubjay unpair\` first; to let others in as well, list their ids in telegram.allowed_users.`,
        );
      const { code, expiresAt } = pairing.invite();
      if (values.json) printJson({ code, expiresAt: expiresAt.toISOString() });
      else
        print(
          `Send this to your bot in a private chat, before ${expiresAt.toLocaleTimeString()}:\n\n  /pair ${code}\n\nIt works once. The codes before it no longer do.`,
        );
      return 0;
    } finally {
      pairing.close();
    }
  },
});
