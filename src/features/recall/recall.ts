// Looks into memory before the model is asked: a few chunks, and only those that are likely to help with the person's message.
// It never fails a turn, and delays one noticeably only in a process that has just started.
import type { Recall } from '../../assistant/context/user-message.ts';
import { inBackground } from '../../base/concurrency/background.ts';
import type { Clock } from '../../base/time/clock.ts';
import { probabilityOf } from '../../base/decision-trees.ts';
import { messageOf } from '../../base/errors.ts';
import { type LinesAbove, withoutSecretsIn } from '../../memory/lines-above.ts';
import type { Log } from '../../base/log.ts';
import { cutText } from '../../base/text/text.ts';
import type { ReadHelp } from '../../memory/embed/pair-readings.ts';
import { showPassage } from '../../memory/past-lines.ts';
import { summaryMark } from '../../memory/text/own-words.ts';
import { plainText } from '../../memory/text/plain-text.ts';
import { essence, withoutComments } from '../../memory/write/bullet.ts';
import type { Source } from '../../session/entry.ts';
import type { SearchMemory } from '../../tools/memory-search.ts';
import { featuresOf } from './line-signals.ts';
import { loadHelpfulness } from './helpfulness.ts';
import { sentencesOf } from './sentence.ts';

/**
 * After the first look that came back in time, a shorter wait is enough: memory is warm then. To embed and to read together may take
 * less than the whole look: a line that was not read in time is still judged by its features.
 */
export const waits = {
  fresh: { lookMs: 1_500, embedMs: 1_200, readMs: 250 },
  warm: { lookMs: 120, embedMs: 60, readMs: 45 },
};
const maxChunks = 4;
/**
 * Of each message the likeliest lines are read together with it, some 5 ms each. Of 1,060 messages it was 0.9 lines each;
 * to read more of them, or less likely ones, changed nothing.
 */
const maxRead = 3;
const leastOddsToRead = -2.2;
const maxChunkUnits = 300;
const maxMessageUnits = 4_000;

/** How the notes are searched for a sentence: those behind the best few tell how alike all lines are to it. */
export const recallSearch = {
  limit: 12,
  passages: false,
  explain: true,
  vector: true,
  reject: false,
  // It is asked before each turn, and shows a newer line as readily as the one that it replaces.
  readsPairs: false,
} as const;

/** How long each step is waited for. */
type Wait = (typeof waits)['fresh' | 'warm'];

interface Recalling {
  search: SearchMemory;
  /** Absent where no model can read. */
  readHelp?: ReadHelp;
  /** The lines above one that is shown, which may say that it is a secret. */
  linesAbove?: LinesAbove;
  /** How likely a line must be to help, 0..1: unasked, a line that does not help does more harm than a missing one. */
  minScore: number;
  clock: Clock;
  log: Log;
}

/** What judges the lines that are found for the sentences of a message: each once, the likeliest first. */
export function createJudge({ search, readHelp }: Pick<Recalling, 'search' | 'readHelp'>) {
  const helpfulness = loadHelpfulness();

  async function look(sentence: string, message: string, wait: Wait, signal: AbortSignal): Promise<Judged[]> {
    const { results, vector } = await search(sentence, {
      ...recallSearch,
      keep: true,
      embedWaitMs: wait.embedMs,
      signal,
    });
    const lines = results.filter(({ text }) => mayBeShown(text));
    const seeksNotes = helpfulness.seeksNotes(vector);
    return featuresOf(message, { sentence, seeksNotes }, lines).flatMap((features, at) => {
      const hit = lines[at];
      return hit ? [{ hit, odds: helpfulness.of(features) }] : [];
    });
  }

  /** The same lines with what the likeliest come to when they are read. @param judged the likeliest first */
  async function read(message: string, judged: Judged[], wait: Wait, signal: AbortSignal): Promise<Judged[]> {
    const toRead = judged.slice(0, maxRead).filter(({ odds }) => odds >= leastOddsToRead);
    if (!readHelp || toRead.length === 0) return judged;
    const pairs = toRead.map(({ hit }) => ({ first: message, second: readingOf(hit.text) }));
    const said = await readHelp(pairs, { signal, waitMs: wait.readMs });
    return judged.map(({ hit, odds }, at) => {
      const helps = said[at] ?? null;
      return { hit, odds: helps === null ? odds : helpfulness.withReading(odds, helps) };
    });
  }

  return async (message: string, sentences: readonly string[], wait: Wait, signal: AbortSignal): Promise<Judged[]> => {
    const found = await Promise.all(sentences.map((sentence) => look(sentence, message, wait, signal)));
    const judged = byLikelihood(eachOnce(byLikelihood(found.flat())));
    return byLikelihood(await read(message, judged, wait, signal));
  };
}

