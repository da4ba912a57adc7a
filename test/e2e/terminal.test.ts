import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, createHome, program, spawnProgram } from '../support/daemon.ts';
import { type MessagesApi, openMessagesApi } from '../support/messages-api.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
beforeEach(() => {
  home = createHome(wordsOnly);
});
afterEach(() => home.close());

const wordsOnly = '[memory.embedding]\nmodel = "none"\n';
const today = () => new Date().toISOString().slice(0, 10);

describe('without any account, from a pipe', () => {
  it('keeps what it is told for its owner alone, says where, and quotes it in a later run; sets a reminder that is asked for in plain words, and says once, where it has no answer, that no model is configured', async () => {
    const told = await home.run(['start'], {
      input: 'remember that my dentist is Dr. Kim\nremind me in 3 hours to call the bank\n/reminders\n/status\n',
    });
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(
      /^Reminder set: (.+: call the bank)$[^]*^Reminder 1: \1$[^]*^Model: none is configured: notes are kept and quoted$/m,
    );
    expect(told.stdout).toContain(`Saved: my dentist is Dr. Kim -> ${today()}.md`);
    expect(readFileSync(path.join(home.memory, `${today()}.md`), 'utf8')).toContain('my dentist is Dr. Kim');
    const madeForOthers = readdirSync(home.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name !== 'config.toml')
      .filter((entry) => (statSync(path.join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
    expect(madeForOthers).toEqual([]);

    const asked = await home.run(['start'], { input: 'who is my dentist?\nwho is my plumber?\nand my vet?\n' });
    expect(asked.stdout).toContain('Dr. Kim');
    expect(asked.stdout).toContain(`${today()}.md#L3)`);
    expect(asked.stdout.match(/No model is configured/g)).toHaveLength(1);
    expect(asked.stdout.indexOf('No model')).toBeGreaterThan(asked.stdout.indexOf('I found nothing about that'));
    expect(asked.stderr).toContain('"msg":"ready"');
    expect((await runCommand(['status'], home)).stdout).toMatch(
      /^model +none: notes are kept and quoted$[^]*^warning +The model anthropic\/\S+ has no key: set provider\.anthropic\.api_key/m,
    );
  });

  it('answers one line after the other, one of 100 kB as well, blank ones with a clear word, and ends at the end of its input', async () => {
    const { code, stdout } = await home.run(['start'], {
      input: `remember that the wifi is called jay\n\n   \n${'long words '.repeat(10_000)}\nwhat is the wifi called`,
    });
    expect(code).toBe(0);
    const saved = stdout.indexOf('Saved: the wifi is called jay');
    const blank = stdout.indexOf('Your message came without any text');
    const answer = stdout.lastIndexOf('the wifi is called jay');
    expect([saved, blank, answer].toSorted((a, b) => a - b)).toEqual([saved, blank, answer]);
    expect(stdout.match(/came without any text/g)).toHaveLength(2);
  });
});

describe('with a model, on a terminal', () => {
  let api: MessagesApi;
  beforeEach(async () => {
    api = await openMessagesApi(() => ({
      content: [{ type: 'text', text: 'one two three four five six seven eight nine ten' }],
      pieceDelayMs: 150,
    }));
    home.configure(`[provider.anthropic]\nbase_url = "${api.url}"\n${wordsOnly}`);
  });
  afterEach(() => api.close());

  const onTerminal = () =>
    spawnProgram('script', ['-qfec', `${process.execPath} ${program} chat`, '/dev/null'], home.folder);

  it('stops a reply at Ctrl-C, stays, and goes on with a session that the API takes', async () => {
    const terminal = onTerminal();
    await terminal.until(({ stdout }) => stdout.includes('Three things to try'), 'the greeting');
    terminal.process.stdin?.write('count for me\r');
    await terminal.until(({ stdout }) => stdout.includes('one two'), 'the first words');
    terminal.process.stdin?.write('\u0003');
    await terminal.until(({ stdout }) => stdout.includes('Stopped.'), 'the stop');
    expect(terminal.stdout()).not.toContain('nine');

    api.answerWith(() => 'still here');
    terminal.process.stdin?.write('are you there?\r');
    await terminal.until(({ stdout }) => stdout.includes('still here'), 'the next reply');
    terminal.process.stdin?.write('\u0004');
    expect((await terminal.finished).code).toBe(0);
    expect(api.refused()).toEqual([]);
  });

  it('leaves at the second Ctrl-C while it is idle, says where its log is, and writes none of it on the screen', async () => {
    const terminal = onTerminal();
    await terminal.until(({ stdout }) => stdout.includes('Three things to try'), 'the greeting');
    terminal.process.stdin?.write('\u0003');
    await terminal.until(({ stdout }) => stdout.includes('Press Ctrl-C again to leave.'), 'the warning');
    terminal.process.stdin?.write('\u0003');
    const { code, stdout } = await terminal.finished;
    expect(code).toBe(0);
    expect(stdout).toContain('scrubjay.log');
    expect(stdout).not.toContain('"level"');
    expect(readFileSync(path.join(home.state, 'scrubjay.log'), 'utf8')).toContain('"msg":"ready"');
  });

  it('loses nothing when it is ended in the middle of a reply from a pipe', async () => {
    const daemon = home.start();
    await daemon.ready();
    daemon.process.stdin?.write('count for me\n');
    await expect.poll(() => api.requests.length).toBe(1);
    expect((await daemon.kill('SIGINT')).code).toBe(0);

    api.answerWith(() => 'back again');
    const { stdout } = await home.run(['start'], { input: 'hello?\n' });
    expect(stdout).toContain('back again');
    expect(JSON.stringify(api.requests.at(-1)?.body.messages)).toContain('count for me');
    expect(api.refused()).toEqual([]);
  });
});
