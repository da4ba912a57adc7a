// English.
import { english as table } from '../../memory/language/english.ts';
import { words } from '../../memory/language/words.ts';
import { type Phrases, counted, listed } from './phrases.ts';

export const english: Phrases = {
  name: 'English',
  marks: [
    ...table.marks,
    ...table.stopWords,
    ...words(
      'the and is are you my what with for this that have was when where please can did does i it of to our we his she they but not from about',
    ),
  ],
  yes: [
    'yes',
    'yep',
    'yeah',
    'ok',
    'okay',
    'sure',
    'of course',
    'go for it',
    'go ahead',
    'please do',
    'do it',
    '👍',
    '✅',
  ],
  no: ['no', 'nope', 'no thanks', "don't", '👎'],
  asks: {
    verbs: words('save keep note noted remember store write record jot add put memorise memorize'),
    fillers: words(
      'this that it them please down in up for me later just do yes ok okay to your memory notes a note of the all both too also and thanks thank you now',
    ),
  },
  denies: words("not never don't don’t dont no without"),
  receipts: {
    saved: (text, place) => `Saved: ${text}${place && ` -> ${place}`}`,
    already_saved: (text) => `Already saved: ${text}`,
    changed: (text, place) => `Changed: ${text}${place && ` -> ${place}`}`,
    forgotten: (_, place) => `Forgotten: one passage of ${place}`,
    reminder_set: (text) => `Reminder set: ${text}`,
    reminder_cancelled: (text) => `Reminder cancelled: ${text}`,
  },
  folded: (count, texts) => `Saved ${count} things: ${texts}`,
  undo: 'Undo',
  questions: {
    save: ({ text, place }) => `Shall I save this? "${text}" -> ${place}`,
    change: ({ text, before, place }) => `Shall I change this in ${place}? "${before}" -> "${text}"`,
    replace: ({ text, place }) => `Instead of: ${text}? (${place})`,
    forget: ({ text, place }) => `Shall I forget this for good, in ${place} and wherever else it stands? "${text}"`,
    remind: ({ text, place }) => `Shall I set this reminder? ${place}: "${text}"`,
    cancel: ({ text }) => `Shall I cancel this reminder? "${text}"`,
    other: ({ text }) => `Shall I do this? ${text}`,
  },
  confirm: {
    save: 'Save',
    change: 'Change',
    replace: 'It replaces that',
    forget: 'Forget',
    remind: 'Set',
    cancel: 'Cancel it',
    other: 'Do it',
  },
  confirmAll: 'All',
  decline: 'No',
  notAsked: (question) => `Not done, as nobody is here to agree: ${question}`,
  declined: 'All right, I leave it.',
  nothingWaits: 'Nothing is waiting for your answer any more. Say it again if you still want it.',
  nothingDone: 'Nothing was saved or changed.',
  failed: (reason) => `That did not work: ${reason}`,
  mended: 'The model refused a part of our conversation, so I went on without that part.',
  memoryUnreadable: (reason) => `I answered without MEMORY.md: ${reason}`,
  memoryTooLong: 'MEMORY.md is too long to be shown whole, so I answered with its beginning.',
  foldedChanges: (count, lines) => `${count} changes: ${lines}`,
  notices: {
    blankMessage: 'Your message came without any text, so there is nothing for me to answer.',
    newConversation: 'Started a new conversation. What I remember about you stays.',
    privateOnly: 'Others read along here. Ask me that in our private chat.',
    privateBegun:
      "This conversation is private from here on: it is in memory only, and goes neither into files nor into what I remember. /new ends it, and so does a pause. What you ask me to remember or to remind you of I still keep, and where I am not sure that you asked, I ask first. The model's provider and Telegram see it as always.",
    privateAgain: 'I have not taken in what stood behind the command: say it again.',
    privateEnded: 'The private conversation is over, and nothing of it is kept. From here on I remember again.',
    privateLost: (why) =>
      `The private conversation had ended (${why}), and nothing of it is kept. I have not taken in what you just said: say it again to have it in an ordinary conversation, or /private first.`,
    restarted: 'I was restarted',
    pausedTooLong: 'there was nothing said for too long',
    stopped: 'Stopped.',
    nothingToStop: 'Nothing is running.',
    nothingToRetry: 'There is nothing to answer again.',
    cutOff: '[The answer was cut off at its length limit.]',
    cutEmpty: 'The answer hit its length limit before it said anything. Please ask for something shorter.',
    refused: 'The model declined to answer this message.',
    limit: (rounds) => `I stopped after ${rounds} rounds of tool calls without reaching an answer.`,
    paused: 'The model kept pausing without reaching an answer. Please try again.',
    empty: 'The model returned an empty answer. Please try again.',
    answerLater: (why) =>
      `I can't answer right now: ${why}. Your message is kept, and I answer as soon as it works again.`,
    noAnswer: (why) => `I can't answer with a model: ${why}.`,
    noAnswerToFiles: (why) =>
      `I can't answer with a model: ${why}, perhaps for what came with your message. Try it without that, or with less of it.`,
    fromMemory: 'From memory alone:',
    stillNoAnswer: 'Still no answer from the model.',
  },
  reasons: {
    rate_limit: "the model's rate limit is reached",
    overloaded: 'the model is overloaded',
    timeout: 'the model did not answer in time',
    network: 'the model could not be reached',
    stream: 'the connection to the model broke off',
    billing: 'the model account has no credit',
    auth: 'the model refused the API key',
    prompt_too_long: 'the conversation is too long for the model',
    signature: 'the model refused the conversation',
    invalid_request: 'the model refused the request',
    aborted: 'the turn was stopped',
    budget: 'the budget is used up',
  },
  undoing: {
    nothing: 'There is nothing to undo.',
    last: (change) => `The last change: ${change}\nUndo it?`,
    done: (change) => `Undone: ${change}`,
    isDone: (change) => `That is undone already: ${change}`,
    edited: (path) => `That place was changed by hand since, so I left it as it is: ${path}`,
    unknown: (id) => `I find no change "${id}". /undo list shows the changes I know.`,
    night: (date, summary) => `the consolidation of ${date} (${summary})`,
  },
  reminders: {
    done: 'Done',
    snooze: 'In 10 minutes',
    wasDue: (time) => `was due ${time}`,
    isDone: 'Good.',
    cancelled: (id) => `Reminder ${id} is cancelled.`,
    unknown: (id) => `There is no reminder ${id}. /reminders shows those there are.`,
    again: (time) => `I will say it again at ${time}.`,
    gone: 'That reminder is gone.',
  },
  digest: {
    greeting: 'Good morning.',
    yesterday: 'from yesterday',
    ofDay: (day) => `from ${day}`,
    lastDays: 'from the last days',
    nothingNew: (from) => `I kept nothing new ${from}.`,
    done: ({ kept, changed, gone }, from) =>
      `I ${listed(
        counted(
          [kept, `kept ${numberOf(kept, 'thing')} ${from}`],
          [changed, `brought ${numberOf(changed, 'line')} up to date`],
          [gone, `took ${numberOf(gone, 'line')} out`],
        ),
        'and',
      )}:`,
    changed: (text, before) => `${text} (before: ${before})`,
    gone: (text) => `no longer: ${text}`,
    verbatim: 'in your own words',
    said: (day) => `said ${day}`,
    more: (count) => `… and ${count} more`,
    leftOut: (count) => `I left ${numberOf(count, 'thing')} out:`,
    unfounded: 'I found nothing like it in your words',
    archived: (count) => `To keep my memory short, I moved ${numberOf(count, 'older line')} to MEMORY-archive.md.`,
    withoutModel: 'No model helped me tonight, so I kept only what was marked to be kept.',
  },
  forget: {
    usage: 'Say what I should forget: /forget my old address. I show you what would go, and ask.',
    tooShort: 'That is too short to look for. Say more of what I should forget.',
    tooMany: (places) => `That stands in ${places} places. Say more exactly what I should forget.`,
    nothingFound: 'I find nothing of that, neither in the notes nor in past conversations.',
    linesToGo: 'These lines would go:',
    alsoAbout: 'These are about it as well:',
    onlyAbout: 'No line says that word for word. These are about it:',
    moreLines: (count) => `… and ${count} more lines`,
    conversations: (count) =>
      `It would also go from ${count === 1 ? 'a past conversation' : `${count} past conversations`}.`,
    isFinal: "This is for good: it can't be undone.",
    unread: (problem) => `I can't look into this note: ${problem}`,
    notMine:
      "What I can't reach: the messages in this chat (delete them here), what the provider of the model was sent, and backups and exports of your own.",
    gitHistory: (dir, gitDir) =>
      `The git history of ${dir} still holds it in earlier commits. To drop that history, all of it: rm -rf '${gitDir}' (the next change begins a new one). Copies that were pushed elsewhere keep it as well.`,
    onlySome: (command) => `Only some of them: ${command}`,
    forgetSome: (lines) => `Forget ${lines}`,
    forget: 'Forget',
    forgetAll: (lines) => `Forget all ${lines}`,
    keep: 'Keep',
    unchanged: 'Nothing was changed.',
    unknown: 'I no longer know what that was about. Say again what I should forget: /forget …',
    isDone: (report) => `That is forgotten already. ${report}`,
    notesChanged: (place, others) =>
      `The notes were changed since I asked: it stands in ${place} now${others > 0 ? `, and in ${others} more` : ''}. Nothing was forgotten yet: say again what I should forget.`,
    noSuchLines: 'There are no such lines in what I showed you.',
    done: (lines, notes) =>
      `Forgotten. ${lines === 0 ? 'No note had it' : `${lines === 1 ? 'One line' : `${lines} lines`} of ${notes === 1 ? 'one note' : `${notes} notes`}`}; it is also gone from past conversations, their summaries, earlier versions and the search index, and won't come back by night.`,
    attachments: (count, folder) =>
      `I can't look into pictures and PDFs; ${count === 1 ? 'a conversation keeps' : `${count} conversations keep`} some that came with other words. ${folder} holds them.`,
    damagedFile: (name) =>
      `An earlier, damaged file is kept as ${name}; I can't look into it. Delete it if it may hold this.`,
    stillRead: (command) =>
      `It is gone from the notes and from past conversations, and won't come back by night. But another program is reading my files, which still hold the old words in their journals: end it (a backup, a database that is open somewhere) and say ${command}. I try again when I next start.`,
  },
};

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const numberOf = (count: number, noun: string): string =>
  `${smallNumbers[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
