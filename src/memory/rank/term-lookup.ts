// Finds where the words of a query stand in the notes: as they are, in another spelling, form or compound, or as a number with other
// gaps. It reads the postings in memory and the text of some lines, and scores nothing.
import { type ChunkTable, none } from '../index/chunk-table.ts';
import { entryOf, type Postings, slotOf } from '../index/postings.ts';
import { type Code, codePattern, cutsOf, isSlip, mayBeMisspelt, type Spelling, tailOf } from '../query/spellings.ts';
import { languages } from '../../language/languages.ts';
import type { Store } from '../store/store.ts';
import type { RelatedWords } from '../text/related-words.ts';
import { isSingleUnspaced, isUnspacedPair, type QueryTerms, termsOf } from '../text/terms.ts';
import type { Places } from './bm25.ts';
import { lookup, shareOfKind } from '../weights.ts';

/** Where words are looked up. */
export interface WordIndex {
  lines: ChunkTable;
  store: Store;
  relatedWords: RelatedWords;
}

export interface WordQuery extends Pick<QueryTerms, 'terms' | 'phrases'> {
  spellings?: readonly Spelling[];
  codes?: readonly Code[];
}

/** Lists of posting entries, which may also name dead slots. */
export interface TermEntries {
  /** The entries of each of the query's terms, with those of the words that are taken for it. */
  of: ReadonlyMap<string, Uint32Array>;
  /** For a term that no line has: the entries of words that begin like it, hold it or are a part of it. */
  relatives: ReadonlyMap<string, Uint32Array>;
  /** All entries as places to score, with those of related words and of the query's compounds. */
  places: Places[];
  /** The entries of each term in the headings. */
  headings: ReadonlyMap<string, Uint32Array>;
  /** In how many lines each of the query's terms stands. */
  having: ReadonlyMap<string, number>;
  /** The terms that stand in no line or heading, not even as a part of a word. */
  absent: ReadonlySet<string>;
}

/** Each step looks up one term. */
export function* findTerms(
  { terms, phrases, spellings = [], codes = [] }: WordQuery,
  index: WordIndex,
): Generator<void, TermEntries> {
  const { lines, store } = index;
  const entries = new Map<string, Uint32Array>();
  for (const term of terms) {
    entries.set(
      term,
      isSingleUnspaced(term) ? entriesOfAll(store.termsFrom(term, lookup.maxRelatives), lines) : entriesOf(term, index),
    );
    yield;
  }
  for (const { terms: said, forms } of spellings)
    for (const form of forms)
      addEntries(said, form.length === 1 ? entriesOf(form[0] as string, index) : entriesOfPhrase(form, index), entries);
  for (const code of codes)
    if (code.terms.length > 1 || countLive(entries.get(code.terms[0] ?? '') ?? noEntries, lines) === 0)
      addEntries(code.terms, entriesOfCode(code, index), entries);
  const having = new Map([...entries].map(([term, list]) => [term, countLive(list, lines)]));
  // A word that no line has in this form may occur inflected or in a compound.
  const relatives = new Map(
    terms
      .filter((term) => having.get(term) === 0 && (term.length >= lookup.minRelated || isUnspacedPair(term)))
      .map((term) => [term, relativesOf(term, index)]),
  );
  const headings = new Map(terms.map((term) => [term, entriesOf(term, index, lines.headings)]));
  const places: Places[] = [];
  for (const [term, list] of entries) places.push(withRelated(term, list, index));
  for (const parts of phrases) places.push([{ list: entriesOfPhrase(parts, index), share: 1 }]);
  for (const list of relatives.values()) places.push([{ list, share: 1 }]);
  // The things of a kind are words of their own for BM25; they stand for the kind where it is asked how much of the question a line holds.
  for (const term of terms) {
    const things = thingsOfKind(term).map(({ term: thing }) => entriesOf(thing, index));
    const list = things
      .filter((one) => isRare(one, lines))
      .reduce((all, one) => merged(all, one), relatives.get(term) ?? noEntries);
    if (list.length > 0) relatives.set(term, list);
  }
  return {
    of: entries,
    relatives,
    places,
    headings,
    having,
    absent: new Set(
      terms.filter(
        (term) =>
          having.get(term) === 0 && (relatives.get(term)?.length ?? 0) === 0 && headings.get(term)?.length === 0,
      ),
    ),
  };
}

export const noEntries = new Uint32Array(0);

