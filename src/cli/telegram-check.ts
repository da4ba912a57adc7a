// The part of `scrubjay doctor` and `scrubjay init` that asks Telegram who the bot is.
import path from 'node:path';
import { messageOf } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { loadPaired } from '../channels/pairing.ts';
import type { Check } from './checks.ts';

const timeoutMs = 20_000;

export async function checkTelegram(config: Config): Promise<Check> {
  const name = 'telegram';
  const { token, api_root: apiRoot, allowed_users: allowed } = config.telegram;
  if (token === null) return { name, status: 'ok', detail: 'no token: Scrubjay talks on the terminal' };
  try {
    const response = await fetch(`${apiRoot}/bot${token}/getMe`, { signal: AbortSignal.timeout(timeoutMs) });
    const body = (await response.json()) as { ok?: boolean; result?: { username?: string } };
    if (response.status === 401 || response.status === 404)
      return { name, status: 'failed', detail: 'the token is refused. Copy it again from @BotFather.' };
    if (!body.ok) return { name, status: 'failed', detail: `Telegram answers with ${response.status}` };
    const paired = loadPaired(path.join(config.state.dir, 'pairing.db'));
    if (allowed.length + paired.length === 0)
      return {
        name,
        status: 'warning',
        detail: 'nobody may speak to the bot yet: `scrubjay pair` makes a code for the owner',
      };
    return {
      name,
      status: 'ok',
      detail: `@${body.result?.username ?? '?'}, ${allowed.length} allowed, ${paired.length > 0 ? `${paired.join(', ')} paired` : 'nobody paired'}`,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
    return { name, status: 'failed', detail: `${apiRoot} can't be reached: ${messageOf(error)}${cause}` };
  }
}
