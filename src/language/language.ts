// How people say things in each language: what search knows of it, and what is understood in it without a model. To add one:
// a file like italian.ts, and its name in languages.ts.

export type TimeUnit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

/** How a language tells times. Words are patterns without groups, alternatives parted by `|`, in lower case. */
export interface TimeWords {
  units: Readonly<Partial<Record<TimeUnit, string>>>;
  seasons: Readonly<Partial<Record<Season, string>>>;
  /** Feasts by the English names of query/feasts.ts. */
  feasts: Readonly<Record<string, string>>;
  /** From one up. */
  counts: readonly string[];
  /** From first up. */
  ordinals: readonly string[];
  /** What makes an ordinal of a word for a number: "eleventh". */
  ordinalEndings?: readonly string[];
  /** Words that may stand before a time and say nothing of it: "am", "im", "der". */
  lead?: string;
  /** Words that draw an end: "before the 9th", "since the move". */
  before: string;
  after: string;
  since: string;
  until: string;
  /** "Between ... and ...", "from ... to ...": each its two words. */
  ranges: readonly (readonly [string, string])[];
  /** What else shows that a time may be told, besides the words of the tables and the phrases without braces. */
  alsoTell?: string;
  /** Behind these words a weekday of two letters is one: "am Mi". */
  beforeShortDays?: string;
  /**
   * Other ways to tell a time, each with the English for it, in the order in which they are tried. In braces stands what is
   * looked up in the tables here: {weekday}, {month}, {unit}, {season}, {feast}, {count}, {ordinal}, {number} (of a day), {week} (its number), {year}; the first of
   * a kind in the pattern is the first of that kind in the English.
   */
  phrases: readonly (readonly [said: string, english: string])[];
}

/** Forms of questions, as patterns without groups that match whole words; those of `several` match anywhere. */
export interface QuestionForms {
  /** Asked for is how it was once, not how it is: "where did she live". */
  formerly?: readonly string[];
  /** Words of a note that tells that something is no longer as it was. */
  changed?: readonly string[];
  /** "New": what it stands before has changed. */
  fresh?: readonly string[];
  /** Words of a note that tells that something has come to its end: of a job, a thing, a habit. */
  ended?: readonly string[];
  /** Words by which a note adds something, so that what was said before is still so. */
  also?: readonly string[];
  /** Of what is so for a time only: "this once", "for the weekend". */
  once?: readonly string[];
  /** Of what is told of one day or of a time that passes, or of what was tried: "while", "on Saturday", "covers for". */
  passing?: readonly string[];
  /** Of what is so from then on: "for good", "since the move", "every". */
  settled?: readonly string[];
  /** Events after which things are no longer as they were, wider than `changed`: "swapped", "paid back", "signed with". */
  turned?: readonly string[];
  /** Of what somebody says, wants or considers, which need not be so. */
  reported?: readonly string[];
  /** "Other": what it stands before is not what was spoken of. */
  another?: readonly string[];
  /** What stands between a thing and its owner: "the dog of the neighbours". */
  belongsTo?: readonly string[];
  /** Asked for is a person. */
  who?: readonly string[];
  /** What is asked for, and the words by which a note tells what became of it: who "moved" lives elsewhere, and works where they did. */
  becomes?: readonly (readonly [asked: string, told: string])[];
  /** Words by which a note says that what was so is so no longer. */
  noLonger?: readonly string[];
  /** Words by which a note tells of something that happened once: the next of its kind does not take its place. */
  happened?: readonly string[];
  /** Words to ask for anything that was or will be at a time; they say nothing of what. */
  anything?: string;
  /** Words about the person spoken to that open small talk. */
  smallTalk?: readonly string[];
  /** Asked for is a time. */
  when?: readonly string[];
  /** Asked for is something with a name: a place, a title. */
  named?: readonly string[];
  /** Asked for is a number. */
  howMany?: readonly string[];
  /** Asked for is the way in which something is done: "how did I", "what steps". Not "how many". */
  way?: readonly string[];
  /** Asked for is how something went on, in words that also ask for a way: "how has my plan changed". */
  course?: readonly string[];
  /** Asked for are several things. */
  several?: readonly string[];
  /** Asked is for the day or the event to come, and for what was. */
  coming?: readonly string[];
  past?: readonly string[];
}

