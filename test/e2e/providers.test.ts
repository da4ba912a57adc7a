// The built program against each vendor's loopback server: the same turn with a tool in it, and the router over real faults.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createHome, type Home } from '../support/daemon.ts';
import { openGoogleApi } from '../support/google-api.ts';
import type { Loopback } from '../support/loopback.ts';
import { calls, lastToolResults, openMessagesApi, says, thinks } from '../support/messages-api.ts';
import { openOpenAIApi } from '../support/openai-api.ts';

const open: Loopback[] = [];
const homes: Home[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.close();
  for (const api of open.splice(0)) await api.close();
});

function homeWith(toml: string): Home {
  const home = createHome(`${toml}\n[memory.embedding]\nmodel = "none"\n`);
  homes.push(home);
  return home;
}
const ask = async (home: Home, words: string) => {
  const { code, stdout, stderr } = await home.run(['ask', words, '--json']);
  if (code !== 0) throw new Error(`ask ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as { reply: string; toolCalls: { name: string; isError: boolean }[] };
};
const fact = 'The boat is called Plover';

/** All that the sessions of a home hold. */
const sessionText = (home: Home): string => {
  const dir = path.join(home.state, 'sessions');
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
};

describe('A turn with a tool', () => {
  it('goes through an OpenAI-compatible server', async () => {
    const api = await openOpenAIApi(({ body }) =>
      body.messages.at(-1)?.role === 'tool' ? 'Noted.' : { calls: [{ name: 'remember', arguments: { text: fact } }] },
    );
    open.push(api);
    const home = homeWith(
      `[provider]\nprimary = "openai/local-model"\n[provider.openai]\nbase_url = "${api.url}/v1"\n`,
    );
    expect(await ask(home, 'Remember the boat')).toMatchObject({ toolCalls: [{ name: 'remember', isError: false }] });
    expect(home.filesHolding(fact).some((file) => file.startsWith(home.memory))).toBe(true);
    expect(api.refused().map((request) => request.refusal)).toEqual([]);
  });

  it('is summarised by the model that is configured for that, at its own price', async () => {
    const api = await openMessagesApi(({ body }) =>
      body.model === 'claude-haiku-5-5'
        ? '{"summary": "They talked.", "notes": [{"date": "2026-11-21", "text": "The boat is called Plover"}]}'
        : 'Yes.',
    );
    open.push(api);
    const home = homeWith(
      `[provider.anthropic]\nbase_url = "${api.url}"\n[session]\nhistory_messages = 4\nsummary_model = "anthropic/claude-haiku-5-5"\n[agent]\nrecall = false\n`,
    );
    const { code, stderr } = await home.run(['chat'], { input: 'The boat is called Plover\ntwo\nthree\nfour\n' });
    expect({ code, stderr: /error/i.test(stderr) }).toEqual({ code: 0, stderr: false });
    expect(
      JSON.stringify(api.requests.filter(({ body }) => body.model === 'claude-sonnet-5-5').at(-1)?.body.messages),
    ).toContain('They talked.');
    expect(home.filesHolding(fact).some((file) => file.startsWith(home.memory))).toBe(true);
    const spent = sessionText(home)
      .split('\n')
      .filter((line) => line.includes('"purpose":"compaction"'))
      .map((line) => JSON.parse(line) as { model: string; input: number; output: number; cost_usd: number });
    const [first] = spent;
    expect(first).toMatchObject({ model: 'anthropic/claude-haiku-5-5' });
    expect(first?.cost_usd).toBeCloseTo(((first?.input ?? 0) * 0.1 + (first?.output ?? 0) * 0.5) / 1e6, 12);
  });

  it('stays within what a small local model holds, whatever is said and remembered', async () => {
    const api = await openOpenAIApi(
      ({ body }) =>
        body.response_format || !body.tools
          ? '{"summary": "They talked.", "notes": []}'
          : `Yes. ${'So it is. '.repeat(80)}`,
      { contextTokens: 8192 },
    );
    open.push(api);
    const home = homeWith(
      `[provider]\nprimary = "openai/local-model"\n[provider.openai]\nbase_url = "${api.url}/v1"\ncontext_tokens = 8192\n[agent]\nrecall = false\n`,
    );
    mkdirSync(home.memory, { recursive: true });
    writeFileSync(
      path.join(home.memory, 'MEMORY.md'),
      `# Memory\n${Array.from({ length: 600 }, (_, line) => `- Fact ${line}: the boat is moored at berth ${line}.`).join('\n')}\n`,
    );
    const { stdout, code, stderr } = await home.run(['chat'], {
      input: Array.from({ length: 12 }, (_, line) => `Question ${line}: ${'what of this? '.repeat(60)}`).join('\n'),
    });
    expect({ code, answers: stdout.match(/Yes\. So it is\./g)?.length, stderr: stderr.includes('too long') }).toEqual({
      code: 0,
      answers: 12,
      stderr: false,
    });
    expect(api.refused().map((request) => request.refusal)).toEqual([]);
    expect(JSON.stringify(api.requests.at(-1)?.body.messages)).toContain('They talked.');
  });

  it('goes through Gemini, thought signatures and all', async () => {
    const api = await openGoogleApi(({ body }) =>
      body.contents.at(-1)?.parts[0]?.functionResponse
        ? 'Noted.'
        : { calls: [{ name: 'remember', args: { text: fact } }] },
    );
    open.push(api);
    const home = homeWith(`[provider]\nprimary = "google/gemini-3-pro"\n[provider.google]\nbase_url = "${api.url}"\n`);
    expect(await ask(home, 'Remember the boat')).toMatchObject({ toolCalls: [{ name: 'remember', isError: false }] });
    expect(home.filesHolding(fact).some((file) => file.startsWith(home.memory))).toBe(true);
    expect(api.refused().map((request) => request.refusal)).toEqual([]);
  });

  it('goes over to the fallback in the middle, without the thinking of the first model', async () => {
    const first = await openMessagesApi((_request, index) =>
      index === 0
        ? [thinks('Private thought'), says('One moment.'), calls('memory_search', { query: 'boat' })]
        : { status: 401 },
    );
    const second = await openOpenAIApi(({ body }) =>
      body.messages.at(-1)?.role === 'tool' ? 'Nothing known.' : 'Who asks?',
    );
    open.push(first, second);
    const home = homeWith(
      `[provider]\nprimary = "anthropic/claude-sonnet-5-5"\nfallbacks = ["openai/other"]\n[provider.anthropic]\nbase_url = "${first.url}"\n[provider.openai]\nbase_url = "${second.url}/v1"\n`,
    );
    expect((await ask(home, 'What is the boat called?')).reply).toContain('Nothing known.');
    expect(second.requests).toHaveLength(1);
    expect(JSON.stringify(second.requests[0]?.body)).not.toContain('Private thought');
    expect([...first.refused(), ...second.refused()]).toEqual([]);
    const stored = sessionText(home);
    expect(stored).toContain('Private thought');
    expect(stored).toMatch(/"type":"model_change".*"model":"openai\/other"/);
  });

  it('reads results of a tool back to an Anthropic-compatible server byte for byte, with the key "local"', async () => {
    const api = await openMessagesApi(
      ({ body }) =>
        lastToolResults(body).length > 0
          ? 'Done.'
          : [
              thinks('a'),
              { type: 'redacted_thinking' },
              thinks('b'),
              calls('memory_search', { query: 'x' }),
              calls('memory_search', { query: 'y' }),
            ],
      { portable: true },
    );
    open.push(api);
    const home = homeWith(`[provider.anthropic]\nbase_url = "${api.url}"\n`);
    expect((await ask(home, 'Look twice')).reply).toContain('Done.');
    expect(api.refused().map((request) => request.refusal)).toEqual([]);
    expect(api.requests.map((request) => request.headers.authorization)).toEqual(['Bearer local', 'Bearer local']);
  });
});

