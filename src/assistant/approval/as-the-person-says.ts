// A line as the person would say it of themselves: "The user owes Paul 30 euros" as "I owe …". Models note it so, and what tells claims
// apart knows the person by the words in which people speak of themselves. Pure, linear.
import { english } from '../../language/english.ts';
import type { UserWords } from '../../language/language.ts';
import { languageOf, languages } from '../../language/languages.ts';
import { escaped, wholeWords } from '../../language/words.ts';

interface Naming {
  /** Its group is the one who has something: "the user's". */
  pattern: RegExp;
  user: UserWords;
}

const naming = (user: UserWords, { owner, names }: Pick<UserWords, 'owner' | 'names'>): Naming => ({
  pattern: new RegExp(wholeWords(`(${owner})|${names}`), 'giu'),
  user,
});
const ofUser = languages.flatMap(({ user }) => (user ? naming(user, user) : []));

/** Behind "and" and "that", in any of the languages. */
const links = languages.flatMap(({ numbers, offline }) => [numbers?.joins ?? [], offline?.that ?? []].flat());
const sentenceBegin = new RegExp(`(?:[.;:,!?(]|(?<!\\p{L})(?:${links.join('|')}))$`, 'iu');
const maxLead = 8;

/** Whether a line, or a part of a sentence, begins at a place. */
function begins(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxLead), at);
  const lead = before.trimEnd();
  return lead === '' || before.includes('\n', lead.length) || sentenceBegin.test(lead);
}

/** @param names that the person has */
export function asThePersonSays(line: string, names: readonly string[]): string {
  const user = languageOf(line)?.user ?? english.user;
  const own = names.filter((name) => name.trim() !== '').map(escaped);
  const byName =
    user && own.length > 0 ? [naming(user, { owner: `(?:${own.join('|')})['’]?s`, names: own.join('|') })] : [];
  return [...byName, ...ofUser].reduce(
    (text, { pattern, user: said }) =>
      text.replaceAll(pattern, (found, owner: string | undefined, at: number) => {
        // Behind what they have ("la llave del usuario") it may stand: no word of a person speaks of them there.
        if (owner !== undefined) return said.possessive === '' ? found : said.possessive;
        return begins(text, at) ? said.subject : said.object;
      }),
    line,
  );
}
