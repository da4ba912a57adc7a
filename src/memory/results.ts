// From ranked lines to what a search returns: the passages around the best of them, with their texts, and the parts of their ranks.
import type { Generation } from './index/loaded-index.ts';
import type { Explained, SearchResult } from './search.ts';
import type { PastLine } from './past-lines.ts';
import { inReadingOrder, passagesOf } from './rank/passage.ts';
import type { Hit } from './rank/hit.ts';

export interface ResultOptions {
  limit: number;
  explain?: boolean;
  passages?: boolean;
  hitLines?: boolean;
}

/** The passages around the best hits, as they are shown. */
export function resultsOf(hits: readonly Hit[], index: Generation, options: ResultOptions): SearchResult[] {
  const { lines, store } = index;
  const c = lines.columns;
  const places = new Map<number, { startLine: number; endLine: number; fromChar: number | null; text: string }>();
  const placeOf = (slot: number) => {
    let place = places.get(slot);
    if (!place) {
      place = {
        startLine: c.startLine[slot] ?? 0,
        endLine: c.endLine[slot] ?? 0,
        fromChar: null,
        text: store.text(c.id[slot] ?? 0),
      };
      places.set(slot, place);
    }
    return place;
  };
  const hitOf = new Map(hits.map((hit) => [hit.slot, hit]));
  const limit = options.limit;
  const ordered = inReadingOrder(hits, limit, (slot) => placeOf(slot).text.length);
  const passages = passagesOf(
    ordered.map((hit) => hit.slot),
    limit,
    lines,
    placeOf,
    {
      wide: options.passages ?? true,
      newerOf: (slot) => hitOf.get(slot)?.givesWayTo ?? null,
    },
  );
  const replaced = hits.filter(({ newer }) => newer !== null);
  const named = (slot: number): string =>
    `${store.pathOf(c.file[slot] ?? 0)}#L${placeOf(slot).startLine}-L${placeOf(slot).endLine}`;
  return passages.map((passage) => {
    const hit = hitOf.get(passage.slot);
    const { startLine, endLine } = placeOf(passage.slot);
    const past = replaced.flatMap(({ slot, newer }): PastLine[] => {
      const { startLine: line } = placeOf(slot);
      const isHere = c.file[slot] === passage.file && passage.startLine <= line && line <= passage.endLine;
      return isHere && newer !== null ? [{ line, newer: named(newer) }] : [];
    });
    const isWider = startLine !== passage.startLine || endLine !== passage.endLine;
    return {
      path: store.pathOf(passage.file),
      startLine: passage.startLine,
      endLine: passage.endLine,
      score: Math.round((hit?.confidence ?? 0) * 10_000) / 10_000,
      text: passage.text,
      ...(isWider && options.hitLines && { hitLine: startLine }),
      ...(past.length > 0 && { past }),
      ...(options.explain && hit ? { explain: explained(hit, named) } : {}),
    };
  });
}

function explained({ rank, confidence, parts }: Hit, named: (slot: number) => string): Explained {
  const rounded = (values: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        Math.abs(value) < 0.000_05 ? [] : [[name, Math.round(value * 10_000) / 10_000]],
      ),
    );
  const sum = (values: Record<string, number>): number => Object.values(values).reduce((all, value) => all + value, 0);
  const { rank: ofRank = {}, confidence: ofScore = {}, signals = {} } = parts ?? {};
  return {
    rank: Math.round(rank * 10_000) / 10_000,
    parts: rounded({ ...ofRank, order: rank - sum(ofRank) }),
    score: rounded({ ...ofScore, day: (ofScore['day'] ?? 0) + Math.max(0, confidence - sum(ofScore)) }),
    signals: rounded(signals),
    ...(parts?.successors?.length && {
      successors: parts.successors.map(({ slot, ...rest }) => ({ newer: named(slot), ...rest })),
    }),
  };
}
