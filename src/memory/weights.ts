// Every number of search that was tuned by measurement, with what it was measured on; all rooms of the memory read them here.
// What each signal means is in rank/features.ts. Measured on LoCoMo (two-person chats), BEAM (chats with an assistant), XQuAD (prose in
// several languages) and daily notes of lines that have nothing to do with each other, each on the half that is for tuning.

/** What is known of each candidate of a query (rank/features.ts). */
export type Signal =
  | 'words'
  | 'section'
  | 'coverage'
  | 'alone'
  | 'window'
  | 'itself'
  | 'apart'
  | 'pooled'
  | 'tokens'
  | 'subject'
  | 'length'
  | 'opening'
  | 'asking'
  | 'time'
  | 'kind'
  | 'day'
  | 'superseded'
  | 'recency';

export type Weights = Partial<Record<Signal, number>>;

/**
 * Tuned on two-person chats, each judged by weights from the others, and checked on assistant transcripts; the optimum is flat,
 * halving a weight moves R@10 by a point. Words are in here twice, as terms and as tokens: more for them costs (.6 and .3: R@5 -1.4).
 * LoCoMo dev without the opening: R@10 86.4 for 86.8 (BEAM dev R@5 66.3 -> 68.8 when it came); without the kind: R@5 79.2 for 80.0, R@10 86.5.
 */
export const fullWeights: Weights = {
  words: 0.4,
  section: 0.2,
  tokens: 1.5,
  window: 1.7,
  itself: 0.34,
  subject: 0.65,
  length: 0.45,
  opening: 0.12,
  asking: -0.1,
  time: 0.3,
  kind: 0.3,
  day: 0.8,
  superseded: -0.6,
  recency: 0.02,
  alone: 1,
};
/** Without token vectors. */
export const liteWeights: Weights = {
  words: 1,
  section: 0.4,
  pooled: 0.5,
  window: 2,
  itself: 0.3,
  subject: 0.5,
  length: 0.6,
  asking: -0.2,
  time: 0.2,
  kind: 0.2,
  day: 0.8,
  superseded: -0.6,
  recency: 0.02,
  alone: 1,
};
/** Without vectors. */
export const keywordWeights: Weights = {
  words: 1,
  section: 0.4,
  subject: 0.4,
  length: 0.3,
  asking: -0.2,
  time: 0.1,
  kind: 0.1,
  day: 0.8,
  superseded: -0.4,
  recency: 0.02,
  alone: 1,
};

/**
 * How many candidates get the closer look: this many by the first score, and as many by the vector of the line alone. With 150 a
 * closer look at 10,000 lines misses 3 of 100 that one at 3,000 candidates finds, with 180 one or two. Of 50 questions that avoid
 * the words of their line, over 6,000 unrelated lines, 27 % had it among the candidates by the window, 94 % with those by the line.
 */
export const maxCandidates = 180;

/**
 * How many candidates have their tokens compared, which costs the most: the highest by all signals but the tokens. With 360 in
 * place of 150, LoCoMo dev R@5, R@10 and R@2000tok and the independent lines are the same to a tenth.
 */
export const maxCompared = 150;

/** How much each signal counts in the first look at every line; the closer look has the weights above. */
export const firstWeights = { part: 0.3, length: 0.3, asking: -0.2, subject: 0.4, day: 0.4, onlyDay: 5 };
/** Up to this many lines, comparing all of them (some 2 ms) costs less than finding the near ones by the sketch of their signs. */
export const maxScanned = 50_000;
/**
 * How many lines are compared in full where the sketch chooses them. Of the 150 lines with the highest first score, 99.85 % are among the first
 * 1,000 by the sketch (LoCoMo, BEAM and XQuAD together, 35,066 lines, 179 of their queries; 99.5 % are among the first 500); the
 * ten best of 400 questions there are the very same with it and without.
 */
export const minScanned = 1_000;

/**
 * BM25 of a line, as in SQLite's FTS5 but for the lines beside it: how much a word counts in the line before and in the line after,
 * which are parts of the same talk.
 */
