// Loaded into the program before its own modules (`node --import`): notes the longest time in which its event loop did not
// turn, and how much of that time its processor worked. At SIGUSR2 it writes both to stderr as one line, and begins anew.
import { writeSync } from 'node:fs';

const everyMs = 5;
let lastMs = performance.now();
let lastCpu = process.cpuUsage();
let longest = { blockedMs: 0, cpuMs: 0 };

setInterval(() => {
  const nowMs = performance.now();
  const { user, system } = process.cpuUsage(lastCpu);
  const blockedMs = nowMs - lastMs - everyMs;
  if (blockedMs > longest.blockedMs) longest = { blockedMs, cpuMs: (user + system) / 1000 };
  lastMs = nowMs;
  lastCpu = process.cpuUsage();
}, everyMs).unref();

process.on('SIGUSR2', () => {
  writeSync(2, `${JSON.stringify({ meter: longest })}\n`);
  longest = { blockedMs: 0, cpuMs: 0 };
});
