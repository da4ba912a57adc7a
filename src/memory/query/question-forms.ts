// What a question is after, by the forms that each language has for it: who somebody is, what the assistant itself said, several
// things, how it is now. Pure.
import { languages } from '../../language/languages.ts';
import type { QuestionForms } from '../../language/language.ts';
import { anyOf, escaped, patternOf, wordCharacter } from '../../language/words.ts';
import { hasName, hasNumber } from '../text/answer-type.ts';

type Form = Exclude<keyof QuestionForms, 'anything'>;

const formsOf = (name: Form, among = languages): readonly string[] =>
  among.flatMap(({ questions }) => questions[name] ?? []);

/** Whole words, but for languages that write none apart. */
const formPattern = (name: Form): RegExp => {
  const spaced = patternOf(
    formsOf(
      name,
      languages.filter(({ unspaced }) => !unspaced),
    ),
  );
  const unspaced = formsOf(
    name,
    languages.filter((language) => language.unspaced),
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

/** Tells a line that says who somebody of this name is: "Bea: my sister", "Bea is my sister", "my sister Bea". */
export function definitionOf(name: string): (text: string) => boolean {
  const called = escaped(name);
  const pattern = new RegExp(
    `^[^\\p{L}\\p{N}]{0,6}${called}(?:['’]s)?[^\\p{L}\\p{N}]{0,3}(?:[:,(–—=-]|\\s(?:${copulas})(?!${wordCharacter}))|(?<!${wordCharacter})(?:${relations})(?:,| (?:${calls}))? ${called}(?!${wordCharacter})`,
    'iu',
  );
  return (text) => pattern.test(text);
}

const formerly = formPattern('formerly');
/** Whether a question asks how things are, not how they once were. */
export const asksForPresent = (query: string): boolean => !formerly.test(query);

const changed = formPattern('changed');
/** Whether a line tells that something is no longer as it was. */
export const tellsOfChange = (text: string): boolean => changed.test(text);

const when = formPattern('when');
export const asksWhen = (query: string): boolean => when.test(query);

const way = formPattern('way');
/** Whether a question asks for the way to do a thing, which an assistant explains. */
export const asksForWay = (query: string): boolean => way.test(query);

const [named, howMany] = [formPattern('named'), formPattern('howMany')];
/** The flags of lines that have the kind of thing that a question asks for (text/answer-type.ts); 0 where it asks for nothing of a kind. */
export const flagsAskedFor = (query: string): number =>
  (named.test(query) ? hasName : 0) | (howMany.test(query) ? hasNumber : 0);

const several = formsOf('several').map((form) => new RegExp(form, 'iu'));
/**
 * Whether the answer is several things: "What instruments does Anna play?". They were written down at different times, so it lies in
 * different places; the lines that say the most of what was asked often lie in one.
 */
export const asksForSeveral = (query: string): boolean => several.some((form) => form.test(query));
