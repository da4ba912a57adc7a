// The provider for when no model can be called. It saves what it is told to save and answers from memory by
// quoting, through the same tool loop as a model: it sees nothing but the request and can do nothing but call the tools
// that are in it.
import { randomUUID } from 'node:crypto';
import { nowIn, type WallClock } from './spoken-time.ts';
import { type Correction, correctionIn, insteadOf } from './correction.ts';
import { dayToldIn, type ReminderRefusal, readReminder } from './reminder-wish.ts';
import { findSensitive } from '../../base/secrets/secrets.ts';
import { english, englishAnswers, englishReminder } from '../../language/english.ts';
import type { OfflineAnswers, OfflineAnswersOf, ReminderProblem } from '../../language/language.ts';
import { languageNamed, languageOf, languages, offlinePhrases } from '../../language/languages.ts';
import { patternOf } from '../../language/words.ts';
import { cutText, lineSpan } from '../../base/text/text.ts';
import { largest } from '../../base/lists.ts';
import { type Message, ownTexts, text, type ToolResultBlock, toolUses, type ToolUseBlock } from '../message.ts';
import { answersFor, answersIn, type Intent, isPointer, namesIn, ordersIn, readIntent, talkNear } from './intent.ts';
import {
  offlineModel,
  type ModelRequest,
  type ModelResponse,
  type Provider,
  ProviderError,
  type ShownChunk,
  type ToolDefinition,
} from '../provider.ts';

export interface OfflineOptions {
  /** Says that no model is configured, where an answer falls short for want of one: once a day in a conversation. */
  explains: boolean;
  /** How this program is called in a shell, for what a person is told to run. Default: `scrubjay`. */
  program?: string | undefined;
}

export function createOffline({ explains, program = 'scrubjay' }: OfflineOptions): Provider {
  /** The day on which this process last explained it. */
  let explainedOn: string | null = null;
  const explanations = offlinePhrases.flatMap(({ answers }) => answers?.(program).noModel ?? []);
  return {
    name: offlineModel,
    async complete(request, onDelta) {
      if (request.signal?.aborted) throw new ProviderError('aborted', 'The call was cancelled.');
      if (request.outputSchema)
        throw new ProviderError('invalid_request', 'Without a model nothing can be distilled or summarised.');
      const turn = readTurn(request, program);
      const asked = turn.unanswered.flatMap((words) => callFor(words, turn, request));
      const after = asked.length > 0 ? asked : replacements(turn, request);
      const calls = after.length > 0 ? after : remindersBeside(turn, request);
      if (calls.length > 0) return response(calls, 'tool_use');
      const said = answer(turn, request);
      const day = dayOf(turn.now);
      // The history of a long conversation is cut at its beginning, where the explanation stood.
      const isTold =
        explainedIn(request.messages, explanations).has(day) || (explainedOn === day && hasAnswer(request.messages));
      const explanation = explains && !isTold ? said.find((one) => one.explanation !== null)?.explanation : null;
      if (explanation) explainedOn = day;
      const reply = [...said.map(({ text: words }) => words), explanation ?? '']
        .filter((part) => part !== '')
        .join('\n\n');
      // What a call came to is written for a model, and told in other words at the end of the turn.
      if (turn.done.length === 0 || turn.done.every(({ purpose }) => purpose === 'search'))
        onDelta?.({ type: 'text', text: reply });
      return response([{ type: 'text', text: reply }], 'end_turn');
    },
  };
}

const dayOf = (clock: WallClock | null): string => clock?.now.toISOString().slice(0, 10) ?? '';

const hasAnswer = (messages: readonly Message[]): boolean =>
  messages.some((message) => message.role === 'assistant' && text(message) !== '');

/** What the program told with a message of the person; empty where it told nothing. */
function contextOf(message: Message | undefined): string {
  const context = message?.content.find((block) => block.type === 'text' && block.program === 'context');
  return context?.type === 'text' ? context.text : '';
}

