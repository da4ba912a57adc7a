// Lists of any length. An argument for each item (`push(...items)`, `Math.max(...values)`) overflows the stack from some
// 100,000 items on, which a long note reaches; a rule of the linter refuses it.

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
