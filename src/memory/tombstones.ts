// The record of forgotten text, which the nightly consolidation asks before it writes, so that nothing forgotten comes back.
// It holds salted hashes of the words instead of the words themselves, and marks those that name.
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError, codeOf } from '../base/errors.ts';
import { writeFileAtomic } from '../base/files.ts';
import { createMutex } from '../base/mutex.ts';
import { contentWords, namingWords, saysAgain } from './write/words.ts';

export interface Tombstones {
  /** Resolves when they are on disk. */
  add(...texts: string[]): Promise<void>;
  /** Removes an entry, because the person wants the text remembered after all. */
  lift(text: string): Promise<void>;
  /** Whether the text says again what was forgotten. */
  covers(text: string): boolean;
}

const fileSchema = z.strictObject({ salt: z.string(), stones: z.array(z.array(z.string())) });
type Stones = z.infer<typeof fileSchema>;

const smallStone = 3;
/** Before the hash of a word that names. */
const namingMark = '!';

/**
 * Each call reads the file anew: a command or another program's tools may have changed it. A missing file means that
 * nothing was forgotten. Throws for a damaged one: silence would un-forget.
 */
export async function loadTombstones(file: string): Promise<Tombstones> {
  const oneAtATime = createMutex();

  function read(): Stones {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError)
        throw new UserError(
          `${file}, the record of what was forgotten, is damaged. Put it back from a backup; without it, what was forgotten could come back.`,
          { cause: error },
        );
      if (codeOf(error) !== 'ENOENT') throw error;
      return { salt: randomBytes(16).toString('hex'), stones: [] };
    }
  }

  /** @param change null: leave it as it is */
  async function save(change: (before: Stones) => string[][] | null): Promise<void> {
    await oneAtATime(async () => {
      const data = read();
      const stones = change(data);
      if (stones) await writeFileAtomic(file, `${JSON.stringify({ ...data, stones })}\n`);
    });
  }

  read();
  return {
    async add(...texts) {
      const said = texts.filter((text) => contentWords(text).size > 0);
      if (said.length > 0) await save(({ salt, stones }) => [...stones, ...said.map((text) => stoneOf(text, salt))]);
    },
    async lift(text) {
      await save(({ salt, stones }) => {
        const words = hashesOf(contentWords(text), salt);
        const left = stones.filter((stone) => !isCovered(stone, words));
        return left.length < stones.length ? left : null;
      });
    },
    covers(text) {
      const { salt, stones } = read();
      const words = hashesOf(contentWords(text), salt);
      return stones.some((stone) => isCovered(stone, words));
    },
  };
}

const hashOf = (word: string, salt: string): string =>
  createHmac('sha256', salt).update(word).digest('base64url').slice(0, 16);

const hashesOf = (words: Iterable<string>, salt: string): Set<string> =>
  new Set([...words].map((word) => hashOf(word, salt)));

function stoneOf(text: string, salt: string): string[] {
  const naming = namingWords(text);
  return [...contentWords(text)].map((word) => `${naming.has(word) ? namingMark : ''}${hashOf(word, salt)}`);
}

function isCovered(stone: readonly string[], words: ReadonlySet<string>): boolean {
  const naming = stone.filter((hash) => hash.startsWith(namingMark)).map((hash) => hash.slice(namingMark.length));
  const said = new Set(stone.map((hash) => hash.slice(hash.startsWith(namingMark) ? namingMark.length : 0)));
  if (!saysAgain({ words: said, naming: new Set(naming) }, words)) return false;
  // One or two words alone ("Anna") must not block every later text about them.
  return stone.length >= smallStone || said.size * 2 >= words.size;
}
