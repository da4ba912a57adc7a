// What a person can say with a slash in front, the same on every channel, in the order in which it is shown.
import type { State } from '../../state/state.ts';
import { type AboutParts, aboutCommands, greetingCommands, reminderCommands } from './about.ts';
import type { MakeExport } from '../export/exporter.ts';
import type { Command } from './command.ts';
import { conversationCommands } from './conversation.ts';
import { exportCommand } from './export.ts';
import { type MemoryCommandParts, memoryCommands } from './memory.ts';
import { modelCommand } from './model.ts';

export interface CommandParts extends Omit<AboutParts, 'memory'>, MemoryCommandParts {
  /** How a file is made, and how large one may be. */
  files: { make: MakeExport; mostBytes: number | null };
  /** Null where nothing can be said later. */
  reminders: Pick<State, 'reminders' | 'write'> | null;
  /** Those of the channel itself. */
  more?: readonly Command[];
}

export function createCommands(parts: CommandParts): Command[] {
  const { reminders, more = [] } = parts;
  const help = (): string => commands.map(({ name, description }) => `/${name} - ${description}`).join('\n');
  const commands: Command[] = [
    ...greetingCommands(help),
    ...conversationCommands,
    ...memoryCommands(parts),
    ...(reminders ? reminderCommands({ ...parts, queue: reminders }) : []),
    ...more,
    modelCommand(parts.models),
    exportCommand(parts.files),
    ...aboutCommands(parts),
  ];
  return commands;
}
