// Cutting and cleaning of text. Every limit on a length in this program cuts here, and every string that leaves it is made
// well-formed here. Lengths are UTF-16 units, as `String.length` counts them. All functions take time linear in their input.

let segmenter: Intl.Segmenter | null = null;
/** Made when a text is first cut: to make it takes a tenth of the start of a command. */
const graphemesIn = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/** The text with a U+FFFD in place of every half of a surrogate pair. Its length stays the same. */
export const wellFormed = (text: string): string => text.toWellFormed();

/**
 * The longest well-formed prefix of at most `maxUnits` that ends at a grapheme boundary. A first grapheme that is longer
 * than `maxUnits` (a letter can carry any number of combining marks) is cut between two code points, so that a loop which
 * cuts a text into parts always makes progress; the prefix is empty only where `maxUnits` is less than one code point.
 * The prefix is as long as the part of `text` that it stands for: the rest is `text.slice(prefix.length)`.
 */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return wellFormed(text);
  if (maxUnits <= 0) return '';
  // Whether a boundary lies before a code point does not depend on anything after that code point.
  const end = graphemesIn(text.slice(0, maxUnits + 2)).containing(maxUnits)?.index ?? 0;
  return wellFormed(text.slice(0, end > 0 ? end : codePointStart(text, maxUnits)));
}

/**
 * Cuts what others say for a log, between two words: what takes the secrets out of a log later knows them whole, and would leave the
 * beginning of one that was cut.
 */
export function cutWords(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return wellFormed(text);
  let end = maxUnits;
  while (end > 0 && /\S/.test(text.charAt(end))) end -= 1;
  return cutText(text.slice(0, end), maxUnits);
}

/** `at`, or one less where it lies within a surrogate pair. */
function codePointStart(text: string, at: number): number {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return isLow && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
}

/** Whether a person would see anything of the text: spaces, format characters and fillers alone show nothing. */
export const hasVisibleText = (text: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

// The C0 controls, DEL and the C1 controls, and the controls of writing direction, by which `exe.txt` is shown as `txt.exe`.
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
// What introduces a string that a terminal does not show: OSC, DCS, SOS, PM and APC, after ESC or as one C1 control.
const stringIntroducers = ']PX^_';
// The parameter and intermediate bytes of a control sequence, and its final byte.
const sequenceBody = /[\u0020-\u003f]*[\u0040-\u007e]?/y;
// The rest of a two- or three-byte escape, such as the choice of a character set.
const escapeRest = /[\u0020-\u002f]*[\u0030-\u007e]?/y;

/**
 * The text without control characters and without the escape sequences of terminals (colours, cursor movements, window
 * titles, the clipboard), for a terminal or for a label of one line.
 * @param kept the control characters that stay, such as "\n\t"
 */
export function withoutControls(text: string, kept = ''): string {
  let cleaned = '';
  let from = 0;
  for (;;) {
    control.lastIndex = from;
    const found = control.exec(text);
    if (!found) return from === 0 ? text : cleaned + text.slice(from);
    cleaned += text.slice(from, found.index);
    from = found.index + 1;
    if (kept.includes(found[0])) cleaned += found[0];
    else from = endOfSequence(text, found.index);
  }
}

/** JSON text that a terminal can be shown as it is: the controls that JSON itself leaves raw are escaped, and the separators of lines. */
export const terminalJson = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Where the escape sequence that begins with the control at `start` ends; the next unit where it begins none. */
function endOfSequence(text: string, start: number): number {
  const isEscape = text[start] === '\u001b';
  // A C1 control stands for ESC and the character 0x40 below it.
  const kind = isEscape ? text[start + 1] : String.fromCharCode(text.charCodeAt(start) - 0x40);
  if (!isEscape && !(text.charCodeAt(start) >= 0x80)) return start + 1;
  const body = start + (isEscape ? 2 : 1);
  if (kind === '[') return endOfMatch(sequenceBody, text, body);
  if (kind !== undefined && stringIntroducers.includes(kind)) return endOfString(text, body);
  return isEscape ? endOfMatch(escapeRest, text, start + 1) : start + 1;
}

/** Such a string ends at BEL or ST. One that any other control interrupts is shown as text, without its introducer. */
function endOfString(text: string, body: number): number {
  control.lastIndex = body;
  const end = control.exec(text);
  if (end?.[0] === '\u0007' || end?.[0] === '\u009c') return end.index + 1;
  return end?.[0] === '\u001b' && text[end.index + 1] === '\\' ? end.index + 2 : body;
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(pattern.lastIndex, at);
}

/** Units that are given to the segmenter at once: it takes time quadratic in its input (Node 20: 120,000 units take 15 s). */
const segmenterWindow = 256;

/**
 * The graphemes of a text, in order; joined they are the text. A grapheme of more than 256 units comes in parts.
 * A lone carriage return and a line feed are a grapheme each, and so is the pair of both.
 */
export function* graphemesOf(text: string): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    // Most text is made of letters to which nothing can be joined.
    const isPlain = isPlainUnit(text.charCodeAt(at)) && isPlainUnit(text.charCodeAt(at + 1));
    if (isPlain) {
      yield text.charAt(at);
      at += 1;
      continue;
    }
    const window = text.slice(at, at + segmenterWindow);
    const isLast = at + window.length === text.length;
    const found = Array.from(graphemesIn(window), ({ segment }) => segment);
    // What follows the window may belong to the last grapheme in it.
    if (!isLast && found.length > 1) found.pop();
    yield* found;
    at += found.reduce((sum, grapheme) => sum + grapheme.length, 0);
  }
}

/** ASCII that is not a control character; NaN, which stands behind the end, as well. */
const isPlainUnit = (unit: number): boolean => Number.isNaN(unit) || (unit >= 0x20 && unit < 0x7f);

/** The text without the characters of `dropped` at its end. A loop, because a pattern such as `[.!]+$` takes quadratic time. */
export function withoutEnd(text: string, dropped: string): string {
  let end = text.length;
  while (end > 0 && dropped.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A number with its noun: "1 file", "2 files". */
export const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Lines of a note as a person reads them: `#L3`, or `#L3-L5`. */
export const lineSpan = (first: number, last: number): string =>
  first === last ? `#L${first}` : `#L${first}-L${last}`;
