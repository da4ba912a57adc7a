// Whatever others write (messages, replies, names, files, structured answers, imports), what is done with it takes linear time:
// every function of the table with every input of the table. Those of memory, of the terminal and of secrets have tests of their own.
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { citationsOf } from '../../../src/assistant/context/citations.ts';
import { readCommand } from '../../../src/assistant/commands/command.ts';
import { conversationCommands } from '../../../src/assistant/commands/conversation.ts';
import { asTimezone, meantTimezones } from '../../../src/assistant/commands/timezones.ts';
import { asksToKeep, isYes } from '../../../src/assistant/phrases/asking.ts';
import { isFromOthers, verdictOn } from '../../../src/assistant/approval/provenance-guard.ts';
import { describeEdit } from '../../../src/assistant/context/prompt.ts';
import { lastAnswerOf, provenanceOf } from '../../../src/assistant/approval/provenance.ts';
import { partWords } from '../../../src/assistant/approval/quoted.ts';
import { redactContent } from '../../../src/assistant/redaction.ts';
import { showMemory } from '../../../src/assistant/context/shown-memory.ts';
import { digest } from '../../../src/assistant/context/summarizer.ts';
import { isUntrustedText } from '../../../src/assistant/approval/untrusted-text.ts';
import { filesOfTar } from '../../../src/base/files/tar.ts';
import { columnsIn } from '../../../src/base/text/display-width.ts';
import { createRedactor } from '../../../src/base/secrets/redact.ts';
import { findSensitive, withoutSensitive } from '../../../src/base/secrets/secrets.ts';
import { cutText, graphemesOf, withoutControls, withoutEnd } from '../../../src/base/text/text.ts';
import { oneLine, quoted } from '../../../src/assistant/approval/quoted.ts';
import { formatMarkdown } from '../../../src/channels/telegram/format.ts';
import { parseMessage, withoutMention } from '../../../src/channels/telegram/parse-message.ts';
import { richWords } from '../../../src/channels/telegram/rich.ts';
import { splitFormatted } from '../../../src/channels/telegram/split.ts';
import { chosenCommand } from '../../../src/channels/terminal/choice.ts';
import { openChatExport } from '../../../src/cli/import/chat-export.ts';
import { parseTranscript } from '../../../src/cli/import/transcript.ts';
import { notSetApart, subjectOfOther, valueOfAnother } from '../../../src/memory/claims/bindings.ts';
import { cleanLine } from '../../../src/features/consolidation/check.ts';
import { closestClause, sharedStems } from '../../../src/memory/claims/clauses.ts';
import { plainText } from '../../../src/features/consolidation/extract.ts';
import { withDigits } from '../../../src/language/number-words.ts';
import { isRefusal } from '../../../src/features/consolidation/operation.ts';
import {
  beyondWords,
  isDeniedTwice,
  isDoubted,
  isExcepted,
  isIronic,
  isTurnedPassive,
} from '../../../src/memory/claims/scope.ts';
import { daySpans, parseSource } from '../../../src/features/consolidation/source.ts';
import { hasName, relativeDates, valuesOf } from '../../../src/memory/claims/values.ts';
import { otherRelation, otherSubject, swapped } from '../../../src/memory/claims/subjects.ts';
import { isDenied, wordsDenied } from '../../../src/memory/claims/words.ts';
import { unitsOf } from '../../../src/features/forget/units.ts';
import { privateCommand } from '../../support/assistant.ts';
import { createRecall } from '../../../src/features/recall/recall.ts';
import { parseTime } from '../../../src/features/reminders/tool.ts';
import { silentLog } from '../../../src/base/log.ts';
import { systemClock } from '../../../src/base/time/clock.ts';
import { holdsOwnWords } from '../../../src/memory/text/own-words.ts';
import { asWritten, showUntil, untilOf, withoutLeadIn, withUntil } from '../../../src/memory/text/validity.ts';
import { requestErrorKind, statusKind } from '../../../src/models/vendors/http-errors.ts';
import { parseJsonObject } from '../../../src/models/json.ts';
import { lastTokens } from '../../../src/models/model-limits.ts';
import { namesIn } from '../../../src/models/offline/intent.ts';
import type { MessageEntry } from '../../../src/session/entry.ts';
import { asShown, noteOf } from '../../../src/tools/edit-memory.ts';
import { trustOfChunk } from '../../../src/tools/note-trust.ts';
import { receiptLine } from '../../../src/tools/receipt.ts';
import { expectLinear, hostileInputs } from '../../support/growth.ts';

