// How an embedding model wants to be used: what to put before a query and before a passage, and how its token vectors become
// one (pool.ts). Used in another way than it was trained, a model gives vectors that look right and find the wrong things.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../base/errors.ts';
import type { Pooling } from './pool.ts';

export interface ModelUsage {
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

const retrieve = 'Represent this sentence for searching relevant passages: ';

/** The usage by the model's name, for repositories that do not say it, as those with ONNX files often do not. From the models' own pages. */
const families: readonly (readonly [name: RegExp, usage: Partial<ModelUsage>])[] = [
  [/(?:^|-)e5-(?:small|base|large)/, { queryPrefix: 'query: ', passagePrefix: 'passage: ' }],
  [/^bge-m3/, { pooling: 'cls' }],
  [/^bge-.*-zh/, { pooling: 'cls', queryPrefix: '为这个句子生成表示以用于检索相关文章：' }],
  [/^bge-/, { pooling: 'cls', queryPrefix: retrieve }],
  [/^snowflake-arctic-embed-.*v2/, { pooling: 'cls', queryPrefix: 'query: ' }],
  [/^(?:snowflake-)?arctic-embed2/, { pooling: 'cls', queryPrefix: 'query: ' }],
  [/^(?:snowflake-)?arctic-embed/, { pooling: 'cls', queryPrefix: retrieve }],
  [/^mxbai-embed/, { pooling: 'cls', queryPrefix: retrieve }],
  [/^gte-(?:modernbert|multilingual|(?:base|large)-en-v1\.5)/, { pooling: 'cls' }],
  [/^nomic-embed-text/, { queryPrefix: 'search_query: ', passagePrefix: 'search_document: ' }],
  [
    /^qwen3-embedding/,
    {
      pooling: 'last',
      queryPrefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
    },
  ],
  [/^embeddinggemma/, { queryPrefix: 'task: search result | query: ', passagePrefix: 'title: none | text: ' }],
];

const poolingSchema = z.object({
  pooling_mode: z.string().optional(),
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
});
const promptsSchema = z.object({ prompts: z.record(z.string(), z.string()) });

/** What its name tells. @param model with or without its owner or folder */
export function usageByName(model: string): ModelUsage {
  const name = (model.split(/[/\\]/).findLast((part) => part !== '') ?? '').toLowerCase();
  const [, family] = families.find(([pattern]) => pattern.test(name)) ?? [];
  return { pooling: 'mean', queryPrefix: '', passagePrefix: '', ...family };
}

/**
 * @param pooling its `1_Pooling/config.json`, in the form of sentence-transformers; anything else says nothing
 * @param sentences its `config_sentence_transformers.json`; an empty prompt says nothing: newer versions write it for every model
 */
export function parseUsage(model: string, pooling: unknown, sentences: unknown): ModelUsage {
  const byName = usageByName(model);
  const prompts = promptsSchema.safeParse(sentences).data?.prompts ?? {};
  return {
    pooling: poolingIn(pooling) ?? byName.pooling,
    queryPrefix: prompts['query'] || byName.queryPrefix,
    passagePrefix: prompts['passage'] || prompts['document'] || byName.passagePrefix,
  };
}

function poolingIn(file: unknown): Pooling | null {
  const { data } = poolingSchema.safeParse(file);
  if (!data) return null;
  if (data.pooling_mode_cls_token || data.pooling_mode === 'cls') return 'cls';
  if (data.pooling_mode_lasttoken || data.pooling_mode === 'lasttoken') return 'last';
  return data.pooling_mode_mean_tokens || data.pooling_mode === 'mean' ? 'mean' : null;
}

/** Where a model's files come from: a folder that has them, or a hub, of which they are kept in a folder. */
export type ModelPlace = { readonly folder: string } | { readonly url: string; readonly cache: string };

/** Reads what the model says of itself. Rejects when a hub can't be asked and nothing of it is kept: a guess would become the index. */
export async function loadUsage(model: string, place: ModelPlace): Promise<ModelUsage> {
  const [pooling, sentences] = await Promise.all(
    ['1_Pooling/config.json', 'config_sentence_transformers.json'].map(async (name) => await readJson(place, name)),
  );
  return parseUsage(model, pooling, sentences);
}

/** For a file of some hundred bytes. */
const fetchTimeoutMs = 60_000;

async function readJson(place: ModelPlace, name: string): Promise<unknown> {
  const file = path.join('folder' in place ? place.folder : place.cache, name);
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  if ('folder' in place) return null;
  // oxlint-disable-next-line no-restricted-globals -- a public file, asked for without a key: a hub redirects to where it keeps it
  const response = await fetch(`${place.url}/${name}`, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  // A repository that may not be read fails by its model.
  const missing = [401, 403, 404].includes(response.status);
  if (!response.ok && !missing) throw new Error(`${place.url}/${name} answered ${response.status}`);
  const text = missing ? 'null' : await response.text();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return JSON.parse(text);
}
