// Telegram as a kind of channel. What is needed to run it is loaded when it is opened.
import path from 'node:path';
import { createDeferred } from '../../base/concurrency/deferred.ts';
import type { ChannelKind } from '../channel.ts';
import { maxFileBytes } from './limits.ts';
import { type TelegramSettings, telegramSection } from './settings.ts';

export const telegramKind: ChannelKind<TelegramSettings> = {
  name: 'telegram',
  section: telegramSection,
  storesMessages: true,
  maxFileBytes,
  owns: ({ channel }) => channel === 'telegram',
  async open(settings, { handle, state, stateDir, commands, makeFile, timezone, redact, clock, log }) {
    const [{ createTelegram }, { openPairing }] = await Promise.all([import('./telegram.ts'), import('../pairing.ts')]);
    const pairing = openPairing({ file: path.join(stateDir, 'pairing.db'), clock, log });
    const failure = createDeferred<void>();
    const { voice_command: voiceCommand, voice_timeout: timeoutMs } = settings;
    const channel = createTelegram({
      token: settings.token ?? '',
      apiRoot: settings.api_root,
      allowedUsers: settings.allowed_users,
      allowedGroups: settings.allowed_groups,
      pairing,
      connector: settings.connector,
      transcription: voiceCommand.length > 0 ? { command: voiceCommand, timeoutMs } : null,
      quietHours: settings.quiet_hours ?? null,
      timezone,
      silentReaction: settings.reactions ? '👌' : null,
      state,
      handle,
      commands,
      redact,
      makeFile,
      clock,
      log,
      onFatal: failure.reject,
    });
    return { channel, over: failure.promise, close: pairing.close };
  },
};
