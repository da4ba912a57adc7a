// A file of a message, fetched from Telegram. While Telegram can't be reached it is waited for: no message could be answered
// then, and no attempt at an answer is to be used up.
import type { Clock } from '../../base/time/clock.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { waitAfter } from '../../base/concurrency/retry.ts';

export interface FileSource {
  api: TelegramApi;
  clock: Clock;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** It says "wrong file_id or the file is temporarily unavailable", and means either. */
const maxRefusals = 3;
const maxWaitMs = 600_000;
/** After this many tries the file counts as faulty, not the connection. */
const maxFailures = 8;

/**
 * @param limit in bytes
 * @throws TelegramError when Telegram takes too long over it, or fails again and again; the signal's reason when that aborts first
 */
export async function fetchFile(
  fileId: string,
  limit: number,
  { api, clock, signal }: FileSource,
): Promise<Uint8Array | 'too large' | 'gone'> {
  for (let tries = 1, refusals = 0, failures = 0; ; tries += 1) {
    try {
      const { file_path } = await api.call('getFile', { file_id: fileId }, { signal });
      return file_path === undefined ? 'too large' : await api.download(file_path, limit, signal);
    } catch (error) {
      if (!(error instanceof TelegramError)) throw error;
      const { kind, description, details } = error;
      if (/too big|longer than/.test(description)) return 'too large';
      const isGone = details.code === 400 || details.code === 404;
      if (isGone) refusals += 1;
      else if (!isOutage(error)) failures += 1;
      if (refusals === maxRefusals) return 'gone';
      const mayPass = isGone || details.code === 429 || (kind !== 'refused' && !details.isLate);
      if (!mayPass || failures === maxFailures) throw error;
      await clock.sleep(Math.min(waitAfter(details.retryAfterMs, tries, 500, 30_000), maxWaitMs), signal);
    }
  }
}

/** Whether the failure comes from the connection and not from this file. */
const isOutage = ({ kind, details }: TelegramError): boolean =>
  details.code === 429 || (kind === 'unreached' && details.code === undefined);