export const bm25 = { k1: 1.2, b: 0.75, previous: 0.5, next: 0.2, minIdf: 1e-6, maxLines: 1000, maxParts: 300 };

/**
 * What a word counts in the share of a query that a line holds: in another form, as one character of a pair that no line has (scripts
 * without blanks), in the line before or after, in a heading above.
 */
export const coverageOf = { related: 0.7, halfOfPair: 0.35, previous: 0.6, next: 0.4, heading: 0.5 };
/** In a vault smaller than this, how often a word occurs says little about how rare it is. */
export const minLinesForRarity = 100;

/** How much a token of the query counts when it is found in the line before or after (MaxSim). */
export const tokenShares = { previous: 0.8, next: 0.6 };

/** How much a line's neighbours count in the vector of the window around it. */
export const windowShares = { beside: 0.7, second: 0.5 };

/**
 * Who is named first does it, or it is about them: "What did Anna say to Ben?" LoCoMo dev R@5 78.5 -> 79.0 and R@10 85.5 -> 85.8 over
 * all questions, of which 67 of 760 name two; with .5 78.7 and 85.7.
 */
export const laterSubject = 0.7;

/**
 * In a question of a person about themself, how much it counts that the line before is theirs, for the line that answers it. BEAM dev,
 * lines: R@10 78.8 -> 79.9, of the assistant's own 42.1 -> 56.7; with .4 79.2 and 48.1, with .6 80.0 and 58.1, but R@5 70.4 -> 69.6.
 */
export const answerShare = 0.5;

/**
 * Where a question names somebody and no line says who speaks: how much more it counts against a line that it asks, as the one who
 * asks is the other one. LoCoMo dev without its speakers, R@5 and R@10: 72.8 and 81.2, with 4 74.1 and 82.0, with 6 74.5 and 82.4, with
 * 8 74.6 and 82.3; prose and unrelated lines are the same.
 */
export const askingOfUnnamed = 6;

/**
 * What a letter takes from the trust in the vectors by its mark. Vietnamese (XQuAD, 1190 questions) R@5 and R@10: BM25 96.4 and 98.2,
 * all signals without this 96.6 and 98.0, with it 97.1 and 98.6; German to the digit as without.
 */
export const marksLost = 2;

/** Two words whose cosine is below this have nothing in common that a search should know of. */
export const minRelated = 0.35;
/** The share of a related word that would mean the very same. LoCoMo dev R@10: 85.3 with .5, 85.5 with .7, 85.7 with .9, but multi-hop 59.9, 60.4, 59.5. */
export const maxRelatedShare = 0.7;

/** In looking up words (rank/term-lookup.ts). */
export const lookup = {
  /** Compounds that stand in more lines than this are not looked up one by one: having all of their words is enough. */
  maxVerified: 400,
  maxRelatives: 500,
  /** A word shorter than this is inside many that have nothing to do with it; so is a part of a word that is shorter than that. */
  minRelated: 5,
  minPart: 6,
  /** Words in more than a twentieth of all lines have no related ones: LoCoMo and BEAM dev are the same with a tenth, at more cost. */
  maxRelatedLines: 0.05,
  fewRelated: 10,
  manyRelated: 2000,
  /** A part of a number that stands in more lines than this says nothing about which of them has it all. */
  maxOfPart: 5000,
  /** How many of the lines that have most of a number's parts are read. */
  maxRead: 60,
};

/** An event that is less near than this to what a question names is another one (rank/event-anchor.ts). */
export const maxEventApartDays = 21;

/** Days that lines name (rank/days-named.ts), in days. */
export const namedDays = {
  /** A longer stretch is asked for by when things were noted. */
  maxAsked: 31,
  /** What is planned until Christmas is what names a day until then. */
  maxComing: 100,
  /** So many days off counts a line of the day that names another day, where what is to come is asked for. */
  elsewhere: 60,
  /** How close to the day that they mean "next week" and "on Friday" are written. */
  nearBefore: 35,
  nearAfter: 7,
  /** The same of a date with the name of its month, which may be farther off. */
  maxBefore: 400,
  maxAfter: 100,
  /** A word in more lines than this says nothing about which of them dates something. */
  maxRead: 2000,
};

