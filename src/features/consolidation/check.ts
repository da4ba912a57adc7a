// Whether an operation may touch memory. Nothing the model claims is trusted: its source must exist, be the person's own
// words, and hold the words of the claim. Pure.
import { findSecrets } from '../../base/secrets.ts';
import { type LongTermLine, historySection } from '../../memory/write/long-term.ts';
import { contentWords } from '../../memory/write/words.ts';
import { isRefusal, kinds, type Operation } from './operation.ts';
import { parseSource } from './source.ts';

/** An operation that passed. `add` has no target; `remove` no text. */
export interface CheckedOperation {
  op: 'add' | 'update' | 'supersede' | 'remove';
  section: string;
  target: LongTermLine | null;
  text: string;
  kind: string;
  importance: number;
  /** The day it was said: of the newest source. */
  said: string;
  /** `path#Lx-Ly` */
  sources: string[];
}

export interface Rejection {
  operation: Operation;
  reason: string;
  /** The source was missing or did not say so: the kind of mistake that means the whole answer can't be trusted. */
  isUnfounded: boolean;
}

/** One line of a source file. */
export interface SourceLine {
  text: string;
  date: string;
  isUntrusted: boolean;
}

export interface CheckContext {
  /** M1 is the first. */
  targets: readonly LongTermLine[];
  /** All lines of a source file, or null where there is none by that name. */
  sourceLines(path: string): readonly SourceLine[] | null;
  isForgotten(text: string): boolean;
}

/** A paraphrase shares about half its words with what was said; a made-up line shares one or none. */
const shareOfWords = 0.4;
/** Of the words of a line, in what updates it. */
const keptShareOfUpdate = 0.5;
const maxTextChars = 600;

const sectionOfKind: Record<(typeof kinds)[number], string> = {
  preference: 'Preferences',
  person: 'People',
  fact: 'Facts',
  decision: 'Decisions',
  project: 'Projects',
  routine: 'Routines',
  'open question': 'Open questions',
};

export function checkOperations(
  operations: readonly Operation[],
  context: CheckContext,
): { accepted: CheckedOperation[]; rejected: Rejection[] } {
  const accepted: CheckedOperation[] = [];
  const rejected: Rejection[] = [];
  const touched = new Set<LongTermLine>();
  for (const given of operations) {
    if (given.op === 'keep') continue;
    const result = check({ ...given, op: given.op }, context);
    // A refusal is shown and logged; what is secret in it is not.
    const operation = findSecrets(given.text ?? '').length > 0 ? { ...given, text: '(not shown)' } : given;
    if (typeof result === 'string') rejected.push({ operation, reason: result, isUnfounded: false });
    else if ('unfounded' in result) rejected.push({ operation, reason: result.unfounded, isUnfounded: true });
    else if (result.target && touched.has(result.target))
      rejected.push({ operation, reason: `a second operation on ${operation.target}`, isUnfounded: false });
    else {
      if (result.target) touched.add(result.target);
      accepted.push(result);
    }
  }
  return { accepted, rejected };
}

