// The commands about the program: what it is, how it is, what it goes by.
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { type Clock, localDate } from '../../base/clock.ts';
import type { ChosenTimezone } from '../../base/timezone.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Ledger } from '../../state/usage-ledger.ts';
import type { State } from '../../state/state.ts';
import { describeReminders } from '../../tools/reminders.ts';
import type { Button, Extras } from '../channel.ts';
import { answeringModel } from '../preferred-model.ts';
import { privateOnly } from '../system-messages.ts';
import type { BudgetLimits } from '../spend.ts';
import type { Command } from './command.ts';
import { asTimezone, meantTimezones } from './timezones.ts';

export interface AboutParts {
  memory: Pick<Memory, 'status'>;
  /** Null where nothing waits for an answer or a delivery. */
  queue: Pick<State, 'inbox' | 'outbox'> | null;
  ledger: Pick<Ledger, 'sum' | 'byModel' | 'unpriced'>;
  budget: BudgetLimits;
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

export function aboutCommands({ memory, queue, ledger, budget, models, timezone, clock }: AboutParts): Command[] {
  const wallClock = (): string => format(new TZDate(clock.now(), timezone.now()), 'EEE yyyy-MM-dd HH:mm');
  return [
    {
      name: 'status',
      description: 'How I am: model, memory, time',
      async run({ conversation, say }) {
        const { files, chunks, pendingVectors, mode, warnings } = await memory.status();
        const pending = pendingVectors > 0 ? `, ${pendingVectors} pieces still to be embedded` : '';
        const lines = [
          `Model: ${answeringModel((await conversation.session()).entries, models) ?? 'none is configured: notes are kept and quoted'}`,
          `Memory: ${files} notes in ${chunks} pieces, ${mode} search${pending}`,
          `Time: ${wallClock()} (${timezone.now()})`,
        ];
        return await say(
          [...lines, ...(queue ? describeQueue(queue) : []), ...warnings.map((warning) => `Note: ${warning}`)].join(
            '\n',
          ),
        );
      },
    },
    {
      name: 'usage',
      description: 'What the models cost today and this month, and the budget',
      async run({ say }) {
        const today = localDate(clock.now(), timezone.now());
        const month = today.slice(0, 7);
        const models = ledger
          .byModel(month)
          .map(
            ({ model, calls, tokens, dollars }) => `${model}: ${dollarsOf(dollars)}, ${calls} calls, ${tokens} tokens`,
          );
        const unpriced = ledger.unpriced(month);
        return await say(
          [
            `Today: ${dollarsOf(ledger.sum(today), budget.dailyUsd)}`,
            `This month: ${dollarsOf(ledger.sum(month), budget.monthlyUsd)}`,
            ...models,
            ...(unpriced > 0
              ? [`${unpriced} calls are of models whose price I don't know: they count as nothing.`]
              : []),
          ].join('\n'),
        );
      },
    },
    {
      name: 'timezone',
      inGroup: true,
      description: 'The time zone I go by; /timezone Europe/Paris chooses another',
      async run({ argument, incoming: { audience }, say }) {
        if (argument === '')
          return await say(
            `${timezone.now()}, where it is ${wallClock()}. /timezone Europe/Paris chooses another one, /timezone default goes back to that of the configuration.`,
          );
        if (audience === 'group') return await say(privateOnly, { outcome: 'refused' });
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
const dollarsOf = (dollars: number, limit?: number): string =>
  `$${dollars.toFixed(2)}${limit === undefined ? '' : ` of $${limit.toFixed(2)}`}`;

const snoozeMs = 10 * 60_000;

/** Below a reminder that is said. */
export const reminderButtons = (id: number): Button[] => [
  { label: 'Done', command: `/reminders done ${id}` },
  { label: 'In 10 minutes', command: `/reminders snooze ${id}` },
];

export function reminderCommands({
  queue,
  timezone,
  clock,
}: {
  queue: Pick<State, 'reminders' | 'write'>;
  timezone: Pick<ChosenTimezone, 'now'>;
  clock: Clock;
}): Command[] {
  const { reminders } = queue;
  return [
    {
      name: 'reminders',
      inGroup: true,
      description: 'What I will remind you of; /reminders cancel 3 takes one back',
      async run({ argument, incoming: { key }, say }) {
        const [, action, id] =
          /^(done|snooze|cancel)\s+(\d+)$/i.exec(argument)?.map((part) => part.toLowerCase()) ?? [];
        if (id === undefined) return await say(describeReminders(reminders.active(key), timezone.now()));
        if (action === 'cancel') {
          const wasThere = await queue.write(() => reminders.cancel(key, Number(id)));
          return await say(
            wasThere ? `Reminder ${id} is cancelled.` : `There is no reminder ${id}. /reminders shows those there are.`,
          );
        }
        if (action === 'done') {
          const isDone = await queue.write(() => reminders.done(key, Number(id)));
          return await say(isDone ? 'Good.' : `There is no reminder ${id}.`);
        }
        const until = new Date(clock.now().getTime() + snoozeMs);
        const isThere = await queue.write(() => reminders.snooze(key, Number(id), until));
        return await say(
          isThere
            ? `I will say it again at ${format(new TZDate(until, timezone.now()), 'HH:mm')}.`
            : 'That reminder is gone.',
        );
      },
    },
  ];
}
