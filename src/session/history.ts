// From the entries of a session to the messages of the next request. Pure, and the same for the same entries: what a
// process sent before a crash is what the next one sends after it. Whatever the entries are, the result is one that the
// Messages API takes: it starts with `user`, roles alternate, every tool call has its result in the next message.
import {
  type ContentBlock,
  type Message,
  type TextBlock,
  type ToolResultBlock,
  forAnyModel,
  isThinking,
  programText,
  toolUses,
} from '../models/message.ts';
import type { Entry, MessageEntry } from './entry.ts';
import { append } from '../base/lists.ts';

/** The result of a tool call that never returned: the process died, or the turn was stopped. */
export const interrupted = '[interrupted]';

/** The messages of a session that count, split where turns begin. A message that failed for good is in none. */
export interface Turn {
  entries: MessageEntry[];
  /** Over: answered, failed or stopped. Its thinking is not sent again. */
  ended: boolean;
}

/** Messages for the next request. Ends with `assistant`, or with `user` while a turn is open. */
export function buildHistory(entries: readonly Entry[]): Message[] {
  const assembly = createAssembly();
  const summary = summaryOf(entries);
  const forgotten = entries.findLastIndex((entry) => entry.type === 'thinking_dropped');
  const keepsThinking = new Set(entries.slice(forgotten + 1));
  const refused = refusedMessages(entries);
  let first = true;
  for (const turn of liveTurns(entries)) {
    for (const entry of turn.entries) {
      const spoken =
        turn.ended || !keepsThinking.has(entry) ? entry.content.filter((block) => !isThinking(block)) : entry.content;
      const content = refused.has(entry) ? spoken.flatMap(withoutAttachment) : spoken;
      const withSummary: ContentBlock[] = first && summary && entry.role === 'user' ? [summary, ...content] : content;
      if (entry.role === 'user') first = false;
      assembly.add(entry.role, withSummary, entry.model);
    }
  }
  return assembly.messages();
}

/** The messages whose attachments the API refused. */
function refusedMessages(entries: readonly Entry[]): Set<Entry> {
  const dropped = entries.findLast((entry) => entry.type === 'attachments_dropped');
  const before = entries.findIndex((entry) => entry.type === 'message' && entry.id === dropped?.before);
  return new Set(entries.slice(0, Math.max(0, before)));
}

const attachmentNote = programText(
  'attachment',
  '[an attachment that the model did not accept and is not shown again]',
);

function withoutAttachment(block: ContentBlock): ContentBlock[] {
  if (block.type === 'unknown') return [];
  if (block.type === 'image' || block.type === 'document') return [attachmentNote];
  if (block.type !== 'tool_result' || typeof block.content === 'string') return [block];
  return [{ ...block, content: block.content.map((part) => (part.type === 'image' ? attachmentNote : part)) }];
}

/** Whether the API can refuse a message for a block that {@link buildHistory} can leave out. */
const hasAttachment = ({ content }: MessageEntry): boolean =>
  content.some(
    (block) =>
      ['image', 'document', 'unknown'].includes(block.type) ||
      (block.type === 'tool_result' && typeof block.content !== 'string'),
  );

/** The id to leave attachments out before: that of the open turn; null where there are none before it. */
export function attachmentsBefore(entries: readonly Entry[]): string | null {
  const open = openTurn(entries);
  const [first] = open;
  if (!first) return null;
  const earlier = liveTurns(entries)
    .flatMap((turn) => turn.entries)
    .filter((entry) => !open.includes(entry));
  return earlier.some(hasAttachment) ? first.id : null;
}

/** The turns that are still in the window: not compacted away, not refused. */
export function liveTurns(entries: readonly Entry[]): Turn[] {
  const kept = new Set(afterCompaction(entries));
  return turnsOf(entries)
    .map((turn) => ({ ...turn, entries: turn.entries.filter((entry) => kept.has(entry)) }))
    .filter((turn) => turn.entries.length > 0 && !turn.entries.some((entry) => entry.stop_reason === 'refusal'));
}

/** The turn that has not ended, if there is one: what a restart must take up again. */
export function openTurn(entries: readonly Entry[]): MessageEntry[] {
  const last = turnsOf(entries).at(-1);
  return last && !last.ended ? last.entries : [];
}

/** What the person said in the turn of a message. */
export const saidInTurnOf = (entries: readonly Entry[], id: string): readonly MessageEntry[] =>
  turnsOf(entries)
    .find((turn) => turn.entries.some((entry) => entry.id === id))
    ?.entries.filter(isSpoken) ?? [];

/** A user message that a person began, as against one that only brings tool results back. */
export const isSpoken = (entry: MessageEntry): boolean =>
  entry.role === 'user' && entry.content.some((block) => block.type !== 'tool_result');

function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let current: Turn | undefined;
  const end = () => {
    if (current) current.ended = true;
    current = undefined;
  };
  /** A turn of a message that was given up. */
  const again = ({ message: id }: Entry & { type: 'retry' }): Turn | undefined => {
    const asked = entries.find((entry) => entry.type === 'message' && entry.id === id);
    if (asked?.type !== 'message') return undefined;
    const turn: Turn = { entries: [asked], ended: false };
    turns.push(turn);
    return turn;
  };
  for (const entry of entries) {
    if (entry.type === 'turn') end();
    if (entry.type === 'given_up') {
      const turn = turns.findLast(({ entries: held }) => held.some(({ incoming }) => incoming === entry.incoming));
      if (turn) turn.entries = turn.entries.filter((one) => isSpoken(one) && one.incoming !== entry.incoming);
      if (turn?.entries.length === 0 && turn === current) end();
    }
    if (entry.type === 'retry') {
      current = turns.find((turn) => turn.entries.some((message) => message.id === entry.message)) ?? again(entry);
      if (current) Object.assign(current, { entries: current.entries.filter(isSpoken), ended: false });
    }
    if (entry.type !== 'message') continue;
    // A file without `turn` lines, or one that a crash left without the last: an answer that calls nothing ends a turn.
    const before = current?.entries.at(-1);
    if (before && isSpoken(entry) && isAnswer(before)) end();
    if (!current) {
      current = { entries: [], ended: false };
      turns.push(current);
    }
    current.entries.push(entry);
  }
  return turns;
}

