// The lives that recall is measured on, and learns from.
import * as baker from './recall-baker-set.ts';
import * as bicycleShop from './recall-bicycle-shop-set.ts';
import * as bookseller from './recall-bookseller-set.ts';
import * as carpenter from './recall-carpenter-set.ts';
import * as dublin from './recall-dublin-set.ts';
import * as gardener from './recall-gardener-set.ts';
import * as guide from './recall-guide-set.ts';
import * as household from './recall-household-set.ts';
import * as nurse from './recall-nurse-set.ts';
import * as pharmacist from './recall-pharmacist-set.ts';
import * as plumber from './recall-plumber-set.ts';
import * as ramiro from './recall-ramiro-set.ts';
import * as english from './recall-set.ts';
import * as student from './recall-student-set.ts';
import * as teacher from './recall-teacher-set.ts';
import * as translator from './recall-translator-set.ts';
import * as vet from './recall-vet-set.ts';

/** What a person has noted, and what they write: behind each message how the lines begin that would help to answer it. */
export interface RecallSet {
  notes: Readonly<Record<string, readonly string[]>>;
  messages: readonly (readonly string[])[];
}

export const recallSets: Readonly<Record<string, RecallSet>> = Object.fromEntries<RecallSet>([
  ['in English', english],
  ['of a household with three languages', household],
  ['of a carpenter', carpenter],
  ['of a teacher', teacher],
  ['of a nurse', nurse],
  ['of a bookseller', bookseller],
  ['of a gardener', gardener],
  ['of a nurse in Dublin', dublin],
  ['of a retired carpenter in Texas', ramiro],
  ['of a translator', translator],
  ['of a bicycle shop', bicycleShop],
  ['of a student', student],
  ['of a vet', vet],
  ['of a plumber', plumber],
  ['of a pharmacist', pharmacist],
  ['of a baker', baker],
  ['of a mountain guide', guide],
]);

/** The notes as they stand in files. */
export const notesOf = ({ notes }: RecallSet): Record<string, string> =>
  Object.fromEntries(
    Object.entries(notes).map(([name, lines]) => [
      name,
      `# ${name}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
    ]),
  );

/** Whether a line as it was found is one of those that help. @param text of the line as it stands in the note */
export const helps = (text: string, helping: readonly string[]): boolean =>
  helping.some((line) => line !== '' && text.replace(/^- /, '').startsWith(line));
