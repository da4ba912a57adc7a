// Reminders: set by a tool, listed and put off by a command, said by a job when their time has come.
import type { Announce } from '../../assistant/channel.ts';
import type { Feature } from '../../assistant/feature.ts';
import type { Phrases } from '../../assistant/phrases/phrases.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { State } from '../../state/state.ts';
import { remindersCommand } from './command.ts';
import { createReminding } from './job.ts';
import { remindersTable } from './reminders.ts';
import { createRemindersTool } from './tool.ts';

export interface RemindersOptions {
  state: Pick<State, 'table' | 'write'>;
  /** Null where no channel can say something later: then no reminder is set, and those that are set wait, and are listed and cancelled. */
  announce: Announce | null;
  timezone: Timezone;
  /** The words of a conversation's language. */
  phrasesOf?(conversation: string): Promise<Phrases>;
  /** How this program is called in a shell. Default: `scrubjay`. */
  program?: string;
  clock: Clock;
  log: Log;
}

export function createRemindersFeature({
  state,
  announce,
  timezone,
  phrasesOf,
  program,
  clock,
  log,
}: RemindersOptions): Feature {
  const reminders = state.table(remindersTable);
  const { write } = state;
  const stores: Feature['stores'] = {
    preview: (eraser, key, phrases) =>
      reminders
        .active(key)
        .filter(({ text }) => eraser.matches(text))
        .map(({ id }) => phrases.reminders.wouldGo(id)),
    eraseRows: reminders.erase,
  };
  return {
    name: 'reminders',
    // A conversation that the daemon began offers the tool to the model in every process that goes on with it.
    tools: ({ incoming: { key, topic } }) => [
      createRemindersTool({
        reminders,
        write,
        conversation: key,
        topic,
        timezone,
        clock,
        delivers: announce !== null,
        phrases: phrasesOf && (async () => await phrasesOf(key)),
        program,
      }),
    ],
    commands: [remindersCommand({ reminders, write, timezone, clock })],
    jobs: announce ? [createReminding({ reminders, announce, timezone, phrasesOf, clock, log })] : [],
    stores,
  };
}
