// The lives that recall is measured on, and learns from.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/base/files/package-root.ts';
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

/** Lives in files, each by who it is: those that authors wrote who knew neither recall nor the other lives. */
const fromFile = (name: string): RecallSet =>
  JSON.parse(readFileSync(path.join(packageRoot(), `test/eval/recall-lives/${name}.json`), 'utf8')) as RecallSet;

/** Lives of the files `life-…` with these numbers. */
const numbered = (from: number, to: number): Record<string, RecallSet> =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, i) => {
      const name = `life-${String(from + i).padStart(2, '0')}`;
      return [`of ${name}`, fromFile(name)];
    }),
  );

/** Lives in which people mostly ask for what they have noted. */
export const plainLives: Readonly<Record<string, RecallSet>> = Object.fromEntries<RecallSet>([
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
  ['of a nurse in Westport', fromFile('nurse-in-westport')],
  ['of a solar installer in Lagos', fromFile('solar-installer')],
  ['of a cellist in Leipzig', fromFile('cellist')],
  ['of a nursery owner in Tucson', fromFile('nursery-owner')],
  ['of a retired teacher', fromFile('retired-teacher')],
  ['of an illustrator', fromFile('illustrator')],
  ['of a mother of three', fromFile('mother-of-three')],
  ['of an Italian in Galway', fromFile('italian-in-galway')],
  ['of somebody unknown', fromFile('left-out-1')],
  ['of somebody unknown, in two languages', fromFile('left-out-2')],
]);

/** Lives that recall learns from. */
export const recallSets: Readonly<Record<string, RecallSet>> = {
  ...plainLives,
  ...numbered(1, 10),
  ...numbered(17, 34),
};

/** Lives that only tell what the two models weigh against each other, which have learnt from the others. */
export const livesWeighed: Readonly<Record<string, RecallSet>> = numbered(35, 37);

/** Lives that nothing is learnt from: what recall does for somebody it has never seen. */
export const livesLeftOut: Readonly<Record<string, RecallSet>> = numbered(11, 16);

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
