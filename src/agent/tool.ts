// A tool is schema + effects + run; the registry keeps tools in registration order and runs one by name. Everything that
// treats tools differently (guard, groups, private conversations, receipts, status line) goes by the declared effects.
import { type ZodType, z } from 'zod';
import { closest } from '../base/text/edit-distance.ts';
import { ToolError } from '../base/errors.ts';
import { cutText } from '../base/text/text.ts';
import { type JsonObject, isJsonObject } from '../models/json.ts';
import type { ToolDefinition } from '../models/provider.ts';
import type { Outcome, Proposal, Receipt, Source, Trust } from '../session/entry.ts';

/** The context of the turn in which a tool runs. */
export interface ToolContext {
  /** The id of the tool call: the same after a crash and a replay, so it can key what must happen once. */
  toolUseId: string;
  signal: AbortSignal;
  /** Told how far the notes are read that the call waits for, where its caller wants to know. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** What the person was shown of the call, and agreed to; absent where nothing was asked. */
  shown?: Proposal | undefined;
}

/** What a tool does. Nothing is guessed from its name: what is not declared here is not treated as there. */
export interface ToolEffects {
  /**
   * Where the text of its results comes from: `notes` are the person's own notes, `outside` is anything that others
   * wrote (a page, a mailbox, another program). Absent: the result holds only what the program itself says.
   */
  readonly reads?: 'notes' | 'outside';
  /**
   * What it changes that outlives the turn: `memory` for notes, `schedule` for what happens by itself later. Each call
   * passes the provenance guard, and what it did is shown to the person from its receipts.
   */
  readonly writes?: 'memory' | 'schedule';
  /** What it did can't be undone: each call waits for the person to confirm it. */
  readonly isFinal?: true;
  /** It posts a message in the conversation of the turn; the result's `said` is that message. */
  readonly speaks?: true;
  /** A call that succeeds ends the turn: the model is not asked again. */
  readonly endsTurn?: true;
  /** It may be offered where others read along. A tool that reads notes or writes memory never is. */
  readonly inGroups?: true;
}

/** What a tool gives back: text for the model, and data for the program, which is stored beside the result and never sent. */
export interface ToolResult {
  text: string;
  /** What was changed, for the person. */
  receipts?: readonly Receipt[];
  /** The chunks of notes that the text shows. */
  sources?: readonly Source[];
  /** Whether the text holds the person's own words or those of others. Default: `others` for a tool that reads outside, else `own`. */
  trust?: Trust;
  /** The message that was posted. */
  said?: string;
  /** The text as a person reads it, in their language; not stored, and told only where no model answers. */
  told?: string;
  /** A write that was kept for the person to confirm; set by the provenance guard, not by tools. */
  waits?: Outcome['waits'];
  /** A further write that this one suggests, about which the person is asked. */
  offers?: { tool: string; input: unknown; proposal: Proposal };
}

export interface Tool {
  readonly definition: ToolDefinition;
  readonly effects: ToolEffects;
  /** What to call for the rest of a result that was too long to show; a sentence for the model. */
  readonly whenTooLong?: string;
  /** Whether it takes that input. */
  fits(input: unknown): boolean;
  /**
   * What a call with this input would write; null where it would write nothing.
   * @throws ToolError for input that does not fit, or that `execute` would refuse
   */
  propose(input: unknown): Promise<Proposal | null>;
  /**
   * Checks the input and runs.
   * @throws ToolError for what the model can act on; anything else is a bug but still becomes an error result
   */
  execute(input: unknown, context: ToolContext): Promise<ToolResult>;
  /** Told that the person was asked about a call with this input, and said no. */
  decline(input: unknown): Promise<void>;
}

type Issue = Pick<z.core.$ZodIssue, 'path'> & { expected?: unknown };

/**
 * What small models write: a field that is filled in with nothing is left out, a number or a yes may stand in quotes, and one text may
 * stand where a list of texts is wanted, or alone in a list.
 */
function asMeant(input: unknown, issues: readonly Issue[]): unknown {
  if (!isJsonObject(input)) return input;
  const refused = new Map(issues.map(({ path, expected }) => [path[0], path.length === 1 ? expected : undefined]));
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]: [string, unknown]) => {
      if (!refused.has(field)) return [[field, value]];
      return value === null || value === '' ? [] : [[field, asWanted(value, refused.get(field))]];
    }),
  );
}

/** A value of one kind as that which is expected, where both say the same. */
function asWanted(value: unknown, expected: unknown): unknown {
  if (expected === 'array') return Array.isArray(value) ? value : [value];
  if (expected === 'string') return Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
  if (typeof value !== 'string') return value;
  const said = value.trim();
  if (expected === 'boolean') return said === 'true' || (said === 'false' ? false : value);
  return /^\d{1,9}$/.test(said) ? Number(said) : value;
}

/**
 * Makes a tool from a zod schema: the schema is both what the model reads and what its input is checked against.
 * A writing tool without `propose` shows its name and its arguments, a line each, when the person is asked.
 */
