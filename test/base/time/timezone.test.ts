import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChosenTimezone } from '../../../src/base/time/timezone.ts';

let dir: string;
const open = () => createChosenTimezone(dir, 'Europe/Berlin');
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'scrubjay-zone-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('counts as configured until another is chosen, then in every process, and again once that is taken back', async () => {
  const [here, elsewhere] = [open(), open()];
  expect(here.now()).toBe('Europe/Berlin');
  await here.choose('Asia/Tokyo');
  expect([here.now(), elsewhere.now(), open().now()]).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo']);
  expect(readFileSync(path.join(dir, 'timezone'), 'utf8')).toBe('Asia/Tokyo\n');
  expect(statSync(path.join(dir, 'timezone')).mode & 0o777).toBe(0o600);
  await elsewhere.choose(null);
  await elsewhere.choose(null);
  expect([here.now(), elsewhere.now()]).toEqual(['Europe/Berlin', 'Europe/Berlin']);
});

test.each(['', '\n', 'Mars/Olympus\n', '\u0000'])(
  'a file that holds %j, which is no time zone, changes nothing',
  (text) => {
    const zone = open();
    writeFileSync(path.join(dir, 'timezone'), text);
    expect(zone.now()).toBe('Europe/Berlin');
    writeFileSync(path.join(dir, 'timezone'), ' Asia/Tokyo \r\n');
    expect(zone.now()).toBe('Asia/Tokyo');
  },
);
