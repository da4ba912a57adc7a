// The commands about the program: what it is, how it is, what it goes by.
import { abilitiesIn } from '../../models/offline/intent.ts';
import { english } from '../phrases/english.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { ChosenTimezone } from '../../base/time/timezone.ts';
import type { Memory } from '../../memory/memory.ts';
import type { State } from '../../state/state.ts';
import type { Extras } from '../channel.ts';
import { type AboutPhrases, type Phrases, type TimezonePhrases, dayAndTime, problemIn } from '../phrases/phrases.ts';
import { answeringModel } from '../preferred-model.ts';
import type { Command } from './command.ts';
import { asTimezone, meantTimezones } from './timezones.ts';

export interface AboutParts {
  memory: Pick<Memory, 'status'>;
  /** Null where nothing waits for an answer or a delivery. */
  state: Pick<State, 'inbox' | 'outbox'> | null;
  /** Those that may answer, `provider/model`; the one that answers by default first. Empty: none is configured. */
  models: readonly string[];
  /** How this program is called in a shell. Default: `scrubjay`. */
  program?: string;
  timezone: ChosenTimezone;
  clock: Clock;
}

/**
 * @param help all commands, a line each, or the one of a name, in the language of the phrases
 * @param hasModel without one the help also tells what is understood in plain words, and a slash alone asks for it
 * @param program how this program is called in a shell
 */
export function greetingCommands(
  help: (phrases: Phrases, name?: string) => string,
  hasModel = true,
  program = 'scrubjay',
): Command[] {
  return [
    {
      name: 'start',
      inGroup: true,
      description: english.help.start,
      run: async ({ say, phrases }) => await say(phrases.about.greeting(help(phrases))),
    },
    {
      name: 'help',
      phrases: hasModel ? ['help'] : ['help', '/'],
      inGroup: true,
      description: english.help.help,
      async run({ argument, say, phrases }) {
        const one = argument === '' ? '' : help(phrases, argument.replace(/^\//, '').toLowerCase());
        if (one !== '') return await say(one);
        return await say(hasModel ? help(phrases) : `${abilitiesIn(phrases.name, program)}\n\n${help(phrases)}`);
      },
    },
  ];
}

export function aboutCommands({ memory, state, models, timezone, clock }: AboutParts): Command[] {
  return [
    {
      name: 'status',
      description: english.help.status,
      async run({ conversation, say, phrases }) {
        const { about } = phrases;
        const { files, pendingVectors, mode, problems } = await memory.status();
        const pending = pendingVectors > 0 ? about.pending(pendingVectors) : '';
        const lines = [
          about.model(answeringModel((await conversation.session()).entries, models) ?? null),
          `${about.memory(files, mode)}${pending}`,
          about.time(dayAndTime(clock.now(), timezone.now(), phrases), timezone.now()),
        ];
        return await say(
          [
            ...lines,
            ...(state ? describeQueue(state, about) : []),
            ...problems.map((problem) => about.note(problemIn(phrases, problem))),
          ].join('\n'),
        );
      },
    },
    {
      name: 'timezone',
      inGroup: true,
      description: english.help.timezone,
      async run({ argument, incoming: { audience }, say, phrases }) {
        const wall = (): string => dayAndTime(clock.now(), timezone.now(), phrases);
        if (argument === '') return await say(phrases.timezone.now(timezone.now(), wall()));
        if (audience === 'group') return await say(phrases.notices.privateOnly, { outcome: 'refused' });
        const isDefault = argument.toLowerCase() === 'default';
        const chosen = isDefault ? null : asTimezone(argument);
        if (chosen === null && !isDefault) return await say(...unknownTimezone(argument, phrases.timezone));
        await timezone.choose(chosen);
        return await say(phrases.timezone.chosen(timezone.now(), wall()));
      },
    },
  ];
}

function unknownTimezone(given: string, words: TimezonePhrases): [string, Extras] {
  const meant = meantTimezones(given);
  const [only] = meant.length === 1 ? meant : [];
  return [
    `${words.unknown(given)} ${meant.length > 0 ? words.meant(meant) : words.form}`,
    {
      buttons: meant.map((name) => ({ label: name, command: `/timezone ${name}` })),
      isChoice: true,
      ...(only !== undefined && { question: { yes: `/timezone ${only}` } }),
    },
  ];
}

/** Nothing while all is well. */
function describeQueue({ inbox, outbox }: Pick<State, 'inbox' | 'outbox'>, about: AboutPhrases): string[] {
  const unanswered = inbox.counts().dead;
  const undelivered = outbox.counts().dead;
  return [
    ...(unanswered > 0 ? [about.unanswered(unanswered)] : []),
    ...(undelivered > 0 ? [about.undelivered(undelivered)] : []),
  ];
}
