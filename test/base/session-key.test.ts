import { expect, test } from 'vitest';
import { audienceOf, channelOf, parseSessionKey, sessionKeyOf } from '../../src/base/session-key.ts';

test('a key is read back as the address that it was built from', () => {
  for (const audience of ['private', 'group'] as const) {
    const address = { channel: 'telegram', connector: 'tg_main', audience, chat: '-100', user: '7' };
    expect(parseSessionKey(sessionKeyOf(address))).toEqual(address);
    expect(audienceOf(sessionKeyOf(address))).toBe(audience);
    expect(channelOf(sessionKeyOf(address))).toBe('telegram');
  }
});

test.each(['', 'telegram', 'telegram:tg_main:channel:1:user:1', 'a:b:chat:1', 'a:b:chat:1:user:1:chat:2:user:3'])(
  'others may read along where the key %j can not be read',
  (key) => {
    expect(parseSessionKey(key)).toBeNull();
    expect(audienceOf(key)).toBe('group');
  },
);