/** The days on which the answers of a conversation explained why they are as they are. */
function explainedIn(messages: readonly Message[], explanations: readonly string[]): ReadonlySet<string> {
  const days = new Set<string>();
  let day = '';
  for (const message of messages) {
    const clock = message.role === 'user' ? nowIn(contextOf(message)) : null;
    if (clock !== null) day = dayOf(clock);
    if (message.role === 'assistant' && explanations.some((one) => text(message).includes(one))) days.add(day);
  }
  return days;
}

const response = (content: ModelResponse['content'], stopReason: string): ModelResponse => ({
  model: offlineModel,
  content,
  stopReason,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
});

interface Turn {
  /** The person's messages since the last call; each of them is handled. */
  unanswered: string[];
  /** All that the person said in this turn. */
  said: string[];
  /** A statement of the message before, which the person was asked about: whether to keep it. */
  offered: string | null;
  /** The calls of this turn with their results, in order. */
  done: Done[];
  /** The person's wall clock, where the message tells it. */
  now: WallClock | null;
  /** The program's sentences in the language of the conversation; until that is known, in the one in which the person spoke. */
  say(spoken: OfflineAnswersOf): OfflineAnswers;
}

interface Done {
  call: ToolUseBlock;
  result: ToolResultBlock;
  /** The purpose of the called tool. */
  purpose: ToolDefinition['purpose'];
  /** The chunks that the result shows. */
  chunks: readonly ShownChunk[];
  /** What the program tells the person of it. */
  told: string | undefined;
}

/** The open turn: from the newest user message that carries no tool results to the end. */
function readTurn({ messages, tools, shown, told, language }: ModelRequest, program: string): Turn {
  const first = messages.findLastIndex(
    (message) => message.role === 'user' && !message.content.some((block) => block.type === 'tool_result'),
  );
  const turn = messages.slice(Math.max(first, 0));
  const calls = new Map(turn.flatMap((message) => toolUses(message).map((call) => [call.id, call] as const)));
  const done = turn.flatMap((message) =>
    message.content.flatMap((block) => {
      const call = block.type === 'tool_result' ? calls.get(block.tool_use_id) : undefined;
      if (!call || block.type !== 'tool_result') return [];
      const purpose = tools.find((tool) => tool.name === call.name)?.purpose;
      return [{ call, result: block, purpose, chunks: shown?.get(call.id) ?? [], told: told?.get(call.id) }];
    }),
  );
  return {
    // Only the newest message can hold words that no call has answered yet.
    unanswered: wordsIn(turn.at(-1)),
    said: turn.filter(({ role }) => role === 'user').flatMap(wordsIn),
    offered: offeredIn(messages.slice(0, Math.max(first, 0)), program),
    done,
    now: nowIn(contextOf(turn[0])),
    say: (spoken) => (language === undefined ? spoken : answersIn(language))(program),
  };
}

/** The person's own words in a message, each order in them by itself. Several messages that came at once are one here. */
const wordsIn = (message: Message | undefined): string[] => (message ? ownTexts(message).flatMap(ordersIn) : []);

/** The person's last statement, where the last answer asks whether to keep it. */
function offeredIn(before: readonly Message[], program: string): string | null {
  const answer = before.at(-1);
  const said = before.findLast((message) => wordsIn(message).length > 0 && message.role === 'user');
  if (answer?.role !== 'assistant') return null;
  const statements = wordsIn(said).flatMap((words) => statementIn(words) ?? []);
  // The language of the conversation may be another one by now.
  const offers = offlinePhrases.flatMap(({ answers }) => answers?.(program) ?? []);
  const isOffered = (statement: string): boolean =>
    offers.some((answers) => text(answer).includes(offerOf(statement, answers)));
  return statements.findLast(isOffered) ?? null;
}

/** What a message states, where it asks for nothing; of a correction how it is. */
const statementIn = (words: string): string | null => correctionIn(words)?.text ?? statementOf(readIntent(words));

const statementOf = (intent: Intent): string | null =>
  intent.kind === 'offer' ? intent.text : intent.kind === 'search' && intent.isStatement ? intent.query : null;

const maxOffered = 200;

