// Checks the systemd unit: whether it runs the installed program, as the owner of the state, with this configuration.
import { calledAs } from '../../base/called-as.ts';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Daemon } from '../../app/daemon/daemon-calls.ts';
import { childEnvironment } from '../../base/child-environment.ts';
import type { Config } from '../../config.ts';
import { hasSystemd, unitFolder } from '../install-service.ts';
import { unitFile } from '../service-unit.ts';
import type { Check } from './check.ts';

export function checkUnit(config: Config, daemon: Daemon | null): Promise<Check[]> {
  const units = [true, false].flatMap((isUser) =>
    [null, 'name'].map((name) => ({ isUser, file: path.join(unitFolder(isUser), unitFile(name)) })),
  );
  const found = units
    .filter(({ file }) => existsSync(file))
    .flatMap(({ isUser, file }) => checkOne(file, isUser, config, daemon));
  const none: Check = {
    name: 'service',
    status: 'ok',
    detail: `none is installed; \`${calledAs()} install-service\` makes one`,
  };
  return Promise.resolve(found.length > 0 ? found : [none]);
}

function checkOne(file: string, isUser: boolean, config: Config, daemon: Daemon | null): Check[] {
  const name = 'service';
  const text = readFileSync(file, 'utf8');
  const setting = (key: string): string =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? '';
  const places = [...setting('ExecStart').matchAll(/"([^"]+)"|(\/\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  const missing = places.find((place) => place.startsWith('/') && !existsSync(place));
  if (missing !== undefined)
    return [
      {
        name,
        status: 'failed',
        detail: `${file} runs ${missing}, which is not there. Run \`${calledAs()} install-service\` again.`,
      },
    ];
  const isTemplate = file.includes('@.service');
  const reads = /SCRUBJAY_CONFIG=([^"\s]+)/.exec(text)?.[1] ?? '';
  if (isTemplate || reads !== config.file) return [{ name, status: 'ok', detail: `${file}, for ${reads}` }];
  const wrongUser = isUser ? null : otherUser(setting('User'), config.state.dir);
  if (wrongUser !== null)
    return [
      {
        name,
        status: 'failed',
        detail: `${file} runs as ${setting('User')}, and ${config.state.dir} belongs to user ${wrongUser}. Run: chown -R ${setting('User')}: ${config.state.dir} ${config.memory.dir}`,
      },
    ];
  if (daemon || !hasSystemd()) return [{ name, status: 'ok', detail: `${file}, for ${reads}` }];
  return [
    {
      name,
      status: 'failed',
      detail: `${path.basename(file)} is ${stateOf(path.basename(file), isUser)}. See: journalctl ${isUser ? '--user ' : ''}-u ${path.basename(file)} -n 20`,
    },
  ];
}

/** The owner of the state where it is not the unit's user. */
function otherUser(user: string, stateDir: string): number | null {
  const owner = statSync(stateDir, { throwIfNoEntry: false })?.uid;
  const wanted = Number(output('id', '-u', user));
  return owner === undefined || Number.isNaN(wanted) || owner === wanted ? null : owner;
}

const stateOf = (unit: string, isUser: boolean): string =>
  output('systemctl', ...(isUser ? ['--user'] : []), 'is-active', unit) || 'not active';

/** What the program says, also when it ends with a failure; empty where it can't be run. */
function output(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, {
      env: childEnvironment('XDG_RUNTIME_DIR'),
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 10_000,
    }).trim();
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? '').trim();
  }
}
