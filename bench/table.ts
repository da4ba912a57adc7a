// What a benchmark found, beside what was aimed for.

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** `most`: the value should not be above it; `least`: not below. */
  aim?: { most: number } | { least: number };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** A Markdown table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, value, unit, aim }) => [
    what,
    `${round(value)} ${unit}`,
    aim ? ('most' in aim ? `<= ${aim.most}` : `>= ${aim.least}`) : '',
    verdict(value, aim),
  ]);
  return [['', 'measured', 'aim', ''], ['---', '---:', '---:', '---'], ...cells]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function verdict(value: number, aim: Row['aim']): string {
  if (!aim) return '';
  return ('most' in aim ? value <= aim.most : value >= aim.least) ? 'reached' : 'missed';
}

/** Three digits or so. */
export const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
