// The record of forgotten text, which the nightly consolidation asks before it writes, so that nothing forgotten comes back.
// It holds salted hashes of the words instead of the words themselves, and marks those that name.
import { readRegularSync } from '../base/files/regular-file.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { UserError, codeOf } from '../base/errors.ts';
import { writeFileAtomic } from '../base/files/files.ts';
import { createMutex } from '../base/concurrency/mutex.ts';
import { hasDenyingWord } from '../language/denials.ts';
import { clausesOf } from './claims/clauses.ts';
import { doerOf, isParticipant, isRelated, plainWords } from './claims/subjects.ts';
import { partEnds, speaksOfSelf } from './claims/words.ts';
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
/** The first of a stone: whether the statement says that something is so, or that it is not. Older ones have neither. */
const affirmedMark = '+';
const deniedMark = '-';

/**
 * Each call reads the file anew: a command or another program's tools may have changed it. A missing file means that
 * nothing was forgotten. Throws for a damaged one: silence would un-forget.
 */
export async function loadTombstones(file: string): Promise<Tombstones> {
  const oneAtATime = createMutex();

  function read(): Stones {
    try {
      return fileSchema.parse(JSON.parse(readRegularSync(file).toString()));
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
        const said = readText(text, salt);
        const left = stones.filter((stone) => !isSaidAgain(stone, said));
        return left.length < stones.length ? left : null;
      });
    },
    covers(text) {
      const { salt, stones } = read();
      const said = readText(text, salt);
      return stones.some((stone) => isSaidAgain(stone, said));
    },
  };
}

const hashOf = (word: string, salt: string): string =>
  createHmac('sha256', salt).update(word).digest('base64url').slice(0, 16);

const hashesOf = (words: Iterable<string>, salt: string): Set<string> =>
  new Set([...words].map((word) => hashOf(word, salt)));

function stoneOf(text: string, salt: string): string[] {
  const naming = namingWords(text);
  const hashes = [...contentWords(withoutShortNot(text))].map(
    (word) => `${naming.has(word) ? namingMark : ''}${hashOf(word, salt)}`,
  );
  const isDenied = hasDenyingWord(text);
  // Of several clauses one may deny and another not: such a stone covers both.
  const mark = !isDenied ? affirmedMark : clausesOf(text).length === 1 ? deniedMark : null;
  return mark === null ? hashes : [mark, ...hashes];
}

/** A text as it is held against stones. */
interface SaidText {
  words: ReadonlySet<string>;
  /** How many words it has. */
  count: number;
  isDenied: boolean;
  /** The words of its parts that deny nothing. */
  affirmed: ReadonlySet<string>;
  /** The relatives whom it speaks of as its subject, by each of their words; null where it speaks of nobody else. */
  other: ReadonlySet<string> | null;
}

function readText(text: string, salt: string): SaidText {
  const wordsIn = (part: string): Set<string> => hashesOf(formsIn(part), salt);
  const isDenied = hasDenyingWord(text);
  const parts = text.split(partEnds).filter((part) => part !== undefined && !hasDenyingWord(part));
  const other = relativeIn(text);
  return {
    words: wordsIn(text),
    count: contentWords(text).size,
    isDenied,
    affirmed: isDenied ? wordsIn(parts.join('\n')) : new Set(),
    other: other === null ? null : wordsIn(other),
  };
}

/** "Don't" as "not", which is no word of content. */
const withoutShortNot = (text: string): string => text.replace(/n['’]t(?!\p{L})/gu, ' not');

/** The content words of a text with other forms of the short ones, of which the stemmer cuts nothing: "eats" is "eat". */
function* formsIn(text: string): Generator<string> {
  for (const word of [...contentWords(text), ...contentWords(withoutShortNot(text))]) {
    yield word;
    if (word.length < minForms || /\d/.test(word)) continue;
    yield word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
  }
}
const minForms = 3;

/** "Ada's sister Lena" in "Ada's sister Lena is allergic": a relative of whom alone the text speaks. */
function relativeIn(text: string): string | null {
  const words = plainWords(text);
  const isOwned = (words[0] ?? '').endsWith('s') && isRelated((words[1] ?? '').toLowerCase());
  const rest = isOwned ? words.slice(1) : words;
  const doer = doerOf(rest);
  if (doer === undefined) return null;
  const end = rest.indexOf(doer) + 1;
  const subject = rest.slice(0, end);
  // "My mother says that I am allergic"
  const isOfSeveral = rest.slice(end).some((word) => isParticipant(word) || speaksOfSelf.test(word));
  return isOfSeveral || !subject.some((word) => isRelated(word.toLowerCase())) ? null : subject.join(' ');
}

function isSaidAgain(stone: readonly string[], { words, count, isDenied, affirmed, other }: SaidText): boolean {
  const hashes = stone.filter((hash) => hash !== affirmedMark && hash !== deniedMark);
  const bare = hashes.map((hash) => (hash.startsWith(namingMark) ? hash.slice(namingMark.length) : hash));
  if (!isCovered(hashes, words, count)) return false;
  if (other !== null && !bare.some((hash) => other.has(hash))) return false;
  // A stone of before the marks covers the denial as well.
  if (stone.includes(affirmedMark) && isDenied) return isCovered(hashes, affirmed, count);
  return isDenied || !stone.includes(deniedMark);
}

function isCovered(stone: readonly string[], words: ReadonlySet<string>, count: number): boolean {
  const naming = stone.filter((hash) => hash.startsWith(namingMark)).map((hash) => hash.slice(namingMark.length));
  const said = new Set(stone.map((hash) => hash.slice(hash.startsWith(namingMark) ? namingMark.length : 0)));
  if (!saysAgain({ words: said, naming: new Set(naming) }, words)) return false;
  // One or two words alone ("Anna") must not block every later text about them.
  return stone.length >= smallStone || said.size * 2 >= count;
}
