// What the words say of each person and of each thing, piece by piece: "60 for the shoes and 25 for the bag" is nothing about a bag
// for 60, and "she loves it, I was bored" nothing about a love of the speaker. A piece of the claim is laid beside the pieces of the
// words: where its value or its verb stands with somebody else, or with another thing, it is refused. Pure; callers bound the length of
// the text.
import { isMentioned, wordsOf } from './clauses.ts';
import { isMeasure } from './measures.ts';
import { oppositeWord } from './opposites.ts';
import { doerOf, isLead, isParticipant, plainWords } from './subjects.ts';
import { isOfValue } from './parts.ts';
import { hasName, type Values, valuesOf } from './values.ts';
import {
  beginsApart,
  commonVerbs,
  copulas,
  isAuxiliary,
  isDenied,
  isFunctionWord,
  isSelf,
  isToSelf,
  isVerb,
  isSize,
  leadingPronoun,
  misfits,
  opposites,
  ordinalOf,
  partEnds,
  pieceLinks,
  possessives,
  relations,
  sameRelation,
  speaksOfSelf,
} from './words.ts';

/** No text is read in more pieces; each of one is laid beside each of the other. */
const maxPieces = 40;

/** The person who speaks, where a piece says something of them. */
const speaker = '';

interface Piece {
  text: string;
  /** It has a verb of its own. */
  isWhole: boolean;
  /** Of whom it says something: {@link speaker}, a name, a relation; null where that is a thing, or not told. */
  subject: string | null;
  /** What it speaks of, as stems, without its values. */
  words: ReadonlySet<string>;
  values: ReadonlyMap<Kind, ReadonlySet<string>>;
}

/** A number, a time, a day of the week, or one of the groups of opposites, by its place among them. */
type Kind = 'number' | 'time' | 'weekday' | 'month' | number;

/** The person of whom the words say what the claim says of another; null where there is none. */
export function subjectOfOther(claim: string, quote: string): string | null {
  const said = piecesOf(quote, true);
  if (said.length < 2) return null;
  for (const piece of piecesOf(claim, false)) {
    const own = closest(piece, said);
    const owner = own === null ? null : ownerOf(piece, own);
    if (owner !== null && !isNamedIn(owner, claim)) return owner;
    if (own === null || own.subject === null || piece.subject === null || isSamePerson(own.subject, piece.subject))
      continue;
    if (isCalled(piece.subject, own.subject, quote)) continue;
    if (own.subject === speaker || piece.subject !== speaker) {
      // Only where the words tell of the other as well is it known that the two are not one.
      if (said.some((one) => one !== own && one.subject !== null && isSamePerson(one.subject, piece.subject ?? '')))
        return own.subject === speaker ? 'the person' : own.subject;
    } else if (
      said.some(({ subject }) => subject === speaker) &&
      !isNamedIn(own.subject, isSameVerb(piece, own) ? piece.text : claim) &&
      !speaksOfOneself(own.text)
    )
      return own.subject;
  }
  return null;
}

/** "Marcus is my stepdad": whether the words say that both are one. */
function isCalled(name: string, other: string, quote: string): boolean {
  const words = plainWords(quote).map((word) => word.toLowerCase());
  const at = words.findIndex((word, i) => word === name.toLowerCase() && copulas.has(words[i + 1] ?? ''));
  return at >= 0 && words.slice(at + 2, at + 2 + maxBetween).includes(other.toLowerCase());
}

/** "My", and an adjective. */
const maxBetween = 3;

