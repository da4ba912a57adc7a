// What corrects something that was noted, by its form: "no, Emma is my cousin", "change my shoe size to 45". Which line it corrects is
// for the search to find, and whether it takes the place of that line for the person's tap. Pure.
import { withoutEnd } from '../../base/text/text.ts';
import { languages, offlinePhrases } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { isPointer, readIntent, withoutPoliteStart } from './intent.ts';

export interface Correction {
  /** How it is, as a line of its own. */
  text: string;
  /** What the line says that it corrects, to be searched for. */
  about: string;
  /** What it is to be changed to, where only that is said: "to 45". */
  value: string | null;
}

const maxUnits = 300;
const listed = (field: 'corrects' | 'notBehind'): string =>
  offlinePhrases.flatMap((phrases) => phrases[field] ?? []).join('|');
const begin = new RegExp(`^(?:(?:${listed('corrects')})[\\s,:;.!–—-]{1,5}){1,3}(?=[^\\s,:;.!–—-])`, 'iu');
const denied = new RegExp(`^(?<so>.{3,200}?)[\\s,]{1,3}(?:${listed('notBehind')})\\s(?<not>.{1,60})$`, 'iu');
const reminder = patternOf(offlinePhrases.flatMap(({ reminders }) => reminders ?? []));

const changes = languages.flatMap(({ offline, copula = [] }) =>
  (offline?.changes ?? []).map((form) => ({
    form: new RegExp(`^${form.replace('{what}', '(?<what>.{2,80}?)').replace('{value}', '(?<value>.{1,80})')}$`, 'iu'),
    is: copula[0] ?? 'is',
  })),
);
const copulas = new Set(languages.flatMap(({ copula = [] }) => copula));

/** What a message corrects; null for one that corrects nothing by its form. */
export function correctionIn(words: string): Correction | null {
  const said = withoutEnd(withoutPoliteStart(words), ' .!');
  if (said.length > maxUnits || said.includes('\n') || said.endsWith('?')) return null;
  const start = begin.exec(said)?.[0];
  const text = start === undefined ? null : statedIn(said.slice(start.length));
  if (text !== null) return { text, about: text, value: null };
  for (const { form, is } of changes) {
    const { what, value } = form.exec(said)?.groups ?? {};
    if (what === undefined || value === undefined || isPointer(what) || reminder.test(what)) continue;
    return { text: `${what} ${is} ${value}`, about: what, value };
  }
  return null;
}

function statedIn(said: string): string | null {
  const intent = readIntent(said);
  if (intent.kind === 'remember' || intent.kind === 'offer') return intent.text;
  return intent.kind === 'search' && intent.isStatement ? intent.query : null;
}

/** The correction as a line that takes the place of another: in the words of that one, and without what it denies of it. */
export function insteadOf(line: string, { text, about, value }: Correction): string {
  if (value !== null) {
    const at = line.toLowerCase().indexOf(about.toLowerCase());
    const [verb = ''] =
      at === -1
        ? []
        : line
            .slice(at + about.length)
            .trim()
            .split(/\s/u, 1);
    return copulas.has(verb.toLowerCase()) ? `${about} ${verb} ${value}` : text;
  }
  const { so, not } = denied.exec(text)?.groups ?? {};
  return so !== undefined && not !== undefined && line.toLowerCase().includes(not.toLowerCase()) ? so : text;
}
