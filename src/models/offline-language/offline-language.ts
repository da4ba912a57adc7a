// What one language brings to the conversation without a model: how people say the few things that it understands. Phrases
// are in lower case and stand without punctuation at their ends.

/** `overview` asks for all that is remembered, `yes` and `no` answer what was asked before. */
export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'abilities' | 'overview' | 'yes' | 'no';

export interface OfflineLanguage {
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
