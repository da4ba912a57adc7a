// What was forgotten stays forgotten: the nightly consolidation asks here before it writes. Holds no word of what it
// guards, only salted hashes of the words, so that forgetting really forgets.
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf } from '../base/errors.ts';
import { writeFileAtomic } from '../base/files.ts';
import { contentWords } from './write/words.ts';

export interface Tombstones {
  /** Resolves when it is on disk. */
  add(text: string): Promise<void>;
  /** The person wants this remembered after all. */
  lift(text: string): Promise<void>;
  /** Whether the text says again what was forgotten. */
  covers(text: string): boolean;
}

const fileSchema = z.strictObject({ salt: z.string(), stones: z.array(z.array(z.string())) });

/** A text says a forgotten thing again when it has this share of its words: it may be reworded, it may say more. */
const coverShare = 0.75;
const smallStone = 3;

/** Reads the stones; a missing file means that nothing was forgotten. Throws for a damaged one: silence would un-forget. */
export async function loadTombstones(file: string): Promise<Tombstones> {
  let data: z.infer<typeof fileSchema> = { salt: randomBytes(16).toString('hex'), stones: [] };
  try {
    data = fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  let saving: Promise<void> = Promise.resolve();

  const hashesOf = (text: string): string[] =>
    [...contentWords(text)].map((word) => createHmac('sha256', data.salt).update(word).digest('base64url').slice(0, 16));
  const isCovered = (stone: readonly string[], words: ReadonlySet<string>): boolean => {
    const shared = stone.filter((hash) => words.has(hash)).length;
    if (shared < stone.length * coverShare) return false;
    // One or two words alone ("Anna") must not silence all that is ever said about them.
    return stone.length >= smallStone || shared * 2 >= words.size;
  };

  async function save(stones: string[][]): Promise<void> {
    const before = saving;
    saving = (async () => {
      await before.catch(() => undefined);
      await writeFileAtomic(file, `${JSON.stringify({ ...data, stones })}\n`);
      data = { ...data, stones };
    })();
    await saving;
  }

  return {
    async add(text) {
      const stone = hashesOf(text);
      if (stone.length > 0) await save([...data.stones, stone]);
    },
    async lift(text) {
      const words = new Set(hashesOf(text));
      const left = data.stones.filter((stone) => !isCovered(stone, words));
      if (left.length < data.stones.length) await save(left);
    },
    covers(text) {
      const words = new Set(hashesOf(text));
      return data.stones.some((stone) => isCovered(stone, words));
    },
  };
}
