// What a question is after, by the forms that each language has for it: who somebody is, or what the assistant itself said. Pure.
import { languages } from '../language/languages.ts';
import { anyOf, escaped } from '../language/words.ts';

const asksWho = new RegExp(
  `^\\s*(?:${languages.flatMap(({ whoIs }) => whoIs.map(escaped)).join('|')})\\s+([\\p{L}\\p{M}'’.-]{2,40}(?: [\\p{L}\\p{M}'’.-]{2,40}){0,2})\\s{0,3}[?？]?\\s*$`,
  'iu',
);

/** The name in a question for who somebody is, or null. */
export const whoIsAsked = (query: string): string | null => asksWho.exec(query)?.[1] ?? null;

const toAssistant = anyOf(languages.flatMap(({ asksAssistant }) => asksAssistant));

/** Where a question asks for what the assistant said; -1 where it does not. "Can you" is but polite. */
export const asksForAssistantAt = (query: string): number => query.search(toAssistant);

const relations = languages.flatMap((language) => language.relations).join('|');

/** Tells a line that says who somebody of this name is: "Bea: my sister", "Bea is my sister", "my sister Bea". */
export function definitionOf(name: string): (text: string) => boolean {
  const called = escaped(name);
  const pattern = new RegExp(
    `^[^\\p{L}\\p{N}]{0,6}${called}(?:['’]s)?[^\\p{L}\\p{N}]{0,3}(?:[:,(–—=-]|\\s(?:is|was|ist|war|es|era|est|это)(?!\\p{L}))|(?<!\\p{L})(?:${relations})(?:,| is| called| named| ist| heißt| es| se llama| s'appelle)? ${called}(?!\\p{L})`,
    'iu',
  );
  return (text) => pattern.test(text);
}
