// What a question of the assistant asks to do, and what a wish of the person begins with, by the tables of the languages in which a
// yes is understood. A yes to any other question ("shall I keep it in my answer to Bob?") agrees to no write. Pure.
import { largest } from '../../base/lists.ts';
import { languageNamed, languages } from '../../language/languages.ts';
import type { Proposal } from '../../session/entry.ts';
import { namesTime } from './times-said.ts';
import { smallWords, understood } from './understood.ts';

const verbOf: Readonly<Record<Exclude<Proposal['action'], 'other'>, 'save' | 'remind' | 'change' | 'remove'>> = {
  save: 'save',
  remind: 'remind',
  change: 'change',
  replace: 'change',
  forget: 'remove',
  cancel: 'remove',
};

/** "Shall I … that to your memory, so that you have it?" */
const frames = new Set(understood.flatMap(({ offers, asks }) => [...offers.small, ...asks.fillers]));

const timeWords = new Set([
  ...languages.flatMap(({ months, weekdays }) => [...months, ...weekdays].flatMap((forms) => forms.split(' '))),
  ...understood.flatMap(({ times }) => times),
]);
/** Of a time, in any of the languages: "2", "December", "morgen". */
export const isOfTime = (word: string): boolean => /\d/.test(word) || timeWords.has(word.toLowerCase());

const soonWords = new Set(understood.flatMap(({ soon }) => soon));
/** Whether words name a time of the same day: "tonight", "in an hour". */
export const saysSoon = (words: string): boolean =>
  (words.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? []).some((word) => soonWords.has(word));

const everyWords = new Set(understood.flatMap(({ every }) => every));
const repeatingWords = new Set(understood.flatMap(({ repeats }) => repeats));

/** "Second", before a weekday or a unit. */
const isCount = (word: string): boolean => /^\d/.test(word) || counts.has(word);
const counts = new Set<string>(['other', ...languages.flatMap(({ times }) => [...times.counts, ...times.ordinals])]);

/** Whether words ask for something to come again and again: "every second Friday", "freitags". The "monthly report" does not. */
export function saysAgainAndAgain(words: string): boolean {
  const said: string[] = words.toLowerCase().match(/[\p{L}\p{M}\p{N}:]+/gu) ?? [];
  return said.some((word, at) => {
    const [next = '', ...more] = said.slice(at + 1);
    if (repeatingWords.has(word)) return next === '' || isOfTime(next) || smallWords.has(next);
    // "Every", "todos los"
    const behind = everyWords.has(word) ? [next, ...more] : everyWords.has(`${word} ${next}`) ? more : [];
    const [first = '', second = ''] = behind;
    return timeWords.has(isCount(first) ? second : first);
  });
}

/**
 * @param question of the assistant, without what it quotes
 * @returns whether it asks to do this, and nothing else
 */
export function asksWhetherTo(action: Proposal['action'], question: string): boolean {
  if (action === 'other') return false;
  const last = lastSentenceOf(question);
  // "I can save it. Shall I?"
  const isConfirming = asksAboutSentenceBefore(last) && last.length < question.length;
  const asked = isConfirming ? question.slice(0, -last.length) : question;
  const words = asked.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const said = ` ${words.join(' ')} `;
  return understood.some(({ offers }) => {
    if (isConfirming && !words.some((word) => offers.mine.includes(word))) return false;
    const found = offers[verbOf[action]].filter((verb) => said.includes(` ${verb} `));
    if (found.length === 0) return false;
    // "Shall I save it, or have you?"
    if (words.some((word) => offers.or.includes(word))) return false;
    if (found.some((verb) => offers.person?.some((person) => said.includes(` ${person} ${verb} `)))) return false;
    const rest = found.reduce((left, verb) => left.replaceAll(` ${verb} `, '  '), said);
    return rest.split(' ').every((word) => word === '' || frames.has(word) || (action === 'remind' && isOfTime(word)));
  });
}

/** From behind the mark that ends the sentence before it. */
function lastSentenceOf(text: string): string {
  const end = text.trimEnd().length - 1;
  return text.slice(1 + largest(['.', '!', '?', '？'].map((mark) => text.lastIndexOf(mark, end - 1))));
}

const confirming = new Set(understood.flatMap(({ offers }) => offers.confirms));
/** "Shall I?", of the sentence before it. */
export const asksAboutSentenceBefore = (question: string): boolean =>
  confirming.has(
    (
      question
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[\p{L}\p{M}']+/gu) ?? []
    ).join(' '),
  );

const hasOneOf = (text: string, words: ReadonlySet<string>): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => words.has(word));

const several = new Set(understood.flatMap(({ offers }) => offers.several));
/** "Shall I save these?" */
export const asksAboutSeveral = (question: string): boolean => hasOneOf(question, several);

const one = new Set(understood.flatMap(({ asks: { it } }) => it));
/** "Shall I save it?" */
export const asksAboutOne = (question: string): boolean => hasOneOf(question, one);

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

const toRemove = new Set(understood.flatMap(({ begins }) => begins.remove));

/** The word with which a wish begins, in lower case. */
const firstWord = (wish: string): string => /^[\p{L}\p{M}]+/u.exec(wish.trim().toLowerCase())?.[0] ?? '';

const toRemind = understood.flatMap(({ name, asks, begins }) => {
  const { offline } = languageNamed(name) ?? {};
  const askWords = new Set(offline?.askWords);
  const { begins: usual = [], calls = [], around = [], again } = offline?.remind ?? {};
  const now = again === undefined ? '' : `(?! ${again})`;
  const remind = [...usual.map((begin) => `(?:${begin})${now}`), ...(begins.remind ?? [])];
  const remindAt = [...(begins.remindAt ?? []), ...calls.map((call) => `(?:${call}) {rest}`)];
  const forms = [
    ...remind.map((begin) => `${begin}(?!\\p{L})[\\s,:–—-]*{rest}`),
    ...around,
    ...(begins.remindLast ?? []),
    ...remindAt,
  ];
  return forms.map((form) => ({
    askWords,
    fillers: asks.fillers,
    needsTime: remindAt.includes(form),
    pattern: new RegExp(`^(?:${form.replace('{rest}', '(?<rest>.{0,300}?)')})[\\s.!?]*$`, 'iu'),
  }));
});

/** What follows the words that ask to be reminded; null where they do not. "Remind me who Carl is" asks for an answer. */
export function askedToRemindOf(wish: string): string | null {
  for (const { pattern, askWords, fillers, needsTime } of toRemind) {
    const rest = pattern.exec(wish.trim())?.groups?.['rest'];
    if (rest === undefined || (needsTime && !namesTime(rest))) continue;
    const words: string[] = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
    const begins = words.findIndex((word) => askWords.has(word) || !(smallWords.has(word) || fillers.includes(word)));
    return askWords.has(words[Math.max(0, begins)] ?? '') ? null : rest;
  }
  return null;
}

const reminderWords = new Set(understood.flatMap(({ offers }) => offers.remind));
/** "Reminder", in any of the languages. */
export const namesReminder = (word: string): boolean => reminderWords.has(word);

/** Whether words ask for something to be taken out, by the verb with which they begin. */
export const beginsToRemove = (wish: string): boolean => toRemove.has(firstWord(wish));

const toCancel = new Set(understood.flatMap(({ begins }) => begins.cancel));
/** The same of a reminder that is not called one: "drop" and "remove" are of things as well. */
export const beginsToCancel = (wish: string): boolean => toCancel.has(firstWord(wish));
