// Lists of any length. An argument for each item (`push(...items)`, `Math.max(...values)`) overflows the stack from some
// 100,000 items on, which a long note reaches; a rule of the linter refuses it.
import { endsStep } from './concurrency/cooperative.ts';

/** Adds all items at the end of a list. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Puts other items in the place of all that a list has. */
export function replaceAll<Item>(list: Item[], items: Iterable<Item>): void {
  const kept = [...items];
  list.length = 0;
  append(list, kept);
}

/** The largest value; -Infinity of none. */
export const largest = (values: Iterable<number>): number => {
  let found = -Infinity;
  for (const value of values) found = Math.max(found, value);
  return found;
};

/** The smallest value; Infinity of none. */
export const smallest = (values: Iterable<number>): number => {
  let found = Infinity;
  for (const value of values) found = Math.min(found, value);
  return found;
};

/** How many texts are sorted or merged in one step: a millisecond or so. */
const perStep = 4096;

/** The texts in the order of their UTF-16 units, as `sort()` gives them: a merge sort in short steps. */
export function* sortedInSteps(texts: readonly string[]): Generator<void, string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += perStep) {
    runs.push(texts.slice(from, from + perStep).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergedInSteps(runs[i] ?? [], runs[i + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps(left: readonly string[], right: readonly string[]): Generator<void, string[]> {
  const merged: string[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (merged.length < left.length + right.length) {
    const [a, b] = [left[fromLeft], right[fromRight]];
    const takesLeft = b === undefined || (a !== undefined && a <= b);
    merged.push((takesLeft ? left[fromLeft++] : right[fromRight++]) as string);
    if (endsStep(merged.length, perStep)) yield;
  }
  return merged;
}

/** Whole numbers, both ends included. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
