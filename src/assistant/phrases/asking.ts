// How somebody asks for the text in hand to be kept, and how they answer whether it should be, by the forms of each language in which
// that is understood. What fits no form is neither. Pure.
import { withoutEnd } from '../../base/text/text.ts';
import { hasDenyingWord } from '../../language/denials.ts';
import { languageNamed, languages } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { readIntent, withoutPoliteStart } from '../../models/offline/intent.ts';
import { askedToRemindOf, isOfTime } from './offers.ts';
import { saysOnlyTime } from './times-said.ts';
import { type Understood, understood } from './understood.ts';

/**
 * Whether an answer agrees, in any of the languages: it says a yes, and nothing else but what asks for something as well ("Yes, the
 * preview only, and remind me the week before"). "Ok, leave it" and "Yes, what a strange message" agree to nothing.
 * @param toReminder where the question was for a reminder, the answer may say when
 */
export function isYes(answer: string, { toReminder = false }: { toReminder?: boolean } = {}): boolean {
  const words = answer
    .trim()
    .toLowerCase()
    .replace(emojiForms, '')
    .replaceAll('’', "'")
    .replaceAll('thank you', 'thanks');
  // What another face says beside a yes is not known: "oh, great 🙄".
  if (/\p{Extended_Pictographic}/u.test(words.replace(friendlyFaces, ''))) return false;
  // "Tomorrow at 9"
  if (toReminder && isTimeOf(words.replace(smiles, '').trim())) return true;
  return understood.some((language) => {
    const said = agreeingIn(words.replace(smiles, ''), language);
    if (/[?？]/.test(said) || hasDenyingWord(said)) return false;
    const clauses = clausesOf(said);
    // "Thank you, yes please": what is polite may come before.
    const begun = clauses.findIndex((clause) => yesAtStart(clause, language) !== null);
    const yes = yesAtStart(clauses[begun] ?? '', language);
    if (yes === null || !clauses.slice(0, begun).every((clause) => isFiller(clause, language))) return false;
    const behind = (clauses[begun] ?? '').slice(yes.length).trim();
    if (isLoose(yes, language) && !isPolite(behind, language)) return false;
    const rest = [behind, ...clauses.slice(begun + 1)];
    if (!toReminder && rest.some((clause) => asksForReminderInstead(clause, language))) return false;
    return rest.every(
      (clause) =>
        isPolite(clause, language, { canPoint: true }) ||
        asksForMore(clause, language) ||
        (toReminder && isTimeOf(clause)),
    );
  });
}

/** Whether an answer may as well be for something else than a question: "great", "perfekt, danke". */
export const isPraise = (answer: string): boolean =>
  understood.some(({ praises, asks }) => {
    const said = ` ${(answer.toLowerCase().match(askedWord) ?? []).join(' ')} `;
    const rest = praises.reduce((left, one) => left.replaceAll(` ${one} `, '  '), said);
    return rest !== said && rest.split(' ').every((word) => word === '' || asks.fillers.includes(word));
  });

const friendlyFaces = /[👍👌✅✔💯🆗😊🙂😀😃😄😁🥰😍❤🙏🎉👏💪😎🤗]/gu;
const smiles = /[😊🙂😀😃😄😁🥰😍❤🙏🎉👏💪😎🤗]/gu;

/** What says how an emoji looks: in colours, with a skin. */
const emojiForms = /\uFE0F|\p{Emoji_Modifier}/gu;

/** An answer in which phrases that agree by denying, or by asking ("why not?", "no problem"), are a plain yes. */
const agreeingIn = (said: string, { agreeing }: Understood): string =>
  agreeing.reduce(
    (left, phrase) => left.replaceAll(`${phrase} ?`, '👍').replaceAll(`${phrase}?`, '👍').replaceAll(phrase, '👍'),
    said,
  );

