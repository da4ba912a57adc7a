// The marks within a line of Markdown, as a terminal shows them: bold, code, links. What is no whole mark is shown as it is.
// Pure.

const codes = { bold: 1, dim: 2, italic: 3, underline: 4, struck: 9, code: 36 } as const;
const end = '\u001b[0m';

/** Gives a text a style, or leaves it as it is where there are none. */
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Whether a terminal is to get styles, see https://no-color.org. */
export const takesColours = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb';

/** A style within another one ends in that one. */
export const painted: Paint = (style, text) =>
  text === '' ? '' : `\u001b[${codes[style]}m${text.replaceAll(end, `${end}\u001b[${codes[style]}m`)}${end}`;
export const unstyled: Paint = (_style, text) => text;

/** The text without styles. */
// oxlint-disable-next-line no-control-regex -- the codes are what it is about
export const withoutPaint = (text: string): string => text.replaceAll(/\u001b\[\d*m/g, '');

interface Mark {
  /** The whole of it, from its first sign. */
  whole: RegExp;
  /** What can still become it. */
  begun: RegExp;
  show(match: RegExpExecArray): string;
}

export interface Inline {
  /** @param isOver nothing more comes; else what it ends with is left out where that may turn out to be a mark */
  (text: string, isOver: boolean): string;
}

export function createInline(paint: Paint): Inline {
  const within =
    (style: Parameters<Paint>[0]) =>
    ([, , inner = '']: RegExpExecArray): string =>
      paint(style, show(inner, true));
  const marks: readonly Mark[] = [
    { whole: /\\([!-/:-@[-`{-~])/y, begun: /\\$/y, show: ([, character = '']) => character },
    { whole: /(`+)(?!`)([^]*?[^`])\1(?!`)/y, begun: /`/y, show: ([, , code = '']) => paint('code', code) },
    { whole: /(\*\*)(?=[^\s*])([^]*?[^\s])\*\*/y, begun: /\*\*(?:$|[^\s*])/y, show: within('bold') },
    {
      whole: /(?<![\p{L}\p{N}])(__)(?=[^\s_])([^]*?[^\s_])__(?![\p{L}\p{N}_])/uy,
      begun: /(?<![\p{L}\p{N}])__(?:$|[^\s_])/uy,
      show: within('bold'),
    },
    {
      whole: /(\*)(?=[^\s*])((?:[^*]|\*\*[^*]+\*\*)*?[^\s*])\*(?!\*)/y,
      begun: /\*(?:$|[^\s*])/y,
      show: within('italic'),
    },
    {
      whole: /(?<![\p{L}\p{N}])(_)(?=[^\s_])([^_]*?[^\s_])_(?![\p{L}\p{N}_])/uy,
      begun: /(?<![\p{L}\p{N}])_(?:$|[^\s_])/uy,
      show: within('italic'),
    },
    { whole: /(~~)(?=[^\s~])([^]*?[^\s~])~~/y, begun: /~(?:$|~(?:$|[^\s~]))/y, show: within('struck') },
    {
      whole: /!?\[([^[\]]*)\]\(([^()\s]*)\)/y,
      begun: /!?(?:\[[^[\]]*(?:$|\](?:$|\([^()\s]*$))|!$)/y,
      show: ([, label = '', address = '']) =>
        label === address || label === '' ? address : `${show(label, true)} (${paint('underline', address)})`,
    },
  ];

  function show(text: string, isOver: boolean): string {
    let shown = '';
    for (let at = 0; at < text.length;) {
      const found = firstAt(text, at);
      // At the end it may be the beginning of a longer one.
      const isHeld =
        !isOver && (found ? at + found.length === text.length : marks.some(({ begun }) => matchAt(begun, text, at)));
      if (isHeld) break;
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      shown += found?.shown ?? character;
      at += found?.length ?? character.length;
    }
    return shown;
  }

  function firstAt(text: string, at: number): { shown: string; length: number } | null {
    for (const mark of marks) {
      const match = matchAt(mark.whole, text, at);
      if (match) return { shown: mark.show(match), length: match[0].length };
    }
    return null;
  }

  return show;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
