// The commands about the program: what it is, how it is, what it goes by.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { Clock } from '../../base/clock.ts';
import type { ChosenTimezone } from '../../base/timezone.ts';
import type { Memory } from '../../memory/memory.ts';
import type { State } from '../../state/state.ts';
import type { Extras } from '../channel.ts';
import { answeringModel } from '../preferred-model.ts';
import type { Command } from './command.ts';
import { asTimezone, meantTimezones } from './timezones.ts';

export interface AboutParts {
  memory: Pick<Memory, 'status'>;
  /** Null where nothing waits for an answer or a delivery. */
  state: Pick<State, 'inbox' | 'outbox'> | null;
  /** Those that may answer, `provider/model`; the one that does unless told first. Empty: none is configured. */
  models: readonly string[];
  timezone: ChosenTimezone;
  clock: Clock;
}

/** @param help all commands, a line each */
export function greetingCommands(help: () => string): Command[] {
  return [
    {
      name: 'start',
      inGroup: true,
      description: 'What I am',
      run: async ({ say }) =>
        await say(
          `I am Scrubjay. Tell me what to remember, and ask me about it later, today or in a year. I keep it in Markdown files that you can open and edit.\n\n${help()}`,
        ),
    },
    {
      name: 'help',
      phrases: ['help'],
      inGroup: true,
      description: 'What you can say with a slash',
      run: async ({ say }) => await say(help()),
    },
  ];
}

export function aboutCommands({ memory, state, models, timezone, clock }: AboutParts): Command[] {
  const wallClock = (): string => format(new TZDate(clock.now(), timezone.now()), 'EEE yyyy-MM-dd HH:mm');
  return [
    {
      name: 'status',
      description: 'How I am: model, memory, time',
      async run({ conversation, say }) {
        const { files, chunks, pendingVectors, mode, warnings } = await memory.status();
        const pending =
          pendingVectors > 0
            ? `, ${pendingVectors} ${pendingVectors === 1 ? 'chunk' : 'chunks'} still to be embedded`
            : '';
        const lines = [
          `Model: ${answeringModel((await conversation.session()).entries, models) ?? 'none is configured: notes are kept and quoted'}`,
          `Memory: ${files} notes (${chunks} chunks), ${mode} search${pending}`,
          `Time: ${wallClock()} (${timezone.now()})`,
        ];
        return await say(
          [...lines, ...(state ? describeQueue(state) : []), ...warnings.map((warning) => `Note: ${warning}`)].join(
            '\n',
          ),
        );
      },
    },
    {
      name: 'timezone',
      inGroup: true,
      description: 'The time zone I go by; /timezone Europe/Paris chooses another',
      async run({ argument, incoming: { audience }, say, phrases: { notices } }) {
        if (argument === '')
          return await say(
            `${timezone.now()}, where it is ${wallClock()}. /timezone Europe/Paris chooses another one, /timezone default goes back to that of the configuration.`,
          );
        if (audience === 'group') return await say(notices.privateOnly, { outcome: 'refused' });
        const isDefault = argument.toLowerCase() === 'default';
        const chosen = isDefault ? null : asTimezone(argument);
        if (chosen === null && !isDefault) return await say(...unknownTimezone(argument));
        await timezone.choose(chosen);
        return await say(
          `From now on I go by ${timezone.now()}, where it is ${wallClock()}: for the days of notes, the night, quiet hours and reminders to come. Reminders that repeat keep the time zone that they were set in.`,
        );
      },
    },
  ];
}

function unknownTimezone(given: string): [string, Extras] {
  const meant = meantTimezones(given);
  const hint =
    meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'Write it like Europe/Paris or America/New_York.';
  return [
    `I know no time zone "${given}". ${hint}`,
    { buttons: meant.map((name) => ({ label: name, command: `/timezone ${name}` })), isChoice: true },
  ];
}

/** Nothing while all is well. */
function describeQueue({ inbox, outbox }: Pick<State, 'inbox' | 'outbox'>): string[] {
  const unanswered = inbox.counts().dead;
  const undelivered = outbox.counts().dead;
  return [
    ...(unanswered > 0 ? [`Messages that I could not answer: ${unanswered}, see /again`] : []),
    ...(undelivered > 0 ? [`Messages that could not be delivered: ${undelivered}`] : []),
  ];
}
