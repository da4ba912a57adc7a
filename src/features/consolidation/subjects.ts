// Finds the person that words speak of: words about somebody else are no evidence for a claim about the user, and what was said
// of one person is not true of another. Pure; callers bound the length of the text.
import { clausesOf, closestClause, sharedStems, wordsOf } from './clauses.ts';
import { hasName, isVerb, valuesOf } from './values.ts';
import {
  beginsLine,
  determiners,
  isSelf,
  months,
  partEnds,
  possessives,
  relations,
  sameRelation,
  speaksOfSelf,
  weekdays,
} from './words.ts';

/** The person or thing that the words speak of and the claim does not; null where there is none. */
export function otherSubject(claim: string, quote: string): string | null {
  const [clause = ''] = clausesOf(claim);
  const said = closestClause(clause, quote).trim();
  const words = said.split(/\s+/);
  const isMine = possessives.has(words[0]?.toLowerCase() ?? '');
  // "Helgas Mann", "Priya's mother"
  const isGenitive = /^\p{Lu}\p{L}+['’]?s$/u.test(words[0] ?? '') && !beginsLine.has(words[0]?.toLowerCase() ?? '');
  const relative = speaksOfSelf.test(said)
    ? null
    : otherRelative(claim, words.slice(isMine || isGenitive ? 1 : 0), isMine);
  return relative ?? otherDoer(clause, words) ?? droppedSubject(clause, words);
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

/** "I owe Dev" as "Dev owes": the speaker does it, not the person to whom it is done. */
function otherDoer(clause: string, [self = '', verb = '', name = '']: readonly string[]): string | null {
  const [first = '', second = ''] = wordsOf(clause);
  const isTurned = isSelf(self) && /^\p{Lu}/u.test(name) && first === name.toLowerCase();
  return isTurned && isSameVerb(verb.toLowerCase(), second) ? 'the person' : null;
}

const maxSubjectWords = 4;
/** An article or "of" behind the first word, which then is no name: "Half the team". */
const followsNoName = /^(?:the|of|a|an|my|our|his|her|their|der|die|das|de|los|las|des|les)$/;
/** Before the verb that says what happened. */
const auxiliaries: ReadonlySet<string> = new Set('is was has had got ist war hat wurde ha fue es a est'.split(' '));

/** "Raúl plays the trumpet" as "Plays the trumpet": the claim begins with the verb and nowhere says who does it. */
function droppedSubject(clause: string, said: readonly string[]): string | null {
  const [first = '', second = ''] = wordsOf(clause);
  const placeOf = (verb: string): number =>
    said.findIndex((word, i) => i > 0 && i <= maxSubjectWords && isSameVerb(word.toLowerCase(), verb));
  const isHelped = auxiliaries.has(first) && auxiliaries.has(said[1] ?? '');
  const verb = placeOf(first) < 0 && isHelped ? second : first;
  const at = placeOf(verb);
  if (
    at <= 0 ||
    determiners.has(verb) ||
    followsNoName.test(verb) ||
    relations.has(verb) ||
    speaksOfSelf.test(said.slice(0, at).join(' '))
  )
    return null;
  // "Ask Vera": a name is no verb.
  if (/^\p{Lu}/u.test(said[at] ?? '')) return null;
  const lead = (said[0] ?? '').toLowerCase();
  const [bare = ''] = lead.split(/['’]/);
  const isMine = possessives.has(lead);
  const isCapital =
    /^\p{Lu}/u.test(said[0] ?? '') &&
    !beginsLine.has(bare) &&
    !/(?:ly|ing)$|^.$/u.test(bare) &&
    !followsNoName.test(said[1] ?? '');
  const isNamed = !isMine && (isCapital || relations.has(lead));
  const subject = said.slice(isMine ? 1 : 0, at).map((word) => word.replace(/[,;:]$/, ''));
  // "My new nanny …": only a verb has a subject before it, and in English an adjective stands there as well.
  if (!(isMine || isNamed) || subject.length === 0 || (lead === 'my' && !isVerb(verb))) return null;
  // "Omar owes me" as "Owes Omar"
  if (wordsOf(clause)[1] === bare && !clause.includes(':')) return bare;
  return subject.some((word) => hasName(word, clause)) ? null : subject.join(' ');
}

const isSameVerb = (word: string, verb: string): boolean =>
  verb.length > 1 &&
  (word === verb ||
    (word.length > 1 && `${word}s` === verb) ||
    (verb.length >= 4 && word.length >= 4 && word.slice(0, 5) === verb.slice(0, 5)));

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

/** A part of a text that names somebody or something, with what it says of them. */
interface Part {
  names: readonly string[];
  text: string;
  numbers: ReadonlySet<string>;
}

/** What the words say of another name than the claim does: of "Otis is 11, Fern is 2" that Otis is 2. */
export function swapped(claim: string, quote: string): string | null {
  const inClaim = capitals(claim);
  const names = [...capitals(quote)].filter((word) => inClaim.has(word) && isNameLike(word.toLowerCase()));
  const inQuote = [...capitals(quote)].filter((word) => isNameLike(word.toLowerCase()));
  const said = partsOf(quote, inQuote);
  for (const { names: named, text, numbers } of partsOf(claim, names)) {
    const own = said.filter((part) => part.names.some((name) => named.includes(name)));
    const others = said.filter((part) => !own.includes(part));
    const number = [...numbers].find((one) => !own.some((part) => part.numbers.has(one)));
    if (own.length === 0) continue;
    if (number !== undefined && others.some((part) => part.numbers.has(number))) return number;
    // "Anna and I": what is said of both stands beside the other name.
    if (own.some((part) => wordsOf(withoutNames(part.text, inQuote)).length === 0)) continue;
    const claimed = withoutNames(text, inQuote);
    const shared = (part: Part): number => sharedStems(claimed, withoutNames(part.text, inQuote));
    const mostOwn = Math.max(...own.map(shared));
    if (others.some((part) => shared(part) >= 2 && shared(part) > mostOwn)) return claimed.trim();
  }
  return null;
}

const withoutNames = (text: string, names: readonly string[]): string =>
  text.replace(/\p{Lu}\p{L}+/gu, (word) => (names.includes(word) ? '' : word));

const isNameLike = (word: string): boolean => !beginsLine.has(word) && !weekdays.has(word) && !months.has(word);

const capitals = (text: string): Set<string> => new Set(text.match(/(?<!\p{L})\p{Lu}\p{L}+/gu));

/** The parts of a text that hold one of the names. */
const partsOf = (text: string, names: readonly string[]): Part[] =>
  text.split(partEnds).flatMap((part) => {
    const named = names.filter((name) => capitals(part).has(name));
    return named.length === 0 ? [] : [{ names: named, text: part, numbers: valuesOf(part).numbers }];
  });