/** "Ines's passport ran out" as "The passport ran out": the one whose thing the piece speaks of. */
function ownerOf({ words }: Piece, own: Piece): string | null {
  const [, owner = '', thing = ''] = /(?<!\p{L})(\p{Lu}\p{L}+)['’]s (\p{L}+)/u.exec(own.text) ?? [];
  return stemsOf(thing).some((stem) => words.has(stem)) && !isFunctionWord(owner.toLowerCase()) ? owner : null;
}

/** What the words set apart from the rest and the claim does not: "bread, not pasta" as "bread and pasta"; null where there is none. */
export function notSetApart(claim: string, quote: string): string | null {
  const said = piecesOf(quote, true);
  const claimed = piecesOf(claim, false);
  for (const [at, apart] of said.entries()) {
    const before = said[at - 1];
    if (before === undefined || !beginsApart.test(apart.text) || apart.isWhole) continue;
    for (const [i, piece] of claimed.entries()) {
      const named = [...apart.words].find((word) => piece.words.has(word) && !before.words.has(word));
      if (named === undefined || (isDenied(piece.text) && !piece.isWhole)) continue;
      const main = piece.isWhole ? piece : (claimed[i - 1] ?? piece);
      if (isDenied(main.text) === isDenied(before.text) && shareOf(main, before) > 0) return apart.text;
    }
  }
  return null;
}

/** Whether a piece begins with a verb of the other. */
const isSameVerb = ({ text }: Piece, { words }: Piece): boolean => {
  const [verb = ''] = plainWords(text);
  return isVerbLike(verb.toLowerCase()) && stemsOf(verb).some((stem) => words.has(stem));
};

/** A value of the claim that the words give to another thing or person than the claim does; null where there is none. */
export function valueOfAnother(claim: string, quote: string): string | null {
  const said = piecesOf(quote, true);
  if (said.length < 2) return null;
  for (const piece of piecesOf(claim, false))
    for (const [kind, values] of piece.values)
      for (const value of values) {
        const own = said.filter((one) => one.values.get(kind)?.has(value));
        const rivals = said.filter(
          (one) =>
            !own.includes(one) &&
            (one.values.get(kind)?.size ?? 0) > 0 &&
            ![...(one.values.get(kind) ?? [])].some((other) => values.has(other)),
        );
        const [only] = own;
        if (only === undefined || own.length > 1) continue;
        if (otherOrdinal(piece.text, only.text)) return value;
        const isSetApart = beginsApart.test(only.text) && !only.isWhole && !isDenied(piece.text);
        if (isSetApart && said[0] !== only) return value;
        if (rivals.length === 0) continue;
        const isOpposed = typeof kind === 'number';
        const aside = isOpposed ? stemsOfGroup(kind) : none;
        if (rivals.some((rival) => isOfRival(piece, only, rival, aside, kind === 'number')))
          return isOpposed ? wordOf(piece, kind) : value;
        if (isOpposed) continue;
        if (isOfUnnamed(only, rivals, claim)) return value;
        if (oppositeWord(piece.text, only.text, false) !== null) return value;
      }
  return null;
}

/** A size of the claim that the words say not to fit, beside another one: "M, the L is too big on me"; null where there is none. */
export function sizeThatDoesNotFit(claim: string, quote: string): string | null {
  if (misfits.test(claim) || !misfits.test(quote)) return null;
  const said = quote.split(partEnds).filter((part) => part !== undefined && part.trim() !== '');
  const claimed = sizesIn(claim);
  const fitting = said.filter((part) => !misfits.test(part)).flatMap((part) => [...sizesIn(part)]);
  const unfit = said.filter((part) => misfits.test(part)).flatMap((part) => [...sizesIn(part)]);
  return unfit.find((size) => claimed.has(size) && fitting.length > 0 && !fitting.includes(size)) ?? null;
}

/** Sizes in letters, in words and in numbers. */
const sizesIn = (text: string): Set<string> =>
  new Set([
    ...(text.match(/(?<![\p{L}\d'’])(?:X{0,3}[SL]|M)(?![\p{L}\d'’])/gu) ?? []),
    ...wordsOf(text).filter((word) => isSize(word)),
    ...valuesOf(text).numbers,
  ]);

/** Whether a piece of the claim speaks of what the rival speaks of, and not of what stands with its own value. */
function isOfRival(
  { words, subject }: Piece,
  own: Piece,
  rival: Piece,
  aside: ReadonlySet<string>,
  isNumber: boolean,
): boolean {
  if (own.subject !== null && own.subject !== speaker && own.subject === subject?.toLowerCase()) return false;
  const ofOwn = [...own.words].filter((word) => !rival.words.has(word) && !aside.has(word));
  const ofRival = [...rival.words].filter((word) => !own.words.has(word) && !aside.has(word) && words.has(word));
  const shared = ofOwn.filter((word) => words.has(word));
  const isOther = ofRival.length > shared.length && shared.length < ofOwn.length;
  const isAllOfRival = rival.words.size > 0 && [...rival.words].every((word) => words.has(word));
  const isAlone = isNumber && plainWords(own.text).every((word) => isOfValue(word.toLowerCase()));
  // "44, or 43 in boots": the value that stands alone is not that of the boots.
  return isOther || (isAllOfRival && shared.length === 0 && (ofOwn.length > 0 || isAlone));
}

const none: ReadonlySet<string> = new Set();

/** The words of a group of opposites, as stems. */
const stemsOfGroup = (group: number): ReadonlySet<string> =>
  new Set((opposites[group] ?? []).flatMap((names) => [...names].flatMap(stemsOf)));

const wordOf = ({ text }: Piece, group: number): string =>
  wordsOf(text).find((word) => opposites[group]?.some((names) => names.has(word))) ?? '';

/** "12 is Ida's": the value stands with a person whom the claim does not name, another one without. */
function isOfUnnamed({ text, subject }: Piece, rivals: readonly Piece[], claim: string): boolean {
  const last = plainWords(text).at(-1) ?? '';
  const owner = /^\p{Lu}\p{L}+['’]s$/u.test(last) ? bareName(last) : subject;
  const isOther = owner !== null && owner !== speaker && !isNamedIn(owner, claim);
  return isOther && rivals.some((rival) => rival.subject !== owner);
}

/** "The second was on the 6th" as "the third was". */
function otherOrdinal(claim: string, said: string): boolean {
  const [claimed, heard] = [claim, said].map((text) =>
    plainWords(text).flatMap((word) => ordinalOf(word.toLowerCase()) ?? []),
  );
  return claimed?.[0] !== undefined && heard?.[0] !== undefined && !claimed.some((one) => heard.includes(one));
}

/** The piece that shares most with another one, where one alone does. */
function closest(piece: Piece, said: readonly Piece[]): Piece | null {
  const shares = said.map((one) => shareOf(piece, one));
  const most = shares.reduce((one, other) => Math.max(one, other), 0);
  const all = most === 0 ? [] : said.filter((_one, i) => shares[i] === most);
  const ofVerb = all.filter((one) => isSameVerb(piece, one));
  const [only = null] = all.length > 1 ? ofVerb : all;
  return all.length > 1 && ofVerb.length > 1 ? null : only;
}

/** How much two have in common, the one of whom the second says it aside. */
const shareOf = (one: Piece, other: Piece): number =>
  [...one.words].filter((word) => other.words.has(word) && !stemsOf(other.subject ?? '').includes(word)).length +
  [...one.values].flatMap(([kind, values]) =>
    typeof kind === 'number' ? [] : [...values].filter((value) => other.values.get(kind)?.has(value)),
  ).length;

const isSamePerson = (one: string, other: string): boolean =>
  one === other || sameRelation.some((group) => group.includes(one) && group.includes(other));

const isNamedIn = (person: string, text: string): boolean =>
  hasName(person, text) ||
  isMentioned(person, text) ||
  sameRelation.some((group) => group.includes(person) && group.some((one) => hasName(one, text)));

const speaksOfOneself = (text: string): boolean =>
  plainWords(text)
    .slice(1)
    .some((word) => isToSelf(word) || speaksOfSelf.test(word) || possessives.has(word.toLowerCase()));

/** "My brother's already 37" as "my brother is already 37"; the genitive of a name stays one. */
export const withoutShortForms = (text: string): string =>
  text
    .replace(/(?<=\p{L})['’]s(?= (\p{L}+|\d))/gu, (all, next: string) =>
      isFunctionWord(next.toLowerCase()) || /^\d|\p{L}{2}(?:ing|ed)$/u.test(next) || possessives.has(next)
        ? ' is'
        : all,
    )
    .replace(/(?<=\p{L})['’](?:re|m|ve|ll|d)(?!\p{L})/gu, '');

function piecesOf(text: string, isSaid: boolean): Piece[] {
  const pieces: Piece[] = [];
  let person: string | null = null;
  for (const part of text.split(partEnds).flatMap((one) => one?.split(pieceLinks) ?? [])) {
    if (pieces.length >= maxPieces) break;
    if (part.trim() === '') continue;
    const piece = pieceOf(part.trim(), isSaid, person, pieces.at(-1));
    person = personIn(piece.text) ?? person;
    pieces.push(piece);
  }
  return pieces;
}

function pieceOf(text: string, isSaid: boolean, person: string | null, before: Piece | undefined): Piece {
  const bare = withoutShortForms(text);
  const words = plainWords(bare);
  const isWhole = words.some((word) => isVerbLike(word.toLowerCase()));
  const subject = subjectOf(words, person, before);
  const own = stemsOf(bare);
  // "25 for the bag" behind "paid 60 for the shoes": the verb is that of the piece before.
  const [verb = '', ...rest] = before === undefined ? [] : plainWords(before.text);
  const leading = isWhole || rest.some((word) => copulas.has(word.toLowerCase())) ? [] : stemsOf(verb);
  return {
    text: bare,
    isWhole,
    subject,
    words: new Set([...own, ...leading]),
    values: keysOf(isSaid ? bare.replace(oneOf, (all, word: string) => (isMeasure(word) ? '1' : all)) : bare),
  };
}

/** The last person that a piece speaks of, whom a pronoun behind it may mean. */
function personIn(text: string): string | null {
  const words = plainWords(text);
  const isName = (word: string, i: number): boolean => i > 0 && isParticipant(word) && !isLead(words[i - 1] ?? '');
  return words.findLast((word) => relations.has(word.toLowerCase())) ?? words.findLast(isName) ?? null;
}

const isVerbLike = (word: string): boolean =>
  copulas.has(word) || commonVerbs.has(word) || isAuxiliary(word) || isVerb(word);

const bareName = (word: string): string => word.toLowerCase().replace(/['’]s?$/, '');

const reach = 3;
function subjectOf(words: readonly string[], person: string | null, before: Piece | undefined): string | null {
  const [first = '', second = ''] = words;
  const lead = first.toLowerCase();
  // "Our neighbour"
  if (speaksOfSelf.test(first) && !isSelf(lead) && relations.has(bareName(second))) return bareName(second);
  if (
    isSelf(lead) ||
    (isToSelf(lead) && isSelf(second)) ||
    (speaksOfSelf.test(first) && !isToSelf(first) && !possessives.has(lead))
  )
    return speaker;
  if (leadingPronoun.test(first)) return person;
  const named = words.slice(0, reach).find((word) => relations.has(bareName(word)));
  const isLed = possessives.has(lead) || isLead(first) || isFunctionWord(lead);
  if (named !== undefined && (named === first || isLed)) return bareName(named);
  if (possessives.has(lead)) return null;
  if (isVerbLike(lead) && !isVerbLike(second.toLowerCase())) return before === undefined ? speaker : before.subject;
  return isLead(first) ? null : (doerOf(words) ?? null);
}

/** "An hour" is one. */
const oneOf = /(?<!\p{L})an?(?= (\p{L}+))/gu;

const minStem = 3;
/** Words by their beginning, without endings. */
const stemsOf = (text: string): string[] =>
  plainWords(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= minStem && !isFunctionWord(word) && !isOfValue(word) && !isAuxiliary(word))
    .map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''))
    .map((word) => word.replace(/(?<=\p{L}{3})(?:ing|ed|es|s|e)$/u, '').slice(0, 5));

/** "At eight" and "8:00" are one. */
const hourOf = (time: string): string[] => (time.endsWith(':00') ? [String(Number(time.slice(0, 2)) % 12 || 12)] : []);

function keysOf(text: string): Map<Kind, ReadonlySet<string>> {
  const { numbers, times, dates, weekdays: days } = valuesOf(text);
  const words = wordsOf(text);
  const opposed = opposites.map((meanings, group): [Kind, string[]] => [
    group,
    meanings.flatMap((names, meaning) => (words.some((word) => names.has(word)) ? [String(meaning)] : [])),
  ]);
  const named = dates.flatMap(({ day }) => (day === undefined ? [] : [String(day)]));
  const kinds: [Kind, string[]][] = [
    ...opposed,
    ['number', [...numbers, ...named, ...[...times].flatMap(hourOf)]],
    ['time', [...times]],
    ['month', dates.flatMap(({ month }) => (month === undefined ? [] : [String(month)]))],
    ['weekday', [...[...days].map(String), ...dates.flatMap((date) => weekdayOf(date) ?? [])]],
  ];
  return new Map(kinds.flatMap(([kind, values]) => (values.length === 0 ? [] : [[kind, new Set(values)] as const])));
}

const weekdayOf = ({ year, month, day }: Values['dates'][number]): string | null =>
  year === undefined || month === undefined || day === undefined
    ? null
    : String(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
