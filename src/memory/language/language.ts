// What search knows of each language. To add one: a file like english.ts, and its name in the list of languages.ts.

export interface Language {
  /** Words by which a text is seen to be in it. */
  marks: readonly string[];
  /** Words that say nothing about what a question is about. Not names that are also words, such as May and Will. */
  stopWords: readonly string[];
  /** Stop words that a sentence may write with a capital letter, in languages that are polite so. */
  capitalStopWords?: readonly string[];
  /** "Who is": a question for the line that says who somebody is. */
  whoIs: readonly string[];
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
  /** Days that are told from the day of writing, in days from it. */
  days: Readonly<Record<string, number>>;
  /** Words that say "the one to come", before or after a weekday. */
  next: readonly string[];
  /** And "the one that was". */
  last: readonly string[];
}
