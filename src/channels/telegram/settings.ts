// The section `[telegram]` of the configuration.
import { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { isHostOf } from '../../models/host.ts';
import type { Fields } from '../../settings/fields.ts';
import type { ChannelSection } from '../channel.ts';
import { parseQuietHours, quietHoursPattern } from '../quiet-hours-setting.ts';

export type TelegramSettings = z.output<ReturnType<typeof telegramSchema>>;

function telegramSchema({ section, setting, secret, url, flag, duration }: Fields) {
  return section({
    token: secret('TELEGRAM_BOT_TOKEN', 'telegram_token'),
    allowed_users: setting(
      z.array(z.int().positive()).default([]),
      'a list of numeric Telegram user ids, such as [123456789] (a user name is no proof of who writes); empty means nobody',
    ),
    allowed_groups: setting(
      z.array(z.int().negative()).default([]),
      'a list of numeric ids of groups, such as [-1001234567890] (they are negative; a name is no proof of which group it is)',
    ),
    api_root: url('https://api.telegram.org'),
    quiet_hours: setting(
      z
        .string()
        .regex(quietHoursPattern)
        .transform(parseQuietHours)
        .refine(({ from, to }) => from !== to)
        .optional(),
      'two different times of day such as "22:00-07:30", or leave it out for none',
    ),
    reactions: flag(false),
    voice_command: setting(
      z
        .array(z.string().min(1))
        .refine((parts) => parts.length === 0 || parts.slice(1).some((part) => part.includes('{file}')))
        .default([]),
      'a program and its arguments, one of them "{file}", such as ["whisper-cli", "-nt", "-f", "{file}"]; [] for none',
    ),
    voice_timeout: duration('2m'),
    connector: setting(
      z
        .string()
        .regex(/^[A-Za-z0-9_-]+$/)
        .default('tg_main'),
      'a short name of letters, digits, "_" and "-"',
    ),
  }).transform(({ token, ...rest }) => {
    const value = isHostOf(rest.api_root, 'telegram.org') ? token.value : token.forAnyHost;
    if (value === null && token.value !== null)
      throw new ConfigError(
        'telegram.api_root',
        `the token in $TELEGRAM_BOT_TOKEN is not sent to ${rest.api_root} unless this file says so.`,
        'Add under [telegram]: token = {env = "TELEGRAM_BOT_TOKEN"}.',
      );
    return { ...rest, token: value };
  });
}

export const telegramSection: ChannelSection<TelegramSettings> = {
  schema: telegramSchema,
  isConfigured: ({ token }) => token !== null,
  reach: ({ api_root: url, voice_command: command }, given) => ({
    hosts: [{ field: 'api_root', url, isKnown: isHostOf(url, 'telegram.org') }],
    programs: command.length === 0 ? [] : [{ field: 'voice_command', program: command[0] ?? '' }],
    account: holdsToken((given as { token?: unknown } | undefined)?.token) ? 'token' : null,
  }),
};

/** A file can come with the configuration; a variable of the environment is the person's. */
const holdsToken = (given: unknown): boolean =>
  typeof given === 'string' || (typeof given === 'object' && given !== null && 'file' in given);
