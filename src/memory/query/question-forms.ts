// What a question is after, by the forms that each language has for it: who somebody is, what the assistant itself said, several
// things, how it is now. Pure.
import { languages, likelyLanguages } from '../../language/languages.ts';
import type { QuestionForms } from '../../language/language.ts';
import { anyOf, escaped, patternOf, wholeWords, wordCharacter } from '../../language/words.ts';
import { hasName, hasNumber } from '../text/answer-type.ts';

type Form = Exclude<keyof QuestionForms, 'anything' | 'becomes'>;

const formsOf = (name: Form, among = languages): readonly string[] =>
  among.flatMap(({ questions }) => questions[name] ?? []);

/** Whole words, but for languages that write none apart. */
const formPattern = (name: Form, among = languages): RegExp => {
  const spaced = patternOf(
    formsOf(
      name,
      among.filter(({ unspaced }) => !unspaced),
    ),
  );
  const unspaced = formsOf(
    name,
    among.filter((language) => language.unspaced),
  );
  return new RegExp([spaced.source, ...unspaced].join('|'), 'iu');
};

const asksWho = new RegExp(
  `^\\s*(?:${languages.flatMap(({ whoIs }) => whoIs.map(escaped)).join('|')})\\s+([\\p{L}\\p{M}'’.-]{2,40}(?: [\\p{L}\\p{M}'’.-]{2,40}){0,2})\\s{0,3}[?？]?\\s*$`,
  'iu',
);

/** The name in a question for who somebody is, or null. */
export const whoIsAsked = (query: string): string | null => asksWho.exec(query.replace(/^\s*¿/, ''))?.[1] ?? null;

const toAssistant = anyOf(languages.filter(({ unspaced }) => !unspaced).flatMap(({ asksAssistant }) => asksAssistant));
const toAssistantUnspaced = new RegExp(
  languages
    .filter(({ unspaced }) => unspaced)
    .flatMap(({ asksAssistant }) => asksAssistant.map(escaped))
    .join('|'),
  'u',
);

/** Where a question asks for what the assistant said; -1 where it does not. "Can you" is only polite. */
export function asksForAssistantAt(query: string): number {
  const at = query.search(toAssistant);
  return at >= 0 ? at : query.search(toAssistantUnspaced);
}

const relations = languages.flatMap((language) => language.relations).join('|');
const calls = languages.flatMap(({ called }) => called ?? []).join('|');
const copulas = languages.flatMap(({ copula = [] }) => copula).join('|');

const determiners = [
  ...new Set(languages.flatMap(({ offline }) => offline?.determiners ?? []).filter((word) => !/\s/.test(word))),
]
  .map(escaped)
  .join('|');
/** "My", "the", "Ana's", or a word or two before "sister": what a person is to somebody, or which one of several. */
const role = String.raw`(?:(?:${determiners})(?!${wordCharacter})|\p{L}+['’]s |(?:${wordCharacter}+ ){0,2}${wordCharacter}*(?:${relations})(?!${wordCharacter}))`;

/**
 * How well a line says who the person of this name is.
 * 1: it says so ("Bea: my sister", "Bea is the plumber", "my sister Bea"), also after an introduction ("News: Bea is …").
 * 0.5: it only has the form of such a line ("Bea: green scarf", "Bea is ill").
 * 0: it says nothing of the kind: a quotation (`Bea: "…"`), a list of people ("Present: Bea, Jo") or an amount ("Bea: 600").
 */
export function definitionOf(name: string): (text: string) => 0 | 0.5 | 1 {
  const called = escaped(name);
  const opens = String.raw`^[^\p{L}\p{N}]{0,6}${called}(?:['’]s)?`;
  const leads = String.raw`:\s[^\p{L}\p{N}]{0,6}${called}`;
  const is = String.raw`\s(?:${copulas})(?!${wordCharacter})\s*`;
  const sign = String.raw`[^\p{L}\p{N}"“„«]{0,3}[:(–—=-][*_\s]{0,6}`;
  const introduced = String.raw`(?:${opens}(?:${is}|${sign}|,\s*)|${leads}(?:${is}|${sign}))`;
  const behindRole = String.raw`(?<!${wordCharacter})(?:${relations})(?:,| (?:${calls}))? ${called}(?!${wordCharacter})`;
  const says = new RegExp(`${introduced}${role}|${behindRole}`, 'iu');
  const seems = new RegExp(String.raw`${introduced}\p{L}`, 'iu');
  return (text) => (says.test(text) ? 1 : seems.test(text) ? 0.5 : 0);
}

const formerly = new Map(languages.map((language) => [language, formPattern('formerly', [language])]));
/** Whether a question asks how things are, not how they once were. By its own language: "was" asks for a thing in German. */
export function asksForPresent(query: string): boolean {
  const likely = likelyLanguages(query);
  const isOfOnce = (language: (typeof languages)[number]): boolean => formerly.get(language)?.test(query) === true;
  return likely.length > 0 ? !likely.every(isOfOnce) : !languages.some(isOfOnce);
}