function check(
  operation: Operation & { op: CheckedOperation['op'] },
  context: CheckContext,
): CheckedOperation | string | { unfounded: string } {
  const target = operation.op === 'add' ? null : targetOf(operation.target, context.targets);
  // A better text says again what the line said; one that does not would make it disappear without a trace.
  const op =
    operation.op === 'update' && target && !saysAgain(target.text, operation.text ?? '') ? 'supersede' : operation.op;
  if (op !== 'add' && !target) return `there is no line ${operation.target ?? '(none given)'}`;
  const text = cleanLine(operation.text ?? '');
  if (op !== 'remove') {
    if (text === '') return 'the text is empty';
    if (text.length > maxTextChars)
      return `the text has ${text.length} characters, at most ${maxTextChars} make a line`;
    if (isRefusal(text)) return 'the text is a refusal';
    if (isOrder(text)) return 'the text gives orders to the assistant';
    const secret = findSecrets(text)[0];
    if (secret) return `the text contains what looks like ${secret.kind}`;
    if (context.isForgotten(text)) return 'it was forgotten on request';
  }

  const found = foundLines(operation.source ?? [], context);
  if (typeof found === 'string') return { unfounded: found };
  const own = found.lines.filter((line) => !line.isUntrusted);
  if (own.length === 0) return 'its source is not the person’s own words';
  const words = own.map((line) => line.text).join('\n');
  const missing = unsupported(op === 'remove' ? (target?.text ?? '') : text, words, op, target?.text ?? '');
  if (missing !== null) return { unfounded: missing };
  // Not from its source, and forgotten: the model knows it from elsewhere, in however many words it wraps it.
  if (op !== 'remove' && context.isForgotten(unsaid(text, `${words}\n${target?.text ?? ''}`)))
    return 'it was forgotten on request';
  const said =
    own
      .map((line) => line.date)
      .sort()
      .at(-1) ?? '';
  if ((op === 'supersede' || op === 'remove') && said < (target?.provenance?.said ?? ''))
    return 'its source is older than the line';
  const kind = kinds.find((known) => known === operation.kind?.trim().toLowerCase()) ?? 'fact';
  const section = cleanLine(operation.section ?? '')
    .replace(/^#+\s*/, '')
    .slice(0, 80);
  return {
    op,
    section: section === '' || section.toLowerCase() === historySection.toLowerCase() ? sectionOfKind[kind] : section,
    target,
    text,
    kind: kind.replace(' ', '-'),
    importance: Math.min(1, Math.max(0, Math.round((operation.importance ?? 0.5) * 100) / 100)),
    said,
    sources: found.sources,
  };
}

function saysAgain(before: string, after: string): boolean {
  const words = contentWords(before);
  const kept = contentWords(after);
  return [...words].filter((word) => kept.has(word)).length >= words.size * keptShareOfUpdate;
}

function targetOf(id: string | null | undefined, targets: readonly LongTermLine[]): LongTermLine | null {
  const number = /^M(\d+)$/i.exec(id?.trim() ?? '')?.[1];
  return number === undefined ? null : (targets[Number(number) - 1] ?? null);
}

function foundLines(
  sources: readonly string[],
  context: CheckContext,
): { lines: SourceLine[]; sources: string[] } | string {
  if (sources.length === 0) return 'it names no source';
  const lines: SourceLine[] = [];
  const names: string[] = [];
  for (const source of sources) {
    const place = parseSource(source);
    const file = place && context.sourceLines(place.path);
    if (!place || !file) return `its source ${source} does not exist`;
    if (place.endLine > file.length) return `its source ${source} is past the end`;
    lines.push(...file.slice(place.startLine - 1, place.endLine));
    names.push(`${place.path}#L${place.startLine}-L${place.endLine}`);
  }
  return { lines, sources: [...new Set(names)] };
}

/** Why the source does not bear the claim, or null when it does. */
function unsupported(claim: string, said: string, op: CheckedOperation['op'], before: string): string | null {
  const inSource = contentWords(said);
  const inClaim = contentWords(claim);
  const shared = [...inClaim].filter((word) => inSource.has(word));
  if (op === 'remove') return shared.length > 0 ? null : 'its source does not speak of the line';
  const known = new Set([...inSource, ...contentWords(before)]);
  const borne = [...inClaim].filter((word) => known.has(word));
  if (shared.length === 0 || borne.length < inClaim.size * shareOfWords) return 'its source does not say so';
  const numbers = withoutDates(claim).match(/\d+(?:[.,:]\d+)*/g) ?? [];
  const strange = numbers.find((number) => !said.includes(number) && !before.includes(number));
  return strange === undefined ? null : `its source does not hold the number ${strange}`;
}

/** The words of a claim that neither its source nor the line before has. */
function unsaid(claim: string, said: string): string {
  const inSource = contentWords(said);
  return claim
    .split(/\s+/)
    .filter((word) => [...contentWords(word)].some((one) => !inSource.has(one)))
    .join(' ');
}

/** The model turns "tomorrow" into a date: dates are not in the source as they stand. */
const withoutDates = (text: string): string =>
  text
    .replace(/\b\d{4}-\d{2}(?:-\d{2})?\b/g, '')
    .replace(/\b\d{1,2}(?:\.|st|nd|rd|th)?\s+(?:of\s+)?\p{L}{3,9}\.?(?:\s+\d{4})?\b/giu, (date) =>
      /jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]/i.test(date) ? '' : date,
    )
    .replace(
      /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?\b/giu,
      '',
    )
    .replace(/\b(?:19|20)\d{2}\b/g, '');

const isOrder = (text: string): boolean =>
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|your\s+|the\s+)*(?:previous|prior|above|earlier|system)\b|\bsystem prompt\b/i.test(
    text,
  );

/** One line, nothing that would end our comment or start a heading or a bullet. */
function cleanLine(text: string): string {
  return (
    text
      .replace(/<!--|-->/g, '')
      // oxlint-disable-next-line no-control-regex -- taking them out is the point
      .replace(/[\s\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
      .trim()
      .replace(/^(?:[-*+]\s+|#+\s+|>\s*)+/, '')
      .replace(/^\(?M\d+\)?[.:]?\s+/, '')
      .trim()
  );
}
