// The memory folder as a git repository, with the real git.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemoryGit } from '../../../src/app/memory/memory-git.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createVault } from '../../../src/memory/vault.ts';
import { createWriter } from '../../../src/memory/write/writer.ts';
import { createHome } from '../../support/daemon.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'memory-git-'));
  dir = path.join(root, 'memory');
  mkdirSync(dir);
});
afterEach(() => rmSync(root, { recursive: true }));

const messages = (folder: string): string[] =>
  execFileSync('git', ['-C', folder, 'log', '--format=%s'], { encoding: 'utf8' }).trim().split('\n');

test('each change is a commit with its receipt, takes hand edits along, and runs no hook of the folder', async () => {
  const open = () => openMemoryGit({ dir, receiptsSince: () => receipts, clock: systemClock, log: silentLog });
  let receipts = ['Saved: tea -> 2026-11-22.md'];
  const first = open();
  await first.watch(createWriter({ vault: createVault(dir) })).appendDaily('2026-11-22', '09:00', 'tea');
  await first.close();
  expect(messages(dir)).toEqual(['Saved: tea -> 2026-11-22.md']);
  writeFileSync(path.join(dir, '.git', 'hooks', 'pre-commit'), `#!/bin/sh\ntouch ${root}/ran\n`, { mode: 0o755 });
  writeFileSync(path.join(dir, 'by-hand.md'), 'mine\n');
  receipts = [];
  const second = open();
  await second.watch(createWriter({ vault: createVault(dir) })).appendDaily('2026-11-22', '10:00', 'milk');
  await second.close();
  expect(messages(dir)).toEqual(['Notes were changed', 'Saved: tea -> 2026-11-22.md']);
  expect(execFileSync('git', ['-C', dir, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('');
  expect(existsSync(path.join(root, 'ran'))).toBe(false);
});

test('forgetting says that the history holds it still, and how to drop that', async () => {
  const home = createHome(
    'timezone = "UTC"\n[memory]\ngit = true\n[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n',
  );
  try {
    execFileSync('git', ['init', '--quiet', home.memory]);
    const input = 'remember that the shed opens with oak-leaf\n/forget oak-leaf\n/forget yes f1\n';
    const { stdout } = await home.run(['start'], { input });
    expect(messages(home.memory).length).toBeGreaterThan(0);
    expect(
      stdout.match(
        /The git history of .* still holds it in earlier commits\. To drop that history, all of it: rm -rf '.*\/memory\/\.git'/g,
      ),
    ).toHaveLength(2);
  } finally {
    await home.close();
  }
});
