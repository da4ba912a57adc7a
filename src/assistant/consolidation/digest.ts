// What the person reads in the morning, and what the command prints. Pure.
import type { Change } from './apply.ts';

/** `+3 ~1 -0` */
export function summaryOf(changes: readonly Pick<Change, 'sign'>[]): string {
  const count = (sign: Change['sign']): number => changes.filter((change) => change.sign === sign).length;
  return `+${count('+')} ~${count('~')} -${count('-')}`;
}

/** One line a change, with where it was said. */
export function changeLines(changes: readonly Change[]): string[] {
  return changes.map(({ sign, text, before, sources }) => {
    const was = sign === '~' && before !== null ? ` (was: ${before})` : '';
    return `${sign} ${text}${was} [${sources.join(', ')}]`;
  });
}

const maxDigestLines = 12;

/** The morning's message; null when nothing changed, as silence is the better message then. */
export function digestText(changes: readonly Change[], modelless: boolean): string | null {
  if (changes.length === 0) return null;
  const lines = changeLines(changes);
  const more = lines.length > maxDigestLines ? [`and ${lines.length - maxDigestLines} more`] : [];
  const how = modelless ? ' (without a model: only what was marked to be kept)' : '';
  return [`Memory tonight: ${summaryOf(changes)}${how}`, ...lines.slice(0, maxDigestLines), ...more, 'Undo: /undo'].join('\n');
}
