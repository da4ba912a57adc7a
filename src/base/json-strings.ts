// Every string inside a value as JSON knows them, however deep, put through a function. Pure.

/** @param isKept true for a field that is no text of anyone's (an id, a type) and stays as it is */
export function mapStrings<Value>(
  value: Value,
  change: (text: string) => string,
  isKept: (field: string) => boolean = () => false,
): Value {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([field, held]) => [field, isKept(field) ? held : walk(held)]));
  };
  return walk(value) as Value;
}

/** The same for a text that is JSON, which stays byte for byte where nothing changed. Null for a text that is not. */
export function mapJsonStrings(json: string, change: (text: string) => string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const changed = JSON.stringify(mapStrings(value, change));
  return changed === JSON.stringify(value) ? json : changed;
}