/**
 * Lines whose neighbours have nothing to do with them (context.ts) are ranked by what they say themselves. There the line's vector
 * counts more, in place of what the window and the section add elsewhere; and words count by the share of the question that the
 * line itself holds, to this power, so that one chance word is worth nothing and an identifier nearly all.
 * 50 paraphrased questions over 6,000 and 20,000 unrelated lines, first / among six: 24 / 36 and 20 / 22 before; 66 / 80 and 60 / 76.
 */
export const unrelatedLines = { section: 0.5, words: 2, wordsPower: 3, time: 0.3, kind: 0.3 };

/** Mean cosines of adjacent lines: lists of facts have .10 to .31 in nine of ten places, talk .38 and more. */
export const cohesion = { unrelated: 0.26, related: 0.36 };

/** Where one line is sure enough to be an answer, lines that are nearly as sure are answers too. */
export const staysAt = 0.7;

/** How sure a hit must be, and of what that is made (rank/confidence.ts). */
export const confidence = {
  tokens: 1 / 1.8,
  window: 0.5 / 1.8,
  /** Among some dozen lines and among hundreds, where the best of lines that have nothing to do with each other needs less of all else. */
  itself: [0.03, 0.14],
  apart: 1,
  coverage: 0.3 / 1.8,
  /**
   * A question that names a day is for what was then: at a limit that keeps 98.6 % of the true hits, 39 % of the questions with the right
   * names and no answer come back empty with .12 of it, 31 % without; with .2 and .522 as the limit 40.7 %, and 99.6 % are kept. The day
   * counts by the share of the names that are known: some line is of the day by chance, and says nothing of a stranger. Of 760 unrelated
   * questions over 20,000 lines 94.6 % came back empty with all of it for any name, 98.3 % so.
   */
  day: 0.2,
  asking: -0.05,
  factor: 1.4,
  /**
   * What the lines behind the best few come to in English; what is more than that comes from the language. Questions over the half of
   * XQuAD that holds no answer, empty before and with it: German 1 and 53 of 100, Vietnamese 3 and 5; of the true hits 99 of 100 stay.
   */
  behindBest: { tokens: 0.42, window: 0.24, apart: 0.05 },
  placesBehind: [3, 30],
  /** The share of the whole that is left where every name in the question is unknown. */
  strangers: 0.25,
  byWords: 0.6,
  /** Without token vectors. */
  lite: { window: 1 / 1.4, coverage: 0.5 / 1.4, pooled: 0.2 / 1.4, byWords: 0.93 },
  /**
   * Below this a hit is no answer, among some dozen lines and among hundreds. With token vectors: among some dozen notes unrelated
   * queries stay under .49 where nearly every question has a hit above it; among hundreds of lines 95 of 100 questions of another
   * conversation stay under .522, and 99 of 100 true ones reach it. Without, the best of many chance matches is better than that of
   * few: .25 against .33, and .42.
   */
  lines: [30, 600],
  least: [0.49, 0.522],
  minByWords: [0.28, 0.41],
  /**
   * What it needs more with token vectors for each time that the lines are e times as many, between these numbers of them. Of 760
   * unrelated questions 97.0 % come back empty over 6,000 lines, 98.3 % over 20,000 and 98.6 % over 100,000, where 98.6 % of 138 true
   * hits are kept; with .01 98.8 and 97.1 %.
   */
  ofChance: 0.005,
  linesOfChance: [6000, 100_000],
  /**
   * In a script that the model does not know: above what half of a pair in two makes, and a Chinese diary of our own (30 lines) then
   * keeps 29 of 30 true hits and says nothing to 9 of 12 other questions; XQuAD zh keeps 99 of 100, and rejects 50 (3 before).
   */
  minOfScript: 0.43,
  /** Wordpieces for each word: English has 1.2, a name 2, another language or a made-up word 3 and more. */
  strangePieces: 2.5,
} as const;

