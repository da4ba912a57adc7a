// The consolidation without a model: only what the person marked (`remember`, `#keep`, importance tags) or asked to be
// remembered is promoted, word for word. Pure.
import type { Operation } from './operation.ts';
import { sourceOf, type Span } from './source.ts';

export function extractOperations(spans: readonly Span[]): Operation[] {
  return spans
    .filter((span) => span.isExplicit && !span.isUntrusted)
    .map((span) => ({
      op: 'add',
      section: 'Remembered',
      text: plainText(span.text),
      kind: 'fact',
      importance: 0.7,
      source: [sourceOf(span)],
      quote: span.text,
    }));
}

/** A bullet without marker, time and tags. */
export const plainText = (text: string): string =>
  text
    .replace(/^\s*(?:[-*+]\s+)?(?:\[[ xX]\]\s+)?(?:\d{1,2}:\d{2}\s+)?/, '')
    .replace(
      /(?:^|\s)#(?:keep|remember|important)\b|(?:^|\s)!important\b|\[(?:important|keep)\]|\(?\bimportance ?[:=]? ?(?:high|[01](?:\.\d+)?)\)?/gi,
      '',
    )
    .replace(/^\s*remember(?:\s+that\b|\s*:)?\s*/i, '')
    .replace(/\s+/g, ' ')
    .trim();
