// A file of a message, fetched from Telegram. While Telegram can't be reached it is waited for: nobody could be answered
// then, and no attempt at an answer is to be used up.
import type { Clock } from '../base/clock.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { backoffMs } from './backoff.ts';

export interface FileSource {
  api: TelegramApi;
  clock: Clock;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** It says "wrong file_id or the file is temporarily unavailable", and means either. */
const mostRefusals = 3;

/**
 * @param limit in bytes
 * @throws TelegramError when Telegram takes too long over it; the signal's reason when that aborts first
 */
export async function fetchFile(fileId: string, limit: number, { api, clock, signal }: FileSource): Promise<Uint8Array | 'too large' | 'gone'> {
  for (let tries = 1, refusals = 0; ; tries += 1) {
    try {
      const { file_path } = await api.call('getFile', { file_id: fileId }, { signal });
      return file_path === undefined ? 'too large' : await api.download(file_path, limit, signal);
    } catch (error) {
      if (!(error instanceof TelegramError)) throw error;
      if (/too big|longer than/.test(error.description)) return 'too large';
      const isGone = error.details.code === 400 || error.details.code === 404;
      if (isGone) refusals += 1;
      if (refusals === mostRefusals) return 'gone';
      if (!isGone && !isOutage(error)) throw error;
      await clock.sleep(error.details.retryAfterMs ?? backoffMs(tries), signal);
    }
  }
}

/** Nothing that this file is to blame for, as one that is never answered may be. */
const isOutage = ({ kind, details }: TelegramError): boolean => kind === 'unreached' || details.code === 429 || (kind === 'unanswered' && !details.isLate);
