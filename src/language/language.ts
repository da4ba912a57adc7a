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
  /** Asked for are several things. */
  several?: readonly string[];
  /** Asked is for the day or the event to come, and for what was. */
  coming?: readonly string[];
  past?: readonly string[];
}

/** `overview` asks for all that is remembered, `yes` and `no` answer what was asked before. */
export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'abilities' | 'overview' | 'yes' | 'no';

/**
 * What is understood without a model: how people say the few things that a program can answer by itself. Phrases are in lower
 * case and stand without punctuation at their ends.
 */
export interface OfflinePhrases {
  /** Ways to say "remember this" that stand before what is to be remembered. */
  keep: readonly string[];
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
  /** Questions for all that is remembered. */
  overview: readonly string[];
  yes: readonly string[];
  no: readonly string[];
  /** Common verb forms: a message that holds one and asks nothing states something. */
  verbs: readonly string[];
  /** Words behind which a capital letter makes no name of a word. */
  determiners: readonly string[];
  /** What is answered to small talk in it; the answers are English where they are missing. */
  answers?: Readonly<Record<SmallTalk, string>>;
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
  offline?: OfflinePhrases;
}