/** The yes with which a clause begins; null where it begins with none: "ah ok" has heard. */
function yesAtStart(clause: string, { yes }: Understood): string | null {
  const begun = yes.find((one) => beginsWith(clause, one));
  // "Ja ja" puts off.
  return begun === undefined || clause === `${begun} ${begun}` ? null : begun;
}

const clausesOf = (said: string): string[] =>
  said
    .split(/[,;.!\n–—]|\s-\s/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

/** "Well", "thank you" */
const isFiller = (clause: string, { yes, asks }: Understood): boolean =>
  yes.includes(clause) || (clause.match(askedWord) ?? []).every((word) => asks.fillers.includes(word));

/** "Great", "y": a yes alone, and another word before what it speaks of ("great one", "y this"). */
const isLoose = (yes: string, { praises }: Understood): boolean => praises.includes(yes) || /^[a-z]$/u.test(yes);

/** Whether each word of a clause is polite. @param canPoint or agrees once more, or says to what: "yes, both of these" */
function isPolite(clause: string, { yes, asks, parts }: Understood, { canPoint = false } = {}): boolean {
  const said = ` ${(clause.match(askedWord) ?? []).join(' ')} `;
  const rest = (canPoint ? yes.reduce((left, one) => left.replaceAll(` ${one} `, '  '), said) : said).split(' ');
  return rest.every(
    (word) =>
      word === '' ||
      (asks.polite.includes(word) && (canPoint || ![asks.these, asks.it, parts].some((list) => list.includes(word)))),
  );
}

/** "Just remind me tomorrow": in the place of what was asked. */
const asksForReminderInstead = (clause: string, { instead, asks }: Understood): boolean => {
  const words = clause.match(askedWord) ?? [];
  const isBeside = (word: string): boolean => instead.includes(word) || asks.fillers.includes(word);
  const asked = words.slice(words.findIndex((word) => !isBeside(word))).join(' ');
  return words.some((word) => instead.includes(word)) && askedToRemindOf(asked) !== null;
};

/** "The day before", "at 9", and no "till tomorrow". */
const isTimeOf = (clause: string): boolean => saysOnlyTime(clause) && !farewell.test(clause);

const farewell = patternOf(
  languages.flatMap(({ claims, times }) =>
    claims === null || times.until === '' ? [] : [`^(?:${times.until}|à|a)(?! ?\\d)`],
  ),
);

/** "The first two", "and remind me the week before". */
function asksForMore(clause: string, language: Understood): boolean {
  const { asks } = language;
  const words = clause.match(askedWord) ?? [];
  const [first = '', ...others] = words;
  if (isPartOnly(words, language)) return true;
  const asked = asks.fillers.includes(first) && others.length > 0 ? others.join(' ') : clause;
  return isWish(clause) || readIntent(asked).kind === 'remind' || askedToRemindOf(asked) !== null;
}

const butOf = new Map(
  understood.map(({ name }) => [name, patternOf([`^(?:${languageNamed(name)?.claims?.but ?? '(?!)'})$`], 'u')]),
);

const persons = new Set(languages.flatMap(({ offline }) => offline?.me ?? []));

/** "The first two", "only the dentist": words for parts, and at most one thing behind an article. "Ok one second" is none. */
function isPartOnly(words: readonly string[], { name, asks, parts }: Understood): boolean {
  const articles = languageNamed(name)?.known ?? [];
  const but = butOf.get(name);
  const isSmall = (word: string): boolean =>
    parts.includes(word) ||
    articles.includes(word) ||
    (asks.fillers.includes(word) && !persons.has(word)) ||
    but?.test(word) === true;
  const named = words.flatMap((word, at) => (isSmall(word) ? [] : [at]));
  const isThing = named.length === 0 || (named.length === 1 && articles.includes(words[(named[0] ?? 0) - 1] ?? ''));
  return words.some((word) => parts.includes(word)) && isThing;
}

/** Whether an answer is for a part of what was asked: "yes, the first one". */
export const namesPart = (answer: string): boolean =>
  understood.some(({ parts }) => (answer.toLowerCase().match(askedWord) ?? []).some((word) => parts.includes(word)));

const beginsWith = (words: string, one: string): boolean =>
  words.startsWith(one) && !/^[\p{L}\p{N}]/u.test(words.slice(one.length));

/** A sentence longer than this says something of its own. */
const maxAskingWords = 10;

/** The forms of a wish to keep the text in hand, and those of one that is put as a question. */
const wishForms = understood.map(({ asks }) => {
  const { wishes, shortWishes, object, around, polite, couldYou, purposes, notFor, things } = asks;
  const withObject = wishes.join('|').replaceAll('{it}', `(?:${object})`);
  const purpose = `(?: (?:${purposes.join('|')}) (?!(?:${notFor})(?!\\p{L}))[^?]{1,80})?`;
  const before = `(?:(?:${around}) )*`;
  const wish = `${before}(?:${withObject})(?: (?:${around}))*${purpose}`;
  const beside = polite.join('|');
  const short = `(?:(?:${beside}) )*(?:${shortWishes.join('|')})(?: (?:${beside}))*`;
  return {
    things,
    purposes,
    plain: new RegExp(`^(?:${before}(?:(?:${couldYou}) )?${wish}|${short})$`, 'u'),
    asking: new RegExp(`^${before}(?:${couldYou}) (?:${wish}|${short})$`, 'u'),
  };
});

/** Whether words do nothing but ask for the text in hand to be kept. @param asking only where they are put as a question */
function isWishFor(sentence: string, { asking = false }: { asking?: boolean } = {}): boolean {
  const words = wordsOf(sentence);
  if (words.length === 0 || words.length > maxAskingWords) return false;
  const said = words.join(' ');
  if (isForNamed(sentence)) return false;
  return wishForms.some((forms) => (asking ? forms.asking : forms.plain).test(said) && !isForSomebody(words, forms));
}

const wordsOf = (sentence: string): string[] =>
  sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];

