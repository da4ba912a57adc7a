// The second look: what was refused goes back to the model once with the reason, and what was accepted is put beside it to be read once
// more. The rules and the small model doubt many an honest line, and let many a false one pass; who wrote it, asked about the one
// quote, sees most of both. What it takes back, or leaves refused, goes in as the person said it. Pure.
import { contentWords } from '../../memory/write/words.ts';
import type { CheckContext, CheckedOperation, Rejection } from './check.ts';
import { notSaid } from '../../memory/claims/claims.ts';
import type { Operation } from './operation.ts';
import { inert } from './prompt.ts';

export interface SecondLook {
  /** R1 is the first. */
  refused: readonly Rejection[];
  /** A1 is the first: the accepted ones that say it in words of their own. */
  accepted: readonly CheckedOperation[];
  /**
   * An operation that stands among the refused ones, with the quote of another matter. Who says that it is borne as well would say so of
   * anything, and is not believed. Null where no quote is to be had.
   */
  control: Operation | null;
}

export interface SecondAnswer {
  /** Operations given anew. */
  operations: Operation[];
  /** The refused ones of which the model says that their quote says so, where it is to be believed. */
  upheld: Rejection[];
  /** The accepted ones that it takes back. */
  takenBack: CheckedOperation[];
}

export function secondLookOf(
  refused: readonly Rejection[],
  accepted: readonly CheckedOperation[],
  { ids }: Pick<CheckContext, 'ids'>,
): SecondLook {
  return { refused, accepted: accepted.filter(({ claim }) => claim !== undefined), control: controlOf(refused, ids) };
}

const maxQuoteChars = 200;

function controlOf(refused: readonly Rejection[], ids: CheckContext['ids']): Operation | null {
  for (const { operation, ifSaid } of refused) {
    if (ifSaid === undefined) continue;
    const words = contentWords(`${operation.text ?? ''} ${operation.quote ?? ''}`);
    for (const [id, { text, isUntrusted }] of ids)
      if (!isUntrusted && ![...contentWords(text)].some((word) => words.has(word)))
        return { ...operation, source: [id], quote: text.slice(0, maxQuoteChars) };
  }
  return null;
}

/** @param prompt the first one, which comes again with what is said of its answer */
export function secondLookPrompt(prompt: string, { refused, accepted, control }: SecondLook): string {
  const shown = (operation: Operation): string => inert(JSON.stringify(operation));
  const refusedLines = [
    ...refused.map(({ operation, reason }) => `${shown(operation)}: ${reason}`),
    ...(control ? [`${shown(control)}: ${notSaid}`] : []),
  ];
  const acceptedLines = accepted.flatMap(({ text, claim }) =>
    claim ? [inert(JSON.stringify({ text, quote: claim.operation.quote }))] : [],
  );
  const numbered = (letter: string) => (line: string, i: number) => `- ${letter}${i + 1} ${line}`;
  return [
    prompt,
    '',
    'These operations of your answer were refused. Give each of them again with its mistake mended. What you leave out is kept in the person\'s own words. Where you are sure that the quote alone does say so, answer with a keep whose target is its id, such as "R1".',
    ...refusedLines.map(numbered('R')),
    ...(acceptedLines.length > 0
      ? [
          'These were accepted. Read each once more beside its quote: where the quote does not say just that (it speaks of somebody else, only plans, asks, wishes or supposes it, says it under a condition, or the other way round), answer with a remove whose target is its id, such as "A1".',
          ...acceptedLines.map(numbered('A')),
        ]
      : []),
    'Give no other operation. If nothing is to be said, answer with one keep.',
  ].join('\n');
}

/** What the operations of the second answer say of the first one. */
export function readSecondAnswer(
  given: readonly Operation[],
  { refused, accepted, control }: SecondLook,
): SecondAnswer {
  const answers = given.map((operation) => ({ operation, ...namedBy(operation) }));
  const upheld = new Set(
    answers.flatMap(({ operation: { op }, list, at }) => (list === 'R' && op === 'keep' ? [at] : [])),
  );
  const takenBack = new Set(
    answers.flatMap(({ operation: { op }, list, at }) => (list === 'A' && op !== 'keep' ? [at] : [])),
  );
  const isBelieved = control !== null && !upheld.has(refused.length);
  return {
    upheld: isBelieved ? refused.filter((_, i) => upheld.has(i)) : [],
    takenBack: accepted.filter((_, i) => takenBack.has(i)),
    operations: answers.flatMap(({ operation, list, at }): Operation[] => {
      if (list === undefined) return [operation];
      const first = list === 'R' ? refused[at]?.operation : accepted[at]?.claim?.operation;
      // A better text under the id of the first one is that one, mended.
      const isMended = operation.op !== 'keep' && operation.op !== 'remove' && (operation.text ?? '') !== '';
      return first && isMended ? [{ ...first, ...withoutNothing(operation), op: first.op, target: first.target }] : [];
    }),
  };
}

/** The list that its target names, and which one of it, from 0. */
function namedBy({ target }: Operation): { list?: string | undefined; at: number } {
  const [, list, number] = /^([RA])(\d{1,4})$/.exec(target?.trim().toUpperCase() ?? '') ?? [];
  return { list, at: Number(number) - 1 };
}

/** Without the fields that hold nothing. */
const withoutNothing = (operation: Operation): Partial<Operation> =>
  Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== null && value !== undefined));
