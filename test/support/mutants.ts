// Values of the shapes that nobody sends on purpose: a sound one, changed at random places. For fuzz tests, which take the
// same ones each time.
import * as fc from 'fast-check';

export const seed = 20261122;

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;

/** A value of any shape, hostile ones among them. */
export const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    '\0',
    '\ud83d',
    '\u202e',
    ' '.repeat(5_000),
    'x'.repeat(20_000),
    -1,
    0,
    1e308,
    2 ** 53,
    true,
  ),
  fc.constantFrom(100, 4_000).map(nested),
  fc.constantFrom<unknown>({ __proto__: null, constructor: 1, toString: 2 }, { length: -1 }, [null], { id: 7 }),
);

/** The paths of all values in a JSON value. */
const pathsIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])])
    : [];

/** The value with another one at the path; undefined takes what is there away. */
function changed(value: unknown, [key, ...rest]: readonly string[], next: unknown): unknown {
  if (key === undefined) return next;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, next);
  return copy;
}

/** The value, changed at one to three of its places. */
export const mutantsOf = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsIn(value)), fc.option(anyValue, { nil: undefined })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => changes.reduce((mutant, [path, next]) => changed(mutant, path, next), value));
