import { describe, expect, it } from 'vitest';
import { allOf } from '../../../src/base/concurrency/cooperative.ts';
import { ChunkTable } from '../../../src/memory/index/chunk-table.ts';
import { inReadingOrder, passagesOf } from '../../../src/memory/rank/passage.ts';
import { encodeTerms } from '../../../src/memory/store/term-bytes.ts';

/** A section of lines that are so many characters long; slot 0 is its first. */
function section(count: number, chars: number) {
  const lines = new ChunkTable();
  const row = (id: number) => ({
    id,
    fileId: 1,
    contentId: id,
    section: 0,
    partId: 1,
    startLine: id,
    endLine: id,
    subject: '',
    day: null,
    asking: 0,
    flags: 0,
    chars,
    terms: encodeTerms({ own: [], label: [] }),
  });
  allOf(
    lines.setFile(
      1,
      Array.from({ length: count }, (_, i) => row(i + 1)),
      [{ id: 1, terms: encodeTerms({ own: [], label: [] }) }],
    ),
  );
  const placeOf = (slot: number) => ({
    startLine: slot + 1,
    endLine: slot + 1,
    fromChar: null,
    text: 'x'.repeat(chars),
  });
  /** First and last slot of each passage. */
  return (ranked: number[], limit = 10): string[] =>
    passagesOf(ranked, limit, lines, placeOf).map(({ startLine, endLine }) => `${startLine - 1}-${endLine - 1}`);
}

describe('a passage', () => {
  it('has four lines to either side of its match where they fit', () => {
    expect(section(20, 50)([10])).toEqual(['6-14']);
    expect(section(20, 50)([1])).toEqual(['0-5']);
  });

  it('holds 1,200 characters at most, nearest lines first', () => {
    expect(section(20, 200)([10])).toEqual(['8-12']);
    expect(section(20, 290)([10])).toEqual(['9-12']);
    expect(section(20, 1200)([10])).toEqual(['10-10']);
  });

  it('takes in first the side that ranks better, and a result inside it is not one again', () => {
    expect(section(20, 290)([10, 9, 8, 7])).toEqual(['7-10']);
    expect(section(20, 290)([10, 11, 12, 13])).toEqual(['10-13']);
  });

  it('is longer where the lines beside its match were found as well, eight to a side at most', () => {
    expect(section(20, 50)([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])).toEqual(['6-18', '19-19']);
    expect(section(20, 300)([10, 11, 12, 13, 14, 15])).toEqual(['10-14', '15-17']);
  });

  it('leaves to each line one passage, and stands alone from the sixth on', () => {
    expect(section(60, 50)([5, 12, 30, 40, 50, 57, 21])).toEqual([
      '1-9',
      '10-16',
      '26-34',
      '36-44',
      '46-54',
      '57-57',
      '21-21',
    ]);
  });
});

describe('the order of reading', () => {
  const hits = Array.from({ length: 14 }, (_, slot) => ({ slot, rank: 3 - slot / 100 }));
  const slotsOf = (limit: number, lengthOf: (slot: number) => number): number[] =>
    inReadingOrder(hits, limit, lengthOf).map(({ slot }) => slot);
  const inOrder = hits.map(({ slot }) => slot);

  it('puts a short line before a long one that is hardly better, from the eleventh on', () => {
    const lengthOf = (slot: number): number => (slot % 2 === 0 ? 400 : 80);
    expect(slotsOf(60, lengthOf)).toEqual([...inOrder.slice(0, 10), 11, 13, 10, 12]);
  });

  it('is that of the rank among lines of one length, and where few are wanted', () => {
    expect(slotsOf(60, () => 200)).toEqual(inOrder);
    expect(slotsOf(10, (slot) => 1000 - slot)).toEqual(inOrder);
  });
});
