// Where the last answer had its knowledge from: the lines of notes that the turn was shown, by recall or by its searches.
// Read from the session; the files may have changed since. Pure.
import { unwrapLimit } from '../agent/limit.ts';
import { text, toolUses } from '../models/message.ts';
import type { Entry, MessageEntry } from '../session/entry.ts';
import { isSpoken } from '../session/history.ts';

export interface Source {
  /** `path#Lx-Ly`, or the name of a note that was read. */
  place: string;
  text: string;
  /** The answer names the note. */
  isNamed: boolean;
}

/** Those that the answer names first, each once. */
export function sourcesOf(entries: readonly Entry[]): Source[] {
  const messages = entries.filter((entry) => entry.type === 'message');
  const turn = messages.slice(Math.max(0, messages.findLastIndex(isSpoken)));
  const answer = text(turn.findLast((entry) => entry.role === 'assistant') ?? { content: [] });
  const found = turn.flatMap((entry) => [...recalledIn(entry), ...foundIn(entry, turn)]);
  const sources = [...new Map(found.map((source) => [source.place, source])).values()].map((source) => ({
    ...source,
    isNamed: answer.includes(source.place.split('#')[0] ?? ''),
  }));
  return [...sources.filter((source) => source.isNamed), ...sources.filter((source) => !source.isNamed)];
}

/** The lines that were put before the person's words: `- text (path#Lx-Ly)`. */
function recalledIn(entry: MessageEntry): Omit<Source, 'isNamed'>[] {
  if (!isSpoken(entry)) return [];
  const context = entry.content.find((block) => block.type === 'text' && block.text.startsWith('<context>'));
  if (context?.type !== 'text') return [];
  return [...context.text.matchAll(/^- (.*) \(([^()\s]+#L\d+-L\d+)\)$/gm)].map(([, line = '', place = '']) => ({
    place,
    text: line,
  }));
}

/** What searches gave, and which notes were read. */
function foundIn(entry: MessageEntry, turn: readonly MessageEntry[]): Omit<Source, 'isNamed'>[] {
  const calls = new Map(turn.flatMap((one) => toolUses(one)).map((call) => [call.id, call]));
  return entry.content.flatMap((block) => {
    if (block.type !== 'tool_result' || block.is_error) return [];
    const call = calls.get(block.tool_use_id);
    const result = typeof block.content === 'string' ? unwrapLimit(block.content) : text({ content: block.content });
    if (call?.name === 'memory_get')
      return [{ place: String((call.input as { key?: unknown } | null)?.key ?? ''), text: 'read' }];
    if (call?.name !== 'memory_search') return [];
    return [...result.matchAll(/^## (\S+#L\d+-L\d+) \(score: [\d.]+\)\n([^]*?)(?=\n\n|$(?![^]))/gm)].map(
      ([, place = '', found = '']) => ({ place, text: found.trim() }),
    );
  });
}
