// The three vendors' real clients, each with its loopback server, behind one shape: for what must hold for all of them.
import { silentLog } from '../../src/base/log.ts';
import { createAnthropic } from '../../src/models/vendors/anthropic.ts';
import type { CallOptions } from '../../src/models/vendors/vendor-client.ts';
import { createGoogle } from '../../src/models/vendors/google.ts';
import { createOpenAI } from '../../src/models/vendors/openai.ts';
import type { Provider } from '../../src/models/provider.ts';
import type { VendorName } from '../../src/models/vendors/vendors.ts';
import { openGoogleApi } from './google-api.ts';
import type { Break, Loopback, Refusal } from './loopback.ts';
import { createImpatientClock } from './model-calls.ts';
import { openMessagesApi } from './messages-api.ts';
import { openOpenAIApi } from './openai-api.ts';

/** What any of the servers can be made to say. */
export interface Said {
  text?: string;
  calls?: { name: string; input: object }[];
  /** Thinking before all else, where the format has a place for it. */
  thoughts?: string[];
  break?: Break;
  /** Between the pieces of a stream. */
  pieceDelayMs?: number;
}

export interface OpenedVendor {
  provider: Provider;
  /** Its base URL as the configuration gives it. */
  baseUrl: string;
  api: Loopback;
  /** Every request so far. */
  requests: () => readonly { body: unknown; headers: Record<string, unknown> }[];
  /** What the server found wrong with a request. */
  refusals: () => string[];
}

export async function openVendor(
  name: VendorName,
  script: (index: number) => Said | Refusal,
  options: Partial<CallOptions> = {},
): Promise<OpenedVendor> {
  const common = { apiKey: 'key', log: silentLog, clock: createImpatientClock(), ...options };
  switch (name) {
    case 'anthropic': {
      const api = await openMessagesApi((_request, index) => {
        const said = script(index);
        if ('status' in said) return said;
        const text = said.text === undefined ? [] : [{ type: 'text' as const, text: said.text }];
        const thoughts = (said.thoughts ?? []).map((thinking) => ({ type: 'thinking' as const, thinking }));
        return {
          content: [
            ...thoughts,
            ...text,
            ...(said.calls ?? []).map((call) => ({ type: 'tool_use' as const, ...call })),
          ],
          ...(said.break && { break: said.break }),
          pieceDelayMs: said.pieceDelayMs ?? 0,
        };
      });
      return opened(api, api.url, createAnthropic({ ...common, baseUrl: api.url }));
    }
    case 'openai': {
      const api = await openOpenAIApi((_request, index) => {
        const said = script(index);
        if ('status' in said) return said;
        const { calls, thoughts: _, ...rest } = said;
        return { ...rest, ...(calls && { calls: calls.map((call) => ({ name: call.name, arguments: call.input })) }) };
      });
      return opened(api, `${api.url}/v1`, createOpenAI({ ...common, baseUrl: `${api.url}/v1` }));
    }
    case 'google': {
      const api = await openGoogleApi((_request, index) => {
        const said = script(index);
        if ('status' in said) return said;
        const { calls, thoughts, ...rest } = said;
        return {
          ...rest,
          ...(thoughts && { thought: thoughts.join('') }),
          ...(calls && { calls: calls.map((call) => ({ name: call.name, args: call.input })) }),
        };
      });
      return opened(api, api.url, createGoogle({ ...common, baseUrl: api.url }));
    }
  }
}

function opened(
  api: Loopback & { requests: readonly { body: unknown; headers: object; refusal?: string }[] },
  baseUrl: string,
  provider: Provider,
): OpenedVendor {
  return {
    api,
    baseUrl,
    provider,
    requests: () => api.requests as readonly { body: unknown; headers: Record<string, unknown> }[],
    refusals: () => api.requests.flatMap(({ refusal }) => (refusal === undefined ? [] : [refusal])),
  };
}
