// Words to scores: BM25 over every line, with the lines beside it as weaker columns, and over every part of a section.
// Reads the postings in memory; ranks by words alone.
// S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; k1, b and the floor of the
// idf as in SQLite's FTS5.
import { createHighest } from './highest.ts';
import { type Lines, none } from './lines.ts';
import { countOf, entryOf, isLabel, slotOf } from './postings.ts';
import type { RelatedWords } from './related-words.ts';
import { type Code, codePattern, cutsOf, isSlip, mayBeMisspelt, type Spelling, tailOf } from './spellings.ts';
import type { Store } from './store.ts';
import { isSingleUnspaced, type QueryTerms, termsOf } from './terms.ts';

export interface Lexical {
  /** Of the best lines by slot, and of the best parts by id: BM25 divided by the best of its kind. */
  lines: Map<number, number>;
  parts: Map<number, number>;
  /** In how many lines each of the query's terms stands. */
  having: ReadonlyMap<string, number>;
  /** The terms that stand in no line or heading, not even as a part of a word. */
  absent: ReadonlySet<string>;
  /** How the query's terms stand in these slots. */
  occurrences(slots: Iterable<number>): Occurrences;
}

export interface Occurrences {
  /** How often a line says the term. */
  count(slot: number, term: string): number;
  /** Where no line has the term itself: whether this one has a word that begins like it, holds it or is a part of it. */
  isRelated(slot: number, term: string): boolean;
}

/** How much a word counts in the line before, and in the line after: they are parts of what is talked about. */
const previousShare = 0.5;
const nextShare = 0.2;
const k1 = 1.2;
const b = 0.75;
const leastIdf = 1e-6;
const mostLines = 1000;
const mostParts = 300;
/** Compounds that stand in more lines than this are not looked up one by one: having all of their words is enough. */
const mostVerified = 400;
const mostRelatives = 500;
/** A word shorter than this is inside many that have nothing to do with it; so is a part of a word that is shorter than that. */
const leastRelated = 5;
const leastPart = 6;
/** Words in more than a twentieth of all lines have none: LoCoMo and BEAM dev are the same with a tenth, at more cost. */
const mostRelatedShare = 0.05;
const fewOfRelated = 10;
const mostOfRelated = 2000;

/** A part of a number that stands in more lines than this says nothing about which of them has it all. */
const mostOfPart = 5000;
/** So many lines that have most of a number's parts are read. */
const mostRead = 60;

/** Where one word of the query stands, and where those that are taken for it stand. */
type Places = readonly { list: Uint32Array; share: number }[];

export interface LexicalQuery extends Pick<QueryTerms, 'terms' | 'phrases'> {
  spellings?: readonly Spelling[];
  codes?: readonly Code[];
}

