// Reminders that are cancelled in plain words, without a model: which ones go is shown and asked first.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Extras } from '../../../src/assistant/channel.ts';
import { readCommand } from '../../../src/assistant/commands/command.ts';
import { english } from '../../../src/assistant/phrases/english.ts';
import { silentLog } from '../../../src/base/log.ts';
import { remindersCommand } from '../../../src/features/reminders/command.ts';
import { type Reminders, remindersTable } from '../../../src/features/reminders/reminders.ts';
import { type State, openState } from '../../../src/state/state.ts';
import { createManualClock } from '../../support/assistant.ts';

const key = 'telegram:tg_main:chat:1:user:1';
const clock = createManualClock();
let dir: string;
let state: State;
let reminders: Reminders;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'reminders-'));
  state = openState({ file: path.join(dir, 'queue.db'), clock, log: silentLog });
  reminders = state.table(remindersTable);
  for (const text of ['bins', 'tea', 'call Anna']) await set(text);
});

afterEach(() => {
  state.close();
  rmSync(dir, { recursive: true, force: true });
});

const set = async (text: string): Promise<unknown> =>
  await state.write(() =>
    reminders.add({
      key: text,
      conversation: key,
      text,
      dueAt: new Date(clock.now().getTime() + 3_600_000),
      pattern: null,
      timezone: 'UTC',
    }),
  );

const texts = (): string[] => reminders.active(key).map(({ text }) => text);

/** What the command answers; null where the words are no command. */
async function say(words: string): Promise<{ text: string; extras: Extras } | null> {
  const command = remindersCommand({ reminders, write: state.write, timezone: () => 'UTC', clock });
  const spoken = readCommand([command], { text: words });
  const said: { text: string; extras: Extras }[] = [];
  await spoken?.command.run({
    ...spoken,
    incoming: { key },
    phrases: english,
    say: (text: string, extras: Extras = {}) => Promise.resolve(said.push({ text, extras })),
  } as never);
  return said[0] ?? null;
}

describe('All reminders', () => {
  it.each([
    'cancel all reminders',
    'Please delete all my reminders.',
    'lösche alle Erinnerungen',
    'borra todos los recordatorios',
    'annule tous mes rappels',
    'cancella tutti i promemoria',
    'apaga todos os lembretes',
    'verwijder alle herinneringen',
    '/reminders cancel all',
  ])('are listed after %j, and go with a yes alone', async (words) => {
    const asked = await say(words);
    expect(asked?.text).toMatch(/^Cancel these 3 reminders\?\nReminder 1: .*bins\nReminder 2: .*tea\nReminder 3: /);
    expect(texts()).toHaveLength(3);
    // What is set between the question and the answer was not asked about.
    await set('later');
    expect((await say(asked?.extras.question?.yes ?? ''))?.text).toBe('3 reminders are cancelled.');
    expect(texts()).toEqual(['later']);
  });

  it('are none where none is set', async () => {
    await say('/reminders cancel all 3');
    expect((await say('cancel all reminders'))?.text).toBe(english.reminders.none);
    expect((await say('/reminders cancel all 3'))?.text).toBe(english.reminders.none);
  });
});

describe('A reminder that was not said yet', () => {
  it('is put off from its own time, and never brought nearer', async () => {
    const at = () =>
      reminders
        .active(key)
        .find(({ id }) => id === 1)
        ?.dueAt.getTime() ?? 0;
    const own = at();
    expect((await say('/reminders snooze 1'))?.text).toMatch(
      /^It was not due yet\. I will say it ten minutes later: \w{3} \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
    );
    expect(at()).toBe(own + 10 * 60_000);
    await say('/reminders snooze 1');
    expect(at()).toBe(own + 20 * 60_000);
    // A clock that is set back takes that for no work of one that was ahead.
    await say('/reminders snooze 2');
    reminders.realign(new Date(own - 7_200_000), true);
    expect(
      reminders
        .active(key)
        .find(({ id }) => id === 2)
        ?.dueAt.getTime(),
    ).toBe(own + 10 * 60_000);
  });
});

describe('The last reminder', () => {
  it.each([
    'cancel the last reminder',
    'delete that reminder',
    'lösch die letzte Erinnerung',
    'borra ese recordatorio',
    'supprime ce rappel',
    "cancella l'ultimo promemoria",
    'apaga esse lembrete',
    'verwijder die herinnering',
  ])('is the one that was set last after %j, is named, and goes with a yes alone', async (words) => {
    const asked = await say(words);
    expect(asked?.text).toMatch(/^Cancel this reminder\?\nReminder 3: .*call Anna$/);
    expect(texts()).toHaveLength(3);
    await say(asked?.extras.question?.yes ?? '');
    expect(texts()).toEqual(['bins', 'tea']);
  });
});

it.each(['cancel all reminders about Anna', 'delete all', 'did you cancel all reminders', 'delete that'])(
  '%j is no such wish',
  async (words) => {
    expect(await say(words)).toBeNull();
  },
);
