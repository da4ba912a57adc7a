// Which models a server has: one small request that also shows whether the server is there and takes the key. For the set-up;
// a conversation never needs it.
import { isJsonObject } from './json.ts';
import { localKey } from './host.ts';
import { guardedFetch } from './vendors/guarded-fetch.ts';
import { rootMessage } from './vendors/http-errors.ts';
import { type VendorName, vendors } from './vendors/vendors.ts';

export type ModelList =
  | { outcome: 'listed'; models: string[] }
  /** `refused`: the key; `unreachable`: no server answers; `unlisted`: one does, and gives no list. */
  | { outcome: 'refused' | 'unreachable' | 'unlisted'; problem: string };

/** Servers of models that run on a person's own machine, where they listen by default. */
export const localServers: readonly { name: string; baseUrl: string }[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];

/** Never throws: a failure is the result. */
export async function listModels(
  vendor: VendorName,
  { baseUrl, apiKey = localKey, timeoutMs = 10_000 }: { baseUrl: string; apiKey?: string; timeoutMs?: number },
): Promise<ModelList> {
  const { url, headers } = vendors[vendor].listing(baseUrl, apiKey);
  try {
    const response = await guardedFetch(() => undefined)(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    // Google says 400 for a key that is none.
    if ([400, 401, 403].includes(response.status))
      return { outcome: 'refused', problem: `${baseUrl} refuses the key (${response.status}).` };
    const body: unknown = response.ok ? await response.json() : null;
    if (!response.ok) return { outcome: 'unlisted', problem: `${baseUrl} answers with ${response.status}.` };
    return { outcome: 'listed', models: namesIn(body) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { outcome: 'unlisted', problem: `${baseUrl} answers, but not as a server of models does.` };
    return { outcome: 'unreachable', problem: `${baseUrl} can't be reached: ${rootMessage(error)}.` };
  }
}

/** `{data: [{id}]}` of Anthropic, OpenAI and those that speak like it; `{models: [{name: "models/…"}]}` of Google. */
function namesIn(body: unknown): string[] {
  if (!isJsonObject(body)) return [];
  const list = Array.isArray(body['data']) ? body['data'] : Array.isArray(body['models']) ? body['models'] : [];
  return (list as unknown[]).flatMap((entry) => {
    const { id, name } = isJsonObject(entry) ? entry : {};
    const given = typeof id === 'string' ? id : typeof name === 'string' ? name : '';
    return given === '' ? [] : [given.replace(/^models\//, '')];
  });
}