const offerOf = (statement: string, { offer }: OfflineAnswers): string => {
  const short = cutText(statement.replaceAll(/\s+/gu, ' '), maxOffered);
  return `${offer} ${short}${short.length < statement.length ? '…' : ''}`;
};

/** What is looked up where it can't be done. */
const looksUp: ReadonlySet<Intent['kind']> = new Set(['search', 'remember', 'remind', 'reminders']);

/** The call that these words ask for, or none where its tool is missing or calls are not allowed. */
function callFor(words: string, { offered, now }: Turn, request: ModelRequest): ToolUseBlock[] {
  if (request.toolChoice === 'none') return [];
  const toolFor = (purpose: ToolDefinition['purpose']): string | undefined =>
    request.tools.find((tool) => tool.purpose === purpose)?.name;
  const intent = readIntent(words);
  const correction = correctionIn(words);
  const id = correction ? newId(correctionId) : newId('offline_');
  const use = (name: string, input: object): ToolUseBlock[] => [{ type: 'tool_use', id, name, input }];
  const [save, search, remind] = [toolFor('save'), toolFor('search'), toolFor('remind')];
  if (intent.kind === 'remind' && remind !== undefined) {
    const read = readReminder(intent.asked, now, intent.language);
    return 'problem' in read ? [] : use(remind, { action: 'set', ...read });
  }
  if (intent.kind === 'remember' && save !== undefined && correction === null) {
    const kept = isPointer(intent.text) ? offered : intent.text;
    return kept === null ? [] : use(save, { text: kept });
  }
  if ((intent.kind === 'yes' || intent.kind === 'keepWhat') && offered !== null && save !== undefined)
    return use(save, { text: offered });
  if (intent.kind === 'reminders' && remind !== undefined)
    return use(remind, intent.cancel ? { action: 'cancel', ...intent.cancel } : { action: 'list' });
  // What holds a secret is not offered to be kept: the refusal says why.
  const statement = correction?.text ?? statementOf(intent);
  if (statement !== null && save !== undefined && findSensitive(statement).length > 0)
    return use(save, { text: statement });
  if (correction && search !== undefined) return use(search, { query: correction.about, shows: 'lines' });
  if (intent.kind === 'remind' && save !== undefined) return [];
  // To keep it, it must be possible to save; else the person may only want to know what is known about it.
  const isTalk = !looksUp.has(intent.kind);
  if (isTalk && !(intent.kind === 'offer' && save === undefined)) return [];
  return search === undefined ? [] : use(search, { query: words.trim(), shows: 'lines' });
}

const newId = (begin: string): string =>
  `${begin}${randomUUID()
    .replaceAll('-', '')
    .slice(0, 32 - begin.length)}`;

/** Of the search for the line that is corrected, and of the save in its place, which end alike. */
const correctionId = 'offline_correct_';
const replacementId = 'offline_instead_';
const replacementOf = ({ call: { id } }: Done): string => `${replacementId}${id.slice(correctionId.length)}`;

/** What the person said that led to such a search. */
const correctionOf = ({ call }: Done, { said }: Turn): Correction | null =>
  call.id.startsWith(correctionId)
    ? (said.map(correctionIn).find((one) => one?.about === stringField(call.input, 'query')) ?? null)
    : null;

/** What is to stand in the place of the lines that were found to be corrected: whether it does is asked when it is saved. */
function replacements(turn: Turn, { tools, toolChoice }: ModelRequest): ToolUseBlock[] {
  const save = tools.find(({ purpose }) => purpose === 'save')?.name;
  if (save === undefined || toolChoice === 'none') return [];
  return turn.done.flatMap((one): ToolUseBlock[] => {
    const correction = correctionOf(one, turn);
    const line = correction && lineAbout(correction, one.chunks);
    const id = replacementOf(one);
    if (!correction || line === null || turn.done.some(({ call }) => call.id === id)) return [];
    const text = insteadOf(line, correction);
    return [{ type: 'tool_use', id, name: save, input: { text, instead_of: line } }];
  });
}