/** `overview` asks for all that is remembered, `now` for the time, `yes` and `no` answer what was asked before. */
export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'abilities' | 'overview' | 'now' | 'yes' | 'no';

/** What may be asked how to do; `everything` is to delete all that there is. */
export type HowTo = 'forget' | 'correct' | 'undo' | 'cancel' | 'abilities' | 'export' | 'backup' | 'everything';

/** Why a wish for a reminder is not fulfilled without a model. */
export type ReminderProblem =
  | 'noTime'
  | 'noText'
  | 'repeats'
  | 'several'
  | 'noSuch'
  | 'past'
  | 'ambiguousDate'
  | 'noZone'
  /** Its day is missing, or its hour. */
  | 'noDay'
  | 'noHour'
  /** An hour of which it is not known in which half of the day it is. */
  | 'eitherHalf'
  /** A weekday that may be the one of this week or of the next. */
  | 'whichWeek'
  | 'unclear';

/** @param about the words of the wish that are meant, without signs around them @param example a way to say it, without them as well */
export type RefusedReminder = Readonly<Record<'about' | 'example', string>>;

type OfflineSentence =
  | Exclude<SmallTalk, 'now'>
  | HowTo
  | 'found'
  | 'reminders'
  | 'whatToKeep'
  | 'nothingFound'
  | 'nearest'
  | 'noModel'
  | 'offer'
  | 'notKept'
  | 'notSaved'
  | 'notCancelled'
  | 'notSet'
  | 'noReminders'
  | 'nothingToAnswer'
  | 'noTools';

/** What the program says in a language where no model does; `offer` and `found` stand before what they are about. */
export interface OfflineAnswers extends Readonly<Record<OfflineSentence, string>> {
  /** The tag of the language, by which the days of the week are named. */
  locale: string;
  /** @param command with its slash */
  noCommand(command: string): string;
  /** Each also says how the wish can be said. */
  refusals: Readonly<Record<ReminderProblem, (refused: RefusedReminder) => string>>;
}

/** @param program how it is called in a shell: `scrubjay` */
export type OfflineAnswersOf = (program: string) => OfflineAnswers;

/**
 * The words by which a text names a secret: "the PIN of the card is 4711". Patterns without groups, which match whole words; all
 * languages are looked for at once.
 */
export interface SecretWords {
  /** What they name is any word with a digit or a sign. */
  passwords?: readonly string[];
  /** What they name has digits. */
  codes?: readonly string[];
  /** What they name is a number of six digits or more. */
  accounts?: readonly string[];
  /** Those of any of these that are written without a blank to the next word. */
  unspaced?: readonly string[];
  /** What a code opens, but for what is as often named with a number of its own: a locker, a gate. Patterns. */
  locks?: readonly string[];
  /** The same for what is more often named with a time, a number of its own or a size: only "opens with …" tells. */
  alarms?: readonly string[];
  /** "With", between a lock and its code, and "then" between the numbers of one. */
  with?: readonly string[];
  afterwards?: readonly string[];
  /** What a name and a password stand behind, with a slash between the two: "Router: admin / …". Patterns. */
  logins?: readonly string[];
  /** What has a key of its own that is no word: "wifi at mum's is …". Patterns; `keys` are the words for it. */
  networks?: readonly string[];
  keys?: readonly string[];
  /** "Left" and "right", as a lock is turned. */
  turns?: readonly string[];
  /** "Of" and "for", between a password and where it is used. */
  of?: readonly string[];
  /** Words for the row of words that brings back a wallet. */
  phrases?: readonly string[];
  /**
   * Words right before a code, and right behind it, with at most an article between, that make it one that is no secret: "zip code",
   * "code review", "código de reserva".
   */
  openBefore?: readonly string[];
  openBehind?: readonly string[];
  /** How the languages that write words together end one that names a code or a password, and how it begins where it names none. Patterns. */
  compoundCodes?: readonly string[];
  compoundPasswords?: readonly string[];
  openStems?: readonly string[];
  /** Of the names those that mostly mean something else: a secret is right behind them, or is said to be one. Patterns. */
  weak?: readonly string[];
  /** What a bare number counts, besides measures: "1200 lines". Patterns. */
  counted?: readonly string[];
  /** What may stand in the place of a password: "none", "forgotten". Patterns. */
  placeholders?: readonly string[];
  /** Names behind whose "is" one plain word is the secret, where it is nothing that is said of one. Patterns. */
  plainNames?: readonly string[];
  /** What is said of a password in one word: "long", "required". Patterns, of words in small letters: a word with a capital is a name. */
  qualities?: readonly string[];
  /** "Now", between such an "is" and what follows. */
  now?: readonly string[];
  /** How the name of a setting ends that holds a secret, between "_": "DB_PASSWORD=". Patterns. */
  settings?: readonly string[];
  /** "As", between a secret and what it is used for: "Kiwi99 as password". */
  as?: readonly string[];
  /** Words for a password of several words. Patterns. */
  passphrases?: readonly string[];
  /** "Is", between a name and what it names, on either side of it. */
  is?: readonly string[];
  /** Verbs that nothing but what is named can follow: "lautet". */
  reads?: readonly string[];
  /** "That", between a secret and "is the password". */
  that?: readonly string[];
  /** Words behind which a number of four digits is a year. */
  beforeYear?: readonly string[];
  /** Words for digits, besides the first of `times.counts`. */
  digits?: Readonly<Record<string, number>>;
}

