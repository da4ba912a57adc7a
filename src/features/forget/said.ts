// What past conversations and their summaries say about something in other words: sentences that share a word with it and are
// near it in meaning. Pure.
import { withoutSpeaker } from '../../assistant/context/summarizer.ts';
import { ownTexts } from '../../models/message.ts';
import { offlineModel } from '../../models/provider.ts';
import type { ReadNearness } from '../../memory/embed/cosines.ts';
import { allSentences } from '../../memory/query/sentences.ts';
import { contentTermsOf } from '../../memory/text/terms.ts';
import { contentWords, namingWords } from '../../memory/write/words.ts';
import type { Entry } from '../../session/entry.ts';

/** A sentence as it was said, or as a summary has it. */
export interface Said {
  /** ISO 8601. */
  at: string;
  text: string;
}

/** More sentences than these are not compared: those with a rare name, and then with most words in common, go first. */
const maxCompared = 200;
const maxListed = 30;
/** The lowest cosine of a sentence that is about it. Measured on pairs: paraphrases from 0.47, other matters mostly below 0.45. */
const minCosine = 0.45;
/** The same of one that has a name or a number in common with it which hardly any other sentence has. */
const minCosineOfNamed = 0.2;
const maxSentencesWithName = 5;
/** Without a model, a single word in common says too little. */
const minWordsInCommon = 2;
/** UTF-16 units. What is longer without an end of a sentence is no sentence. */
const maxUnits = 2000;

/** The sentences of an entry that share a word with what is to be forgotten. */
export const sentencesAbout = (entry: Entry, about: ReadonlySet<string>): Said[] =>
  textsOf(entry)
    .flatMap(allSentences)
    .filter((text) => text.length <= maxUnits && wordsInCommon(text, about) > 0)
    // A summary that was made without a model quotes what was said, and the person is shown each thing once.
    .map((text) => ({ at: 'at' in entry ? entry.at : '', text: withoutSpeaker(text) }));

/** The sentences that are about it, the nearest first. @param about the words of `statements` */
export async function nearest(
  said: readonly Said[],
  {
    statements,
    about,
    nearness,
  }: { statements: readonly string[]; about: ReadonlySet<string>; nearness: ReadNearness },
): Promise<Said[]> {
  const names = rareNames(said, statements);
  const compared = [...new Map(said.map((one) => [one.text, one])).values()]
    .map((one) => ({
      ...one,
      common: wordsInCommon(one.text, about),
      isNamed: names.size > 0 && [...contentWords(one.text)].some((word) => names.has(word)),
    }))
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.common - a.common)
    .slice(0, maxCompared);
  if (compared.length === 0) return [];
  const cosines = await nearness(
    compared.map(({ text }) => text),
    statements,
  );
  return compared
    .map((one, i) => ({ ...one, cosine: cosines?.[i] }))
    .filter(({ common, isNamed, cosine }) =>
      cosine === undefined ? isNamed || common >= minWordsInCommon : cosine >= (isNamed ? minCosineOfNamed : minCosine),
    )
    .toSorted((a, b) => (b.cosine ?? b.common) - (a.cosine ?? a.common))
    .slice(0, maxListed)
    .map(({ at, text }) => ({ at, text }));
}

/** In a time or a date as well: "14 Elm Street" has nothing to do with 14:12. */
const shortNumber = /^\d{1,2}$/;

/** The names and numbers of the statements that few sentences have. */
function rareNames(said: readonly Said[], statements: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const text of new Set(said.map((one) => one.text)))
    for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const names = statements.flatMap((statement) =>
    [...namingWords(statement)].filter((word) => !shortNumber.test(word)),
  );
  return new Set(names.filter((name) => (counts.get(name) ?? 0) <= maxSentencesWithName));
}

/** What was said to the assistant and by it, and what summaries made of that; nothing of tools or of the context of a message. */
function textsOf(entry: Entry): string[] {
  switch (entry.type) {
    case 'message':
      // Without a model the program only quotes notes, besides words of its own.
      if (entry.model === offlineModel) return [];
      return ownTexts(entry);
    case 'session_summary':
      return [entry.text];
    case 'compaction':
      return [entry.summary];
    case 'distilled':
      return [entry.summary, ...entry.notes.map(({ text }) => text)];
    default:
      return [];
  }
}

function wordsInCommon(text: string, about: ReadonlySet<string>): number {
  let count = 0;
  for (const word of new Set(contentTermsOf(text))) if (about.has(word)) count += 1;
  return count;
}