/** In the order of the hits (rank/order.ts). */
export const order = {
  /** The share of a query, without its number or its time, that a line must hold. */
  enoughWords: 0.6,
  /** A number shorter than this is as likely a count or a year. */
  minCode: 5,
  /** More than all signals together can give. */
  day: 3,
  /** After how many days from the end a line counts half as near. */
  daysApart: 7,
  /** What the day alone gives: a line of the day need not be the one that was meant. */
  sureByDay: 0.7,
  /** How many of the best hits are read for one that says who somebody is. */
  maxDefinitions: 60,
  /**
   * The logarithm of the odds from which a newer line is read first, and from which it marks the older one (scripts/learn-succession.ts).
   * Of 100 topics of another author, with dates, 77 newer lines came first with these, and 43 of the older ones were marked or left out. With
   * 1.5 it was 38, and of those that nothing replaced 76 stayed first and 1 or 2 were marked; with -.6 and 1 it was 79 and 49, 75 and 3.
   */
  byMeaning: { before: -0.4, replaces: 1.25 },
  byWords: { before: 0, replaces: 1.5 },
  /** Where a line is searched for by its words alone, a newer one holds at least this share of those that it holds. */
  ofWords: 0.75,
  /** So many words alone name what is asked for; more of them look for a line, where it has this share of them. */
  maxNamed: 2,
  ofLookup: 0.95,
  /** How many of the best hits are compared: whether one replaces another, or says the same. */
  maxReplaced: 10,
  /** How many of them are looked at as the older one: as many as are shown. */
  maxOlder: 6,
  /** The text of lines that are less near than this is not read. */
  minSameMatter: 0.15,
  /** Of so many of the best hits the newer lines are looked for also behind the best: at most so many, whose vectors are at least so near. */
  maxFollowed: 3,
  maxBehindBest: 8,
  minBehindBest: 0.35,
  /** As `byMeaning`, for these. */
  fromBehind: { before: 0.5, replaces: 2.5 },
  /** At most so many pairs are read together by the model, of those that are at least so likely by their signals; each takes some 4 ms once. */
  maxRead: 8,
  leastToRead: { asked: -2, ofOlder: -1.5 },
  /**
   * How the odds by the signals and those of the model that reads both count together: a logistic regression on 3,885 pairs of 336 topics,
   * rounded, of which 3,304 are lines of different topics. The model knows few of those: with .45 and .43, learnt from pairs of one topic, it
   * outvoted the signals, and in a mixed vault "iron down to 50 mg" replaced another medicine.
   */
  withPair: { base: 0, ofScore: 1.25, ofPair: 0.37 },
  /**
   * As `byMeaning` and `fromBehind`, for pairs that were read together. In 400 questions on topics that were left out of all learning, 151 of
   * 174 newer lines reach the first and 131 the second, of 135 that replace nothing 18 and 8, and a line of another topic in 59 and 25 (91 and 36
   * before).
   */
  byPair: { before: 0.25, replaces: 1.4 },
  byPairBehind: { before: 0.85, replaces: 2 },
  /** A word that begins with another one of at least so many letters is a compound of it. */
  minOfCompound: 4,
  /** How many words of a line are compared for it. */
  maxRunTerms: 60,
  /** Characters; a longer line of several sentences says more than one thing. In talk (LoCoMo), 75.8 right ones first without the limit, 76.4 with it. */
  maxStatement: 120,
  /** Lines that are nearer than this to those around them are talk, in which none replaces another. */
  maxContext: 0.5,
  /**
   * Lines with this share of their words in common and the same numbers say the same, and one of them is enough among the first
   * `maxDistinct`: the nearer they are by their vectors, the fewer. Of 8 facts of our own that were each noted three or four times in
   * other words, the other notes about the same came before their repetitions for 5, and for 8 with the second and the third row.
   */
  duplicates: [
    { minCosine: 0.75, minWords: 0.8 },
    { minCosine: 0.85, minWords: 0.75 },
    { minCosine: 0.95, minWords: 0.6 },
  ],
  maxDistinct: 10,
  maxCompared: 20,
  /**
   * In a question for several things the best five keep their order; after those, a line loses this much for each line above it
   * from the same place; .03 and .05 are as good. LoCoMo dev's 134 such questions: R@10 61.3 -> 62.5, BEAM dev R@2000tok 87.1 -> 87.8.
   */
  place: { leftAlone: 5, cost: 0.04 },
  /**
   * Of a long turn, as an assistant's answers are, the best line speaks for the others, which leave room for other turns. BEAM dev R@5
   * and R@10: 70.4 and 79.9 without, 70.5 and 81.4 with .2, 71.0 and 81.4 with .3, 71.0 and 81.9 with 1; of 58 questions of our own for
   * what an assistant said, 56 and then 57 among ten.
   */
  turn: { leftAlone: 1, cost: 0.3 },
} as const;

