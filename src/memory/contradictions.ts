// Finds contradictions in the notes: the line that a new statement may replace, and all pairs of lines that contradict each
// other. Words of others never count as the newer of two notes. Writes nothing.
import { withoutShownDate } from './dated-lines.ts';
import { untilOf, withoutLeadIn, withUntil } from './text/validity.ts';
import { dayOf } from './text/chunk-features.ts';
import { linesOf } from './text/note.ts';
import { holdsOwnWords, summaryMark } from './text/own-words.ts';
import type { Relation, TextPair } from './embed/embedder.ts';
import type { Memory } from './memory.ts';
import { pastLinesIn, pastSources } from './past-lines.ts';
import { areRivals, statementOf, termsIn } from './query/rival-lines.ts';
import { readIfPossible, type Vault } from './vault.ts';
import { essence } from './write/bullet.ts';
import { longTermFile, parseProvenLine, provenLine } from './write/long-term.ts';

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
  memory: Pick<Memory, 'search'> & Partial<Pick<Memory, 'readPairs'>> & { vault: Pick<Vault, 'read'> },
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
    const line = { path, line: startLine, text: plainOf(whole), before: whole, after: marked(whole, date) };
    found.push({ line, isNamed, areRivals: statement !== null && areRivals(statement, older) });
  }
  const unnamed = found.filter(({ isNamed }) => !isNamed);
  const pairs = unnamed.map(({ line }) => ({ first: line.text, second: plainOf(text) }));
  const relations = (await memory.readPairs?.(pairs, { signal, waitMs: readingMs })) ?? [];
  const replaced = [
    ...found.filter(({ isNamed }) => isNamed),
    ...unnamed.filter(({ areRivals: rivals }, i) => isLikely(rivals, relations[i], oddsToOffer)),
  ];
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

/** Where nothing was read, the words alone decide. */
const isLikely = (areRivals: boolean, relation: Relation | null | undefined, least: LeastOdds): boolean =>
  relation ? relation.replaces >= (areRivals ? least.ofRivals : least.ofOthers) : areRivals;

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
 * @param read says of each pair what a model takes the lines to be to each other, or null; without it, the words alone decide
 */
export async function findContradictions(
  vault: Pick<Vault, 'list' | 'read'>,
  date: string,
  read: (pairs: readonly TextPair[]) => Promise<readonly (Relation | null)[]> = async () => [],
): Promise<Contradiction[]> {
  const candidates = candidatesIn(await currentStatements(vault, date));
  const relations = await read(
    candidates.map(({ newer, older }) => ({ first: older.line.text, second: newer.line.text })),
  );
  const likely = candidates
    .map((candidate, i) => ({ ...candidate, relation: relations[i], odds: relations[i]?.replaces ?? 0 }))
    .filter(({ areRivals: rivals, relation }) => isLikely(rivals, relation, oddsToList));
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
        .filter(({ rank, areRivals: rivals }) => rivals || rank < maxNearest);
    });
}

/** Words of others take the place of none but a line further up in the same note, which they may have written as well. */
const mayReplace = (newer: Statement, older: Statement): boolean =>
  newer.isOwn || (!older.isOwn && newer.line.path === older.line.path);

/** The lines that no note marks as past. */
async function currentStatements(vault: Pick<Vault, 'list' | 'read'>, date: string): Promise<Statement[]> {
  const sources = await pastSources(vault);
  const statements: Statement[] = [];
  for (const { path } of (await vault.list()).notes) {
    const text = (await readIfPossible(vault, path)).note?.text ?? '';
    const lines = linesOf(text);
    const past = new Set(
      pastLinesIn({ path, startLine: 1, text: lines.join('\n') }, sources, { today: date }).map(({ line }) => line),
    );
    for (const [i, whole] of lines.entries()) {
      const words = /^\s*[-*+] /.test(whole) && !past.has(i + 1) ? statementIn(whole) : null;
      if (words === null) continue;
      const { text: shown, provenance } = parseProvenLine(whole);
      const day = dayOf(provenance?.said ?? dayBefore.exec(shown)?.[1] ?? path);
      const line = { path, line: i + 1, text: plainOf(shown) };
      statements.push({ line, words, day, isOwn: holdsOwnWords(path, whole) });
    }
  }
  return statements;
}
