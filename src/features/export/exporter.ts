// The file that `/export` gives: made when it is handed over, from what is there then, and kept nowhere. So forgetting
// has no copies to clean up, and a crash loses nothing but the order.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../base/time/clock.ts';
import { localDate } from '../../base/time/local-time.ts';
import { createPace } from '../../base/concurrency/cooperative.ts';
import type { Log } from '../../base/log.ts';
import type { Redact } from '../../base/secrets/redact.ts';
import { tarSteps } from '../../base/files/tar.ts';
import type { Timezone } from '../../base/time/timezone.ts';
import type { Vault } from '../../memory/vault.ts';
import type { MakeExport } from '../../assistant/channel.ts';
import { copyNotes, copySessions, filesBesideNotes } from './copies.ts';

export interface ExporterParts {
  vault: Vault;
  sessionsDir: string;
  timezone: Timezone;
  redact: Redact;
  clock: Clock;
  log: Log;
}

/** Notes and the conversations of one key go into an archive, a single conversation into a file that can be read as it is. */
export function createExporter({ vault, sessionsDir, timezone, redact, clock, log }: ExporterParts): MakeExport {
  return async ({ what, key, sessionId }) => {
    const zone = timezone();
    const today = localDate(clock.now(), zone);
    const isWanted = (head: { key: string; id: string }): boolean =>
      head.key === key && (what === 'all' || head.id === sessionId);
    const sessions =
      what === 'notes' ? [] : (await copySessions({ dir: sessionsDir, timezone: zone, redact, log, isWanted })).files;
    const [only] = sessions;
    if (what === 'conversation')
      return {
        name: `conversation-${today}.md`,
        bytes: only?.bytes ?? Buffer.alloc(0),
        notes: 0,
        conversations: sessions.length,
        problems: [],
        others: [],
      };
    const { files: notes, problems } = await copyNotes(vault, redact);
    const bytes = await compress(await createPace(sliceMs).walk(tarSteps([...notes, ...sessions])));
    return {
      name: `scrubjay-${what === 'notes' ? 'notes-' : ''}${today}.tar.gz`,
      bytes,
      notes: notes.length,
      conversations: sessions.length,
      problems,
      others: await filesBesideNotes(vault),
    };
  };
}

const sliceMs = 20;
const compress = promisify<Buffer, Buffer>(gzip);
