// A Telegram Bot API on the loopback, as strict as the real one where a bot can go wrong, with faults to order. It notes
// what it accepted before it replies: that list is the oracle for "sent once". No mock: the bot talks HTTP to it.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AcceptedMessage {
  messageId: number;
  chatId: number;
  text: string;
  entities: Entity[];
  payload: Record<string, unknown>;
  /** What the chat shows now, after edits. */
  shown: string;
  /** The keyboard it was sent with; `payload.reply_markup` is the one that it has now. */
  sentWith: unknown;
}

/** The buttons of a keyboard, in order. */
export const buttonsIn = (markup: unknown): { text: string; callback_data?: string }[] =>
  (
    (markup as { inline_keyboard?: { text: string; callback_data?: string }[][] } | undefined)?.inline_keyboard ?? []
  ).flat();

const sentButtons = (message: AcceptedMessage): { text: string; callback_data?: string }[] =>
  buttonsIn(message.sentWith);

export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
}

export interface Call {
  method: string;
  payload: Record<string, unknown>;
  at: number;
}

/**
 * - an error answer of the API itself
 * - `instead`: the call is done, and answered with this in the place of its result
 * - `html502`, `cut` (half a JSON body, after acceptance), `empty`: answers that are not the API's
 * - `late`: accepted only after half a second, when the next call may have been taken already
 * - `hang`: accepted by the socket, never answered
 * - `reset`: the connection dies before anything was accepted; `resetAfter`: after it
 */
export type Fault =
  | { code: number; description: string; retryAfter?: number }
  | { instead: unknown }
  | 'html502'
  | 'cut'
  | 'empty'
  | 'late'
  | 'hang'
  | 'reset'
  | 'resetAfter';

