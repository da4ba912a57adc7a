// The first contact, while no person is paired or listed: the operator is shown a code, and the person who sends it in a
// private chat becomes the owner. The bot stays silent to all others.
import { calledAs } from '../../base/called-as.ts';
import type { Update } from 'grammy/types';
import type { Log } from '../../base/log.ts';
import type { Me } from './parse-message.ts';
import { admit } from './gate.ts';
import type { Pairing } from '../pairing.ts';

export interface Welcome {
  /** Tells the operator how to pair, with a new code where there is none that still works. */
  announce(): void;
  /** Tries the code in an update. To be called only while no person is admitted. @returns the id of the paired person, or null */
  meet(update: Update): number | null;
}

/** Lines of log that strangers can cause, at most, in one run. */
const maxNoted = 50;

export function createWelcome({ pairing, me, log }: { pairing: Pairing; me: Me; log: Log }): Welcome {
  const noted = new Set<string>();

  function note(userId: number, what: string): void {
    const key = `${userId}:${what}`;
    if (noted.has(key) || noted.size >= maxNoted) return;
    noted.add(key);
    log.warn({ userId }, what);
  }

  return {
    announce() {
      const state = pairing.codeState();
      if (state === 'open')
        return log.warn(
          `nobody is let in yet; the code that was shown before still works, and \`${calledAs()} pair\` makes a new one`,
        );
      const { code, expiresAt } = pairing.invite();
      log.warn(
        { code, expiresAt: expiresAt.toISOString(), link: `https://t.me/${me.username}?start=${code}` },
        `nobody is let in yet: send "/pair ${code}" to @${me.username} in Telegram within 10 minutes, and it is yours. \`${calledAs()} pair\` makes a new code`,
      );
    },
    meet(update) {
      const given = codeIn(update);
      if (given === null) return null;
      const { userId, code } = given;
      const result = pairing.redeem(userId, code, String(update.update_id));
      if (result === 'paired') {
        log.warn({ userId }, 'paired: this person is let in from now on');
        return userId;
      }
      if (result === 'wrong') note(userId, 'a wrong pairing code was sent');
      if (result === 'expired')
        note(userId, `a pairing code was sent, but the time for it is over: \`${calledAs()} pair\` makes a new one`);
      if (result === 'locked')
        note(
          userId,
          `a sender of five wrong pairing codes is not listened to until \`${calledAs()} pair\` makes a new one`,
        );
      return null;
    },
  };
}

/** The first message to the paired person. */
export const paired =
  'We are paired: I listen to you from now on, and to nobody else. Tell me something to remember, or see /help.';
export const pairedAlready = 'We are paired already.';

/** A code in a person's own new message in their private chat: by hand, or through the link. */
function codeIn(update: Update): { userId: number; code: string } | null {
  const { message } = update;
  const [, code] = /^\/(?:pair|start)\s+(\S.*)$/.exec(message?.text?.trim() ?? '') ?? [];
  const userId = message?.from?.id;
  if (code === undefined || userId === undefined || message?.forward_origin || message?.via_bot) return null;
  // The gate, as it would be if this person were listed: everything but the list itself must hold.
  const verdict = admit(update as unknown as Record<string, unknown>, { users: new Set([userId]), groups: new Set() });
  return verdict.admitted && verdict.isPrivate ? { userId, code } : null;
}
