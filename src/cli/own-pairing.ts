// The record of the paired people, for a command that runs without a daemon.
import type { inviteOwner } from '../app/channels/invite-owner.ts';
import { systemClock } from '../base/time/clock.ts';
import type { Pairing } from '../channels/pairing.ts';
import type { Settings } from './command.ts';

export async function withOwnPairing<Result>(
  { config, log }: Pick<Settings, 'config' | 'log'>,
  work: (pairing: Pairing, invite: typeof inviteOwner) => Result,
): Promise<Result> {
  const { inviteOwner: invite, withPairing } = await import('../app/channels/invite-owner.ts');
  return withPairing(config, systemClock, log, (pairing) => work(pairing, invite));
}
