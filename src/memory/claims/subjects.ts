// Finds the person that words speak of: words about somebody else are no evidence for a claim about the user, and what was said
// of one person is not true of another. Pure; callers bound the length of the text.
import { contentWords } from '../write/words.ts';
import { numberOf } from '../../language/number-words.ts';
import { clausesOf, closestClause, isMentioned, sharingWith, wordsOf } from './clauses.ts';
import { hasName, valuesOf } from './values.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import {
  and,
  beginsLine,
  commonVerbs,
  copulas,
  determiners,
  followsNoName,
  formerly,
  isArticle,
  isDenied,
  isAuxiliary,
  isDetail,
  isDone,
  isDoneBy,
  isFunctionWord,
  isGiving,
  isGoal,
  isMutual,
  isOwner,
  isPossessiveIn,
  isSelf,
  isTaking,
  isTogether,
  isToSelf,
  isVerb,
  leadingPronoun,
  months,
  partEnds,
  possessives,
  relations,
  roles,
  sameRelation,
  speaksOfSelf,
  weekdays,
} from './words.ts';

/** How a reason names the one who speaks. */
export const thePerson = 'the person';

/** The person or thing that the words speak of and the claim does not; null where there is none. */
export function otherSubject(claim: string, quote: string): string | null {
  const [clause = ''] = clausesOf(claim);
  const said = closestClause(clause, quote).trim();
  const words = said.split(/\s+/);
  const lead = words[0]?.toLowerCase() ?? '';
  // "Our son" as "my son"
  const isMine = possessives.has(lead) || (speaksOfSelf.test(lead) && relations.has(bareWord(words[1] ?? '')));
  // "Helgas Mann", "Priya's mother"
  const isGenitive = /^\p{Lu}\p{L}+['’]?s$/u.test(words[0] ?? '') && !beginsLine.has(words[0]?.toLowerCase() ?? '');
  const part = closestPart(clause, said);
  const isOfAnother = hasOwnSubject(part, said);
  const relative =
    speaksOfSelf.test(words.slice(isMine ? 1 : 0).join(' ')) || isOfAnother
      ? null
      : otherRelative(claim, words.slice(isMine || isGenitive ? 1 : 0), isMine ? (words[0] ?? '').toLowerCase() : '');
  const found =
    relative ??
    otherDoer(clause, said) ??
    otherRole(clause, said) ??
    droppedOwner(clause, said) ??
    droppedSubject(clause, isOfAnother ? part.split(/\s+/) : words) ??
    unnamedDoer(clause, part) ??
    replacedDoer(clause, said) ??
    shiftedDoer(clause, quote);
  // "Nicht die Waschmaschine", "antes vivía": nobody is meant.
  return found !== null && (hasDenyingWord(found) || formerly.test(found)) && !wordsOf(found).some(isRelated)
    ? null
    : found;
}

/** Whether a part of what was said, which is not its first, begins with the one of whom it speaks. */
export function hasOwnSubject(part: string, said: string): boolean {
  const [first = '', second = ''] = plainWords(part);
  if (said.startsWith(part) || part === '') return false;
  return isSelf(first) || isParticipant(first) || (isLead(first) && isParticipant(second));
}

/** "My brother", "Mum": a relation at the beginning of what was said. */
function otherRelative(claim: string, words: string[], owner: string): string | null {
  // "My best mate"
  const at =
    owner !== '' && !relations.has(bareWord(words[0] ?? '')) && relations.has(bareWord(words[1] ?? '')) ? 1 : 0;
  const [first, second] = words.slice(at);
  if (first === undefined) return null;
  const named = first.toLowerCase().replace(/['’]s$|[,.:;]$/g, '');
  const relation = named.replace(/-in-law$/, '');
  if (!relations.has(relation)) return null;
  const names = second !== undefined && /^\p{Lu}/u.test(second) ? [second] : [];
  const mentions = [named, relation, ...names, ...sameRelation.filter((group) => group.includes(relation)).flat()];
  return mentions.some((one) => hasName(one, claim)) ? null : `${owner} ${first}`.trim();
}

/** "I owe Dev" as "Dev owes", "lent it to Dev" as "Dev lent it": the speaker does it, not the person to whom it is done. */
function otherDoer(clause: string, said: string): string | null {
  const [claimed, heard] = [plainWords(clause), plainWords(said)];
  const doer = doerOf(claimed);
  if (doer === undefined || doerOf(heard) !== undefined) return null;
  const at = isSelf(heard[0] ?? '') ? 1 : 0;
  const verb = claimed[claimed.indexOf(doer) + 1] ?? '';
  const isDone = heard.slice(at + 1).some((word) => isParticipant(word) && isMentioned(doer, word));
  const heardVerb = (heard[at] ?? '').toLowerCase();
  // "Ich habe Jan überredet" as "Jan hat überredet"
  const isOfSame =
    isAuxiliary(heardVerb) && isAuxiliary(verb.toLowerCase()) && heard.slice(at + 1).includes(claimed.at(-1) ?? '');
  return isDone && !isLead(verb) && (isOfSame || isSameVerb(heardVerb, verb.toLowerCase())) ? thePerson : null;
}

/** "Ms Duarte is my advisor" as "Ms Duarte is the landlady": what somebody is, and the quote does not say. */
function otherRole(clause: string, said: string): string | null {
  const claimed = plainWords(clause);
  const doer = doerOf(claimed);
  if (doer === undefined || !isMentioned(doer, said)) return null;
  const [copula = '', ...rest] = claimed.slice(claimed.indexOf(doer) + 1).map((word) => word.toLowerCase());
  const role = rest.find((word) => !isLead(word) && !/['’]s?$/.test(word));
  return role !== undefined && copulas.has(copula) && isRelated(role) && !isMentioned(role, said) ? role : null;
}

/** "Sasha's dog is called Bowie" as "The dog is called Bowie": what belongs to somebody whom the claim does not name. */
function droppedOwner(clause: string, said: string): string | null {
  const [first = '', second = ''] = plainWords(said);
  const owner = /^(\p{Lu}[\p{L}-]+)['’]s$/u.exec(first)?.[1];
  if (owner === undefined || beginsLine.has(owner.toLowerCase()) || isMentioned(owner, clause)) return null;
  const subject = plainWords(clause).find((word) => !isLead(word)) ?? '';
  return isMentioned(subject, second) && !isFunctionWord(owner.toLowerCase()) ? owner : null;
}

/** The one of the person's relatives of whom the words speak and the claim does not. */
const relativeOf = (words: readonly string[], claim: string): string | null =>
  words.find((word, i) => {
    const isMine = possessives.has((words[i - 1] ?? '').toLowerCase());
    return isMine && relations.has(bareWord(word)) && !isMentioned(word, claim);
  }) ?? null;

/** A value tells more of what is meant than a word that both have. */
const ofValue = 2;

/** The numbers and the words with a capital of a text. */
const valuesIn = (text: string): Set<string> => new Set(text.match(/\d+|(?<=\s)\p{Lu}\p{L}+/gu));

/** The part of what was said that shares most with the clause: of "I keep bees, Jude keeps goats" the one about the goats. */
export function closestPart(clause: string, said: string): string {
  const parts = said.split(partEnds).filter((part) => part !== undefined && part !== '');
  const sharing = sharingWith(clause);
  const values = valuesIn(clause);
  const shared = parts.map(
    (part) => sharing(part) + [...valuesIn(part)].filter((value) => values.has(value)).length * ofValue,
  );
  const most = shared.reduce((one, other) => Math.max(one, other), 0);
  return shared.filter((one) => one === most).length === 1 ? (parts[shared.indexOf(most)] ?? said) : said;
}

/**
 * "Erik says he is buying it" as "Is buying it": the claim begins with a verb, so that the person is meant, and the quote tells it of
 * somebody whom the claim does not name. Where it is the verb of the quote, a name behind it is not the one who does it.
 */
function unnamedDoer(clause: string, said: string): string | null {
  const heard = withoutFillers(plainWords(said));
  const doer = doerOf(heard);
  const [first = ''] = plainWords(clause);
  if (clause.includes(':') || isLead(first)) return null;
  const isVerbFirst = isVerb(first.toLowerCase()) || commonVerbs.has(first.toLowerCase());
  // "She wants me to move" as "Wants to move"
  const [pronoun = '', told = ''] = heard;
  if (leadingPronoun.test(said) && isVerbFirst && isSameVerb(told.toLowerCase(), first.toLowerCase())) return pronoun;
  // "It belongs to my aunt" as "Owns it"
  if (doer === undefined) return isVerbFirst && !speaksOfSelf.test(said) ? relativeOf(heard, clause) : null;
  const claimed = plainWords(clause);
  const isSubject = (word: string): boolean => !isGoal(word) && (isLead(word) || isParticipant(word));
  if (
    claimed
      .slice(
        0,
        Math.max(
          claimed.findIndex((word) => !isSubject(word)),
          0,
        ),
      )
      .some((word) => isMentioned(doer, word))
  )
    return null;
  const at = heard.indexOf(doer);
  // "Begoña me contrató"
  const verb = (heard.slice(at + 1).find((word) => !isToSelf(word)) ?? '').toLowerCase();
  const isStated =
    isToSelf(heard[at + 1] ?? '') || relations.has(bareWord(doer)) || isVerb(verb) || commonVerbs.has(verb);
  // "Thesis handed in": what is done to a thing stands there as well.
  if (!isStated || (!relations.has(bareWord(doer)) && verb.endsWith('ed')) || isSelf(heard[at + 2] ?? '')) return null;
  const isHelped = isAuxiliary(first.toLowerCase()) && isMentioned(doer, clause);
  if (isSameVerb(verb, first.toLowerCase()) && !isDetail(first) && !isHelped) return doer;
  const names = heard.slice(0, at + 1).filter((word) => isParticipant(word));
  const isOfPerson = heard.slice(at + 1).some((word) => speaksOfSelf.test(word) || possessives.has(word.toLowerCase()));
  return isOfPerson || !isVerbFirst || names.some((name) => isMentioned(name, clause)) ? null : doer;
}

/** "So my flatmate broke it": without what only leads in. */
function withoutFillers(words: readonly string[]): readonly string[] {
  const isFiller = (word: string): boolean =>
    isFunctionWord(word.toLowerCase()) &&
    !isSelf(word) &&
    !isLead(word) &&
    !isParticipant(word) &&
    !isVerbal(word.toLowerCase());
  const at = words.findIndex((word) => !isFiller(word));
  return at > 0 && at <= maxFillers && isLead(words[at] ?? '') ? words.slice(at) : words;
}

const maxFillers = 2;

/** "Vikram set up the router" as "Deniz set up the router", "I earn" as "the wife earns": somebody of whom the quote does not speak. */
function replacedDoer(clause: string, said: string): string | null {
  const [claimed, heard] = [plainWords(clause), plainWords(said)];
  const doer = doerOf(claimed);
  if (doer === undefined || isMentioned(doer, said)) return null;
  if (relations.has(doer.toLowerCase())) return isSelf(heard[0] ?? '') ? thePerson : null;
  const saidDoer = doerOf(heard);
  const verb = claimed[claimed.indexOf(doer) + 1] ?? '';
  if (saidDoer === undefined || isMentioned(saidDoer, clause)) return null;
  return isSameVerb((heard[heard.indexOf(saidDoer) + 1] ?? '').toLowerCase(), verb.toLowerCase()) ? saidDoer : null;
}

/** "I quit the choir, but I still play with Paula" as "Paula quit the choir": somebody of whom the quote speaks elsewhere. */
function shiftedDoer(clause: string, quote: string): string | null {
  const claimed = plainWords(clause);
  const doer = doerOf(claimed);
  if (doer === undefined || !isMentioned(doer, quote)) return null;
  const said = closestClause(clause, quote);
  const part = closestPart(clause, said);
  const [first = '', verb = ''] = plainWords(part);
  const claimedVerb = claimed[claimed.indexOf(doer) + 1] ?? '';
  const isSelfDoing = isSelf(first) && !isAuxiliary(verb.toLowerCase()) && !isMentioned(doer, part);
  return isSelfDoing && isSameVerb(verb.toLowerCase(), claimedVerb.toLowerCase()) ? thePerson : null;
}

const maxSubjectWords = 4;
/** "Raúl plays the trumpet" as "Plays the trumpet": the claim begins with the verb and nowhere says who does it. */
function droppedSubject(clause: string, said: readonly string[]): string | null {
  const [first = '', second = ''] = wordsOf(clause);
  const placeOf = (verb: string): number =>
    said.findIndex((word, i) => i > 0 && i <= maxSubjectWords && isSameVerb(word.toLowerCase(), verb));
  const isHelped = isAuxiliary(first) && isAuxiliary(said[1] ?? '');
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
  // "Am liebsten telefoniere ich"
  if (isSelf(said[at + 1] ?? '')) return null;
  // "Ask Vera", "for the play": neither a name nor what stands behind an article is a verb.
  if (/^\p{Lu}/u.test(said[at] ?? '') || isArticle(said[at - 1] ?? '')) return null;
  const lead = (said[0] ?? '').toLowerCase();
  const [bare = ''] = lead.split(/['’]/);
  const isMine = possessives.has(lead);
  const isCapital =
    /^\p{Lu}/u.test(said[0] ?? '') &&
    !beginsLine.has(bare) &&
    numberOf(bare) === undefined &&
    !/(?:ly|ing)$|^.$/u.test(bare) &&
    !weekdays.has(bare) &&
    !months.has(bare) &&
    !followsNoName.test(said[1] ?? '');
  const isNamed = !isMine && (isCapital || relations.has(lead));
  const subject = said.slice(isMine ? 1 : 0, at).map((word) => word.replace(/[,;:]$/, ''));
  // "My new nanny …": only a verb has a subject before it, and in English an adjective stands there as well.
  if (!(isMine || isNamed) || subject.length === 0 || (lead === 'my' && !isVerb(verb))) return null;
  // "Omar owes me" as "Owes Omar"
  if (wordsOf(clause)[1] === bare && !clause.includes(':')) return bare;
  return subject.some((word) => hasName(word, clause)) ? null : subject.join(' ');
}

const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');

const isSameVerb = (word: string, verb: string): boolean => isSamePlainVerb(withoutAccents(word), withoutAccents(verb));

const isSamePlainVerb = (word: string, verb: string): boolean =>
  verb.length > 1 &&
  (word === verb ||
    (word.length > 1 && `${word}s` === verb) ||
    (verb.length >= 4 && word.length >= 4 && word.slice(0, 5) === verb.slice(0, 5)));

export const isRelated = (word: string): boolean => relations.has(word) || roles.has(word);

/** The verb of a short clause: behind its auxiliary, in German at the end of both, or else its first word. */
function verbsOf(words: readonly string[], said: readonly string[]): string[] {
  const [first = '', second = '', ...rest] = words.map((word) => word.toLowerCase());
  const [last = '', saidLast = ''] = [rest.at(-1), said.at(-1)?.toLowerCase()];
  // A participle, and no noun: "machine".
  const isLast = /[tn]$/.test(last) && saidLast.endsWith(last);
  const isNoun = /^\p{Lu}/u.test(words[1] ?? '');
  return isAuxiliary(first) ? [...(isNoun ? [] : [second]), ...(isLast ? [last] : [])] : [first];
}

/** "Heiko m'a vendu son vélo" as "A vendu son vélo à Heiko": what was done to the speaker, claimed as what the speaker does. */
export function doneToSelf(claim: string, quote: string): string | null {
  for (const clause of clausesOf(claim).flatMap((one) => one.split(partEnds).filter((part) => part !== undefined))) {
    const claimed = plainWords(clause);
    const [first = ''] = claimed;
    const heard = plainWords(closestPart(clause, closestClause(clause, quote)));
    const at = heard.findIndex((word) => isToSelf(word));
    const isOwn = heard.some((word) => isSelf(word) || (speaksOfSelf.test(word) && !isToSelf(word)));
    if (at < 0 || isOwn || !isVerbLike(first) || claimed.some((word) => isDoneBy(word))) continue;
    const verbs = verbsOf(claimed, heard).filter((verb) => verb.length >= minVerb && !isAuxiliary(verb));
    const said = heard.map((word) => word.toLowerCase()).filter((word) => !isLead(word) && !isToSelf(word));
    const isShared = verbs.some((verb) =>
      said.some((word) => word === verb || (word.endsWith(verb) && verb.length > minVerb)),
    );
    const isFirst = isToSelf(heard[0] ?? '');
    const doer = isFirst ? heard.find((word) => isParticipant(word)) : doerOf(heard);
    if (isShared && doer !== undefined && doer !== first && hasName(doer, clause)) return doer;
  }
  return null;
}

const minVerb = 4;
const isVerbLike = (word: string): boolean =>
  isAuxiliary(word.toLowerCase()) ||
  isVerb(word.toLowerCase()) ||
  isGiving(word) ||
  isTaking(word) ||
  isDone.test(word);

/** "Le he prestado el taladro a Quique" as "Quique le prestó": the one to whom it is given, claimed as the one who gives. */
export function goalAsDoer(claim: string, quote: string): string | null {
  const [clause = ''] = clausesOf(claim);
  const doer = doerOf(plainWords(clause));
  if (doer === undefined) return null;
  const heard = plainWords(closestClause(clause, quote));
  const at = heard.indexOf(doer);
  const giving = heard.findIndex((word) => isGiving(word));
  const claimedVerb = plainWords(clause).find((word) => isGiving(word));
  const isSame =
    claimedVerb !== undefined && isSameVerb((heard[giving] ?? '').toLowerCase(), claimedVerb.toLowerCase());
  const before = heard.slice(0, Math.max(at, 0)).findLast((word) => !isLead(word) || isGoal(word)) ?? '';
  return at > giving && giving >= 0 && isSame && isGoal(before) && doerOf(heard) === undefined ? doer : null;
}

/** "Only Lotte is, Emil is not": somebody of whom the words deny what the claim says. */
export function deniedOf(claim: string, quote: string): string | null {
  const doer = doerOf(plainWords(claim));
  if (doer === undefined || hasDenyingWord(claim)) return null;
  const parts = quote.split(partEnds).filter((part) => part !== undefined && part !== '');
  const own = parts.filter((part) => isNamed(part, doer));
  return parts.length > 1 &&
    own.length === 1 &&
    hasDenyingWord(own[0] ?? '') &&
    plainWords(own[0] ?? '').length <= maxSubjectWords
    ? doer
    : null;
}

const isNamed = (text: string, name: string): boolean => plainWords(text).includes(name);

/** "I'm Tina's manager" as "Tina is the manager": who has somebody, claimed as what they are to the person. */
export function roleOfSelf(claim: string, quote: string): string | null {
  const doer = doerOf(plainWords(claim));
  if (doer === undefined) return null;
  const heard = plainWords(closestClause(claim, quote));
  const at = heard.findIndex((word) => word === `${doer}'s` || word === `${doer}’s`);
  const role = (heard[at + 1] ?? '').toLowerCase();
  const [first = ''] = (heard[0] ?? '').split(/['’]/);
  return at > 0 && isSelf(first) && isRelated(role) && wordsOf(claim).includes(role) ? role : null;
}

/** A relation of which the claim speaks and the words do not, where they speak of another: "mother" for "father". */
export function otherRelation(claim: string, evidence: string): string | null {
  const said = wordsOf(evidence).filter((word) => isRelated(word));
  if (said.length === 0) return null;
  const isSaid = (word: string): boolean =>
    hasName(word, evidence) ||
    sameRelation.some((group) => group.includes(word) && said.some((one) => group.includes(one)));
  const words = wordsOf(claim);
  // Before another relation, "son" is French: "son fils".
  const isRelation = (word: string, i: number): boolean => relations.has(word) && !isRelated(words[i + 1] ?? '');
  return words.find((word, i) => isRelation(word, i) && !isSaid(word)) ?? null;
}

/** The participants that a text names, with their places among its words: names, and words for what somebody is to the person. */
export const isParticipant = (word: string): boolean =>
  (/^\p{Lu}[\p{L}-]+$/u.test(word) && isNameLike(word.toLowerCase())) || isRelated(bareWord(word));

/** Without the ending of the plural. */
const bareWord = (word: string): string => word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');

export const plainWords = (text: string): string[] => text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];

/** What may stand before the one who does it, at the beginning of a sentence. */
export const isLead = (word: string): boolean =>
  determiners.has(word.toLowerCase()) || possessives.has(word.toLowerCase()) || isArticle(word);

/** "Mia is" speaks of Mia, "mia sorella" of a sister. */
const isVerbal = (word = ''): boolean => copulas.has(word) || isAuxiliary(word) || isVerb(word);

/** The last of the names that a sentence begins with: of "my brother Eli" it is Eli. */
export function doerOf(words: readonly string[]): string | undefined {
  const end = words.findIndex((word) => !isLead(word) && !isParticipant(word));
  const named = words.slice(0, Math.max(end, 0)).findLast(isParticipant);
  const isNamed =
    named !== undefined &&
    possessives.has(named.toLowerCase()) &&
    named === words[0] &&
    isVerbal(words[end]) &&
    !isPossessiveIn(named, words.slice(1).join(' '));
  const isOther =
    named === undefined ||
    speaksOfSelf.test(named) ||
    commonVerbs.has(named.toLowerCase()) ||
    ((possessives.has(named.toLowerCase()) || isFunctionWord(named.toLowerCase())) && !isNamed) ||
    /\p{Ll}(?:ly|ing|ed)$/u.test(named);
  return isOther || followsNoName.test(words[end] ?? '') ? undefined : named;
}

/**
 * The one who does it by the claim, where the quote has the two the other way round: "Tom beat Ines" as "Ines beat Tom". Both
 * texts have to begin with the one who does it and share a word behind them, so that "Ines was beaten by Tom" may stand.
 */
export function exchanged(claim: string, quote: string): string | null {
  for (const clause of clausesOf(claim)) {
    const claimed = plainWords(clause);
    const said = plainWords(closestClause(clause, quote));
    const placeOf = (words: readonly string[], name: string): number =>
      words.findIndex((word) => isParticipant(word) && word.toLowerCase() === name.toLowerCase());
    const [doer = '', saidDoer = ''] = [doerOf(claimed), doerOf(said)];
    const [at, saidAt] = [placeOf(claimed, saidDoer), placeOf(said, doer)];
    if (at <= placeOf(claimed, doer) || saidAt <= placeOf(said, saidDoer)) continue;
    const before = claimed[at - 1] ?? '';
    if (isDoneBy(before) !== isDoneBy(said[saidAt - 1] ?? '') || isTogether(before)) continue;
    const verbs = (words: readonly string[]): string[] =>
      words.filter((word) => !isParticipant(word) && word.length >= 3 && /^\p{Ll}/u.test(word) && !isLead(word));
    const shared = verbs(claimed).filter((verb) => verbs(said).some((one) => isSameVerb(one, verb)));
    if (shared.some((verb) => !isAuxiliary(verb) && !isMutual(verb))) return doer;
  }
  return null;
}

const maxAdjectives = 2;

/** The name in the claim of which the quote only tells that somebody is theirs: "Greta's husband is a pilot" of Greta. */
export function possessor(claim: string, quote: string): string | null {
  const [clause = ''] = clausesOf(claim);
  const claimed = plainWords(clause);
  const name = doerOf(claimed) ?? claimed[0] ?? '';
  const at = claimed.indexOf(name);
  if (genitiveOf(name, claimed[at + 1] ?? '') !== null) return null;
  if (!/^\p{Lu}/u.test(name) || !isNameLike(name.toLowerCase()) || relations.has(name.toLowerCase())) return null;
  const said = plainWords(quote);
  // "Emil's little brother", "la hermana pequeña de Pablo"
  const theirs = said.flatMap((word, i) => {
    const behind = said.slice(i + 1, i + 1 + maxAdjectives + 1).find((one) => relations.has(one.toLowerCase())) ?? '';
    if (genitiveOf(word, behind) === name) return [behind.toLowerCase()];
    const next = isArticle(said[i + 1] ?? '') ? said[i + 2] : said[i + 1];
    const before = said.slice(Math.max(0, i - 1 - maxAdjectives), i).map((one) => one.toLowerCase());
    return next === name && isOwner(word) ? before.filter((one) => relations.has(one)).slice(-1) : [];
  });
  const bare = said.filter(
    (word, i) => word === name && ![said[i - 1], said[i - 2]].some((one) => one !== undefined && isOwner(one)),
  ).length;
  const relation = theirs.find((word) => relations.has(word));
  if (relation === undefined || bare > 0) return null;
  const mentions = [relation, ...sameRelation.filter((group) => group.includes(relation)).flat()];
  return mentions.some((one) => hasName(one, clause)) ? null : name;
}

/** The name that a word is the genitive of, before a word for what somebody is to them: "Greta's", "Gretas". */
const genitiveOf = (word: string, next: string): string | null =>
  relations.has(next.toLowerCase()) ? (/^(\p{Lu}[\p{L}-]+?)['’]?s$/u.exec(word)?.[1] ?? null) : null;

/** A part of a text that names somebody or something, with what it says of them. */
interface Part {
  names: readonly string[];
  text: string;
  numbers: ReadonlySet<string>;
  /** "And" stands behind it. */
  isLinked: boolean;
}

/** What the words say of another name than the claim does: of "Otis is 11, Fern is 2" that Otis is 2. */
export function swapped(claim: string, quote: string): string | null {
  const inClaim = capitals(claim);
  const names = [...capitals(quote)].filter((word) => inClaim.has(word) && isNameLike(word.toLowerCase()));
  const inQuote = [...capitals(quote)].filter((word) => isNameLike(word.toLowerCase()));
  const claims = partsOf(claim, names);
  const isBare = (part: Part): boolean => wordsOf(withoutNames(part.text, inQuote)).length === 0;
  const said = partsOf(quote, inQuote);
  for (const { names: named, text, numbers } of claims) {
    const own = said.filter((part) => part.names.some((name) => named.includes(name)));
    const others = said.filter((part) => !own.includes(part) && (isDenied(claim) || !isDenied(part.text)));
    const number = [...numbers].find((one) => !own.some((part) => part.numbers.has(one)));
    if (own.length === 0) continue;
    // "Lukas passed, average 1.8": only what somebody else does or has is said of them.
    const isOfOther = (part: Part, value: string): boolean =>
      part.numbers.has(value) &&
      (own.some((one) => one.numbers.size > 0) || /^\s*\p{Lu}\p{L}+ \p{Ll}/u.test(part.text));
    if (number !== undefined && others.some((part) => isOfOther(part, number))) return number;
    const related = relationsIn(text);
    const isOfOtherRelation = own.every((part) => {
      const its = relationsIn(part.text);
      return its.length > 0 && !its.some((one) => isMentioned(one, related.join(' ')));
    });
    if (
      related.length > 0 &&
      others.some((part) => relationsIn(part.text).some((one) => isMentioned(one, related.join(' ')))) &&
      isOfOtherRelation
    )
      return text.trim();
    const mixed = mixedUp(named, own, claim);
    if (mixed !== null) return mixed;
    // "Anna and I": what is said of both stands beside the other name.
    if (own.some((part) => isBare(part) && part.isLinked)) continue;
    const claimed = withoutNames(text, inQuote);
    const sharing = sharingWith(claimed);
    const shared = (part: Part): number => sharing(withoutNames(part.text, inQuote));
    const mostOwn = own.map(shared).reduce((one, other) => Math.max(one, other), 0);
    if (others.some((part) => shared(part) >= 2 && shared(part) > mostOwn)) return claimed.trim();
    const contents = (part: Part): Set<string> => contentWords(withoutNames(part.text, inQuote));
    // "The calf Daisy and the foal Clover" as "a calf called Clover and a foal called Daisy"
    const isCrossed = claims.some(
      (other) =>
        other.text !== text &&
        isDisjoint(
          contents({ ...other, text }),
          own.flatMap((part) => [...contents(part)]),
        ) &&
        own.some((part) => [...contents(part)].some((word) => contents(other).has(word))) &&
        others.some(
          (part) =>
            part.names.some((name) => other.names.includes(name)) &&
            [...contents(part)].some((word) => contentWords(claimed).has(word)),
        ),
    );
    if (isCrossed) return claimed.trim();
  }
  return null;
}

/** A name of which another part speaks than that of the first name, where each part has a name that the claim leaves out. */
function mixedUp([first = '', ...rest]: readonly string[], parts: readonly Part[], claim: string): string | null {
  const isLeftOut = ({ text }: Part): boolean =>
    plainWords(text).some((word) => isParticipant(word) && !hasName(word, claim));
  const ofFirst = parts.filter(({ names }) => names.includes(first));
  const isElsewhere = (name: string): boolean => {
    const ofName = parts.filter(({ names }) => names.includes(name));
    return ofName.length > 0 && ofName.every((part) => !ofFirst.includes(part) && isLeftOut(part));
  };
  return ofFirst.every(isLeftOut) ? (rest.find(isElsewhere) ?? null) : null;
}

/** The words of a text for what somebody is to the person. */
export const relationsIn = (text: string): string[] => wordsOf(text).filter((word) => relations.has(word));

const isDisjoint = (words: ReadonlySet<string>, others: readonly string[]): boolean =>
  !others.some((word) => words.has(word));

const withoutNames = (text: string, names: readonly string[]): string =>
  text.replace(/\p{Lu}\p{L}+/gu, (word) => (names.includes(word) ? '' : word));

const isNameLike = (word: string): boolean => !beginsLine.has(word) && !weekdays.has(word) && !months.has(word);

/** Without those that stand before several others, which are titles: "Dr Lowe", "Dr Hadley". */
function capitals(text: string): Set<string> {
  const behind = new Map<string, Set<string>>();
  for (const [, title = '', name = ''] of text.matchAll(/(?<!\p{L})(\p{Lu}\p{L}+)\.? (?=(\p{Lu}\p{L}+))/gu))
    behind.set(title, (behind.get(title) ?? new Set()).add(name));
  const words = text.match(/(?<!\p{L})\p{Lu}\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => (behind.get(word)?.size ?? 0) < 2));
}

/** No text is read in more parts: each of one is laid beside each of the other. */
const maxParts = 80;

/** The parts of a text that hold one of the names. */
function partsOf(text: string, names: readonly string[]): Part[] {
  let end = 0;
  return text.split(partEnds, maxParts).flatMap((part) => {
    end = text.indexOf(part, end) + part.length;
    const isLinked = and.test(text.slice(end));
    const named = names.filter((name) => capitals(part).has(name));
    return named.length === 0 ? [] : [{ names: named, text: part, numbers: valuesOf(part).numbers, isLinked }];
  });
}
