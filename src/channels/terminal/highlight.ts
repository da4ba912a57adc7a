// Colours for a line of code: comments, texts, numbers and the words that most languages share. A scanner and no grammar:
// where it is wrong a colour is wrong, never a letter. Linear; a text or comment over several lines is not followed. Pure.
import type { Paint, Style } from './paint.ts';

/** Languages by the sign that begins a comment to the end of the line. */
const commentSigns: Readonly<Record<string, readonly string[]>> = {
  '#': [
    'bash',
    'sh',
    'shell',
    'zsh',
    'console',
    'python',
    'py',
    'ruby',
    'rb',
    'yaml',
    'yml',
    'toml',
    'perl',
    'r',
    'dockerfile',
    'make',
    'makefile',
    'ini',
    'nix',
    'elixir',
  ],
  '--': ['sql', 'lua', 'haskell', 'hs', 'elm', 'ada'],
  ';': ['lisp', 'clojure', 'scheme', 'asm'],
  '%': ['latex', 'tex', 'matlab', 'erlang'],
};

/** A block that names no language holds output or prose, in which no word is a keyword. */
const keywords = new Set(
  'abstract and as async await begin bool break case catch class const continue def default del delete do done elif else end enum except export extends extern false fi final finally fn for foreach from func function go goto if impl implements import in include inline int interface is lambda let local loop match mod module move mut namespace new nil none not null of or package pass private protected pub public raise require return select self static string struct super switch template then this throw throws trait true try type typeof union unless unsafe until use using var virtual void when where while with yield'.split(
    ' ',
  ),
);

/** Lines longer than this are data. */
const maxLength = 2_000;

export function highlight(line: string, language: string, paint: Paint): string {
  const name = /^[\w+#-]*/.exec(language)?.[0] ?? '';
  if (name === '' || name === 'text' || line.length > maxLength) return paint('code', line);
  const comment = Object.entries(commentSigns).find(([, languages]) => languages.includes(name))?.[0] ?? '//';
  let shown = '';
  let plain = '';
  const add = (style: Style, part: string): void => {
    shown += paint('code', plain) + paint(style, part);
    plain = '';
  };
  for (let at = 0; at < line.length;) {
    const end = endOfPart(line, at, comment);
    const part = line.slice(at, end);
    if (part.startsWith(comment) && isCommentAt(line, at, comment)) add('dim', part);
    else if (/["'`]/.test(part[0] ?? '') && part.length > 1) add('green', part);
    else if (/\d/.test(part[0] ?? '')) add('yellow', part);
    else if (keywords.has(part) || (name === 'sql' && keywords.has(part.toLowerCase()))) add('magenta', part);
    else plain += part;
    at = end;
  }
  return shown + paint('code', plain);
}

/** In a shell, `#` within a word is no comment; nor is `//` behind a colon, as in an address. */
const isCommentAt = (line: string, at: number, comment: string): boolean =>
  comment === '//' ? line[at - 1] !== ':' : at === 0 || /\s/.test(line[at - 1] ?? '') || comment !== '#';

/** A comment to the line's end, a text to its closing quote, a word or a number, else one character. */
function endOfPart(line: string, at: number, comment: string): number {
  const first = line[at] ?? '';
  if (line.startsWith(comment, at) && isCommentAt(line, at, comment)) return line.length;
  if (/["'`]/.test(first)) {
    for (let end = at + 1; end < line.length; end += 1) {
      if (line[end] === '\\') end += 1;
      else if (line[end] === first) return end + 1;
    }
    return at + 1;
  }
  if (!/[\p{L}\p{N}_$]/u.test(first)) return at + 1;
  let end = at + 1;
  while (end < line.length && /[\p{L}\p{N}_$.]/u.test(line[end] ?? '') && !(line[end] === '.' && !/\d/.test(first)))
    end += 1;
  return end;
}