/**
 * The times of reminders, each with the English for it: one reader of times serves all languages. Phrases are in
 * lower case; alternatives of a word are parted by `/`, and in braces stands {n} (a number), {weekday} or {month}.
 */
export interface ReminderWords {
  /** The verb of what is to be done stands last, so that the time may stand before it. */
  isVerbLast?: true;
  /** How the form of a verb ends that stands behind "of" or "for" and makes a "to" of it: "de llamar". */
  infinitives?: readonly string[];
  /** "A", which is also one. */
  articles: readonly string[];
  /** From Monday on, where the language's own are not those that are said here. */
  weekdays?: readonly string[];
  /** What is put behind a weekday, as a word of its own or not: "freitagabend". */
  partsOfDay?: readonly (readonly [said: string, english: string])[];
  /**
   * All words by which a time is told or goes on, and those that join it to the rest, with the English for them: {1} stands for the first of the
   * braces, {1-} for the hour before it, `?` for what is a time and can't be used, nothing for what changes nothing.
   */
  times: readonly (readonly [said: string, english: string])[];
  /** A whole wish as an example, for somebody whose wish was not understood. */
  example: string;
}

/** How a reminder is asked for, as patterns: what is understood without a model, and for the guards of a model a wish of the person. */
export interface RemindForms {
  /** What such a wish begins with. */
  begins: readonly string[];
  /** Beginnings that may ask for any message: for the guards only where they say when. */
  calls?: readonly string[];
  /** How it is put around what it is about, with the verb last: "mich {rest} erinnern". */
  around?: readonly string[];
  /** "Again", behind which the guards take it for a question for what is known: "remind me again of the plan". */
  again?: string;
}

/**
 * What is understood without a model: how people say the few things that a program can answer by itself. Phrases are in lower
 * case and stand without punctuation at their ends.
 */
