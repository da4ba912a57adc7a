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

/** What streams in, such thinking told as thinking. What was told as the answer before its end is void by a `restart`. */
export function createThinkingFilter(onDelta: (delta: Delta) => void): (delta: Delta) => void {
  let said = '';
  let from = 0;
  let phase: 'start' | Tags | 'answer' = 'start';
  /** Up to where the text was told. */
  let told = 0;
  /** How often an end was looked for. */
  let looks = 0;

  function start(): void {
    const begun = beginOf(said, from);
    const held = small(said.slice(begun, begun + longestTag));
    if (tags.some((one) => one.start.length > held.length && one.start.startsWith(held))) return;
    phase = tags.find((one) => held.startsWith(one.start)) ?? 'answer';
    told = from === 0 && phase === 'answer' ? 0 : begun;
    goOn();
  }

  function goOn(): void {
    if (phase === 'start') return start();
    const isAnswer = phase === 'answer';
    const looked = Math.max(from, told - longestTag);
    const text = said.slice(told);
    if (text !== '') onDelta({ type: isAnswer ? 'text' : 'thinking', text });
    told = said.length;
    const tail = small(said.slice(looked));
    if (looks === maxParts || !tags.some((one) => tail.includes(one.end))) return;
    looks += 1;
    const end = isAnswer ? unopenedEnd(said, from) : endOf(said, phase as Tags, looked);
    if (end === null) return;
    if (isAnswer) onDelta({ type: 'restart' });
    [from, phase] = [end, 'start'];
    start();
  }

  return (delta) => {
    if (delta.type !== 'text') return onDelta(delta);
    said += delta.text;
    goOn();
  };
}