/** The line with the most words of a correction, where it has half of them; null where none has, or one says the same. */
function lineAbout({ about, text: corrected }: Correction, chunks: readonly ShownChunk[]): string | null {
  const names = namesIn(about).map((name) => name.toLowerCase());
  const wanted = stems(about, names);
  const [best] = chunks
    .filter(({ score = 1 }) => score >= nearScore)
    .flatMap((chunk) => quoteChunk(chunk, wanted, names))
    .toSorted((a, b) => b.overlap - a.overlap);
  const isAbout = best !== undefined && best.overlap > 0 && best.overlap * 2 >= wanted.size;
  return isAbout && !best.text.endsWith(corrected) ? best.text : null;
}

const besideId = 'offline_beside_';

/** What no note answers may stand in a reminder ("when do I need to call mum?"), and a question for a day asks for its reminders too. */
function remindersBeside(turn: Turn, { tools, toolChoice }: ModelRequest): ToolUseBlock[] {
  const last = turn.done.at(-1);
  const remind = tools.find(({ purpose }) => purpose === 'remind')?.name;
  if (last?.purpose !== 'search' || last.result.is_error || remind === undefined || toolChoice === 'none') return [];
  const query = stringField(last.call.input, 'query');
  if (correctionOf(last, turn) || statementOf(readIntent(query)) !== null) return [];
  if (asksForPast(query) && dayTold(query, turn) !== null) return [];
  if (quote(last.chunks, query) !== null && dayAskedFor(query, turn) === null) return [];
  return [{ type: 'tool_use', id: newId(besideId), name: remind, input: { action: 'list' } }];
}

/** The day to come for which a question asks; null where it asks for none, or for what was. */
const dayAskedFor = (query: string, turn: Turn): string | null => (asksForPast(query) ? null : dayTold(query, turn));
const dayTold = (query: string, { now }: Turn): string | null => now && dayToldIn(query, now, languageOf(query)?.name);
const pastForms = new Map(languages.map(({ name, questions }) => [name, patternOf(questions.past ?? [])]));
const asksForPast = (query: string): boolean =>
  pastForms.get((languageOf(query) ?? english).name)?.test(query) === true;

/**
 * The listed reminders of the day for which a question asks, those that share a word with it where any does; else those that have all
 * its words but those that ask. Null where there is none.
 */
function remindersAbout({ call }: Done, { result, told }: Done, turn: Turn): string | null {
  const query = stringField(call.input, 'query');
  const wanted = [...stems(query, [])].filter((stem) => !ofQuestions.has(stem));
  const listed = (told ?? resultText(result)).split('\n').filter((line) => /\d/u.test(line));
  const shares = (line: string, stem: string): boolean => [...stems(line, [])].some((one) => areOneWord(stem, one));
  const day = dayAskedFor(query, turn);
  const ofDay = day === null ? [] : listed.filter((line) => line.includes(day));
  const named = ofDay.filter((line) => wanted.some((stem) => shares(line, stem)));
  const ofWords = listed.filter((line) => wanted.length > 0 && wanted.every((stem) => shares(line, stem)));
  const lines = [named, ofDay, ofWords].find((some) => some.length > 0) ?? [];
  return lines.length === 0
    ? null
    : [turn.say(answersFor(query)).reminders, ...lines.map((line) => `- ${line}`)].join('\n');
}
/** Stems of words that a question for a time has. */
const ofQuestions = new Set([
  'need',
  'shoul',
  'must',
  'time',
  'going',
  'next',
  'suppo',
  'remin',
  'will',
  'again',
  'have',
  'got',
]);

/** When an example is for, where a wish did not say it well. */
const exampleTimes: Partial<Record<ReminderProblem, string>> = {
  noDay: 'on 5 December at 9',
  whichWeek: 'on 5 December at 9',
  noHour: 'today at 21:00',
};
const maxExample = 80;

/**
 * Why a reminder can't be set, and how to say it.
 * @param language of the wish, in which the example is: in English of the person's own words where they are known
 */
