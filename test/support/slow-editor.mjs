// An editor on a slow disk: it empties each file in place and writes it again as it was, with a pause after a part of it. It says
// that it is ready, and begins when its standard input ends.
// `slow-editor.mjs '[{"file": …, "startMs": …, "cut": …, "gapMs": …}, …]'`
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

process.stdout.write('ready');
for await (const _ of process.stdin);
await Promise.all(
  JSON.parse(process.argv[2]).map(async ({ file, startMs, cut, gapMs }) => {
    await delay(startMs);
    const handle = openSync(file, 'r+');
    const bytes = readFileSync(handle);
    ftruncateSync(handle, 0);
    writeSync(handle, bytes.subarray(0, cut), 0, undefined, 0);
    await delay(gapMs);
    writeSync(handle, bytes.subarray(cut), 0, undefined, cut);
    closeSync(handle);
  }),
);
