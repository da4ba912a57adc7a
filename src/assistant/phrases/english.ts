// English.
import { type Phrases, counted, listed } from './phrases.ts';

export const english: Phrases = {
  name: 'English',
  marks:
    'the and is are you my what with for this that have was when where please can did does i it of to our we his she they but not from about'.split(
      ' ',
    ),
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
    forget: ({ text, place }) => `Shall I remove this from ${place}? "${text}"`,
    remind: ({ text, place }) => `Shall I set this reminder? ${place}: "${text}"`,
    cancel: ({ text }) => `Shall I cancel this reminder? "${text}"`,
    other: ({ text }) => `Shall I do this? ${text}`,
  },
  confirm: { save: 'Save', change: 'Change', forget: 'Remove', remind: 'Set', cancel: 'Cancel it', other: 'Do it' },
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
};

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const numberOf = (count: number, noun: string): string =>
  `${smallNumbers[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