function refusalOf({ problem, about, text }: ReminderRefusal, language: string, answers: OfflineAnswers): string {
  const isOwn = text.length <= maxExample && problem !== 'several' && (about === '' || !text.includes(about));
  const time = problem === 'noText' && about !== '' ? about : exampleTimes[problem];
  const example = languageNamed(language)?.offline?.reminding?.example ?? englishReminder(time, isOwn ? text : '');
  return answers.refusals[problem]({ about, example });
}

/** One piece of an answer. */
interface Said {
  text: string;
  /** That no model is configured, in its language, where one would have answered. */
  explanation: string | null;
}
const full = (words: string): Said => ({ text: words, explanation: null });
const short = (words: string, { noModel }: OfflineAnswers): Said => ({ text: words, explanation: noModel });

function answer(turn: Turn, request: ModelRequest): Said[] {
  const { unanswered, done } = turn;
  // What was said beside what was called for is not lost.
  const beside = done.length > 0 ? offersBeside(turn, request) : [];
  if (done.length > 0) return [...answersOf(turn, request.tools), ...beside.map(full)];
  if (unanswered.length === 0) return [full(turn.say(englishAnswers).nothingToAnswer)];
  return unanswered.map((words) => answerTo(words, turn, request));
}

/** What is said of each call; a list of reminders that was looked up beside a search goes with that. */
const answersOf = (turn: Turn, tools: readonly ToolDefinition[]): Said[] =>
  turn.done.flatMap((one, index) => {
    if (one.call.id.startsWith(besideId)) return [];
    const beside = turn.done[index + 1];
    const listed = beside?.call.id.startsWith(besideId) === true ? remindersAbout(one, beside, turn) : null;
    if (turn.done.some(({ call }) => call.id === replacementOf(one))) return [];
    if (listed === null) return [answerFor(one, turn, tools)];
    const isFound = quote(one.chunks, stringField(one.call.input, 'query')) !== null;
    return [...(isFound ? [answerFor(one, turn, tools)] : []), full(listed)];
  });

const offersBeside = ({ said, say }: Turn, { tools }: ModelRequest): string[] =>
  tools.some((tool) => tool.purpose === 'save')
    ? said.flatMap((words) => {
        const intent = readIntent(words);
        return intent.kind === 'offer' && correctionIn(words) === null && findSensitive(intent.text).length === 0
          ? [offerOf(intent.text, say(answersFor(intent.text)))]
          : [];
      })
    : [];

function answerTo(words: string, turn: Turn, { tools }: ModelRequest): Said {
  const intent = readIntent(words);
  if (intent.kind !== 'remind') return answerToOther(words, intent, turn, tools);
  const answers = turn.say(spokenAnswers(words, intent));
  if (!tools.some((tool) => tool.purpose === 'remind')) return full(answers.noReminders);
  const read = readReminder(intent.asked, turn.now, intent.language);
  return 'problem' in read
    ? short(refusalOf(read, intent.language ?? english.name, answers), answers)
    : full(answers.notSet);
}

/** The program's sentences in the language in which something was said. */
function spokenAnswers(words: string, intent = readIntent(words)): OfflineAnswersOf {
  if (intent.kind === 'remind') return answersIn(intent.language ?? english.name);
  return 'answers' in intent ? intent.answers : answersFor(words);
}

function answerToOther(
  words: string,
  intent: Exclude<Intent, { kind: 'remind' }>,
  { offered, now, say }: Turn,
  tools: readonly ToolDefinition[],
): Said {
  const canSave = tools.some((tool) => tool.purpose === 'save');
  const answers = say(spokenAnswers(words, intent));
  if (intent.kind === 'howTo') return full(answers[intent.topic]);
  const isPointed = intent.kind === 'remember' && isPointer(intent.text);
  if (canSave && (intent.kind === 'keepWhat' || isPointed)) return full(answers.whatToKeep);
  if (intent.kind === 'command') return full(answers.noCommand(intent.name));
  // Where notes can be read and not written, the message is kept for a model that is away: it will answer.
  if (!canSave && tools.some((tool) => tool.purpose === 'search')) return full('');
  if (intent.kind === 'offer' && canSave) return full(offerOf(intent.text, answers));
  if (intent.kind === 'no' && offered !== null) return full(say(answersFor(offered)).notKept);
  if (intent.kind === 'forget') return full(answers.forget);
  if (intent.kind === 'now') return full(now === null ? answers.nothingFound : clockLine(now, answers));
  if ('answers' in intent && intent.kind !== 'keepWhat') return full(answers[intent.kind]);
  return short(answers.noTools, answers);
}