function entriesOf(term: string, { lines, store }: WordIndex, postings: Postings = lines.words): Uint32Array {
  const id = store.termId(term);
  return id === undefined ? noEntries : postings.of(id);
}

function entriesOfAll(termIds: readonly number[], lines: ChunkTable): Uint32Array {
  const lists = termIds.map((id) => lines.words.of(id));
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function countLive(list: Uint32Array, lines: ChunkTable): number {
  if (!lines.hasEmpty) return list.length;
  const { id } = lines.columns;
  let live = 0;
  for (let i = 0; i < list.length; i += 1) if (id[slotOf(list[i] as number)] !== none) live += 1;
  return live;
}

/** Adds entries of other words to those of each of these terms: the lines of the words then count as having the terms. */
function addEntries(said: readonly string[], others: Uint32Array, entries: Map<string, Uint32Array>): void {
  if (others.length === 0) return;
  for (const term of said) {
    const list = entries.get(term);
    if (list) entries.set(term, merged(list, others));
  }
}

/** Merges two lists of entries. Where both have an entry of a slot, that of the first list is kept. */
function merged(list: Uint32Array, others: Uint32Array): Uint32Array {
  const fresh = new Map<number, number>();
  for (let i = 0; i < others.length; i += 1) fresh.set(slotOf(others[i] as number), others[i] as number);
  for (let i = 0; i < list.length; i += 1) fresh.delete(slotOf(list[i] as number));
  const both = new Uint32Array(list.length + fresh.size);
  both.set(list);
  let at = list.length;
  for (const entry of fresh.values()) {
    both[at] = entry;
    at += 1;
  }
  return both;
}

/** Where the words of a compound stand side by side. */
function entriesOfPhrase(parts: readonly string[], index: WordIndex): Uint32Array {
  const shared = slotsInAll(
    parts.map((part) => entriesOf(part, index)),
    index.lines,
  );
  if (shared.length > lookup.maxVerified) return Uint32Array.from(shared, (slot) => entryOf(slot, 1, false));
  const found: number[] = [];
  for (const slot of shared) {
    const said = termsOf(textOf(slot, index));
    const count = said.filter((_, i) => parts.every((part, j) => said[i + j] === part)).length;
    if (count > 0) found.push(entryOf(slot, count, false));
  }
  return Uint32Array.from(found);
}

/** Whether any line says these terms side by side. */
export const isPhrase = (terms: readonly string[], index: WordIndex): boolean =>
  entriesOfPhrase(terms, index).length > 0;

export const textOf = (slot: number, { lines, store }: WordIndex): string => store.text(lines.columns.id[slot] ?? none);

/** The live slots that all of these lists have, each once. */
function slotsInAll(lists: Uint32Array[], lines: ChunkTable): number[] {
  lists.sort((a, b) => a.length - b.length);
  const { id } = lines.columns;
  const { places } = lines.scratch;
  const slots: number[] = [];
  const fewest = lists[0] ?? noEntries;
  for (let i = 0; i < fewest.length; i += 1) {
    const slot = slotOf(fewest[i] as number);
    if (id[slot] === none || places[slot] !== 0) continue;
    places[slot] = 1;
    slots.push(slot);
  }
  if (slots.length > 0)
    for (let seen = 1; seen < lists.length; seen += 1) markAgain(lists[seen] ?? noEntries, seen, places);
  const inAll = slots.filter((slot) => places[slot] === lists.length);
  for (const slot of slots) places[slot] = 0;
  return inAll;
}

/** Marks the slots of a list that are marked with `seen` with the next number. */
function markAgain(list: Uint32Array, seen: number, places: Uint16Array): void {
  for (let i = 0; i < list.length; i += 1) {
    const slot = slotOf(list[i] as number);
    if (places[slot] === seen) places[slot] = seen + 1;
  }
}

/** The lines that have a number, with whatever gaps; they are looked for among the lines that have the most of its parts. */
function entriesOfCode(code: Code, index: WordIndex): Uint32Array {
  const { compact } = code;
  const { lines, store } = index;
  const shares = new Map<number, number>();
  for (let from = 0; from < compact.length; from += 1)
    for (let to = from + 2; to <= compact.length; to += 1) {
      const list = entriesOf(compact.slice(from, to), index);
      if (list.length > lookup.maxOfPart) continue;
      for (let i = 0; i < list.length; i += 1)
        shares.set(slotOf(list[i] as number), (shares.get(slotOf(list[i] as number)) ?? 0) + to - from);
    }
  const likely = [...shares]
    .sort((a, b) => b[1] - a[1])
    .slice(0, lookup.maxRead)
    .map(([slot]) => slot);
  const pattern = codePattern(code);
  const holding = (slots: readonly number[]): number[] =>
    slots.filter((slot) => lines.columns.id[slot] !== none && pattern.test(textOf(slot, index)));
  const found = holding(likely);
  const tail = tailOf(compact);
  // The number may stand there without any gap and with more before it.
  const all =
    found.length > 0 || tail.length < lookup.minRelated
      ? found
      : holding(Array.from(entriesOfAll(store.termsAround(tail, lookup.maxRelatives), lines), slotOf));
  return Uint32Array.from(all, (slot) => entryOf(slot, 1, false));
}

/**
 * Entries of other words for a term that no line has: words that begin like it, hold it, or are a part of it; else the two words
 * that it consists of, or the one word that it may be a misspelling of.
 */
function relativesOf(term: string, index: WordIndex): Uint32Array {
  const { lines, store } = index;
  if (isUnspacedPair(term)) return linesWithEither(term, index);
  // A number has no endings, and a longer number that holds it is another one.
  if (/^\d+$/.test(term)) return noEntries;
  const cuts = Array.from({ length: Math.max(0, term.length - lookup.minPart - 2) }, (_, i) => i + 3);
  const parts = [
    maxWordChars(
      cuts.map((cut) => term.slice(cut)),
      index,
    ),
    maxWordChars(
      cuts.map((cut) => term.slice(0, -cut)),
      index,
    ),
  ].flatMap((part) => (part === undefined ? [] : [part]));
  // The word of the query may have an ending that the word in the notes has not.
  const root = term.slice(0, Math.max(4, term.length - 2));
  const found = entriesOfAll(
    [
      ...new Set([
        ...store.termsFrom(root, lookup.maxRelatives),
        ...store.termsAround(root.length >= lookup.minRelated ? root : term, lookup.maxRelatives),
        ...parts,
      ]),
    ],
    lines,
  );
  if (countLive(found, lines) > 0) return found;
  for (const cut of cutsOf(term)) {
    const apart = entriesOfPhrase(cut, index);
    if (apart.length > 0) return apart;
  }
  return mayBeMisspelt(term)
    ? entriesOfAll(
        store.termsAlike(term, lookup.maxRelatives).flatMap((other) => (isSlip(term, other.text) ? [other.id] : [])),
        lines,
      )
    : noEntries;
}

/** The lines with a word that begins with one of the characters of a pair, where few do. */
function linesWithEither(pair: string, { lines, store }: WordIndex): Uint32Array {
  const rare = [...pair].flatMap((character) => {
    const found = entriesOfAll(store.termsFrom(character, lookup.maxRelatives), lines);
    return found.length > 0 && isRare(found, lines) ? [found] : [];
  });
  return rare.reduce((all, some) => merged(all, some), noEntries);
}

/** The first of these parts of a compound that is a word of the vault: `Vertrag` of `Mietvertrag`. @param parts the longest first */
function maxWordChars(parts: readonly string[], index: WordIndex): number | undefined {
  const found = parts.find((part) => countLive(entriesOf(part, index), index.lines) > 0);
  return found === undefined ? undefined : index.store.termId(found);
}

/** A word that most lines have says nothing about a question, and neither do its related words. */
const isRare = ({ length }: Uint32Array, lines: ChunkTable): boolean =>
  length <= Math.min(lookup.manyRelated, Math.max(lookup.fewRelated, lookup.maxRelatedLines * lines.size));

/** By the term of a kind, the terms of things that are of it. */
const kinds = new Map<string, { term: string; share: number }[]>();
for (const { kinds: ofLanguage } of languages)
  for (const [kind, things] of Object.entries(ofLanguage))
    for (const term of termsOf(kind))
      kinds.set(term, [
        ...(kinds.get(term) ?? []),
        ...things.split(' ').flatMap((thing) => termsOf(thing).map((one) => ({ term: one, share: shareOfKind }))),
      ]);
const thingsOfKind = (term: string): readonly { term: string; share: number }[] => kinds.get(term) ?? [];

function withRelated(term: string, list: Uint32Array, index: WordIndex): Places {
  const places = [{ list, share: 1 }];
  if (!isRare(list, index.lines)) return places;
  for (const { term: other, share } of [...index.relatedWords(term), ...thingsOfKind(term)]) {
    const entries = entriesOf(other, index);
    if (isRare(entries, index.lines)) places.push({ list: entries, share });
  }
  return places;
}
