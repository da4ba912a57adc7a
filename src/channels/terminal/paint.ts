// Styles of a terminal (bold, colours) and links, as escape sequences that only this program writes. Pure.

const codes = {
  bold: 1,
  dim: 2,
  italic: 3,
  underline: 4,
  struck: 9,
  green: 32,
  yellow: 33,
  magenta: 35,
  code: 36,
} as const;

export type Style = keyof typeof codes;

/** Ends all styles. */
export const styleEnd = '\u001B[0m';
/** Ends a link. */
export const linkEnd = '\u001B]8;;\u001B\\';

/** Gives a text a style, or leaves it as it is where the terminal has none. */
export interface Paint {
  (style: Style, text: string): string;
  /** Makes the text clickable. Only for `http:` and `https:` addresses; any other text is returned as it is. */
  link(address: string, text: string): string;
}

/** Whether a terminal is to get styles, see https://no-color.org. */
export const takesColours = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb';

/** The inner style ends first: after it the outer style is set again. */
export const painted: Paint = Object.assign(
  (style: Style, text: string): string =>
    text === ''
      ? ''
      : `\u001B[${codes[style]}m${text.replaceAll(styleEnd, `${styleEnd}\u001B[${codes[style]}m`)}${styleEnd}`,
  {
    link: (address: string, text: string): string =>
      isWebAddress(address) ? `\u001B]8;;${address}\u001B\\${text}${linkEnd}` : text,
  },
);

export const unstyled: Paint = Object.assign((_style: Style, text: string): string => text, {
  link: (_address: string, text: string): string => text,
});

const maxAddressLength = 2_000;

/** Printable ASCII only: nothing in the address can end the escape sequence that carries it. */
const isWebAddress = (address: string): boolean =>
  address.length <= maxAddressLength && /^https?:\/\/[!-~]+$/i.test(address);

/**
 * The escape sequence of our own at this place of a text: a style, a link, or a movement of the cursor.
 * @returns its length, 0 where there is none
 */
export function ownSequenceAt(text: string, at: number): number {
  if (text[at] !== '\u001B') return 0;
  ownSequence.lastIndex = at;
  return ownSequence.exec(text)?.[0].length ?? 0;
}

/** Styles; cursor and erasing; visibility, bracketed paste and synchronised output; links. */
const ownSequence =
  // oxlint-disable-next-line no-control-regex -- escape sequences are the subject
  /\u001B(?:\[\d{0,4}[ABCDGJKm]|\[\?(?:25|2004|2026)[hl]|\]8;;(?:https?:\/\/[!-~]{1,2000})?\u001B\\)/iy;

/** The text without styles and links. */
export function withoutPaint(text: string): string {
  if (!text.includes('\u001B')) return text;
  let bare = '';
  for (let at = 0; at < text.length;) {
    const length = ownSequenceAt(text, at);
    if (length === 0) bare += text[at];
    at += length || 1;
  }
  return bare;
}
