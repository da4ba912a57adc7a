// Checks of the index, the embedding model and the notes by using each of them. A running daemon is asked about what it has open.
import { calledAs } from '../../base/called-as.ts';
import { rm } from 'node:fs/promises';
import type { Daemon } from '../../app/daemon/daemon-calls.ts';
import { indexFileOf } from '../../app/memory/index-file.ts';
import { createConfiguredVault, requireMemoryFolder } from '../../app/memory/memory-folder.ts';
import { english } from '../../assistant/phrases/english.ts';
import { problemIn } from '../../assistant/phrases/phrases.ts';
import { messageOf, remedyOf } from '../../base/errors.ts';
import { missingBinary } from '../../base/files/native-library.ts';
import { silentLog } from '../../base/log.ts';
import { quantity } from '../../base/text/text.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { findDamage } from '../../memory/store/index-check.ts';
import { indexDrift } from '../../memory/store/index-drift.ts';
import type { Settings } from '../command.ts';
import { type AskedMemory, memoryOf, openOwnMemory } from '../running-daemon.ts';
import type { Check } from './check.ts';

export async function checkMemory(settings: Settings, daemon: Daemon | null): Promise<Check[]> {
  const { config } = settings;
  const indexFile = indexFileOf(config);
  const damage = await findDamage(indexFile, AbortSignal.timeout(120_000));
  if (damage !== null) return [damagedIndex(damage, indexFile, settings, daemon)];
  try {
    const memory = daemon ? memoryOf(daemon) : await openOwnMemory(config, silentLog);
    try {
      // Brings the index in step with the notes; what differs after it is drift.
      await memory.search('doctor', { wordsOnly: true });
      const drift = await indexDrift(indexFile, createConfiguredVault(config));
      const { problems } = await memory.status();
      return [
        drift.length > 0 ? driftedIndex(drift, settings, daemon) : await soundIndex(memory),
        await checkEmbedder(memory),
        ...(await checkVectors(memory, () => rebuild(settings, daemon))),
        ...problems.map(noteCheck),
      ];
    } finally {
      if (!daemon) await memory.close();
    }
  } catch (error) {
    const remedy = remedyOf(error);
    const reason = missingBinary(error) ?? (remedy === null ? messageOf(error) : `${messageOf(error)}. ${remedy}`);
    return [{ name: 'index', status: 'failed', detail: reason }];
  }
}

/** A note that can't be read is missing from every answer; one of another kind is no note, or has a name that says so. */
function noteCheck(problem: NoteProblem): Check {
  const name = 'note';
  const detail = problemIn(english, problem);
  if (problem.kind !== 'forbidden' && problem.kind !== 'unreadable') return { name, status: 'warning', detail };
  const remedy =
    problem.kind === 'forbidden'
      ? `Give it to the user ${process.getuid?.() ?? ''}, under whom Scrubjay runs (chown), and let that user read it (chmod u+rX).`
      : 'Check the disk that it lies on, or restore it from a backup.';
  return { name, status: 'failed', detail: `${detail} It is missing from searches and answers. ${remedy}` };
}

async function soundIndex(memory: AskedMemory): Promise<Check> {
  const { files, chunks, pendingVectors, mode, model, rebuilding } = await memory.status();
  const pending =
    pendingVectors > 0 ? `, ${pendingVectors} not embedded yet: the daemon does it, or \`${calledAs()} index\`` : '';
  const anew = rebuilding ? ', being built anew; answers come from the one before' : '';
  return {
    name: 'index',
    status: 'ok',
    detail: `${quantity(files, 'file')}, ${quantity(chunks, 'chunk')}, ${mode}${model === null ? '' : `, ${model}`}${pending}${anew}`,
  };
}

function damagedIndex(damage: string, file: string, settings: Settings, daemon: Daemon | null): Check {
  return {
    name: 'index',
    status: 'failed',
    detail: `the search index is damaged (${damage}). It is made of the notes: run \`${calledAs()} index --rebuild\`.`,
    async fix() {
      // Without its index a memory folder that is gone would be taken for one that never was.
      requireMemoryFolder(settings.config);
      if (!daemon) for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
      return await rebuild(settings, daemon);
    },
  };
}

function driftedIndex(drift: readonly string[], settings: Settings, daemon: Daemon | null): Check {
  return {
    name: 'index',
    status: 'failed',
    detail: `the search index does not agree with ${quantity(drift.length, 'note')}, such as ${drift[0]}. Run: ${calledAs()} index --rebuild`,
    fix: () => rebuild(settings, daemon),
  };
}

async function rebuild({ config, log }: Settings, daemon: Daemon | null): Promise<string> {
  const memory = daemon ? memoryOf(daemon) : await openOwnMemory(config, log);
  try {
    const { files, chunks } = await memory.index({ rebuild: true });
    return `the search index is made anew: ${quantity(files, 'file')}, ${quantity(chunks, 'chunk')}`;
  } finally {
    if (!daemon) await memory.close();
  }
}

/** What search compares in memory must be what sqlite-vec finds on disk. */
async function checkVectors(memory: AskedMemory, fix: () => Promise<string>): Promise<Check[]> {
  const name = 'vectors';
  const found = await memory.checkVectors();
  if (!found) return [];
  const detail = `the nearest ten of ${found.agreeing} of ${found.asked} lines are the same in memory and by sqlite-vec`;
  return found.agreeing === found.asked
    ? [{ name, status: 'ok', detail }]
    : [{ name, status: 'warning', detail: `${detail}. Run: ${calledAs()} index --rebuild`, fix }];
}

/** A warning at most: without it notes are still found by their words. */
async function checkEmbedder(memory: AskedMemory): Promise<Check> {
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
