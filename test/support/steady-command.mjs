// A command of the built program, stopped before it begins: it says which of its threads runs JavaScript and which one
// reads and writes files for it (`main worker`), and goes on when a byte comes in. For tests that attach to one of them.
import { readdirSync, readFileSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';

const commands = {
  consolidate: () => import('../../src/cli/consolidate.ts'),
  undo: () => import('../../src/cli/undo.ts'),
};
const { command } = await commands[process.argv[2]]();

/** How often each thread has gone to sleep: the one that is given work by and by, most of all. */
const switches = () =>
  new Map(
    readdirSync('/proc/self/task').map((thread) => [
      thread,
      Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`/proc/self/task/${thread}/status`, 'utf8'))?.[1]),
    ]),
  );
const before = switches();
for (let i = 0; i < 100; i += 1) await stat('.');
const busy = [...switches()]
  .filter(([thread]) => thread !== String(process.pid))
  .map(([thread, count]) => [thread, count - (before.get(thread) ?? 0)]);
const [worker] = busy.sort((a, b) => b[1] - a[1])[0];
process.stdout.write(`${process.pid} ${worker}\n`);
readSync(0, Buffer.alloc(1));
process.exitCode = await command.run({ values: {}, words: [] });
