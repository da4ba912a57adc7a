// Holds the growth of a function's work to linear, not its time: the processor's time at n characters and at four times
// as many, the smallest of several measurements of each, in one run. Linear work grows by 4, quadratic by 16.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

const factor = 4;
/** Between linear (4) and quadratic (16), with room for what caches and the collector add. */
const maxGrowth = 9;
const minMeasurableMs = 1.5;
const attempts = 7;

/** Collects the garbage of the tests before, whose cost would come to the larger input. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The processor's time of this process: what other processes do meanwhile does not count. */
async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function smallest(run: () => unknown, times: number): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < times; i += 1) best = Math.min(best, await cpuMs(run));
  return best;
}

/**
 * Fails when `run` takes more than linear time in the length of its input.
 * @param make builds an input of about `n` characters
 * @param maxSize where a run is too short to measure up to here, its growth can't matter
 */
export async function expectLinear(
  run: (input: string) => unknown,
  make: (n: number) => string,
  { minSize = 500, maxSize = 64_000 }: { minSize?: number; maxSize?: number } = {},
): Promise<void> {
  let size = minSize;
  let growth = 0;
  for (; size < maxSize; size *= 2) {
    const input = make(size);
    const ms = await cpuMs(() => run(input));
    if (ms >= minMeasurableMs) break;
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // A step in the costs, such as a function that gets compiled, does not come again at a larger size. What is not linear does.
    // Beyond a million characters the engine interprets patterns for good, which is such a step for itself.
    if (attempt > 0 && attempt < 4 && size * factor < 1_000_000) size *= 2;
    const [short, long] = [make(size), make(size * factor)];
    if (attempt > 0) collectGarbage();
    // What is linear shows it at once, mostly. The engine compiles a pattern when it has been interpreted twice.
    const base = await smallest(() => run(short), attempt === 0 ? 2 : 3);
    const more = await smallest(() => run(long), attempt === 0 ? 1 : 3);
    growth = more / Math.max(base, minMeasurableMs / 2);
    if (growth <= maxGrowth) return;
  }
  expect.fail(
    `the work grows by ${growth.toFixed(1)} when the input grows by ${factor} (${size} to ${size * factor} characters)`,
  );
}

/** Text of the kinds that have stopped programs: long runs, nesting, odd line ends, unclosed marks, mixed scripts, halves of pairs. */
export const hostileInputs: Readonly<Record<string, (n: number) => string>> = {
  blanks: (n) => ' '.repeat(n),
  'blanks and an odd end': (n) => `x${' '.repeat(n)}\r`,
  'a heading of blanks and a lone CR': (n) => `#${' '.repeat(n)}\rx`,
  'line ends': (n) => '\n'.repeat(n),
  'lone CRs': (n) => '\r'.repeat(n),
  'CR, LF and U+2028 in turn': (n) => '\r\n\u2028'.repeat(n / 3),
  'tabs and blanks in turn': (n) => '\t '.repeat(n / 2),
  'blanks between letters': (n) => 'a  '.repeat(n / 3),
  'one letter': (n) => 'a'.repeat(n),
  'capital letters': (n) => 'A'.repeat(n),
  digits: (n) => '7'.repeat(n),
  'digits and blanks': (n) => '7 '.repeat(n / 2),
  'digits and dots': (n) => '1.'.repeat(n / 2),
  'a token of dashes': (n) => 'eyJ-'.repeat(n / 4),
  'an unfinished key': (n) => `sk_live_${'a-'.repeat(n / 2)}`,
  'open brackets': (n) => '['.repeat(n),
  'open parentheses': (n) => '[a]('.repeat(n / 4),
  'closed brackets': (n) => '[a]'.repeat(n / 3),
  'double brackets': (n) => '[['.repeat(n / 2),
  'open comments': (n) => '<!-- '.repeat(n / 5),
  'open provenance comments': (n) => '<!-- scrubjay: x 0.5, said 2026-11-20, from a '.repeat(n / 47),
  'a provenance comment of blanks': (n) => `<!-- scrubjay: m 0.5, said 2026-11-20, from ${'a '.repeat(n / 2)}`,
  rules: (n) => '---\n'.repeat(n / 4),
  fences: (n) => '```\n'.repeat(n / 4),
  'an open fence': (n) => `\`\`\`json\n${'\n'.repeat(n)}`,
  'nested quotes': (n) => `${'> '.repeat(n / 2)}x`,
  'nested lists': (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  emphasis: (n) => '*a _b '.repeat(n / 6),
  'pairs of stars': (n) => '**'.repeat(n / 2),
  backticks: (n) => '`'.repeat(n),
  'backticks of growing length': (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => '`'.repeat(i + 1)).join(' '),
  tables: (n) => '|-'.repeat(n / 2),
  pipes: (n) => `${'| a '.repeat(n / 4)}\n${'|---'.repeat(n / 4)}\n`,
  hashes: (n) => '#'.repeat(n),
  'headings closed by hashes': (n) => `# a${' #'.repeat(n / 2)} b`,
  questions: (n) => '?'.repeat(n),
  'sentences without a question': (n) => 'a, '.repeat(n / 3),
  quotes: (n) => '"'.repeat(n),
  backslashes: (n) => '\\'.repeat(n),
  slashes: (n) => '/'.repeat(n),
  'open braces': (n) => '{"a":'.repeat(n / 5),
  'high halves of surrogate pairs': (n) => '\ud83d'.repeat(n),
  'low halves of surrogate pairs': (n) => '\ude00'.repeat(n),
  'one grapheme of combining marks': (n) => `e${'\u0301'.repeat(n)}`,
  'joined emoji': (n) => '👨\u200d'.repeat(n / 3),
  'mixed scripts': (n) => 'aяあא'.repeat(n / 4),
  'words of the calendar': (n) => 'last next week on the '.repeat(n / 22),
  'at signs': (n) => 'a@'.repeat(n / 2),
  addresses: (n) => 'http://a.'.repeat(n / 9),
  NULs: (n) => '\0'.repeat(n),
  'escape sequences': (n) => '\u001b]52;c;'.repeat(n / 7),
};
