// What a person says in other forms than one fact a bullet, for judging a consolidation: prose, times relative to the day, numbers
// in words, several facts a line, messages of a conversation with the question before a short answer; and lines of MEMORY.md that
// were written by hand, which no night may touch. Data only.
import type { LongTermLine } from '../src/memory/write/long-term.ts';
import { type MessageEntry, formatEntry, transcriptVersion } from '../src/session/entry.ts';

export type Form = 'prose' | 'relative date' | 'number words' | 'several facts' | 'conversation';

export interface Fact {
  /** A claim that the line bears, as an honest model writes it. */
  claim: string;
  /** Of each group one, in one line of MEMORY.md. */
  want: readonly (readonly string[])[];
}

export interface WrittenLine {
  form: Form;
  /** Of a note or a message; the day is `formsDay`. */
  text: string;
  /** What the assistant had asked before it. */
  question?: string;
  facts: readonly Fact[];
}

/** A Saturday. */
export const formsDay = '2026-11-07';

const fact = (claim: string, ...want: string[]): Fact => ({ claim, want: want.map((one) => one.split('|')) });

export const writtenLines: readonly WrittenLine[] = [
  {
    form: 'prose',
    text: 'A quiet day. Nadia came over in the afternoon and told me that she has accepted the post at the museum in Aachen, and we talked until it was dark.',
    facts: [fact('Nadia has accepted the post at the museum in Aachen', 'Nadia', 'museum', 'Aachen')],
  },
  {
    form: 'prose',
    text: 'In the evening I finally read the letter of the bank. The loan for the flat ends in 2031, which is earlier than I had in mind.',
    facts: [fact('The loan for the flat ends in 2031', 'loan', '2031')],
  },
  {
    form: 'relative date',
    text: 'The roofers come the day after tomorrow at half past seven',
    facts: [fact('The roofers come on 2026-11-09 at 7:30', 'roofers', '2026-11-09|9 November|November 9', '7:30')],
  },
  {
    form: 'relative date',
    text: 'In a fortnight Uncle Piotr visits us',
    facts: [fact('Uncle Piotr visits on 2026-11-21', 'Piotr', '2026-11-21|21 November|November 21')],
  },
  {
    form: 'number words',
    text: 'Our flat has eighty-four square metres and three balconies',
    facts: [fact('The flat has 84 square metres and 3 balconies', 'flat', '84|eighty-four')],
  },
  {
    form: 'number words',
    text: 'The new roof costs twelve thousand five hundred euros',
    facts: [fact('The new roof costs 12,500 euros', 'roof', '12,500|12500|12.500|twelve thousand five hundred')],
  },
  {
    form: 'several facts',
    text: 'Ben turns forty on 12 December; his wife Suri teaches physics; they live in Mainz',
    facts: [
      fact('Ben turns 40 on 12 December', 'Ben', '40|forty', 'December|2026-12-12'),
      fact('Ben’s wife Suri teaches physics', 'Suri', 'physics'),
      fact('Ben and Suri live in Mainz', 'Mainz'),
    ],
  },
  {
    form: 'conversation',
    text: 'From January on I only work in the mornings',
    facts: [fact('Works only in the mornings from January 2027', 'mornings', 'January|2027-01')],
  },
  {
    form: 'conversation',
    text: 'Wednesdays',
    question: 'On which day is the choir?',
    facts: [fact('The choir is on Wednesdays', 'choir', 'Wednesday')],
  },
];

/** Written by hand, without a comment of ours. */
export const handWritten: readonly string[] = ['- Grandpa Emil plays the accordion', '- Anna: keys are at the bakery'];

export const handWrittenMemory = ['# Memory', '', '## People', '', ...handWritten, ''].join('\n');

const isSaid = ({ form }: WrittenLine): boolean => form === 'conversation';

const title = [`# ${formsDay}`, ''];

/** The daily note, in which each line of it stands by itself. */
export const formsNote = (): string =>
  [...title, ...writtenLines.filter((line) => !isSaid(line)).flatMap((line) => [noteLine(line), ''])].join('\n');

const noteLine = ({ form, text }: WrittenLine): string => (form === 'prose' ? text : `- 10:15 ${text}`);

/** A session of that name has {@link formsSession} in it. */
export const formsSessionName = '01a20000-0000-7000-8000-000000000000.jsonl';

/** The transcript of the conversation. */
export function formsSession(): string {
  const at = `${formsDay}T09:00:00.000Z`;
  let count = 0;
  const message = (role: MessageEntry['role'], text: string): string => {
    count += 1;
    const id = `01a20000-0000-7000-8000-00000000000${count}`;
    return formatEntry({ type: 'message', id, at, role, content: [{ type: 'text', text }] } as MessageEntry);
  };
  const head = formatEntry({
    type: 'session',
    version: transcriptVersion,
    id: formsSessionName.replace('.jsonl', ''),
    key: 'terminal:local:chat:1:user:1',
    created_at: at,
  });
  const said = writtenLines
    .filter(isSaid)
    .flatMap(({ text, question }) => [
      ...(question === undefined ? [] : [message('assistant', question)]),
      message('user', text),
      message('assistant', 'All right.'),
    ]);
  return `${[head, ...said].join('\n')}\n`;
}

/** Where a line stands: `path#Lx-Lx`. */
export function placeOfLine(line: WrittenLine): string {
  const [path, file] = isSaid(line)
    ? [`sessions/${formsSessionName}`, formsSession()]
    : [`${formsDay}.md`, formsNote()];
  const wanted = isSaid(line) ? JSON.stringify(line.text) : noteLine(line);
  const at = file.split('\n').findIndex((one) => (isSaid(line) ? one.includes(wanted) : one === wanted)) + 1;
  return `${path}#L${at}-L${at}`;
}

export interface FormsScore {
  facts: number;
  /** Facts that no line of MEMORY.md says. */
  missing: (Fact & { form: Form })[];
  /** Facts whose line does not name the place where they were said. */
  wrongSource: { form: Form; claim: string; sources: readonly string[] }[];
  /** Lines of the person's hand that are gone or changed. */
  touched: string[];
}

/** @param memory the file as it is; `lines` those of it that are not history */
export function scoreForms(memory: string, lines: readonly LongTermLine[]): FormsScore {
  const score: FormsScore = { facts: 0, missing: [], wrongSource: [], touched: [] };
  for (const line of writtenLines)
    for (const { claim, want } of line.facts) {
      score.facts += 1;
      const says = ({ text }: LongTermLine): boolean =>
        want.every((ways) => ways.some((one) => text.toLowerCase().includes(one.toLowerCase())));
      const found = lines.filter(says);
      const sources = found.flatMap(({ provenance }) => provenance?.sources ?? []);
      if (found.length === 0) score.missing.push({ form: line.form, claim, want });
      else if (!sources.includes(placeOfLine(line))) score.wrongSource.push({ form: line.form, claim, sources });
    }
  score.touched = handWritten.filter((line) => !memory.split('\n').includes(line));
  return score;
}