export interface TelegramApi {
  readonly url: string;
  readonly token: string;
  readonly botId: number;
  /** Every message that was taken, in order, noted before the reply went out. */
  readonly accepted: AcceptedMessage[];
  readonly calls: Call[];
  /** Queues an update for the bot. @returns its id */
  arrive(update: Record<string, unknown>): number;
  /** Queues a text message of a person in their private chat. */
  say(userId: number, text: string, more?: Record<string, unknown>): { updateId: number; messageId: number };
  /** Presses the button of this label below the newest message that has one, also where the keyboard is gone from it. */
  press(userId: number, label: string): { updateId: number; data: string };
  /** The next calls of a method, or the next `download`s (`html502`, `hang`, `reset`), meet these faults, one each, when `when` (if given) agrees. */
  fail(method: string, faults: Fault[], when?: (payload: Record<string, unknown>) => boolean): void;
  /** Rolls for each call that no ordered fault meets. */
  failBy(choose: ((method: string, payload: Record<string, unknown>) => Fault | undefined) | null): void;
  /** The next batches are given again whatever offset is asked for. */
  repeatBatches(times: number): void;
  /** Runs before a call is answered, and after it was accepted: where a test kills its daemon. */
  onAccept(hook: ((method: string, payload: Record<string, unknown>) => void | Promise<void>) | null): void;
  setWebhook(url: string): void;
  webhook(): string;
  /** A file that getFile and the download address know. */
  addFile(fileId: string, bytes: Uint8Array, path?: string): void;
  /** Updates not yet confirmed by an offset. */
  unconfirmed(): number;
  /** Polls that wait now. */
  polling(): number;
  /** An empty poll is held no longer than this, whatever it asks for. */
  holdAtMost(ms: number): void;
  /** Calls that will be answered and are not yet. */
  answering(): number;
  /** Resolves when `check` holds; rejects after `timeoutMs` with what was seen. */
  until(check: () => boolean, what: string, timeoutMs?: number): Promise<void>;
  /** The shown texts of a chat, in order. */
  texts(chatId?: number): string[];
  /** Stops listening and cuts every connection; `up` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

const entityTypes = new Set([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'blockquote',
  'expandable_blockquote',
  'code',
  'pre',
  'text_link',
  'url',
  'text_mention',
  'custom_emoji',
]);

class Refusal extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters?: Record<string, unknown>,
  ) {
    super(description);
  }
}

export async function openTelegramApi(options: { token?: string; port?: number } = {}): Promise<TelegramApi> {
  const token = options.token ?? '4242424242:AAcanaryCANARYcanaryCANARYcanaryCANARY';
  const botId = Number(token.split(':')[0]);
  const accepted: AcceptedMessage[] = [];
  const calls: Call[] = [];
  const updates: Record<string, unknown>[] = [];
  const faults = new Map<string, { fault: Fault; when?: (payload: Record<string, unknown>) => boolean }[]>();
  const files = new Map<string, { path: string; bytes: Uint8Array }>();
  const known = new Set<string>();
  const waiters = new Set<() => void>();
  let chance: ((method: string, payload: Record<string, unknown>) => Fault | undefined) | null = null;
  let hook: ((method: string, payload: Record<string, unknown>) => void | Promise<void>) | null = null;
  let poll: { end: (code: number) => void } | null = null;
  let nextUpdate = 1000;
  let nextMessage = 1;
  let webhook = '';
  let repeats = 0;
  let presses = 0;
  let longestHoldMs = Infinity;
  let answering = 0;

  const changed = (): void => {
    for (const waiter of waiters) waiter();
  };

  function checkText(text: unknown): string {
    if (typeof text !== 'string' || text.trim() === '') throw new Refusal(400, 'Bad Request: message text is empty');
    if (text.length > 4096) throw new Refusal(400, 'Bad Request: message is too long');
    return text;
  }

  function checkEntities(text: string, given: unknown): Entity[] {
    if (given === undefined) return [];
    if (!Array.isArray(given)) throw new Refusal(400, "Bad Request: can't parse entities: expected an Array");
    for (const entity of given as Entity[]) {
      const { type, offset, length } = entity;
      const end = offset + length;
      const splits = (at: number): boolean =>
        at > 0 &&
        at < text.length &&
        /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') &&
        /[\uDC00-\uDFFF]/.test(text[at] ?? '');
      const isBad =
        !entityTypes.has(type) ||
        !Number.isInteger(offset) ||
        !Number.isInteger(length) ||
        offset < 0 ||
        length <= 0 ||
        end > text.length ||
        splits(offset) ||
        splits(end);
      if (isBad)
        throw new Refusal(
          400,
          `Bad Request: can't parse entities: ${JSON.stringify(entity)} in a text of ${text.length}`,
        );
      if (type === 'text_link' && !/^(https?|tg|mailto|tel|ftp):/.test(entity.url ?? ''))
        throw new Refusal(400, "Bad Request: can't parse entities: bad url");
    }
    return given as Entity[];
  }

  function checkKeyboard(markup: unknown): void {
    for (const button of buttonsIn(markup)) {
      const bytes = Buffer.byteLength(button.callback_data ?? '');
      if (button.text === '' || bytes < 1 || bytes > 64) throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
    }
  }

  function chatOf(payload: Record<string, unknown>): number {
    const chat = Number(payload.chat_id);
    if (payload.chat_id === undefined || payload.chat_id === '')
      throw new Refusal(400, 'Bad Request: chat_id is empty');
    if (!Number.isInteger(chat)) throw new Refusal(400, 'Bad Request: chat not found');
    return chat;
  }

  const shownMessage = (message: AcceptedMessage): Record<string, unknown> => ({
    message_id: message.messageId,
    date: Math.floor(Date.now() / 1000),
    chat: { id: message.chatId, type: message.chatId > 0 ? 'private' : 'supergroup' },
    from: { id: botId, is_bot: true, first_name: 'Jay' },
    text: message.shown,
  });

  function takeMessage(payload: Record<string, unknown>): Record<string, unknown> {
    const chatId = chatOf(payload);
    const text = checkText(payload.text);
    if (payload.parse_mode !== undefined && payload.entities !== undefined)
      throw new Refusal(400, 'Bad Request: parse_mode and entities');
    const entities = checkEntities(text, payload.entities);
    checkKeyboard(payload.reply_markup);
    const reply = payload.reply_parameters as
      | { message_id?: number; allow_sending_without_reply?: boolean }
      | undefined;
    if (reply && !known.has(`${chatId}:${reply.message_id}`) && reply.allow_sending_without_reply !== true) {
      throw new Refusal(400, 'Bad Request: message to be replied not found');
    }
    const message: AcceptedMessage = {
      messageId: nextMessage,
      chatId,
      text,
      entities,
      payload,
      shown: text,
      sentWith: payload.reply_markup,
    };
    nextMessage += 1;
    known.add(`${chatId}:${message.messageId}`);
    accepted.push(message);
    return shownMessage(message);
  }

  function editMessage(payload: Record<string, unknown>): unknown {
    const chatId = chatOf(payload);
    const message = accepted.find((one) => one.chatId === chatId && one.messageId === Number(payload.message_id));
    if (!message) throw new Refusal(400, 'Bad Request: message to edit not found');
    const text = checkText(payload.text);
    if (
      text === message.shown &&
      JSON.stringify(payload.reply_markup) === JSON.stringify(message.payload.reply_markup)
    ) {
      throw new Refusal(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
      );
    }
    message.entities = checkEntities(text, payload.entities);
    message.shown = text;
    message.payload = { ...message.payload, reply_markup: payload.reply_markup };
    return shownMessage(message);
  }

  function answer(method: string, payload: Record<string, unknown>): unknown {
    switch (method) {
      case 'getMe':
        return { id: botId, is_bot: true, first_name: 'Jay', username: 'jay_bot', can_join_groups: true };
      case 'sendMessage':
        return takeMessage(payload);
      case 'editMessageText':
        return editMessage(payload);
      case 'editMessageReplyMarkup': {
        const message = accepted.find(
          (one) => one.chatId === chatOf(payload) && one.messageId === Number(payload.message_id),
        );
        if (!message)
          throw new Refusal(
            400,
            known.has(`${chatOf(payload)}:${Number(payload.message_id)}`)
              ? "Bad Request: message can't be edited"
              : 'Bad Request: message to edit not found',
          );
        if (JSON.stringify(payload.reply_markup) === JSON.stringify(message.payload.reply_markup)) {
          throw new Refusal(
            400,
            'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
          );
        }
        message.payload = { ...message.payload, reply_markup: payload.reply_markup };
        return shownMessage(message);
      }
      case 'sendMessageDraft': {
        if (chatOf(payload) < 0) throw new Refusal(400, 'Bad Request: drafts are for private chats');
        if (!Number.isInteger(payload.draft_id) || payload.draft_id === 0)
          throw new Refusal(400, 'Bad Request: draft_id is invalid');
        // The draft's text may be empty ("Thinking…"); its limit is that of a message.
        if (typeof payload.text === 'string' && payload.text !== '')
          checkEntities(checkText(payload.text), payload.entities);
        return true;
      }
      case 'sendDocument': {
        const { bytes } = (payload.document ?? {}) as { bytes?: Buffer };
        if (!bytes || bytes.length === 0) throw new Refusal(400, 'Bad Request: file must be non-empty');
        if (bytes.length > 50_000_000) throw new Refusal(413, 'Request Entity Too Large');
        const caption = String(payload.caption ?? '');
        if (caption.length > 1024) throw new Refusal(400, 'Bad Request: message caption is too long');
        const message: AcceptedMessage = {
          messageId: nextMessage,
          chatId: chatOf(payload),
          text: caption,
          entities: checkEntities(caption, payload.caption_entities),
          payload,
          shown: caption,
          sentWith: payload.reply_markup,
        };
        nextMessage += 1;
        accepted.push(message);
        return shownMessage(message);
      }
      case 'sendChatAction':
        chatOf(payload);
        if (typeof payload.action !== 'string')
          throw new Refusal(400, 'Bad Request: wrong parameter action in request');
        return true;
      case 'setMessageReaction':
      case 'deleteMessage':
        chatOf(payload);
        return true;
      case 'answerCallbackQuery':
        if (typeof payload.callback_query_id !== 'string')
          throw new Refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
        return true;
      case 'setMyCommands': {
        const commands = payload.commands as { command: string; description: string }[];
        if (
          !commands.every(
            (one) =>
              /^[a-z0-9_]{1,32}$/.test(one.command) && one.description.length > 0 && one.description.length <= 256,
          )
        ) {
          throw new Refusal(400, 'Bad Request: BOT_COMMAND_INVALID');
        }
        return true;
      }
      case 'deleteWebhook':
        webhook = '';
        if (payload.drop_pending_updates === true) updates.length = 0;
        return true;
      case 'getWebhookInfo':
        return { url: webhook, has_custom_certificate: false, pending_update_count: updates.length };
      case 'getFile': {
        const file = files.get(String(payload.file_id));
        if (!file) throw new Refusal(400, 'Bad Request: invalid file_id');
        if (file.bytes.length > 20 * 1024 * 1024) throw new Refusal(400, 'Bad Request: file is too big');
        return {
          file_id: payload.file_id,
          file_unique_id: payload.file_id,
          file_size: file.bytes.length,
          file_path: file.path,
        };
      }
      default:
        throw new Refusal(404, 'Not Found: method not found');
    }
  }

  async function getUpdates(
    payload: Record<string, unknown>,
    request: IncomingMessage,
    isCut: () => boolean,
  ): Promise<unknown> {
    if (webhook !== '')
      throw new Refusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    poll?.end(409);
    const offset = Number(payload.offset ?? 0);
    if (repeats > 0 && updates.length > 0) repeats -= 1;
    else while (updates.length > 0 && Number(updates[0]?.update_id) < offset) updates.shift();
    changed();
    const limit = Number(payload.limit ?? 100);
    if (updates.length === 0) {
      const code = await waitForUpdates(Math.min(longestHoldMs, Number(payload.timeout ?? 0) * 1000), request);
      if (code === 409)
        throw new Refusal(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
    }
    return isCut() ? [] : updates.slice(0, limit);
  }

  /** Resolves with 0 when there is something to give or the time is over, with 409 when another poll took this one's place. */
  async function waitForUpdates(timeoutMs: number, request: IncomingMessage): Promise<number> {
    return await new Promise<number>((resolve) => {
      const end = (code: number): void => {
        clearTimeout(timer);
        request.socket.off('close', closed);
        waiters.delete(look);
        if (poll === mine) poll = null;
        resolve(code);
      };
      const look = (): void => {
        if (updates.length > 0) end(0);
      };
      const closed = (): void => end(0);
      const mine = { end };
      const timer = setTimeout(() => end(0), timeoutMs);
      poll = mine;
      waiters.add(look);
      request.socket.once('close', closed);
      changed();
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://loopback');
    const download = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
    if (download) {
      const file = [...files.values()].find((one) => one.path === download[2]);
      const fault = faults.get('download')?.shift()?.fault;
      calls.push({ method: 'download', payload: {}, at: Date.now() });
      changed();
      if (fault === 'hang') return;
      if (fault === 'reset') {
        request.socket.destroy();
        return;
      }
      if (fault === 'html502') {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<html></html>');
        return;
      }
      response.writeHead(download[1] === token && file ? 200 : 404).end(file?.bytes);
      return;
    }
    const [, given, method] = /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(url.pathname) ?? [];
    if (method === undefined) {
      response.writeHead(404).end();
      return;
    }
    const payload = parseBody(request, body);
    calls.push({ method, payload, at: Date.now() });
    changed();
    const reply = (status: number, json: unknown): void => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    };
    if (given !== token) {
      reply(401, { ok: false, error_code: 401, description: 'Unauthorized' });
      return;
    }
    const waiting = faults.get(method) ?? [];
    const index = waiting.findIndex((one) => one.when?.(payload) ?? true);
    const fault = index === -1 ? chance?.(method, payload) : waiting.splice(index, 1)[0]?.fault;
    try {
      if (!isWellFormed(payload)) throw new Refusal(400, 'Bad Request: strings must be encoded in UTF-8');
      if (fault !== undefined && typeof fault === 'object' && 'code' in fault) {
        throw new Refusal(
          fault.code,
          fault.description,
          fault.retryAfter === undefined ? undefined : { retry_after: fault.retryAfter },
        );
      }
      if (fault === 'html502') {
        response
          .writeHead(502, { 'content-type': 'text/html' })
          .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
        return;
      }
      if (fault === 'empty') {
        response.writeHead(200, { 'content-type': 'application/json' }).end();
        return;
      }
      if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, 500));
      if (fault === 'hang') return;
      if (fault === 'reset') {
        request.socket.destroy();
        return;
      }
      const result =
        method === 'getUpdates'
          ? await getUpdates(payload, request, () => response.destroyed)
          : answer(method, payload);
      changed();
      await hook?.(method, payload);
      if (fault === 'resetAfter') {
        request.socket.destroy();
        return;
      }
      if (fault === 'cut') {
        const whole = JSON.stringify({ ok: true, result });
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(whole.slice(0, Math.ceil(whole.length / 2)));
        return;
      }
      reply(200, { ok: true, result: typeof fault === 'object' ? fault.instead : result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(error.code, {
        ok: false,
        error_code: error.code,
        description: error.message,
        ...(error.parameters ? { parameters: error.parameters } : {}),
      });
    }
  }

  let server: Server;
  let port = options.port ?? 0;
  async function up(): Promise<void> {
    server = createServer((request, response) => {
      answering += 1;
      serve(request, response)
        .catch((error: unknown) => {
          console.error('telegram-api', error);
          response.destroy();
        })
        .finally(() => {
          answering -= 1;
          changed();
        });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }
  async function down(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    poll?.end(0);
    server.closeAllConnections();
    await closed;
  }
  await up();

  const api: TelegramApi = {
    url: `http://127.0.0.1:${port}`,
    token,
    botId,
    accepted,
    calls,
    arrive(update) {
      const id = typeof update.update_id === 'number' ? update.update_id : nextUpdate;
      nextUpdate = Math.max(nextUpdate, id + 1);
      updates.push({ ...update, update_id: id });
      changed();
      return id;
    },
    press(userId, label) {
      const message = accepted.findLast((one) => sentButtons(one).some((button) => button.text === label));
      const data = message && sentButtons(message).find((button) => button.text === label)?.callback_data;
      if (!message || data === undefined) throw new Error(`No message has a button "${label}"`);
      presses += 1;
      const from = { id: userId, is_bot: false, first_name: `U${userId}` };
      return {
        updateId: api.arrive({
          callback_query: { id: `press-${presses}`, from, chat_instance: 'c', data, message: shownMessage(message) },
        }),
        data,
      };
    },
    say(userId, text, more = {}) {
      const messageId = nextMessage;
      nextMessage += 1;
      const chat = (more.chat as { id: number } | undefined) ?? {
        id: userId,
        type: 'private',
        first_name: `U${userId}`,
      };
      known.add(`${chat.id}:${messageId}`);
      const message = {
        message_id: messageId,
        date: Math.floor(Date.now() / 1000),
        chat,
        from: { id: userId, is_bot: false, first_name: `U${userId}` },
        text,
        ...namesIn(text),
        ...more,
      };
      return { updateId: api.arrive({ message }), messageId };
    },
    fail(method, list, when) {
      const waiting = faults.get(method) ?? [];
      waiting.push(...list.map((fault) => (when ? { fault, when } : { fault })));
      faults.set(method, waiting);
    },
    failBy(choose) {
      chance = choose;
    },
    repeatBatches(times) {
      repeats = times;
    },
    onAccept(next) {
      hook = next;
    },
    setWebhook(address) {
      webhook = address;
    },
    webhook: () => webhook,
    addFile: (fileId, bytes, path = `files/${fileId}`) => void files.set(fileId, { path, bytes }),
    unconfirmed: () => updates.length,
    polling: () => (poll === null ? 0 : 1),
    holdAtMost(ms) {
      longestHoldMs = ms;
    },
    answering: () => answering,
    until(check, what, timeoutMs = 60_000) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (!check()) return;
          end();
          resolve();
        };
        const timer = setTimeout(() => {
          end();
          const seen = accepted.map((one) => `${one.chatId}: ${one.shown}`).join('\n');
          reject(
            new Error(
              `waited ${timeoutMs} ms for: ${what}\naccepted:\n${seen}\ncalls: ${calls
                .map((one) => one.method)
                .slice(-40)
                .join(' ')}`,
            ),
          );
        }, timeoutMs);
        const ticker = setInterval(look, 20);
        function end(): void {
          clearTimeout(timer);
          clearInterval(ticker);
          waiters.delete(look);
        }
        waiters.add(look);
        look();
      });
    },
    texts: (chatId) => accepted.filter((one) => chatId === undefined || one.chatId === chatId).map((one) => one.shown),
    up,
    down,
    async close() {
      if (server.listening) await down();
    },
  };
  return api;
}

