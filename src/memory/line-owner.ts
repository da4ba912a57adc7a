// Whose the thing is that a line tells of, where it says so at its beginning: "Jonah's new teacher is …", "La maestra di Luca è …". Pure.
import { languages } from '../language/languages.ts';
import { ownersIn } from './query/question-forms.ts';

/** Articles and words like them. */
const littleWords: ReadonlySet<string> = new Set(
  languages.flatMap(({ stopWords }) => stopWords.filter((word) => word.length <= 3)),
);

/** Before a thing an article and another word may stand: "the new teacher of Ana". Further on it is not what the line is about. */
const maxLead = 2;

function isLead(text: string): boolean {
  const [first, ...more] = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return first === undefined || (more.length < maxLead && (first.length === 1 || littleWords.has(first)));
}

/** In lower case; null where none is named. Somebody who is not named ("my wife's") may be one who is named in another line. */
function ownerOf(line: string): string | null {
  let rest = line;
  for (;;) {
    const said = rest.toLowerCase().replaceAll('’', "'");
    const [first] = ownersIn(rest)
      .map(({ thing, owner }) => {
        const before = said.indexOf(`${owner}'s ${thing}`);
        if (before >= 0) return { start: before, owner, at: before };
        const start = said.indexOf(thing);
        return { start, owner, at: said.indexOf(owner, start + thing.length) };
      })
      .toSorted((a, b) => a.start - b.start);
    if (!first || first.at < 0 || !isLead(rest.slice(0, first.start))) return null;
    if (/^\p{Lu}/u.test(rest.slice(first.at))) return first.owner;
    // "The teacher of swimming of Ana"
    if (first.at === 0) return null;
    rest = rest.slice(first.at);
  }
}

/**
 * Whether two lines tell of things of two people, of whom the other line says nothing: neither takes the place of the other. Of the 9,240
 * pairs of test/eval/pairs/successions.jsonl that do, it is said of one.
 */
export function areOfTwoOwners(one: string, other: string): boolean {
  const [owner, another] = [ownerOf(one), ownerOf(other)];
  if (owner === null || another === null) return false;
  return !other.toLowerCase().includes(owner) && !one.toLowerCase().includes(another);
}