export function defineTool<Schema extends ZodType>(options: {
  name: string;
  description: string;
  input: Schema;
  effects: ToolEffects;
  purpose?: ToolDefinition['purpose'];
  whenTooLong?: string;
  /** What an input that does not fit means, where it can mean one thing alone. */
  asMeant?(input: JsonObject): JsonObject;
  propose?(input: z.infer<Schema>): Promise<Proposal | null> | Proposal | null;
  /** @returns a bare string for a result that is nothing but text */
  run(input: z.infer<Schema>, context: ToolContext): Promise<ToolResult | string>;
  /** What follows where the person says no to such a call; nothing without it. */
  declined?(input: z.infer<Schema>): Promise<void>;
}): Tool {
  const { name, description, input: schema, effects, purpose, whenTooLong } = options;
  const parse = (input: unknown): z.infer<Schema> => {
    const asGiven = schema.safeParse(input);
    if (asGiven.success) return asGiven.data;
    const meant = isJsonObject(input) ? (options.asMeant?.(input) ?? input) : input;
    const first = schema.safeParse(meant);
    const parsed = first.success ? first : schema.safeParse(asMeant(meant, first.error.issues));
    if (!parsed.success) throw new ToolError(`Invalid input for ${name}: ${z.prettifyError(asGiven.error)}`);
    return parsed.data;
  };
  return {
    definition: {
      name,
      description,
      // Made when it is asked for: a turn makes all its tools anew, and only the first turn of a session reads their schemas.
      get inputSchema() {
        return publishedSchema(schema);
      },
      ...(purpose && { purpose }),
    },
    effects,
    whenTooLong,
    fits(input) {
      try {
        parse(input);
        return true;
      } catch (error) {
        if (error instanceof ToolError) return false;
        throw error;
      }
    },
    async propose(input) {
      if (effects.writes === undefined) return null;
      const parsed = parse(input);
      return options.propose
        ? await options.propose(parsed)
        : { action: 'other', text: [name.replaceAll('_', ' '), ...argumentLines(parsed)].join('\n') };
    },
    async execute(input, context) {
      const result = await options.run(parse(input), context);
      return typeof result === 'string' ? { text: result } : result;
    },
    async decline(input) {
      const parsed = schema.safeParse(input);
      if (parsed.success) await options.declined?.(parsed.data);
    },
  };
}

/** The schema of an input as a model reads it. */
function publishedSchema(schema: ZodType): Record<string, unknown> {
  const { $schema: _, ...published } = z.toJSONSchema(schema, { io: 'input', override: withoutSafeBounds });
  const { properties = {} } = published;
  for (const [field, { forProgram: isHidden }] of Object.entries(properties as Record<string, typeof forProgram>))
    if (isHidden) delete properties[field];
  return published;
}

/** The mark, as `meta`, of a field that only the provider which stands in for a model fills in: no model is told of it. */
export const forProgram = { forProgram: true };

/** The arguments of a call as a person reads them: "amount: 12". */
function argumentLines(input: unknown): string[] {
  if (!isJsonObject(input)) return input === undefined ? [] : [readable(input)];
  return Object.entries(input).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${readable(value)}`);
}

const readable = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Every whole number is given the bounds of safe integers, which tell a model nothing and cost tokens in each request. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** The trust of a result of this tool. */
export const trustOf = (tool: Tool, result: Pick<ToolResult, 'trust'>): Trust =>
  result.trust ?? (tool.effects.reads === 'outside' ? 'others' : 'own');

/** Words in the names of tools of other programs, by what such a tool is for. */
const wordsOfPurposes: readonly (readonly [
  purpose: NonNullable<ToolDefinition['purpose']>,
  words: readonly string[],
])[] = [
  ['remind', ['remind', 'reminder', 'alarm', 'timer', 'alert']],
  ['search', ['search', 'find', 'recall', 'lookup', 'query', 'retrieve']],
  ['save', ['save', 'store', 'remember', 'memorize', 'note', 'memory']],
];

/** The tool that a call of an unknown name most likely means: of nearly the same name, or for what the name says. */
export function nearestTool(name: string, tools: readonly Tool[]): Tool | undefined {
  const read = cutText(name, maxNameUnits);
  const words = read
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .split(/[^a-z]+/);
  const removal = tools.find(({ effects }) => effects.isFinal === true && effects.writes === 'memory');
  if (removal && removing.some((word) => words.includes(word))) return removal;
  const alike = closest(
    read,
    tools.map(({ definition }) => definition.name),
  );
  if (alike !== null) return tools.find(({ definition }) => definition.name === alike);
  const purpose = wordsOfPurposes.find(([, known]) => known.some((word) => words.includes(word)))?.[0];
  return tools.find(({ definition }) => purpose !== undefined && definition.purpose === purpose);
}
const removing = ['delete', 'remove', 'erase', 'forget'];
const maxNameUnits = 64;

export interface ToolRegistry {
  register(tool: Tool): void;
  /** In registration order: the order is part of the frozen prefix. */
  definitions(): ToolDefinition[];
  get(name: string): Tool | undefined;
  /** Rejects for a name that is not registered, for input that does not fit, and when the tool throws. */
  execute(name: string, input: unknown, context: ToolContext): Promise<ToolResult>;
}

export function createToolRegistry(tools: readonly Tool[] = []): ToolRegistry {
  const byName = new Map<string, Tool>();
  const registry: ToolRegistry = {
    register(tool) {
      const { name } = tool.definition;
      if (byName.has(name)) throw new Error(`Tool registered twice: ${name}`);
      byName.set(name, tool);
    },
    definitions: () => [...byName.values()].map((tool) => tool.definition),
    get: (name) => byName.get(name),
    async execute(name, input, context) {
      const tool = byName.get(name);
      if (!tool) {
        const near = nearestTool(name, [...byName.values()])?.definition.name;
        const hint = near === undefined ? '' : ` Nothing was done. Call ${near} instead.`;
        throw new ToolError(`Unknown tool: ${name}.${hint} Tools: ${[...byName.keys()].join(', ')}.`);
      }
      return await tool.execute(input, context);
    },
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}
