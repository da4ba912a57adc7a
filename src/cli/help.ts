// The text of --help. Pure.
import { calledAs } from '../base/called-as.ts';
import type { Command, Options } from './command.ts';
import { largest } from '../base/lists.ts';

/** @param commands name and one line each, in the order of the help */
export function overviewHelp(commands: readonly (readonly [name: string, about: string])[]): string {
  return [
    'Scrubjay, a personal assistant that remembers.',
    '',
    `Usage: ${calledAs()} [command] [options]`,
    '',
    'Commands:',
    ...columns(commands),
    '',
    'Options:',
    ...columns([
      [
        '-c, --config PATH',
        'the configuration file (default: $SCRUBJAY_CONFIG, ./config.toml, ~/.config/scrubjay/config.toml, /etc/scrubjay/config.toml)',
      ],
      ['-h, --help', `this help, or that of a command: ${calledAs()} search --help`],
      ['--version', 'the version'],
    ]),
    '',
    'Without a command it starts. Without a configuration it talks here, keeps what you tell it in ~/scrubjay (in a checkout: there), and needs no account.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 78 wrong configuration.',
  ].join('\n');
}

export const commandHelp = (command: Command): string =>
  [
    `Usage: ${calledAs()} ${command.usage}`,
    '',
    command.about,
    '',
    'Options:',
    ...columns([...optionRows(command.options), ['-h, --help', 'this help']]),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${calledAs()} ${example}`),
  ].join('\n');

const optionRows = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, { short, value, about }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    about,
  ]);

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = largest(rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
