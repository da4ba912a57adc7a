// What others than this channel need to know of the Bot API, see https://core.telegram.org/bots/api.

/** The largest file that a bot may send. */
export const maxFileBytes = 50_000_000;

/** What to do where Telegram answers a poll with 409: it gives the updates of a bot to one program only. */
export const conflictAdvice =
  'Another program asks for the updates of this bot: stop it, or get a bot of its own for this one from @BotFather';
