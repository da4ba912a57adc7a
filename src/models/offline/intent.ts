// Recognises the intent of a message from its words alone: to keep something, to be reminded, to find something, or small
// talk. It goes by the form of the message (command, question, statement), with the phrases of each language in language/.
// Pure, and linear: patterns see at most `maxRead` characters. Two read it: what answers where there is no model (offline.ts), and the
// guards of the assistant, for which it says what the person asked for whichever model answers. So what is understood here also
// decides which writes need no tap.
import { parse as parseDates } from 'chrono-node/en';
import { closest } from '../../base/text/edit-distance.ts';
import { cutText, withoutEnd } from '../../base/text/text.ts';
import type { HowTo, OfflineAnswersOf, OfflinePhrases, SmallTalk } from '../../language/language.ts';
import { englishAnswers } from '../../language/english.ts';
import { languageNamed, languageOf, languages, likelyLanguages, offlinePhrases } from '../../language/languages.ts';
import { escaped, patternOf } from '../../language/words.ts';
import { tellsWhen } from './reminder-wish.ts';

export type Intent =
  | { kind: 'remember'; text: string }
  /**
   * A wish to be reminded.
   * @param asked what it is about, without "remind me": what of, and when
   * @param language in which it is said, by its name; English without it
   */
  | ReminderWish
  /** @param isStatement it asks nothing, so that it may be something to keep */
  | { kind: 'search'; query: string; isStatement: boolean }
  /** A statement that was not asked to be kept. */
  | { kind: 'offer'; text: string }
  /** A question for the reminders that are set. @param cancel the one to be cancelled: its number, or what it is named by */
  | { kind: 'reminders'; cancel?: { id: number } | { text: string } }
  /** A wish to forget something, which only the person's command fulfils. @param what it names; empty where it only points: "forget that" */
  | { kind: 'forget'; what: string }
  /** A question for how to do one of the few things that can be done: "how do I delete a note?" */
  | { kind: 'howTo'; topic: HowTo; answers: OfflineAnswersOf }
  /** "Note:" and "remember" alone. */
  | { kind: 'keepWhat'; answers: OfflineAnswersOf }
  /** A slash and the name of no command: those that there are never come here. */
  | { kind: 'command'; name: string }
  | Talk;

interface ReminderWish {
  kind: 'remind';
  asked: string;
  language?: string;
}

/** @param answers of the language that it was said in, of the first one of the list where several say it so */
interface Talk {
  kind: SmallTalk;
  answers: OfflineAnswersOf;
}

/** Only this many characters of a message decide its intent. */
const maxRead = 1_000;

type PhraseList = Exclude<keyof OfflinePhrases, 'answers' | 'secrets' | 'that' | 'remind' | 'reminding' | 'howTo'>;
const phrases = (field: PhraseList): string[] => offlinePhrases.flatMap((language) => language[field] ?? []);
const keepWords = phrases('keep');
const either = (field: PhraseList): string => `(?:${phrases(field).join('|')})`;

const keepEndings = new RegExp(`${either('keepEndings')}\\s*[.!。！]*$`, 'iu');
const politeStart = new RegExp(`^(?:(?:scrubjay|${either('politeStarts')})[\\s,:!]+)+`, 'iu');
const that = offlinePhrases.flatMap((language) => language.that ?? []).join('|');
const linkWord = new RegExp(`^${either('links')}(?=[\\s,:])`, 'iu');
const pointingLink = new RegExp(
  `^${either('points')}(?=\\s*[:,]|\\s+(?:${that}|${phrases('links').join('|')})(?!\\p{L}))`,
  'iu',
);
const thatWordFirst = new RegExp(`^(?:${that})(?:(?=[\\s,:])|(?<=['’]))`, 'iu');
const boundLink = new RegExp(`^${either('boundLinks')}`, 'u');

/** A request without what makes it polite: "please", "could you". */
export const withoutPoliteStart = (words: string): string => words.trim().replace(/^[¿¡]/, '').replace(politeStart, '');

