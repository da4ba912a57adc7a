// An answer as data: JSON that follows a schema, from any model. The schema goes into the prompt for every provider, and
// beside it to those that can hold the model to it; what comes back is checked all the same, and repaired once.
import { z } from 'zod';
import { messageOf } from '../base/errors.ts';
import { type Message, text } from './message.ts';
import { addCosts } from './price.ts';
import { type ModelRequest, type Provider, ProviderError, type Usage, addUsage } from './provider.ts';

export interface StructuredRequest<Schema extends z.ZodType> {
  provider: Provider;
  model: string;
  /** `provider/model` that is asked first. */
  prefer?: string;
  system: string;
  /** What is asked. */
  prompt: string;
  schema: Schema;
  maxTokens: number;
  signal?: AbortSignal;
}

export interface StructuredAnswer<Value> {
  value: Value;
  /** `provider/model` that answered. */
  model: string;
  /** The tokens of all calls. */
  usage: Usage;
  /** US dollars of all calls it took; null where that is not known. */
  costUsd: number | null;
}

/**
 * Asks for an answer that follows the schema.
 * @throws ProviderError of the call; `invalid_request` when the answer does not fit after one repair, was refused or cut
 */
export async function askStructured<Schema extends z.ZodType>(
  request: StructuredRequest<Schema>,
): Promise<StructuredAnswer<z.infer<Schema>>> {
  const { $schema: _, ...outputSchema } = z.toJSONSchema(request.schema);
  const instruction = `Answer with one JSON value that follows this JSON Schema, and nothing else:\n${JSON.stringify(outputSchema)}`;
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: `${request.prompt}\n\n${instruction}` }] },
  ];
  const call: Omit<ModelRequest, 'messages'> = {
    model: request.model,
    system: request.system,
    tools: [],
    maxTokens: request.maxTokens,
    outputSchema,
    prefer: request.prefer,
    signal: request.signal,
  };
  let usage: Usage | null = null;
  let costUsd: number | null = 0;
  for (let repaired = false; ; repaired = true) {
    const response = await request.provider.complete({ ...call, messages });
    usage = usage === null ? response.usage : addUsage(usage, response.usage);
    costUsd = addCosts(costUsd, response.costUsd ?? null);
    if (response.stopReason === 'refusal') throw new ProviderError('invalid_request', 'The model refused to answer.');
    const said = text(response);
    const parsed = parse(said, request.schema);
    if ('value' in parsed) return { value: parsed.value, model: response.model, usage, costUsd };
    if (response.stopReason === 'max_tokens')
      throw new ProviderError('invalid_request', `The answer was cut off at ${request.maxTokens} tokens.`);
    const rest = repaired ? whatFits(parsed.given, request.schema) : null;
    if (rest) return { value: rest.value, model: response.model, usage, costUsd };
    if (repaired)
      throw new ProviderError('invalid_request', `The model's answer does not follow the schema: ${parsed.problem}`);
    messages.push(
      {
        role: 'assistant',
        content: [{ type: 'text', text: said.trim() === '' ? '(nothing)' : said }],
        model: response.model,
      },
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: `That does not follow the schema: ${parsed.problem}\nAnswer again with the corrected JSON and nothing else.`,
          },
        ],
      },
    );
  }
}

function parse<Schema extends z.ZodType>(
  said: string,
  schema: Schema,
): { value: z.infer<Schema> } | { problem: string; given?: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(bare(said));
  } catch (error) {
    return { problem: `not JSON (${messageOf(error)})` };
  }
  const checked = schema.safeParse(value);
  return checked.success ? { value: checked.data } : { problem: z.prettifyError(checked.error), given: value };
}

const maxLeftOut = 50;

/** The answer without the parts that do not follow the schema, where what is left of it does: one wrong field must not lose the others. */
function whatFits<Schema extends z.ZodType>(given: unknown, schema: Schema): { value: z.infer<Schema> } | null {
  const value = structuredClone(given);
  for (let leftOut = 0; leftOut < maxLeftOut; leftOut += 1) {
    const checked = schema.safeParse(value);
    if (checked.success) return { value: checked.data };
    // One at a time: behind an item that is left out the others have other places.
    const issue = checked.error.issues.at(-1);
    const place = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue?.path;
    if (!place || !leaveOut(value, place)) return null;
  }
  return null;
}

/** Removes what stands at a place, or the innermost that holds it where nothing does. @returns false where that would be all */
function leaveOut(value: unknown, place: readonly PropertyKey[]): boolean {
  const holders: [holder: object, key: PropertyKey][] = [];
  let at = value;
  for (const key of place) {
    if (typeof at !== 'object' || at === null || !(key in at)) break;
    holders.push([at, key]);
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  const last = holders.at(-1);
  if (!last || (holders.length < place.length && holders.length < 2)) return false;
  const [holder, key] = last;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
  return true;
}

/** The JSON inside a code fence or between words: small models put some around it whatever they are told. */
export function bare(said: string): string {
  const inner = (fencedIn(said) ?? said).trim();
  const start = inner.search(/[{[]/);
  const end = Math.max(inner.lastIndexOf('}'), inner.lastIndexOf(']'));
  return start >= 0 && end > start ? inner.slice(start, end + 1) : inner;
}

/** What the first code fence holds, without its own lines; null where none is opened and closed. */
function fencedIn(said: string): string | null {
  const lines = said.split('\n');
  const first = lines.findIndex((line) => {
    const fence = line.indexOf('```');
    const language = line.slice(fence + 3).trim();
    return fence >= 0 && (language === '' || language === 'json');
  });
  if (first < 0) return null;
  const last = lines.findIndex((line, index) => index > first && line.trimStart().startsWith('```'));
  return last < 0 ? null : lines.slice(first + 1, last).join('\n');
}
