// Finds the person that words speak of: words about somebody else are no evidence for a claim about the user, and what was said
// of one person is not true of another. Pure; callers bound the length of the text.
import { clausesOf, closestClause, wordsOf } from './clauses.ts';
import { hasName, isVerb, valuesOf } from './values.ts';
import { beginsLine, determiners, possessives, relations, sameRelation, saysNot, speaksOfSelf } from './words.ts';

/** The person or thing that the words speak of and the claim does not; null where there is none. */
export function otherSubject(claim: string, quote: string): string | null {
  const [clause = ''] = clausesOf(claim);
  const said = closestClause(clause, quote).trim();
  const words = said.split(/\s+/);
  const isMine = possessives.has(words[0]?.toLowerCase() ?? '');
  if (speaksOfSelf.test(said)) return null;
  return otherRelative(claim, words.slice(isMine ? 1 : 0), isMine) ?? droppedSubject(clause, words);
}

/** "My brother", "Mum": a relation at the beginning of what was said. */
function otherRelative(claim: string, [first, second]: string[], isMine: boolean): string | null {
  if (first === undefined) return null;
  const named = first.toLowerCase().replace(/['’]s$|[,.:;]$/g, '');
  const relation = named.replace(/-in-law$/, '');
  if (!relations.has(relation)) return null;
  const names = second !== undefined && /^\p{Lu}/u.test(second) ? [second] : [];
  const mentions = [named, relation, ...names, ...sameRelation.filter((group) => group.includes(relation)).flat()];
  return mentions.some((one) => hasName(one, claim)) ? null : `${isMine ? 'my ' : ''}${first}`;
}

const maxSubjectWords = 4;

/** "Raúl plays the trumpet" as "Plays the trumpet": the claim begins with the verb and nowhere says who does it. */
function droppedSubject(clause: string, said: readonly string[]): string | null {
  const [verb = ''] = wordsOf(clause);
  const at = said.findIndex((word, i) => i > 0 && i <= maxSubjectWords && isSameVerb(word.toLowerCase(), verb));
  if (at <= 0 || determiners.has(verb)) return null;
  const lead = (said[0] ?? '').toLowerCase();
  const isMine = possessives.has(lead);
  const isNamed = !isMine && /^\p{Lu}/u.test(said[0] ?? '') && !beginsLine.has(lead) && !/(?:ly|ing)$/.test(lead);
  const subject = said.slice(isMine ? 1 : 0, at).map((word) => word.replace(/[,;:]$/, ''));
  // "My new nanny …": only a verb has a subject before it, and in English an adjective stands there as well.
  if (!(isMine || isNamed) || subject.length === 0 || (lead === 'my' && !isVerb(verb))) return null;
  return subject.some((word) => hasName(word, clause)) ? null : subject.join(' ');
}

const isSameVerb = (word: string, verb: string): boolean =>
  verb.length > 1 && (word === verb || (verb.length >= 4 && word.length >= 4 && word.slice(0, 5) === verb.slice(0, 5)));

/** A relation of which the claim speaks and the words do not, where they speak of another: "mother" for "father". */
export function otherRelation(claim: string, evidence: string): string | null {
  const said = wordsOf(evidence).filter((word) => relations.has(word));
  if (said.length === 0) return null;
  const isSaid = (word: string): boolean =>
    hasName(word, evidence) ||
    sameRelation.some((group) => group.includes(word) && said.some((one) => group.includes(one)));
  const words = wordsOf(claim);
  // Before another relation, "son" is French: "son fils".
  const isRelation = (word: string, i: number): boolean => relations.has(word) && !relations.has(words[i + 1] ?? '');
  return words.find((word, i) => isRelation(word, i) && !isSaid(word)) ?? null;
}

/** One of several that are named in a text, with what it says of each. */
interface Part {
  name: string;
  text: string;
  numbers: ReadonlySet<string>;
}

/** What the words say of another name than the claim does: of "Otis is 11, Fern is 2" that Otis is 2. */
export function swapped(claim: string, quote: string): string | null {
  const inClaim = capitals(claim);
  const names = [...capitals(quote)].filter((word) => inClaim.has(word) && !beginsLine.has(word.toLowerCase()));
  const inQuote = [...capitals(quote)].filter((word) => !beginsLine.has(word.toLowerCase()));
  const said = partsOf(quote, inQuote);
  for (const { name, text, numbers } of partsOf(claim, names)) {
    const own = said.filter((part) => part.name === name);
    const others = said.filter((part) => part.name !== name);
    const number = [...numbers].find((one) => !own.some((part) => part.numbers.has(one)));
    if (own.length === 0) continue;
    if (number !== undefined && others.some((part) => part.numbers.has(number))) return number;
    const claimed = meaningOf(text, name);
    const shared = (part: Part): number =>
      meaningOf(part.text, part.name).filter((word) => claimed.includes(word)).length;
    // "Kofi is not" says no more than that.
    const isOwn = own.some((part) =>
      meaningOf(part.text, name).length === 0 ? saysNot.test(part.text) === saysNot.test(text) : shared(part) > 0,
    );
    if (!isOwn && others.some((part) => shared(part) >= 2)) return claimed.join(' ');
  }
  return null;
}

/** The words that say something of the name, by their first letters. */
const meaningOf = (text: string, name: string): string[] =>
  wordsOf(text).flatMap((word) => (word.length < 4 || word === name.toLowerCase() ? [] : [word.slice(0, 3)]));

const capitals = (text: string): Set<string> => new Set(text.match(/(?<!\p{L})\p{Lu}\p{L}+/gu));

/** The parts of a text that hold one of the names. */
const partsOf = (text: string, names: readonly string[]): Part[] =>
  text.split(/[,;.!?\n] ?| and | und | y | et /u).flatMap((part) => {
    const [name, another] = names.filter((one) => capitals(part).has(one));
    return name === undefined || another !== undefined ? [] : [{ name, text: part, numbers: valuesOf(part).numbers }];
  });
