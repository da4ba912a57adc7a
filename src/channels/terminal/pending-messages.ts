// Messages to the owner that no message asked for (reminders, the morning digest). A file keeps them until they were shown on
// a terminal with a person in front of it.
import { readRegular } from '../../base/files/regular-file.ts';
import { z } from 'zod';
import type { Extras } from '../../assistant/channel.ts';
import { codeOf } from '../../base/errors.ts';
import { writeFileAtomic } from '../../base/files/files.ts';
import { createMutex } from '../../base/concurrency/mutex.ts';

export interface Notice {
  name: string;
  text: string;
  extras: Extras;
}

export interface Notices {
  /** Resolves when it is on disk. A second one with the same name is dropped, also after it was shown. */
  add(notice: Notice): Promise<void>;
  /** Hands over each that was not shown yet, in order; `show` returning is what counts as shown. */
  showAll(show: (notice: Notice) => void): Promise<void>;
}

const fileSchema = z.object({
  waiting: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      buttons: z.array(z.object({ label: z.string(), command: z.string() })),
    }),
  ),
  shown: z.array(z.string()),
});

/** Names by which a notice that comes again is known. */
const namesKept = 100;

export function createNotices(file: string): Notices {
  const inTurn = createMutex();

  async function load(): Promise<z.infer<typeof fileSchema>> {
    try {
      return fileSchema.parse(JSON.parse((await readRegular(file)).toString()));
    } catch (error) {
      // The program writes the file atomically, so only another program can damage it. New messages are kept nevertheless.
      const isDamaged = error instanceof SyntaxError || error instanceof z.ZodError;
      if (codeOf(error) === 'ENOENT' || isDamaged) return { waiting: [], shown: [] };
      throw error;
    }
  }

  /** One after the other: each reads what the one before has written. */
  const change = (work: (state: z.infer<typeof fileSchema>) => boolean): Promise<void> =>
    inTurn(async () => {
      const state = await load();
      if (work(state)) await writeFileAtomic(file, `${JSON.stringify(state)}\n`);
    });

  return {
    add: ({ name, text, extras }) =>
      change((state) => {
        if (state.shown.includes(name) || state.waiting.some((other) => other.name === name)) return false;
        state.waiting.push({ name, text, buttons: [...(extras.buttons ?? [])] });
        return true;
      }),
    showAll: (show) =>
      change((state) => {
        const { waiting } = state;
        for (const { name, text, buttons } of waiting) show({ name, text, extras: { buttons } });
        state.shown = [...state.shown, ...waiting.map(({ name }) => name)].slice(-namesKept);
        state.waiting = [];
        return waiting.length > 0;
      }),
  };
}
