// The form of the model's answer: operations on MEMORY.md, each with its source. Pure.
import { z } from 'zod';

export const kinds = ['preference', 'person', 'fact', 'decision', 'project', 'routine', 'open question'] as const;

/** Small models write it so. */
const otherOps: Readonly<Record<string, string>> = {
  insert: 'add',
  edit: 'update',
  replace: 'supersede',
  delete: 'remove',
  none: 'keep',
};
const importances: Readonly<Record<string, number>> = { low: 0.2, medium: 0.5, high: 0.8 };

const readOp = (given: unknown): unknown => {
  if (typeof given !== 'string') return given;
  const op = given.trim().toLowerCase();
  return otherOps[op] ?? op;
};

/** What is no number says nothing, and loses no operation. */
const readImportance = (given: unknown): unknown => {
  if (typeof given !== 'string') return typeof given === 'number' ? given : null;
  const word = given.trim().toLowerCase();
  const number = importances[word] ?? Number(word);
  return word === '' || !Number.isFinite(number) ? null : number;
};

const operationSchema = z.object({
  op: z.preprocess(readOp, z.enum(['add', 'update', 'supersede', 'remove', 'keep']).describe('What to do.')),
  section: z.string().nullish().describe('The heading in MEMORY.md that the line goes under. For add.'),
  target: z.string().nullish().describe('The id of a MEMORY.md line, such as "M12". Not for add.'),
  text: z.string().nullish().describe('The line, without bullet and without id. For add, update and supersede.'),
  kind: z
    .string()
    .nullish()
    .describe(`One of: ${kinds.join(', ')}.`),
  importance: z.preprocess(readImportance, z.number().nullish()).describe('0 to 1: how much it will matter in a year.'),
  // Small models give one alone.
  source: z
    .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.string()).nullish())
    .describe('Where it was said: the ids before the lines, such as "D3" or "S1". At least one, but for keep.'),
  quote: z.string().nullish().describe('The words of that line that say so, copied exactly. Not for keep.'),
  until: z.string().nullish().describe('The last day on which it is true, YYYY-MM-DD, where that was said.'),
});

/** What the model is asked for. An empty list is no answer: where nothing is worth keeping, one `keep` says so. */
export const answerSchema = z.object({
  operations: z.preprocess(readEach, z.array(operationSchema).min(1)),
});

const unread = 'unread: ';

/** Each for itself: one that does not fit stays as one without ground, so that it is refused and shown, and the others count. */
function readEach(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const read = given.map((item: unknown) => ({ item, result: operationSchema.safeParse(item) }));
  if (!read.some(({ result }) => result.success)) return given;
  return read.map(({ item, result }) => {
    if (result.success) return item;
    const text = typeof item === 'object' && item !== null && 'text' in item ? item.text : '';
    const field = result.error.issues[0]?.path.join('.') ?? '';
    return { op: 'add', text: typeof text === 'string' ? text : JSON.stringify(text), source: [`${unread}${field}`] };
  });
}

/** The field by which an operation could not be read; null where it could. */
export const unreadField = ({ source }: Operation): string | null =>
  source?.[0]?.startsWith(unread) === true ? source[0].slice(unread.length) : null;

export type Operation = z.infer<typeof operationSchema>;

/** Words of a model that declines; as a line of memory they are junk, as an answer they are none. */
export const isRefusal = (text: string): boolean =>
  /^\W*(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]t|not)|won['’]t)|sorry\b|as an ai\b|unfortunately,? i)/i.test(
    text,
  );
