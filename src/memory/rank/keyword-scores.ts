// Scores lines and parts of sections by the words of a query alone.
import { scoreLines, scoreParts, type Scores } from './bm25.ts';
import { type Occurrences, occurrencesIn } from './occurrences.ts';
import { findTerms, noEntries, type TermEntries, type WordIndex, type WordQuery } from './term-lookup.ts';

export interface Lexical extends Pick<TermEntries, 'having' | 'absent'> {
  /** BM25 of the best lines, by slot. */
  lines: Scores;
  /** BM25 of the best parts of sections, by id. */
  parts: Scores;
  /** How the query's terms stand in these slots. */
  occurrences(slots: Int32Array): Occurrences;
}

/** For {@link createScheduler}: in steps of some ms, between which the lines must stay as they are. */
export function* createLexical(query: WordQuery, index: WordIndex): Generator<void, Lexical> {
  const { lines } = index;
  const found = yield* findTerms(query, index);
  const inParts: { list: Uint32Array; headings: Uint32Array }[] = [];
  for (const [term, list] of found.of) inParts.push({ list, headings: found.headings.get(term) ?? noEntries });
  for (const list of found.relatives.values()) inParts.push({ list, headings: noEntries });
  return {
    lines: yield* scoreLines(found.places, lines),
    parts: yield* scoreParts(inParts, lines),
    having: found.having,
    absent: found.absent,
    occurrences: (slots) => occurrencesIn(slots, found, lines),
  };
}
