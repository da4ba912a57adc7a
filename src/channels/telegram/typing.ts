// "typing…" at the top of a chat while a turn runs. Telegram shows it for five seconds, so it is said again; a failure to
// show it is nobody's loss.
import type { Clock } from '../../base/clock.ts';
import type { TelegramApi } from './api.ts';

const repeatMs = 4_500;

export interface Typing {
  begin(): void;
  end(): void;
}

export function createTyping({
  api,
  chatId,
  threadId,
  clock,
}: {
  api: TelegramApi;
  chatId: number;
  threadId?: number;
  clock: Clock;
}): Typing {
  let ending: AbortController | null = null;

  async function show(signal: AbortSignal): Promise<void> {
    const payload = {
      chat_id: chatId,
      action: 'typing' as const,
      ...(threadId === undefined ? {} : { message_thread_id: threadId }),
    };
    while (!signal.aborted) {
      // Only a preview: the reply itself meets the same trouble in the sender, where it is handled.
      await api.call('sendChatAction', payload, { signal, timeoutMs: repeatMs }).catch(() => undefined);
      await clock.sleep(repeatMs, signal).catch(() => undefined);
    }
  }

  return {
    begin() {
      if (ending) return;
      ending = new AbortController();
      show(ending.signal).catch(() => undefined);
    },
    end() {
      ending?.abort();
      ending = null;
    },
  };
}
