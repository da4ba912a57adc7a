// What the Messages API demands of a request's messages, as a list of complaints.
import type { Message } from '../../src/models/message.ts';

export function complaintsAbout(messages: readonly Message[]): string[] {
  const complaints: string[] = [];
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const where = `messages.${index}`;
    const previous = messages[index - 1];
    const next = messages[index + 1];
    if (message.role === previous?.role) complaints.push(`${where}: role ${message.role} twice in a row`);
    if (index === 0 && message.role !== 'user') complaints.push(`${where}: starts with ${message.role}`);
    if (message.content.length === 0) complaints.push(`${where}: empty content`);
    const called = previous?.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) ?? [];
    const results = message.content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    if (message.role === 'user' && JSON.stringify(results) !== JSON.stringify(called))
      complaints.push(`${where}: results ${results.join()} for calls ${called.join()}`);
    const firstOther = message.content.findIndex((block) => block.type !== 'tool_result');
    if (firstOther >= 0 && message.content.slice(firstOther).some((block) => block.type === 'tool_result'))
      complaints.push(`${where}: a result after other blocks`);
    for (const block of message.content) {
      if (block.type === 'text' && block.text.trim() === '') complaints.push(`${where}: blank text`);
      if (block.type === 'tool_use' && message.role === 'user') complaints.push(`${where}: tool_use of a user`);
      if (block.type === 'tool_result' && message.role === 'assistant')
        complaints.push(`${where}: tool_result of an assistant`);
      if ((block.type === 'thinking' || block.type === 'redacted_thinking') && message.role === 'user')
        complaints.push(`${where}: thinking of a user`);
      if (block.type === 'tool_use') {
        if (ids.has(block.id)) complaints.push(`${where}: id ${block.id} twice`);
        ids.add(block.id);
        if (!next) complaints.push(`${where}: call ${block.id} without a result`);
      }
    }
  }
  return complaints;
}
