// Makes the one-time code by which the owner pairs on Telegram, where one is needed.
import { calledAs } from '../../base/called-as.ts';
import path from 'node:path';
import type { Clock } from '../../base/time/clock.ts';
import { UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type Pairing, openPairing } from '../../channels/pairing.ts';
import type { Config } from '../../config.ts';

export interface Invitation {
  code: string;
  /** ISO time. */
  expiresAt: string;
}

/** @throws UserError where a code would be of no use, with what to do instead */
export function inviteOwner({ telegram }: Pick<Config, 'telegram'>, pairing: Pairing): Invitation {
  if (telegram.token === null)
    throw new UserError(
      'There is no Telegram token. Get one from @BotFather and give it as telegram.token, or in $TELEGRAM_BOT_TOKEN.',
    );
  if (telegram.allowed_users.length > 0)
    throw new UserError(
      'telegram.allowed_users already lists the people whom the bot answers. Add the id there; a code is for when it is empty.',
    );
  const [owner] = pairing.people();
  if (owner !== undefined)
    throw new UserError(
      `${owner} is paired already. To pair someone else, run \`${calledAs()} unpair\` first; to let others in as well, list their ids in telegram.allowed_users.`,
    );
  const { code, expiresAt } = pairing.invite();
  return { code, expiresAt: expiresAt.toISOString() };
}

/** Opens the record of the paired people for the time of one task. */
export function withPairing<Result>(
  config: Pick<Config, 'state'>,
  clock: Clock,
  log: Log,
  work: (pairing: Pairing) => Result,
): Result {
  const pairing = openPairing({ file: path.join(config.state.dir, 'pairing.db'), clock, log });
  try {
    return work(pairing);
  } finally {
    pairing.close();
  }
}