const changed = formPattern('changed');
/** Whether a line tells that something is no longer as it was. */
export const tellsOfChange = (text: string): boolean => changed.test(text);

const fresh = new RegExp(`${wholeWords(formsOf('fresh').join('|'))}\\s+(${wordCharacter}+)`, 'giu');
/** The words that a line calls new. */
export const newsIn = (text: string): string[] => [...text.matchAll(fresh)].map(([, word = '']) => word);

const ended = formPattern('ended');
/** Whether a line tells that something has come to its end. */
export const tellsOfEnd = (text: string): boolean => ended.test(text);

const also = formPattern('also');
/** Whether a line adds to what was said before. */
export const addsMore = (text: string): boolean => also.test(text);

const once = formPattern('once');
/** Whether a line tells what is so for a time only, an exception from what is usual. */
export const isForOnce = (text: string): boolean => once.test(text);

const another = formPattern('another');
/** Whether a line speaks of another one of the kind. */
export const namesAnother = (text: string): boolean => another.test(text);

const becomes = languages.flatMap(({ questions }) =>
  (questions.becomes ?? []).map(([asked, told]) => ({ asked: patternOf([asked]), told: patternOf([told]) })),
);
/** What a text asks for that may have become something else, by its place among the forms of all languages. */
export const becomingAskedIn = (text: string): ReadonlySet<number> =>
  new Set(becomes.flatMap(({ asked }, i) => (asked.test(text) ? [i] : [])));
/** What a line tells to have become something else, by the same places: who moved lives elsewhere. */
export const becomingToldIn = (text: string): readonly number[] =>
  becomes.flatMap(({ told }, i) => (told.test(text) ? [i] : []));

const owned = (between: string): RegExp =>
  new RegExp(`(?<!${wordCharacter})(${wordCharacter}+)${between}(${wordCharacter}+)`, 'giu');
const ownerFirst = owned("['’]s ");
/** Between them may stand an article, which only a little word is: the owner may be called Luc. */
const ownerBehind = new Map(
  languages.flatMap((language) => {
    const between = language.questions.belongsTo?.join('|');
    const little = language.stopWords.filter((word) => word.length <= 3).map(escaped);
    return between ? [[language, owned(` (?:${between}) (?:(?:${little.join('|')}) )?`)] as const] : [];
  }),
);
/** What a text says to be whose, in lower case: "Ana's dog", "el perro de Ana". */
export function ownersIn(text: string): { thing: string; owner: string }[] {
  const said = text.toLowerCase();
  // A short line has as many little words of several languages.
  const behind = likelyLanguages(text).flatMap((language) => ownerBehind.get(language) ?? []);
  return [
    ...[...said.matchAll(ownerFirst)].map(([, owner = '', thing = '']) => ({ thing, owner })),
    ...behind.flatMap((pattern) => [...said.matchAll(pattern)].map(([, thing = '', owner = '']) => ({ thing, owner }))),
  ];
}

const who = formPattern('who');
export const asksForPerson = (query: string): boolean => who.test(query);

const copula = patternOf([...new Set(languages.flatMap(({ copula: forms = [] }) => forms))]);
/** Whether a question has no verb but "is": all else that it says is a thing. */
export const asksWhatIs = (query: string): boolean => copula.test(query);

/** Not "do" and "к", which are words of other languages as well. */
const until = patternOf(languages.flatMap(({ times }) => (times.until.length > 2 ? [times.until] : [])));
/** Whether a text tells until when something is so or goes on. */
export const namesEnd = (text: string): boolean => until.test(text);

const when = formPattern('when');
export const asksWhen = (query: string): boolean => when.test(query);

const [way, course] = [formPattern('way'), formPattern('course')];
const pause = /[,;:，、；：]/u;
/**
 * Whether a question asks for the way to do a thing, which an assistant explains; `also` where it names other things before:
 * "Considering my budget and my knee, how should I travel?"
 */
export function asksForWay(query: string): 'only' | 'also' | null {
  const at = query.search(way);
  if (at < 0 || course.test(query)) return null;
  return pause.test(query.slice(0, at)) ? 'also' : 'only';
}

const [named, howMany] = [formPattern('named'), formPattern('howMany')];
export const asksHowMuch = (query: string): boolean => howMany.test(query);
/** The flags of lines that have the kind of thing that a question asks for (text/answer-type.ts); 0 where it asks for nothing of a kind. */
export const flagsAskedFor = (query: string): number =>
  (named.test(query) ? hasName : 0) | (howMany.test(query) ? hasNumber : 0);

const several = formsOf('several').map((form) => new RegExp(form, 'iu'));
/**
 * Whether the answer is several things: "What instruments does Anna play?". They were written down at different times, so it lies in
 * different places; the lines that say the most of what was asked often lie in one.
 */
export const asksForSeveral = (query: string): boolean => several.some((form) => form.test(query));
