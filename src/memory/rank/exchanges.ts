// In a chat with an assistant, an answer is found by what was asked: the person's message says in their own words what the answer is
// about, and a question for the answer comes in those words. Raises the best line of an answer towards the message before it.
import type { ChunkTable } from '../index/chunk-table.ts';
import { none } from '../index/chunk-table.ts';
import { asksForAssistantAt, asksForWay } from '../query/question-forms.ts';
import { answers } from '../weights.ts';
import type { Hit } from './hit.ts';

/** How chats with an assistant call those who speak, as terms. */
export const roles = { person: 'user', assistant: 'assist' } as const;

/** @param hits best first. The caller sorts again. */
export function raiseAnswers(hits: readonly Hit[], text: string, lines: ChunkTable): void {
  const way = asksForAssistantAt(text) >= 0 ? 'only' : asksForWay(text);
  const above = way && answers.above[way];
  if (above === null) return;
  const { subject, previous } = lines.columns;
  const speaks = (role: string): ((slot: number) => boolean) => {
    const named = lines.subjects.named(new Set([role]));
    return (slot) => slot !== none && named !== null && (named[subject[slot] as number] ?? 0) > 0;
  };
  const [isPerson, isAssistant] = [speaks(roles.person), speaks(roles.assistant)];
  const best = new Map<number, Hit>();
  for (const hit of hits) {
    const turn = lines.turnOf(hit.slot);
    if (!best.has(turn)) best.set(turn, hit);
  }
  for (const [turn, answer] of best) {
    const before = previous[turn] as number;
    const asked = isAssistant(turn) && isPerson(before) ? best.get(lines.turnOf(before)) : undefined;
    if (asked) answer.rank += answers.share * Math.max(0, asked.rank + above - answer.rank);
  }
}
