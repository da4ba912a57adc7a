// What was said in the session before: its summary, or where there is none yet, the last things that were said. Read from
// the session's file, which /forget rewrites.
import { stat } from 'node:fs/promises';
import type { Log } from '../../base/log.ts';
import { cutText } from '../../base/text/text.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Entry } from '../../session/entry.ts';
import { liveTurns } from '../../session/history.ts';
import type { Sessions } from '../../session/sessions.ts';
import { loadTranscript } from '../../session/transcript.ts';
import type { SessionKey } from '../channel.ts';
import { saysSomething } from './compaction.ts';
import type { LastConversation } from './prompt.ts';
import { provenanceOf } from '../approval/provenance.ts';
import { digest } from './summarizer.ts';

/** How many empty sessions, and sessions of no more than a greeting, are passed over. */
const maxLookedAt = 3;
/** A larger file is not read: the greeting is optional and must not cost that much. */
const maxBytes = 16 * 1024 * 1024;
const maxUnits = 600;
const maxOthersUnits = 4_000;
/** One word may be the same by chance. */
const minTakenUp = 2;

/** @returns null where there is no earlier session with anything in it */
export async function lastConversation(
  sessions: Pick<Sessions, 'newest'>,
  key: SessionKey,
  log: Log,
): Promise<LastConversation | null> {
  let little: LastConversation | null = null;
  let met = 0;
  for await (const { file, key: of } of sessions.newest()) {
    if (of !== key) continue;
    met += 1;
    // The first is the one that begins now.
    if (met === 1) continue;
    if (met > 1 + maxLookedAt) break;
    if ((await stat(file)).size > maxBytes) continue;
    const entries = await loadTranscript(file, log);
    const found = summaryIn(entries);
    if (found && saysSomething(liveTurns(entries))) return found;
    little ??= found;
  }
  return little;
}

function summaryIn(entries: readonly Entry[]): LastConversation | null {
  const said = entries.findLast((entry) => entry.type === 'message');
  if (!said) return null;
  const made = entries.findLast((entry) => entry.type === 'session_summary');
  const summary =
    made?.type === 'session_summary' ? made.text : digest({ earlier: '', turns: liveTurns(entries) }, maxUnits);
  const messages = entries.filter((entry) => entry.type === 'message');
  const { others } = provenanceOf(messages.map((message) => ({ ...message, others_before: undefined })));
  // What others said before that goes along only where this conversation came back to it: else it would go from one to the next for good.
  const spoken = contentWords(summary);
  const earlier = messages
    .flatMap(({ others_before: before = '' }) => before.split('\n'))
    .filter((line) => [...contentWords(line)].filter((word) => spoken.has(word)).length >= minTakenUp);
  return summary.trim() === ''
    ? null
    : {
        at: new Date(said.at),
        summary: cutText(summary, maxUnits),
        others: shortened([others, ...earlier].filter(Boolean).join('\n'), spoken),
      };
}

/** Of a long text the words that the summary has as well: no others of it are before the model. */
function shortened(others: string, spoken: ReadonlySet<string>): string {
  if (others.length <= maxOthersUnits) return others;
  const words = new Set(others.match(/[\p{L}\p{M}\p{N}]+/gu));
  return [...words].filter((word) => [...contentWords(word)].some((one) => spoken.has(one))).join(' ');
}