// A question asks for something even when it holds a word of the table: "do you remember ...", "remember when ...?"
const askWords = new Set(phrases('askWords'));
/** Whether the words begin as a question does. "who's", "que," and "what?" count; an ask word of two words as well. */
export function asks(words: string): boolean {
  const [first = '', second = ''] = words.toLowerCase().split(/[\s'’,?]/u, 2);
  return (
    askWords.has(first) ||
    askWords.has(`${first} ${second}`) ||
    askWords.has(words.toLowerCase().split(/[\s,?]/u, 1)[0] ?? '')
  );
}
const questionMark = /[?？؟]\s*$/u;

// Plain statements about the person's own life: what one tells an assistant so that it knows.
const ownFact = new RegExp(`^${either('ownFacts')}`, 'iu');
const seeking = patternOf(phrases('seeking'));
const request = patternOf(phrases('requests'));
const forget = patternOf(phrases('forget'));
const beginsWith = (pattern: RegExp, said: string): boolean => pattern.exec(said)?.index === 0;
const reminderWord = patternOf(phrases('reminders'));

// The longest first, so that "note down" is not taken for "note". A Latin or Cyrillic word must end where the match does.
const keepStart = new RegExp(
  `^(?:${keepWords
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})`,
  'iu',
);

// These also mean "do you still know": in a question they ask to save only what is put as a statement ("... that ...").
const recallVerb = new RegExp(`^${either('recallVerbs')}`, 'iu');
const statement = new RegExp(`^\\s*(?:${that}|:)`, 'iu');

const longWord = /^\p{L}{5,}(?=\s)/u;
const thatWord = patternOf([that]);
const longKeepWords = keepWords.filter((word) => /^\p{L}{6,}$/u.test(word));

/** A slash and one word. "/etc/hosts" is a path. */
const slashed = /^\/[\p{L}\p{N}_]+(?:\s|$)/u;

export function readIntent(words: string): Intent {
  const { head: said, rest } = readable(words);
  const whole = said + rest;
  const talk = smallTalkOf(said);
  if (talk !== null && rest === '') return talk;
  const name = slashed.exec(said)?.[0].trimEnd();
  if (name !== undefined) return { kind: 'command', name };
  const howTo = rest === '' ? howToIn(said) : null;
  if (howTo) return howTo;
  const search: Intent = { kind: 'search', query: whole, isStatement: false };
  const bare = spelled(said.replace(politeStart, ''));
  const wish = reminderWish(withoutPoliteStart(said));
  if (wish === 'asks') return search;
  if (wish !== null)
    return { ...wish, asked: rest === '' ? wish.asked.replace(questionMark, '').trim() : wish.asked + rest };
  const start = keepStart.exec(bare);
  if (start && /^[\s:,.!?–—-]*$/u.test(bare.slice(start[0].length)))
    return { kind: 'keepWhat', answers: answersOfKeeping(start[0]) };
  const kept = start && textToKeep(said, bare, start[0]);
  if (kept != null) return { kind: 'remember', text: kept + rest };
  const cancel = start || rest !== '' ? null : reminderToCancel(bare);
  if (cancel) return { kind: 'reminders', cancel };
  const forgotten = start ? null : forget.exec(bare);
  if (forgotten?.index === 0) return wishToForget(bare.slice(forgotten[0].length));
  if (!start && rest === '' && asksForReminders(bare)) return { kind: 'reminders' };
  if (start || beginsWith(request, bare) || questionMark.test(whole.slice(-maxRead))) return search;
  if (asks(said)) return { ...search, isStatement: eventStart.test(said) };
  if (rest !== '') return { ...search, isStatement: true };
  const ending = keepEndings.exec(said);
  if (ending && ending.index > 0)
    return { kind: 'remember', text: withoutEnd(said.slice(0, ending.index), ',;、， \t\r\n\u00a0\u3000') };
  if (seeking.test(said)) return { ...search, isStatement: !isOwnSearch(said) };
  if (ownFact.test(said)) return { kind: 'remember', text: said };
  if (statesSomething(said)) return { kind: 'offer', text: said };
  return { ...search, isStatement: wordsOf(said).length >= minStatementWords };
}

/**
 * A message of several lines, each order in it by itself: "remember that …" and below it another one, as two lines that were
 * pasted at once are. Lines that order nothing belong to the order above them.
 */
export function ordersIn(words: string): string[] {
  const lines = words.split('\n');
  if (lines.length > maxOrderLines) return [words];
  const groups: string[][] = [];
  let verb: string | null = null;
  for (const line of lines) {
    const order = orderOf(line);
    // Within a text that is to be kept, "Note: use butter" is a line like any other.
    const isOwn = order !== null && (verb === null || order.verb === verb || order.isClear);
    if (isOwn) verb ??= order.verb;
    if (isOwn || groups.length === 0) groups.push([line]);
    else groups.at(-1)?.push(line);
  }
  return groups.map((group) => group.join('\n').trim()).filter((group) => group !== '');
}
const maxOrderLines = 40;

/** The word by which a line orders something to be kept or to be reminded of, where it says all that it needs. */
function orderOf(line: string): { verb: string; isClear: boolean } | null {
  const said = line.trim();
  if (said.length > maxRead) return null;
  const bare = spelled(said.replace(politeStart, ''));
  const wish = reminderWish(withoutPoliteStart(said));
  if (wish !== null) return wish === 'asks' || wish.asked === '' ? null : { verb: 'remind', isClear: true };
  const verb = keepStart.exec(bare)?.[0];
  if (verb === undefined || textToKeep(said, bare, verb) === null) return null;
  return { verb: verb.toLowerCase(), isClear: beginsWith(thatWord, bare.slice(verb.length).trimStart()) };
}

const maxListWords = 6;

/** "What reminders do I have?", "my reminders": a few words with the one for reminders, which state nothing. */
const asksForReminders = (said: string): boolean =>
  reminderWord.test(said) &&
  wordsOf(said).length <= maxListWords &&
  (asks(said) ||
    questionMark.test(said) ||
    beginsWith(request, said) ||
    !(ownFact.test(said) || statesSomething(said)));

const forgetLink = new RegExp(`^${either('forgetLinks')}(?=\\s)`, 'iu');
const forgetAll = new RegExp(`^${either('forgetAll')}$`, 'iu');

/** @param said what stands behind "forget" */
function wishToForget(said: string): Intent {
  const named = withoutEnd(said.trim(), ' .!?');
  if (forgetAll.test(named)) return { kind: 'howTo', topic: 'everything', answers: answersFor(said) };
  const what = named.replace(forgetLink, '').trim();
  return { kind: 'forget', what: isPointer(what) ? '' : what };
}

/** What a message asks to be forgotten, where it names it; null for any other message. */
export function namedToForget(words: string): string | null {
  if (words.length > maxRead) return null;
  const intent = readIntent(words);
  return intent.kind === 'forget' && intent.what !== '' ? intent.what : null;
}

const cancels = patternOf([...phrases('cancel'), ...phrases('forget')]);
const numberBehind = /^[\s.:#№]{0,3}(?:(?:no|nr|number|nummer|número|numéro)[\s.:#]{1,3})?(\d{1,9})(?!\d)/iu;
const noteBefore = /(?<!\p{L})(?:notes?|about|lines?)(?!\p{L})/iu;

/** "Delete reminder 1", "cancel the bins reminder": which one is meant. */
function reminderToCancel(bare: string): { id: number } | { text: string } | null {
  const begin = cancels.exec(bare);
  const word = reminderWord.exec(bare);
  if (begin?.index !== 0 || !word) return null;
  const before = bare.slice(begin[0].length, word.index);
  if (noteBefore.test(before)) return null;
  const behind = bare.slice(word.index + word[0].length);
  const [, id] = numberBehind.exec(behind) ?? [];
  return id === undefined ? { text: `${before.trim()} ${behind.trim()}`.trim() } : { id: Number(id) };
}

/** "remeber that …" put right: a word before "that" which is nearly one of those that ask to keep something. */
function spelled(bare: string): string {
  const word = longWord.exec(bare)?.[0] ?? '';
  const rest = bare.slice(word.length);
  const meant = word !== '' && beginsWith(thatWord, rest.trimStart()) ? closest(word, longKeepWords) : null;
  return (meant ?? word) + rest;
}

/** The part of a message that patterns see, and what follows it. A long one is freed of its runs of blanks first. */
function readable(words: string): { head: string; rest: string } {
  const said = words.trim();
  if (said.length <= maxRead) return { head: said, rest: '' };
  const squeezed = said.replaceAll(/\s+/gu, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
  const head = cutText(squeezed, maxRead);
  return { head, rest: squeezed.slice(head.length) };
}

/** Those in the language of the word that asks to keep something. */
function answersOfKeeping(word: string): OfflineAnswersOf {
  const said = word.toLowerCase();
  return offlinePhrases.find(({ keep }) => keep.includes(said))?.answers ?? englishAnswers;
}

/** What follows the words that ask to remember it; null where the message asks for something else. */
function textToKeep(said: string, bare: string, start: string): string | null {
  const after = bare.slice(start.length);
  const isWhole = /^[\s:,.!–—-]|^$/u.test(after) || /[^\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(start);
  const text = withoutLinks(after).replace(boundLink, '').trim();
  const isQuestion =
    questionMark.test(said) && (bare === said || asks(text) || (recallVerb.test(start) && !statement.test(after)));
  // "Can you remember things" asks what the assistant can do.
  const isGeneral = bare !== said && recallVerb.test(start) && !statement.test(after) && wordsOf(text).length === 1;
  return isWhole && text !== '' && !isQuestion && !isGeneral ? text.replace(questionMark, '').trim() : null;
}

/** Without what links an order to the words that are to be kept. Behind a colon, and behind one "that", these begin: "note: that man …". */
function withoutLinks(after: string): string {
  let rest = after;
  for (;;) {
    rest = rest.replace(/^[\s,–—-]+/u, '');
    if (rest.startsWith(':')) return rest.slice(1);
    const that = thatWordFirst.exec(rest)?.[0];
    if (that !== undefined) return rest.slice(that.length).replace(/^\s*[:,]/u, '');
    const link = (linkWord.exec(rest) ?? pointingLink.exec(rest))?.[0] ?? '';
    if (link === '') return rest;
    rest = rest.slice(link.length);
  }
}

const minStatementWords = 3;
const verbs = new Set(phrases('verbs'));

/** Whether a verb stands behind the first word: a subject, and what is said of it. */
function statesSomething(said: string): boolean {
  const words = wordsOf(said);
  return words.length >= minStatementWords && words.slice(1, -1).some((word) => verbs.has(word.toLowerCase()));
}

/** "I am looking for …", and not "Anna is looking for a flat". */
const isOwnSearch = (said: string): boolean =>
  beginsWith(seeking, said) || wordsOf(said.toLowerCase()).some((word) => me.has(word));

const wordsOf = (said: string): string[] => said.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

// Where several languages or kinds share a phrase, the kind that stands last in this list has it.
const talkFields = [
  ['no', 'no'],
  ['yes', 'yes'],
  ['overview', 'overview'],
  ['now', 'now'],
  ['abilities', 'abilities'],
  ['farewells', 'farewell'],
  ['thanks', 'thanks'],
  ['greetings', 'greeting'],
] as const;
const talkOf = new Map<string, Talk>(
  talkFields.flatMap(([field, kind]) =>
    offlinePhrases
      .toReversed()
      .flatMap((language) =>
        (language[field] ?? []).map(
          (phrase) => [plain(phrase), { kind, answers: language.answers ?? englishAnswers }] as const,
        ),
      ),
  ),
);
const fillers = new Set(phrases('fillers').map(plain));
const maxTalkWords = 8;

/** What a message is that says nothing but such phrases: "Hi there!", "ok, thanks a lot". The first of them counts. */
function smallTalkOf(said: string): Talk | null {
  if (said.length > 80) return null;
  if (said !== '' && wordsOf(said).length === 0) return signOf(said);
  let words = plain(said.replace(/^\s*scrubjay\b|\bscrubjay\W*$/iu, '')).split(' ');
  if (words.length > maxTalkWords) return null;
  const found: Talk[] = [];
  while (words.length > 0 && words[0] !== '') {
    // The longest phrase first: "good night" is no "good".
    const length = words.findLastIndex((_, end) => {
      const phrase = words.slice(0, end + 1).join(' ');
      return talkOf.has(phrase) || (found.length > 0 && fillers.has(phrase));
    });
    if (length === -1) return null;
    const talk = talkOf.get(words.slice(0, length + 1).join(' '));
    if (talk) found.push(talk);
    words = words.slice(length + 1);
  }
  // What is asked for counts more than what is said with it: "hi, what can you do?"
  const asked = found.find(({ kind }) => kind === 'abilities' || kind === 'overview');
  // "What did I tell you today?" asks for what the search finds of that day.
  if (
    asked?.kind === 'overview' &&
    plain(said)
      .split(' ')
      .some((word) => tellsWhen(word))
  )
    return null;
  return asked ?? found[0] ?? null;
}

/** The program's sentences in the language of these words, where it has them. */
export const answersFor = (words: string): OfflineAnswersOf => languageOf(words)?.offline?.answers ?? englishAnswers;

/** What is understood without a model, in a language with that English name; in English where it has no answers. */
export const abilitiesIn = (language: string, program: string): string => answersIn(language)(program).abilities;

/** The program's sentences in a language with that English name; in English where it has none. */
export const answersIn = (language: string): OfflineAnswersOf =>
  languageNamed(language)?.offline?.answers ?? englishAnswers;

/** What a message without any word says: "👍", "?", "…". */
function signOf(said: string): Talk {
  const kind = questionMark.test(said) ? 'abilities' : /^[👍👌✅]/u.test(said) ? 'yes' : 'no';
  return { kind, answers: englishAnswers };
}

const oneWord = /^\p{L}{4,12}$/u;
const answered: ReadonlySet<SmallTalk> = new Set(['greeting', 'thanks', 'abilities']);
const answeredPhrases = [...talkOf].flatMap(([phrase, { kind }]) => (answered.has(kind) ? [phrase] : []));
const you = new Set(phrases('you'));
const me = new Set(phrases('me'));

/**
 * What a message may be that the memory has nothing about: a word of small talk with a typing mistake, or a question about the assistant
 * ("who made you?"), which names neither the person nor anybody else.
 */
export function talkNear(said: string): Talk | null {
  const words = plain(said);
  const near = oneWord.test(words) && !fillers.has(words) ? closest(words, answeredPhrases) : null;
  const talk = near === null ? undefined : talkOf.get(near);
  if (talk) return talk;
  const spoken = said.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const isAboutAssistant =
    spoken.some((word) => you.has(word)) && !spoken.some((word) => me.has(word) || recallVerb.test(word));
  const asked = asks(said) || questionMark.test(said);
  return asked && isAboutAssistant && namesIn(said).length === 0
    ? { kind: 'abilities', answers: answersFor(said) }
    : null;
}

/** In lower case and without punctuation, but for hyphens within a word: "whats" is "what's". */
function plain(phrase: string): string {
  return phrase
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s-]+/gu, ' ')
    .trim()
    .split(/\s+/u)
    .join(' ');
}

const determiners = new Set(phrases('determiners'));
/** Those of the languages that a text is likely in: "a" is one in English, and leads to a name in Spanish ("a Jo"). */
function determinersIn(said: string): ReadonlySet<string> {
  const likely = likelyLanguages(said).flatMap(({ offline }) => (offline ? [offline.determiners] : []));
  return likely.length > 0 ? new Set(likely.flat()) : determiners;
}

/** Words that name someone or something: written large within a sentence, and not because of a word before them, as in German. */
export function namesIn(said: string): string[] {
  // A month or a day of the week is no name.
  const read = cutText(said, maxRead);
  const untimed = parseDates(read).reduceRight(
    (left, { index, text }) => left.slice(0, index) + left.slice(index + text.length),
    read,
  );
  const words = wordsOf(untimed);
  const before = determinersIn(said);
  return words.filter(
    (word, index) =>
      index > 0 && /^\p{Lu}/u.test(word) && word !== 'I' && !before.has(words[index - 1]?.toLowerCase() ?? ''),
  );
}

// What else is asked for with "how" may stand in a note: "how do I delete my account?"
const howTo =
  /^how (?:do|can|could|would|should|to)(?: (?:i|you|we|one))? (?<verb>[a-z]{2,10})(?: (?:a|an|the|my|some|one|all))?(?: (?<what>notes?|reminders?|memory|memories|something|things?|changes?|entry|entries|lines?|it|this|that|you))?(?: (?:again|back|down))?[\s?.!]{0,5}$/iu;
const howToTopics: Record<string, HowTo> = {};
for (const [verbs, topic] of [
  ['delete remove erase forget', 'forget'],
  ['undo revert', 'undo'],
  ['cancel stop', 'cancel'],
  ['set make create add get save store keep note write remember record use ask find search start remind', 'abilities'],
] as const)
  for (const verb of verbs.split(' ')) howToTopics[verb] = topic;

/** Whole questions of each language, and the answers in it. */
const howTos = offlinePhrases.flatMap(({ howTo: asked = {}, answers = englishAnswers }) =>
  (Object.entries(asked) as [HowTo, readonly string[]][]).map(([topic, patterns]) => ({
    pattern: new RegExp(`^(?:${patterns.join('|')})$`, 'iu'),
    howTo: { kind: 'howTo' as const, topic, answers },
  })),
);

/** What a question for how to do one of the few things that can be done asks for; null for any other message. */
function howToIn(said: string): Extract<Intent, { kind: 'howTo' }> | null {
  const asked = withoutEnd(withoutPoliteStart(said), ' ?.!');
  const found = howTos.find(({ pattern }) => pattern.test(asked));
  if (found) return found.howTo;
  const topic = howToTopicIn(said);
  return topic && { kind: 'howTo', topic, answers: englishAnswers };
}

function howToTopicIn(said: string): HowTo | null {
  const { verb = '', what = '' } = howTo.exec(said.replace(politeStart, ''))?.groups ?? {};
  const topic = howToTopics[verb.toLowerCase()] ?? null;
  if (topic === 'undo' || topic === null) return topic;
  if (what === '') return null;
  return topic === 'forget' && /^reminder/iu.test(what) ? 'cancel' : topic;
}

const pointer = new RegExp(`^(?:it|${that}|${either('links')}|${either('points')})[.!]?$`, 'iu');
/** Whether what is to be kept is only pointed at: "remember that". */
export const isPointer = (text: string): boolean => pointer.test(text);

/** How a wish for a reminder is said in a language. */
interface RemindForm {
  language?: string;
  /** What it begins with. */
  begin: RegExp;
  /** Its whole, with `rest` for what it is about, where the verb stands last. */
  around: readonly RegExp[];
  /** What asks for it, behind a time: "tomorrow at 9 remind me". */
  within: RegExp;
  asks(words: string): boolean;
}

const remindForms: readonly RemindForm[] = languages.flatMap(({ name, offline }) => {
  if (offline?.remind === undefined) return [];
  const { begins, calls = [], around = [] } = offline.remind;
  const begin = `(?:${[...begins, ...calls].join('|')})(?!\\p{L})`;
  const words = new Set(offline.askWords);
  // "Rappelle-moi que …" says what of.
  const isThat = patternOf([offline.that ?? that]);
  return {
    ...(name !== 'English' && { language: name }),
    begin: new RegExp(`^${begin}(?:\\s?[:,–—-])?(?![^\\s.!?])`, 'iu'),
    around: around.map((one) => new RegExp(`^${one.replace('{rest}', '(?<rest>.+)')}$`, 'isu')),
    within: new RegExp(`(?<=[\\s,])${begin}`, 'iu'),
    asks: (said) => {
      if (name === 'English') return asks(said) && !waitsForEvent(said);
      const first = /^[\p{L}\p{M}]+/u.exec(said.toLowerCase())?.[0] ?? '';
      return words.has(first) && !isThat.test(first);
    },
  };
});

/**
 * What a message asks to be reminded of; null where it asks for no reminder. "Remind me what …" asks for what is known.
 * @param said without what makes it polite
 */
function reminderWish(said: string): ReminderWish | 'asks' | null {
  for (const form of remindForms) {
    const { language, begin, around, asks: isQuestion } = form;
    const [begun] = begin.exec(said) ?? [];
    const within = withoutEnd(said, ' .!?');
    const asked =
      begun === undefined
        ? (around.map((pattern) => pattern.exec(within)?.groups?.['rest']).find((rest) => rest !== undefined) ??
          behindTime(said, form))
        : withoutOnlyMarks(said.slice(begun.length).trim());
    if (asked !== null) return isQuestion(asked) ? 'asks' : { kind: 'remind', asked, ...(language && { language }) };
  }
  return null;
}

const withoutOnlyMarks = (asked: string): string => (/^[.!?\s]*$/u.test(asked) ? '' : asked);

/** "Tomorrow at 9, please remind me to call Anna": what it asks for, with the time that stands first. */
function behindTime(said: string, { language, within }: RemindForm): string | null {
  const found = within.exec(said.slice(0, maxTimeFirst));
  if (!found) return null;
  const before = withoutPoliteEnd(said.slice(0, found.index));
  if (before === '' || !tellsWhen(before, language)) return null;
  return `${before} ${said.slice(found.index + found[0].length).trim()}`;
}
const maxTimeFirst = 120;
const politeEnd = new RegExp(`(?<!\\p{L})${either('politeStarts')}$`, 'iu');
const withoutPoliteEnd = (words: string): string => withoutEnd(withoutEnd(words, ', ').replace(politeEnd, ''), ', ');

/** "When I get home to water the plants": what shall happen first is no question. "When I have to pay the rent" is one. */
const waitsForEvent = (asked: string): boolean => eventStart.test(asked) && /\sto\s/u.test(asked);
const eventStart =
  /^(?:when|whenever|once|if)\s+(?:i|we|you|he|she|it|they)(?:['’](?:m|re|s))?\s+(?!have|has|had|need|ought|want|use|used|should|must)\p{L}/iu;

/** Messages that ask for all that is remembered, in lower case. */
export const overviewQuestions: readonly string[] = phrases('overview').flatMap((phrase) => [
  phrase,
  `${phrase}?`,
  `${phrase.replaceAll("'", '’')}?`,
]);
