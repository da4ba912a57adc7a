// The form of the model's answer: operations on MEMORY.md, each with its source. Pure.
import { z } from 'zod';

export const kinds = ['preference', 'person', 'fact', 'decision', 'project', 'routine', 'open question'] as const;

const operationSchema = z.object({
  op: z.enum(['add', 'update', 'supersede', 'remove', 'keep']).describe('What to do.'),
  section: z.string().nullish().describe('The heading in MEMORY.md that the line goes under. For add.'),
  target: z.string().nullish().describe('The id of a MEMORY.md line, such as "M12". Not for add.'),
  text: z.string().nullish().describe('The line, without bullet and without id. For add, update and supersede.'),
  kind: z
    .string()
    .nullish()
    .describe(`One of: ${kinds.join(', ')}.`),
  importance: z.coerce.number().nullish().describe('0 to 1: how much it will matter in a year.'),
  // Small models give one alone.
  source: z
    .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.string()).nullish())
    .describe('Where it was said: the ids before the lines, such as "D3" or "S1". At least one, but for keep.'),
  quote: z.string().nullish().describe('The words of that line that say so, copied exactly. Not for keep.'),
  until: z.string().nullish().describe('The last day on which it is true, YYYY-MM-DD, where that was said.'),
});

/** What the model is asked for. An empty list is no answer: where nothing is worth keeping, one `keep` says so. */
export const answerSchema = z.object({ operations: z.array(operationSchema).min(1) });

export type Operation = z.infer<typeof operationSchema>;

/** Words of a model that declines; as a line of memory they are junk, as an answer they are none. */
export const isRefusal = (text: string): boolean =>
  /^\W*(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]t|not)|won['’]t)|sorry\b|as an ai\b|unfortunately,? i)/i.test(
    text,
  );
