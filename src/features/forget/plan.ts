// A preview of forgetting: the lines that would go are found, numbered and described. It changes nothing.
import { range } from '../../base/lists.ts';
import type { ForgetPhrases } from '../../assistant/phrases/phrases.ts';
import { UserError } from '../../base/errors.ts';
import { cutText, lineSpan } from '../../base/text/text.ts';
import { escaped, wholeWords } from '../../language/words.ts';
import type { Memory } from '../../memory/memory.ts';
import { type NoteProblem, noteProblem } from '../../memory/note-problem.ts';
import { linesOf } from '../../memory/text/note.ts';
import { sectionsOfLines, withoutOwnComments } from '../../memory/write/long-term.ts';
import { readIfPossible, type Vault } from '../../memory/vault.ts';
import { contentWords } from '../../memory/write/words.ts';
import { createEraser } from './eraser.ts';
import { numbered, type Place } from './places.ts';
import { plainReading, type Span } from './reading.ts';
import { type NoteUnit, textOf, unitsHolding, unitsOf } from './units.ts';

export interface ForgetLine {
  /** Null: it stands in a conversation. */
  path: string | null;
  startLine: number;
  endLine: number;
  /** As {@link NoteUnit} has it, or a sentence of a conversation. */
  text: string;
  /** It says the phrase; otherwise it is only about it. */
  isExact: boolean;
  /** In a note; see {@link Place}. */
  count?: number | undefined;
  nth?: number | undefined;
  of?: number | undefined;
  /** What the preview shows of it: with what was found in view, and cut. */
  shown?: string | undefined;
  /** The day of the conversation. */
  day?: string | undefined;
}

const maxRelated = 5;
/** The lowest score of a line that is found by its meaning. */
const minScore = 0.7;
const minPhraseLength = 3;

type NoteLines = ReadonlyMap<string, readonly string[]>;

/** The lines of all notes. @returns also why notes can't be looked into */
async function readNotes(vault: Vault): Promise<{ notes: NoteLines; problems: NoteProblem[] }> {
  const notes = new Map<string, readonly string[]>();
  const listing = await vault.list();
  const problems = [...listing.problems];
  for (const { path } of listing.notes) {
    const { note, problem } = await readIfPossible(vault, path);
    if (note) notes.set(path, linesOf(note.text.normalize('NFC')));
    if (note && !note.valid) problems.push(noteProblem('not_text', path));
    else if (problem !== null) problems.push(problem);
  }
  return { notes, problems };
}

function lineOf(path: string, unit: NoteUnit, isExact: boolean, found?: Span): ForgetLine {
  const { startLine, endLine, text, whole } = unit;
  return { path, startLine, endLine, text, isExact, shown: found ? excerpt(whole, text, found) : cut(text) };
}

function exactLines(phrases: readonly string[], notes: NoteLines): ForgetLine[] {
  if (phrases.length === 0) return [];
  const { find } = createEraser({ phrases, lines: [] });
  return [...notes].flatMap(([path, lines]) =>
    unitsHolding(lines, find).map(({ unit, found }) => lineOf(path, unit, true, found)),
  );
}

/** More signs than these stand between words of different matters. */
const maxSigns = 20;

/** Lines in which the words of the phrase follow each other with nothing but signs and line ends between them, in whatever form. */
function scatteredLines(phrase: string, notes: NoteLines): ForgetLine[] {
  const words = plainReading(phrase).text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 2) return [];
  const pattern = new RegExp(wholeWords(words.map(escaped).join(`[^\\p{L}\\p{N}]{1,${maxSigns}}`)), 'giu');
  return [...notes].flatMap(([path, lines]) =>
    [...withoutOwnComments(lines.join('\n')).matchAll(pattern)].map(({ 0: said, index, input }) => {
      const startLine = input.slice(0, index).split('\n').length;
      const endLine = startLine + said.split('\n').length - 1;
      const text = textOf(lines.slice(startLine - 1, endLine));
      return { path, startLine, endLine, text, isExact: false, shown: cut(text) };
    }),
  );
}

/** Where in the notes a phrase still stands, in any form. */
export async function standing(phrases: readonly string[], vault: Vault): Promise<ForgetLine[]> {
  const { notes } = await readNotes(vault);
  return [...exactLines(phrases, notes), ...phrases.flatMap((phrase) => scatteredLines(phrase, notes))];
}

/** Every line, of whichever note, that says what the passage says, and nothing else; none where the passage is a part of a line or several. */
export async function sameLines(
  passage: string,
  vault: Vault,
): Promise<(Place & { path: string; startLine: number })[]> {
  const [wanted, ...more] = unitsOf(linesOf(passage.normalize('NFC')));
  if (!wanted || more.length > 0) return [];
  return [...(await readNotes(vault)).notes].flatMap(([path, lines]) =>
    unitsOf(lines)
      .filter(({ text }) => text === wanted.text)
      .map(({ text, startLine, endLine }) => ({ path, text, startLine, count: endLine - startLine + 1 })),
  );
}

/** Lines that say the phrase and were not among those shown: written, or edited, since. Of equal lines of a note, as many as there are more. */
export async function unseenLines(phrase: string, shown: readonly ForgetLine[], vault: Vault): Promise<ForgetLine[]> {
  const seen = new Map<string, number>();
  const keyOf = ({ path, text }: ForgetLine): string => `${path}\n${text}`;
  for (const line of shown) seen.set(keyOf(line), (seen.get(keyOf(line)) ?? 0) + 1);
  return exactLines([phrase], (await readNotes(vault)).notes).filter((line) => {
    const left = seen.get(keyOf(line)) ?? 0;
    seen.set(keyOf(line), left - 1);
    return left <= 0;
  });
}

