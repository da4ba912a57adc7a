// kill -9 at the N-th system call that changes a file or the network, over one whole turn that saves something, then a
// start as if nothing had been. Some kills a run; all of them with SCRUBJAY_KILLS=all npm run test:faults.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { type Daemon, program, spawnProgram } from '../support/daemon.ts';
import { calls, lastToolResults, thinks } from '../support/messages-api.ts';
import { type TelegramHome, openTelegramHome, person } from '../support/telegram-home.ts';

/** What changes a file or leaves the machine; and the opening of files, to name them by. */
const traced = 'write,pwrite64,writev,fsync,fdatasync,rename,unlink,openat,ftruncate';
const fact = 'the spare key is under the pot';

const canTrace = (() => {
  try {
    execFileSync('strace', ['-f', '-e', 'trace=write', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let home: TelegramHome;
const openHome = () =>
  openTelegramHome(({ body }) => {
    const isSaved = lastToolResults(body).some((result) => !result.isError);
    return isSaved ? 'Noted.' : [thinks('This is worth keeping.'), calls('remember', { text: fact })];
  });

interface Traced {
  daemon: Daemon;
  /** Reaches the program itself: strace keeps signals that are meant to end it from itself. */
  end(signal: NodeJS.Signals): Promise<void>;
}

function startTraced(...injection: string[]): Traced {
  const settings = ['-f', '-qq', '-y', '-s', '400', '-e', `trace=${traced}`, ...injection, '-o', traceFile()];
  const daemon = spawnProgram('strace', [...settings, process.execPath, program, 'start'], home.folder);
  return {
    daemon,
    async end(signal) {
      const { pid } = daemon.process;
      const children = existsSync(`/proc/${pid}`)
        ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
        : '';
      if (children !== '') process.kill(Number(children.split(' ')[0]), signal);
      await daemon.finished;
    },
  };
}

const traceFile = () => path.join(home.folder, 'trace.txt');

const calmed = () =>
  home.telegram.until(
    () => home.read().some((text) => text.includes('Noted.')) && home.telegram.unconfirmed() === 0,
    'the answer',
  );

interface Outcome {
  /** Answers that don't say that they may be a repeat. */
  unmarked: number;
  marked: number;
  timesSaved: number;
  turns: number;
  state: unknown;
  refusals: (string | undefined)[];
}

/** Runs a turn in which the N-th call of a kind kills the program, then starts it again, and says what came of it. */
async function killAt(call: string, when: number): Promise<Outcome> {
  home = await openHome();
  home.telegram.say(person, `remember that ${fact}`);
  const first = startTraced('-e', `inject=${call}:signal=KILL:when=${when}`);
  const answered = home.telegram.until(() => home.read().length > 0, 'an answer or the kill').catch(() => undefined);
  await Promise.race([first.daemon.finished, answered]);
  await first.end('SIGKILL');

  const second = home.start();
  await second.ready();
  await calmed();
  await second.kill('SIGTERM');

  const notes = readdirSync(home.memory).filter((name) => name.endsWith('.md'));
  const state = new Database(path.join(home.state, 'queue.db'), { readonly: true });
  const verdict: unknown = state.pragma('quick_check', { simple: true });
  state.close();
  const marked = home.read().filter((text) => text.startsWith('(resent)')).length;
  return {
    unmarked: home.read().length - marked,
    marked,
    timesSaved: notes
      .map((name) => readFileSync(path.join(home.memory, name), 'utf8').split(fact).length - 1)
      .reduce((sum, times) => sum + times, 0),
    turns: home.sessionLines().filter((line) => line.type === 'turn').length,
    state: verdict,
    refusals: home.model.refused().map((request) => request.refusal),
  };
}

/** The calls of a whole run that nothing kills. */
async function traceWhole(): Promise<string> {
  home = await openHome();
  const { daemon, end } = startTraced();
  await daemon.ready();
  home.telegram.say(person, `remember that ${fact}`);
  await calmed();
  await end('SIGTERM');
  const trace = readFileSync(traceFile(), 'utf8');
  await home.close();
  return trace;
}

/** How often each kind of call that changes something is made, by the thread that makes most: strace counts each thread by itself. */
function countCalls(trace: string): Map<string, number> {
  const ofThread = new Map<string, number>();
  for (const [, made] of trace.matchAll(/^(\d+ +\w+)\(/gm))
    ofThread.set(made ?? '', (ofThread.get(made ?? '') ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [made, count] of ofThread) {
    const call = made.split(/ +/)[1] ?? '';
    if (call !== 'openat') counts.set(call, Math.max(counts.get(call) ?? 0, count));
  }
  return counts;
}

const whole = canTrace ? await traceWhole() : '';
const everyKill = [...countCalls(whole)].flatMap(([call, most]) =>
  Array.from({ length: most }, (_, index) => [call, index + 1] as const),
);
const wanted = process.env['SCRUBJAY_KILLS'] ?? '2';
/** Some are chosen at random, so that many runs see them all; the name of a test that fails says which it was. */
const kills = wanted === 'all' ? everyKill : everyKill.toSorted(() => Math.random() - 0.5).slice(0, Number(wanted));

describe.skipIf(!canTrace)('kill -9 anywhere in a turn (skipped where there is no strace)', () => {
  afterEach(() => home.close());

  it.each(kills)(
    'at %s number %d: one answer, saved once, and the session goes on',
    { timeout: 120_000 },
    async (call, when) => {
      const { unmarked, marked, ...rest } = await killAt(call, when);
      expect(rest).toEqual({ timesSaved: 1, turns: 1, state: 'ok', refusals: [] });
      expect(unmarked).toBeLessThanOrEqual(1);
      expect(marked).toBeLessThanOrEqual(1);
    },
  );
});

describe.skipIf(!canTrace)('what is confirmed is on disk', () => {
  it('every step is flushed before the next one leaves the machine', () => {
    const sent = readTrace(whole);
    expect(sent.filter(({ what }) => what === 'model')).toHaveLength(2);
    expect(sent.filter(({ what }) => what === 'reply')).toHaveLength(1);
    expect(sent.filter(({ unflushed }) => unflushed.length > 0)).toEqual([]);
  });
});

interface Sent {
  /** A request to the model, a reply to the person, or the confirmation of what arrived. */
  what: 'model' | 'reply' | 'confirmation';
  /** Files and folders of ours that were changed and not flushed when it left. */
  unflushed: string[];
}

/** What left the machine in a trace, and what was not on disk by then. */
function readTrace(trace: string): Sent[] {
  const sent: Sent[] = [];
  const changed = new Set<string>();
  const flushing = new Map<string, string>();
  // A folder may be named by its handle; what that is, the opening said.
  const handles = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, handle, opened] = /openat\b.*= (\d+)<([^>]*)>$/.exec(line) ?? [];
    if (handle !== undefined && opened !== undefined) handles.set(`/proc/self/fd/${handle}`, opened);
    const thread = line.split(' ', 1)[0] ?? '';
    const [, call = '', target = ''] = /^\d+ +(\w+)\((?:\d+<([^>]*)>)?/.exec(line) ?? [];
    const flushed = / resumed>.*= 0$/.test(line) ? flushing.get(thread) : undefined;
    if (flushed !== undefined) {
      changed.delete(flushed);
      flushing.delete(thread);
    }
    if (call === 'fsync' || call === 'fdatasync') {
      if (line.endsWith('= 0')) changed.delete(target);
      else flushing.set(thread, target);
    } else if (call === 'openat' && line.includes('O_CREAT')) {
      const made = /"([^"]+)"/.exec(line)?.[1] ?? '';
      if (/\/sessions\//.test(made)) changed.add(path.dirname(made));
    } else if (call === 'rename') {
      const renamed = /"([^"]+)"/.exec(line)?.[1] ?? '';
      const folder = path.dirname(renamed);
      // The index is made anew from the notes where it is lost.
      if (!path.basename(renamed).startsWith('index.db')) changed.add(handles.get(folder) ?? folder);
    } else if (target.startsWith('socket:')) {
      const what = leaving(line);
      if (what)
        sent.push({
          what,
          unflushed: [...changed].filter((file) => what !== 'confirmation' || file.includes('queue.db')),
        });
    } else if (/\/(?:sessions|memory)\/|\/queue\.db-wal$/.test(target) && /write/.test(call)) {
      changed.add(target);
    }
  }
  return sent;
}

function leaving(line: string): Sent['what'] | null {
  if (line.includes('/v1/messages')) return 'model';
  if (line.includes('/sendMessage HTTP')) return 'reply';
  return line.includes('offset') ? 'confirmation' : null;
}
