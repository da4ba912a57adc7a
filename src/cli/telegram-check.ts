// The part of `scrubjay doctor` and `scrubjay init` that asks Telegram who the bot is.
import { calledAs } from '../base/called-as.ts';
import { boundAnswer, boundedFetch } from '../base/bounded-fetch.ts';
import { discardBody } from '../base/discard-body.ts';
import path from 'node:path';
import type { Daemon } from '../app/daemon/daemon-calls.ts';
import { conflictAdvice } from '../channels/telegram/limits.ts';
import { rootMessage } from '../models/vendors/http-errors.ts';
import type { Config } from '../config.ts';
import { loadPaired } from '../channels/pairing.ts';
import type { Check } from './doctor/check.ts';

const timeoutMs = 20_000;
/** Far more than what Telegram says of a bot, or of an error. */
const maxAnswerBytes = 1024 * 1024;

/** @param question a method of the Bot API, with what it is asked */
const ask = (apiRoot: string, token: string, question: string): Promise<Response> =>
  boundedFetch(`${apiRoot}/bot${token}/${question}`, { signal: AbortSignal.timeout(timeoutMs) }, () =>
    boundAnswer(maxAnswerBytes),
  );

/** @param daemon polls with this token itself; asking beside it would disturb it */
export async function checkTelegram(config: Config, daemon: Daemon | null = null): Promise<Check[]> {
  const bot = await checkBot(config);
  if (config.telegram.token === null || bot.status === 'failed') return [bot];
  return [bot, await checkPolling(config, config.telegram.token, daemon)];
}

async function checkBot(config: Config): Promise<Check> {
  const name = 'telegram';
  const { token, api_root: apiRoot, allowed_users: allowed } = config.telegram;
  if (token === null) return { name, status: 'ok', detail: 'no token: Telegram is not used' };
  const bot = await fetchBotName(apiRoot, token);
  if (bot.problem !== undefined) return { name, status: 'failed', detail: bot.problem };
  const paired = loadPaired(path.join(config.state.dir, 'pairing.db'));
  if (allowed.length + paired.length === 0)
    return {
      name,
      status: 'warning',
      detail: `@${bot.name}; nobody may speak to the bot yet: \`${calledAs()} pair\` makes a code for the owner`,
    };
  const who = paired.length > 0 ? `${paired.join(', ')} paired` : 'nobody paired';
  return { name, status: 'ok', detail: `@${bot.name}, ${allowed.length} allowed, ${who}` };
}

/** Telegram answers one poller of a bot only. Two polls are held for a moment: another program's poll would break one off. */
async function checkPolling({ telegram }: Config, token: string, daemon: Daemon | null): Promise<Check> {
  const name = 'polling';
  if (daemon) {
    const { trouble } = (await daemon.call('status', {})).daemon ?? {};
    if (typeof trouble !== 'string') return { name, status: 'ok', detail: 'the daemon polls, and is answered' };
    return { name, status: 'failed', detail: trouble };
  }
  try {
    const seconds = 2;
    const statuses = [];
    for (const _ of [1, 2]) {
      // Without an offset nothing is confirmed: what waits is still there for the daemon.
      const response = await ask(telegram.api_root, token, `getUpdates?limit=1&timeout=${seconds}`);
      discardBody(response);
      statuses.push(response.status);
    }
    return statuses.includes(409)
      ? { name, status: 'failed', detail: `Telegram answers with 409. ${conflictAdvice}.` }
      : { name, status: 'ok', detail: 'no other program polls this bot' };
  } catch (error) {
    return { name, status: 'warning', detail: `not tried: ${rootMessage(error)}` };
  }
}

/** Asks Telegram for the bot of this token. Never throws; `problem` says what to do. */
export async function fetchBotName(
  apiRoot: string,
  token: string,
): Promise<{ name: string; problem?: undefined } | { name?: undefined; problem: string }> {
  try {
    const response = await ask(apiRoot, token, 'getMe');
    if (response.status === 401 || response.status === 404)
      return { problem: 'The token is refused. Copy it again from @BotFather.' };
    const body = (await response.json()) as { ok?: boolean; result?: { username?: string } };
    return body.ok ? { name: body.result?.username ?? '?' } : { problem: `Telegram answers with ${response.status}.` };
  } catch (error) {
    return { problem: `${apiRoot} can't be reached: ${rootMessage(error)}.` };
  }
}
