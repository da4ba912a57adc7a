// A tool is schema + parse + run; the registry keeps them in registration order and runs one by name.
import { type ZodType, z } from 'zod';
import { ToolError } from '../base/errors.ts';
import type { ToolDefinition } from '../models/provider.ts';

/** What a running tool may know of the turn that called it. */
export interface ToolContext {
  /** The id of the tool call: the same after a crash and a replay, so it can key what must happen once. */
  toolUseId: string;
  signal: AbortSignal;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** What to call for the rest of a result that was too long to show; a sentence for the model. */
  readonly whenTooLong?: string;
  /**
   * Checks the input and runs.
   * @returns the text of the result, for the model
   * @throws ToolError for what the model can act on; anything else is a bug but still becomes an error result
   */
  execute(input: unknown, context: ToolContext): Promise<string>;
}

/** Makes a tool from a zod schema: the schema is both what the model reads and what its input is checked against. */
export function defineTool<Schema extends ZodType>(parts: {
  name: string;
  description: string;
  input: Schema;
  whenTooLong?: string;
  run(input: z.infer<Schema>, context: ToolContext): Promise<string>;
}): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(parts.input, { io: 'input' });
  return {
    definition: { name: parts.name, description: parts.description, inputSchema },
    ...(parts.whenTooLong === undefined ? {} : { whenTooLong: parts.whenTooLong }),
    async execute(input, context) {
      const parsed = parts.input.safeParse(input);
      if (!parsed.success) throw new ToolError(`Invalid input for ${parts.name}: ${z.prettifyError(parsed.error)}`);
      return await parts.run(parsed.data, context);
    },
  };
}

export interface ToolRegistry {
  register(tool: Tool): void;
  /** In registration order: the order is part of the frozen prefix. */
  definitions(): ToolDefinition[];
  get(name: string): Tool | undefined;
  /** Rejects for a name that is not registered, for input that does not fit, and when the tool throws. */
  execute(name: string, input: unknown, context: ToolContext): Promise<string>;
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
      if (!tool) throw new ToolError(`Unknown tool: ${name}. Tools: ${[...byName.keys()].join(', ')}.`);
      return await tool.execute(input, context);
    },
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}
