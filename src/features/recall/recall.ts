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
import { parseQuery, wordsThatTell } from '../../memory/text/terms.ts';
import { essence, withoutComments } from '../../memory/write/bullet.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Source } from '../../session/entry.ts';
import type { SearchMemory } from '../../tools/memory-search.ts';

/** After the first look that came back in time, a shorter wait is enough: memory is warm then. */
const waits = { fresh: { lookMs: 1_500, embedMs: 1_200 }, warm: { lookMs: 120, embedMs: 60 } };
const maxSentences = 4;
const maxSentenceUnits = 300;
const maxChunks = 4;
const maxChunkUnits = 300;
/** A hit whose score is further than this below the best of its sentence is mostly noise. */
const maxBehind = 0.1;
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
    const names = namesIn(sentence);
    const least = Math.max(minScore, (results[0]?.score ?? 0) - maxBehind, usualScore(results) + minAhead);
    const words = new Set(parseQuery(sentence).terms);
    return results
      .slice(0, maxChunks)
      .filter(
        ({ score, text }) =>
          score >= least &&
          !text.includes(summaryMark) &&
          (names.length === 0 || names.some(isIn(text))) &&
          [...wordsThatTell(text)].some((term) => words.has(term)),
      );
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

/**
 * The sentences that are about something, the longest first where there are many. Unlike `sentencesIn` of the search, it also takes
 * a message of one sentence and a sentence that only names somebody, and cuts at each full stop: the thresholds of recall were
 * measured with these sentences.
 */
function sentencesOf(words: string): string[] {
  const sentences = cutText(words, 4_000)
    .split(/[.](?!\p{N})|(?<!\p{N})[.]|[!?…\n。！？]/u)
    .map((sentence) => cutText(sentence.trim(), maxSentenceUnits))
    .filter((sentence) => contentWords(sentence).size >= 2 || namesIn(sentence).length > 0);
  return sentences.sort((a, b) => b.length - a.length).slice(0, maxSentences);
}

/** Words with a capital that do not begin the sentence. Where most words have one, as in German, that shows no names. */
function namesIn(sentence: string): string[] {
  const [, ...words] = sentence.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const names = words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return names.length * 3 > words.length ? [] : names;
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const isIn =
  (text: string) =>
  (name: string): boolean =>
    plain(text).includes(plain(name).replace(/['’]s$/, ''));
