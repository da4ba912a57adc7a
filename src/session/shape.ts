// What a value that was read from a file must look like. It checks and does not copy: a session of ten thousand lines is
// read at a start, and what fits is what `JSON.parse` made, with whatever else a later version wrote into it.

/** Null where the value fits, else what is wrong and where: `.content.2.text is not a string`. */
export interface Shape<Value> {
  (value: unknown): string | null;
  /** Never there: it carries the type of what fits. */
  readonly fits?: Value;
}

export type Fitting<Some> = Some extends Shape<infer Value> ? Value : never;

/** The shape of a key that may be missing. */
interface OptionalShape<Value> extends Shape<Value | undefined> {
  readonly isOptional: true;
}

const shape =
  <Value>(name: string, fits: (value: unknown) => boolean): Shape<Value> =>
  (value) =>
    fits(value) ? null : ` is not ${name}`;

export const string = shape<string>('a string', (value) => typeof value === 'string');
export const number = shape<number>('a number', (value) => typeof value === 'number');
export const boolean = shape<boolean>('true or false', (value) => typeof value === 'boolean');
export const anything = shape<unknown>('anything', () => true);
export const anyObject = shape<Record<string, unknown>>('an object', isObject);

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** A moment in UTC, as `Date.toISOString` writes it. */
export const instant = shape<string>(
  'a moment in UTC',
  (value) => typeof value === 'string' && instantPattern.test(value),
);

export const oneOf = <const Values extends readonly string[]>(...values: Values): Shape<Values[number]> =>
  shape(values.join(' or '), (value) => (values as readonly unknown[]).includes(value));

export const nullable =
  <Value>(inner: Shape<Value>): Shape<Value | null> =>
  (value) =>
    value === null ? null : inner(value);

export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value) =>
    one(value) === null ? null : other(value);

export const optional = <Value>(inner: Shape<Value>): OptionalShape<Value> =>
  Object.assign((value: unknown) => (value === undefined ? null : inner(value)), { isOptional: true as const });

export const list =
  <Value>(element: Shape<Value>): Shape<Value[]> =>
  (value) => {
    if (!Array.isArray(value)) return ' is not a list';
    for (let i = 0; i < value.length; i += 1) {
      const problem = element(value[i]);
      if (problem !== null) return `.${i}${problem}`;
    }
    return null;
  };

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalKey<Some extends Fields> = {
  [Key in keyof Some]: Some[Key] extends OptionalShape<unknown> ? Key : never;
}[keyof Some];
type ObjectOf<Some extends Fields> = { [Key in Exclude<keyof Some, OptionalKey<Some>>]: Fitting<Some[Key]> } & {
  [Key in OptionalKey<Some>]?: Fitting<Some[Key]>;
};
type Flat<Value> = { [Key in keyof Value]: Value[Key] };

/** Keys that are not named are let through. */
export function object<const Some extends Fields>(fields: Some): Shape<Flat<ObjectOf<Some>>> {
  const names = Object.keys(fields);
  const shapes = Object.values(fields);
  return (value) => {
    if (!isObject(value)) return ' is not an object';
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] ?? '';
      const problem = shapes[i]?.(value[name]) ?? null;
      if (problem !== null) return `.${name}${problem}`;
    }
    return null;
  };
}

/** An object that says by its `type` which of these it is. */
export function tagged<const Some extends Readonly<Record<string, Fields>>>(
  kinds: Some,
): Shape<{ [Type in keyof Some]: Flat<{ type: Type } & ObjectOf<Some[Type]>> }[keyof Some]> {
  const shapes = new Map<unknown, Shape<unknown>>(
    Object.entries(kinds).map(([type, fields]) => [type, object(fields)]),
  );
  return (value) =>
    isObject(value)
      ? (shapes.get(value['type'])?.(value) ?? (shapes.has(value['type']) ? null : '.type is not known'))
      : ' is not an object';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
