import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { terminalFooter } from '../../src/app/terminal-words.ts';
import { loadConfig } from '../../src/config.ts';
import type { Reading } from '../../src/memory/reading.ts';
import { createManualClock } from '../support/assistant.ts';

test('the line below the input says how far many new notes are read, and else what answers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footer-'));
  writeFileSync(path.join(folder, 'config.toml'), '');
  const config = loadConfig(path.join(folder, 'config.toml'), {}, folder);
  let reading: Reading | null = null;
  const parts = { ledger: { sum: () => 0 }, memory: { reading: () => reading } };
  const footer = terminalFooter(config, ['openai/gpt-small'], parts, createManualClock());
  expect(footer()).toContain('openai/gpt-small');
  reading = { done: 1200, total: 5000 };
  expect(footer()).toBe('Reading the notes: 1200 of 5000');
  reading = { done: 1, total: 3 };
  expect(footer()).toContain('openai/gpt-small');
  rmSync(folder, { recursive: true });
});
