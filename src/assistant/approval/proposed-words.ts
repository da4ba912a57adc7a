// The words of a write that the model proposes, and which of them tell something. Pure.
import { hasDenyingWord } from '../../language/denials.ts';
import { languages } from '../../language/languages.ts';
import { contentWords } from '../../memory/write/words.ts';
import type { Proposal } from '../../session/entry.ts';

/** The share of a write's words that a text must have that is to bear it. */
const minShare = 2 / 3;
// Models are asked to write dates out where people say "tomorrow".
const isoDate = /\d{4}-\d{2}-\d{2}/g;

export const withoutDates = (text: string): string => text.replaceAll(isoDate, ' ');

/** Whether a write leaves all else as it is. */
export const isAdded = ({ action, before }: Proposal): boolean =>
  action === 'save' || (action === 'remind' && before === undefined);

/** A removal and the end of a reminder leave nothing behind. */
export const storesWords = ({ action }: Proposal): boolean => action !== 'forget' && action !== 'cancel';

/** The words of a proposal: of a change only the new ones, or, when it only takes words away, those. */
export const proposedWordsOf = (proposal: Proposal): Set<string> => changedWords(proposal, contentWords);

/** Those that tell something: no little ones of any language. */
export const tellingWordsOf = (proposal: Proposal): Set<string> => changedWords(proposal, tellingWordsIn);

function changedWords({ action, text, before }: Proposal, read: (text: string) => Set<string>): Set<string> {
  const words = read(withoutDates(text));
  if (action !== 'change' || before === undefined) return words;
  const old = read(withoutDates(before));
  const added = new Set([...words].filter((word) => !old.has(word)));
  return added.size > 0 ? added : new Set([...old].filter((word) => !words.has(word)));
}

/**
 * The words of a line that go with a change, where what comes has fewer: not each of them can have been replaced.
 * @param named words that the person said in asking for it
 */
export function goesUnnamed({ action, text, before }: Proposal, named: ReadonlySet<string>): boolean {
  if (action !== 'change' || before === undefined) return false;
  const [old, left] = [tellingWordsIn(before), tellingWordsIn(text)];
  const gone = [...old].filter((word) => !left.has(word) && !named.has(word));
  const added = [...left].filter((word) => !old.has(word));
  return gone.length > added.length;
}

/** "La" in a letter and "la" in what the person asks for are no quotation. In lower case, and as they are written: "comes" is no "com". */
const functionWords: ReadonlySet<string> = new Set(languages.flatMap(({ stopWords }) => stopWords.map(plain)));

/** The content words of a text, without the little words of any language. */
export const tellingWordsIn = (text: string): Set<string> =>
  contentWords(text.replaceAll(anyWord, (word) => (functionWords.has(plain(word)) ? ' ' : word)));

const anyWord = /[\p{L}\p{M}\p{N}'’]+/gu;

function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '');
}

/** Whether most words of a write, and each of its numbers, are among these. */
export function isWordedIn(proposal: Proposal, said: ReadonlySet<string>): boolean {
  const needed = [...proposedWordsOf(proposal)];
  const missing = needed.filter((word) => !said.has(word));
  if (needed.length === 0 || missing.some((word) => /\p{N}/u.test(word))) return false;
  return needed.length - missing.length >= minShare * needed.length;
}

/** Whether a write denies something; null where that is not its matter: of a removal, and of a change that denies no more and no less. */
export function denialOf(proposal: Proposal): boolean | null {
  const { action, text, before } = proposal;
  if (!storesWords(proposal)) return null;
  return action === 'change' && before !== undefined && hasDenyingWord(before) === hasDenyingWord(text)
    ? null
    : hasDenyingWord(text);
}
