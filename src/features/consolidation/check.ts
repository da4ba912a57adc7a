// Whether an operation may touch memory. Nothing the model claims is trusted: its source must exist, be the person's own
// words, hold the quote word for word, and the quote must bear the claim (claims.ts). Pure.
import { toldIn } from '../../assistant/approval/told.ts';
import { findSensitive, notShown } from '../../base/secrets/secrets.ts';
import { cutText } from '../../base/text/text.ts';
import type { TextPair } from '../../memory/embed/embedder.ts';
import { type LongTermLine, historySection, linesOfSource, sourceWithHash } from '../../memory/write/long-term.ts';
import { contentWords } from '../../memory/write/words.ts';
import { hasCome, newestDay } from '../../base/time/plausible.ts';
import { bearsUntil, type Claim, type Doubt, doubtAbout } from '../../memory/claims/claims.ts';
import { isMentioned, plainQuote, sentenceOf } from '../../memory/claims/clauses.ts';
import { plainText } from './extract.ts';
import { isRefusal, kinds, type Operation, unreadField } from './operation.ts';
import { parseSource, type Span } from './source.ts';
import { valuesOf } from '../../memory/claims/values.ts';
import { isDenied } from '../../memory/claims/words.ts';

/** An operation that passed. `add` has no target; `remove` no text. */
export interface CheckedOperation {
  op: 'add' | 'update' | 'supersede' | 'remove';
  section: string;
  target: LongTermLine | null;
  text: string;
  kind: string;
  importance: number;
  /** The day it was said: of the newest source. */
  said: string;
  /** `path#Lx-Ly` */
  sources: string[];
  /** Those of the line that it changes whose statement still stands. */
  keptSources?: string[];
  /** Those of the line that it supersedes or removes, each with the hash of the line that says it. */
  pastSources?: string[];
  /** The person's own words, as they stand in the source, because the source did not support the claims of the model. */
  isVerbatim?: boolean;
  /** What the model gave, where that says it in words of its own. */
  claim?: Given;
}

/** An operation as the model gave it, and where it was said: where its quote stands in the person's own words. */
export interface Given {
  operation: Operation;
  place?: { path: string; startLine: number; endLine: number };
}

export interface Rejection extends Given {
  reason: string;
  /** The source was missing or did not say so: the kind of mistake that means the whole answer can't be trusted. */
  isUnfounded: boolean;
  /** The person deleted or changed the words that it rests on while the model was asked. */
  isSourceGone?: boolean;
  /** What it comes to where the quote says so after all; absent where that is out of the question, or the rules settle that it does not. */
  ifSaid?: CheckedOperation;
}

/** One line of a source file. */
export interface SourceLine {
  text: string;
  date: string;
  isUntrusted: boolean;
  /** What the assistant had asked before a short answer. */
  question?: string;
  /** Of a line that a model saved in a conversation, where that is read as well: the person's words that made it do so. */
  heard?: Heard;
}

/** What the person said when a model saved a line. */
export interface Heard {
  place: { path: string; startLine: number; endLine: number };
  words: string;
  /** What both had said before. */
  before: string;
}

export interface CheckContext {
  /** M1 is the first. */
  targets: readonly LongTermLine[];
  /** All lines of a source file, or null where there is none by that name. */
  sourceLines(path: string): readonly SourceLine[] | null;
  isForgotten(text: string): boolean;
  /** What the ids of the prompt mean: `D1`, `S1`. */
  ids: ReadonlyMap<string, Span>;
  /** The local day on which it is checked, `YYYY-MM-DD`: by it the days are told that a wrong clock gave. */
  today: string;
  /** What the person calls themselves: a line may say so where they said "I". */
  names: readonly string[];
  /** How likely the words that an operation quotes bear its claim, as log odds, by a model that read both together; null where it could not. */
  bears?: ReadonlyMap<Operation, number | null>;
}