export interface OfflinePhrases {
  /** Ways to say "remember this" that stand before what is to be remembered. */
  keep: readonly string[];
  /** Ways to say it that stand behind: "..., remember that!", and in languages that put the verb last. Patterns. */
  keepEndings?: readonly string[];
  /** What may stand before all that is asked for: "please", "could you". Patterns. */
  politeStarts?: readonly string[];
  /** What may stand behind it: "thanks". Patterns. */
  politeEnds?: readonly string[];
  /** "That", between "remember" and a statement: a pattern. */
  that?: string;
  /** What else may stand between "remember" and what is to be remembered: "this", "please". Patterns. */
  links?: readonly string[];
  /** Such words that only link where another one or a sign follows: "remember this: …", and no "note this house is red". */
  points?: readonly string[];
  /** Such words that have no blank behind them. Patterns. */
  boundLinks?: readonly string[];
  /** How those words for "remember" begin that mean "do you still know" in a question. */
  recallVerbs?: readonly string[];
  /** How a plain statement of the person about their own life begins. Patterns. */
  ownFacts?: readonly string[];
  /** Words of somebody who looks for something without a question: "I'm looking for". Patterns. */
  seeking?: readonly string[];
  /** How a wish begins that is neither a question nor something to keep: "tell me a joke". Patterns. */
  requests?: readonly string[];
  /** How a wish to forget something begins. Patterns. */
  forget?: readonly string[];
  /** What may stand between that and the words for it: "the note about". Patterns. */
  forgetLinks?: readonly string[];
  /** All that there is, behind it: "everything". Patterns. */
  forgetAll?: readonly string[];
  /** What stands before a statement that corrects another one: "actually", "no,". Patterns. */
  corrects?: readonly string[];
  /** What stands before the denied value behind such a statement: "44, not 43". Patterns. */
  notBehind?: readonly string[];
  /** Whole wishes to change what was noted, with {what} and the {value} that it is to have: "change my size to 45". Patterns. */
  changes?: readonly string[];
  /** How a wish to cancel a reminder begins, besides `forget`. Patterns. */
  cancel?: readonly string[];
  /** Whole questions for how to do something. Patterns. */
  howTo?: Partial<Readonly<Record<HowTo, readonly string[]>>>;
  /** Whole wishes to cancel all reminders, and the one that was set last: "cancel all my reminders", "delete that reminder". Patterns. */
  cancelAll?: readonly string[];
  cancelLast?: readonly string[];
  /** What takes the last change of memory back when it is the whole message. */
  undo?: readonly string[];
  /** The word for reminders, as in "what reminders do I have?". Patterns. */
  reminders?: readonly string[];
  /** How a reminder is asked for. */
  remind?: RemindForms;
  reminding?: ReminderWords;
  /** Words for the assistant, and those for the person: "who made you?" asks about the assistant. */
  you?: readonly string[];
  me?: readonly string[];
  /** Words with which a question begins. */
  askWords: readonly string[];
  greetings: readonly string[];
  /** Thanks, and other signs of having heard. */
  thanks: readonly string[];
  farewells: readonly string[];
  /** Words that go with the three above and change nothing. */
  fillers: readonly string[];
  /** Questions for what the assistant can do. */
  abilities: readonly string[];
  /** Questions for the time and the day. */
  now?: readonly string[];
  /** Questions for all that is remembered. */
  overview: readonly string[];
  yes: readonly string[];
  no: readonly string[];
  /** Common verb forms: a message that holds one and asks nothing states something. */
  verbs: readonly string[];
  /** Words behind which a capital letter makes no name of a word. */
  determiners: readonly string[];
  /** What is answered in it; the answers are English where they are missing. */
  answers?: OfflineAnswersOf;
  secrets?: SecretWords;
}

/** Numbers in words, where they are read as numbers: with the plain words of `times.counts` from two up. */
export interface NumberWords {
  /** By value; several words for one stand apart by blanks. A word for one is left out where it is the article as well. */
  words: Readonly<Record<number, string>>;
  /** Other words that tell a number, which no time is told by: "twice", "dozen". */
  others?: Readonly<Record<number, string>>;
  /** Of `times.counts`, words that are other words of another language: "due" of Italian. */
  otherWords?: readonly string[];
  /** "And", between the parts of a number. */
  joins: string;
  /** Words for one that end a number, apart by blanks: "twenty-one". Alone, in most languages, they are the article. */
  ones: string;
  /** Where numbers above a hundred are written as one word. */
  compounds?: CompoundNumbers;
  /** Patterns of "and a half" behind a number, and of "thousand" behind one in digits. */
  andHalf?: string;
  thousands: string;
}

/** How numbers above a hundred are put together in one word: forms apart by blanks, of which the first that a word has is taken. */
export interface CompoundNumbers {
  hundreds: string;
  thousands: string;
  /** "And", which may stand behind one of these. */
  join: string;
}