/** The entities that Telegram itself finds in a text: user names, and commands. */
function namesIn(text: string): { entities?: { type: string; offset: number; length: number }[] } {
  const found = (type: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => ({ type, offset: match.index, length: match[0].length }));
  const entities = [
    ...found('bot_command', /(?<![\w/])\/\w{1,32}(?:@\w{3,32})?(?!\w)/g),
    ...found('mention', /(?<![\w@/])@\w{3,32}(?!\w)/g),
  ];
  return entities.length > 0 ? { entities } : {};
}

/** Whether no text in it holds half of a surrogate pair. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return true;
  return Object.values(value).every(isWellFormed);
}

/** What is no text is sent as JSON in a form. */
const fieldOf = (text: string): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text);

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function parseBody(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) return JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  if (type.startsWith('multipart/form-data')) {
    const boundary = /boundary=(.+)$/.exec(type)?.[1]?.trim() ?? '';
    const payload: Record<string, unknown> = {};
    const attached = new Map<string, { filename: string; bytes: Buffer }>();
    for (const part of body.toString('latin1').split(`--${boundary}`)) {
      const [, name, filename, content = ''] =
        /name="([^"]+)"(?:; ?filename="?([^"\r\n]*)"?)?[^]*?\r\n\r\n([^]*)\r\n$/.exec(part) ?? [];
      const bytes = Buffer.from(content, 'latin1');
      if (name !== undefined && filename !== undefined) attached.set(`attach://${name}`, { filename, bytes });
      else if (name !== undefined) payload[name] = fieldOf(bytes.toString());
    }
    for (const [name, value] of Object.entries(payload)) payload[name] = attached.get(String(value)) ?? value;
    return payload;
  }
  return {};
}