export function createLexical({ terms, phrases, spellings = [], codes = [] }: LexicalQuery, { lines, store, relatedWords }: { lines: Lines; store: Store; relatedWords: RelatedWords }): Lexical {
  const ids = lines.columns.id;
  const entriesOf = (id: number | undefined): Uint32Array => (id === undefined ? noEntries : lines.words.of(id));
  const entries = new Map(terms.map((term) => [term, isSingleUnspaced(term) ? beginningWith(term) : entriesOf(store.termId(term))]));
  for (const spelling of spellings) for (const form of spelling.forms) sayToo(spelling.terms, form.length === 1 ? entriesOf(store.termId(form[0] as string)) : phraseEntries(form));
  for (const code of codes) if (code.terms.length > 1 || countLive(entries.get(code.terms[0] ?? '') ?? noEntries) === 0) sayToo(code.terms, entriesOfCode(code));
  const having = new Map([...entries].map(([term, list]) => [term, countLive(list)]));
  // A word that no line has may stand there inflected or compounded.
  const relatives = new Map(terms.filter((term) => having.get(term) === 0 && term.length >= leastRelated).map((term) => [term, relativesOf(term)]));

  function relativesOf(term: string): Uint32Array {
    // A number has no endings, and one that holds another is another.
    if (/^\d+$/.test(term)) return noEntries;
    const parts = [partOf(term, (cut) => term.slice(cut)), partOf(term, (cut) => term.slice(0, -cut))].flatMap((part) => (part === undefined ? [] : [part]));
    // Without the ending that it may have here and not there.
    const root = term.slice(0, Math.max(4, term.length - 2));
    const found = entriesOfAll([...new Set([...store.termsFrom(root, mostRelatives), ...store.termsAround(root.length >= leastRelated ? root : term, mostRelatives), ...parts])]);
    if (countLive(found) > 0) return found;
    const apart = cutsOf(term).map(phraseEntries).find((list) => list.length > 0);
    if (apart) return apart;
    return mayBeMisspelt(term) ? entriesOfAll(store.termsAlike(term, mostRelatives).flatMap((other) => (isSlip(term, other.text) ? [other.id] : []))) : noEntries;
  }

  /** Lines that have the one count as having the other. */
  function sayToo(said: readonly string[], others: Uint32Array): void {
    if (others.length === 0) return;
    for (const term of said) {
      const list = entries.get(term);
      if (!list) continue;
      const fresh = new Map(Array.from(others, (entry) => [slotOf(entry), entry]));
      for (let i = 0; i < list.length; i += 1) fresh.delete(slotOf(list[i] as number));
      const both = new Uint32Array(list.length + fresh.size);
      both.set(list);
      both.set([...fresh.values()], list.length);
      entries.set(term, both);
    }
  }

  /** The lines that have a number, however it is parted there: among those that have the most of its parts. */
  function entriesOfCode(code: Code): Uint32Array {
    const { compact } = code;
    const shares = new Map<number, number>();
    for (let from = 0; from < compact.length; from += 1)
      for (let to = from + 2; to <= compact.length; to += 1) {
        const list = entriesOf(store.termId(compact.slice(from, to)));
        if (list.length > mostOfPart) continue;
        for (let i = 0; i < list.length; i += 1) shares.set(slotOf(list[i] as number), (shares.get(slotOf(list[i] as number)) ?? 0) + to - from);
      }
    const likely = [...shares].sort((a, b) => b[1] - a[1]).slice(0, mostRead).map(([slot]) => slot);
    const pattern = codePattern(code);
    const holding = (slots: readonly number[]): number[] => slots.filter((slot) => ids[slot] !== none && pattern.test(store.text(ids[slot] ?? none)));
    const found = holding(likely);
    const tail = tailOf(compact);
    // Where it is written without any gap, and with more before it.
    const all = found.length > 0 || tail.length < leastRelated ? found : holding(Array.from(entriesOfAll(store.termsAround(tail, mostRelatives)), slotOf));
    return Uint32Array.from(all, (slot) => entryOf(slot, 1, false));
  }

  /** The longest part of a compound at one of its ends that is a word of the vault: `Vertrag` of `Mietvertrag`. */
  function partOf(term: string, rest: (cut: number) => string): number | undefined {
    for (let cut = 3; term.length - cut >= leastPart; cut += 1) {
      const id = store.termId(rest(cut));
      if (id !== undefined && countLive(entriesOf(id)) > 0) return id;
    }
    return undefined;
  }

  function beginningWith(beginning: string): Uint32Array {
    return entriesOfAll(store.termsFrom(beginning, mostRelatives));
  }

  function entriesOfAll(terms: readonly number[]): Uint32Array {
    const lists = terms.map((id) => lines.words.of(id));
    const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
    let at = 0;
    for (const list of lists) {
      all.set(list, at);
      at += list.length;
    }
    return all;
  }

  function countLive(list: Uint32Array): number {
    if (!lines.hasEmpty) return list.length;
    let live = 0;
    for (let i = 0; i < list.length; i += 1) if (ids[slotOf(list[i] as number)] !== none) live += 1;
    return live;
  }

  /** Where the words of a compound stand side by side, as entries. */
  function phraseEntries(parts: readonly string[]): Uint32Array {
    const lists = parts.map((part) => entriesOf(store.termId(part))).sort((a, b) => a.length - b.length);
    const all = lists.slice(1).map((list) => new Set(Array.from(list, slotOf)));
    const shared = [...new Set(Array.from(lists[0] ?? noEntries, slotOf))].filter((slot) => ids[slot] !== none && all.every((slots) => slots.has(slot)));
    if (shared.length > mostVerified) return Uint32Array.from(shared, (slot) => entryOf(slot, 1, false));
    const found: number[] = [];
    for (const slot of shared) {
      const said = termsOf(store.text(ids[slot] ?? none));
      const count = said.filter((_, i) => parts.every((part, j) => said[i + j] === part)).length;
      if (count > 0) found.push(entryOf(slot, count, false));
    }
    return Uint32Array.from(found);
  }

  /** What is said everywhere is what no question is about: then other words for it are not either. */
  const isRare = ({ length }: Uint32Array): boolean => length <= Math.min(mostOfRelated, Math.max(fewOfRelated, mostRelatedShare * lines.size));

  function withRelated(term: string, list: Uint32Array): Places {
    const related = isRare(list) ? relatedWords(term).map((other) => ({ list: entriesOf(store.termId(other.term)), share: other.share })) : [];
    return [{ list, share: 1 }, ...related.filter((other) => isRare(other.list))];
  }

  const inLines: Places[] = [...[...entries].map(([term, list]) => withRelated(term, list)), ...[...phrases.map(phraseEntries), ...relatives.values()].map((list) => [{ list, share: 1 }])];
  const ofHeadings = (term: string): Uint32Array => {
    const id = store.termId(term);
    return id === undefined ? noEntries : lines.headings.of(id);
  };

  return {
    lines: scoreLines(inLines, lines),
    parts: scoreParts([...entries].map(([term, list]) => ({ list, headings: ofHeadings(term) })), [...relatives.values()], lines),
    having,
    absent: new Set(terms.filter((term) => having.get(term) === 0 && (relatives.get(term)?.length ?? 0) === 0 && ofHeadings(term).length === 0)),
    occurrences(slots) {
      const places = new Map<number, number>();
      for (const slot of slots) places.set(slot, places.size + 1);
      const { places: placeOf } = lines.scratch;
      for (const [slot, place] of places) placeOf[slot] = place;
      const countsOf = (list: Uint32Array): Uint8Array => {
        const counts = new Uint8Array(places.size + 1);
        for (let i = 0; i < list.length; i += 1) {
          const entry = list[i] as number;
          if (!isLabel(entry)) counts[placeOf[slotOf(entry)] as number] = countOf(entry);
        }
        counts[0] = 0;
        return counts;
      };
      const words = new Map([...entries].map(([term, list]) => [term, countsOf(list)]));
      const related = new Map([...relatives].map(([term, list]) => [term, countsOf(list)]));
      for (const slot of places.keys()) placeOf[slot] = 0;
      return {
        count: (slot, term) => words.get(term)?.[places.get(slot) ?? 0] ?? 0,
        isRelated: (slot, term) => (related.get(term)?.[places.get(slot) ?? 0] ?? 0) > 0,
      };
    },
  };
}

