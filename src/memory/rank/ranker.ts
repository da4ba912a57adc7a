// Ranks the lines for one query in five stages: what the query says, which lines are worth a closer look (candidates.ts), all signals
// of those (closer-look.ts), one weighted sum and how sure it is (judge.ts), and the order (order.ts). It ranks the index as it is; the
// caller sees to it that the index is fresh.
import { type ChunkTable, undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { asksForAssistantAt } from '../query/question-forms.ts';
import { codesIn, spellingsOf } from '../query/spellings.ts';
import { latinShareOf, namesIn, parseQuery, termsOf } from '../text/terms.ts';
import { maxCandidates } from '../weights.ts';
import { findCandidates } from './candidates.ts';
import { lookClosely } from './closer-look.ts';
import { chanceOf, knownShare, type KnownOfQuery, readShare, smallnessOf } from './confidence.ts';
import { roles } from './exchanges.ts';
import type { Hit } from './hit.ts';
import { judge, weightsFor } from './judge.ts';
import { createLexical, type Lexical } from './keyword-scores.ts';
import { inOrder, type Ordered, settle } from './order.ts';
import type { Query, QueryWords, SearchParts, Whom } from './query.ts';
import { meaningOf } from './query-embedding.ts';
import type { WordIndex } from './term-lookup.ts';

/** Reads what needs no vector. For {@link createScheduler}: in steps, between which the lines must stay as they are. */
export function* readWords(
  { text, asked }: Pick<Query, 'text' | 'asked'>,
  parts: WordIndex,
): Generator<void, QueryWords> {
  const { terms, phrases } = parseQuery(text);
  const codes = codesIn(text);
  const spellings = [...spellingsOf(text), ...(asked?.spellings ?? [])];
  return {
    terms,
    codes,
    lexical: yield* createLexical({ terms, phrases, spellings, codes }, parts),
    whom: whomOf(text, asked?.rest ?? text, parts.lines),
    trust: readShare(text),
    latin: latinShareOf(text),
  };
}

const noSlots: ReadonlyMap<number, number> = new Map();

/** All candidates, best first; nothing is rejected here. For {@link createScheduler}: in steps, between which the lines must stay as they are. */
export function* rank(query: Query, parts: SearchParts): Generator<void, Hit[]> {
  return settle(yield* order(query, parts), parts);
}

/** The same, before pairs of lines are read together. */
export function* order(query: Query, parts: SearchParts): Generator<void, Ordered> {
  const { lines } = parts;
  const { text, about, asked } = query;
  const { terms, codes, lexical, whom, ...read } = query.words ?? (yield* readWords(query, parts));
  const { names, named, isOfAsker, namesNoSpeaker } = whom;
  const meaning = meaningOf(query.embedding, parts);
  // A model other than the built-in one was chosen by the operator for the languages that it knows.
  const knowsAll = parts.vectors?.isLatinOnly === false;
  const trust = knowsAll ? 1 : read.trust;
  const naming = asked?.naming ?? noSlots;
  const candidates = yield* findCandidates({
    lines,
    lexical,
    named,
    pooled: meaning?.pooled ?? null,
    trust,
    allowed: within(query.only, lines),
    about: about && { ...about, only: Boolean(asked?.only) },
    naming,
    near: query.near,
    max: query.candidates ?? maxCandidates,
  });
  yield;
  const known: KnownOfQuery = {
    dense: candidates.dense !== null,
    tokens: Boolean(meaning?.tokens),
    trust: knowsAll ? 1 : read.latin,
    familiar: knownShare(text, meaning?.tokens ? (query.embedding?.tokens?.ids.length ?? 0) : 0),
    strangers: strangersIn([...names, ...(about ? [] : numbersIn(terms))], lexical),
    smallness: smallnessOf(lines.size),
    chance: chanceOf(lines.size),
  };
  const weights = weightsFor(query, { meaning, trust, namesNoSpeaker });
  const look = lookClosely({
    query,
    parts,
    terms,
    lexical,
    meaning,
    named,
    isOfAsker,
    naming,
    trust,
    weights,
    candidates,
  });
  yield;
  const hits = judge(look.slots, look.signals, { weights, known, explain: query.explain === true });
  return inOrder(hits, {
    query,
    parts,
    terms,
    codes,
    lexical,
    known,
    naming,
    look,
    tokens: meaning?.tokens?.ids.length ?? 0,
  });
}

function within(only: DayRange | null, { columns: { day } }: ChunkTable): ((slot: number) => boolean) | null {
  return (
    only &&
    ((slot) =>
      day[slot] === undated
        ? only.takesUndated === true
        : (day[slot] as number) >= only.from && (day[slot] as number) <= only.to)
  );
}

const firstPerson = /\b(?:I|me|my|mine|myself|we|our|us)\b/i;

/** "I" is the user, and "you" the assistant where the question is for what it said; then the user's message before that counts as well. */
function whomOf(text: string, withoutTime: string, { subjects }: ChunkTable): Whom {
  const assistant = asksForAssistantAt(text);
  const self = assistant >= 0 ? null : firstPerson.exec(text);
  const at = self ? self.index : assistant;
  const inPlace = at < 0 ? [] : self ? [roles.person] : [roles.assistant, roles.person];
  const before = at < 0 ? [] : termsOf(text.slice(0, at));
  const named = subjects.named(new Set([...before, ...inPlace, ...termsOf(text.slice(Math.max(0, at)))]));
  const names = namesIn(text, withoutTime);
  return {
    names,
    named,
    isOfAsker: self !== null,
    namesNoSpeaker: names.length > 0 && named === null && subjects.named(new Set(Object.values(roles))) === null,
  };
}

/** A number that no line has is as strange as such a name; short ones are often counts, which a line may say in a word. */
const numbersIn = (terms: readonly string[]): readonly string[][] =>
  terms.filter((term) => /^\d{3,}$/.test(term)).map((term) => [term]);

function strangersIn(names: readonly string[][], { absent }: Lexical): number {
  return names.filter((parts) => parts.every((part) => absent.has(part))).length / Math.max(1, names.length);
}
