// Finds contradictions in the notes: the line that a new statement may replace, and all pairs of lines that contradict each
// other. Words of others never count as the newer of two notes. Writes nothing.
import { withoutShownDate } from './dated-lines.ts';
import { untilOf, withoutLeadIn, withUntil } from './text/validity.ts';
import { dayOf, dayOfPath } from './text/written-day.ts';
import { linesOf } from './text/note.ts';
import { holdsOwnWords, summaryMark } from './text/own-words.ts';
import type { Relation, TextPair } from './embed/embedder.ts';
import { areOfTwoOwners } from './line-owner.ts';
import type { Memory } from './memory.ts';
import type { NoteProblem } from './note-problem.ts';
import { pastLinesIn, pastSources } from './past-lines.ts';
import { areRivals, statementOf, termsIn } from './query/rival-lines.ts';
import { readIfPossible, type Vault } from './vault.ts';
import { essence } from './write/bullet.ts';
import { linesOfSource, longTermFile, parseProvenLine, provenLine } from './write/long-term.ts';

/** A line of a note. */
export interface NoteLine {
  path: string;
  /** Counted from 1. */
  line: number;
  /** As it stands, without the comment of the consolidation. */
  text: string;
}

export interface Contradiction {
  newer: NoteLine;
  older: NoteLine;
}

/** A line that a new one may replace, as it stands and as it would stand. */
export interface ReplacedLine extends NoteLine {
  before: string;
  after: string;
}

const maxCandidates = 6;
/** Enough for a model that is loaded. What is saved does not wait for one that is not. */
const readingMs = 120;
const today = /^\d{4}-\d{2}-\d{2}\.md$/;

/**
 * The line of the person's that a new statement is likely to replace; null where there is none.
 * @param named the line as the model named it, where it did
 * @param date on which the new one holds, `YYYY-MM-DD`
 * @param beside what was saved with it, which it does not replace unless it is named
 */
export async function findReplaced(
  memory: Pick<Memory, 'search'> & Partial<Pick<Memory, 'readPairs' | 'cosines'>> & { vault: Pick<Vault, 'read'> },
  asked: { text: string; named?: string; date: string; beside?: readonly string[]; signal?: AbortSignal },
): Promise<ReplacedLine | null> {
  const { text, named: copied, date, beside = [], signal } = asked;
  const named = copied === undefined ? undefined : withoutShownDate(copied);
  const statement = statementOf(text);
  if (statement === null && named === undefined) return null;
  const { results } = await memory.search(named ?? text, { limit: maxCandidates, passages: false, signal });
  const found: { line: ReplacedLine; isNamed: boolean; areRivals: boolean }[] = [];
  for (const { path, startLine, text: shown, past } of results) {
    const isTheirs = !holdsOwnWords(path, shown) || (path !== longTermFile && !today.test(path));
    if (isTheirs || past?.some(({ until }) => until !== undefined)) continue;
    const { note } = await readIfPossible(memory.vault, path);
    const whole = linesOf(note?.text ?? '')[startLine - 1] ?? '';
    const older = statementIn(whole);
    if (whole.trim() !== shown.trim() || untilOf(whole) !== null || saysSame(whole, text) || older === null) continue;
    const isNamed = named !== undefined && essence(plainOf(whole)).includes(essence(plainOf(named)));
    if (!isNamed && (statement === null || beside.some((one) => saysSame(whole, one)))) continue;
    if (!isNamed && areOfTwoOwners(plainOf(text), plainOf(whole))) continue;
    const line = { path, line: startLine, text: plainOf(whole), before: whole, after: marked(whole, date) };
    found.push({ line, isNamed, areRivals: statement !== null && areRivals(statement, older) });
  }
  const unnamed = found.filter(({ isNamed }) => !isNamed);
  const pairs = unnamed.map(({ line, areRivals: rivals }) => ({
    first: line.text,
    second: plainOf(text),
    areRivals: rivals,
  }));
  const likely = await likelyPairs(pairs, oddsToOffer, {
    read: async (some) => (await memory.readPairs?.(some, { signal, waitMs: readingMs })) ?? [],
    // A model that fails meanwhile leaves nothing to offer.
    cosines: async (some) => (await memory.cosines?.(some).catch(() => null)) ?? null,
  });
  const replaced = [...found.filter(({ isNamed }) => isNamed), ...unnamed.filter((_, i) => likely[i] !== null)];
  // With a line of MEMORY.md, the line that it was made of counts as past as well.
  const [first] = replaced.toSorted((a, b) => rankOf(a) - rankOf(b));
  return first?.line ?? null;
}

/** From what odds, as said by the model that reads both, a line counts as replaced: where their words are those of rivals, and where not. */
interface LeastOdds {
  ofRivals: number;
  ofOthers: number;
}
const oddsToOffer: LeastOdds = { ofRivals: -2, ofOthers: 2.5 };
/** Among all lines of the memory most pairs that seem to contradict each other do not. */
const oddsToList: LeastOdds = { ofRivals: 0, ofOthers: 2.5 };