/** Words of which one holds at a time: what says one of a group says none of the others of it. */
export const opposites = [
  ['shoulder', 'elbow', 'wrist', 'hip', 'knee', 'ankle'],
  ['arm', 'leg'],
  ['roof', 'ceiling', 'wall', 'floor'],
  ['brakes', 'clutch', 'engine', 'gearbox', 'battery', 'tyres'],
  ['kitchen', 'bathroom', 'bedroom', 'cellar', 'attic'],
  ['guitar', 'piano', 'violin', 'drums', 'flute', 'cello', 'trumpet'],
  ['football', 'tennis', 'basketball', 'volleyball', 'handball', 'rugby', 'hockey'],
  ['positive', 'negative'],
  ['left', 'right'],
  ['north', 'south', 'east', 'west'],
  ['morning', 'afternoon', 'evening'],
  ['spring', 'summer', 'autumn', 'winter'],
  ['black', 'white', 'red', 'blue', 'green', 'yellow', 'grey', 'brown'],
  ['accepted', 'declined'],
  ['bought', 'sold', 'rented'],
  ['won', 'lost'],
  ['married', 'single', 'divorced', 'widowed'],
  ['bigger', 'smaller'],
  ['older', 'younger'],
  ['before', 'after'],
  ['daily', 'weekly', 'monthly', 'yearly'],
  ['rises', 'falls'],
  ['starts', 'ends'],
  ['opens', 'closes'],
  ['arrives', 'leaves'],
  ['lends', 'borrows'],
  ['hired', 'fired', 'resigned'],
  ['adopted', 'returned'],
  ['improved', 'worsened'],
  ['keeps', 'givesUp'],
  ['remembered', 'forgot'],
  ['promoted', 'demoted'],
  ['together', 'apart'],
  ['upstairs', 'downstairs'],
  ['indoors', 'outdoors'],
  ['early', 'late'],
  ['cheap', 'expensive'],
  ['full-time', 'part-time'],
  ['hot', 'cold'],
  ['big', 'small'],
  ['vegan', 'vegetarian'],
  ['well', 'badly'],
  ['good', 'bad'],
  ['healthy', 'ill'],
  ['lands', 'takesOff'],
  ['allowed', 'forbidden', 'prescribed'],
  ['more', 'less'],
  ['full', 'empty'],
  ['easy', 'difficult'],
  ['inside', 'outside'],
  ['public', 'private'],
  ['above', 'below'],
  ['found', 'missing'],
  ['alive', 'dead', 'born'],
  ['wet', 'dry'],
  ['fast', 'slow'],
  ['landlord', 'tenant'],
  ['only', 'except'],
  ['tea', 'coffee', 'wine', 'beer'],
  ['car', 'bicycle', 'bus', 'train', 'plane'],
  ['breakfast', 'lunch', 'dinner'],
  ['likes', 'fears'],
  ['passed', 'failed'],
  ['caught', 'missed'],
  ['gains', 'sheds'],
  ['renewed', 'expired'],
  ['cancelled', 'postponed'],
  ['whole', 'half'],
  ['often', 'seldom'],
  ['open', 'locked'],
  ['friend', 'enemy'],
  ['old', 'new'],
  ['every', 'some'],
  ['net', 'gross'],
  ['upper', 'lower'],
  ['oneOf', 'twoOf'],
  ['heated', 'unheated'],
  ['furnished', 'unfurnished'],
] as const;

/** What numbers are counted or measured in. */
export type Measure =
  | 'kilometre'
  | 'mile'
  | 'metre'
  | 'centimetre'
  | 'kilogram'
  | 'gram'
  | 'milligram'
  | 'microgram'
  | 'pound'
  | 'litre'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'euro'
  | 'dollar'
  | 'cent'
  | 'percent'
  | 'degree';

/** The signs of measures, which are the same in all languages, as patterns. */
export const measureSigns: Readonly<Partial<Record<Measure, string>>> = {
  kilometre: 'km',
  metre: 'm',
  centimetre: 'cm',
  kilogram: 'kg',
  gram: 'g',
  milligram: 'mg',
  microgram: 'mcg|[µμ]g',
  pound: '£|gbp',
  litre: 'l',
  minute: 'min',
  hour: 'h',
  euro: '€|eur',
  dollar: '\\$|usd',
  percent: '%',
  degree: '°c?',
};

