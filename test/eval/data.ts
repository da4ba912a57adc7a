// The evaluation data. Read where it lies, never copied: its licences don't allow that.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Evidence {
  file: string;
  startLine?: number;
  endLine?: number;
  /** Its line is in a turn of an assistant. */
  ofAssistant?: boolean;
}

export interface GradedQuery {
  id: string;
  conv?: string;
  category?: number | string;
  categoryName?: string;
  question: string;
  evidence: Evidence[];
}

export interface Workspace {
  /** `locomo`, `beam`, `xquad-en`, … */
  set: string;
  name: string;
  /** The folder of notes. */
  dir: string;
  /** What the evidence's paths have before a path of the vault. */
  prefix: string;
  queries: GradedQuery[];
}

/** The folder that holds `locomo/`, `beam-100k/`, `independent/` and `xquad/`; empty where there is none. */
export const dataRoot = process.env['SCRUBJAY_EVAL_DATA'] ?? '';

const readQueries = (file: string): GradedQuery[] =>
  readFileSync(path.join(dataRoot, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GradedQuery);

/** Questions over daily notes of lines that have nothing to do with each other, by words and by other words for the same. */
const independentQueries = (): GradedQuery[] =>
  (
    JSON.parse(readFileSync(path.join(dataRoot, 'independent/queries.json'), 'utf8')) as {
      id: string;
      type: string;
      query: string;
      file: string;
      line: number;
    }[]
  ).map(({ id, type, query, file, line }) => ({
    id,
    categoryName: type,
    question: query,
    evidence: [{ file, startLine: line, endLine: line }],
  }));

/** The abilities of BEAM that a search can answer. */
const searchable = new Set([
  'contradiction_resolution',
  'information_extraction',
  'knowledge_update',
  'multi_session_reasoning',
  'temporal_reasoning',
]);

/** Says of each place whether an assistant wrote it: the label that stands nearest above it tells. */
function withSpeakers(query: GradedQuery, dir: string): GradedQuery {
  const evidence = query.evidence.map((one) => {
    const above = readFileSync(path.join(dir, one.file), 'utf8').split('\n').slice(0, one.startLine);
    return { ...one, ofAssistant: above.findLast((line) => /^\*\*\w+:/.test(line))?.startsWith('**Assistant:') };
  });
  return { ...query, evidence };
}

export function workspaces(): Workspace[] {
  const found: Workspace[] = [];
  for (const [set, folder] of [
    ['locomo', 'locomo'],
    ['beam', 'beam-100k'],
  ] as const) {
    const queries = readQueries(`${folder}/queries.jsonl`).filter(
      (query) => query.evidence.length > 0 && (set === 'locomo' || searchable.has(String(query.category))),
    );
    for (const name of new Set(queries.map((query) => query.conv ?? '')))
      found.push({
        set,
        name,
        dir: path.join(dataRoot, folder, name, 'memory'),
        prefix: 'memory/',
        queries: queries
          .filter((query) => query.conv === name)
          .map((query) => (set === 'beam' ? withSpeakers(query, path.join(dataRoot, folder, name)) : query)),
      });
  }
  found.push({
    set: 'independent',
    name: 'independent',
    dir: path.join(dataRoot, 'independent', 'memory'),
    prefix: 'memory/',
    queries: independentQueries(),
  });
  for (const language of ['en', 'de', 'vi', 'zh'])
    found.push({
      set: `xquad-${language}`,
      name: language,
      dir: path.join(dataRoot, 'xquad', language, 'notes'),
      prefix: 'notes/',
      queries: readQueries(`xquad/${language}/queries.jsonl`),
    });
  return found;
}
