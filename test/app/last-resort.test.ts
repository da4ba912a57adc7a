// What nothing caught: it is logged and survived, and only a flood of it ends the process.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { surviveFaults } from '../../src/app/daemon/process.ts';
import { createLog } from '../../src/base/log.ts';

test('a fault that nothing caught is logged, its conversations are taken up again, and more than twenty in a minute are too many', () => {
  const host = new EventEmitter();
  const ended: unknown[] = [];
  host.on('unhandledRejection', (error) => ended.push(error));
  const lines: string[] = [];
  const log = createLog(
    'debug',
    (text) => text,
    (line) => void lines.push(line),
  );
  let recovered = 0;
  surviveFaults(log, { elapsed: () => 0 }, () => void (recovered += 1), host);
  host.emit('unhandledRejection', new Error('of one message'));
  host.emit('uncaughtException', new Error('of another'));
  expect(lines.join('')).toContain('of one message');
  expect({ recovered, ended }).toEqual({ recovered: 2, ended: [] });
  for (let n = 0; n < 18; n += 1) host.emit('unhandledRejection', new Error('again'));
  expect(() => host.emit('unhandledRejection', new Error('a flood'))).toThrow('a flood');
  host.emit('unhandledRejection', new Error('the end'));
  expect(ended).toHaveLength(1);
});