/**
 * How times of day are told, as patterns. In those of parts of an hour, {hour} is the hour, {part} are minutes in words or
 * digits, and {fraction} is a half or a quarter; a pattern with neither of the two tells a half.
 */
export interface ClockWords {
  half: string;
  quarter: string;
  /** "{part} past {hour}" */
  past: readonly string[];
  /** "{part} to {hour}" */
  to: readonly string[];
  /** Words behind an hour, behind which minutes may stand: "Uhr". */
  hours?: string;
  /** Words behind a whole hour: "o'clock". */
  wholeHours?: string;
  /** Ways to say one o'clock, where its number is the article as well. */
  one?: string;
  noon: string;
  midnight: string;
  /** Words for the parts of the day, which tell which half of it an hour is of, before that hour or behind it. */
  parts?: DayParts;
}

/** The words for a part of the day behind an hour ("in the morning"), and those before it, with what may stand between: "at". */
export interface DayParts {
  morning: string;
  /** The afternoon as well. */
  evening: string;
  /** Behind six o'clock it is that of the evening, before it that of the morning. */
  night?: string;
  earlier: { morning: string; evening: string };
  at: string;
}

/**
 * The words by which the nightly consolidation compares a claim of the model with what the person said. Words are plain, in lower
 * case; patterns have no groups of their own and match whole words.
 */
