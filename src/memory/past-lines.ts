// Finds the lines of a search result that are no longer true: lines marked so in the note, and sources of a superseded line of
// MEMORY.md. Lines that a newer result restates are marked by the search. Also renders such results.
import { datedLine } from './dated-lines.ts';
import { dayOf } from './text/written-day.ts';
import { isPast, untilOf } from './text/validity.ts';
import type { Note, Vault } from './vault.ts';
import { archiveFile, hashOfLine, linesOfLongTerm, linesOfSource, longTermFile, saysWords } from './write/long-term.ts';
import { parseRaw } from './write/raw-note.ts';
import { contentWords } from './write/words.ts';

/** A line of a result that is no longer true, or perhaps not. */
export interface PastLine {
  /** Counted from 1, in the note. */
  line: number;
  /** Until when it was true: a day, a month or a year. */
  until?: string;
  /** The place of a newer line that says it anew, where nothing tells until when this one was true. */
  newer?: string;
}

/** A source of a superseded line of MEMORY.md. */
export interface PastSource {
  path: string;
  startLine: number;
  endLine: number;
  /** Of the line that was superseded; where it is not known, the place and the words tell. */
  hash?: string;
  until: string;
  words: ReadonlySet<string>;
}

/** The sources of all superseded lines of the long-term memory. A note that can't be read has none. */
export async function pastSources(vault: Pick<Vault, 'read'>): Promise<PastSource[]> {
  return (await readPastSources(vault)).sources;
}

/** Keeps the {@link pastSources} of a vault until the index beside it takes in a change of a note. */
export class KeptPastSources {
  readonly #vault: Pick<Vault, 'read'>;
  readonly #kept = new WeakMap<object, { version: number; sources: readonly PastSource[] }>();

  constructor(vault: Pick<Vault, 'read'>) {
    this.#vault = vault;
  }

  /** @param table of the index, brought up to date just now */
  async with(table: { readonly version: number }): Promise<readonly PastSource[]> {
    const { version } = table;
    const kept = this.#kept.get(table);
    if (kept?.version === version) return kept.sources;
    const { sources, isComplete } = await readPastSources(this.#vault);
    // The index does not change when a note that could not be read can be read again.
    if (isComplete) this.#kept.set(table, { version, sources });
    return sources;
  }
}

async function readPastSources(vault: Pick<Vault, 'read'>): Promise<{ sources: PastSource[]; isComplete: boolean }> {
  const notes = await Promise.allSettled([longTermFile, archiveFile].map(async (path) => await vault.read(path)));
  return {
    sources: notes.flatMap((note) => (note.status === 'fulfilled' && note.value ? sourcesIn(note.value) : [])),
    isComplete: notes.every(({ status }) => status === 'fulfilled'),
  };
}

function sourcesIn(note: Note): PastSource[] {
  if (!note.text.includes('(until ')) return [];
  return linesOfLongTerm(parseRaw(note.bytes)).flatMap(({ text, provenance }) => {
    const until = untilOf(text);
    if (until === null || provenance === null) return [];
    const words = contentWords(text.slice(0, text.lastIndexOf('(until ')));
    return provenance.sources.flatMap((source) => {
      const lines = linesOfSource(source);
      return lines === null ? [] : [{ ...lines, until, words }];
    });
  });
}

/**
 * The lines of a passage that are past.
 * @param today `YYYY-MM-DD` @param asOf a line that was superseded later is told as well, with its until
 */
export function pastLinesIn(
  passage: { path: string; startLine: number; text: string },
  sources: readonly PastSource[],
  { today, asOf }: { today: string; asOf?: string },
): PastLine[] {
  const own = sources.filter(({ path }) => path === passage.path);
  return passage.text.split('\n').flatMap((text, i) => {
    const line = passage.startLine + i;
    const until = untilOf(text) ?? untilOfSource(text, line, own);
    return until !== null && (asOf !== undefined || isPast(until, today)) ? [{ line, until }] : [];
  });
}

function untilOfSource(text: string, line: number, sources: readonly PastSource[]): string | null {
  if (sources.length === 0) return null;
  const own = hashOfLine(text);
  const source = sources.find(({ startLine, endLine, hash, words }) =>
    hash === undefined ? startLine <= line && line <= endLine && saysWords(text, words) : hash === own,
  );
  return source?.until ?? null;
}

/** Whether a line was known on a day: it was not written later. @param day of the line, null where it has none */
export const wasKnown = (text: string, day: number | null, asOf: string): boolean => {
  const said = / said (\d{4}-\d{2}-\d{2}), from /.exec(text)?.[1];
  const then = dayOf(asOf);
  const written = (said === undefined ? null : dayOf(said)) ?? day;
  return then === null || written === null || written <= then;
};

/** The passage as a reader is shown it, line by line: without comments, and with what is past marked before its words. */
export function showPassage(passage: { startLine: number; text: string; past?: readonly PastLine[] }): string {
  const { startLine, text, past = [] } = passage;
  const byLine = new Map(past.map((line) => [line.line, line]));
  return text
    .split('\n')
    .map((line, i) => {
      const { until = null, newer } = byLine.get(startLine + i) ?? {};
      const shown = datedLine(line, until).text;
      return newer === undefined || line.trim() === '' ? shown : `${shown} (perhaps outdated, see ${newer})`;
    })
    .join('\n');
}