/**
 * An assistant's answer by the message that it answers (rank/exchanges.ts): how far above that message it belongs where the question is
 * only for what the assistant said or for a way to do something, and where it names other things before, which the person's own messages
 * tell; and the share of the way there that it goes. BEAM dev, lines: R@5 and R@10 71.0 and 81.4 without, 71.4 and 82.2 with it, of the
 * assistant's own 35.0 and 56.7 -> 51.0 and 68.1; with .1 for all that names no assistant and a share of .7, 71.4 and 81.5, 41.4 and 61.0.
 * Of 62 questions of our own over BEAM, the answer stands first for 34 (27 with .1), among five for 55 (54). With a share of .9, R@5 of all 70.1.
 */
export const answers = { above: { only: 0.5, also: 0.1 }, share: 0.75 };

/**
 * Passages (rank/passage.ts). How many of the best results are shown with the lines around them, how far to either side and how long
 * that gets: farther and longer where the next line is itself among the best. LoCoMo dev as shown, hit@1, hit@5 and R@2000tok: with 4
 * lines and 1100 characters everywhere 74.0, 92.7 and 92.9, as it is 76.4, 93.6 and 93.2, with 5 lines elsewhere 76.8, 93.8 and 93.0;
 * six passages then have some 1360 tokens, not 1250.
 */
export const passages = {
  widened: 5,
  /** How many of the best lines count as found where they stand beside another. */
  found: 30,
  whereFound: { linesAround: 8, maxChars: 1600 },
  elsewhere: { linesAround: 4, maxChars: 1200 },
  /** How many of the best results come in the order of their rank alone. */
  byRankAlone: 10,
  /**
   * What a hundred characters cost a result after those: short lines leave room for others. LoCoMo dev R@2000tok 93.9 -> 94.3,
   * BEAM dev 84.2 -> 86.9.
   */
  costOfHundred: 0.1,
} as const;

/** How many lines to either side tell how much those around a line have to do with it, and how many pairs of the whole vault are added to them. */
export const context = { reach: 8, pairsOfVault: 3 };

/** What is added to a line that has the very number or code that was asked for. */
export const exactCode = 1;
/** What is added to a line that says who somebody is, where that is asked. */
export const definition = 4;
/**
 * The cosine that a question has with the best of lines that have nothing to do with it, where those have nothing to do with each other
 * either: what a line is nearer than this speaks for it, what it is less near, against it. Counted in small vaults
 * only: the best of many lines is nearer by chance. Of fifteen questions over twenty such lines, five were answered without, eleven with it.
 */
export const chanceCosine = 0.2;
/** How much a thing of a kind counts where a question names the kind: Berlin for the city. */
export const shareOfKind = 0.5;

/** In fusing the rankings of several queries: with 10, hand-written queries took R@10 of 40 misses from 38.9 to 59.5. */
export const fusionOffset = 10;
/** What a place in one of those rankings counts at the least, of what it counts where the line has all words: with 0.1, 82 of 90 English and Spanish questions found their line first, by the place alone 65. */
export const leastShareInFusion = 0.1;

/** What the section still counts there: Vietnamese (XQuAD, 298 questions) R@5 90.9, with the line's own words 95.0, with both 95.3. */
export const sectionOfUnknown = 0.4;

/** How many wordpieces a word has where the model knows the language, and where it does not. */
export const piecesPerWord = { known: 1.45, unknown: 1.65 };
