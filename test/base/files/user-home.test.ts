import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { userConfigHome, userHome } from '../../../src/base/files/user-home.ts';

test.each([undefined, '', 'relative/home'])(
  'a HOME of %j names no folder: the system’s own list of users does',
  (home) => {
    expect(userHome({ HOME: home })).toBe(userInfo().homedir);
  },
);

test('the folder of configurations is the one of XDG where that is an absolute path', () => {
  expect(userHome({ HOME: '/home/ada' })).toBe('/home/ada');
  expect(userConfigHome({ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' })).toBe('/etc/ada');
  expect(userConfigHome({ HOME: '/home/ada', XDG_CONFIG_HOME: 'here' })).toBe('/home/ada/.config');
});
