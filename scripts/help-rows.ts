// The messages of the lives, each beside the lines that recall would think of first and those that help: what the model learns from that
// tells whether a line helps with a message. What the lives left out have is held.
import { featuresOf } from '../src/features/recall/features.ts';
import { loadHelpfulness } from '../src/features/recall/helpfulness.ts';
import { eachOnce, readingOf, recallSearch } from '../src/features/recall/recall.ts';
import { sentencesOf } from '../src/features/recall/sentence.ts';
import { helps, livesLeftOut, livesRead, notesOf, recallSets, type RecallSet } from '../test/eval/recall-sets.ts';
import { openMeaningMemory } from '../test/support/meaning-memory.ts';
import type { Row } from './pair-rows.ts';

/** Of each message so many lines, the likeliest by their features: what is read is told from its like. */
const linesOfMessage = 5;

async function rowsOf(set: RecallSet): Promise<Row[]> {
  const helpfulness = loadHelpfulness();
  const { memory, close } = await openMeaningMemory(notesOf(set));
  const rows: Row[] = [];
  for (const [message = '', ...lines] of set.messages) {
    const found = [];
    for (const sentence of sentencesOf(message)) {
      const { results, vector } = await memory.search(sentence, recallSearch);
      const features = featuresOf(message, { sentence, seeksNotes: helpfulness.seeksNotes(vector) }, results);
      found.push(
        ...results.map((hit, at) => ({ hit, likely: helpfulness.of(features[at] as (typeof features)[number]) })),
      );
    }
    const each = eachOnce(found).sort((a, b) => b.likely - a.likely);
    const chosen = each.filter(({ hit }, at) => at < linesOfMessage || helps(hit.text, lines));
    for (const { hit } of chosen)
      rows.push({
        first: message,
        second: readingOf(hit.text),
        head: 'helps',
        isSo: helps(hit.text, lines),
        weight: 1,
      });
  }
  await close();
  return rows;
}

export async function helpRows(): Promise<{ taught: Row[]; held: Row[] }> {
  const rowsOfAll = async (sets: Readonly<Record<string, RecallSet>>): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const set of Object.values(sets)) rows.push(...(await rowsOf(set)));
    return rows;
  };
  return { taught: await rowsOfAll({ ...recallSets, ...livesRead }), held: await rowsOfAll(livesLeftOut) };
}
