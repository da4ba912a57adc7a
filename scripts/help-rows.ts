// The messages of the lives, each beside the lines that recall would think of first and those that help: what the model learns from that
// tells whether a line helps with a message. Held, to tell when to stop, is what the lives have that only weigh the models.
import { createJudge, readingOf, waits } from '../src/features/recall/recall.ts';
import { sentencesOf } from '../src/features/recall/sentence.ts';
import { helps, livesWeighed, notesOf, recallSets, type RecallSet } from '../test/eval/recall-sets.ts';
import { openMeaningMemory } from '../test/support/meaning-memory.ts';

interface HelpRow {
  message: string;
  line: string;
  helps: boolean;
}

/** Of each message so many lines, the likeliest by their features: what is read is told from its like. */
const linesOfMessage = 5;

async function rowsOf(set: RecallSet): Promise<HelpRow[]> {
  const { memory, close } = await openMeaningMemory(notesOf(set));
  const judge = createJudge({ search: memory.search });
  const rows: HelpRow[] = [];
  for (const [message = '', ...lines] of set.messages) {
    const judged = await judge(message, sentencesOf(message), waits.fresh, new AbortController().signal);
    const chosen = judged.filter(({ hit }, at) => at < linesOfMessage || helps(hit.text, lines));
    rows.push(...chosen.map(({ hit }) => ({ message, line: readingOf(hit.text), helps: helps(hit.text, lines) })));
  }
  await close();
  return rows;
}

export async function helpRows(): Promise<{ taught: HelpRow[]; held: HelpRow[] }> {
  const rowsOfAll = async (sets: Readonly<Record<string, RecallSet>>): Promise<HelpRow[]> => {
    const rows: HelpRow[] = [];
    for (const set of Object.values(sets)) rows.push(...(await rowsOf(set)));
    return rows;
  };
  return { taught: await rowsOfAll(recallSets), held: await rowsOfAll(livesWeighed) };
}
