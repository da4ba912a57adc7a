// Lenient reading of JSON from models and their servers, which may be invalid or of another shape than agreed.
import { isShallow } from '../base/text/json-walk.ts';

export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a text holds, or null where it is no JSON, no object, or nested too deeply. */
export function parseJsonObject(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) && isShallow(value) ? value : null;
  } catch {
    return null;
  }
}

export const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** A count of tokens, or `otherwise` for what is none: it is stored as a whole number, and money is counted by it. */
export const tokensOr = <Otherwise>(value: unknown, otherwise: Otherwise): number | Otherwise =>
  typeof value === 'number' && value >= 0 && value <= maxTokens ? Math.round(value) : otherwise;

const maxTokens = 1_000_000_000;

/** One text for one meaning: keys sorted at every depth. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? 'null';
