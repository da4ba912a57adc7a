// What a person can say with a slash in front, the same on every channel. A table: each command is a name, a line of help
// and what it does. `/new` and `/stop` belong to the conversation itself and are only listed here.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Clock } from '../base/clock.ts';
import type { Memory } from '../memory/memory.ts';
import type { Queue } from '../queue/queue.ts';
import { describeReminders } from '../tools/reminders.ts';
import type { Button, HandleIncoming, Incoming } from './channel.ts';
import { privateOnly } from './notices.ts';

export interface Command {
  name: string;
  /** One line, for `/help` and for the menu of a channel. */
  description: string;
  /** It tells nothing of what is remembered, so a group may see its reply. Others are refused there. */
  inGroup?: true;
  /** The reply; null leaves the message to the conversation. @param argument what follows the name */
  run(argument: string, incoming: Incoming): Promise<string> | null;
}

export interface CommandParts {
  memory: Pick<Memory, 'search' | 'status'>;
  /** Null where nothing can be said later. */
  queue: Pick<Queue, 'reminders' | 'write'> | null;
  model: string;
  timezone: string;
  clock: Clock;
}

/** In the order in which they are shown. */
export function createCommands({ memory, queue, model, timezone, clock }: CommandParts): Command[] {
  const commands: Command[] = [
    {
      name: 'start',
      inGroup: true,
      description: 'What I am',
      run: async () => `I am Scrubjay. Tell me what to remember, and ask me about it later, today or in a year. I keep it in Markdown files that you can open and edit.\n\n${help()}`,
    },
    { name: 'help', inGroup: true, description: 'What you can say with a slash', run: async () => help() },
    { name: 'new', inGroup: true, description: 'Start a new conversation; memory stays', run: () => null },
    { name: 'stop', inGroup: true, description: 'Stop the answer that is being made', run: () => null },
    {
      name: 'memory',
      description: 'What I know about something, with its file and line: /memory tea',
      run: (query) => recollect(memory, query),
    },
    { name: 'status', description: 'How I am: model, memory, time', run: () => describeStatus() },
    { name: 'timezone', inGroup: true, description: 'The time zone I go by', run: async () => `${timezone}, where it is ${wallClock()}. It is set by \`timezone\` in the configuration.` },
  ];
  if (queue) {
    const { reminders } = queue;
    commands.push({
      name: 'reminders',
      inGroup: true,
      description: 'What I will remind you of',
      async run(argument, { key }) {
        const [, action, id] = /^(done|snooze) (\d+)$/.exec(argument) ?? [];
        if (id === undefined) return describeReminders(reminders.active(key));
        if (action === 'done') return 'Good.';
        const until = new Date(clock.now().getTime() + snoozeMs);
        const isThere = await queue.write(() => reminders.snooze(key, Number(id), until));
        return isThere ? `I will say it again at ${format(new TZDate(until, timezone), 'HH:mm')}.` : 'That reminder is gone.';
      },
    });
  }

  const help = (): string => commands.map(({ name, description }) => `/${name} - ${description}`).join('\n');
  const wallClock = (): string => format(new TZDate(clock.now(), timezone), 'EEE yyyy-MM-dd HH:mm');

  async function describeStatus(): Promise<string> {
    const { files, chunks, pendingVectors, mode, warnings } = await memory.status();
    return [
      `Model: ${model}`,
      `Memory: ${files} notes in ${chunks} pieces, ${mode} search${pendingVectors > 0 ? `, ${pendingVectors} pieces still to be embedded` : ''}`,
      `Time: ${wallClock()} (${timezone})`,
      ...warnings.map((warning) => `Note: ${warning}`),
    ].join('\n');
  }

  return commands;
}

const snoozeMs = 10 * 60_000;

/** Below a reminder that is said. */
export const reminderButtons = (id: number): Button[] => [
  { label: 'Done', command: `/reminders done ${id}` },
  { label: 'In 10 minutes', command: `/reminders snooze ${id}` },
];

const mostShown = 5;

async function recollect(memory: Pick<Memory, 'search' | 'status'>, query: string): Promise<string> {
  if (query === '') {
    const { files } = await memory.status();
    return `There are ${files} notes. Say what to look for: /memory tea`;
  }
  const { results } = await memory.search(query, { limit: mostShown });
  if (results.length === 0) return 'I find nothing about that in memory.';
  return results.map(({ path, startLine, endLine, text }) => `${path}#L${startLine}-L${endLine}\n${text.trim()}`).join('\n\n');
}

/** Answers commands before the conversation sees them; all else goes on to `handle`. */
export function withCommands(handle: HandleIncoming, commands: readonly Command[]): HandleIncoming {
  return async (incoming, outlet, signal) => {
    const [, name, argument] = /^\/(\w+)(?:@\w+)?(?:\s+([^]*))?$/.exec(incoming.text.trim()) ?? [];
    const command = commands.find((one) => one.name === name?.toLowerCase());
    const isRefused = incoming.audience === 'group' && command !== undefined && !command.inGroup;
    const reply = isRefused ? privateOnly : await command?.run(argument?.trim() ?? '', incoming);
    if (reply == null) return await handle(incoming, outlet, signal);
    await outlet.post(reply, 'answer');
  };
}
