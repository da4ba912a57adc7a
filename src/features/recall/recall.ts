// Looks into memory before the model is asked: a few chunks, and only those that are likely to help with the person's message.
// It never fails a turn, and delays one noticeably only in a process that has just started.
import { summaryMark } from '../../memory/text/own-words.ts';
import type { Recall } from '../../assistant/user-message.ts';
import { inBackground } from '../../base/background.ts';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { withoutSensitive } from '../../base/secrets.ts';
import { cutText } from '../../base/text.ts';
import { showPassage } from '../../memory/past-lines.ts';
import { essence, withoutComments } from '../../memory/write/bullet.ts';
import type { Source } from '../../session/entry.ts';
import type { SearchMemory } from '../../tools/memory-search.ts';
import { featuresOf } from './features.ts';
import { loadHelpfulness } from './helpfulness.ts';
import { sentencesOf } from './sentence.ts';

/** After the first look that came back in time, a shorter wait is enough: memory is warm then. */
const waits = { fresh: { lookMs: 1_500, embedMs: 1_200 }, warm: { lookMs: 120, embedMs: 60 } };
const maxChunks = 4;
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

/** @param minScore how likely a line must be to help, 0..1: unasked, a line that does not help does more harm than a missing one */
export function createRecall(options: { search: SearchMemory; minScore: number; clock: Clock; log: Log }): Recall {
  const { search, minScore, clock, log } = options;
  const helpfulness = loadHelpfulness();
  let wait = waits.fresh;

  async function look(sentence: string, message: string, signal: AbortSignal): Promise<Judged[]> {
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
      return hit ? [{ hit, likely: helpfulness.of(features) }] : [];
    });
  }

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
    const looking = Promise.all(sentences.map((sentence) => look(sentence, message, both))).catch((error: unknown) => {
      // The model can still search by itself, and its search says what is wrong.
      if (!over.signal.aborted) log.debug({ reason: messageOf(error) }, 'recall failed');
      return null;
    });
    try {
      const found = await Promise.race([looking, deadline]);
      if (found === null) return [];
      wait = waits.warm;
      return sourcesOf(helping(found.flat(), minScore), shown);
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
  /** That it helps with the sentence it was found for, 0..1. */
  likely: number;
}

/** The lines that are likely enough to help, the likeliest first, each judged by the sentence that finds it best. */
const helping = (judged: readonly Judged[], least: number): Hit[] =>
  eachOnce(judged.toSorted((a, b) => b.likely - a.likely))
    .filter(({ likely }) => likely >= least)
    .sort((a, b) => b.likely - a.likely)
    .map(({ hit }) => hit);

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
function sourcesOf(hits: readonly Hit[], shown: string): Source[] {
  if (hits.length === 0) return [];
  const before = essence(shown);
  // The prompt has the mark of a past line before its words.
  const isShown = ({ text, startLine, past }: Hit): boolean =>
    [text, showPassage({ text, startLine, past })].some((words) =>
      words.split('\n').every((line) => before.includes(essence(line))),
    );
  return hits
    .filter((hit) => !isShown(hit))
    .slice(0, maxChunks)
    .map(({ text, path, startLine, endLine, past }) => ({
      text: withoutSensitive(cutText(withoutComments(showPassage({ text, startLine, past })).trim(), maxChunkUnits)),
      path,
      start_line: startLine,
      end_line: endLine,
    }));
}
