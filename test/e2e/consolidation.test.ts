// The consolidation through the real program: its commands.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHome, type Home } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';
import { lastUserText, type MessagesApi, openMessagesApi } from '../support/messages-api.ts';

const day = '# 2026-11-20\n\n- 09:00 Anna moved to Bonn\n- 10:00 just a rainy day\n';
const hand = '# Memory\n\n- by hand\n';
const bare = (text: string): string => text.replace(/ <!-- scrubjay.*?-->/g, '');

describe('with a model', () => {
  let home: Home;
  let api: MessagesApi;
  beforeEach(async () => {
    api = await openMessagesApi(() =>
      JSON.stringify({
        operations: [
          {
            op: 'add',
            section: 'People',
            target: null,
            text: 'Anna moved to Bonn',
            kind: 'person',
            importance: 0.8,
            source: ['D1'],
            quote: 'Anna moved to Bonn',
          },
        ],
      }),
    );
    home = createHome();
    home.configure(`[provider.anthropic]\nbase_url = "${api.url}"\n[memory.embedding]\nmodel = "none"\n`);
    mkdirSync(home.memory);
    writeFileSync(path.join(home.memory, '2026-11-20.md'), day);
    writeFileSync(path.join(home.memory, 'MEMORY.md'), hand);
  });
  afterEach(async () => {
    await home.close();
    await api.close();
  });
  const memory = (): string => readFileSync(path.join(home.memory, 'MEMORY.md'), 'utf8');

  it('shows a diff, writes once, does nothing the second time, and takes it back', async () => {
    const dry = await runCommand(['consolidate', '--dry-run'], home);
    expect(dry.stdout).toMatch(
      /^--- a\/MEMORY\.md\n[\s\S]*\n\+- Anna moved to Bonn <!-- [\s\S]*1 added, none changed, none removed \(dry run\)/,
    );
    expect(memory()).toBe(hand);

    const run = await home.run(['consolidate', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'changed', summary: '+1 ~0 -0', days: ['2026-11-20'] });
    expect(bare(memory())).toBe(`${hand}\n## People\n\n- Anna moved to Bonn\n`);
    expect(readFileSync(path.join(home.memory, '2026-11-20.md'), 'utf8')).toBe(day);
    expect(lastUserText(api.requests[0]?.body as Parameters<typeof lastUserText>[0])).toContain(
      'D1: - 09:00 Anna moved to Bonn',
    );

    expect((await runCommand(['consolidate'], home)).stdout).toBe('Nothing new to consolidate.\n');
    expect(api.requests.length).toBe(2);
    expect(JSON.parse((await runCommand(['status', '--json'], home)).stdout)).toMatchObject({
      consolidation: { pendingSpans: 0, lastRun: { outcome: 'done', note: '+1 ~0 -0' } },
    });

    expect((await runCommand(['undo', '--list'], home)).stdout).toMatch(/^\S+ {2}\S+Z {2}\+1 ~0 -0\n$/);
    expect(await home.run(['undo'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Undone: the consolidation of \d{4}-\d\d-\d\d \d\d:\d\d \(1 added, none changed, none removed\)\n$/,
      ) as string,
    });
    expect(memory()).toBe(hand);
    expect((await runCommand(['undo'], home)).stderr).toContain('no consolidation to undo');
  });

  it.each(['', 'I’m sorry, I can’t help with that.', '{"operations": []}'])(
    'refuses %j, says so, and leaves the day open',
    async (answer) => {
      api.answerWith(() => answer);
      const run = await runCommand(['consolidate'], home);
      expect(run.code).toBe(1);
      expect(run.stdout).toMatch(/^Refused, nothing was changed: /);
      expect(memory()).toBe(hand);
      expect(JSON.parse((await runCommand(['status', '--json'], home)).stdout)).toMatchObject({
        consolidation: { pendingSpans: 2, lastRun: { outcome: 'failed' } },
      });
    },
  );
});
