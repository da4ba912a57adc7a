// The configuration: which file, whether others can read it, and whether clock and time zone are right.
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { type Config, unsetWarnings } from '../../config.ts';
import { maxPersonaUnits, readPersona } from '../../app/persona.ts';
import { chosenTimezone } from '../../app/timezone.ts';
import { localDate, localTime } from '../../base/time/local-time.ts';
import { systemTimezone } from '../../base/time/timezone-names.ts';
import { ConfigError } from '../../base/errors.ts';
import { rootMessage } from '../../models/vendors/http-errors.ts';
import { vendors } from '../../models/vendors/vendors.ts';
import { vendorOf } from '../config-text.ts';
import type { Check } from './check.ts';

export const checkConfiguration = async (config: Config): Promise<Check[]> => [
  checkFile(config),
  ...unsetWarnings(config).map((detail): Check => ({ name: 'secrets', status: 'failed', detail })),
  ...checkPersona(config),
  ...checkVoiceCommand(config.telegram.voice_command),
  checkZone(config),
  await checkClock(config),
];

function checkFile({ file }: Config): Check {
  const name = 'configuration';
  if (file === null) return { name, status: 'ok', detail: 'no file, all defaults' };
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o007) === 0) return { name, status: 'ok', detail: file };
  const closed = mode & 0o770;
  return {
    name,
    status: 'warning',
    detail: `${file} can be read by all users of this machine (mode ${mode.toString(8)}), and may hold keys. Run: chmod ${closed.toString(8)} ${file}`,
    fix() {
      chmodSync(file, closed);
      return `${file} has mode ${closed.toString(8)} now`;
    },
  };
}

/** A start refuses a file that it can't read, and leaves out what is too long. */
function checkPersona({ agent: { persona_file: file } }: Config): Check[] {
  if (file === undefined) return [];
  const name = 'persona';
  try {
    const detail = `${file} is longer than ${maxPersonaUnits} characters: the assistant is given its beginning`;
    return [readPersona(file).isCut ? { name, status: 'warning', detail } : { name, status: 'ok', detail: file }];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ name, status: 'failed', detail: error.message }];
  }
}

/** A voice message is heard by this program alone; that it is missing shows only when one comes. */
function checkVoiceCommand([program]: readonly string[]): Check[] {
  if (program === undefined) return [];
  const name = 'voice';
  const found = pathOfProgram(program, process.env['PATH']);
  return found === null
    ? [
        {
          name,
          status: 'failed',
          detail: `telegram.voice_command begins with ${program}, which can't be found or run. Install it, or give its whole path.`,
        },
      ]
    : [{ name, status: 'ok', detail: `voice messages are heard by ${found}` }];
}

/** Where a program is that is started by this word; null where there is none. */
function pathOfProgram(program: string, searched = ''): string | null {
  const places = program.includes('/')
    ? [path.resolve(program)]
    : searched.split(path.delimiter).map((folder) => path.join(folder || '.', program));
  return places.find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function checkZone(config: Config): Check {
  const timezone = chosenTimezone(config).now();
  const now = new Date();
  const chosen = timezone === (config.timezone ?? systemTimezone()) ? '' : ', chosen in the chat';
  return {
    name: 'time zone',
    status: 'ok',
    detail: `${timezone}${chosen}, where it is ${localDate(now, timezone)} ${localTime(now, timezone)}`,
  };
}

const timeoutMs = 5_000;
const maxDriftMs = 60_000;

/** Against the clock of a server that is used anyway; where there is none, no other machine is asked. */
async function checkClock({ telegram, provider }: Config): Promise<Check> {
  const name = 'clock';
  const vendor = vendorOf(provider.primary);
  const hasModel =
    vendor !== null && (provider[vendor].api_key !== null || !vendors[vendor].isOwnHost(provider[vendor].base_url));
  const url = telegram.token !== null ? telegram.api_root : hasModel ? provider[vendor].base_url : null;
  if (url === null) return { name, status: 'ok', detail: 'not compared: no server is used' };
  const { host } = new URL(url);
  try {
    // oxlint-disable-next-line no-restricted-globals -- an answer to HEAD has no body
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const theirs = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(theirs)) return { name, status: 'ok', detail: `not compared: ${host} tells no time` };
    const driftMs = Date.now() - theirs;
    if (Math.abs(driftMs) <= maxDriftMs) return { name, status: 'ok', detail: `agrees with ${host}` };
    return {
      name,
      status: 'warning',
      detail: `this machine's clock is ${Math.round(Math.abs(driftMs) / 1000)} s ${driftMs > 0 ? 'ahead of' : 'behind'} that of ${host}: reminders come at the wrong time. Run: timedatectl set-ntp true`,
    };
  } catch (error) {
    return { name, status: 'ok', detail: `not compared: ${host} can't be reached (${rootMessage(error)})` };
  }
}
