// What the consolidation reads: spans of the daily notes and of the conversations, each with its place and the hash by
// which it is known to be done. Pure; gather.ts reads the files.
import { createHash } from 'node:crypto';
import { summaryMark } from '../../memory/text/own-words.ts';
import { isUntrustedText } from '../../assistant/approval/untrusted-text.ts';
import { holdsQuotation } from '../../memory/text/own-words.ts';

export interface Span {
  /** `2026-11-20.md`, or `sessions/<id>.jsonl`. */
  path: string;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
  /** The local day it was said, `YYYY-MM-DD`. */
  date: string;
  text: string;
  /** The hash of path and text, which stays when lines above it come and go. */
  hash: string;
  /** Someone else's words (a forward, a web page, a tool), or a model's note of a conversation that is read itself. Never material for memory. */
  isUntrusted: boolean;
  /** The person asked for it to be remembered: the model-less consolidation takes only these. */
  isExplicit: boolean;
  /** What the assistant had asked, where a short answer says little without it. */
  question?: string;
  /** It was saved to the day's note while it was said. */
  isSaved?: boolean;
}

/** Short ids for a prompt, which a small model copies without a mistake: `D1` for a line of a note, `S1` for one of a conversation. */
export function numberSpans(spans: readonly Span[]): Map<string, Span> {
  const counts = { D: 0, S: 0 };
  return new Map(
    spans.map((span) => {
      const kind = span.path.startsWith('sessions/') ? 'S' : 'D';
      counts[kind] += 1;
      return [`${kind}${counts[kind]}`, span];
    }),
  );
}

/** `path#Lx-Ly` */
export const sourceOf = (span: Pick<Span, 'path' | 'startLine' | 'endLine'>): string =>
  `${span.path}#L${span.startLine}-L${span.endLine}`;

/** Takes `path#Lx-Ly`, `path#Lx` and `path#Lx-y`. Null for anything else. */
export function parseSource(source: string): { path: string; startLine: number; endLine: number } | null {
  const trimmed = source.trim();
  const at = trimmed.indexOf('#');
  const match = /^#L(\d+)(?:-L?(\d+))?$/.exec(trimmed.slice(Math.max(at, 0)));
  if (!match || at <= 0) return null;
  const startLine = Number(match[1]);
  const endLine = Number(match[2] ?? match[1]);
  const path = trimmed.slice(0, at).replace(/^memory\//, '');
  return startLine >= 1 && endLine >= startLine ? { path, startLine, endLine } : null;
}

export const spanHash = (path: string, text: string): string =>
  createHash('sha256').update(`${path}\n${text.trim()}`).digest('hex').slice(0, 32);

/** The spans of a daily note: a bullet with what is indented under it, a paragraph, a table. Headings are not spans. */
export function daySpans(path: string, date: string, lines: readonly string[]): Span[] {
  const spans: Span[] = [];
  let heading = '';
  let open: { start: number; lines: string[] } | null = null;
  const close = (): void => {
    // What the assistant made of a conversation is no source: the conversation itself is.
    if (open && !open.lines[0]?.includes(` ${summaryMark} `))
      spans.push(spanOf(path, date, open.start, open.lines, heading));
    open = null;
  };
  for (const [i, line] of lines.entries()) {
    const title = /^ {0,3}#{1,6}\s(.*)$/.exec(line)?.[1]?.trim();
    if (line.trim() === '' || title !== undefined) {
      close();
      heading = title ?? heading;
    } else if (open && !/^[-*+]\s|^\d+[.)]\s/.test(line)) open.lines.push(line);
    else {
      close();
      open = { start: i + 1, lines: [line] };
    }
  }
  close();
  return spans;
}

function spanOf(path: string, date: string, startLine: number, lines: readonly string[], heading: string): Span {
  const text = lines.join('\n').trimEnd();
  return {
    path,
    startLine,
    endLine: startLine + lines.length - 1,
    date,
    text,
    hash: spanHash(path, text),
    isUntrusted: isUntrustedText(text) || holdsQuotation(text) || isUntrustedText(heading),
    isExplicit: isMarked(text),
  };
}

/** `remember: …`, `#keep`, `#important`, `!important`, `[important]`, `importance: high`, `(importance 0.9)`. */
const isMarked = (text: string): boolean =>
  /(?:^|\s)#(?:keep|remember|important)\b|(?:^|\s)!important\b|\[(?:important|keep)\]|\bimportance ?[:=]? ?(?:high|0\.[5-9]\d*|1(?:\.0)?)\b|^\s*(?:[-*+]\s+)?(?:\d{1,2}:\d{2}\s+)?remember\b/i.test(
    text,
  );