export function createRecall(options: Recalling): Recall {
  const { minScore, linesAbove, clock, log } = options;
  const judge = createJudge(options);
  let wait: Wait = waits.fresh;

  async function recall(words: string, signal: AbortSignal, shown = ''): Promise<Source[]> {
    const message = cutText(words, maxMessageUnits);
    const sentences = sentencesOf(message);
    if (sentences.length === 0) return [];
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    const deadline = clock.sleep(wait.lookMs, both).then(
      () => null,
      () => null,
    );
    const looking = judge(message, sentences, wait, both).catch((error: unknown) => {
      // The model can still search by itself, and its search says what is wrong.
      if (!over.signal.aborted) log.debug({ reason: messageOf(error) }, 'recall failed');
      return null;
    });
    try {
      const found = await Promise.race([looking, deadline]);
      if (found === null) return [];
      wait = waits.warm;
      const helping = found.filter(({ odds }) => probabilityOf(odds) >= minScore);
      const hits = helping.map(({ hit }) => hit);
      return await sourcesOf(hits, { shown, linesAbove });
    } finally {
      over.abort();
    }
  }

  return Object.assign(recall, {
    ahead(words: string) {
      inBackground(recall(words, new AbortController().signal), log, 'recall ahead of a turn');
    },
  });
}

/** The summary of a conversation is not shown unasked: it mentions many things, and none of them as it is now. */
const mayBeShown = (text: string): boolean => !text.includes(summaryMark);

interface Judged {
  hit: Hit;
  /** That it helps with the sentence it was found for, as the logarithm of the odds. */
  odds: number;
}

const byLikelihood = (judged: readonly Judged[]): Judged[] => judged.toSorted((a, b) => b.odds - a.odds);

/** A line as the model was taught to read it. */
export const readingOf = (line: string): string => plainText(withoutComments(line));

/** Each line once, with the sentence that finds it best. */
export function eachOnce<Of extends { hit: Pick<Hit, 'path' | 'startLine' | 'score'> }>(found: readonly Of[]): Of[] {
  const byPlace = new Map<string, Of>();
  for (const one of found) {
    const place = `${one.hit.path}#${one.hit.startLine}`;
    const known = byPlace.get(place);
    if (!known || known.hit.score < one.hit.score) byPlace.set(place, one);
  }
  return [...byPlace.values()];
}

type Hit = Awaited<ReturnType<SearchMemory>>['results'][number];

/** The first of the hits, without those whose text the model sees anyway, from this note or another. */
async function sourcesOf(
  hits: readonly Hit[],
  { shown, linesAbove }: { shown: string; linesAbove: LinesAbove | undefined },
): Promise<Source[]> {
  if (hits.length === 0) return [];
  const before = essence(shown);
  // The prompt has the mark of a past line before its words.
  const isShown = ({ text, startLine, past }: Hit): boolean =>
    [text, showPassage({ text, startLine, past })].some((words) =>
      words.split('\n').every((line) => before.includes(essence(line))),
    );
  const told = hits.filter((hit) => !isShown(hit)).slice(0, maxChunks);
  return await Promise.all(
    told.map(async ({ text: written, path, startLine, endLine, past }) => {
      const passage = showPassage({ text: written, startLine, past });
      const place = { path, line: startLine };
      const text = await withoutSecretsIn(withoutComments(passage).trim(), place, linesAbove);
      return { text: cutText(text, maxChunkUnits), path, start_line: startLine, end_line: endLine };
    }),
  );
}
