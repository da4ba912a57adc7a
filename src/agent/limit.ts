// The notice that is added to the last tool results of a turn when its rounds are used up.

/** What the model reads beside each result of the round that reached the limit. */
export const limitMessage = (maxToolTurns: number): string =>
  `Tool call limit reached (${maxToolTurns}). Stopping tool loop.`;

/**
 * Adds `limit_reached` and `limit_message` to a result that is a JSON object.
 * @param resultJson the result's text; it is not changed
 * @returns new JSON with all fields of the old; null for null, an empty string, text that is no JSON, and JSON that is
 *   no object
 */
export function addLimitMetadata(resultJson: string | null, maxToolTurns: number): string | null {
  const result = parseObject(resultJson);
  return result && JSON.stringify({ ...result, limit_reached: true, limit_message: limitMessage(maxToolTurns) });
}

/** The same for any result: one that is no JSON object is wrapped as `output`. */
export const withLimitMetadata = (result: string, maxToolTurns: number): string =>
  addLimitMetadata(result, maxToolTurns) ??
  JSON.stringify({ output: result, limit_reached: true, limit_message: limitMessage(maxToolTurns) });

function parseObject(json: string | null): object | null {
  if (!json) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
