// The conversations and the queue of messages: whether each can be read, and how many messages wait or failed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Daemon } from '../../app/daemon/daemon-calls.ts';
import { clockDoubt } from '../../app/daemon/clock-doubt.ts';
import { chosenTimezone } from '../../app/timezone.ts';
import { systemClock } from '../../base/time/clock.ts';
import { messageOf, remedyOf } from '../../base/errors.ts';
import { missingBinary } from '../../base/files/native-library.ts';
import { createLog } from '../../base/log.ts';
import { quantity } from '../../base/text/text.ts';
import { unfinishedForgetting } from '../../features/forget/left.ts';
import { erasureRequestsTable } from '../../features/forget/requests.ts';
import { loadTranscript } from '../../session/transcript.ts';
import { filesSetAside, setAsideWarning } from '../../state/set-aside.ts';
import type { Settings } from '../command.ts';
import type { Check } from './check.ts';

export const checkConversations = async (settings: Settings, daemon: Daemon | null): Promise<Check[]> => [
  await checkTranscripts(path.join(settings.config.state.dir, 'sessions')),
  ...(await checkMessages(settings, daemon)),
];

async function checkTranscripts(folder: string): Promise<Check> {
  const name = 'conversations';
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const problems = names.filter((file) => file.endsWith('.damaged')).map((file) => `${file} was damaged and renamed`);
  const files = names.filter((file) => file.endsWith('.jsonl'));
  for (const file of files) {
    let warnings = 0;
    const counting = createLog(
      'warn',
      (line) => line,
      () => void (warnings += 1),
    );
    try {
      await loadTranscript(path.join(folder, file), counting);
      if (warnings > 0) problems.push(`${file} has ${warnings} damaged ${warnings === 1 ? 'line' : 'lines'}`);
    } catch (error) {
      problems.push(`${file}: ${messageOf(error)}`);
    }
  }
  if (problems.length === 0)
    return { name, status: 'ok', detail: `${quantity(files.length, 'file')}, nothing damaged` };
  const more = problems.length > 3 ? ` and ${problems.length - 3} more` : '';
  return {
    name,
    status: 'warning',
    detail: `${problems.slice(0, 3).join('; ')}${more}. What can be read is used, and the rest is left as it is: look into ${folder}, or restore a backup.`,
  };
}

async function checkMessages({ config, log }: Settings, daemon: Daemon | null): Promise<Check[]> {
  const name = 'messages';
  const stateDir = config.state.dir;
  const kept = filesSetAside(stateDir).map((file): Check => ({
    name,
    status: 'warning',
    detail: setAsideWarning(file),
  }));
  try {
    const { messages, forgetting, clock } = daemon ? await daemon.call('status', {}) : await readQueue(config, log);
    const doubted: Check[] = clock === undefined ? [] : [{ name: 'clock', status: 'warning', detail: clock }];
    const unfinished = forgetting.map((sentence): Check => ({ name: 'forget', status: 'warning', detail: sentence }));
    const { givenUp, undelivered, waiting, toDeliver } = messages;
    const lost = givenUp + undelivered;
    const detail = `${waiting} to answer, ${toDeliver} to deliver, ${givenUp} not answered after all tries, ${undelivered} undeliverable`;
    return lost > 0
      ? [
          { name, status: 'warning', detail: `${detail}: /again in the chat lists those that were not answered` },
          ...unfinished,
          ...doubted,
          ...kept,
        ]
      : [{ name, status: 'ok', detail }, ...unfinished, ...doubted, ...kept];
  } catch (error) {
    return [{ name, status: 'failed', detail: missingBinary(error) ?? messageOf(error) }, ...kept];
  }
}

/** Only reads the file: opening it as the daemon does would rename a damaged one. */
async function readQueue(config: Settings['config'], log: Settings['log']) {
  const file = path.join(config.state.dir, 'queue.db');
  const none = { waiting: 0, givenUp: 0, toDeliver: 0, undelivered: 0 };
  if (!existsSync(file)) return { messages: none, forgetting: [], clock: undefined };
  const { Damage, isDamage, openState } = await import('../../state/state.ts');
  const { checkDatabase } = await import('../../memory/store/index-check.ts');
  const { openDatabase } = await import('../../base/files/database.ts');
  const db = openDatabase(file, { readonly: true });
  try {
    const damage = checkDatabase(db);
    if (damage !== null) throw new Damage(damage);
  } catch (error) {
    if (!isDamage(error))
      throw new Error(`${file} can't be opened: ${messageOf(error)}. ${remedyOf(error) ?? ''}`.trim(), {
        cause: error,
      });
    throw new Error(
      `${file} is damaged (${messageOf(error)}). Stop Scrubjay and restore a backup into empty folders: the next start moves this file aside and begins an empty one, without the reminders and messages in it.`,
      { cause: error },
    );
  } finally {
    db.close();
  }
  const state = openState({ file, clock: systemClock, log, delivers: false });
  try {
    const [inbox, outbox] = [state.inbox.counts(), state.outbox.counts()];
    return {
      messages: {
        waiting: inbox.pending,
        givenUp: inbox.dead,
        toDeliver: outbox.pending + outbox.sending,
        undelivered: outbox.dead,
      },
      forgetting: unfinishedForgetting(state.table(erasureRequestsTable)),
      clock: clockDoubt(state, { clock: systemClock, timezone: chosenTimezone(config).now }) ?? undefined,
    };
  } finally {
    state.close();
  }
}
