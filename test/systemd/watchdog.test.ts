// systemd's own program is a stand-in that notes what it is told.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHome } from '../support/daemon.ts';

test('while it runs it tells systemd that it is ready and then, again and again, that its event loop turns', async () => {
  const home = createHome('[memory.embedding]\nmodel = "none"\n[provider]\nprimary = "offline"\n');
  try {
    const bin = path.join(home.folder, 'bin');
    const told = path.join(home.folder, 'told.txt');
    mkdirSync(bin);
    writeFileSync(told, '');
    writeFileSync(path.join(bin, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${told}\n`);
    chmodSync(path.join(bin, 'systemd-notify'), 0o755);
    const env = { PATH: `${bin}:${process.env['PATH']}`, NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '200000' };
    const daemon = home.start({ env });
    const lines = () => readFileSync(told, 'utf8').trim().split('\n');
    await expect
      .poll(() => lines().filter((line) => line === 'WATCHDOG=1').length, { timeout: 60_000 })
      .toBeGreaterThan(2);
    expect(lines()[0]).toBe('--ready');
    expect((await daemon.kill('SIGTERM')).code).toBe(0);
  } finally {
    await home.close();
  }
});
