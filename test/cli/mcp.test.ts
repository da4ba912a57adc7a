// `scrubjay mcp` as another program sees it: through the protocol's own client, over the pipes of a child process.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type Home, program } from '../support/daemon.ts';

let home: Home;
let client: Client;
beforeEach(() => {
  home = createHome('timezone = "UTC"\n[memory.embedding]\nmodel = "none"\n');
  mkdirSync(home.memory, { recursive: true });
  writeFileSync(path.join(home.memory, 'MEMORY.md'), '# Memory\n\n- The boat is called Plover\n');
});
afterEach(async () => {
  await client.close();
  await home.close();
});

async function connect(...options: string[]): Promise<string[]> {
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...options],
      cwd: home.folder,
      env: { XDG_CONFIG_HOME: '/nonexistent' },
      stderr: 'inherit',
    }),
  );
  return (await client.listTools()).tools.map((tool) => tool.name);
}

async function call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { text: (content as { text: string }[]).map((part) => part.text).join('\n'), isError: isError === true };
}

describe('the memory over the Model Context Protocol', () => {
  it('says in which languages the notes are to be searched', async () => {
    writeFileSync(
      path.join(home.memory, 'casa.md'),
      '# Casa\n\n- La llave está en el cajón de la cocina\n- El seguro de la casa vence en junio, y los papeles están con mi hermana\n',
    );
    await connect();
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'memory_search')?.description).toContain('The notes are in Spanish');
  });

  it('is searched and read, also what was written a moment ago, and cannot be changed', async () => {
    expect(await connect()).toEqual(['memory_search', 'memory_get']);
    expect(await call('memory_search', { query: 'boat' })).toMatchObject({
      text: expect.stringContaining('MEMORY.md#L3-L3') as string,
      isError: false,
    });
    writeFileSync(path.join(home.memory, 'garden.md'), '# Garden\n\nThe plum tree is by the shed.\n');
    expect((await call('memory_search', { query: 'plum' })).text).toContain('by the shed');
    expect((await call('memory_get', { key: 'MEMORY.md' })).text).toContain('Plover');
    expect(await call('remember', { text: 'Nothing' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Unknown tool: remember') as string,
    });
    expect(readdirSync(home.memory).toSorted()).toEqual(['MEMORY.md', 'garden.md']);
  });

  it('tells a client that asks for it how far new notes are read that a search waits for', async () => {
    await connect();
    await call('memory_search', { query: 'boat' });
    const lines = Array.from({ length: 20 }, (_, line) => `- line ${line}\n`).join('');
    const told: { progress: number; total?: number | undefined }[] = [];
    const asked = { name: 'memory_search', arguments: { query: 'boat' } };
    // It tells nothing of what takes less than a second, which on a fast machine are many notes.
    for (let [from, to] = [0, 1_000]; told.length === 0 && to < 20_000; [from, to] = [to, to * 3]) {
      for (let n = from; n < to; n += 1) writeFileSync(path.join(home.memory, `${n}.md`), lines);
      const { isError } = await client.callTool(asked, { onprogress: (progress) => void told.push(progress) });
      expect(isError).toBe(false);
    }
    expect(told.length).toBeGreaterThan(0);
    for (const { progress, total } of told) expect(total).toBeGreaterThanOrEqual(progress);
  }, 60_000);

  it('lets no byte from outside the folder out, and says what a tool cannot take', async () => {
    await connect();
    writeFileSync(path.join(home.folder, 'secret.md'), 'the canary');
    for (const key of ['../secret.md', path.join(home.folder, 'secret.md'), '../config.toml'])
      expect(await call('memory_get', { key })).toMatchObject({ isError: true });
    expect(await call('memory_search', {})).toMatchObject({
      isError: true,
      text: expect.stringContaining('Invalid input for memory_search') as string,
    });
  });

  it('takes a line with --write, which is on disk when the receipt is given', async () => {
    expect(await connect('--write')).toEqual(['memory_search', 'memory_get', 'remember']);
    const { text } = await call('remember', { text: 'Anna is allergic to hazelnuts' });
    expect(text).toMatch(/^Saved: Anna is allergic to hazelnuts -> \d{4}-\d\d-\d\d\.md#L3 \(r1\)/);
    const [, day = ''] = /-> (\S+)#/.exec(text) ?? [];
    expect(readFileSync(path.join(home.memory, day), 'utf8')).toMatch(/- \d\d:\d\d Anna is allergic to hazelnuts\n$/);
    expect((await call('memory_search', { query: 'hazelnuts' })).text).toContain('Anna');
  });

  it('answers a line that is no request as the protocol asks for, and goes on', async () => {
    await connect();
    const server = home.start({ args: ['mcp'] });
    const ask = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
    const lines = [
      'no json',
      '{"jsonrpc":"2.0","id":7}',
      '{"method":"ping","id":"a"}',
      '[]',
      '42',
      'null',
      '{"id":{}}',
    ];
    // Longer than what is kept of a line: it must not end the server either.
    const long = `"${'x'.repeat(11 * 1024 * 1024)}"\n`;
    server.process.stdin?.write(`${lines.join('\n')}\n${ask(1)}${long}${ask(2)}`);
    await server.until(({ stdout }) => stdout.includes('"id":2'), 'an answer to what comes after them');
    server.process.stdin?.end();
    const { code, stdout } = await server.finished;
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } });
    expect(code).toBe(0);
    expect(answers.map(({ id, error }) => [id, error?.code ?? 'done'])).toEqual([
      [null, -32700],
      [7, -32600],
      ['a', -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [1, 'done'],
      [null, -32700],
      [2, 'done'],
    ]);
  });

  it('ends with its input', async () => {
    const { code, stderr } = await home.run(['mcp'], { input: '' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await connect();
  });
});