const isAnswer = (entry: MessageEntry): boolean =>
  entry.role === 'assistant' && toolUses(entry).length === 0 && entry.stop_reason !== 'pause_turn';

function afterCompaction(entries: readonly Entry[]): MessageEntry[] {
  const at = entries.findLastIndex((entry) => entry.type === 'compaction');
  const compaction = entries[at];
  const messages = entries.filter((entry) => entry.type === 'message');
  if (compaction?.type !== 'compaction') return messages;
  const from = messages.findIndex((entry) => entry.id === compaction.dropped_before);
  return from >= 0 ? messages.slice(from) : entries.slice(at).filter((entry) => entry.type === 'message');
}

function summaryOf(entries: readonly Entry[]): TextBlock | undefined {
  const compaction = entries.findLast((entry) => entry.type === 'compaction');
  return compaction && compaction.summary.trim() !== ''
    ? programText(
        'earlier_conversation',
        `<earlier_conversation>\nSummary of what was said before and is no longer shown:\n${compaction.summary}\n</earlier_conversation>`,
      )
    : undefined;
}

/** Puts messages together so that the API takes them, whatever comes in. */
// oxlint-disable-next-line max-lines-per-function -- the cases share one list of messages, and their order is the rule
function createAssembly() {
  const messages: Message[] = [];
  // The calls of the newest assistant message, by the id they have in the file.
  let calls: { id: string; as: string }[] = [];
  const usedIds = new Set<string>();
  /** The newest copy of each id. */
  const copies = new Map<string, number>();

  /** Gives every call of the newest assistant message its result, in call order, before anything else. */
  function settle(): void {
    if (calls.length === 0) return;
    let last = messages.at(-1);
    if (last?.role !== 'user') {
      last = { role: 'user', content: [] };
      messages.push(last);
    }
    const given = new Map<string, ToolResultBlock>();
    const rest: ContentBlock[] = [];
    for (const block of last.content) {
      if (block.type === 'tool_result') given.set(block.tool_use_id, block);
      else rest.push(block);
    }
    const missing = (as: string): ToolResultBlock => ({
      type: 'tool_result',
      tool_use_id: as,
      content: interrupted,
      is_error: true,
    });
    last.content = [...calls.map(({ as }) => given.get(as) ?? missing(as)), ...rest];
    calls = [];
  }

  function addUser(content: readonly ContentBlock[]): void {
    const last = messages.at(-1);
    const seen = new Set<string>();
    if (last?.role === 'user')
      for (const block of last.content) if (block.type === 'tool_result') seen.add(block.tool_use_id);
    const taken: ContentBlock[] = [];
    for (const block of content) {
      if (block.type === 'tool_result') {
        const as = calls.find((call) => call.id === block.tool_use_id && !seen.has(call.as))?.as;
        if (as === undefined) continue;
        seen.add(as);
        taken.push({ ...block, tool_use_id: as, content: solid(block.content) });
      } else if (belongsToUser(block)) {
        taken.push(block);
      }
    }
    if (taken.length === 0) return;
    if (last?.role === 'user') append(last.content, taken);
    else messages.push({ role: 'user', content: taken });
  }

  function addAssistant(content: readonly ContentBlock[], model: string | undefined): void {
    if (messages.length === 0) return;
    const taken = content.filter(belongsToAssistant);
    if (taken.length === 0) return;
    settle();
    const own = taken.map((block) => (block.type === 'tool_use' ? { ...block, id: claim(block.id) } : block));
    const last = messages.at(-1);
    // A message has one author: what another model went on with comes without what only that one understands.
    if (last?.role === 'assistant') append(last.content, last.model === model ? own : forAnyModel(own));
    else messages.push({ role: 'assistant', content: own, ...(model !== undefined && { model }) });
  }

  /** Ids of calls are unique in a request; a repeated one is told apart the same way each time. */
  function claim(id: string): string {
    let as = id;
    let copy = copies.get(id) ?? 1;
    while (usedIds.has(as)) {
      copy += 1;
      as = `${id}_${copy}`;
    }
    copies.set(id, copy);
    usedIds.add(as);
    calls.push({ id, as });
    return as;
  }

  return {
    add(role: 'user' | 'assistant', content: readonly ContentBlock[], model?: string): void {
      if (role === 'user') addUser(content);
      else addAssistant(content, model);
    },
    messages(): Message[] {
      settle();
      return messages;
    },
  };
}

const isBlank = (block: ContentBlock): boolean => block.type === 'text' && block.text.trim() === '';

const belongsToUser = (block: ContentBlock): boolean =>
  !isBlank(block) && !isThinking(block) && block.type !== 'tool_use';

const belongsToAssistant = (block: ContentBlock): boolean =>
  !isBlank(block) && block.type !== 'tool_result' && block.type !== 'image' && block.type !== 'document';

/** The content of a result without blank text blocks, which the API refuses. */
const solid = (content: ToolResultBlock['content']): ToolResultBlock['content'] =>
  typeof content === 'string' ? content : content.filter((block) => !isBlank(block));
