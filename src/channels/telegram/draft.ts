// The answer while it grows, as a draft above the input field of a private chat. A preview only: nothing depends on it,
// and a server that does not know drafts is asked once.
import type { Clock } from '../../base/clock.ts';
import type { TelegramApi } from './api.ts';
import { formatMarkdown } from './format.ts';
import { splitFormatted } from './split.ts';

const leastPauseMs = 800;

export interface Draft {
  /** @param text the whole answer so far */
  show(text: string): void;
  /** No more of it: the message itself takes its place. */
  clear(): void;
}

/** @param draftId not 0; the same for all of one answer */
export function createDraft(options: {
  api: TelegramApi;
  chatId: number;
  threadId?: number;
  draftId: number;
  clock: Clock;
}): Draft {
  const { api, chatId, threadId, draftId, clock } = options;
  let wanted: string | null = null;
  let isBusy = false;
  let isRefused = false;
  let clearing = new AbortController();

  async function pump(): Promise<void> {
    isBusy = true;
    while (wanted !== null && !isRefused) {
      const { signal } = clearing;
      // Of a long answer the newest part is what grows.
      const shown = splitFormatted(formatMarkdown(wanted)).at(-1);
      wanted = null;
      if (!shown) continue;
      const payload = {
        chat_id: chatId,
        draft_id: draftId,
        text: shown.text,
        can_stop: true,
        ...(shown.entities.length > 0 ? { entities: shown.entities } : {}),
        ...(threadId === undefined ? {} : { message_thread_id: threadId }),
      };
      try {
        await api.call('sendMessageDraft', payload, { signal, timeoutMs: 5_000 });
        await clock.sleep(leastPauseMs, signal);
      } catch {
        // Cleared, or not to be had: the message follows in either case.
        isRefused = !signal.aborted;
      }
    }
    isBusy = false;
  }

  return {
    show(text) {
      wanted = text;
      if (!isBusy && !isRefused) pump().catch(() => (isRefused = true));
    },
    clear() {
      wanted = null;
      clearing.abort();
      clearing = new AbortController();
    },
  };
}
