// What the person reads in the morning, and what the command prints. Pure.
import type { Change } from './apply.ts';

/** `+3 ~1 -0` */
export function summaryOf(changes: readonly Pick<Change, 'sign'>[]): string {
  const count = (sign: Change['sign']): number => changes.filter((change) => change.sign === sign).length;
  return `+${count('+')} ~${count('~')} -${count('-')}`;
}

/** One line a change, with where it was said. */
export function changeLines(changes: readonly Change[]): string[] {
  return changes.map((change) => `${change.sign} ${wordsOf(change)} [${change.sources.join(', ')}]`);
}

const wordsOf = ({ sign, text, before }: Change): string =>
  sign === '~' && before !== null ? `${text} (was: ${before})` : text;

const maxDigestLines = 12;

/** The morning's message; null when nothing changed, as silence is the better message then. Markdown: bare signs would be a list and strike words out. */
export function digestText({
  changes,
  archived,
  modelless,
}: {
  changes: readonly Change[];
  archived: number;
  modelless: boolean;
}): string | null {
  if (changes.length === 0) return null;
  const lines = changes.map((change) => `\`${change.sign}\` ${wordsOf(change)} [${placeOf(change)}]`);
  const more = lines.length > maxDigestLines ? [`and ${lines.length - maxDigestLines} more`] : [];
  const moved =
    archived > 0
      ? [`To keep its size, ${archived} older ${archived === 1 ? 'line' : 'lines'} moved to MEMORY-archive.md.`]
      : [];
  const how = modelless ? ' (without a model: only what was marked to be kept)' : '';
  return [`Memory tonight: \`${summaryOf(changes)}\`${how}`, ...lines.slice(0, maxDigestLines), ...more, ...moved].join(
    '\n',
  );
}

/** Where to look it up: the line of a daily note, or the day of a conversation, whose file no one opens. */
const placeOf = ({ said, sources }: Change): string =>
  sources.find((source) => !source.startsWith('sessions/'))?.replace(/-L\d+$/, '') ?? `said ${said}`;