const noEntries = new Uint32Array(0);

function scoreLines(words: readonly Places[], lines: Lines): Map<number, number> {
  const { id, previous, next, allTerms } = lines.columns;
  const average = lines.averages.line || 1;
  const { scores, counts, touched, found } = lines.scratch;
  let foundSize = 0;
  for (const places of words) {
    let touchedSize = 0;
    const say = (slot: number, count: number): void => {
      const before = counts[slot] as number;
      if (before === 0) {
        touched[touchedSize] = slot;
        touchedSize += 1;
      }
      counts[slot] = before + count;
    };
    let saying = 0;
    for (const { list, share } of places) {
      for (let i = 0; i < list.length; i += 1) {
        const entry = list[i] as number;
        const slot = slotOf(entry);
        if (id[slot] === none) continue;
        const count = share * countOf(entry);
        say(slot, count);
        if (isLabel(entry)) continue;
        const after = next[slot] as number;
        if (after !== none) say(after, previousShare * count);
        const before = previous[slot] as number;
        if (before !== none) say(before, nextShare * count);
      }
      if (share === 1) saying = touchedSize;
    }
    // A line that has only related words has it only in part.
    let having = saying;
    for (let i = saying; i < touchedSize; i += 1) having += Math.min(1, counts[touched[i] as number] as number);
    const weight = idf(lines.size, having);
    for (let i = 0; i < touchedSize; i += 1) {
      const slot = touched[i] as number;
      const count = counts[slot] as number;
      counts[slot] = 0;
      const sum = scores[slot] as number;
      if (sum === 0) {
        found[foundSize] = slot;
        foundSize += 1;
      }
      scores[slot] = sum + weight * saturated(count, (allTerms[slot] as number) / average);
    }
  }
  const ofAll = found.subarray(0, foundSize);
  const kept = best(ofAll, scores, mostLines);
  for (let i = 0; i < foundSize; i += 1) scores[ofAll[i] as number] = 0;
  return kept;
}