/** "Saturday, 2026-11-21 10:00 (UTC)" */
function clockLine({ now, timezone }: WallClock, { locale }: OfflineAnswers): string {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(now);
  return `${day}, ${now.toISOString().slice(0, 16).replace('T', ' ')} (${timezone})`;
}

/** By which a model knows that a tool broke. */
const failureMark = /^Tool execution error: /u;

/** With which the tools that save begin a refusal. */
const notSavedMark = /^Not saved: (.)/u;

function answerFor(one: Done, turn: Turn, tools: readonly ToolDefinition[]): Said {
  const { call, result, purpose, chunks, told } = one;
  const query = purpose === 'search' ? stringField(call.input, 'query') : '';
  const canSave = tools.some((tool) => tool.purpose === 'save');
  const statement = canSave ? (correctionOf(one, turn)?.text ?? statementOf(readIntent(query))) : null;
  if (statement !== null) return full(answerToStatement(statement, chunks, turn));
  if (result.is_error) return full(failureTold(one, turn));
  if (purpose !== 'search') return full(told ?? resultText(result));
  const answers = turn.say(answersFor(query));
  const quotes = quote(chunks, query);
  if (quotes !== null) return full(foundLines(quotes, answers));
  const talk = talkNear(query);
  if (talk && talk.kind !== 'now') return full(turn.say(talk.answers)[talk.kind]);
  const nearest = nearestLine(chunks, query);
  return short([answers.nothingFound, ...(nearest === null ? [] : [answers.nearest, nearest])].join('\n'), answers);
}

/** A statement asks for nothing: it is offered to be kept whatever was found, below the lines that share a word with it. */
function answerToStatement(statement: string, chunks: readonly ShownChunk[], { say }: Turn): string {
  const answers = say(answersFor(statement));
  const quotes = quote(chunks, statement, { sharesWord: true });
  const offer = offerOf(statement, answers);
  return quotes === null ? `${answers.nothingFound} ${offer}` : `${foundLines(quotes, answers)}\n\n${offer}`;
}

const foundLines = (quotes: readonly string[], { found }: OfflineAnswers): string => [found, ...quotes].join('\n');

/** That a call came to nothing, and why: in the words for the person where there are such, else in those for a model. */
function failureTold({ call, result, purpose, told }: Done, { said, say }: Turn): string {
  const answers = say(spokenAnswers(said.at(-1) ?? ''));
  const isCancel = purpose === 'remind' && stringField(call.input, 'action') === 'cancel';
  if (told !== undefined) return isCancel ? answers.notCancelled : told;
  const what = isCancel ? answers.notCancelled : purpose === 'remind' ? answers.notSet : answers.notSaved;
  const why = resultText(result).replace(failureMark, '');
  if (purpose === 'save' && notSavedMark.test(why))
    return `${what} ${why.replace(notSavedMark, (_, first: string) => first.toUpperCase())}`;
  return purpose === 'save' || purpose === 'remind' ? `${what} ${why}` : why;
}

/** The text of a result, also of one that the tool limit wrapped in JSON. */
function resultText(result: ToolResultBlock): string {
  const said = typeof result.content === 'string' ? result.content : text({ content: result.content });
  if (!said.startsWith('{')) return said.trim();
  try {
    const wrapped: unknown = JSON.parse(said);
    return stringField(wrapped, 'output') || said;
  } catch {
    return said;
  }
}

