// What of a text stands in code as Markdown writes it, for whoever must not take what is shown as an example for the thing itself.

const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The text with every character of code, marks included, as "x"; places and line feeds stay. A block that does not end is code to its end. */
export function withCodeMasked(text: string): string {
  let open: string | null = null;
  return text
    .split('\n')
    .map((line) => {
      const mark = fence.exec(line)?.[1] ?? null;
      if (open !== null) {
        if (mark?.startsWith(open) && line.trim() === mark) open = null;
        return 'x'.repeat(line.length);
      }
      if (mark === null) return withSpansMasked(line);
      open = mark;
      return 'x'.repeat(line.length);
    })
    .join('\n');
}

/** Spans that begin and end in one line, with runs of as many backticks. */
function withSpansMasked(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ from: index, to: index + run.length }));
  /** The runs of each length that are still to come, the last one first. */
  const coming = new Map<number, { from: number; to: number }[]>();
  for (const run of runs.toReversed()) {
    const length = run.to - run.from;
    const known = coming.get(length);
    if (known) known.push(run);
    else coming.set(length, [run]);
  }
  let masked = '';
  for (const { from, to } of runs) {
    const ofLength = coming.get(to - from) ?? [];
    ofLength.pop();
    if (from < masked.length) continue;
    const end = ofLength.at(-1);
    if (end) masked += line.slice(masked.length, from) + 'x'.repeat(end.to - from);
  }
  return masked + line.slice(masked.length);
}
