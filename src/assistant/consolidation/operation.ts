// The form of the model's answer: operations on MEMORY.md, each with its source. Pure.
import { z } from 'zod';

export const kinds = ['preference', 'person', 'fact', 'decision', 'project', 'routine', 'open question'] as const;

const operationSchema = z.object({
  op: z.enum(['add', 'update', 'supersede', 'remove', 'keep']).describe('What to do.'),
  section: z.string().optional().describe('The heading in MEMORY.md that the line goes under. For add.'),
  target: z.string().optional().describe('The id of a MEMORY.md line, such as "M12". Not for add.'),
  text: z.string().optional().describe('The line, without bullet and without id. For add, update and supersede.'),
  kind: z.string().optional().describe(`One of: ${kinds.join(', ')}.`),
  importance: z.number().optional().describe('0 to 1: how much it will matter in a year.'),
  source: z.array(z.string()).optional().describe('Where it was said, as "2026-11-20.md#L3-L3". At least one, but for keep.'),
});

/** What the model is asked for. An empty list is no answer: where nothing is worth keeping, one `keep` says so. */
export const answerSchema = z.object({ operations: z.array(operationSchema).min(1) });

export type Operation = z.infer<typeof operationSchema>;

export function answerJsonSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(answerSchema, { io: 'input' });
  return closeObjects(schema);
}

/** Structured output wants every object closed, and knows no bounds on lists. */
function closeObjects(schema: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'minItems') return [];
    return [[key, typeof value === 'object' && value !== null && !Array.isArray(value) ? closeObjects(value as Record<string, unknown>) : value]];
  });
  return Object.fromEntries(schema['type'] === 'object' ? [...entries, ['additionalProperties', false]] : entries);
}

/**
 * Reads an answer, also one in a code fence or with a sentence around it.
 * @throws Error that says what is wrong, in words the model can act on
 */
export function parseAnswer(text: string): Operation[] {
  if (text.trim() === '') throw new Error('The answer was empty.');
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) throw new Error(isRefusal(text) ? 'The answer was a refusal.' : 'The answer held no JSON object.');
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end + 1));
  } catch {
    throw new Error('The answer was not valid JSON.');
  }
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) throw new Error(`The answer did not fit the schema: ${z.prettifyError(parsed.error)}`);
  return parsed.data.operations;
}

/** Words of a model that declines; as a line of memory they are junk, as an answer they are none. */
export const isRefusal = (text: string): boolean =>
  /^\W*(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]t|not)|won['’]t)|sorry\b|as an ai\b|unfortunately,? i)/i.test(text);