/** "Write it down for Tom". In German every noun has a capital. */
const isForNamed = (sentence: string): boolean =>
  [...sentence.matchAll(/ (?:for|pour|para|pra|per) (\p{Lu}[\p{L}\p{M}]+)/gu)].some(([, name = '']) => !isOfTime(name));

/** "Keep it for Anna", "save it for dinner": a thing is to be kept; "keep it for Monday" is of a text as well. */
function isForSomebody(
  words: readonly string[],
  { things, purposes }: Pick<Understood['asks'], 'things' | 'purposes'>,
): boolean {
  const behind = words.slice(1 + words.findIndex((word, at) => at > 0 && purposes.includes(word)));
  if (behind.length === words.length || !words.some((word) => things.includes(word))) return false;
  return !behind.some((word) => isOfTime(word) || ownNeeds.has(word));
}
const ownNeeds = new Set(understood.flatMap(({ asks }) => asks.ownNeeds));

export const isWish = (sentence: string): boolean => isWishFor(sentence);

/**
 * Whether a text asks for something to be kept, in any of the languages: "jot this down", "für später". One of its sentences,
 * or a part of it between commas, does nothing else; no word of the text denies it.
 */
export function asksToKeep(given: string): boolean {
  const text = given.replaceAll('’', "'");
  if (deniesAWish(text)) return false;
  return sentencesOf(text).some((sentence) => {
    const clauses = sentence.split(betweenClauses);
    if (!/[?？]/.test(sentence)) return isWish(sentence) || clauses.some(isWish);
    if (isWishFor(sentence, { asking: true }) || asksAssistant(withoutPoliteStart(sentence))) return true;
    // Of "Save this, ok?" only the end is a question.
    return clauses.length > 1 && isYes(withoutEnd(clauses.pop() ?? '', '?？ ')) && clauses.every(isWish);
  });
}

