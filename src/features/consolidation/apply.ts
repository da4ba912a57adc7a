// Checked operations onto the text of MEMORY.md. Touches no line but those of ours that an operation names. Pure.
import { indentOf } from '../../memory/text/outline.ts';
import { essence } from '../../memory/write/bullet.ts';
import {
  type LongTermLine,
  historySection,
  lastLineOf,
  linesOfLongTerm,
  provenLine,
  sectionsOf,
} from '../../memory/write/long-term.ts';
import { fromRaw, insertLines, type RawNote, replaceLines, splitRaw, textLines } from '../../memory/write/raw-note.ts';
import type { ClosedLine } from './archive.ts';
import type { CheckedOperation } from './check.ts';

export interface Change {
  sign: '+' | '~' | '-';
  text: string;
  /** What stood there before, for `~` and `-`. */
  before: string | null;
  /** The day it was said, `YYYY-MM-DD`. */
  said: string;
  sources: string[];
  /** True where the person's own words were kept, because their source did not support the model's wording. */
  isVerbatim?: boolean;
}

export interface Applied {
  note: RawNote;
  changes: Change[];
  /** Lines that were moved out to keep the budget, whole, for the archive. */
  archived: string[];
  /** Lines of the archive that hold no longer, or are back in MEMORY.md. */
  closed: ClosedLine[];
}

/** @param budgetChars size that MEMORY.md is kept under, as far as lines of ours can be moved out */
export function applyOperations(note: RawNote, operations: readonly CheckedOperation[], budgetChars: number): Applied {
  const changes: Change[] = [];
  const adds: CheckedOperation[] = [];
  const said = new Set(
    linesOfLongTerm(note)
      .filter((line) => !line.isHistory)
      .map((line) => saying(line.text)),
  );
  const { take, isTaken, ...taken } = linesOfOurs(note);

  for (const operation of operations) {
    const { op, target, text, sources } = operation;
    // A line that the person wrote is never changed: the new statement is added beside it.
    const ours = target?.provenance && !isTaken(target) ? target : null;
    const change = { text, before: ours && bare(ours.text), said: operation.said, sources };
    if (op === 'remove') {
      if (!ours) continue;
      take(ours, operation);
      changes.push({ ...change, sign: '-', text: bare(ours.text) });
      continue;
    }
    if (said.has(saying(text))) {
      // What is true now stands there already; the line that was true before still has to go.
      if (op !== 'supersede' || !ours || saying(ours.text) === saying(text)) continue;
      take(ours, operation);
      changes.push({ ...change, sign: '~' });
      continue;
    }
    said.add(saying(text));
    if (op === 'add' || !ours) {
      adds.push(op === 'add' || !target ? operation : { ...operation, section: target.section || operation.section });
      changes.push({ ...change, sign: '+', before: null, isVerbatim: operation.isVerbatim });
      continue;
    }
    const kept = {
      ...operation,
      sources: [...new Set([...sources, ...(operation.keptSources ?? [])])].slice(0, maxSources),
    };
    if (ours.isArchived) adds.push(kept);
    take(ours, operation, lineOf(kept, markerOf(ours)));
    changes.push({ ...change, sign: '~' });
  }

  const made = [
    ...adds.map((operation) => ({ section: operation.section, line: lineOf(operation, '- ') })),
    ...taken.superseded.map((line) => ({ section: historySection, line })),
  ];
  const added = addWithin(replaceLines(note, taken.edits), made, budgetChars);
  return { note: added.note, changes, archived: [...taken.retired, ...added.archived], closed: taken.closed };
}

/** Takes lines of ours from where they stand, and says what becomes of them. */
function linesOfOurs(note: RawNote) {
  /** By 1-based line of MEMORY.md: what stands in its place. */
  const edits = new Map<number, string[]>();
  const superseded: string[] = [];
  /** For the archive. */
  const retired: string[] = [];
  const closed: ClosedLine[] = [];
  const parents = linesWithMoreBelow(note);

  /** @returns what stays where the line stood. What the person wrote below it is about it: it stays above that, as past. */
  function leave(line: LongTermLine, operation: CheckedOperation): string[] {
    if (operation.op === 'update') return [];
    if (parents.has(line.line)) return [historyLine(line, operation, markerOf(line))];
    if (operation.op === 'supersede' && wasTrue(line, operation)) {
      const isTrifle = (line.provenance?.importance ?? 1) < minHistoryImportance;
      (isTrifle ? retired : superseded).push(historyLine(line, operation));
    }
    return [];
  }

  return {
    edits,
    superseded,
    retired,
    closed,
    isTaken: (line: LongTermLine): boolean =>
      line.isArchived ? closed.some(({ whole }) => whole === line.whole) : edits.has(line.line),
    /** @param instead what takes its place in MEMORY.md */
    take(line: LongTermLine, operation: CheckedOperation, ...instead: string[]): void {
      if (!line.isArchived) edits.set(line.line, [...instead, ...leave(line, operation)]);
      else {
        const isPast = operation.op === 'supersede' && wasTrue(line, operation);
        closed.push({ whole: line.whole, past: isPast ? historyLine(line, operation) : null });
      }
    },
  };
}

/** A slip that was corrected on the day it was said never was true. */
const wasTrue = ({ provenance }: LongTermLine, { said }: CheckedOperation): boolean => provenance?.said !== said;

