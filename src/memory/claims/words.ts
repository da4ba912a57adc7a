// The words by which claims are compared, put together from the tables of the languages. Pure.
import { type ClaimWords, type Measure, measureSigns, opposites as opposedMeanings } from '../../language/language.ts';
import { numberOf } from '../../language/number-words.ts';
import { languages, languagesIn, likelyLanguages } from '../../language/languages.ts';
import { patternOf, wholeWords } from '../../language/words.ts';

const compared = languages.flatMap((language) =>
  language.claims === null ? [] : [{ language, claims: language.claims }],
);

/** The words or patterns that one table has in all languages. */
const allOf = (read: (claims: ClaimWords) => readonly string[] | undefined): string[] =>
  compared.flatMap(({ claims }) => read(claims) ?? []);

/** One pattern of what the table says in each language. */
const inAll = (read: (claims: ClaimWords) => string | undefined): string =>
  compared.flatMap(({ claims }) => read(claims) ?? []).join('|');

const nothingBut = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'iu');

/** A whole word that is in the table of a language. */
const wordIn = (read: (claims: ClaimWords) => string): RegExp => nothingBut(inAll(read));

const setOf = (read: (claims: ClaimWords) => readonly string[] | undefined): ReadonlySet<string> =>
  new Set(allOf(read));

/** Short forms that are common words of another language: "ago", "out" and "set" of English, "mag" of German; and a name. */
const noMonths: readonly string[] = ['ago', 'out', 'set', 'mag', 'marco'];

/** A word as it is, and as it is written without accents where those are left out: "sabado". */
const alsoPlain = (word: string): string[] => [...new Set([word, word.normalize('NFD').replace(/\p{M}/gu, '')])];

/** Finds the words by which somebody tells their own name: the group is the name. */
export const introduces = new RegExp(
  `(?<!\\p{L})(?:${[...new Set(compared.map(({ claims }) => claims.introduces ?? '(?!)'))].join('|')}) (\\p{Lu}\\p{L}+)(?= here(?!\\p{L})|[.,;!]|$)`,
  'u',
);

/** The number of each month, from 1. */
export const months: ReadonlyMap<string, number> = new Map(
  compared.flatMap(({ language }) =>
    language.months.flatMap((forms, index) =>
      forms
        .split(' ')
        .flatMap((form): [string, number][] =>
          alsoPlain(form).flatMap((one): [string, number][] => (noMonths.includes(one) ? [] : [[one, index + 1]])),
        ),
    ),
  ),
);

/** Shorter forms ("so", "di") are other words too. */
const minWeekday = 3;
/** Longer forms have an "s" for the day of each week: "sundays", "sonntags", "dimanches". */
const minWithPlural = 5;

/** 0 is Sunday. */
export const weekdays: ReadonlyMap<string, number> = new Map(
  compared.flatMap(({ language }) =>
    language.weekdays.flatMap((forms, index) =>
      forms.split(' ').flatMap((form): [string, number][] => {
        const written = form.length < minWithPlural || form.endsWith('s') ? [form] : [form, `${form}s`];
        return form.length < minWeekday ? [] : written.flatMap(alsoPlain).map((one) => [one, (index + 1) % 7]);
      }),
    ),
  ),
);

export const beginsLine = setOf(({ beginsLine: words }) => words);

const denials = allOf((claims) => claims.denials).join('|');
const lacks = allOf((claims) => claims.lacks).join('|');
const contracted = inAll(({ contractedDenial }) => contractedDenial);
const bound = allOf(({ boundDenials }) => boundDenials).join('|');

/** Whole words, and not the end of one behind an apostrophe. */
const alone = (patterns: string): string => `(?<!['’])${wholeWords(patterns)}`;

const denied = new RegExp(`${alone(`${denials}|${lacks}`)}|(?<=\\p{L})(?:${contracted})(?!\\p{L})|${bound}`, 'iu');

/** A denial of what denies itself, which says that it is so: "not allergic", "never failed". */
const deniedTwice = new RegExp(
  `(?:(?<![\\p{L}'’])(?:${denials})|${contracted}) (?:\\p{L}{1,12} ){0,2}(?:${lacks})(?!\\p{L})`,
  'giu',
);

