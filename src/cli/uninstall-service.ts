// `scrubjay uninstall-service`: stops a service and takes its unit away. Configuration, memory and state stay.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../base/errors.ts';
import { defineCommand, print } from './command.ts';
import { checkedName, systemctl, unitFolder } from './install-service.ts';
import { unitFile, unitName } from './service-unit.ts';

export const command = defineCommand({
  usage: 'uninstall-service [NAME] [options]',
  about:
    'Stops a service that install-service made and takes its unit away. Configuration, memory and state stay where they are.',
  examples: ['uninstall-service', 'uninstall-service --user'],
  options: { user: { type: 'boolean', about: 'one of your own systemd' } },
  words: { min: 0, max: 1 },
  run({ values, words: [given = null] }) {
    const name = checkedName(given);
    const isUser = values.user === true;
    const folder = unitFolder(isUser);
    const file = path.join(folder, unitFile(name));
    if (!existsSync(file)) throw new UserError(`There is no ${file}.`);
    systemctl(isUser, 'disable', '--now', unitName(name));
    // The template stays for as long as another household's instance is enabled.
    const isShared = name !== null && hasOtherInstances(folder);
    if (!isShared) rmSync(file);
    systemctl(isUser, 'daemon-reload');
    print(isShared ? `Stopped: ${unitName(name)}` : `Stopped, and taken away: ${file}`);
    return Promise.resolve(0);
  },
});

function hasOtherInstances(folder: string): boolean {
  const wants = readdirSync(folder).filter((name) => name.endsWith('.wants'));
  return wants.some((name) => readdirSync(path.join(folder, name)).some((unit) => unit.startsWith('scrubjay@')));
}