/**
 * @returns also why notes can't be looked into, and what finds the other lines that say a sentence
 * @throws UserError for a phrase that is too short to look for
 */
export async function findLines(
  phrase: string,
  { vault, search }: { vault: Vault; search: Memory['search'] },
  phrases: ForgetPhrases,
): Promise<{ lines: ForgetLine[]; problems: NoteProblem[]; saying(sentences: readonly string[]): ForgetLine[] }> {
  if ([...phrase].length < minPhraseLength && !/[^\p{Script=Latin}\p{N}\p{P}]/u.test(phrase))
    throw new UserError(phrases.tooShort);
  const { notes, problems } = await readNotes(vault);
  const exact = exactLines([phrase], notes);

  const { results } = await search(phrase, { limit: maxRelated, passages: false });
  const found = results
    .filter(({ score }) => score >= minScore)
    .flatMap(({ path, startLine }) => {
      // The innermost that holds the line.
      const unit = unitsOf(notes.get(path) ?? []).findLast(
        (one) => one.startLine <= startLine && startLine <= one.endLine,
      );
      // The neighbours of a line that is found are found with it.
      const isNeighbour =
        unit !== undefined &&
        exact.some(
          (line) => line.path === path && (line.endLine === unit.startLine - 1 || line.startLine === unit.endLine + 1),
        );
      return unit && !/^\s*#/.test(unit.whole) && (!isNeighbour || sharesWord(unit.text, phrase))
        ? [lineOf(path, unit, false)]
        : [];
    });
  const related = [...scatteredLines(phrase, notes), ...found, ...emptiedHeadings(exact, notes)].filter(
    (line, index, all) => ![...exact, ...all.slice(0, index)].some((other) => isWithin(line, other)),
  );
  const lines = placedIn(notes, [...exact, ...related]);
  return {
    lines,
    problems,
    saying: (sentences) =>
      placedIn(
        notes,
        exactLines(sentences, notes).filter((line) => !lines.some((known) => isWithin(line, known))),
      ).map((line) => ({ ...line, isExact: false })),
  };
}

/** The lines, each with which of the places with its words it is. */
function placedIn(notes: NoteLines, shown: readonly ForgetLine[]): ForgetLine[] {
  const placed = new Map(
    [...new Set(shown.map(({ path }) => path ?? ''))].flatMap((path) => {
      const own = shown.filter((line) => line.path === path);
      return numbered(notes.get(path) ?? [], own).map((place, i) => [own[i], place] as const);
    }),
  );
  return shown.map((line) => ({ ...line, ...placed.get(line) }));
}

const isWithin = (line: ForgetLine, other: ForgetLine): boolean =>
  line.path === other.path && other.startLine <= line.startLine && line.endLine <= other.endLine;

/** Finds a title, or the line that underlines one. */
const title = /^\s*(?:#\s|=+\s*$)/;

/** The headings below the title that would have nothing left below them. They are the person's words: to go, each is agreed to. */
function emptiedHeadings(gone: readonly ForgetLine[], notes: NoteLines): ForgetLine[] {
  return [...new Set(gone.map(({ path }) => path ?? ''))].flatMap((path) => {
    const lines = notes.get(path) ?? [];
    const units = unitsOf(lines);
    const going = new Set(
      gone.filter((line) => line.path === path).flatMap(({ startLine, endLine }) => range(startLine, endLine)),
    );
    return sectionsOfLines(lines)
      .filter(({ startLine, headingEnd, endLine }) => {
        const left = range(headingEnd + 1, endLine).filter((line) => lines[line - 1]?.trim() !== '');
        const heading = lines.slice(startLine - 1, headingEnd);
        return left.length > 0 && left.every((line) => going.has(line)) && !heading.some((line) => title.test(line));
      })
      .flatMap(({ startLine }) => units.filter((unit) => unit.startLine === startLine))
      .map((unit) => lineOf(path, unit, false));
  });
}

function sharesWord(a: string, b: string): boolean {
  const words = contentWords(b);
  return [...contentWords(a)].some((word) => words.has(word));
}

const shownChars = 300;
/** How much is shown before what was found. */
const shownBefore = 80;

const cut = (text: string): string => (text.length > shownChars ? `${cutText(text, shownChars)}…` : text);

/** The text as far as it is shown, with what was found in view. @param found its place in `whole` */
function excerpt(whole: string, text: string, found: Span): string {
  const offset = whole.indexOf(text);
  const isInText = offset !== -1 && offset <= found.start && found.end <= offset + text.length;
  const [given, at] = isInText ? [text, found.start - offset] : [whole, found.start];
  if (given.length <= shownChars || at + shownBefore < shownChars) return cut(given);
  const skipped = cutText(given, at - shownBefore).length;
  return `…${cut(given.slice(skipped))}`;
}

/** One line of the preview, numbered. */
export function describeLine(
  { path, startLine, endLine, text, shown = text, day = '' }: ForgetLine,
  index: number,
  phrases: ForgetPhrases,
): string {
  const place = path === null ? phrases.saidOn(day) : `${path}${lineSpan(startLine, endLine)}`;
  const isCut = shown !== text && endLine > startLine;
  return `${index + 1}. ${place}${isCut ? ` (${phrases.lineCount(endLine - startLine + 1)})` : ''}: ${shown}`;
}