/** The share of a line's words that a text must keep to count as its update. */
const keptShareOfUpdate = 0.5;
const maxTextChars = 600;

const sectionOfKind: Record<(typeof kinds)[number], string> = {
  preference: 'Preferences',
  person: 'People',
  fact: 'Facts',
  decision: 'Decisions',
  project: 'Projects',
  routine: 'Routines',
  'open question': 'Open questions',
};

export function checkOperations(
  operations: readonly Operation[],
  context: CheckContext,
): { accepted: CheckedOperation[]; rejected: Rejection[] } {
  const accepted: CheckedOperation[] = [];
  const rejected: Rejection[] = [];
  const touched = new Set<LongTermLine>();
  for (const given of operations) {
    if (given.op === 'keep') continue;
    const result = check({ ...given, op: given.op }, context, context.bears?.get(given) ?? null);
    const operation = asShown(given);
    if (typeof result === 'string') rejected.push({ operation, reason: result, isUnfounded: false });
    else if ('unfounded' in result) {
      const { unfounded: reason, place, ifSaid } = result;
      rejected.push({ operation, reason, isUnfounded: true, place, ...(ifSaid && { ifSaid }) });
    } else if (result.target && touched.has(result.target))
      rejected.push({ operation, reason: `a second operation on ${operation.target}`, isUnfounded: false });
    else {
      if (result.target) touched.add(result.target);
      accepted.push(result);
    }
  }
  return { accepted, rejected };
}

/** An operation that is refused, or taken back later, is shown and logged; what is secret in it is not. */
const asShown = (operation: Operation): Operation =>
  findSensitive(`${operation.text ?? ''}\n${operation.quote ?? ''}`).length > 0
    ? { ...operation, text: '(not shown)', quote: '(not shown)' }
    : operation;

function check(
  operation: Operation & { op: CheckedOperation['op'] },
  context: CheckContext,
  bears: number | null,
): CheckedOperation | string | { unfounded: string; place?: Rejection['place']; ifSaid?: CheckedOperation } {
  const target = operation.op === 'add' ? null : targetOf(operation.target, context.targets);
  // A better text says again what the line said, with its numbers; one that does not would make it disappear without a trace.
  const op =
    operation.op === 'update' && target && !saysAgain(target.text, operation.text ?? '') ? 'supersede' : operation.op;
  const text = cleanLine(operation.text ?? '');
  const refused = op === 'remove' ? null : whyNotKept(text, context);
  if (refused !== null) return refused;

  const field = unreadField(operation);
  if (field !== null) return { unfounded: `its ${field || 'form'} can't be read` };
  const found = foundLines(operation, context);
  if (typeof found === 'string') return { unfounded: found };
  const own = found.lines.filter((line) => !line.isUntrusted);
  if (own.length === 0) return 'its source is not the person’s own words';
  // "I can't eat gluten" is one only where nobody said so.
  if (isRefusal(text) && !own.some((line) => isRefusal(plainText(line.text)))) return 'the text is a refusal';
  const quote = quoteIn(operation.quote, own);
  if (quote === null) return misquoted(operation, text, own, found.place);
  if (op !== 'add' && !target) {
    const reason = `there is no line ${operation.target || '(none given)'}`;
    // The words are the person's, whatever line the model meant: they go back to it, and are kept else.
    return op === 'remove' ? reason : { unfounded: reason, place: found.place };
  }
  const questions = own.flatMap(({ question }) => question ?? []);
  const source = own.map((line) => line.text).join('\n');
  const words = [source, ...questions].join('\n');
  // What is not from its source and was forgotten, the model knows from elsewhere, however many words it adds.
  if (op !== 'remove' && context.isForgotten(unsaid(text, `${words}\n${target?.text ?? ''}`)))
    return 'it was forgotten on request';
  // Whom the quote calls "she" or "I" another line that the operation names as its source may call by name.
  const besides = [target?.text ?? '', ...questions, ...context.names];
  const known = [...besides, ...valuesOf(source).names].join('\n');
  const notRemoved = op === 'remove' ? whyNotRemoved(target?.text ?? '', words) : null;
  if (notRemoved !== null) return { unfounded: notRemoved, place: found.place };
  const said = saidOn(own, context.today);
  const isOpenQuestion = operation.kind?.trim().toLowerCase() === 'open question';
  const claim = { text, known, said, isOpenQuestion };
  const doubt = op === 'remove' ? null : doubtAbout({ ...claim, quote, context: source, bears });
  const isOlder = (op === 'supersede' || op === 'remove') && wasSaidBefore(said, target, context.today);
  if (doubt && (doubt.isSure || isOlder)) return { unfounded: doubt.reason, place: found.place };
  if (op !== 'remove' && target && !speaksOf(`${text}\n${target.text}`, [quote, ...questions].join('\n')))
    return { unfounded: 'its quote has nothing of the line', place: found.place };
  if (isOlder) return 'its source is older than the line';
  const isClaim = op !== 'remove' && !saysInOwnWords(text, own);
  const checked: CheckedOperation = {
    op,
    ...placedIn(operation),
    target,
    text: op === 'remove' ? text : withUntil(text, operation.until, { quote: sentenceOf(quote, source), known, said }),
    keptSources: target && op !== 'remove' ? standingSources(target, text, context) : [],
    pastSources: target?.provenance?.sources.map((one) => hashed(one, target.text, context)),
    importance: Math.min(1, Math.max(0, Math.round((operation.importance ?? 0.5) * 100) / 100)),
    said,
    sources: found.sources,
    ...(isClaim && { claim: { operation: asShown(operation), place: found.place } }),
  };
  const why: (Doubt & { instead?: Pick<Heard, 'place'> }) | null =
    doubt ?? (op === 'remove' ? null : doubtAboutHeard(own, { ...claim, known: besides.join('\n') }, context));
  if (!why) return checked;
  return { unfounded: why.reason, place: found.place, ...why.instead, ...(!why.isSettled && { ifSaid: checked }) };
}

