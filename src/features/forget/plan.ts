// A preview of forgetting: the lines that would go are found, numbered and described. It changes nothing.
import type { ForgetPhrases } from '../../assistant/phrases/phrases.ts';
import { UserError } from '../../base/errors.ts';
import { cutText } from '../../base/text.ts';
import { anyOf } from '../../language/words.ts';
import type { Memory } from '../../memory/memory.ts';
import type { NoteProblem } from '../../memory/note-problem.ts';
import { linesOf } from '../../memory/text/note.ts';
import { readIfPossible, type Vault } from '../../memory/vault.ts';
import { contentWords } from '../../memory/write/words.ts';
import { createEraser } from './eraser.ts';
import { type NoteUnit, unitsOf } from './units.ts';

export interface ForgetLine {
  /** Null: it stands in a conversation. */
  path: string | null;
  startLine: number;
  endLine: number;
  /** As {@link NoteUnit} has it, or a sentence of a conversation. */
  text: string;
  /** It says the phrase; otherwise it is only about it. */
  isExact: boolean;
  /** The day of the conversation. */
  day?: string;
}

/** More lines than this are not forgotten at once: the phrase is more common than the person thinks. */
const maxExact = 300;
const maxRelated = 5;
/** The lowest score of a line that is found by its meaning. */
const minScore = 0.7;
const minPhraseLength = 3;

/** @returns also why notes can't be looked into */
async function unitsByNote(vault: Vault): Promise<{ notes: Map<string, NoteUnit[]>; problems: NoteProblem[] }> {
  const units = new Map<string, NoteUnit[]>();
  const listing = await vault.list();
  const problems = [...listing.problems];
  for (const { path } of listing.notes) {
    const { note, problem } = await readIfPossible(vault, path);
    if (note) units.set(path, unitsOf(linesOf(note.text)));
    else if (problem !== null) problems.push(problem);
  }
  return { notes: units, problems };
}

const lineOf = (path: string, { startLine, endLine, text }: NoteUnit, isExact: boolean): ForgetLine => ({
  path,
  startLine,
  endLine,
  text,
  isExact,
});

function exactLines(phrase: string, notes: ReadonlyMap<string, NoteUnit[]>): ForgetLine[] {
  const { matches } = createEraser({ phrases: [phrase], lines: [] });
  return [...notes].flatMap(([path, units]) =>
    units.filter((unit) => matches(unit.whole)).map((unit) => lineOf(path, unit, true)),
  );
}

/** Every line, of whichever note, that says what a line of the passage says, and nothing else. */
export async function sameLines(passage: string, vault: Vault): Promise<{ path: string; text: string }[]> {
  const wanted = new Set(unitsOf(linesOf(passage)).map(({ text }) => text));
  return [...(await unitsByNote(vault)).notes].flatMap(([path, units]) =>
    units.filter(({ text }) => wanted.has(text)).map(({ text }) => ({ path, text })),
  );
}

/** A shorter one is a word of many lines, which goes from where it was found alone. */
const minUnitsElsewhere = 8;

/** The other notes in which a part of a line stands, letter for letter and as whole words. */
export async function elsewhere(
  { path, text }: { path: string; text: string },
  vault: Vault,
): Promise<{ path: string; text: string }[]> {
  const wanted = text.trim();
  if (wanted.length < minUnitsElsewhere) return [];
  const whole = anyOf([wanted], 'u');
  const { notes } = await unitsByNote(vault);
  return [...notes]
    .filter(([other, units]) => other !== path && units.some((unit) => whole.test(unit.whole)))
    .map(([other, units]) => ({ path: other, text: units.some((unit) => unit.whole.includes(text)) ? text : wanted }));
}

/** Lines that say the phrase and were not among those shown: written, or edited, since. */
export async function unseenLines(phrase: string, shown: readonly ForgetLine[], vault: Vault): Promise<ForgetLine[]> {
  const seen = new Set(shown.map(({ path, text }) => `${path}\n${text}`));
  return exactLines(phrase, (await unitsByNote(vault)).notes).filter(({ path, text }) => !seen.has(`${path}\n${text}`));
}

/**
 * @returns also why notes can't be looked into, and what finds the other lines that say a sentence
 * @throws UserError for a phrase that would take half the memory along
 */
export async function findLines(
  phrase: string,
  { vault, search }: { vault: Vault; search: Memory['search'] },
  phrases: ForgetPhrases,
): Promise<{ lines: ForgetLine[]; problems: NoteProblem[]; saying(sentence: string): ForgetLine[] }> {
  if ([...phrase].length < minPhraseLength && !/[^\p{Script=Latin}\p{N}\p{P}]/u.test(phrase))
    throw new UserError(phrases.tooShort);
  const { notes, problems } = await unitsByNote(vault);
  const exact = exactLines(phrase, notes);
  if (exact.length > maxExact) throw new UserError(phrases.tooMany(exact.length));

  const { results } = await search(phrase, { limit: maxRelated, passages: false });
  const related = results
    .filter(({ score }) => score >= minScore)
    .flatMap(({ path, startLine }) => {
      const unit = notes.get(path)?.find((one) => one.startLine <= startLine && startLine <= one.endLine);
      // The neighbours of a line that is found are found with it.
      const isNeighbour =
        unit !== undefined &&
        exact.some(
          (line) => line.path === path && (line.endLine === unit.startLine - 1 || line.startLine === unit.endLine + 1),
        );
      return unit && !/^\s*#/.test(unit.whole) && (!isNeighbour || sharesWord(unit.text, phrase))
        ? [lineOf(path, unit, false)]
        : [];
    })
    .filter(
      (line, index, all) =>
        ![...exact, ...all.slice(0, index)].some(
          (other) => other.path === line.path && other.startLine === line.startLine,
        ),
    );
  const lines = [...exact, ...related];
  const known = new Set(lines.map(({ path, startLine }) => `${startLine} ${path}`));
  return {
    lines,
    problems,
    saying: (sentence) =>
      exactLines(sentence, notes)
        .filter(({ path, startLine }) => !known.has(`${startLine} ${path}`))
        .map((line) => ({ ...line, isExact: false })),
  };
}

function sharesWord(a: string, b: string): boolean {
  const words = contentWords(b);
  return [...contentWords(a)].some((word) => words.has(word));
}

const shownChars = 300;

/** One line of the preview, numbered. */
export function describeLine(
  { path, startLine, endLine, text, day = '' }: ForgetLine,
  index: number,
  phrases: ForgetPhrases,
): string {
  const place = path === null ? phrases.saidOn(day) : `${path}#L${startLine}-L${endLine}`;
  return `${index + 1}. ${place}: ${text.length > shownChars ? `${cutText(text, shownChars)}…` : text}`;
}