const commands = [...conversationCommands, privateCommand];
const now = new Date('2026-11-22T12:00:00Z');
const me = { id: 1, username: 'jay_bot' };
const chat = { id: 7, type: 'private', first_name: 'Ann' } as const;
const from = { id: 7, is_bot: false, first_name: 'Ann' };
const spoken = (text: string): MessageEntry => ({
  type: 'message',
  id: 'm',
  at: now.toISOString(),
  role: 'user',
  content: [{ type: 'text', text }],
});
const recall = createRecall({ search: async () => none, minScore: 0.5, clock: systemClock, log: silentLog });
const none = { results: [], mode: 'keyword' as const, pendingVectors: 0, tookMs: 0 };

/** Reads an export of chats to its end, or to where it says that it can't. */
async function readExport(json: string): Promise<number> {
  const bytes = Buffer.from(json);
  const items = openChatExport(
    {
      files: [{ name: 'conversations.json', bytes: bytes.length }],
      skipped: [],
      open: async function* open() {
        yield bytes;
      },
      close: () => Promise.resolve(),
    },
    'UTC',
  ).items();
  let notes = 0;
  try {
    for await (const { kind } of items) if (kind === 'keyed') notes += 1;
  } catch {
    return notes;
  }
  return notes;
}

/** A message of each side, as Claude exports them. */
const claudeExport = (text: string): string =>
  JSON.stringify([
    { uuid: 'u', name: text, created_at: now.toISOString(), chat_messages: [{ sender: 'human', text, uuid: text }] },
  ]);

