// What is said when the configuration is refused: the key, the value, and what to write instead. Pure.
import { z } from 'zod';
import { closest } from '../base/text/edit-distance.ts';
import { ConfigError } from '../base/errors.ts';
import { cutText } from '../base/text/text.ts';
import { withoutCredentials } from '../base/text/url.ts';

interface Remedy {
  /** Completes the sentence "Give …". */
  give: string;
  /** Whether the value is a secret, which is not shown when it is refused. */
  secret?: boolean;
  /** Of a secret: the variable of the environment that holds it where the configuration says nothing else. */
  variable?: string;
}

const remedies = z.registry<Remedy>();

/** A value has the right form, but cannot be used. The setting that holds it is named where this is explained. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  /** @param remedy what to do about it, a whole sentence */
  constructor(
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(`${problem} ${remedy}`);
  }
}

/** For `transform` of a schema: a `SettingError` that `resolve` throws becomes an issue of the schema. */
export const resolving =
  <Given, Value>(resolve: (given: Given) => Value) =>
  (given: Given, context: z.RefinementCtx): Value => {
    try {
      return resolve(given);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      context.addIssue({ code: 'custom', params: { refused: error } });
      return z.NEVER;
    }
  };

/** Notes with a setting's schema what to write where a value is refused. */
export function withRemedy<Schema extends z.ZodType>(schema: Schema, remedy: Remedy): Schema {
  remedies.add(schema, remedy);
  return schema;
}

/** The first of a failed parse's issues, as an operator can act on it. */
export function explain(schema: z.ZodType, raw: unknown, error: z.ZodError): ConfigError {
  const [issue] = error.issues;
  if (!issue) throw new Error('a failed parse without an issue');
  const keys = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys;
    return new ConfigError([...keys, unknown].join('.'), 'there is no such setting.', suggest(schema, keys, unknown));
  }
  const refused = issue.code === 'custom' ? issue.params?.['refused'] : undefined;
  if (refused instanceof SettingError) return new ConfigError(keys.join('.'), refused.problem, refused.remedy);
  const remedy = nearestRemedy(schema, keys);
  const value: unknown = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], raw);
  const shown = remedy?.secret ? 'this value is not accepted.' : `got ${shorten(withoutCredentials(written(value)))}.`;
  return new ConfigError(
    keys.join('.') || 'the configuration',
    shown,
    remedy ? `Give ${remedy.give}.` : `Make it a section: [${keys.join('.')}].`,
  );
}

/** A value as the file may have it; JSON knows no `inf` and no `nan`. */
function written(value: unknown): string {
  const name = (number: number): string => (Number.isNaN(number) ? 'nan' : number > 0 ? 'inf' : '-inf');
  const isNamed = (one: unknown): one is number => typeof one === 'number' && !Number.isFinite(one);
  if (isNamed(value)) return name(value);
  return JSON.stringify(value, (_, inner: unknown) => (isNamed(inner) ? name(inner) : inner)) ?? 'nothing';
}

/** The beginning of a long value, by which the reader recognizes it. */
function shorten(value: string): string {
  const start = cutText(value, 200);
  return start === value ? value : `${start}…`;
}

/** Every setting with what it takes, in the order of the schema. */
export function settingsOf(schema: z.ZodType): { key: string; takes: string; variable?: string }[] {
  return pathsOf(schema).flatMap((key) => {
    const remedy = nearestRemedy(schema, key.split('.'));
    const found = schemaAt(schema, key.split('.'));
    return found && remedy && remedies.has(found)
      ? [{ key, takes: remedy.give, ...(remedy.variable !== undefined && { variable: remedy.variable }) }]
      : [];
  });
}

function suggest(schema: z.ZodType, keys: readonly string[], unknown: string): string {
  const here = Object.keys(shapeOf(schemaAt(schema, keys)) ?? {});
  const everywhere = pathsOf(schema);
  const elsewhere = everywhere.find((dotted) => dotted.split('.').at(-1) === unknown);
  const near = closest(unknown, here);
  if (near) return `Did you mean "${near}"?`;
  if (elsewhere) return `Did you mean "${elsewhere}"? A key belongs under its [section].`;
  const far = closest([...keys, unknown].join('.'), everywhere);
  return far ? `Did you mean "${far}"?` : `Known here: ${here.join(', ')}.`;
}

function nearestRemedy(schema: z.ZodType, keys: readonly string[]): Remedy | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const found = schemaAt(schema, keys.slice(0, length));
    const remedy = found && remedies.get(found);
    if (remedy) return remedy;
  }
  return undefined;
}

function schemaAt(schema: z.ZodType, keys: readonly string[]): z.ZodType | undefined {
  return keys.reduce<z.ZodType | undefined>((at, key) => at && (shapeOf(at)?.[key] ?? valueOf(at)), schema);
}

/** What every value of a section is whose keys are names of the operator's own. */
function valueOf(schema: z.ZodType): z.ZodType | undefined {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodRecord ? (inner.valueType as z.ZodType) : undefined;
}

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> | null {
  const inner = schema && unwrapped(schema);
  return inner instanceof z.ZodObject ? inner.shape : null;
}

/** The schema of what is written, without its default and what becomes of it. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPrefault) return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema;
}

/** The dotted names of all settings and sections. */
function pathsOf(schema: z.ZodType, prefix = ''): string[] {
  return Object.entries(shapeOf(schema) ?? {}).flatMap(([key, inner]) => [
    prefix + key,
    ...pathsOf(inner, `${prefix}${key}.`),
  ]);
}
