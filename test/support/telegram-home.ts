// The real program on a loopback Telegram and a loopback model: one person, words-only search, nothing shared with other
// tests. For tests of what it survives.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Home, createHome } from './daemon.ts';
import { type MessagesApi, type Script, openMessagesApi } from './messages-api.ts';
import { type TelegramApi, openTelegramApi } from './telegram-api.ts';

export const person = 7;

export interface TelegramHome extends Home {
  readonly telegram: TelegramApi;
  readonly model: MessagesApi;
  /** Configures it anew with these settings of Telegram in place of who is let in. */
  configureTelegram(settings: string): void;
  /** What the person reads, as the chat shows it, in order. */
  read(): string[];
  /** The lines of all sessions, oldest session first. */
  sessionLines(): { type: string; [key: string]: unknown }[];
}

/** Connects the program to the loopbacks, with these settings of Telegram, and leaves the embedding model out. */
export const connectionToml = (
  telegram: Pick<TelegramApi, 'token' | 'url'>,
  model: Pick<MessagesApi, 'url'>,
  { settings = `allowed_users = [${person}]`, apiKey = 'local-key' }: { settings?: string; apiKey?: string } = {},
): string => `[telegram]
token = "${telegram.token}"
api_root = "${telegram.url}"
${settings}
[provider.anthropic]
api_key = "${apiKey}"
base_url = "${model.url}"
[memory.embedding]
model = "none"
`;

/** @param more TOML that goes after the settings that connect the parts */
export async function openTelegramHome(script: Script, more = '', timezone = 'UTC'): Promise<TelegramHome> {
  const telegram = await openTelegramApi();
  const model = await openMessagesApi(script);
  const toml = (settings?: string): string =>
    `timezone = "${timezone}"\n${connectionToml(telegram, model, { settings })}${more}`;
  const home = createHome(toml());
  const sessions = path.join(home.state, 'sessions');
  return {
    ...home,
    telegram,
    model,
    configureTelegram: (settings) => home.configure(toml(settings)),
    read: () => telegram.texts(person),
    sessionLines: () =>
      readdirSync(sessions)
        .filter((name) => name.endsWith('.jsonl'))
        .toSorted()
        .flatMap((name) => readFileSync(path.join(sessions, name), 'utf8').trim().split('\n'))
        // A kill between the making of a file and its first line leaves an empty one.
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { type: string }),
    async close() {
      await home.close();
      await telegram.close();
      await model.close();
    },
  };
}
