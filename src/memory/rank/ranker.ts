// Ranks the lines for one query in five stages: what the query says, which lines are worth a closer look (candidates.ts), all signals
// of those (closer-look.ts), one weighted sum and how sure it is (judge.ts), and the order (order.ts). It ranks the index as it is; the
// caller sees to it that the index is fresh.
import { type ChunkTable, undated } from '../index/chunk-table.ts';
import type { DayRange } from '../query/dates.ts';
import { asksForAssistantAt } from '../query/question-forms.ts';
import { codesIn, spellingsOf } from '../query/spellings.ts';
import { namesIn, parseQuery, termsOf } from '../text/terms.ts';
import { maxCandidates } from '../weights.ts';
import { findCandidates } from './candidates.ts';
import { lookClosely } from './closer-look.ts';
import { knownShare, type KnownOfQuery, smallnessOf } from './confidence.ts';
import type { Hit } from './hit.ts';
import { judge, weightsFor } from './judge.ts';
import { createLexical, type Lexical } from './keyword-scores.ts';
import { inOrder } from './order.ts';
import type { Query, SearchParts } from './query.ts';
import { meaningOf } from './query-embedding.ts';
import type { WordIndex } from './term-lookup.ts';

/** How the words of a query stand in the lines. It needs no vector, so it can be worked out while the query's is made. */
export function* lexicalOf({ text, asked }: Pick<Query, 'text' | 'asked'>, parts: WordIndex): Generator<void, Lexical> {
  const { terms, phrases } = parseQuery(text);
  const spellings = [...spellingsOf(text), ...(asked?.spellings ?? [])];
  return yield* createLexical({ terms, phrases, spellings, codes: codesIn(text) }, parts);
}

const noSlots: ReadonlySet<number> = new Set();

/** All candidates, best first; nothing is rejected here. For {@link createScheduler}: in steps, between which the lines must stay as they are. */
export function* rank(query: Query, parts: SearchParts): Generator<void, Hit[]> {
  const { lines } = parts;
  const { text, about, asked } = query;
  const { terms, latinShare } = parseQuery(text);
  const codes = codesIn(text);
  const lexical = query.lexical ?? (yield* lexicalOf(query, parts));
  const meaning = meaningOf(query.embedding, parts);
  // A model other than the built-in one was chosen by the operator for the languages that it knows.
  const trust = parts.vectors?.isLatinOnly === false ? 1 : latinShare;
  const named = namedIn(text, lines);
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
    trust,
    familiar: knownShare(text, meaning?.tokens ? (query.embedding?.tokens?.ids.length ?? 0) : 0),
    strangers: strangersIn(text, lexical),
    smallness: smallnessOf(lines.size),
  };
  const weights = weightsFor(query, meaning, trust);
  const look = lookClosely({ query, parts, terms, lexical, meaning, named, naming, weights, candidates });
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

/** The subjects that a query names. "I" is the user, and "you" the assistant where the question is for what it said. */
function namedIn(text: string, { subjects }: ChunkTable): Float32Array | null {
  const assistant = asksForAssistantAt(text);
  if (assistant >= 0)
    return subjects.named(new Set([...termsOf(text.slice(0, assistant)), 'assist', ...termsOf(text.slice(assistant))]));
  const self = firstPerson.exec(text);
  return subjects.named(
    new Set(self ? [...termsOf(text.slice(0, self.index)), 'user', ...termsOf(text.slice(self.index))] : termsOf(text)),
  );
}

function strangersIn(text: string, { absent }: Lexical): number {
  const names = namesIn(text);
  return names.filter((parts) => parts.every((part) => absent.has(part))).length / Math.max(1, names.length);
}
