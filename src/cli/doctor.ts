// `scrubjay doctor`: tries every part and says what to do where one does not work; with --fix it makes the safe repairs. It
// asks a running daemon about everything that the daemon has open. The checks are in doctor/, one file a subject.
import { calledAs } from '../base/called-as.ts';
import { ConfigError, messageOf } from '../base/errors.ts';
import { missingBinary } from '../base/files/native-library.ts';
import type { Redact } from '../base/secrets/redact.ts';
import { append } from '../base/lists.ts';
import {
  type Settings,
  configOption,
  defineCommand,
  jsonOption,
  loadSettings,
  loadConfigBesideService,
  print,
  printJson,
} from './command.ts';
import { type Check, checkLine } from './doctor/check.ts';
import { checkConfiguration } from './doctor/configuration.ts';
import { checkConversations } from './doctor/conversations.ts';
import { checkFolders } from './doctor/folders.ts';
import { checkMemory } from './doctor/memory.ts';
import { checkOwnership } from './doctor/ownership.ts';
import { checkParts } from './doctor/parts.ts';
import { checkUnit } from './doctor/unit.ts';
import { checkKeys, checkModels } from './model-check.ts';
import { findDaemon } from './running-daemon.ts';
import { checkTelegram } from './telegram-check.ts';

export const command = defineCommand({
  usage: 'doctor [options]',
  about:
    'Checks the configuration, the folders and who owns them, the index, the models (a tiny call and a tool call each), Telegram and the\nservice. Each finding says what to do. Exits with 1 when something fails.',
  examples: ['doctor', 'doctor --fix', 'doctor --json'],
  options: {
    ...configOption,
    ...jsonOption,
    fix: {
      type: 'boolean',
      about: 'mend what is safe to mend: modes, ownership (as root), missing folders, stale temporary files, the index',
    },
  },
  words: { min: 0, max: 0 },
  async run({ values }) {
    const show = values.json ? showJson : showLines;
    const fixes = values.fix === true;
    let settings: Settings;
    const first: Check[] = [];
    try {
      // Ownership comes first: loadSettings may give up root's rights for those of the state's owner, and only root can change owners.
      append(first, await settled(checkOwnership(loadConfigBesideService(values.config)), fixes));
      settings = loadSettings(values, { quiet: true });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      show([{ name: 'configuration', status: 'failed', detail: error.message }]);
      return 78;
    }
    const checks = [...(await checksOf(settings, fixes)), ...first];
    show(checks, settings.redact);
    return checks.some((check) => check.status === 'failed') ? 1 : 0;
  },
});

/** The checks in their order: a later check relies on the repairs of the earlier ones. */
async function checksOf(settings: Settings, fixes: boolean): Promise<Check[]> {
  const { config } = settings;
  const daemon = await findDaemon(config);
  try {
    const done: Check[] = [];
    for (const subject of [
      () => checkParts(),
      () => checkConfiguration(config),
      () => checkFolders(config),
      () => checkMemory(settings, daemon),
      () => checkConversations(settings, daemon),
      async () => [...(await checkKeys(config)), ...(await checkModels(config))],
      () => checkTelegram(config, daemon),
      () => checkUnit(config, daemon),
    ])
      append(done, await settled(await looked(subject), fixes));
    return done;
  } finally {
    daemon?.close();
  }
}

/** Runs some checks. If they throw, the error becomes a finding, so that the other checks still run. */
async function looked(subject: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await subject();
  } catch (error) {
    return [{ name: 'doctor', status: 'failed', detail: missingBinary(error) ?? messageOf(error) }];
  }
}

/** The checks; with `--fix`, each one that failed is repaired where it can be, and says how that went. */
async function settled(checks: readonly Check[], fixes: boolean): Promise<Check[]> {
  if (!fixes) return [...checks];
  return await Promise.all(
    checks.map(async (check) => {
      if (!check.fix) return check;
      try {
        return { name: check.name, status: 'fixed' as const, detail: await check.fix() };
      } catch (error) {
        return { ...check, detail: `${check.detail} It could not be mended: ${messageOf(error)}.` };
      }
    }),
  );
}

const asIs: Redact = (text) => text;

function showLines(checks: readonly Check[], redact = asIs): void {
  for (const check of checks) print(checkLine({ ...check, detail: redact(check.detail) }));
  if (checks.some(({ fix }) => fix)) print(`\`${calledAs()} doctor --fix\` mends what is safe to mend.`);
}

function showJson(checks: readonly Check[], redact = asIs): void {
  printJson({
    ok: checks.every((check) => check.status !== 'failed'),
    checks: checks.map(({ name, status, detail, fix }) => ({
      name,
      status,
      detail: redact(detail),
      ...(fix && { fixable: true }),
    })),
  });
}
