// Limits of the Bot API that others than this channel need to know, see https://core.telegram.org/bots/api#sending-files.

/** The largest file that a bot may send. */
export const maxFileBytes = 50_000_000;