export interface ClaimWords {
  /** Words that begin a remembered line without naming anybody. */
  beginsLine: readonly string[];
  /** What people leave out or put in where they write in a hurry, and how it is read: "dont" as "don't". Patterns and replacements. */
  hasty?: readonly (readonly [written: string, read: string])[];
  /** Patterns of what denies by grammar: "not", "never". */
  denials: readonly string[];
  /** A denial at the end of a word, as a pattern: "n't". */
  contractedDenial?: string;
  /** Patterns of words with a denial in their meaning: who quits does it no longer, who is allergic does not eat it. */
  lacks: readonly string[];
  /** Denials that are part of a word, as patterns with their own bounds: "sugar-free". */
  boundDenials?: readonly string[];
  /** "Longer", behind a denial: patterns. */
  anyLonger: readonly string[];
  /** Patterns of words beside the value that something had before the one it has now: "previously 14.99". */
  formerly?: string;
  /** Patterns of words by which a size does not fit, and of sizes. */
  misfits?: string;
  sizes?: string;
  /** Patterns of words for what was so once. */
  usedTo: readonly string[];
  /** Patterns of words behind which somebody tells their own name: "I'm". */
  introduces?: string;
  /** Patterns of words for what is still to come, and of forms by which something is told as done. */
  ahead?: string;
  done?: string;
  /** Patterns of forms for what was so, each with the form by which it is told as so now; a group in both is the same stem. */
  wasSo?: readonly (readonly [was: string, is: string])[];
  /** Patterns of words for the present, for what happens now and then, and for what is sure. */
  nowadays?: string;
  seldom?: string;
  /** Patterns of "never". */
  never?: string;
  surely?: string;
  /** Patterns of words by which what was so is so still. */
  stillSo?: string;
  /** Patterns of how a question begins that has no question mark. */
  asks?: string;
  /** Patterns of what leads from somebody else to what they say or think of the person who speaks: "says that I". */
  saysOfSelf?: string;
  /** Patterns of words before the one who says so: "according to". */
  bySaying?: string;
  /** Patterns of forms that tell of the past. */
  past: readonly string[];
  /** The words for each of the opposites, apart by blanks; those of a phrase, by lines below: "let_go". */
  meanings: Readonly<Partial<Record<(typeof opposites)[number][number], string>>>;
  /** Patterns of the words for what numbers are counted or measured in, besides {@link measureSigns}. */
  measures: Readonly<Partial<Record<Measure, string>>>;
  /** Patterns of words by which the speaker takes back what they have just said: "just kidding". */
  takesBack: readonly string[];
  /** Patterns of the articles. */
  articles: string;
  /** Patterns of words before another one who takes part in the same way: "with", "and". */
  together: string;
  /** Patterns of words for what two are to each other, whichever of them is named first: "married". */
  mutual: string;
  /** Patterns of words before the one to whom something or somebody belongs: "of". */
  ownedBy: string;
  /** Patterns of words that lead to a detail: "with", "at". */
  details: string;
  /** Patterns of words before the doer of something that is done to another: "by". */
  doneBy: string;
  /** Patterns of words by which something is wondered, wished or imagined rather than so. */
  leavesOpen: readonly string[];
  /** Patterns of words that say what is to be done, as a wish does too: "wants it by Friday". */
  demands: readonly string[];
  /** Patterns of words that say what came in place of what, so that either half may be told as not so. */
  contrasts: readonly string[];
  /** Patterns of words between two things, of which the one before is preferred. */
  comparisons: readonly string[];
  /** Patterns of words before which stands what is so, and behind them what is not. */
  insteadOf: readonly string[];
  /** Patterns of words that tell of a preference, and of the word that leads to what is liked less: "prefers tea to coffee". */
  prefers?: string;
  preferredTo?: string;
  /** Patterns of the words around where something comes from, and before where it goes: "from Kassel to Jena". */
  from: string;
  to: string;
  /** Patterns of verbs by which their subject gives something to another, or gets it from another: "lent", "borrowed". */
  gives: string;
  takes: string;
  /** Of other verbs those by which somebody gets something where the one from whom is named behind "from": "got". */
  takesFrom?: string;
  /** Patterns of words before the one to whom something is given. */
  goal: string;
  /** Patterns of the person who speaks as the one to whom something is done: "me". */
  toSelf: string;
  /** Patterns of words by which the right one is set beside what was denied: "it's". */
  cleft?: string;
  /** Patterns of the pronouns of somebody who does it, or of a thing: "she", "it". */
  pronouns?: string;
  /** Patterns of pronouns that begin a sentence about somebody who was named before: "she". */
  namedBefore?: string;
  /** Particles of which one turns what the other says, each pair apart by a blank: "in out". */
  opposedParticles?: readonly string[];
  /** Prefixes that deny the rest of a word: "un". */
  negatingPrefixes: readonly string[];
  /** Patterns of words by which something ended, which a claim may tell as a denial: "left", "over". */
  ended: readonly string[];
  /** Patterns of a "yes" and of a "no" at the beginning of an answer. */
  agrees: string;
  refuses: string;
  /** Patterns of "and" and "but", between things of which different things are said. */
  and: string;
  but: string;
  /** Patterns of words that begin another clause behind a comma, and of a denial that does. */
  beginsClause: string;
  deniesBehindComma?: string;
  /** Patterns of a denial that is set off by a comma behind it: "not him, her". */
  deniesBeforeComma: string;
  /** Patterns of other words by which one thing that is said is set beside another: "so", "then", "while". */
  linksPieces?: string;
  /** Patterns of words by which something happens again and again, and of others that say so of what was said. */
  habits?: string;
  regularly?: string;
  /** Patterns of what happens on one day, and of words for what somebody thinks of a thing: what they once did does not tell that. */
  once?: string;
  attitudes?: string;
  /** Patterns of words before a number that is the least, or the most: "over 200". */
  atLeast?: string;
  atMost?: string;
  /** Patterns of words that deny what is denied, where they stand in the same breath; not those that only make a denial stronger. */
  deniesAgain?: string;
  /** Patterns of words by which something is so under a condition. */
  conditions?: string;
  /** Patterns of other words by which a claim tells that it is so at some times: "when", "usually". */
  underCondition?: string;
  /** Patterns of words by which what was asked or wished is agreed to: "I said yes". */
  accepts?: string;
  /** Patterns of verbs before what is done to somebody: "was". */
  passives?: string;
  /** Patterns of words before the one of whom it is not so: "except". */
  excepts?: string;
  /** Patterns of words by which somebody tells what they have from others: "Jen told me". */
  reports?: string;
  /** Patterns of what is said in irony of what is no pleasure, and of words for a pleasure. */
  irony?: string;
  pleasures?: string;
  /** Of the words that lead to a detail those behind which what is not said is a thing of its own: "with lemon". Patterns. */
  adds?: string;
  /** "I". */
  self: string;
  /** Patterns of verbs by their form. */
  verbForms?: string;
  /** Patterns of verbs that stand before the one that says what happened. */
  auxiliaries: string;
  /** Patterns of words behind which the first word of a sentence was no name: "Half the team". */
  followsNoName: string;
  /** Patterns of words before the day of a month: "on the 6th". */
  beforeDay: string;
  /** Patterns of words behind which a month may be written in small letters, although it is another word as well. */
  beforeMonth?: string;
  /** Patterns of an ending that makes a number the day of a month. */
  dayEnding?: string;
  /** A word that means the second, besides the ordinals: "every other". */
  second?: string;
  /** Ways to say for how long something has been so, each with how long ago it began: "for three weeks", "three weeks ago". */
  sinceWhen: readonly (readonly [said: string, began: string])[];
  clock: ClockWords;
  /** Those of the relations of the language that are a profession or an animal: a claim may name another of them. */
  roles: readonly string[];
  /** Words for the same relation, apart by blanks. */
  sameRelation: readonly string[];
  /** "My". */
  possessives: readonly string[];
  /** Patterns of words by which the person who speaks means themselves, besides the possessives. */
  speaksOfSelf: readonly string[];
  /** In a language that writes nouns with a capital: by what a noun is told from a name. */
  nouns?: {
    /** Words that stand before a noun and not before a name. */
    behind: readonly string[];
    /** Words that mostly have a name behind them, where no article stands between. */
    beforeNames: readonly string[];
    words: readonly string[];
    /** Endings of nouns, as a pattern. */
    endings: string;
  };
}