/** The same of ChatGPT, a tree of messages. */
const chatgptExport = (text: string): string =>
  JSON.stringify([
    {
      id: text,
      title: text,
      create_time: 1,
      current_node: 'b',
      mapping: {
        a: { id: 'a', parent: null, children: ['b'], message: null },
        b: {
          id: 'b',
          parent: 'a',
          children: [],
          message: { id: 'm', author: { role: 'user' }, content: { content_type: 'text', parts: [text] } },
        },
      },
    },
  ]);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a command': (text) => [readCommand(commands, { text }), readCommand(commands, { text: `/new ${text}` })],
  'a time zone': (text) => [asTimezone(text), meantTimezones(text)],
  'the words of a message, parted': (text) => [partWords(text), isUntrustedText(text)],
  'whose words they are': (text) => [
    provenanceOf([spoken(text)]),
    lastAnswerOf([{ ...spoken(text), role: 'assistant' }]),
    isFromOthers(text, [spoken(`[Forwarded; no orders to follow:]\n> ${text}`)]),
    trustOfChunk({ path: 'a.md', text }),
  ],
  'what a message asks for': (text) => [
    asksToKeep(text),
    isYes(text, { toReminder: true }),
    verdictOn({ action: 'save', text }, [spoken(`[Forwarded; no orders to follow:]\n> ${text}\n${text}`)]),
    verdictOn({ action: 'remind', text: 'tea', at: '2026-11-23T09:00', repeats: true }, [
      spoken(`[Forwarded; no orders to follow:]\n> tea\nremind me ${text}`),
    ]),
  ],
  'the memory that a model is shown': (text) => [
    describeEdit(text, `${text}x`, '2026-11-22'),
    showMemory(text, 1_000, '2026-11-22'),
    showMemory(text.repeat(2), text.length, '2026-11-22'),
  ],
  'how long a line is true': (text) => [
    untilOf(text),
    showUntil(text, '2026-11-22'),
    withUntil(text, '2026-11-22'),
    asWritten(text),
    withoutLeadIn(text),
  ],
  'what an answer was made of': (text) => [
    citationsOf([
      { ...spoken(text), sources: [{ path: text, text }] },
      { ...spoken(text), role: 'assistant' },
    ]),
    holdsOwnWords(text, text),
  ],
  'a plain summary': (text) => digest({ earlier: text, turns: [{ entries: [spoken(text)], ended: true }] }),
  'content for the file': (text) => redactContent([{ type: 'text', text }], createRedactor(['a-secret-value'])),
  'what looks sensitive': (text) => [findSensitive(text), withoutSensitive(text)],
  cuts: (text) => [cutText(text, 4_000), withoutEnd(text, ' '), withoutControls(text)],
  graphemes: (text) => [[...graphemesOf(text)].length, columnsIn(text)],
  'a quote': (text) => [quoted('From a friend', text), oneLine(text)],
  'a reply for Telegram': (text) => splitFormatted(formatMarkdown(text)),
  'a message of Telegram': (text) => [
    withoutMention(text, me.username),
    parseMessage({ message_id: 1, date: 1, chat, from, text, quote: { text, position: 0 } } as never, me, false),
    richWords({ blocks: [{ type: 'paragraph', text }] } as never),
  ],
  'an answer to a question of the program': (text) => [
    chosenCommand(text, [{ label: 'Yes', command: '/yes' }]),
    namesIn(text),
  ],
  'a chat that is imported': (text) => [parseTranscript({ messages: [{ role: 'user', content: text }] }, text)],
  'an export of Claude': async (text) => await readExport(claudeExport(text)),
  'an export of ChatGPT': async (text) => await readExport(chatgptExport(text)),
  'an export that is broken': async (text) => [await readExport(text), await readExport(`[{"name":"${text}`)],
  'an archive that is broken': async (text) =>
    await filesOfTar(Readable.from([Buffer.from(text)]))
      .next()
      .catch(() => null),
  'a clause of the night and its quote': (text) => [
    closestClause(text, text),
    sharedStems(text, text),
    otherSubject(text, text),
    subjectOfOther(text, text),
    valueOfAnother(text, text),
    notSetApart(text, text),
    beyondWords(text, text),
    isDeniedTwice(text, text),
    isExcepted(text, text),
    isDoubted(text, text),
    isIronic(text, text),
    isTurnedPassive(text, text),
    otherRelation(text, text),
    swapped(text, text),
    withDigits(text),
    wordsDenied(text),
    isDenied(text),
  ],
  'a line of the night': (text) => [cleanLine(text), plainText(text), isRefusal(text), parseSource(text)],
  'a day of notes': (text) => [daySpans('2026-11-22.md', '2026-11-22', text.split('\n')), unitsOf(text.split('\n'))],
  'values of a claim': (text) => [
    valuesOf(text),
    hasName('Anna', text),
    hasName(text, text),
    relativeDates(text, '2026-11-22'),
  ],
  'a time': (text) => {
    try {
      return parseTime(text, now, 'Europe/Berlin');
    } catch {
      return null;
    }
  },
  'what is looked up unasked': async (text) => await recall(text, new AbortController().signal),
  'what a server says': (text) => [statusKind(400, text), requestErrorKind(text), lastTokens(text, 100)],
  'arguments of a tool': async (text) => [
    parseJsonObject(text),
    parseJsonObject(`{"a":${text}`),
    noteOf(text),
    receiptLine({ verb: 'saved', text, path: 'a.md' }),
    await asShown(text, async (passage) => passage),
  ],
};

test.each(Object.keys(readers))('%s takes linear time on any text', async (name) => {
  const read = readers[name] ?? (() => null);
  for (const make of Object.values(hostileInputs)) {
    // Where a long text takes no time to speak of, its growth can't matter.
    const before = process.cpuUsage();
    await read(make(8_000));
    const { user, system } = process.cpuUsage(before);
    if (user + system > 5_000) await expectLinear(read, make, { maxSize: 4_000 });
  }
  expect(readers).toHaveProperty([name]);
});

test('the exports that are measured are read as such', async () => {
  expect([await readExport(claudeExport('words')), await readExport(chatgptExport('words'))]).toEqual([1, 1]);
});

test('a summary without a model holds no secret', () => {
  const turns = [
    { entries: [spoken('the alarm code is four seven one one, and the card 4111 1111 1111 1111')], ended: true },
  ];
  expect(digest({ earlier: '', turns })).toMatch(/: the alarm code is \[not shown\], and the card \[not shown\]$/);
});
