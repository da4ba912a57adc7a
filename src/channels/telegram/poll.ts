// Long polling. A batch is confirmed (by asking with a higher offset) only after `take` has put it on disk, and no
// failure ends the loop but a wrong token.
import type { Update } from 'grammy/types';
import type { Clock } from '../../base/time/clock.ts';
import { ConfigError, messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { backoffMs, waitAfter } from '../../base/concurrency/retry.ts';
import { updateKinds } from './gate.ts';
import { conflictAdvice } from './limits.ts';

export interface PollOptions {
  api: TelegramApi;
  /** Stores a batch durably. While it rejects, the batch is not confirmed. */
  take(updates: Update[]): Promise<void>;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
  /** How long Telegram holds an empty answer back. */
  longPollSeconds?: number;
  /** After this time a poll without an answer is aborted and begun again. */
  timeoutMs?: number;
  /** Called at the beginning of each round, also after failures: as long as it is called, polling is not stuck. @param withinMs when the next round begins at the latest, as far as is known */
  onRound?: (withinMs: number) => void;
  /** Called with the reason when a round failed, and with null when one succeeds. */
  onTrouble?: (reason: string | null) => void;
}

const conflictPauseMs = 5_000;
/** A pause after an empty answer: some servers (proxies, emulators) send it at once, and we must not ask them in a busy loop. */
const idlePauseMs = 250;
const maxPauseMs = 30_000;
/** A longer wait is broken off: asked again, Telegram says how much of it is left. */
const maxRetryAfterMs = 600_000;

/** True for the answers that say the token is wrong: 404 is what a malformed one gets. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof TelegramError &&
  error.kind === 'refused' &&
  (error.details.code === 401 || error.details.code === 404);

const isConflict = (error: unknown): boolean => error instanceof TelegramError && error.details.code === 409;

export const tokenError = (): ConfigError =>
  new ConfigError('telegram.token', 'Telegram does not know this token (401).', 'Copy it again from @BotFather.');

/** Polls until the signal aborts (then it resolves). @throws ConfigError when the token is refused */
export async function pollUpdates(options: PollOptions): Promise<void> {
  const { api, take, signal, clock, log, longPollSeconds = 30, timeoutMs = 45_000, onRound, onTrouble } = options;
  // Kept only until an answer shows that Telegram has dropped what came before: ids may start lower again after a quiet
  // week, and an old offset would then confirm them unseen.
  let offset: number | undefined;
  let failures = 0;

  while (!signal.aborted) {
    onRound?.(timeoutMs + idlePauseMs);
    try {
      const payload = {
        timeout: longPollSeconds,
        limit: 100,
        allowed_updates: updateKinds,
        ...(offset === undefined ? {} : { offset }),
      };
      const askedAtMs = clock.elapsed();
      const updates: unknown = await api.call('getUpdates', payload, { timeoutMs, signal });
      if (!Array.isArray(updates)) throw new TelegramError('unanswered', 'getUpdates', 'not a list');
      const readable = updates.filter(isUpdate);
      if (readable.length < updates.length)
        log.warn({ count: updates.length - readable.length }, 'updates without an id were skipped');
      if (readable.length > 0) await take(readable);
      else if (updates.length > 0) throw new TelegramError('unanswered', 'getUpdates', 'no update has an id');
      offset = readable.length > 0 ? lastId(readable) + 1 : undefined;
      if (failures > 0) log.info({ failures }, 'telegram answers again');
      failures = 0;
      onTrouble?.(null);
      if (updates.length === 0 && clock.elapsed() - askedAtMs < idlePauseMs) await clock.pause(idlePauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isTokenRefused(error)) throw tokenError();
      failures += 1;
      onTrouble?.(isConflict(error) ? `${messageOf(error)}. ${conflictAdvice}` : messageOf(error));
      const pauseMs = await afterFailure(error, failures, options);
      onRound?.(pauseMs);
      await clock.pause(pauseMs, signal);
    }
  }
}

const lastId = (updates: readonly Update[]): number =>
  updates.reduce((last, { update_id: id }) => Math.max(last, id), -Infinity);

const isUpdate = (value: unknown): value is Update =>
  Number.isSafeInteger((value as { update_id?: unknown } | null)?.update_id);

/** Logs the failure (the first one, then rarely) and decides how long to wait. */
async function afterFailure(error: unknown, failures: number, { api, log, signal }: PollOptions): Promise<number> {
  const tell = failures === 1 || failures % 20 === 0;
  if (!(error instanceof TelegramError)) {
    log.error({ err: error }, 'what arrived could not be stored; it stays with Telegram until it can');
    return backoffMs(failures, 1_000, maxPauseMs);
  }
  if (tell) log.warn({ failures, error: error.message }, 'no updates from telegram; trying again');
  const { retryAfterMs } = error.details;
  if (retryAfterMs !== undefined) {
    if (retryAfterMs > maxRetryAfterMs)
      log.warn({ retryAfterMs, maxRetryAfterMs }, 'telegram asks for a very long wait');
    return waitAfter(Math.min(retryAfterMs, maxRetryAfterMs), failures, 500, maxPauseMs);
  }
  if (!isConflict(error)) return backoffMs(failures, 500, maxPauseMs);
  if (!error.description.includes('webhook')) return conflictPauseMs;
  try {
    await removeWebhook(api, signal);
    log.warn('a webhook was set; it is removed, and what it held back is kept');
    // Where it is set again and again, each removal would be followed by the next.
    return backoffMs(failures, 500, maxPauseMs);
  } catch (failure) {
    log.warn({ error: messageOf(failure) }, 'the webhook could not be removed');
    return conflictPauseMs;
  }
}

/** Removes a webhook, with which polling is refused. Waiting updates are kept. */
export async function removeWebhook(api: TelegramApi, signal: AbortSignal): Promise<void> {
  await api.call('deleteWebhook', { drop_pending_updates: false }, { signal });
}
