// Looks into memory before the model is asked: a few chunks, and only those that clearly belong to a sentence of the person's message.
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
import { readSentence, sentencesOf } from './sentence.ts';

/** After the first look that came back in time, a shorter wait is enough: memory is warm then. */
const waits = { fresh: { lookMs: 1_500, embedMs: 1_200 }, warm: { lookMs: 120, embedMs: 60 } };
const maxChunks = 4;
const maxChunkUnits = 300;
/** A hit whose score is further than this below the best of its sentence is mostly noise. */
const maxBehind = 0.1;
/** The same for one with no more words of the sentence than a better one has: of two lines about a person, one mostly answers. */
const maxBehindSame = 0.05;
/**
 * A hit may score this much lower where the words say that it belongs: it shares several with the sentence, or is the only one of the
 * person or the thing that is named. A line in another language scores low whatever it is about.
 */
const certainBelow = 0.15;
/** This many hits are looked at: those behind the best few tell how alike all lines are to a sentence. */
const lookedAt = 12;
/**
 * By how much a hit must be ahead of those behind the best few. In a small memory, and in a language that the embedding model
 * does not know, all lines score high, and none of them stands out.
 */
const minAhead = 0.15;
/** With fewer hits behind the best few, their mean says nothing. */
const minHitsBehind = 3;

/**
 * The summary of a conversation is not shown unasked: it mentions many things, and none of them as it is now.
 * @param minScore hits below it are not shown, because unasked a wrong hit does more harm than a missing one
 */
export function createRecall(options: { search: SearchMemory; minScore: number; clock: Clock; log: Log }): Recall {
  const { search, minScore, clock, log } = options;
  let wait = waits.fresh;

  async function look(sentence: string, signal: AbortSignal): Promise<Hit[]> {
    const { results } = await search(sentence, {
      limit: lookedAt,
      passages: false,
      keep: true,
      embedWaitMs: wait.embedMs,
      signal,
    });
    return belongingTo(sentence, results, minScore);
  }

  async function recall(words: string, signal: AbortSignal, shown = ''): Promise<Source[]> {
    const sentences = sentencesOf(words);
    if (sentences.length === 0) return [];
    const over = new AbortController();
    const both = AbortSignal.any([signal, over.signal]);
    const deadline = clock.sleep(wait.lookMs, both).then(
      () => null,
      () => null,
    );
    const looking = Promise.all(sentences.map((sentence) => look(sentence, both))).catch((error: unknown) => {
      // The model can still search by itself, and its search says what is wrong.
      if (!over.signal.aborted) log.debug({ reason: messageOf(error) }, 'recall failed');
      return null;
    });
    try {
      const found = await Promise.race([looking, deadline]);
      if (found === null) return [];
      wait = waits.warm;
      return sourcesOf(found.flat(), shown);
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

/** Those of the best hits that clearly belong to the sentence. */
function belongingTo(sentence: string, results: readonly Hit[], minScore: number): Hit[] {
  const best = results[0]?.score ?? 0;
  const usual = usualScore(results);
  const lines = results.map(({ text }) => text);
  const belongings = lines.map(readSentence(sentence, lines));
  const kept: ReadonlySet<string>[] = [];
  return results.slice(0, maxChunks).filter(({ text, score }, index) => {
    const belonging = belongings[index];
    if (!belonging?.isOwn || text.includes(summaryMark)) return false;
    const { shared, isKnown } = belonging;
    const isOnly = belongings.every(
      (other, at) => at === index || !other || [...other.shared].every((term) => !shared.has(term)),
    );
    const isCertain = shared.size > 1 || (isOnly && isKnown);
    const over = kept.filter((one) => isPartOf(shared, one));
    const least = Math.max(
      minScore - (isCertain ? certainBelow : 0),
      best - (over.length > 0 ? maxBehindSame : maxBehind),
      usual + (isCertain ? 0 : minAhead),
    );
    if (score < least || over.some((one) => one.size > shared.size)) return false;
    kept.push(shared);
    return true;
  });
}

/** The mean score of the hits behind the best few; 0 where there are too few of them. */
function usualScore(results: readonly Hit[]): number {
  const behind = results.slice(maxChunks);
  return behind.length < minHitsBehind ? 0 : behind.reduce((sum, { score }) => sum + score, 0) / behind.length;
}

type Hit = Awaited<ReturnType<SearchMemory>>['results'][number];

/** The best hits of all sentences, each once, without those whose text the model sees anyway, from this note or another. */
function sourcesOf(hits: readonly Hit[], shown: string): Source[] {
  if (hits.length === 0) return [];
  const byPlace = new Map<string, Hit>();
  for (const hit of hits) {
    const place = `${hit.path}#${hit.startLine}`;
    const known = byPlace.get(place);
    if (!known || known.score < hit.score) byPlace.set(place, hit);
  }
  const before = essence(shown);
  // The prompt has the mark of a past line before its words.
  const isShown = ({ text, startLine, past }: Hit): boolean =>
    [text, showPassage({ text, startLine, past })].some((words) =>
      words.split('\n').every((line) => before.includes(essence(line))),
    );
  return [...byPlace.values()]
    .filter((hit) => !isShown(hit))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxChunks)
    .map(({ text, path, startLine, endLine, past }) => ({
      text: withoutSensitive(cutText(withoutComments(showPassage({ text, startLine, past })).trim(), maxChunkUnits)),
      path,
      start_line: startLine,
      end_line: endLine,
    }));
}

/** Whether the other has all that the one has. */
const isPartOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((term) => other.has(term));
