import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const unit = path.resolve(import.meta.dirname, '../../systemd/scrubjay.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('the unit never restarts over a wrong configuration and does not kill V8', () => {
  const lines = readFileSync(unit, 'utf8').split('\n');
  expect(lines).toContain('RestartPreventExitStatus=78');
  expect(lines.some((line) => line.startsWith('MemoryDenyWriteExecute'))).toBe(false);
  expect(lines.filter((line) => line.startsWith('LoadCredential=')).length).toBeGreaterThan(0);
  expect(lines).toContain('StateDirectory=scrubjay');
});

test('the unit starts it again after any other end, however often that takes', () => {
  const lines = readFileSync(unit, 'utf8').split('\n');
  expect(lines).toContain('Restart=always');
  expect(lines).toContain('StartLimitIntervalSec=0');
});

describe.skipIf(!hasSystemd)('systemd-analyze', () => {
  test('finds an exposure of 1.5 at most', () => {
    const report = execFileSync('systemd-analyze', ['security', '--offline=yes', unit], { encoding: 'utf8' });
    const exposure = Number(/exposure level for scrubjay\.service: ([\d.]+)/.exec(report)?.[1]);
    expect(exposure).toBeLessThanOrEqual(1.5);
  });

  test('finds no directive that it does not know', () => {
    // It also complains that /usr/bin/node is missing where Node lives elsewhere; that is not the unit's fault.
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toMatch(/Unknown|Failed to parse|ignoring/i);
  });
});
