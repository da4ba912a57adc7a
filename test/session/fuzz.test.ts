// A session's file of any shape: it is loaded without what can't be read, and what is left of it makes a request.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCut } from '../../src/assistant/context/context-window.ts';
import { buildRequest } from '../../src/assistant/turn/model-call.ts';
import { digest } from '../../src/assistant/context/summarizer.ts';
import { silentLog } from '../../src/base/log.ts';
import { transcriptParts } from '../../src/features/export/transcript-text.ts';
import { liveTurns } from '../../src/session/history.ts';
import { loadTranscript } from '../../src/session/transcript.ts';
import { mutantsOf, seed } from '../support/mutants.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { complaintsAbout } from '../support/valid-messages.ts';

test('a session whose lines have any shape is loaded, and makes a request that an API takes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrubjay-session-'));
  const file = path.join(folder, 'session.jsonl');
  const golden = readFileSync(path.join(import.meta.dirname, 'golden.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const [head = '', ...lines] = golden.map((line) => JSON.parse(line) as unknown);
  const shapes = fc
    .tuple(fc.array(mutantsOf(lines), { minLength: 1, maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([mutants, junk]) => [head, ...mutants.flat()].map((line) => JSON.stringify(line) ?? junk).join('\n'));
  for (const text of fc.sample(shapes, { seed, numRuns: propertyRuns(25) })) {
    writeFileSync(file, text.startsWith('{') ? text : `${JSON.stringify(head)}\n${text}`);
    const entries = await loadTranscript(file, silentLog);
    expect(complaintsAbout(buildRequest(entries).messages)).toEqual([]);
    const turns = liveTurns(entries);
    expect(typeof digest({ earlier: '', turns })).toBe('string');
    expect(planCut(entries, { maxMessages: 2, maxTokens: 100, requestTokens: 200 })).toBeDefined();
    expect([...transcriptParts(entries, 'Europe/Berlin')].length).toBeGreaterThan(0);
  }
  rmSync(folder, { recursive: true });
});