describe('doctor', () => {
  const doctor = async (toml: string, env: NodeJS.ProcessEnv = {}) => {
    const { stdout, stderr, code } = await homeWith(toml).run(['doctor', '--json', '--config', 'config.toml'], { env });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
    return { code, stderr, models: checks.filter((check) => check.name === 'model') };
  };

  it('probes each configured model, also those of the night and of summaries, with a call and a call of a tool', async () => {
    const talks = await openMessagesApi(() => 'ready');
    const works = await openOpenAIApi(({ body }) =>
      body.tools ? { calls: [{ name: body.tools[0]?.function.name ?? '', arguments: {} }] } : 'ready',
    );
    open.push(talks, works);
    const { models, code, stderr } = await doctor(
      `[provider]\nfallbacks = ["openai/other"]\n[provider.anthropic]\nbase_url = "${talks.url}"\n[provider.openai]\nbase_url = "${works.url}/v1"\ncontext_tokens = 32768\n[session]\nsummary_model = "openai/nightly"\n[consolidation]\nmodel = "openai/nightly"\n`,
    );
    expect(models.map((check) => check.status)).toEqual(['warning', 'ok', 'ok']);
    expect(models[0]?.detail).toContain('did not call a tool');
    expect(models[1]?.detail).toMatch(/openai\/other answers and calls tools \(\d+ ms\); taken to hold 32768 tokens/);
    expect(models[2]?.detail).toContain('openai/nightly answers');
    expect([talks.requests.length, works.requests.length]).toEqual([2, 4]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('says of each refusal what to do, after one try', async () => {
    const answers: Record<string, { refusal: { status: number; message: string }; advice: RegExp; status: string }> = {
      'claude-key': {
        refusal: { status: 401, message: 'invalid x-api-key' },
        advice: /: the key is refused\. Check provider\.anthropic\.api_key \(ANTHROPIC_API_KEY\)\. .*invalid x-api-key/,
        status: 'failed',
      },
      'claude-name': {
        refusal: { status: 404, message: 'model: claude-name' },
        advice:
          /has no such model, or not at this address\. Check the model's name in \[provider\] and provider\.anthropic\.base_url/,
        status: 'failed',
      },
      'claude-credit': {
        refusal: { status: 400, message: 'Your credit balance is too low' },
        advice: /the account has no credit/,
        status: 'failed',
      },
      'claude-limit': { refusal: { status: 429, message: 'slow down' }, advice: /the key works/, status: 'warning' },
      'claude-busy': {
        refusal: { status: 529, message: 'Overloaded' },
        advice: /is there but does not answer now; try again later/,
        status: 'warning',
      },
      'claude-teapot': {
        refusal: { status: 418, message: 'teapot' },
        advice: /the call is refused\. It says: .*teapot/,
        status: 'failed',
      },
    };
    const names = Object.keys(answers);
    const api = await openMessagesApi(({ body }) => answers[body.model]?.refusal ?? 'ready');
    open.push(api);
    const [primary, ...fallbacks] = names.map((name) => `"anthropic/${name}"`);
    const { code, models, stderr } = await doctor(
      `[provider]\nprimary = ${primary}\nfallbacks = [${fallbacks.join()}]\n[provider.anthropic]\nbase_url = "${api.url}"\n`,
    );
    expect(models.map(({ status, detail }) => ({ status, detail }))).toEqual(
      Object.values(answers).map(({ status, advice }) => ({ status, detail: expect.stringMatching(advice) })),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(api.requests.map(({ body }) => body.model).toSorted()).toEqual(names.toSorted());
  });

  it('says where no server answers, and where a key travels unencrypted', async () => {
    const gone = await openMessagesApi(() => 'ready');
    await gone.close();
    const { code, models } = await doctor(
      `[provider]\nprimary = "google/gemini-3-pro"\nfallbacks = ["anthropic/x"]\n[provider.google]\nbase_url = "${gone.url}"\napi_key = "k-google"\n[provider.anthropic]\nbase_url = "http://scrubjay.invalid:9"\napi_key = "sk-canary-1234567890"\ncontext_tokens = 9000\n`,
    );
    expect(code).toBe(1);
    expect(models.map((check) => check.detail)).toEqual([
      expect.stringMatching(/provider\.anthropic: the API key is sent unencrypted to scrubjay\.invalid/),
      expect.stringMatching(
        /127\.0\.0\.1:\d+ can't be reached\. Check provider\.google\.base_url, and that the server runs\. .*ECONNREFUSED/,
      ),
      expect.stringMatching(/scrubjay\.invalid:9 can't be reached\. Check provider\.anthropic\.base_url/),
    ]);
    expect(JSON.stringify(models)).not.toContain('canary');
  });
});