const maxHits = 6;
/**
 * From this score on a line is quoted as an answer. Among 26 lines in MEMORY.md the right one has it for all of 28 questions that find
 * it, and none has it for 21 of 30 questions and statements that no line answers. Lines that are found by their day alone have just this.
 */
const sureScore = 0.7;
/** Of 13 fresh lines the right one has only 0.5 to 0.66 for some questions, as others have: such a line is shown as the nearest one. */
const nearScore = 0.5;

/** The best line that shares a word with the question and may answer it; null where there is none. */
function nearestLine(chunks: readonly ShownChunk[], query: string): string | null {
  const near = chunks.filter(({ score = 0 }) => score >= nearScore).map((chunk) => ({ ...chunk, score: 1 }));
  return quote(near, query, { sharesWord: true })?.[0] ?? null;
}
const maxLinesPerHit = 3;

/**
 * The best lines of what a search found, each with its source; null where there are none.
 * @param sharesWord only lines that have a word of the query, not those that mean the same
 */
function quote(chunks: readonly ShownChunk[], query: string, { sharesWord = false } = {}): string[] | null {
  const names = namesIn(query).map((name) => name.toLowerCase());
  const wanted = stems(query, names);
  const quotes = chunks
    .filter(({ score = 1 }) => score >= sureScore)
    .filter(({ path, text: shown }) => holdsNames(`${path}\n${shown}`, names))
    .slice(0, maxHits)
    .flatMap((chunk) => quoteChunk(chunk, wanted, names));
  const best = largest([0, ...quotes.map((line) => line.overlap)]);
  if (quotes.length === 0 || (sharesWord && best === 0)) return null;
  return quotes.filter((line) => best === 0 || line.overlap > 0).map((line) => `- ${line.text} (${line.source})`);
}

function quoteChunk(
  { path, start_line: start = 1, end_line: end = start, text: shown }: ShownChunk,
  wanted: ReadonlySet<string>,
  names: readonly string[],
): { text: string; source: string; overlap: number }[] {
  // A line can be cited by itself only where the text is the file's own lines, nothing put before them.
  const all = shown.trimEnd().split('\n');
  const exact = all.length === end - start + 1;
  const lines = all
    .map((line, index) => ({ line, number: start + index }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'))
    .map(({ line, number }) => ({
      text: line.trim().replace(/^[-*+]\s+/, ''),
      source: path + (exact ? lineSpan(number, number) : lineSpan(start, end)),
      overlap: [...stems(line, names)].filter((stem) => [...wanted].some((one) => areOneWord(stem, one))).length,
    }));
  const matching = lines.filter((line) => line.overlap > 0).sort((a, b) => b.overlap - a.overlap);
  return (matching.length > 0 ? matching : lines).slice(0, maxLinesPerHit);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text says something about at least one of those who are asked about. */
function holdsNames(shown: string, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  const words = wordsOf(shown);
  // "Annas" is about Anna; of a short name only the whole word is.
  return names.some((name) => words.some((word) => word === name || (name.length > 3 && word.startsWith(name))));
}

/**
 * The first letters of each word that carries meaning: enough to see that "dentist's" is about "dentist".
 * @param names short words that carry meaning all the same
 */
function stems(words: string, names: readonly string[]): Set<string> {
  return new Set(
    wordsOf(words)
      .filter((word) => word.length > 2 || names.includes(word) || /[^\p{Script=Latin}]/u.test(word))
      .filter((word) => !weak.has(word))
      .map((word) => word.slice(0, 5)),
  );
}

/** Whether two such beginnings are of one word: "like" and "likes", "live" and "lived". Of a long word both are the same. */
function areOneWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= minStem && long.length - short.length <= 2 && long.startsWith(short));
}
const minStem = 3;

const weak = new Set(
  'the and for are was were has have had not you your what when where who why how which does did with from that this about tell know there their our mine der die das und ist sind war wer wie was wann mein meine les des une est que qui quoi los las una por para con'.split(
    ' ',
  ),
);

function stringField(value: unknown, field: string): string {
  const found = (value as Record<string, unknown> | null)?.[field];
  return typeof found === 'string' ? found : '';
}
