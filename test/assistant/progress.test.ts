// How a turn is shown while it runs.
import { expect, test } from 'vitest';
import { createProgress } from '../../src/assistant/turn/events.ts';

/** Streams an answer of so many letters, one a delta. */
function stream(units: number): { redacted: number; shown: string[] } {
  let redacted = 0;
  const shown: string[] = [];
  const observe = createProgress(
    { post: () => Promise.resolve({ messageId: '1' }), preview: (answer) => shown.push(answer()) },
    (text) => {
      redacted += text.length;
      return text;
    },
  );
  observe({ type: 'model_started', round: 1 });
  for (let unit = 0; unit < units; unit += 1) observe({ type: 'model_delta', delta: { type: 'text', text: 'x' } });
  return { redacted, shown };
}

test('a short answer is shown with each delta, and a long one takes work in proportion to its length', () => {
  expect(stream(200).shown).toHaveLength(200);
  const [once, twice] = [stream(50_000), stream(100_000)];
  expect(twice.redacted / once.redacted).toBeLessThan(2.3);
  expect(twice.shown.at(-1)?.length).toBeGreaterThan(99_000);
});

test('an answer that begins anew is shown from its beginning', () => {
  const shown: string[] = [];
  const observe = createProgress(
    { post: () => Promise.resolve({ messageId: '1' }), preview: (answer) => shown.push(answer()) },
    (text) => text,
  );
  observe({ type: 'model_delta', delta: { type: 'text', text: 'x'.repeat(5_000) } });
  observe({ type: 'model_delta', delta: { type: 'restart' } });
  observe({ type: 'model_delta', delta: { type: 'text', text: 'a' } });
  expect(shown.at(-1)).toBe('a');
});

test('an answer is redacted only when it is shown', () => {
  let redacted = 0;
  let last = (): string => '';
  const observe = createProgress(
    { post: () => Promise.resolve({ messageId: '1' }), preview: (answer) => (last = answer) },
    (text) => {
      redacted += 1;
      return text.replaceAll('secret', '[redacted]');
    },
  );
  for (let word = 0; word < 100; word += 1)
    observe({ type: 'model_delta', delta: { type: 'text', text: 'a secret ' } });
  expect(redacted).toBe(0);
  expect(last()).toBe('a [redacted] '.repeat(100));
});
