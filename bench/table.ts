// What a benchmark found, beside what was aimed for.

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** Processor time of it, all processes counted, in ms: hardly changed by what else the machine does. */
  cpuMs?: number | undefined;
  /** `most`: the value should not be above it; `least`: not below. */
  aim?: { most: number } | { least: number };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A Markdown table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.what, formatValue(row), formatAim(row), verdict(row)]);
  return tableOf(['', 'measured', 'aim', ''], cells);
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const marks = head.map((_, i) => (i === 0 || head[i] === '' ? '---' : '---:'));
  return [head, marks, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function formatValue({ value, unit, cpuMs }: Row): string {
  const cpu = cpuMs === undefined ? '' : ` (CPU ${round(unit === 's' ? cpuMs / 1000 : cpuMs)})`;
  return `${round(value)} ${unit}`.trim() + cpu;
}

export const formatAim = ({ aim, unit }: Row): string =>
  aim ? `${'most' in aim ? `≤ ${aim.most}` : `≥ ${aim.least}`} ${unit}`.trim() : '';

function verdict({ value, aim }: Row): string {
  if (!aim) return '';
  return ('most' in aim ? value <= aim.most : value >= aim.least) ? 'reached' : 'missed';
}

/** Three digits or so. */
export const round = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