/** How models call the person of whom they note something, as patterns, and what the person says in their place. */
export interface UserWords {
  names: string;
  /** "The user's". */
  owner: string;
  /** "I", "me", and "my"; the last is empty where the owner stands behind what they have. */
  subject: string;
  object: string;
  possessive: string;
}

export interface Language {
  /** In English. */
  name: string;
  /** It is written without blanks between words. */
  unspaced?: boolean;
  /** Words by which a text is seen to be in it. */
  marks: readonly string[];
  /** Words that say nothing about what a question is about. Not names that are also words, such as May and Will. */
  stopWords: readonly string[];
  /** In a language without blanks: what stands behind a word and is no part of it. */
  particles?: readonly string[];
  /** Stop words that a sentence may write with a capital letter, in languages that are polite so. */
  capitalStopWords?: readonly string[];
  /** "Who is": a question for the line that says who somebody is. */
  whoIs: readonly string[];
  /** "Is", between a name and what it is of. */
  copula?: readonly string[];
  /** Where every noun is written with a capital letter: words before a noun, behind which it is seldom a name. */
  nounArticles?: readonly string[];
  /**
   * Words before a thing that both sides know: "the", "my". Not those of the plural where they also speak of all of a kind ("les chiens"),
   * and not "this", which mostly means the text in hand.
   */
  known?: readonly string[];
  /** Words by which somebody speaks of what they themselves do or have, "me" of "tell me" not among them. */
  speaker?: readonly string[];
  /** Forms of questions for what anybody may know, and of sums: "why do", "difference between", "in Welsh". Patterns without groups. */
  commonKnowledge?: readonly string[];
  /** Words of a wish for work on a text, in hand or to be made up: "translate", "a limerick". Patterns without groups. */
  textTasks?: readonly string[];
  /** "Called", between such a word and a name: a pattern. */
  called?: string;
  /** Words before a name that say who somebody is: "my sister Bea". */
  relations: readonly string[];
  /** How a question asks for what the assistant itself said: "did you recommend". */
  asksAssistant: readonly string[];
  /** A word for a kind of thing, and words for things of that kind, in lower case: a question for the pet means the line about the dog. */
  kinds: Readonly<Record<string, string>>;
  /** Days of the week from Monday, each with its short forms: "tuesday tues tue". */
  weekdays: readonly string[];
  /** Months from January, each with its short forms. */
  months: readonly string[];
  times: TimeWords;
  questions: QuestionForms;
  /** Null where numbers are read only in digits. */
  numbers: NumberWords | null;
  /** Null where the consolidation compares claims only by their numbers, dates and names. */
  claims: ClaimWords | null;
  user?: UserWords;
  offline?: OfflinePhrases;
}
