// What a question of the assistant asks to do, and what a wish of the person begins with, by the tables of the languages in which a
// yes is understood. A yes to any other question ("shall I keep it in my answer to Bob?") agrees to no write. Pure.
import { languages } from '../../language/languages.ts';
import type { Proposal } from '../../session/entry.ts';
import { understood } from './understood.ts';

const verbOf: Readonly<Record<Exclude<Proposal['action'], 'other'>, 'save' | 'remind' | 'change' | 'remove'>> = {
  save: 'save',
  remind: 'remind',
  change: 'change',
  replace: 'change',
  forget: 'remove',
  cancel: 'remove',
};

/** "Shall I … that to your memory, so that you have it?" */
const frames = new Set([
  ...understood.flatMap(({ offers, asks }) => [...offers.small, ...asks.fillers]),
  ...languages.flatMap(({ stopWords }) => stopWords),
]);

const timeWords = new Set([
  ...languages.flatMap(({ months, weekdays }) => [...months, ...weekdays].flatMap((forms) => forms.split(' '))),
  ...understood.flatMap(({ times }) => times),
]);
/** Of a time, in any of the languages: "2", "December", "morgen". */
export const isOfTime = (word: string): boolean => /\d/.test(word) || timeWords.has(word.toLowerCase());

const repeatingWords = new Set(understood.flatMap(({ repeats }) => repeats));
/** Whether words ask for something to come again and again: "every", "freitags". */
export const saysAgainAndAgain = (words: string): boolean =>
  (words.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => repeatingWords.has(word));

/**
 * @param question of the assistant, without what it quotes
 * @returns whether it asks to do this, and nothing else
 */
export function asksWhetherTo(action: Proposal['action'], question: string): boolean {
  if (action === 'other') return false;
  const words = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const said = ` ${words.join(' ')} `;
  return understood.some(({ offers }) => {
    const found = offers[verbOf[action]].filter((verb) => said.includes(` ${verb} `));
    if (found.length === 0) return false;
    // "Shall I save it, or have you?"
    if (words.some((word) => offers.or.includes(word))) return false;
    if (found.some((verb) => offers.person?.some((person) => said.includes(` ${person} ${verb} `)))) return false;
    const rest = found.reduce((left, verb) => left.replaceAll(` ${verb} `, '  '), said);
    return rest.split(' ').every((word) => word === '' || frames.has(word) || (action === 'remind' && isOfTime(word)));
  });
}

const offering = new Set(understood.flatMap(({ offers }) => offers.small));
const links = new Set([
  ...understood.flatMap(({ offers }) => offers.or),
  ...languages.flatMap(({ claims }) => claims?.and.split('|') ?? []),
]);
const askWords = new Set(languages.flatMap(({ offline }) => offline?.askWords ?? []));

/** Whether a yes may answer a question: it begins with no word for a thing, a time or a reason that is asked for. */
export function isAnsweredByYes(question: string): boolean {
  const words = question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const first = words.find((word) => !links.has(word)) ?? '';
  return offering.has(first) || !askWords.has(first);
}

const toRemind = new Set(understood.flatMap(({ begins }) => begins.remind));
const toRemove = new Set(understood.flatMap(({ begins }) => begins.remove));

/** The word with which a wish begins, in lower case. */
const firstWord = (wish: string): string => /^[\p{L}\p{M}]+/u.exec(wish.trim().toLowerCase())?.[0] ?? '';

/** What follows the verb with which words ask to be reminded; null where they do not. */
export function askedToRemindOf(wish: string): string | null {
  const verb = firstWord(wish);
  return toRemind.has(verb) ? wish.trim().slice(verb.length) : null;
}

/** Whether words ask for something to be taken out, by the verb with which they begin. */
export const beginsToRemove = (wish: string): boolean => toRemove.has(firstWord(wish));