/** What models tell of pairs of lines, an older one and one that was written later. */
export interface PairReader {
  /** Of each pair what the lines are to each other; null, or nothing, where that can't be told. */
  read(pairs: readonly TextPair[]): Promise<readonly (Relation | null)[]>;
  /** The cosine of each pair; null where there are no vectors. */
  cosines(pairs: readonly TextPair[]): Promise<readonly number[] | null>;
}

/** Without a model, the words alone decide. */
const wordsAlone: PairReader = { read: async () => [], cosines: async () => null };

/**
 * Lines must be so near each other without the names that both have. What reads pairs has learnt from lines about one matter: of two
 * that have but a name in common it may say anything. Of 1,023 pairs in seven languages that it rightly takes for older and newer this
 * keeps 928, and of 8 in 64 about one person and nothing else, which it takes for such as well, one.
 */
const leastCosine = 0.25;

/** Of each pair the odds that the second line replaces the first one, 0 where only their words tell; null where that is not likely. */
async function likelyPairs(
  pairs: readonly (TextPair & { areRivals: boolean })[],
  least: LeastOdds,
  reader: PairReader,
): Promise<(number | null)[]> {
  const relations = await reader.read(pairs.map(({ first, second }) => ({ first, second })));
  const odds = pairs.map(({ areRivals: rivals }, i) => {
    const replaces = relations[i]?.replaces;
    if (replaces === undefined) return rivals ? 0 : null;
    return replaces >= (rivals ? least.ofRivals : least.ofOthers) ? replaces : null;
  });
  const read = pairs.filter((_, i) => odds[i] !== null && Boolean(relations[i]));
  const near = read.length === 0 ? null : await reader.cosines(read.map(withoutSharedNames));
  const far = new Set(read.filter((_, i) => (near?.[i] ?? -1) < leastCosine));
  return pairs.map((pair, i) => (far.has(pair) ? null : (odds[i] ?? null)));
}

