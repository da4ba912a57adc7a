// The record of the nightly runs, by a clock that was ahead.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type Runs, runsTable } from '../../../src/features/consolidation/runs.ts';
import { type State, openState } from '../../../src/state/state.ts';

let folder: string;
let state: State;
let runs: Runs;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'runs-'));
  state = openState({ file: path.join(folder, 'queue.db'), clock: systemClock, log: silentLog });
  runs = state.table(runsTable);
  for (const at of ['2026-11-01T03:00:00Z', '2036-02-07T06:28:00Z', '2026-11-02T03:00:00Z']) {
    runs.begin({ id: at, date: at.slice(0, 10), trigger: 'schedule', startedAt: new Date(at) }, [at]);
    runs.finish(at, 'done', 'nothing new', 0);
  }
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true, force: true });
});

it('names the one that was recorded last as the last one, not that of a clock that was ahead', () => {
  expect(runs.last(1).map(({ date }) => date)).toEqual(['2026-11-02']);
});

it('does not count a run that began in the future, and knows what it has read', () => {
  expect(runs.ranOn('2036-02-07')).toBe(true);
  runs.discount(new Date('2026-11-02T12:00:00Z'));
  expect(runs.ranOn('2036-02-07')).toBe(false);
  expect(runs.ranOn('2026-11-02')).toBe(true);
  expect(runs.lastScheduled(new Date('2040-01-01T00:00:00Z'))?.date).toBe('2026-11-02');
  expect(runs.last(3).map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-01', '2036-02-07']);
  expect(runs.done(['2036-02-07T06:28:00Z'])).toEqual(new Set(['2036-02-07T06:28:00Z']));
});
