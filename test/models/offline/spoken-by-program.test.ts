// What the program itself says where there is no model: in one language a conversation, complete in each, and with commands that can be run.
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/models/message.ts';
import { programText, text } from '../../../src/models/message.ts';
import { languageNamed, offlinePhrases } from '../../../src/language/languages.ts';
import type { OfflineAnswers, ReminderProblem } from '../../../src/language/language.ts';
import { createOffline } from '../../../src/models/offline/offline.ts';
import type { ModelRequest } from '../../../src/models/provider.ts';
import { languages as spoken } from '../../../src/assistant/phrases/table.ts';

const purposes = { memory_search: 'search', remember: 'save', reminders: 'remind' } as const;
const tools = (Object.keys(purposes) as (keyof typeof purposes)[]).map((name) => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  purpose: purposes[name],
}));
const offline = createOffline({ explains: true, program: 'node dist/main.js' });
const context = programText('context', '<context>\nNow: Saturday, 2026-11-28 11:08 (Europe/Berlin)\n</context>');

async function answered(words: string, more: Partial<ModelRequest> = {}, failed?: string): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: [context, { type: 'text', text: words }] }];
  const request: ModelRequest = { model: 'offline', system: '', tools, messages, maxTokens: 100, ...more };
  const first = await offline.complete(request);
  const [call] = first.content;
  if (call?.type !== 'tool_use') return text(first);
  const result = {
    type: 'tool_result',
    tool_use_id: call.id,
    content: failed ?? 'none',
    is_error: failed !== undefined,
  };
  const told = new Map([...(more.told ?? [])].map(([, sentence]) => [call.id, sentence]));
  const next: Message[] = [
    ...messages,
    { role: 'assistant', content: first.content },
    { role: 'user', content: [result as never] },
  ];
  return text(await offline.complete({ ...request, messages: next, told, toolChoice: 'none' }));
}

const german = { language: 'German' };

describe('In a conversation of which the language is known, the answers are in it, whatever language the message is in', () => {
  test.each([
    ['hello', 'Hallo! Sag mir'],
    ['remember', 'Was soll ich mir merken?'],
    ['how do I back up?', 'In der Shell legt `node dist/main.js backup DATEI`'],
    ['/nonsense', 'Den Befehl /nonsense gibt es nicht'],
    ['Bob lives in Porto', 'Soll ich mir das merken? Sag "ja", dann notiere ich: Bob lives in Porto'],
    ['what is Anna allergic to?', 'Darüber habe ich in deinem Gedächtnis nichts gefunden.'],
    ['who is Zoe?', 'Es ist kein Modell eingerichtet'],
    ['what day is it?', 'Samstag, 2026-11-28 11:08 (Europe/Berlin)'],
    ['forget that Bob lives in Porto', 'Sag /forget'],
  ])('%j: %s', async (words, says) => {
    expect(await answered(words, german)).toContain(says);
  });

  test('a statement that was offered to be kept in one language is kept at a yes in another', async () => {
    const first: Message = { role: 'user', content: [{ type: 'text', text: 'Bob lives in Porto' }] };
    const request: ModelRequest = { model: 'offline', system: '', tools, messages: [first], maxTokens: 100 };
    const { content } = await offline.complete({ ...request, ...german });
    const { content: kept } = await offline.complete({
      ...request,
      language: 'French',
      messages: [first, { role: 'assistant', content }, { role: 'user', content: [{ type: 'text', text: 'yes' }] }],
    });
    expect(kept).toMatchObject([{ name: 'remember', input: { text: 'Bob lives in Porto' } }]);
  });
});

/** A wish for each problem, in English. */
const wishes: Record<ReminderProblem, string> = {
  noTime: 'remind me to call the bank',
  noText: 'remind me tomorrow at 9',
  repeats: 'remind me every Monday to call Tom',
  several: 'remind me at 9 to call Tom at 10',
  noSuch: 'remind me on 31 February at 9 to call Tom',
  past: 'remind me yesterday to call Tom',
  ambiguousDate: 'remind me on 3/4/2027 to call Tom',
  noZone: 'remind me tomorrow at 9am CST to call Tom',
  noDay: 'remind me next weekend to call Tom',
  noHour: 'remind me today to call Tom',
  eitherHalf: 'remind me tomorrow at 5 to call Tom',
  whichWeek: 'remind me on Saturday to call Tom',
  unclear: 'remind me tomorrow very early to call Tom',
};
const begins: Record<string, RegExp> = {
  English: /^I could not set that reminder/u,
  German: /^(?:Diese Erinnerung konnte ich nicht stellen: |Immer wieder \()/u,
  Spanish: /^(?:No pude poner ese recordatorio: |No puedo recordártelo una y otra vez)/u,
  French: /^(?:Je n’ai pas pu mettre ce rappel : |Je ne peux pas vous le rappeler)/u,
};

describe.each(spoken.map(({ name }) => name))('Why a reminder is not set is told in %s', (language) => {
  test.each(Object.entries(wishes) as [ReminderProblem, string][])('%s', async (problem, wish) => {
    const reply = await answered(wish, { language });
    expect(reply).toMatch(begins[language] as RegExp);
    const answers = languageNamed(language)?.offline?.answers?.('x');
    const plain = answers?.refusals[problem]({ about: '\u0001', example: '\u0001' }) ?? '';
    for (const part of plain.split('\u0001')) expect(reply).toContain(part);
  });

  test('also where the tool refuses it, in the words that the program has for the person', async () => {
    const wish = 'remind me tomorrow at 9 to call Tom';
    expect(await answered(wish, { language, told: new Map([['', 'Der Zeitpunkt ist vorbei.']]) }, 'Past.')).toBe(
      'Der Zeitpunkt ist vorbei.',
    );
    const answers = languageNamed(language)?.offline?.answers?.('x');
    expect(await answered(wish, { language }, 'That time is past.')).toBe(`${answers?.notSet} That time is past.`);
    expect(await answered('cancel reminder 4', { language, told: new Map([['', 'Weg.']]) }, 'Gone.')).toBe(
      answers?.notCancelled,
    );
  });
});

test('a wish in a language is refused in it where nothing else is known, with an example in the language of the wish', async () => {
  expect(await answered('erinnere mich an den Zahnarzt')).toMatch(
    /^Diese Erinnerung konnte ich nicht stellen.*erinnere mich morgen um 9/u,
  );
  expect(await answered('erinnere mich an den Zahnarzt', { language: 'French' })).toMatch(
    /^Je n’ai pas pu .*erinnere mich morgen/u,
  );
});

test('every command of the shell that an answer names begins with how the program is called', () => {
  const sentences = ({ noCommand, refusals, ...rest }: OfflineAnswers): string[] => [
    ...Object.values(rest),
    noCommand('/x'),
    ...Object.values(refusals).map((refusal) => refusal({ about: 'a', example: 'b' })),
  ];
  const all = offlinePhrases.flatMap(({ answers }) => (answers ? sentences(answers('PROGRAM')) : []));
  expect(all.filter((sentence) => /\bscrubjay /u.test(sentence))).toEqual([]);
  expect(all.filter((sentence) => sentence.includes('PROGRAM '))).toHaveLength(4 * 6);
});
