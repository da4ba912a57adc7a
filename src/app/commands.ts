// What a person can say with a slash in front, the same on every channel, in the order in which it is shown.
import { type AboutParts, aboutCommands, greetingCommands } from '../assistant/commands/about.ts';
import type { Command } from '../assistant/commands/command.ts';
import { conversationCommands } from '../assistant/commands/conversation.ts';
import { modelCommand } from '../assistant/commands/model.ts';
import type { CommandName, Phrases } from '../assistant/phrases/phrases.ts';
import type { Feature } from '../assistant/feature.ts';

/** @param more those of the channels themselves */
export function collectCommands(
  about: AboutParts,
  features: readonly Pick<Feature, 'commands'>[],
  more: readonly Command[] = [],
): Command[] {
  const help = ({ help: lines }: Phrases, only?: string): string =>
    commands
      .filter(({ name, aliases = [] }) => only === undefined || name === only || aliases.includes(only))
      .map(({ name, description }) => `/${name} - ${lines[name as CommandName] ?? description}`)
      .join('\n');
  const commands: Command[] = [
    ...greetingCommands(help, about.models.length > 0, about.program),
    ...conversationCommands,
    ...features.flatMap((feature) => feature.commands ?? []),
    ...more,
    modelCommand(about.models),
    ...aboutCommands(about),
  ];
  return commands;
}