/** Whether a text says that something is not, no longer, or not liked. */
export const isDenied = (text: string): boolean => denied.test(text.replace(deniedTwice, ' '));

const denying = new RegExp(
  `${alone(inAll(({ deniesAgain }) => deniesAgain))}|(?<=\\p{L})(?:${contracted})(?!\\p{L})`,
  'giu',
);
/** The places of the words by which a text denies once, and again, among its words. */
export const denialsIn = (text: string): number[] =>
  [...text.matchAll(denying)].map(({ index }) => text.slice(0, index).split(/\s+/).length);

/** Finds a comma behind a denial that does not lead to what is denied: not ", dass". */
const endsClause = new RegExp(
  `^\\s*[,;:]\\s(?!(?:${languages.flatMap(({ offline }) => offline?.that ?? []).join('|')})(?!\\p{L}))`,
  'iu',
);

const reachOfDenial = 8;
const anyLonger = new RegExp(`^${wholeWords(allOf((claims) => claims.anyLonger).join('|'))}`, 'iu');

/** A sentence without its marks: "I dont play guitar i play bass". Of "I don't think I can" the second half is denied as well. */
function untilNextSubject(words: readonly string[]): string {
  const at = words.findIndex((word, i) => {
    const [bare = ''] = word.toLowerCase().split(/['’]/);
    return i >= minBeforeSubject && isPronoun.test(bare);
  });
  return words.slice(0, at < 0 ? words.length : at).join(' ');
}

const minBeforeSubject = 2;

/** The words that the first denial of a text is about: those behind it, or those before one that ends it. */
export const wordsDenied = (text: string): string => denialOf(text).about;

/** What the first denial of a text is about, and the words that it leaves as they are; both empty where nothing is denied. */
export function denialOf(text: string): { about: string; besides: string } {
  const once = text.replace(deniedTwice, ' ');
  const found = denied.exec(once);
  if (!found) return { about: '', besides: '' };
  const before = once.slice(0, found.index);
  const behind = once.slice(found.index + found[0].length);
  const rest = behind
    .replace(/^[\s,;:]+/, '')
    .replace(anyLonger, '')
    .trim();
  if (rest === '') return { about: before, besides: '' };
  // "Fleisch ess ich keins, Fisch schon"
  if (endsClause.test(behind) && /\p{L}\s\p{L}/u.test(before))
    return { about: before.split(/[,;:]\s/).at(-1) ?? before, besides: rest };
  const about = untilNextSubject((rest.split(/[,;:]\s/)[0] ?? '').split(/\s+/).slice(0, reachOfDenial));
  return { about: `${found[0]} ${about}`, besides: `${before} ${rest.slice(rest.indexOf(about) + about.length)}` };
}

/** Finds the words by which something was so once. */
export const isOver = patternOf(allOf(({ usedTo }) => usedTo));

/** Finds the words by which something is so no longer. */
export const isNoLonger = patternOf(
  compared.flatMap(({ language, claims }) => [
    ...(language.questions.noLonger ?? []),
    ...claims.anyLonger.filter((one) => one.includes('any')),
  ]),
);

const optional = (read: (claims: ClaimWords) => string | undefined): string => inAll(read) || '(?!)';

/** Finds the words for what is still to come, and those by which what was so is so still. */
export const isAhead = patternOf([optional(({ ahead }) => ahead)]);
export const isStillSo = patternOf([optional(({ stillSo }) => stillSo)]);
export const isNowadays = patternOf([optional(({ nowadays }) => nowadays)]);

/** Finds "never". */
export const isNever = patternOf([optional(({ never }) => never)]);

/** Finds the words for what happens now and then, and for what is sure. */
export const isSeldom = patternOf([optional(({ seldom }) => seldom)]);
export const isSurely = patternOf([optional(({ surely }) => surely)]);

const done = optional((claims) => claims.done);
/** Finds a form by which something is told as done, and one by which a claim begins. */
export const isDone = patternOf([done]);
export const tellsDone = new RegExp(`^(?:(?!(?:is|are|be|gets?) )[\\p{L}'’]+ ){0,3}?(?:${done})(?!\\p{L})`, 'iu');

/** How something was so once, and how a claim begins that tells it as so now; a group in both is the same stem. */
export const wasSo: readonly (readonly [was: RegExp, is: RegExp])[] = compared.flatMap(({ claims }) =>
  (claims.wasSo ?? []).map(
    ([was, is]) => [patternOf([was]), new RegExp(`^(?:[\\p{L}'’]+ ){0,2}?(?:${is})(?!\\p{L})`, 'iu')] as const,
  ),
);

/** Finds what somebody else says of the one who speaks, and the words before the one who says something. */
export const saysOfSelf = patternOf([optional((claims) => claims.saysOfSelf)]);
export const bySaying = patternOf([optional((claims) => claims.bySaying)]);

const hasty = compared.flatMap(({ language, claims }) =>
  (claims.hasty ?? []).map(([written, read]) => ({ language, written: new RegExp(written, 'giu'), read })),
);
/** What somebody wrote in a hurry, with what they left out: "i dont" as "i don't", in the languages that the text may be in. */
export function withLeftOut(text: string): string {
  const own = languagesIn(text);
  return hasty.reduce(
    (words, { language, written, read }) =>
      own.size === 0 || own.has(language) ? words.replace(written, read) : words,
    text,
  );
}

/** Finds the words beside the value that something had before. */
export const formerly = patternOf([inAll((claims) => claims.formerly)]);

/** Finds the words by which a size does not fit. */
export const misfits = patternOf([inAll((claims) => claims.misfits)]);
const sizes = wordIn((claims) => claims.sizes ?? '(?!)');
/** Whether a word is a size. */
export const isSize = (word: string): boolean => sizes.test(word);

/** Finds a form that tells of the past, in a claim. */
export const isPast = patternOf(allOf(({ past }) => past));

const pastIn = new Map(compared.map(({ language, claims }) => [language, patternOf(claims.past)] as const));
/** Whether a text tells of the past, by the forms of its own language where that is known: "pilote" is no form of the past in French. */
export function isOfPast(text: string): boolean {
  const words = text.replace(/(?<=\p{L} )\p{Lu}\p{L}+/gu, '');
  const own = likelyLanguages(text).flatMap((language) => pastIn.get(language) ?? []);
  return own.length === 0 ? isPast.test(words) : own.some((pattern) => pattern.test(words));
}

/** Finds the words by which what was said before is taken back. */
export const takesBack = patternOf(allOf((claims) => claims.takesBack));

/** Whether a word is an article. */
const articles = wordIn(({ articles: patterns }) => patterns);
export const isArticle = (word: string): boolean => articles.test(word);

/** Whether a word stands before another who takes part in the same way: "with". */
const together = wordIn((claims) => claims.together);
export const isTogether = (word: string): boolean => together.test(word);

/** Whether a word says what two are to each other, whichever is named first: "married". */
const mutual = wordIn((claims) => claims.mutual);
export const isMutual = (word: string): boolean => mutual.test(word);

/** Whether a word stands before the one to whom something or somebody belongs: "of". */
const owners = wordIn((claims) => claims.ownedBy);
export const isOwner = (word: string): boolean => owners.test(word);

/** Finds a word behind one that leads to a detail: the group is the word. */
export const detailed = new RegExp(
  `(?<!\\p{L})(?:${inAll((claims) => claims.adds ?? claims.details)}) (?:(?:${inAll(({ articles: patterns }) => patterns)}|\\p{L}{1,3}) )?(\\p{L}{3,})`,
  'giu',
);

/** Whether a word leads to a detail: "with", "at". */
const details = wordIn((claims) => claims.details);
export const isDetail = (word: string): boolean => details.test(word);

/** Whether a word stands before the doer of what is done to another: "by". */
const doneBy = wordIn((claims) => claims.doneBy);
export const isDoneBy = (word: string): boolean => doneBy.test(word);

/** Whether a word is a verb by which its subject gives something to another, or gets it from another: "lent", "borrowed". */
const gives = wordIn((claims) => claims.gives);
export const isGiving = (word: string): boolean => gives.test(word);
const takes = wordIn((claims) => claims.takes);
export const isTaking = (word: string): boolean => takes.test(word);

const takesFrom = wordIn((claims) => claims.takesFrom ?? '(?!)');
/** Whether a word is a verb by which its subject gets something, where the one from whom is named: "got". */
export const isTakingFrom = (word: string): boolean => takesFrom.test(word);

/** Whether a word stands before the one from whom, or to whom, something goes. */
const origins = wordIn(({ from, doneBy: by }) => `${from}|${by}`);
export const isOrigin = (word: string): boolean => origins.test(word);
const goals = wordIn((claims) => claims.goal);
export const isGoal = (word: string): boolean => goals.test(word);

/** Whether a word names the person who speaks as the one to whom something is done: "me". */
const toSelf = wordIn((claims) => claims.toSelf);
export const isToSelf = (word: string): boolean => toSelf.test(word);

/** Particles of which one turns what the other says: "in" and "out", each pair both ways. */
export const opposedParticles: readonly (readonly [string, string])[] = allOf(
  (claims) => claims.opposedParticles,
).flatMap((pair): [string, string][] => {
  const [one = '', other = ''] = pair.split(' ');
  return [
    [one, other],
    [other, one],
  ];
});

/** Prefixes that deny the rest of a word. */
export const negatingPrefixes: readonly string[] = allOf((claims) => claims.negatingPrefixes);

/** Finds the words by which something ended, which may be told as a denial: "left", "over". */
const endings = patternOf(allOf((claims) => claims.ended));
/** Whether a text says that something ended, and does not deny that: "I'd never quit". */
export const hasEnded = (text: string): boolean => endings.test(text.replace(deniedTwice, ' '));

/** Words for what numbers are counted or measured in, each as a pattern of nothing else. */
export const measures: readonly (readonly [Measure, RegExp])[] = [
  measureSigns,
  ...compared.map(({ claims }) => claims.measures),
].flatMap((table) =>
  Object.entries(table).map(([measure, pattern]) => [measure as Measure, nothingBut(pattern)] as const),
);

/** Groups of meanings of which one holds at a time, each meaning with its words in all languages. */
export const opposites: readonly (readonly ReadonlySet<string>[])[] = opposedMeanings.map((group) =>
  group.map((meaning) => setOf(({ meanings }) => meanings[meaning]?.split(' '))),
);

/** Finds a word for one half of something. */
export const halfWord = patternOf(
  allOf(({ meanings }) => meanings.half?.split(' ').filter((word) => word !== 'partly' && word !== 'teilweise')),
);

/** Those of the groups by which one gives and another gets. */
export const transferMeanings: ReadonlySet<(typeof opposites)[number]> = new Set(
  opposites.filter((_group, i) => opposedMeanings[i]?.some((meaning) => meaning === 'bought' || meaning === 'lends')),
);

/** Finds the words by which something is wondered, wished or imagined rather than so, and a question mark. */
export const leavesOpen = new RegExp(`${patternOf(allOf((claims) => claims.leavesOpen)).source}|\\?`, 'iu');

const asks = new RegExp(`^[\\s\\-*+¿]*(?:${optional((claims) => claims.asks)})(?!\\p{L})`, 'iu');
/** Whether what was said wonders, wishes or imagines something, or asks it, with or without a question mark. */
export const isLeftOpen = (said: string): boolean => leavesOpen.test(said) || asks.test(said);

/** Finds the words by which something happens again and again, and those that say so of what was said. */
export const habits = patternOf([inAll((claims) => claims.habits)]);
export const regularly = patternOf([inAll((claims) => claims.regularly)]);

/** Finds the words for one day, and those for what somebody thinks of a thing. */
export const isOnce = patternOf([inAll((claims) => claims.once)]);
export const attitudes = patternOf([inAll((claims) => claims.attitudes)]);

const passives = nothingBut(inAll((claims) => claims.passives));
/** Whether a word stands before what is done to somebody. */
export const isPassive = (word: string): boolean => passives.test(word);

/** Finds the words by which what was asked is agreed to. */
export const accepts = patternOf([inAll((claims) => claims.accepts)]);

/** Finds a word before the one of whom it is not so. */
export const excepts = patternOf([inAll((claims) => claims.excepts)]);

/** Finds the words by which somebody tells what they have from others. */
export const reports = patternOf([inAll((claims) => claims.reports)]);

/** Finds what is said in irony, and words for a pleasure. */
export const irony = new RegExp(
  inAll((claims) => claims.irony),
  'iu',
);
export const pleasures = patternOf([inAll((claims) => claims.pleasures)]);

/** Finds "only". */
export const isOnly = patternOf(allOf(({ meanings }) => meanings.only?.split(' ')));

/** Finds "but" and the like. */
export const isBut = patternOf([inAll(({ but }) => but)]);

const beforeNumber = (words: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words}) [£€$]?(\\d{1,9}(?:[.,]\\d{1,3})?)`, 'giu');
/** Finds a number that is told as the least, or as the most: the group is the number. */
export const atLeast = beforeNumber(inAll((claims) => claims.atLeast));
export const atMost = beforeNumber(inAll((claims) => claims.atMost));

const conditionsIn = new Map(
  compared.map(({ language, claims }) => [language, patternOf([claims.conditions ?? '(?!)'])] as const),
);
/**
 * A text without the words by which something is so under a condition, in its own language: "se" is "if" in Italian alone.
 * @param beside a text by which the language is told
 */
export function withoutConditions(text: string, beside = text): string {
  const own = likelyLanguages(beside);
  const patterns = own.length === 0 ? [...conditionsIn.values()] : own.flatMap((one) => conditionsIn.get(one) ?? []);
  return patterns.reduce((words, pattern) => words.replace(pattern, ' '), text);
}
/** Whether a text says something under a condition. */
export const isConditional = (text: string, beside = text): boolean => withoutConditions(text, beside) !== text;
/** Whether a text begins with a condition. */
export const beginsWithCondition = (text: string): boolean => withoutConditions(text).startsWith(' ');

/** Finds the words by which a claim may tell a condition as well: "when it rains", "usually". */
export const underCondition = patternOf([optional((claims) => claims.underCondition)]);

/** Finds the words that say what is to be done. */
export const demands = patternOf(allOf((claims) => claims.demands));

/** Finds the words that say what came in place of what. */
export const contrasts = patternOf(allOf((claims) => claims.contrasts));

/** Finds the words between two things, of which the one before is preferred. */
export const comparisons = patternOf(allOf((claims) => claims.comparisons));

/** Finds the words before which stands what is so, and behind them what is not. */
export const insteadOf = patternOf(allOf((claims) => claims.insteadOf));

/** Finds a word that tells of a preference, and the one that leads to what is liked less. */
export const prefers = patternOf([inAll((claims) => claims.prefers)]);
export const preferredTo = patternOf([inAll((claims) => claims.preferredTo)]);

const place = "(?:l['’])?([\\p{L}\\p{N}]{1,20}(?:[.,]\\d{1,3})?)";
/** "From Kassel to Jena", "von 840 auf 910": the groups are both places. */
export const directions = new RegExp(
  `(?<!\\p{L})(?:${inAll(({ from }) => from)}) ${place} (?:\\p{Ll}{1,12} ){0,2}(?:${inAll(({ to }) => to)}) ${place}`,
  'iu',
);

/** "Hull to Rotterdam": the groups are both names. */
export const routes = new RegExp(
  `(?<!\\p{L})(\\p{Lu}\\p{L}{1,20}) (?:${inAll(({ to }) => to)}) (\\p{Lu}\\p{L}{1,20})`,
  'u',
);

const atBeginning = (patterns: string): RegExp => new RegExp(`^[\\s\\-*+]*(?:${patterns})(?!\\p{L})`, 'iu');

/** Finds a "yes", or a "no", at the beginning of an answer. */
export const agreement = atBeginning(inAll(({ agrees }) => agrees));
export const refusal = atBeginning(inAll(({ refuses }) => refuses));

/** Finds a denial at the beginning of what is set apart: "bread, not pasta". */
export const beginsApart = atBeginning(inAll(({ deniesBehindComma }) => deniesBehindComma).replaceAll(' |', '|'));

/** Finds a pronoun at the beginning of a text, for somebody who was named before. */
export const leadingPronoun = atBeginning(inAll((claims) => claims.namedBefore));

/** Finds "and" at the beginning of a text. */
export const and = atBeginning(inAll((claims) => claims.and));

const buts = inAll(({ but }) => but);

/** Where a text parts into sentences and clauses. */
export const clauseEnds = new RegExp(
  [
    '(?<=[.!?;\\n])(?!(?<=\\d\\.)\\s\\p{Ll})\\s',
    `, (?:${inAll(({ beginsClause }) => beginsClause)}) `,
    ` (?:${buts}) `,
    `, (?=${inAll(({ deniesBehindComma }) => deniesBehindComma)})`,
    `(?<=^(?:${inAll(({ deniesBeforeComma }) => deniesBeforeComma)})(?: \\p{L}{2,9}){0,2}), `,
  ].join('|'),
  'iu',
);

/** Where a text parts into things of which different things are said. */
export const partEnds = new RegExp(
  `,(?!\\d) ?|[;!?\\n] ?|(?<=[\\p{Ll}\\d]{2})\\. ?| (?:${inAll(({ and }) => and)}|${buts}) `,
  'u',
);

/** Where a part of a text parts further. */
export const pieceLinks = new RegExp(` (?:${inAll(({ linksPieces }) => linksPieces)}) `, 'u');

/** Finds the words that set the right one beside what was denied, at the beginning: "it's". */
export const isCleft = new RegExp(`^[\\s,;–-]*(?:${optional((claims) => claims.cleft)})(?!\\p{L})`, 'iu');

/** Finds a pronoun that stands for the one who does it, or for a thing. */
export const isPronoun = nothingBut(inAll(({ pronouns }) => pronouns) || '(?!)');

const selves = new Set(compared.map(({ claims }) => claims.self));
/** Whether a word is "I". */
export const isSelf = (word: string): boolean => selves.has(word.toLowerCase());

/** Tells a verb by its form. */
const verbForms = new RegExp(`^(?:${inAll((claims) => claims.verbForms)})$`, 'u');
export const isVerb = (word: string | undefined): boolean =>
  word !== undefined && !weekdays.has(word) && verbForms.test(word);

const auxiliaries = wordIn((claims) => claims.auxiliaries);
/** Whether a word is a verb before the one that says what happened. */
export const isAuxiliary = (word: string): boolean => auxiliaries.test(word);

/** Finds an article or "of" behind a first word, which then is no name: "Half the team". */
export const followsNoName = new RegExp(`^(?:${inAll((claims) => claims.followsNoName)})$`, 'u');

/** Finds the word before a month in small letters. */
export const beforeMonth = new RegExp(
  `(?<=(?<!\\p{L})(?:${inAll((claims) => claims.beforeMonth)}) )(may|march)(?!\\p{L})`,
  'giu',
);

const beforeDay = inAll((claims) => claims.beforeDay);
/** Finds a day of a month that is told without it, in digits (two groups) or in a word (the third). */
export const dayAlone = new RegExp(
  `(?<![\\p{L}\\d])(?:${beforeDay}) (\\d{1,2})(?![\\d:]|[.,]\\d)|\\b(\\d{1,2})(?:${inAll((claims) => claims.dayEnding)})\\b|(?<!\\p{L})(?:${beforeDay}) (\\p{L}{5,12})(?!\\p{L})`,
  'giu',
);

const sinceWhen = compared.flatMap(({ claims }) =>
  claims.sinceWhen.map(([said, began]) => ({ said: new RegExp(`(?<!\\p{L})${said}`, 'giu'), began })),
);
/** "For three weeks" as "three weeks ago": when it began. */
export const withBeginnings = (text: string): string =>
  sinceWhen.reduce((words, { said, began }) => words.replace(said, began), text);

const feasts = new Map<string, RegExp>();
for (const { language } of compared)
  for (const [name, words] of Object.entries(language.times.feasts)) {
    const others = feasts.get(name)?.source;
    feasts.set(name, patternOf([...(others === undefined ? [] : [others]), words]));
  }
/** Finds the feasts that a text names, each in any language. */
export const feastsIn = (text: string): string[] =>
  [...feasts].flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));

/** Finds a season. */
export const seasons = patternOf(compared.flatMap(({ language }) => Object.values(language.times.seasons)));

/** Relations that are a profession or an animal. */
export const roles = setOf((claims) => claims.roles);

/** Words for what another person is to the user. */
export const relations: ReadonlySet<string> = new Set(
  compared.flatMap(({ language }) => language.relations.filter((word) => !roles.has(word))),
);

/** Words for the same relation. */
export const sameRelation: readonly (readonly string[])[] = allOf((claims) => claims.sameRelation).map((group) =>
  group.split(' '),
);

/** Words before a noun that a language writes with a capital. */
export const determiners = setOf(({ nouns }) => nouns?.behind);

/** Whether a name is likely to stand behind a word, in a language that writes every noun with a capital. */
const beforeNames = setOf(({ nouns }) => nouns?.beforeNames);
export const leadsToName = (word: string): boolean => beforeNames.has(word.toLowerCase());

/** Nouns for times and amounts: no names, although a language writes them with a capital. */
export const unitNouns = setOf(({ nouns }) => nouns?.words);

/** Finds the ending of an abstract noun, which a language may write with a capital. */
export const nounEnding = new RegExp(`\\p{Ll}{2}(?:${inAll(({ nouns }) => nouns?.endings)})$`, 'u');

/** "Is", between somebody and what they are. */
export const copulas: ReadonlySet<string> = new Set(languages.flatMap(({ copula }) => copula ?? []));

/** Common forms of verbs. */
export const commonVerbs: ReadonlySet<string> = new Set(languages.flatMap(({ offline }) => offline?.verbs ?? []));

const functionWords: ReadonlySet<string> = new Set(compared.flatMap(({ language }) => language.stopWords));
/** Whether a word says nothing of what a text is about. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word);

/** `my`, in the languages above. */
export const possessives = setOf((claims) => claims.possessives);

const possessivesIn = new Map(compared.map(({ language, claims }) => [language, claims.possessives] as const));
/** Whether a word is "my" in the language of the text: "mia" is not in an English one. */
export const isPossessiveIn = (word: string, text: string): boolean =>
  likelyLanguages(text).some((language) => possessivesIn.get(language)?.includes(word.toLowerCase()));

/** Finds the words by which the person who speaks means themselves, besides {@link possessives}. */
export const speaksOfSelf = patternOf(allOf((claims) => claims.speaksOfSelf));

const ordinalForms = compared.flatMap(({ language }) =>
  language.times.ordinals.map((forms, index) => ({ form: new RegExp(`^(?:${forms})$`, 'u'), value: index + 1 })),
);

const seconds = setOf(({ second }) => (second === undefined ? [] : [second]));

/** An ordinal is read as a number in what was said and never demanded of it: "every second week" is no number of its own. */
export const ordinalOf = (word: string): number | undefined =>
  seconds.has(word) ? 2 : (ordinalForms.find(({ form }) => form.test(word))?.value ?? higherOrdinal(word));

const ordinalEndings = compared.flatMap(({ language }) => language.times.ordinalEndings ?? []);

/** "Zwölften", "onzième", "eleventh" */
function higherOrdinal(word: string): number | undefined {
  const stems = ordinalEndings.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length));
  return stems.length === 0 ? undefined : firstNumber([word, ...stems, ...stems.map((stem) => `${stem}e`)]);
}

const firstNumber = (words: readonly string[]): number | undefined =>
  words.map(numberOf).find((number) => number !== undefined);
