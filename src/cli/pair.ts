// `scrubjay pair`: makes the code by which the owner pairs. Only a person who can run this command sees it.
import type { Invitation } from '../app/channels/invite-owner.ts';
import { type Settings, configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { withOwnPairing } from './own-pairing.ts';
import { findDaemon } from './running-daemon.ts';

export const command = defineCommand({
  usage: 'pair [options]',
  about:
    'Makes a one-time code. Send it to the bot as "/pair CODE" in a private chat, within 10 minutes, and the bot is yours.',
  examples: ['pair', 'pair --json'],
  options: { ...configOption, ...jsonOption },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const invitation = await makeInvitation(loadSettings(values, { quiet: true }));
    if (values.json) printJson(invitation);
    else print(invitationText(invitation));
    return 0;
  },
});

export async function makeInvitation(settings: Settings): Promise<Invitation> {
  const daemon = await findDaemon(settings.config);
  return daemon
    ? await daemon.call('invite', {}).finally(daemon.close)
    : await withOwnPairing(settings, (pairing, inviteOwner) => inviteOwner(settings.config, pairing));
}

export const invitationText = ({ code, expiresAt }: Invitation): string =>
  `Send this to your bot in a private chat, before ${new Date(expiresAt).toLocaleTimeString()}:\n\n  /pair ${code}\n\nIt works once. The codes before it no longer do.`;