function scoreParts(terms: readonly { list: Uint32Array; headings: Uint32Array }[], relatives: readonly Uint32Array[], lines: Lines): Map<number, number> {
  const { id, part } = lines.columns;
  const { part: mean, parts, partsEnd } = lines.averages;
  const average = mean || 1;
  const scores = new Float32Array(partsEnd);
  const found: number[] = [];
  const counts = new Float32Array(partsEnd);
  for (const { list, headings } of [...terms, ...relatives.map((list) => ({ list, headings: noEntries }))]) {
    const touched: number[] = [];
    const say = (at: number, count: number): void => {
      if (counts[at] === 0) touched.push(at);
      counts[at] = (counts[at] as number) + count;
    };
    for (let i = 0; i < list.length; i += 1) {
      const entry = list[i] as number;
      const slot = slotOf(entry);
      if (id[slot] !== none && !isLabel(entry)) say(part[slot] as number, countOf(entry));
    }
    for (let i = 0; i < headings.length; i += 1) {
      const entry = headings[i] as number;
      if (lines.partTerms(slotOf(entry)) !== none) say(slotOf(entry), countOf(entry));
    }
    const weight = idf(parts, touched.length);
    for (const at of touched) {
      const count = counts[at] as number;
      counts[at] = 0;
      if (scores[at] === 0) found.push(at);
      scores[at] = (scores[at] as number) + weight * saturated(count, lines.partTerms(at) / average);
    }
  }
  return best(found, scores, mostParts);
}

const idf = (all: number, having: number): number => Math.max(leastIdf, Math.log((all - having + 0.5) / (having + 0.5)));

/** @param length of the text, where 1 is average */
export const saturated = (count: number, length: number): number => (count * (k1 + 1)) / (count + k1 * (1 - b + b * length));

/** The best of what was found, at most so many, by their share of the very best. */
function best(found: ArrayLike<number>, scores: Float32Array, most: number): Map<number, number> {
  const highest = createHighest(most);
  for (let i = 0; i < found.length; i += 1) highest.offer(scores[found[i] as number] as number, found[i] as number);
  const kept = highest.take();
  const top = kept.reduce((top, at) => Math.max(top, scores[at] as number), 0);
  const shares = new Map<number, number>();
  for (const at of kept) shares.set(at, (scores[at] as number) / top);
  return shares;
}
