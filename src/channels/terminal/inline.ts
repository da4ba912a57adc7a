// The marks within a line of Markdown, as a terminal shows them: bold, code, links. What is no complete mark is shown as
// it is. Linear in the text: a mark reaches at most `maxMarkLength` characters, and each kind of mark looks for its end
// by one scan. Pure.
import type { Paint, Style } from './paint.ts';

/** A mark that is not closed within this many characters is plain text. */
export const maxMarkLength = 1_000;
/** Marks inside of marks; deeper ones are shown as they are. */
const maxDepth = 6;

export interface Inline {
  /** What can be shown. */
  shown: string;
  /** How much of the text it stands for; the rest may turn out to be a mark and is to be given again. */
  length: number;
}

interface Mark {
  length: number;
  shown: string;
}

/** What stands at a place: a complete mark, the beginning of one, or neither. */
type Reading = Mark | 'begun' | null;

/**
 * @param at where to go on in the text; what stands before it is context
 * @param isOver nothing more comes; else what may still become a mark is held back
 */
export function showInline(text: string, paint: Paint, { at = 0, isOver = true, depth = 0 } = {}): Inline {
  let shown = '';
  let place = at;
  while (place < text.length) {
    const reading = depth < maxDepth ? readMark(text, place, paint, depth) : null;
    const isHeld =
      !isOver &&
      text.length - place < maxMarkLength + 2 &&
      // At the end of the text, a complete mark may be the beginning of a longer one.
      (reading === 'begun' || (reading !== null && place + reading.length === text.length));
    if (isHeld) break;
    const mark = typeof reading === 'object' ? reading : null;
    const length = mark?.length ?? plainLength(text, place);
    shown += mark?.shown ?? text.slice(place, place + length);
    place += length;
  }
  return { shown, length: place - at };
}

/** A run of backticks that opens nothing is skipped as one; anything else goes character by character. */
function plainLength(text: string, at: number): number {
  if (text[at] === '`') return runLength(text, at);
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function readMark(text: string, at: number, paint: Paint, depth: number): Reading {
  const within = (style: Style, mark: string, end: number): Mark => ({
    length: end + mark.length - at,
    shown: paint(style, inner(text.slice(at + mark.length, end))),
  });
  const inner = (part: string): string => showInline(part, paint, { depth: depth + 1 }).shown;
  const close = (style: Style, mark: string, rules: EmphasisRules): Reading => {
    if (!canOpen(text, at, mark, rules)) return null;
    const end = closeOf(text, at, mark, rules);
    return end === -1 ? 'begun' : within(style, mark, end);
  };
  switch (text[at]) {
    case '\\':
      return readEscape(text, at);
    case '`':
      return readCode(text, at, paint);
    case '*':
      return text[at + 1] === '*' ? close('bold', '**', {}) : close('italic', '*', { skips: '**' });
    case '_':
      return text[at + 1] === '_'
        ? close('bold', '__', { isWordBound: true })
        : close('italic', '_', { isWordBound: true, isSolid: true });
    case '~':
      if (at + 1 === text.length) return 'begun';
      return text[at + 1] === '~' ? close('struck', '~~', {}) : null;
    case '!':
      if (at + 1 === text.length) return 'begun';
      return text[at + 1] === '[' ? readLink(text, at, paint, inner) : null;
    case '[':
      return readLink(text, at, paint, inner);
    default:
      return null;
  }
}

function readEscape(text: string, at: number): Reading {
  if (at + 1 === text.length) return 'begun';
  const next = text[at + 1] ?? '';
  return /[!-/:-@[-`{-~]/.test(next) ? { length: 2, shown: next } : null;
}

function readCode(text: string, at: number, paint: Paint): Reading {
  const length = runLength(text, at);
  const limit = at + maxMarkLength;
  for (let end = at + length; end < text.length && end < limit;) {
    if (text[end] !== '`') end += 1;
    else {
      const run = runLength(text, end);
      if (run === length) return { length: end + run - at, shown: paint('code', text.slice(at + length, end)) };
      end += run;
    }
  }
  return 'begun';
}

function readLink(text: string, at: number, paint: Paint, inner: (part: string) => string): Reading {
  const labelAt = at + (text[at] === '!' ? 2 : 1);
  const labelEnd = scan(text, labelAt, (character) => character === '[' || character === ']');
  if (labelEnd === -1) return 'begun';
  if (text[labelEnd] !== ']') return null;
  if (labelEnd + 1 === text.length) return 'begun';
  if (text[labelEnd + 1] !== '(') return null;
  const end = scan(text, labelEnd + 2, (character) => character === '(' || character === ')' || /\s/.test(character));
  if (end === -1) return 'begun';
  if (text[end] !== ')') return null;
  const label = text.slice(labelAt, labelEnd);
  const address = text.slice(labelEnd + 2, end);
  const isBare = label === address || label === '';
  const target = paint.link(address, paint('underline', address));
  return { length: end + 1 - at, shown: isBare ? paint.link(address, address) : `${inner(label)} (${target})` };
}

interface EmphasisRules {
  /** The mark begins and ends at the edge of a word: `snake_case` holds none. */
  isWordBound?: boolean;
  /** The mark's own character does not occur in it. */
  isSolid?: boolean;
  /** A pair of these may stand inside. */
  skips?: string;
}

function canOpen(text: string, at: number, mark: string, { isWordBound = false }: EmphasisRules): boolean {
  if (isWordBound && isWordCharacter(characterBefore(text, at))) return false;
  const next = text[at + mark.length];
  return next === undefined || !(/\s/.test(next) || next === mark[0]);
}

/** Where the mark that opens at `at` closes: behind a character that is no space. -1 where it does not. */
function closeOf(text: string, at: number, mark: string, rules: EmphasisRules): number {
  const limit = Math.min(text.length, at + maxMarkLength);
  const sign = mark[0] ?? '';
  for (let end = at + mark.length + 1; end < limit; end += 1) {
    if (text[end] !== sign) continue;
    if (rules.skips !== undefined && text.startsWith(rules.skips, end)) {
      const skipped = text.indexOf(rules.skips, end + rules.skips.length);
      const isPair =
        skipped > end + rules.skips.length && skipped < limit && !text.slice(end + 2, skipped).includes(sign);
      if (!isPair) return -1;
      end = skipped + rules.skips.length - 1;
      continue;
    }
    if (closesAt(text, end, mark, rules)) return end;
    if (rules.isSolid || rules.skips !== undefined) return -1;
  }
  return -1;
}

function closesAt(text: string, end: number, mark: string, { isWordBound = false }: EmphasisRules): boolean {
  const sign = mark[0] ?? '';
  const before = text[end - 1] ?? '';
  if (!text.startsWith(mark, end) || /\s/.test(before) || (mark !== '**' && before === sign)) return false;
  const after = text.codePointAt(end + mark.length);
  if (!isWordBound) return mark !== '*' || text[end + 1] !== '*';
  return after === undefined || !isWordCharacter(String.fromCodePoint(after));
}

/** The first place from `from` on, within a mark's length, at which the character is one of these. */
function scan(text: string, from: number, isOneOf: (character: string) => boolean): number {
  const limit = Math.min(text.length, from + maxMarkLength);
  for (let at = from; at < limit; at += 1) if (isOneOf(text[at] ?? '')) return at;
  return -1;
}

function runLength(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] === text[at]) end += 1;
  return end - at;
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\uDC00-\uDFFF]/.test(text[at - 1] ?? '');
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}_]/u.test(character);
