// `scrubjay doctor`: checks every part for real and says what to do where one does not work.
import { access, constants, stat, statfs } from 'node:fs/promises';
import { systemClock } from '../base/clock.ts';
import { ConfigError, codeOf, messageOf } from '../base/errors.ts';
import type { Config } from '../config.ts';
import { openConfiguredMemory } from '../app/memory.ts';
import type { Memory } from '../memory/memory.ts';
import { type Check, checkLine } from './checks.ts';
import { type Settings, configOption, defineCommand, jsonOption, loadSettings, print, printJson } from './command.ts';
import { checkModels } from './model-check.ts';
import { checkTelegram } from './telegram-check.ts';

const lowDiskBytes = 500 * 1024 * 1024;

export const command = defineCommand({
  usage: 'doctor [options]',
  about:
    'Checks the configuration, the folders, the index, the models (a tiny call and a tool call each) and Telegram. Exits with 1 when something fails.',
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
      ...(await Promise.all([
        checkFolder('memory folder', config.memory.dir),
        checkFolder('state folder', config.state.dir),
        checkDisk(config),
      ])),
      ...(await checkMemory(settings)),
      ...(await checkModels(config)),
      await checkTelegram(config),
    ];
    report(checks, values.json === true, settings.redact);
    return checks.some((check) => check.status === 'failed') ? 1 : 0;
  },
});

function report(checks: readonly Check[], json: boolean, redact = (text: string) => text): void {
  if (json)
    printJson({
      ok: checks.every((check) => check.status !== 'failed'),
      checks: checks.map((check) => ({ ...check, detail: redact(check.detail) })),
    });
  else for (const check of checks) print(checkLine({ ...check, detail: redact(check.detail) }));
}

async function checkFolder(name: string, folder: string): Promise<Check> {
  try {
    const { mode } = await stat(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const isOpen = (mode & 0o077) !== 0;
    return isOpen
      ? {
          name,
          status: 'warning',
          detail: `${folder} can be read by others on this machine. To close it: chmod 700 ${folder}`,
        }
      : { name, status: 'ok', detail: folder };
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return { name, status: 'ok', detail: `${folder} is not there yet and will be made` };
    return {
      name,
      status: 'failed',
      detail: `${folder}: ${messageOf(error)}. Make it a folder that Scrubjay may read and write.`,
    };
  }
}

async function checkDisk(config: Config): Promise<Check> {
  const name = 'disk';
  try {
    const { bavail, bsize } = await statfs(config.state.dir);
    const freeBytes = bavail * bsize;
    const detail = `${Math.round(freeBytes / 1024 / 1024)} MB free`;
    return freeBytes < lowDiskBytes
      ? { name, status: 'warning', detail: `${detail}; Scrubjay stops confirming when nothing can be written` }
      : { name, status: 'ok', detail };
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return { name, status: 'ok', detail: 'not looked at, the state folder is not there yet' };
    return { name, status: 'warning', detail: messageOf(error) };
  }
}

/** A warning at most: without it notes are still found by their words. */
async function checkEmbedder(memory: Memory): Promise<Check> {
  const name = 'embedding model';
  try {
    const probed = await memory.probe();
    if (!probed) return { name, status: 'ok', detail: 'none: notes are found by their words only' };
    return {
      name,
      status: 'ok',
      detail: `${probed.model}, ${probed.dimensions} dimensions, answered after ${(probed.tookMs / 1000).toFixed(1)} s`,
    };
  } catch (error) {
    return { name, status: 'warning', detail: `${messageOf(error)} Until it works, notes are found by their words.` };
  }
}

/** What search compares in memory must be what sqlite-vec finds on disk. */
async function checkVectors(memory: Memory): Promise<Check[]> {
  const name = 'vectors';
  const found = await memory.checkVectors();
  if (!found) return [];
  const detail = `the nearest ten of ${found.agreeing} of ${found.asked} lines are the same in memory and by sqlite-vec`;
  return found.agreeing === found.asked
    ? [{ name, status: 'ok', detail }]
    : [{ name, status: 'warning', detail: `${detail}. To make them anew: scrubjay index --rebuild` }];
}

async function checkMemory({ config, log }: Settings): Promise<Check[]> {
  try {
    const memory = await openConfiguredMemory(config, systemClock, log, { watch: false });
    try {
      await memory.search('doctor', { wordsOnly: true });
      const { files, chunks, pendingVectors, mode, model, rebuilding, warnings } = await memory.status();
      const pending =
        pendingVectors > 0 ? `, ${pendingVectors} not embedded yet: the daemon does it, or \`scrubjay index\`` : '';
      const anew = rebuilding ? ', being built anew; answers come from the one before' : '';
      return [
        {
          name: 'index',
          status: 'ok',
          detail: `${files} files, ${chunks} passages, ${mode}${model === null ? '' : `, ${model}`}${pending}${anew}`,
        },
        await checkEmbedder(memory),
        ...(await checkVectors(memory)),
        ...warnings.map((detail): Check => ({ name: 'note', status: 'warning', detail })),
      ];
    } finally {
      await memory.close();
    }
  } catch (error) {
    return [{ name: 'index', status: 'failed', detail: messageOf(error) }];
  }
}
