// Questions on a terminal, as far as the program asks any.
import { UserError } from '../base/errors.ts';

export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

/** Every question throws UserError where the person leaves with Ctrl-C or Escape. */
export interface Prompts {
  select(message: string, choices: readonly Choice[], initial?: string): Promise<string>;
  /** @param validate says what is wrong with an answer; undefined for a good one */
  text(
    message: string,
    options?: { initial?: string; validate?: (answer: string) => string | undefined },
  ): Promise<string>;
  /** Shows no character of the answer. */
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  say(message: string): void;
}

export async function openPrompts(): Promise<Prompts> {
  const { confirm, isCancel, log, password, select, text } = await import('@clack/prompts');
  const answerTo = async <Answer>(question: Promise<Answer>): Promise<Exclude<Answer, symbol>> => {
    const answer = await question;
    if (isCancel(answer)) throw new UserError('Left; nothing more was changed.');
    return answer as Exclude<Answer, symbol>;
  };
  return {
    select: (message, choices, initial) =>
      answerTo(select({ message, options: [...choices], initialValue: initial, maxItems: 12 })),
    text: async (message, { initial, validate } = {}) =>
      (
        await answerTo(text({ message, initialValue: initial, validate: (answer = '') => validate?.(answer.trim()) }))
      ).trim(),
    secret: async (message) => ((await answerTo(password({ message }))) ?? '').trim(),
    confirm: (message) => answerTo(confirm({ message })),
    say: (message) => log.message(message),
  };
}
