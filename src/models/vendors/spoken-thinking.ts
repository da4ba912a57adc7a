// Thinking that stands in the text of an answer: servers without a parser of their own leave it there, with the tags of the model's
// template. It goes at the beginning of an answer, between its tags or before an end tag alone, where the template has the
// other one. A tag within a sentence or in code is what the answer is about.
import { withCodeMasked } from '../../base/text/code-marks.ts';
import { largest } from '../../base/lists.ts';
import type { Delta, ModelResponse } from '../provider.ts';

interface Tags {
  start: string;
  end: string;
}

/** In small letters, as they are compared. */
const tags: readonly Tags[] = [
  ...['think', 'thinking', 'thought', 'reasoning', 'seed:think'].map((name) => ({
    start: `<${name}>`,
    end: `</${name}>`,
  })),
  { start: '[think]', end: '[/think]' },
];
const longestTag = largest(tags.map(({ end }) => end.length));

/** An answer has few parts of thinking; to look for more at each tag would take time quadratic in its length. */
const maxParts = 10;

/** The response without the thinking that its text begins with. */
export function withoutSpokenThinking<Response extends Pick<ModelResponse, 'content'>>(response: Response): Response {
  const at = response.content.findIndex(({ type }) => type === 'text');
  const block = response.content[at];
  if (block?.type !== 'text') return response;
  const text = afterThinking(block.text);
  if (text === block.text) return response;
  const content = text === '' ? response.content.toSpliced(at, 1) : response.content.with(at, { ...block, text });
  return { ...response, content };
}

function afterThinking(said: string): string {
  let from = 0;
  for (let parts = 0; ; parts += 1) {
    if (parts === maxParts) return said.slice(from).trimStart();
    const begun = beginOf(said, from);
    const opened = tags.find(({ start }) => small(said.slice(begun, begun + longestTag)).startsWith(start));
    const end = opened ? endOf(said, opened, begun) : unopenedEnd(said, from);
    if (end === null) return opened ? '' : from === 0 ? said : said.slice(begun);
    from = end;
  }
}

/** Where the answer, or thinking, begins after white space. */
const beginOf = (said: string, from: number): number => said.length - said.slice(from).trimStart().length;

function endOf(said: string, { end }: Tags, from: number): number | null {
  const at = small(said.slice(from)).indexOf(end);
  return at === -1 ? null : from + at + end.length;
}

/** The end of thinking whose beginning stands in the template; null where there is none. */
function unopenedEnd(said: string, from: number): number | null {
  const rest = small(said.slice(from));
  if (!tags.some(({ end }) => rest.includes(end))) return null;
  const shown = withCodeMasked(rest);
  for (const { start, end } of tags) {
    const at = shown.indexOf(end);
    const isOpened = at > shown.indexOf(start) && shown.includes(start);
    if (at !== -1 && !isOpened && endsThinking(shown, at)) return from + at + end.length;
  }
  return null;
}

/** A tag that a sentence is about has a space or a quotation mark before it; thinking ends with its sentence or its line. */
function endsThinking(shown: string, at: number): boolean {
  const before = shown.slice(shown.lastIndexOf('\n', at - 1) + 1, at);
  const lead = before.trimEnd();
  const last = lead.at(-1);
  if (last === undefined) return true;
  return lead.length === before.length ? !'"\'“”„«‹‘’('.includes(last) : '.!?…。！？'.includes(last);
}

/** In small letters, where each keeps its place: some letters of other alphabets become two. */
const small = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * What streams in, such thinking told as thinking. What was told as the answer before its end is void by a `restart`. To look into
 * all that was said would copy it: that is done at the end of thinking alone, and at each piece only with the end of what was before.
 */
export function createThinkingFilter(onDelta: (delta: Delta) => void): (delta: Delta) => void {
  let phase: 'start' | Tags | 'answer' = 'start';
  /** At a beginning the white space that is held back, with what may become a tag; in an answer all of it. */
  let space = '';
  let said = '';
  let isFirst = true;
  /** The end of what was told, in which an end tag may have begun. */
  let tail = '';
  /** How often an end was looked for. */
  let looks = 0;

  function start(fresh: string): void {
    const text = said === '' ? fresh.trimStart() : said + fresh;
    if (said === '') space += fresh.slice(0, fresh.length - text.length);
    said = text;
    const held = small(text.slice(0, longestTag));
    if (tags.some((one) => one.start.length > held.length && one.start.startsWith(held))) return;
    phase = tags.find((one) => held.startsWith(one.start)) ?? 'answer';
    said = phase === 'answer' && !isFirst ? space : '';
    goOn(phase === 'answer' && isFirst ? space + text : text);
  }

  function goOn(fresh: string): void {
    if (fresh !== '') onDelta({ type: phase === 'answer' ? 'text' : 'thinking', text: fresh });
    if (looks === maxParts) return;
    if (phase === 'answer') said += fresh;
    const end = tail + fresh;
    tail = end.slice(-longestTag);
    const smallEnd = small(end);
    if (!tags.some((one) => smallEnd.includes(one.end))) return;
    looks += 1;
    const searched = phase === 'answer' ? said : end;
    const at = phase === 'answer' ? unopenedEnd(said, 0) : endOf(end, phase as Tags, 0);
    if (looks === maxParts) said = '';
    if (at === null) return;
    if (phase === 'answer') onDelta({ type: 'restart' });
    [phase, isFirst, space, said, tail] = ['start', false, '', '', ''];
    start(searched.slice(at));
  }

  return (delta) => {
    if (delta.type !== 'text') return onDelta(delta);
    if (phase === 'start') start(delta.text);
    else goOn(delta.text);
  };
}