/** A line that a model saved bears no more than the words do that it saved it for: those are kept in its place. */
function doubtAboutHeard(
  own: readonly SourceLine[],
  { known, ...claim }: Pick<Claim, 'text' | 'known' | 'said' | 'isOpenQuestion'>,
  context: CheckContext,
): (Doubt & { instead: Pick<Heard, 'place'> }) | null {
  // Whom the line opens with may be the person, or who was spoken of long before.
  const opening = /^\p{Lu}[\p{L}\p{M}'’-]+/u.exec(claim.text)?.[0] ?? '';
  for (const { heard } of own) {
    if (!heard) continue;
    const { words, before, place } = heard;
    const besides = [known, opening, ...namesKnown(claim.text, context), before].join('\n');
    // "Please remember: …" asks only that it be kept.
    const told = toldIn(plainText(words)) || words;
    const doubt = doubtAbout({ ...claim, quote: told, context: told, known: besides });
    const reason = `the person said "${cutText(words, maxReasonChars)}": ${doubt?.reason}`;
    if (doubt) return { ...doubt, reason, instead: { place } };
  }
  return null;
}
const maxReasonChars = 200;

/** The names of a text that the long-term memory has: whom the person calls "my daughter", a model calls by name. */
const namesKnown = (text: string, { targets }: CheckContext): string[] =>
  (text.match(/\p{Lu}[\p{L}\p{M}'’-]+/gu) ?? []).filter((name) => targets.some((line) => hasWord(line.text, name)));

/** What the source says of the same matter is kept where the model can't say which of its words it means. */
function misquoted(
  { quote }: Operation,
  text: string,
  own: readonly SourceLine[],
  place: Found['place'],
): { unfounded: string; place?: Found['place'] } {
  const isOfIt = speaksOf(`${quote ?? ''}\n${text}`, own.map((line) => line.text).join('\n'));
  return { unfounded: noQuote(quote), ...(isOfIt && { place }) };
}

/** What was said in a conversation is found by its place: nobody edits that. */
function hashed(source: string, text: string, { sourceLines }: CheckContext): string {
  const path = linesOfSource(source)?.path ?? '';
  const lines = path.startsWith('sessions/') ? null : sourceLines(path)?.map((line) => line.text);
  return lines ? sourceWithHash(source, text, lines) : source;
}

/** Whether words have anything of a text: a line is not replaced on ground of a quote about something else. */
const speaksOf = (text: string, words: string): boolean => {
  const said = [...contentWords(words)].join(' ');
  return [...contentWords(text)].some((word) => isMentioned(word, said));
};

/** Whether a text stands in the person's lines word for word. */
const saysInOwnWords = (text: string, own: readonly SourceLine[]): boolean =>
  plainQuote(own.map((line) => plainText(line.text)).join(' ')).includes(plainQuote(text));

/** Why a text can't stand in memory, wherever it comes from; null where it can. */
function whyNotKept(text: string, context: CheckContext): string | null {
  if (text === '') return 'the text is empty';
  if (text.length > maxTextChars) return `the text has ${text.length} characters, at most ${maxTextChars} make a line`;
  if (isOrder(text)) return 'the text gives orders to the assistant';
  if (text.includes(notShown)) return 'the text is about a secret that is not shown';
  const secret = findSensitive(text)[0];
  if (secret) return `the text contains what looks like ${secret.kind}`;
  return context.isForgotten(text) ? 'it was forgotten on request' : null;
}

/** A longer source is read by the sentence that is quoted. */
const maxReadChars = 300;

/**
 * The person's words and what an operation makes of them, to be read together; null where it makes no claim, quotes nothing of theirs, or
 * says it in their very words.
 */
export function claimOf(operation: Operation, context: CheckContext): TextPair | null {
  const second = cleanLine(operation.text ?? '');
  if (operation.op === 'keep' || operation.op === 'remove' || second === '') return null;
  const found = foundLines(operation, context);
  if (typeof found === 'string') return null;
  const own = found.lines.filter((line) => !line.isUntrusted);
  const quote = quoteIn(operation.quote, own);
  if (quote === null) return null;
  if (saysInOwnWords(second, own)) return null;
  const source = own.map((line) => plainText(line.text)).join(' ');
  const words = source.length > maxReadChars ? sentenceOf(quote, source) : source;
  const questions = own.flatMap(({ question }) => question ?? []);
  return { first: [...questions, words].join(' '), second: second.slice(0, maxTextChars) };
}

/** The section and the kind that the model named, and where it named none, what the kind says. */
function placedIn({ kind: given, section: named }: Operation): Pick<CheckedOperation, 'section' | 'kind'> {
  const kind = kinds.find((known) => known === given?.trim().toLowerCase()) ?? 'fact';
  const title = cutText(cleanLine(named ?? '').replace(/^#+\s*/, ''), 80);
  const isTitle = title !== '' && title.toLowerCase() !== historySection.toLowerCase();
  return { section: isTitle ? title : sectionOfKind[kind], kind: kind.replace(' ', '-') };
}

function saysAgain(before: string, after: string): boolean {
  const words = contentWords(before);
  const kept = contentWords(after);
  const numbers = valuesOf(after).numbers;
  if ([...valuesOf(before).numbers].some((number) => !numbers.has(number))) return false;
  return [...words].filter((word) => kept.has(word)).length >= words.size * keptShareOfUpdate;
}

function targetOf(id: string | null | undefined, targets: readonly LongTermLine[]): LongTermLine | null {
  const number = /^M(\d+)$/i.exec(id?.trim() ?? '')?.[1];
  return number === undefined ? null : (targets[Number(number) - 1] ?? null);
}

/** What the person's own words tell, as a line of their own in place of a claim that they do not bear; null where that can't be kept. */
export function verbatimOf({ operation, place }: Rejection, context: CheckContext): CheckedOperation | null {
  if (!place || operation.op === 'remove' || operation.op === 'keep') return null;
  const lines = (context.sourceLines(place.path) ?? []).slice(place.startLine - 1, place.endLine);
  const own = lines.filter((line) => !line.isUntrusted);
  const text = cleanLine(toldIn(plainText(own.map((line) => line.text).join(' '))));
  const isFit = text !== '' && text.length <= maxTextChars && findSensitive(text).length === 0 && !isOrder(text);
  if (!isFit || context.isForgotten(text)) return null;
  return {
    op: 'add',
    ...placedIn(operation),
    target: null,
    text,
    importance: Math.min(1, Math.max(0, operation.importance ?? 0.5)),
    said: saidOn(own, context.today),
    sources: [`${place.path}#L${place.startLine}-L${place.endLine}`],
    isVerbatim: true,
  };
}

/** The day on which words were said. Where a clock that was wrong dated them, it is the day on which they are read. */
const saidOn = (lines: readonly SourceLine[], today: string): string =>
  newestDay(
    lines.map((line) => line.date),
    today,
  );

/** Of two days of which one tells nothing, none is before the other. */
function wasSaidBefore(said: string, target: LongTermLine | null, today: string): boolean {
  const before = target?.provenance?.said ?? '';
  return hasCome(said, today) && hasCome(before, today) && said < before;
}

/**
 * `(until 2026-12-31)` at the end of a line: what is true for a time only, as a hand edit can say it too. A day that the
 * words do not bear is left out; what they say stays.
 */
function withUntil(text: string, until: string | null | undefined, words: Parameters<typeof bearsUntil>[1]): string {
  const day = /^\d{4}-\d{2}(?:-\d{2})?$/.exec(until?.trim() ?? '')?.[0];
  if (day === undefined || text.includes('(until ') || !bearsUntil(day, words)) return text;
  // A text that ends with "until" and the day says it already, in words that are read as no mark.
  return `${text.replace(endsWithUntil, (all, named: string) => (named === day ? '' : all))} (until ${day})`;
}

/** Finds "until" and a day at the end of a text. */
const endsWithUntil = /,? until (\d{4}-\d{2}(?:-\d{2})?)\.?$/;

/** The share of the words that a source gave to a line which a text must hold to still say them. */
const standingShare = 2 / 3;

/** As it is: "Kim" is no part of "Kimura". */
const hasWord = (text: string, word: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []).some((one) => one.replace(/['’]s?$/, '') === word);

/** The sources of a line whose statement the new text still makes: most words that they gave to it, each number and name. */
function standingSources(line: LongTermLine, text: string, context: CheckContext): string[] {
  const kept = contentWords(text);
  const before = contentWords(line.text);
  return (line.provenance?.sources ?? []).filter((source) => {
    const place = placeOf(source, context);
    const said = typeof place === 'string' ? line.text : place.lines.map((one) => one.text).join('\n');
    const given = [...contentWords(said)].filter((word) => before.has(word));
    const { numbers, names } = valuesOf(said);
    const isLost =
      [...numbers].some((number) => valuesOf(line.text).numbers.has(number) && !valuesOf(text).numbers.has(number)) ||
      names.some((name) => hasWord(line.text, name) && !hasWord(text, name));
    if (given.length === 0 || isLost || isDenied(said) !== isDenied(text)) return false;
    return given.filter((word) => kept.has(word)).length >= standingShare * given.length;
  });
}

interface Found {
  lines: SourceLine[];
  sources: string[];
  /** The day of the first source. */
  place: NonNullable<Rejection['place']>;
}

/** Where an operation says it was said; where that is garbled, where its quote stands, if that is on one day only. */
function foundLines({ source, quote }: Operation, context: CheckContext): Found | string {
  const given = (source ?? []).map((one) => placeOf(one, context));
  const problem = source?.length ? given.find((one) => typeof one === 'string') : 'it names no source';
  const named = given.filter((one) => typeof one !== 'string');
  if (problem === undefined || named.some(({ lines }) => quoteIn(quote, lines) !== null)) return found(named);
  const standing = [...context.ids.values()].filter(
    (span) => !span.isUntrusted && quoteIn(quote, [{ text: span.text, date: span.date, isUntrusted: false }]) !== null,
  );
  // What is saved while it is said stands in the conversation and in the day's note: the note is the better place.
  const best = standing.find(({ path }) => !path.startsWith('sessions/')) ?? standing[0];
  const isSure = best !== undefined && standing.every(({ date }) => date === best.date);
  const healed = isSure ? placeOf(`${best.path}#L${best.startLine}-L${best.endLine}`, context) : null;
  return healed && typeof healed !== 'string' ? found([healed]) : problem;

  function found(places: readonly { place: Found['place']; lines: SourceLine[] }[]): Found {
    const [first] = places;
    return {
      lines: places.flatMap(({ lines }) => lines),
      sources: [...new Set(places.map(({ place }) => `${place.path}#L${place.startLine}-L${place.endLine}`))],
      place: first?.place ?? { path: '', startLine: 1, endLine: 1 },
    };
  }
}

function placeOf(
  source: string,
  { ids, sourceLines }: CheckContext,
): { place: Found['place']; lines: SourceLine[] } | string {
  const place = ids.get(source.trim().toUpperCase().replace(/[.:]$/, '')) ?? parseSource(source);
  const file = place && sourceLines(place.path);
  if (!place || !file) return `its source ${source} does not exist`;
  const { path, startLine, endLine } = place;
  if (endLine > file.length) return `its source ${source} is past the end`;
  return { place: { path, startLine, endLine }, lines: file.slice(startLine - 1, endLine) };
}

const minQuoteWords = 2;

/** The words of the source that the quote is, or null where it does not stand there. */
function quoteIn(quote: string | null | undefined, lines: readonly SourceLine[]): string | null {
  const wanted = plainQuote(quote ?? '')
    .replace(/^[-*+] /, '')
    .replace(/^"(.*)"$/, '$1');
  if (wanted === '') return null;
  const whole = lines.map((line) => line.text).join('\n');
  const isShort = wanted.split(' ').length < minQuoteWords;
  const stands = plainQuote(whole).includes(wanted) && (!isShort || contentWords(whole).size <= minQuoteWords);
  return stands ? (quote ?? '') : null;
}

const noQuote = (quote: string | null | undefined): string =>
  (quote ?? '').trim() === ''
    ? 'it has no quote: copy the words of the source that say so'
    : 'its quote does not stand in its source word for word';

/** A line is taken out only where its source speaks of it. */
function whyNotRemoved(line: string, said: string): string | null {
  const inSource = contentWords(said);
  return [...contentWords(line)].some((word) => inSource.has(word)) ? null : 'its source does not speak of the line';
}

/** The words of a claim that neither its source nor the line before has. */
function unsaid(claim: string, said: string): string {
  const inSource = contentWords(said);
  return claim
    .split(/\s+/)
    .filter((word) => [...contentWords(word)].some((one) => !inSource.has(one)))
    .join(' ');
}

const isOrder = (text: string): boolean =>
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|your\s+|the\s+)*(?:previous|prior|above|earlier|system)\b|\bsystem prompt\b/i.test(
    text,
  );

/** One line, nothing that would end our comment or start a heading or a bullet. */
export function cleanLine(text: string): string {
  return (
    text
      .replace(/<!--|-->/g, '')
      // oxlint-disable-next-line no-control-regex -- taking them out is the point
      .replace(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
      .trim()
      .replace(/^(?:[-*+]\s+|#+\s+|>\s*)+/, '')
      .replace(/^\(?M\d+\)?[.:]?\s+/, '')
      .trim()
  );
}
