// `scrubjay doctor`: checks every part for real and says what to do where one does not work.
import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { ConfigError, codeOf, messageOf } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { openConfiguredMemory } from '../daemon/memory.ts';
import { loadPaired } from '../telegram/pairing.ts';
import { type Settings, configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { type Check, checkModels } from './model-check.ts';

const lowDiskBytes = 500 * 1024 * 1024;
const probeTimeoutMs = 20_000;

export const command = defineCommand({
  usage: 'doctor [options]',
  about: 'Checks the configuration, the folders, the index, the models (a tiny call and a tool call each) and Telegram. Exits with 1 when something fails.',
  options: { ...configOption, ...jsonOption },
  words: { least: 0, most: 0 },
  async run({ values }) {
    let settings: Settings;
    try {
      settings = loadSettings(values, { quiet: true });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      report([{ name: 'configuration', status: 'failed', detail: error.message }], values.json === true);
      return 78;
    }
    const { config } = settings;
    const checks: Check[] = [
      { name: 'node', status: 'ok', detail: process.version },
      { name: 'configuration', status: 'ok', detail: config.file ?? 'no file, all defaults' },
      ...(await Promise.all([checkFolder('memory folder', config.memory.dir), checkFolder('state folder', config.state.dir), checkDisk(config)])),
      ...(await checkMemory(settings)),
      ...(await checkModels(config)),
      await checkTelegram(config),
    ];
    report(checks, values.json === true, settings.redact);
    return checks.some((check) => check.status === 'failed') ? 1 : 0;
  },
});

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

function report(checks: readonly Check[], json: boolean, redact = (text: string) => text): void {
  if (json) printJson({ ok: checks.every((check) => check.status !== 'failed'), checks: checks.map((check) => ({ ...check, detail: redact(check.detail) })) });
  else for (const { name, status, detail } of checks) print(`${marks[status]}  ${name}: ${redact(detail)}`);
}

async function checkFolder(name: string, folder: string): Promise<Check> {
  try {
    const { mode } = await stat(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const isOpen = (mode & 0o077) !== 0;
    return isOpen
      ? { name, status: 'warning', detail: `${folder} can be read by others on this machine. To close it: chmod 700 ${folder}` }
      : { name, status: 'ok', detail: folder };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { name, status: 'ok', detail: `${folder} is not there yet and will be made` };
    return { name, status: 'failed', detail: `${folder}: ${messageOf(error)}. Make it a folder that Scrubjay may read and write.` };
  }
}

async function checkDisk(config: Config): Promise<Check> {
  const name = 'disk';
  try {
    const { bavail, bsize } = await statfs(config.state.dir);
    const freeBytes = bavail * bsize;
    const detail = `${Math.round(freeBytes / 1024 / 1024)} MB free`;
    return freeBytes < lowDiskBytes ? { name, status: 'warning', detail: `${detail}; Scrubjay stops confirming when nothing can be written` } : { name, status: 'ok', detail };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { name, status: 'ok', detail: 'not looked at, the state folder is not there yet' };
    return { name, status: 'warning', detail: messageOf(error) };
  }
}

async function checkMemory({ config, log }: Settings): Promise<Check[]> {
  try {
    const memory = await openConfiguredMemory(config, systemClock, log, { watch: false });
    try {
      await memory.search('doctor');
      const { files, chunks, pendingVectors, mode, model, warnings } = await memory.status();
      const pending = pendingVectors > 0 ? `, ${pendingVectors} not embedded yet` : '';
      return [
        { name: 'index', status: 'ok', detail: `${files} files, ${chunks} passages${pending}, ${mode}${model === null ? '' : `, ${model}`}` },
        ...warnings.map((detail): Check => ({ name: 'note', status: 'warning', detail })),
      ];
    } finally {
      await memory.close();
    }
  } catch (error) {
    return [{ name: 'index', status: 'failed', detail: messageOf(error) }];
  }
}

async function checkTelegram(config: Config): Promise<Check> {
  const name = 'telegram';
  const { token, api_root: apiRoot, allowed_users: allowed } = config.telegram;
  if (token === null) return { name, status: 'ok', detail: 'no token: Scrubjay talks on the terminal' };
  try {
    const response = await fetch(`${apiRoot}/bot${token}/getMe`, { signal: AbortSignal.timeout(probeTimeoutMs) });
    const body = (await response.json()) as { ok?: boolean; result?: { username?: string } };
    if (response.status === 401 || response.status === 404) return { name, status: 'failed', detail: 'the token is refused. Copy it again from @BotFather.' };
    if (!body.ok) return { name, status: 'failed', detail: `Telegram answers with ${response.status}` };
    const paired = loadPaired(path.join(config.state.dir, 'pairing.db'));
    if (allowed.length + paired.length === 0) return { name, status: 'warning', detail: 'nobody may speak to the bot yet: `scrubjay pair` makes a code for the owner' };
    return { name, status: 'ok', detail: `@${body.result?.username ?? '?'}, ${allowed.length} allowed, ${paired.length > 0 ? `${paired.join(', ')} paired` : 'nobody paired'}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
    return { name, status: 'failed', detail: `${apiRoot} can't be reached: ${messageOf(error)}${cause}` };
  }
}
