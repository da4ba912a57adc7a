// What a person can say with a slash in front, the same on every channel, in the order in which it is shown.
import type { Memory } from '../../memory/memory.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Undo } from '../undo.ts';
import { type AboutParts, aboutCommands, greetingCommands, reminderCommands } from './about.ts';
import type { Command } from './command.ts';
import { conversationCommands } from './conversation.ts';
import { memoryCommands } from './memory.ts';

export interface CommandParts extends AboutParts {
  memory: Pick<Memory, 'search' | 'status'>;
  undo: Undo;
  /** Null where nothing can be said later. */
  queue: Pick<Queue, 'reminders' | 'write'> | null;
}

export function createCommands(parts: CommandParts): Command[] {
  const { queue } = parts;
  const help = (): string => commands.map(({ name, description }) => `/${name} - ${description}`).join('\n');
  const commands: Command[] = [
    ...greetingCommands(help),
    ...conversationCommands,
    ...memoryCommands(parts),
    ...(queue ? reminderCommands({ ...parts, queue }) : []),
    ...aboutCommands(parts),
  ];
  return commands;
}