const name = /\p{Lu}[\p{L}\p{M}]+/gu;
const nameWithEnding = /(\p{Lu}[\p{L}\p{M}]+)(?:['’]s)?/gu;

function withoutSharedNames({ first, second }: TextPair): TextPair {
  const [own, other] = [new Set(first.match(name)), new Set(second.match(name))];
  const without = (text: string): string => {
    const left = text
      .replace(nameWithEnding, (found, one: string) => (own.has(one) && other.has(one) ? '' : found))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return left === '' ? text : left;
  };
  return { first: without(first), second: without(second) };
}

/** The line that the model named comes first, and then the one of MEMORY.md. */
const rankOf = ({ line, isNamed }: { line: ReplacedLine; isNamed: boolean }): number =>
  (isNamed ? 0 : 2) + (line.path === longTermFile ? 0 : 1);

/** What a line of a note states; null for what a conversation came to, which repeats what its lines say. */
const statementIn = (line: string): ReturnType<typeof statementOf> =>
  line.includes(summaryMark) ? null : statementOf(line);

const saysSame = (line: string, text: string): boolean => essence(plainOf(line)) === essence(plainOf(text));

/** A line without its list marker, time and comment. */
const plainOf = (line: string): string => withoutLeadIn(parseProvenLine(line).text).trim();

/** The line, marked as true until a day. A line that the consolidation wrote keeps its comment. */
function marked(line: string, until: string): string {
  const { text, provenance } = parseProvenLine(line);
  return provenance ? provenLine(withUntil(text, until), provenance) : withUntil(line, until);
}

/** A word in more lines than this says nothing about their subject. */
const maxLinesOfTerm = 200;

interface Statement {
  line: NoteLine;
  words: NonNullable<ReturnType<typeof statementOf>>;
  day: number | null;
  isOwn: boolean;
  /** Of a line that the consolidation made, the places that it was made of. */
  sources: readonly string[];
}

/** The day at which a line was noted. One within its words is of what it says: "From 2026-12-01 the rent is 1,340". */
const dayBefore = /^\s*[-*+] (?:\[[ xX]\] )?\(?(\d{4}-\d{2}-\d{2})/;

/** Two lines of which the newer one may have taken the place of the older one. */
interface Candidate {
  newer: Statement;
  older: Statement;
  areRivals: boolean;
}

/**
 * The pairs of lines that are likeliest to contradict each other, the newest first.
 * @param date today, `YYYY-MM-DD`
 * @param onUnread is told of each note that can't be read, whose lines are then not compared
 */
export async function findContradictions(
  vault: Pick<Vault, 'list' | 'read'>,
  date: string,
  reader: PairReader = wordsAlone,
  onUnread: (problem: NoteProblem) => void = () => undefined,
): Promise<Contradiction[]> {
  const candidates = candidatesIn(await currentStatements(vault, date, onUnread)).filter(
    ({ newer, older }) => !areOfTwoOwners(newer.line.text, older.line.text),
  );
  const odds = await likelyPairs(
    candidates.map(({ newer, older, areRivals: rivals }) => ({
      first: older.line.text,
      second: newer.line.text,
      areRivals: rivals,
    })),
    oddsToList,
    reader,
  );
  const likely = candidates.flatMap((candidate, i) => {
    const replaces = odds[i] ?? null;
    return replaces === null ? [] : [{ ...candidate, odds: replaces }];
  });
  // A line takes the place of one, and one takes its place: of several pairs the likeliest. Copies of a line are as likely as it is.
  const [asNewer, asOlder] = [new Map<Statement, number>(), new Map<Statement, number>()];
  const chosen = likely
    .toSorted((a, b) => b.odds - a.odds)
    .filter(({ newer, older, odds }) => {
      if (odds < (asNewer.get(newer) ?? odds) || odds < (asOlder.get(older) ?? odds)) return false;
      asNewer.set(newer, odds);
      asOlder.set(older, odds);
      return true;
    });
  return chosen
    .toSorted((a, b) => (b.newer.day ?? -1) - (a.newer.day ?? -1))
    .map(({ newer, older }) => ({ newer: newer.line, older: older.line }));
}

/** So many older lines are compared with a newer one, besides its rivals: those that share the most of its rarer words. */
const maxNearest = 3;

function candidatesIn(statements: readonly Statement[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { words } of statements) for (const term of termsIn(words)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarityOf = (term: string): number => Math.log(statements.length / (counts.get(term) ?? 1));
  const byTerm = new Map<string, Statement[]>();
  return statements
    .toSorted((a, b) => (a.day ?? -1) - (b.day ?? -1))
    .flatMap((newer) => {
      const near = new Map<Statement, number>();
      for (const term of termsIn(newer.words)) {
        const having = byTerm.get(term) ?? [];
        if (having.length <= maxLinesOfTerm)
          for (const older of having) near.set(older, (near.get(older) ?? 0) + rarityOf(term));
        having.push(newer);
        byTerm.set(term, having);
      }
      return [...near]
        .filter(([older]) => mayReplace(newer, older) && !saysSame(older.line.text, newer.line.text))
        .toSorted(([, a], [, b]) => b - a)
        .map(([older], rank) => ({ newer, older, rank, areRivals: areRivals(newer.words, older.words) }))
        .filter(({ older, rank, areRivals: rivals }) => rivals || (rank < maxNearest && !isSameAgain(newer, older)));
    });
}

/** Whether the consolidation made one of the other: unless their words differ, both say the same. */
const isSameAgain = (one: Statement, other: Statement): boolean =>
  isMadeOf(one, other.line) || isMadeOf(other, one.line);

const isMadeOf = ({ sources }: Statement, { path, line }: NoteLine): boolean =>
  sources.map(linesOfSource).some((from) => from?.path === path && from.startLine <= line && line <= from.endLine);

/** Words of others take the place of none but a line further up in the same note, which they may have written as well. */
const mayReplace = (newer: Statement, older: Statement): boolean =>
  newer.isOwn || (!older.isOwn && newer.line.path === older.line.path);

const listItem = /^\s*[-*+] /;
/** What begins something of its own: nothing, another item, a heading, a quotation, a table, a comment or the fence of code. */
const begins = /^\s*(?:$|[-*+] |\d{1,9}[.)] |#|>|\||<!--|`{3}|~{3}|-{3})/;

/** Whether a line goes on with the item above it: "(until …)" at the end of that would stand within a sentence, and half of one states nothing. */
const goesOn = (next: string | undefined): boolean => next !== undefined && !begins.test(next);

/** The lines that no note marks as past. */
async function currentStatements(
  vault: Pick<Vault, 'list' | 'read'>,
  date: string,
  onUnread: (problem: NoteProblem) => void,
): Promise<Statement[]> {
  const sources = await pastSources(vault);
  const statements: Statement[] = [];
  const { notes, problems } = await vault.list();
  problems.forEach(onUnread);
  for (const { path } of notes) {
    const { note, problem } = await readIfPossible(vault, path);
    if (problem !== null) onUnread(problem);
    const lines = linesOf(note?.text ?? '');
    const noteDay = dayOfPath(path);
    const past = new Set(
      pastLinesIn({ path, startLine: 1, text: lines.join('\n') }, sources, { today: date }).map(({ line }) => line),
    );
    for (const [i, whole] of lines.entries()) {
      const isWhole = listItem.test(whole) && !goesOn(lines[i + 1]);
      const words = isWhole && !past.has(i + 1) ? statementIn(whole) : null;
      if (words === null) continue;
      const { text: shown, provenance } = parseProvenLine(whole);
      const day = dayOf(provenance?.said ?? dayBefore.exec(shown)?.[1] ?? '') ?? noteDay;
      const line = { path, line: i + 1, text: plainOf(shown) };
      statements.push({ line, words, day, isOwn: holdsOwnWords(path, whole), sources: provenance?.sources ?? [] });
    }
  }
  return statements;
}
