// The one walk over a value as JSON knows them: every string inside it, however deep, put through a function. Pure.

export interface WalkOptions {
  /** True for a field whose value stays as it is: an id, a type. */
  isKept?: (field: string) => boolean;
  /** Names of fields are changed as well. Default false: they are a schema's, not anyone's words. */
  keys?: boolean;
}

/** Far deeper than real data, and far less deep than what makes a recursive walk overflow the stack. */
const maxDepth = 200;

/** Whether recursive code can follow the value: JSON.parse takes any depth, JSON.stringify overflows at some thousands. */
export function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    level = level.flatMap((inner): unknown[] =>
      typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
    );
  }
  return true;
}

/** @returns the value itself where nothing changed, so that a walk over a large value that finds nothing copies nothing */
export function mapStrings<Value>(
  value: Value,
  change: (text: string) => string,
  { isKept = () => false, keys = false }: WalkOptions = {},
): Value {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (typeof inner !== 'object' || inner === null) return inner;
    if (Array.isArray(inner)) {
      const items = inner.map(walk);
      return items.every((item, index) => item === inner[index]) ? inner : items;
    }
    let isChanged = false;
    const fields = Object.entries(inner).map(([field, held]): [string, unknown] => {
      const mapped: [string, unknown] = [keys ? change(field) : field, isKept(field) ? held : walk(held)];
      isChanged ||= mapped[0] !== field || mapped[1] !== held;
      return mapped;
    });
    return isChanged ? Object.fromEntries(fields) : inner;
  };
  return walk(value) as Value;
}

/** Walks over a text that is JSON, which stays byte for byte where nothing changed. Null for another text. */
export function mapJsonStrings(json: string, change: (text: string) => string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const changed = mapStrings(value, change);
  return changed === value ? json : JSON.stringify(changed);
}