/** A line with the title of the section that it goes to. */
interface NewLine {
  section: string;
  line: string;
}

function addWithin(note: RawNote, made: readonly NewLine[], budgetChars: number): ReturnType<typeof keepBudget> {
  const withLines = (some: readonly NewLine[]): ReturnType<typeof keepBudget> =>
    keepBudget(
      some.reduce((grown, { section, line }) => addTo(grown, section, line), note),
      budgetChars,
    );
  const whole = withLines(made);
  // What has no room is not written at all: a heading or a blank line that was made for it would be left behind.
  const late = made.filter(({ line }) => whole.archived.includes(line));
  if (late.length === 0) return whole;
  const kept = withLines(made.filter((one) => !late.includes(one)));
  return { note: kept.note, archived: [...late.map(({ line }) => line), ...kept.archived] };
}

/** What a line says, whether it ends with a full stop or not. */
const saying = (text: string): string => essence(text).replace(/[.!]$/, '');

/** What was superseded and mattered less than this is not worth a line of history: it goes to the archive at once. */
const minHistoryImportance = 0.3;

const maxSources = 4;

const markerOf = (line: LongTermLine): string => /^\s*(?:[-*+]\s+)?/.exec(line.whole)?.[0] ?? '- ';

const bare = (text: string): string => text.replace(/^\s*[-*+]\s+/, '');

const lineOf = (operation: CheckedOperation, marker: string): string =>
  provenLine(`${marker}${operation.text}`, {
    kind: operation.kind,
    importance: operation.importance,
    said: operation.said,
    sources: operation.sources,
  });

/** The text without `(until …)` at its end. */
function withoutUntil(text: string): string {
  const start = text.lastIndexOf(' (until ');
  return start !== -1 && text.endsWith(')') ? text.slice(0, start) : text;
}

/** `- Lives in Bonn (until 2026-11-20)`: a line that ends so is past from that day on, also one that a person writes. */
function historyLine(line: LongTermLine, { said: until, pastSources }: CheckedOperation, marker = '- '): string {
  const provenance = line.provenance ?? { kind: 'fact', importance: 0, said: until, sources: [] };
  return provenLine(`${marker}${withoutUntil(bare(line.text))} (until ${until})`, {
    ...provenance,
    sources: pastSources ?? provenance.sources,
  });
}

/** The lines with something below them that belongs to them, 1-based: what is indented further, and a paragraph that goes on. */
function linesWithMoreBelow(note: RawNote): Set<number> {
  const lines = textLines(note);
  const found = new Set<number>();
  /** The next line below that is not blank. */
  let below = '';
  for (const [i, line] of [...lines.entries()].toReversed()) {
    if (line.trim() === '') continue;
    const goesOn = lines[i + 1] === below && /^\p{L}/u.test(below);
    if (indentOf(below) > indentOf(line) || goesOn) found.add(i + 1);
    below = line;
  }
  return found;
}

function addTo(note: RawNote, title: string, line: string): RawNote {
  const sections = sectionsOf(note);
  const section = sections.find((other) => other.title.trim().toLowerCase() === title.toLowerCase());
  if (section) {
    const nextHeading = sections.find((other) => other.startLine > section.startLine);
    const end = nextHeading ? nextHeading.startLine - 1 : splitRaw(note.raw).length;
    const index = lastLineOf(note, end);
    if (index !== section.headingEnd) return insertLines(note, index, [line]);
    // The blank lines of a section that was emptied serve again, or there would be one more each time.
    const isRoomy = end - index > (nextHeading ? 1 : 0);
    return isRoomy ? insertLines(note, index + 1, [line]) : insertLines(note, index, ['', line]);
  }
  if (note.raw.trim() === '')
    return insertLines(
      { ...note, raw: '' },
      0,
      title === historySection ? [`## ${title}`, '', line] : ['# Memory', '', `## ${title}`, '', line],
    );
  const history = title === historySection ? undefined : sections.find((other) => other.isHistory);
  if (history) return insertLines(note, lastLineOf(note, history.startLine - 1), ['', `## ${title}`, '', line]);
  const lines = splitRaw(note.raw);
  const index = lastLineOf(note, lines.length);
  return insertLines(note, index, ['', `## ${title}`, '', line]);
}

/** Moves lines of ours with nothing below them out until the size fits: history first, then the least important, the oldest first among equals. */
function keepBudget(note: RawNote, budgetChars: number): { note: RawNote; archived: string[] } {
  const excess = note.raw.length - budgetChars;
  if (excess <= 0) return { note, archived: [] };
  const lines = splitRaw(note.raw);
  const parents = linesWithMoreBelow(note);
  const ours = linesOfLongTerm(note)
    .filter((line) => line.provenance && !parents.has(line.line))
    .sort((a, b) => rank(a) - rank(b) || (a.provenance?.said ?? '').localeCompare(b.provenance?.said ?? ''));
  const out = new Map<number, string[]>();
  const archived: string[] = [];
  let freed = 0;
  for (const line of ours) {
    if (freed >= excess) break;
    out.set(line.line, []);
    archived.push(fromRaw(lines[line.line - 1]?.raw ?? '', note));
    freed += (lines[line.line - 1]?.raw.length ?? 0) + 1;
  }
  return { note: replaceLines(note, out), archived };
}

const rank = (line: LongTermLine): number => (line.isHistory ? 0 : 1 + (line.provenance?.importance ?? 0));
