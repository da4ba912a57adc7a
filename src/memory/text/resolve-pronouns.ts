// Replaces "I" and "you" in a conversation of two by the names of the speakers, for the embedding model: later questions have the
// names. English only; a text of another language stays as it is. Pure.
import type { Chunk } from './chunk.ts';

/** Labels of a part rather than a person. A person who asks about themselves says "I" as well. */
const roles = /^(?:user|assistant|human|ai|bot|system|me|you|i)$/i;
/** With fewer lines of each, two labels are as likely two entries of a list: `**Anna:** my sister`, `**Jonas:** a colleague`. */
const minTurns = 2;

/** For each chunk the one its speaker talks to, or null where that is not one person, or no conversation. */
export function listenersOf(chunks: readonly Chunk[]): (string | null)[] {
  const turns = new Map<number, Map<string, number>>();
  for (const { section, speaker } of chunks) {
    const here = turns.get(section) ?? new Map<string, number>();
    turns.set(section, here);
    if (speaker !== null) here.set(speaker, (here.get(speaker) ?? 0) + 1);
  }
  const pairs = new Map<number, string[]>();
  for (const [section, here] of turns)
    if (here.size === 2 && [...here].every(([name, count]) => count >= minTurns && !roles.test(name)))
      pairs.set(section, [...here.keys()]);
  return chunks.map(({ section, speaker }) =>
    speaker === null ? null : (pairs.get(section)?.find((name) => name !== speaker) ?? null),
  );
}

/** Words that only English has beside its "I": elsewhere that is an article, an "and" or a number. */
const english = /\b(?:the|and|is|was|it|that|this|for|with|have|so|my|your|I['’]m)\b/i;

/** `I was with your sister` of Anna's to Ben: `Anna was with Ben's sister`. Verbs stay as they are; the model does not mind. */
export function withNames(text: string, speaker: string, listener: string): string {
  if (!english.test(text)) return text;
  return named(
    named(text, speaker, 'I', '[Mm]y|[Mm]ine', 'me|[Mm]yself'),
    listener,
    '[Yy]ou',
    '[Yy]ours?',
    '[Yy]ourself',
  );
}

function named(text: string, name: string, subject: string, possessive: string, object: string): string {
  const verbs: readonly (readonly [ending: string, verb: string])[] = [
    ['m|re', 'is'],
    ['ve', 'has'],
    ['ll', 'will'],
    ['d', 'would'],
  ];
  let said = text;
  for (const [ending, verb] of verbs)
    said = said.replace(new RegExp(`\\b(?:${subject})['’](?:${ending})\\b`, 'g'), () => `${name} ${verb}`);
  return said
    .replace(new RegExp(`\\b(?:${possessive})\\b`, 'g'), () => `${name}'s`)
    .replace(new RegExp(`\\b(?:${subject}|${object})\\b`, 'g'), () => name);
}