/** A comma, or a dash between blanks. */
const betweenClauses = /,|\s[-–—]\s/u;

const reasons = understood.map(({ asks }) => new RegExp(`^(?:${asks.reasons.join('|')})$`, 'u'));

/** Whether a clause says no more than where the text in hand is from, or why it is to be kept: "my landlord sent this", "important". */
export function isReason(clause: string): boolean {
  const said = wordsOf(clause);
  return said.length <= maxAskingWords && reasons.some((reason) => reason.test(said.join(' ')));
}

const keepQuestions = understood.map(({ asks }) => ({ asks, pattern: patternOf(asks.questions) }));

/** "Would you mind saving this for me": the question is all that the sentence says. */
function asksAssistant(sentence: string): boolean {
  const words = sentence.toLowerCase().match(askedWord)?.join(' ') ?? '';
  return keepQuestions.some(({ asks, pattern }) => {
    const found = pattern.exec(words);
    if (!found) return false;
    const others = ` ${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)} `;
    const phrase = asks.setPhrases.find((one) => others.includes(` ${one} `)) ?? '';
    const rest = others.replace(phrase, '').split(' ');
    return rest.every((word) => word === '' || asks.fillers.includes(word));
  });
}
const askedWord = /[\p{L}\p{M}\p{N}'’-]+/gu;

const partForms = understood.flatMap(({ asks }) => asks.partForms.map((form) => new RegExp(`^(?:${form})$`, 'u')));

/** What a sentence asks to keep of the text in hand: a part that it names, or what stands on what it names at its end ("keep the opening hours on this sign"). */
export function partAskedFor(sentence: string): string | null {
  if (sentence.length > maxPartUnits) return null;
  // A sign parts something else: "note that, Carl".
  const words = (
    withoutPoliteStart(sentence)
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}']+|[,:]/gu) ?? []
  ).join(' ');
  for (const form of partForms) {
    const named = form.exec(words)?.groups?.['part']?.replaceAll("'s ", ' ');
    // "Note: my phone is 030 1234" says what it is.
    if (named !== undefined && readIntent(named).kind === 'search') return named;
  }
  const said = withoutPoliteStart(sentence).toLowerCase().match(askedWord) ?? [];
  const [verb = '', ...part] = said;
  // "Kannst du dir den Termin merken?"
  const isAskedFor = withoutPoliteStart(sentence) !== sentence.trim() && said.length > 1;
  if (isAskedFor && understood.some(({ asks }) => asks.lastVerbs?.includes(said.at(-1) ?? '')))
    return said.slice(0, -1).join(' ');
  const pointsAtText = understood.some(
    ({ asks }) =>
      asks.partVerbs.includes(verb) && part.length >= minPartWords && asks.these.includes(part.at(-2) ?? ''),
  );
  return pointsAtText ? part.slice(0, -2).join(' ') : null;
}
/** What is longer says something of its own. */
const maxPartUnits = 200;
/** "The hours on this sign" */
const minPartWords = 5;

const sentencesOf = (text: string): string[] => text.match(/[^.!?？\n;]+[.!?？]*/gu) ?? [];

/** Whether a part of a text asks for what it says to be kept. "My bank is ING" is something to keep, and asks for nothing. */
export function asksToRemember(part: string): boolean {
  const intent = readIntent(part);
  return intent.kind === 'remember' && intent.text.trim() !== part.trim();
}

/** Set phrases with a word that denies elsewhere: "don't forget this". */
const denyingPhrases = understood.flatMap(({ asks }) => asks.setPhrases.filter(hasDenyingWord));
const withoutSetPhrases = (text: string): string =>
  denyingPhrases.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text.toLowerCase().replaceAll('’', "'"));

/** Whether a text that asks for something has a word that denies, set phrases aside. */
export const deniesAWish = (text: string): boolean => hasDenyingWord(withoutSetPhrases(text));
