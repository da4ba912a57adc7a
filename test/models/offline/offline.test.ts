import { describe, expect, it } from 'vitest';
import { type ContentBlock, type Message, programText, text } from '../../../src/models/message.ts';
import { englishAnswers } from '../../../src/language/english.ts';
import { createOffline } from '../../../src/models/offline/offline.ts';
import { namedToForget, readIntent } from '../../../src/models/offline/intent.ts';
import type { ModelRequest, Provider, ShownChunk } from '../../../src/models/provider.ts';

const purposes = { memory_search: 'search', remember: 'save', reminders: 'remind' } as const;
const tool = (name: keyof typeof purposes) => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  purpose: purposes[name],
});
const request = (messages: Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'offline',
  system: 'You are Scrubjay.',
  tools: [tool('memory_search'), tool('remember')],
  messages,
  maxTokens: 2048,
  ...more,
});
const user = (...content: ContentBlock[]): Message => ({ role: 'user', content });
const said = (text: string): ContentBlock => ({ type: 'text', text });
const offline = createOffline({ explains: false });
/** What says that no model is configured. */
const { noModel, offer } = englishAnswers('scrubjay');

const context = programText('context', '<context>\nNow: Saturday, 2026-11-21 10:00 (UTC)\n</context>');

async function afterCall(
  question: string,
  result: string,
  isError = false,
  tools = request([]).tools,
  chunks: readonly ShownChunk[] = [],
): Promise<string> {
  const messages = [user(context, said(question))];
  const { content } = await offline.complete(request(messages, { tools }));
  const [call] = content;
  if (call?.type !== 'tool_use') throw new Error('no tool call');
  const answer = await offline.complete(
    request(
      [
        ...messages,
        { role: 'assistant', content },
        user({ type: 'tool_result', tool_use_id: call.id, content: result, is_error: isError }),
      ],
      { tools, shown: new Map([[call.id, chunks]]) },
    ),
  );
  return text(answer);
}

const afterSearch = (question: string, chunks: readonly ShownChunk[]): Promise<string> =>
  afterCall(question, 'found', false, undefined, chunks);

describe('What the model-less provider takes a message for', () => {
  it.each([
    ['Remember that my dentist is Dr. Kim', 'my dentist is Dr. Kim'],
    ['remeber that I parked on level 3', 'I parked on level 3'],
    ['December is when my lease ends, remember that', 'December is when my lease ends'],
    ['Please remember: the wifi password is hunter22', 'the wifi password is hunter22'],
    ['Hey Scrubjay, can you remember that I am allergic to peanuts?', 'I am allergic to peanuts'],
    ["Don't forget that Anna's birthday is on 3 May", "Anna's birthday is on 3 May"],
    ['Note down that the car is due in March', 'the car is due in March'],
    ['My sister lives in Porto, remember that!', 'My sister lives in Porto'],
    ['My dentist is Dr. Kim', 'My dentist is Dr. Kim'],
    ["I'm allergic to peanuts.", "I'm allergic to peanuts."],
    ['Merk dir, dass mein Zahnarzt Dr. Kim heißt', 'mein Zahnarzt Dr. Kim heißt'],
    ['Bitte notiere: Treffen am Montag', 'Treffen am Montag'],
    ['Souviens-toi que mon dentiste est le Dr Kim', 'mon dentiste est le Dr Kim'],
    ["N'oublie pas que Paul arrive mardi", 'Paul arrive mardi'],
    ['Recuerda que mi dentista es el Dr. Kim', 'mi dentista es el Dr. Kim'],
    ['Ricordati che il mio dentista è il dottor Kim', 'il mio dentista è il dottor Kim'],
    ['Запомни, что мой стоматолог доктор Ким', 'мой стоматолог доктор Ким'],
    ['记住我的牙医是金医生', '我的牙医是金医生'],
    ['私の歯医者はキム先生だと覚えておいて', '私の歯医者はキム先生だ'],
  ])('keeps %j', (words, text) => {
    expect(readIntent(words)).toEqual({ kind: 'remember', text });
  });

  it.each([
    "What is my dentist's name?",
    'Do you remember who my dentist is?',
    'Remember when we went to Porto?',
    'can you remember things',
    'tell me a joke',
    'Can you remember what my dentist is called?',
    'Can you remember my dentist?',
    "I don't remember the name of my dentist",
    'I am looking for the wifi password',
    'dentist',
    'notebook prices',
    'the wifi password',
    'hi-fi',
    'Tea or coffee',
    'no sugar',
    'Wie heißt mein Zahnarzt?',
    'Weißt du noch, wer mein Zahnarzt ist?',
    'what did I note about the car',
    '我的牙医是谁？',
    '',
  ])('looks up %j', (words) => {
    expect(readIntent(words).kind).toBe('search');
  });

  it('looks up what it shall remind somebody of', () => {
    for (const words of ['remind me what Anna is allergic to', 'remind me when I have to pay the rent'])
      expect(readIntent(words).kind).toBe('search');
    expect(readIntent('remind me when I get home to water the plants').kind).toBe('remind');
  });
});

describe('Small talk', () => {
  it.each([
    ['delete reminder 1', { id: 1 }],
    ['Cancel my reminder no. 12', { id: 12 }],
    ['cancel the bins reminder', { text: 'the bins' }],
    ['please cancel the reminder to call mum', { text: 'the to call mum' }],
    ['Lösche die Erinnerung 2', { id: 2 }],
    ['annule le rappel 3', { id: 3 }],
    ['cancela el recordatorio 4', { id: 4 }],
  ])('%j asks for one reminder to be cancelled', async (words, which) => {
    expect(readIntent(words)).toEqual({ kind: 'reminders', cancel: which });
    const { content } = await offline.complete(request([user(said(words))], { tools: [tool('reminders')] }));
    expect(content).toMatchObject([{ name: 'reminders', input: { action: 'cancel', ...which } }]);
  });

  it.each([
    ['how do I delete a note?', 'Say /forget'],
    ['How can I forget something', 'Say /forget'],
    ['how do I set a reminder?', 'remind me tomorrow at 9'],
    ['how do I save a note?', 'remember that Anna'],
    ['how do I cancel a reminder?', '"cancel reminder 3"'],
    ['how do I delete a reminder?', '"cancel reminder 3"'],
    ['how do I undo?', '/undo undoes'],
    ['how do I export my notes?', 'scrubjay export PATH'],
    ['how do I back up', 'scrubjay backup FILE'],
    ['How can I back up all my notes?', 'scrubjay backup FILE'],
    ['how to make a backup?', 'scrubjay backup FILE'],
    ['how do I delete everything', 'memory folder and its state folder'],
    ['how can I delete all my data?', 'memory folder and its state folder'],
    ['wie exportiere ich meine Notizen?', 'scrubjay export PFAD'],
    ['Wie kann ich ein Backup machen?', 'scrubjay backup DATEI'],
    ['wie lösche ich alles?', 'Gedächtnis- und seinen Zustandsordner'],
    ['was kannst du?', 'merk dir, dass Anna'],
    ['¿cómo exporto mis notas?', 'scrubjay export RUTA'],
    ['¿Cómo hago una copia de seguridad?', 'scrubjay backup ARCHIVO'],
    ['comment exporter mes notes ?', 'scrubjay export CHEMIN'],
    ['comment faire une sauvegarde ?', 'scrubjay backup FICHIER'],
    ['comment je supprime tout ?', 'dossier de mémoire'],
    ['come esporto le mie note?', 'scrubjay export PATH'],
    ['come posso fare un backup?', 'scrubjay backup FILE'],
    ['como apago tudo?', 'memory folder and its state folder'],
    ['como faço um backup?', 'scrubjay backup FILE'],
    ['hoe exporteer ik mijn notities?', 'scrubjay export PATH'],
    ['hoe maak ik een back-up?', 'scrubjay backup FILE'],
    ['note:', 'What shall I remember?'],
    ['Remember', 'What shall I remember?'],
    ['remember:', 'What shall I remember?'],
    ['merk dir', 'Was soll ich mir merken?'],
    ['Notiz:', 'Was soll ich mir merken?'],
    ['remember that', 'What shall I remember?'],
    ['remember this!', 'What shall I remember?'],
  ])('%j is answered with how to do it: %s', async (words, how) => {
    expect(text(await offline.complete(request([user(said(words))])))).toContain(how);
  });

  it('what else is asked for with "how" is looked up', () => {
    for (const words of ['how do I delete my account?', 'how do I set the table saw?', 'how do I get to Anna?'])
      expect(readIntent(words).kind).toBe('search');
  });

  it('a note is no reminder, whatever it is about', () => {
    expect(readIntent('delete the note about reminders')).toEqual({ kind: 'forget', what: 'reminders' });
  });

  it.each([
    ['hi', 'greeting'],
    ['Hello there!', 'greeting'],
    ['hey Scrubjay', 'greeting'],
    ['good morning 👋', 'greeting'],
    ['Hallo!', 'greeting'],
    ['¡Hola!', 'greeting'],
    ['你好', 'greeting'],
    ['thanks', 'thanks'],
    ['Thank you so much!', 'thanks'],
    ['vielen Dank', 'thanks'],
    ['never mind', 'no'],
    ['merci beaucoup', 'thanks'],
    ['ok, thanks a lot', 'yes'],
    ['exit', 'farewell'],
    ['Good night', 'farewell'],
    ['help', 'abilities'],
    ['What can you do?', 'abilities'],
    ['hi, what can you do?', 'abilities'],
    ['Was kannst du?', 'abilities'],
    ['what is in my memory?', 'overview'],
    ['What’s in my memory?', 'overview'],
    ['что ты знаешь обо мне?', 'overview'],
    ['yes, please', 'yes'],
    ['ja', 'yes'],
    ['no thanks', 'no'],
    ['what time is it?', 'now'],
    ['👍', 'yes'],
    ['whats this', 'abilities'],
    ['necesito ayuda', 'abilities'],
    ['show me everything you know', 'overview'],
    ['👎', 'no'],
    ['?', 'abilities'],
    ['forget it', 'no'],
    ['forget that I parked on level 3', 'forget'],
    ['Vergiss meine Adresse', 'forget'],
    ['what reminders do I have?', 'reminders'],
    ['show my reminders', 'reminders'],
    ['mes rappels', 'reminders'],
    ['set a reminder', 'remind'],
  ])('%j is taken for %s', (words, kind) => {
    expect(readIntent(words)).toMatchObject({ kind });
  });

  it.each([
    ['Hallo!', 'Hallo! Sag mir'],
    ['guten Abend', 'Hallo! Sag mir'],
    ['salut', 'Bonjour !'],
    ['buenos días', '¡Hola! Dime'],
    ['danke', 'Gern geschehen.'],
    ['aide', 'Sans modèle, je garde'],
    ['hi', 'Hello! Tell me'],
    ['你好', 'Hello! Tell me'],
  ])('%j is answered in its language where its language has answers: %s', async (words, begins) => {
    expect(text(await offline.complete(request([user(said(words))])))).toContain(begins);
  });

  it('a command that there is not is said to be none, and a path is searched for', async () => {
    for (const words of ['/nonsense', '/nonsense with words?', '/Ünsinn'])
      expect(text(await offline.complete(request([user(said(words))])))).toContain(
        `There is no command ${words.split(' ')[0]}; /help lists them.`,
      );
    expect(readIntent('/etc/hosts')).toMatchObject({ kind: 'search' });
  });

  it('is never searched for, and answered with what one can try', async () => {
    for (const words of ['hi', 'thanks', 'exit', 'help', 'what can you do?', 'yes', 'what is in my memory?', '👍']) {
      const answer = await offline.complete(request([user(said(words))]));
      expect(answer.stopReason).toBe('end_turn');
      expect(text(answer)).not.toContain('found nothing');
    }
    expect(text(await offline.complete(request([user(said('what can you do?'))])))).toMatch(
      /remember that .*remind me/s,
    );
  });
});

describe('What is asked to be kept', () => {
  it.each([
    ['note: that man is my uncle', 'that man is my uncle'],
    ['remember that this is not true', 'this is not true'],
    ['remember that that man is my aunt', 'that man is my aunt'],
    ['note: please call me Al', 'please call me Al'],
    ['note: Das Haus ist rot', 'Das Haus ist rot'],
    ['Notiz: Das Bad ist kalt', 'Das Bad ist kalt'],
    ['merk dir: das Dach ist undicht', 'das Dach ist undicht'],
    ['note: que bonito es Madrid', 'que bonito es Madrid'],
    ['please remember this: Anna likes tea', 'Anna likes tea'],
    ['note this down, please: Anna likes tea', 'Anna likes tea'],
    ['remember for me that Anna likes tea', 'Anna likes tea'],
    ['Merk dir bitte, dass Anna Tee mag', 'Anna Tee mag'],
    ['Merk dir das: Anna mag Tee', 'Anna mag Tee'],
    ['recuerda que Anna bebe té', 'Anna bebe té'],
    ["retiens qu'Anna boit du thé", 'Anna boit du thé'],
  ])('%j is kept in the words that follow the order, from the first one on', async (words, text) => {
    const { content } = await offline.complete(request([user(said(words))]));
    expect(content).toMatchObject([{ name: 'remember', input: { text } }]);
  });
});

describe('A statement that the person did not ask to keep', () => {
  const statement = "Anna's birthday is May 4";
  const offered = async (words: string): Promise<Message[]> => {
    const first = user(said(words));
    const { content } = await offline.complete(request([first]));
    return [first, { role: 'assistant', content }];
  };

  it.each([
    statement,
    'Bob lives in Porto',
    'Jo likes tea',
    'The spare key is under the mat',
    'Tante Erna wohnt in Kiel',
  ])('%j is offered to be kept', async (words) => {
    const [, answer] = await offered(words);
    expect(answer && text(answer)).toContain(`Shall I keep that? Say "yes", and I note: ${words}`);
  });

  it('is kept at a yes, and not at a no or at anything else', async () => {
    const asked = await offered(statement);
    const yes = await offline.complete(request([...asked, user(said('Yes, please!'))]));
    expect(yes.content).toMatchObject([{ type: 'tool_use', name: 'remember', input: { text: statement } }]);
    expect(text(await offline.complete(request([...asked, user(said('no'))])))).toContain('I did not keep it.');
    const other = await offline.complete(request([...asked, user(said('who is Bob?'))]));
    expect(other.content).toMatchObject([{ name: 'memory_search' }]);
  });

  it('is kept at "remember that" too', async () => {
    const asked = await offered(statement);
    const { content } = await offline.complete(request([...asked, user(said('remember that'))]));
    expect(content).toMatchObject([{ type: 'tool_use', name: 'remember', input: { text: statement } }]);
  });

  it('is kept at a yes to the question of this very message only', async () => {
    const asked = await offered(statement);
    const later = [...asked, user(said('thanks')), { role: 'assistant' as const, content: [said("You're welcome.")] }];
    expect((await offline.complete(request([...later, user(said('yes'))]))).stopReason).toBe('end_turn');
  });

  it.each(['the wifi password is hunter22!', 'My PINs: Visa 4711, Master 0815, remember them'])(
    '%j is not offered: a save of it is tried at once, which says why it is refused',
    async (words) => {
      const [, answer] = await offered(words);
      expect(answer?.content).toMatchObject([{ type: 'tool_use', name: 'remember', input: { text: words } }]);
    },
  );

  it.each([
    'I take 50 mg of levothyroxine every morning',
    "the kids' school closes at 4",
    'I weigh 74 kilos',
    'spare key under mat',
    'Anna is looking for a flat',
    'when I was a child we had a dog',
    'Ich nehme jeden Morgen 50 mg Levothyroxin',
  ])(
    '%j is offered whatever the search finds, and only lines that share a word with it are shown besides',
    async (words) => {
      const unrelated = { path: 'a.md', start_line: 3, end_line: 3, text: '- 09:00 pumpkin soup' };
      const near = { path: 'b.md', start_line: 4, end_line: 4, text: `- 10:00 as to ${words.split(' ').at(-1)}` };
      expect(await afterSearch(words, [unrelated])).toMatch(/^(?!.*pumpkin).*(?:I note|notiere ich): /s);
      expect(await afterSearch(words, [unrelated])).toContain(words);
      expect(await afterSearch(words, [])).toContain(words);
      const withNear = await afterSearch(words, [unrelated, near]);
      expect(withNear).toContain(words);
      expect(withNear).not.toContain('pumpkin');
    },
  );

  it('is offered where the search fails', async () => {
    expect(await afterCall('I weigh 74 kilos', 'Search failed: no index', true)).toContain('I note: I weigh 74 kilos');
  });

  it('is offered where it is not known for one and nothing is found about it', async () => {
    expect(await afterCall('spare key under mat', 'No relevant memories found.')).toContain(
      'in your memory. Shall I keep that? Say "yes", and I note: spare key under mat',
    );
    for (const asked of ['Who has the key?', 'tell me a joke', 'write me a poem about autumn'])
      expect(await afterCall(asked, 'No relevant memories found.')).not.toContain('Shall I keep');
  });
});

describe('What the search is not sure of', () => {
  const line = (shown: string, score: number) => ({ path: 'a.md', start_line: 3, end_line: 3, text: shown, score });

  it('is no answer: one line that shares a word with the question is shown as the nearest, below that nothing is known', async () => {
    const found = [
      line('- green tea keeps me awake', 0.69),
      line('- the bins come on Thursday', 0.6),
      line('- they come on Friday', 0.55),
    ];
    expect(await afterSearch('when does the plumber come?', found)).toBe(
      'I found nothing about that in your memory.\nThe nearest line in it:\n- the bins come on Thursday (a.md#L3)',
    );
    expect(await afterSearch('who is my best friend?', found)).toBe('I found nothing about that in your memory.');
    expect(await afterSearch('when does the plumber come?', [line('- they come on Friday', 0.45)])).toBe(
      'I found nothing about that in your memory.',
    );
  });

  it('is not shown beside what it is sure of', async () => {
    const found = [line('- the bins come on Thursday', 0.7), line('- they come on Friday', 0.69)];
    expect(await afterSearch('when do the bins come?', found)).toBe(
      'From your memory:\n- the bins come on Thursday (a.md#L3)',
    );
  });
});

describe('What the memory has nothing about', () => {
  const nothing = (words: string) => afterCall(words, 'No relevant memories found.');

  it.each(['who made you?', 'are you a robot', 'kannst du singen?', 'helo', 'tanks'])(
    '%j is answered with what the assistant can do, or as small talk with a typing mistake',
    async (words) => {
      expect(await nothing(words)).toMatch(/^(Without a model I keep|Ohne ein Modell merke|You're welcome)/);
    },
  );

  it.each([
    ["what's the weather like?", 'I found nothing about that'],
    ['tell me a joke', 'I found nothing about that'],
    ['please', 'I found nothing about that'],
    ['do you know who the neighbour is?', 'I found nothing about that in your memory.'],
    ['Wo wohnt Tante Frieda?', 'nichts gefunden'],
    ['¿Dónde está la llave?', 'No encontré nada'],
    ['Où est la clé ?', 'Je n’ai rien trouvé'],
  ])('%j is answered with what a program without a model does, in its language', async (words, says) => {
    expect(await nothing(words)).toContain(says);
  });
});

describe('The model-less provider', () => {
  it('tells the time that its context tells, and lists the reminders that are set', async () => {
    const asked = [user(context, said('what day is it?'))];
    expect(text(await offline.complete(request(asked)))).toContain('Saturday, 2026-11-21 10:00 (UTC)');
    const tools = [tool('memory_search'), tool('reminders')];
    const { content } = await offline.complete(request([user(said('my reminders'))], { tools }));
    expect(content).toMatchObject([{ name: 'reminders', input: { action: 'list' } }]);
  });

  it('says that nothing is cancelled, and how to do it, where a reminder is not found', async () => {
    const tools = [tool('memory_search'), tool('reminders')];
    const reply = await afterCall('cancel the bins reminder', 'There is none. No reminders are set.', true, tools);
    expect(reply).toContain(
      'Nothing is cancelled. To cancel a reminder, say its number: "cancel reminder 3". There is none.',
    );
  });

  it('answers with the reminders that have the words of a question which no note answers', async () => {
    const tools = [tool('memory_search'), tool('reminders')];
    const messages = [user(context, said('when do I need to call mum?'))];
    const results = [
      'No relevant memories found.',
      ['call the bank', 'call mum'].map((of) => `Reminder 3: Sun 2026-11-22 09:00 (UTC): ${of}`).join('\n'),
    ];
    for (const result of results) {
      const { content } = await offline.complete(request(messages, { tools }));
      const [call] = content;
      messages.push(
        { role: 'assistant', content },
        user({
          type: 'tool_result',
          tool_use_id: call?.type === 'tool_use' ? call.id : '',
          content: result,
          is_error: false,
        }),
      );
    }
    expect(text(await offline.complete(request(messages, { tools })))).toMatch(
      /^Among your reminders:\n- Reminder 3: Sun 2026-11-22 09:00 \(UTC\): call mum(?:\n\n|$)/,
    );
  });

  it('answers a question about someone with lines about them, also of two letters', async () => {
    const lines = (path: string, shown: string) => ({ path, start_line: 3, end_line: 3, text: shown });
    const found = (...chunks: ReturnType<typeof lines>[]) => chunks;
    expect(await afterSearch('What does Jo like?', found(lines('MEMORY.md', '- I like water')))).toContain(
      'I found nothing',
    );
    expect(
      await afterSearch(
        'What does Jo like?',
        found(lines('MEMORY.md', '- I like water'), lines('a.md', '- Jo likes tea')),
      ),
    ).toBe('From your memory:\n- Jo likes tea (a.md#L3)');
    expect(
      await afterSearch('What does Jo like?', [
        { path: 'a.md', start_line: 3, end_line: 4, text: '- Met Bea with Jo\n- Jo likes tea' },
      ]),
    ).toContain('memory:\n- Jo likes tea (a.md#L4)\n');
    expect(
      await afterSearch(
        '¿Qué le gusta a Jo?',
        found(lines('a.md', '- Llega el martes'), lines('b.md', '- Jo toma té')),
      ),
    ).not.toContain('martes');
    expect(await afterSearch('Wie heißt mein Zahnarzt?', found(lines('a.md', '- My dentist is Dr. Kim')))).toContain(
      'Dr. Kim',
    );
  });

  it('sets a reminder, says how it was understood, and why the tool did not set one', async () => {
    const tools = [tool('memory_search'), tool('remember'), tool('reminders')];
    const words = 'remind me tomorrow at 9 to call the bank';
    const asked = [user(context, said(words))];
    const { content } = await offline.complete(request(asked, { tools }));
    expect(content).toMatchObject([
      {
        type: 'tool_use',
        name: 'reminders',
        input: { action: 'set', text: 'call the bank', when: '2026-11-22T09:00' },
      },
    ]);
    expect(await afterCall(words, 'Set: Reminder 1: Sun 2026-11-22 09:00 (UTC): call the bank', false, tools)).toMatch(
      /^Set: Reminder 1: Sun 2026-11-22 09:00/,
    );
    const withoutReminders = await offline.complete(request([user(said(words))]));
    expect(text(withoutReminders)).toContain('I can set a reminder only while Scrubjay keeps running');
    expect(await afterCall(words, 'That time is past.', true, tools)).toMatch(
      /^I could not set that reminder\. That time is past\.$/,
    );
  });

  it('calls remember with what it was told to remember, and not what the program put before it', async () => {
    const answer = await offline.complete(
      request([user(programText('context', 'Remember: it is Monday'), said('Remember that my dentist is Dr. Kim'))]),
    );
    expect(answer).toMatchObject({
      stopReason: 'tool_use',
      content: [{ type: 'tool_use', name: 'remember', input: { text: 'my dentist is Dr. Kim' } }],
    });
  });

  it('calls memory_search with the question and quotes the lines that answer it, with their source', async () => {
    const reply = await afterCall("What's my dentist's name?", 'as text', false, undefined, [
      {
        path: '2026-11-20.md',
        start_line: 3,
        end_line: 5,
        text: '- 09:12 I bought a lamp\n- 10:03 My dentist is Dr. Kim\n- 11:00 Rain',
      },
    ]);
    expect(reply).toBe('From your memory:\n- 10:03 My dentist is Dr. Kim (2026-11-20.md#L4)');
  });

  it('says so when nothing is found, and when a tool fails', async () => {
    expect(await afterCall('Who is Zoe?', 'No relevant memories found.')).toMatch(
      /^I found nothing about that in your memory\.$/,
    );
    expect(await afterCall('Who is Zoe?', 'Search failed: disk on fire', true)).toContain(
      'Search failed: disk on fire',
    );
    expect(await afterCall('Remember the milk', 'Tool execution error: ENOSPC', true)).toMatch(
      /^I could not save that\. ENOSPC/,
    );
    expect(await afterCall('Remember the milk', 'Not saved: the text is too long.', true)).toBe(
      'I could not save that. The text is too long.',
    );
  });

  it('shows nobody the result of a save while it answers: that is written for a model', async () => {
    const shown: string[] = [];
    const call = { type: 'tool_use', id: 't', name: 'remember', input: { text: 'x' } } as const;
    const result = { type: 'tool_result', tool_use_id: 't', content: 'Saved: x -> a.md#L1', is_error: false } as const;
    await offline.complete(
      request([user(said('remember x')), { role: 'assistant', content: [call] }, user(result)]),
      (delta) => void shown.push(JSON.stringify(delta)),
    );
    expect(shown).toEqual([]);
  });

  it.each([
    ['remember that line one\nremember that line two', ['line one', 'line two']],
    ['remember that line one\n\nplease remember that line two', ['line one', 'line two']],
    ['note that line one\nremember that line two', ['line one', 'line two']],
    ['remember the recipe:\n200 g flour\nNote: use butter', ['the recipe:\n200 g flour\nNote: use butter']],
  ])('takes each line that orders something by itself: %j', async (words, texts) => {
    const { content } = await offline.complete(request([user(said(words))]));
    expect(content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []))).toEqual(
      texts.map((text) => ({ text })),
    );
  });

  it('handles each of several messages that came at once', async () => {
    const message = user(context, said('remember that line one'), context, said('remember that line two'));
    const { content } = await offline.complete(request([message]));
    expect(content.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []))).toEqual([
      { text: 'line one' },
      { text: 'line two' },
    ]);
  });

  it('offers to keep what was said above an order', async () => {
    const messages = [user(said('the boiler is loud\nremember that Bob likes figs'))];
    const { content } = await offline.complete(request(messages));
    const [call] = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    expect(call?.input).toEqual({ text: 'Bob likes figs' });
    const done = user({ type: 'tool_result', tool_use_id: call?.id ?? '', content: 'Saved', is_error: false });
    const reply = await offline.complete(request([...messages, { role: 'assistant', content }, done]));
    expect(text(reply)).toContain('the boiler is loud');
    const answered = [...messages, { role: 'assistant' as const, content: [said(text(reply))] }, user(said('yes'))];
    const { content: kept } = await offline.complete(request(answered));
    expect(kept.flatMap((block) => (block.type === 'tool_use' ? [block.input] : []))).toEqual([
      { text: 'the boiler is loud' },
    ]);
  });

  it('keeps what it just offered to keep after "save" alone', async () => {
    const offered = [user(said('the boiler is loud'))];
    const { content } = await offline.complete(
      request([...offered, { role: 'assistant', content: [said(`${offer} the boiler is loud`)] }, user(said('save'))]),
    );
    expect(content).toMatchObject([{ type: 'tool_use', name: 'remember', input: { text: 'the boiler is loud' } }]);
  });

  describe('that no model is configured', () => {
    const at = (day: string, words: string): Message =>
      user(programText('context', `<context>\nNow: Saturday, ${day} 10:00 (UTC)\n</context>`), said(words));
    const answered = async (provider: Provider, messages: Message[]): Promise<Message> => ({
      role: 'assistant',
      content: (await provider.complete(request(messages, { toolChoice: 'none' }))).content,
    });
    const explaining = (): Provider => createOffline({ explains: true });

    it('is said once a day in a conversation, also after a start, under an answer that falls short', async () => {
      const provider = explaining();
      const first = [at('2026-11-21', 'Who is Zoe?')];
      const second = [...first, await answered(provider, first), at('2026-11-21', 'And Max?')];
      const third = [...second, await answered(provider, second), at('2026-11-22', 'And Ada?')];
      const counts = [second, third, [...third, await answered(provider, third)]].map((messages) =>
        messages.filter((message) => message.role === 'assistant').map((message) => text(message).includes(noModel)),
      );
      expect(counts).toEqual([[true], [true, false], [true, false, true]]);
      expect(text(await answered(explaining(), second))).not.toContain(noModel);
      expect(text(await answered(provider, [at('2026-11-22', 'Who is Zoe?')]))).toContain(noModel);
    });

    it('is not said again on the day of a message that a summary of earlier ones stands before', async () => {
      const [context, words] = at('2026-11-21', 'Who is Zoe?').content;
      const first = [user(programText('earlier_conversation', 'They said hello.'), context!, words!)];
      const told = [...first, await answered(explaining(), first), at('2026-11-21', 'And Max?')];
      expect(text(told[1]!)).toContain(noModel);
      expect(text(await answered(explaining(), told))).not.toContain(noModel);
    });

    it('is not said again where the beginning of a long conversation is cut off', async () => {
      const provider = explaining();
      await answered(provider, [at('2026-11-21', 'Who is Zoe?')]);
      const cut = [
        at('2026-11-21', 'hello'),
        { role: 'assistant' as const, content: [said('Hello!')] },
        at('2026-11-21', 'Who is Max?'),
      ];
      expect(text(await answered(provider, cut))).toBe('I can neither save nor look anything up here.');
    });

    it.each(['hello', 'thanks', 'help', 'how do I back up?'])(
      'is not said where the answer is a sensible one: %j',
      async (words) => {
        expect(text(await answered(explaining(), [at('2026-11-21', words)]))).not.toContain(noModel);
      },
    );

    it('is said in the language of the question, and not at all while a model is only away', async () => {
      const german = [at('2026-11-21', 'Wer ist meine Tante?')];
      expect(text(await answered(explaining(), german))).toContain('Es ist kein Modell eingerichtet');
      expect(text(await answered(offline, german))).not.toContain('Modell');
      const provider = explaining();
      const wish = [at('2026-11-21', 'remind me tomorrow at 9 am or so')];
      const { content } = await provider.complete(request(wish, { tools: [tool('reminders')] }));
      expect(text({ content })).toContain(noModel);
    });
  });

  it('reads a result that the tool limit has wrapped', async () => {
    const wrapped = JSON.stringify({
      output: 'Saved: the milk -> 2026-11-21.md',
      limit_reached: true,
    });
    expect(await afterCall('Remember the milk', wrapped)).toContain('Saved: the milk -> 2026-11-21.md');
  });

  it('calls no tool that is not in the request or not allowed', async () => {
    const asked = [user(said('Who is Zoe?'))];
    expect((await offline.complete(request(asked, { tools: [] }))).stopReason).toBe('end_turn');
    expect((await offline.complete(request(asked, { toolChoice: 'none' }))).stopReason).toBe('end_turn');
    const told = await offline.complete(request([user(said('Remember the milk'))], { tools: [tool('memory_search')] }));
    expect(told.content).toMatchObject([{ name: 'memory_search' }]);
  });

  it('acts on a message that was folded into the running turn', async () => {
    const messages = [user(said('Remember the milk'))];
    const first = await offline.complete(request(messages));
    const id = first.content[0]?.type === 'tool_use' ? first.content[0].id : '';
    messages.push(
      { role: 'assistant', content: first.content },
      user(
        { type: 'tool_result', tool_use_id: id, content: 'Saved: the milk -> 2026-11-21.md', is_error: false },
        said('Who is Zoe?'),
      ),
    );
    const second = await offline.complete(request(messages));
    expect(second.content).toMatchObject([{ name: 'memory_search', input: { query: 'Who is Zoe?' } }]);
    const nextId = second.content[0]?.type === 'tool_use' ? second.content[0].id : '';
    messages.push(
      { role: 'assistant', content: second.content },
      user({ type: 'tool_result', tool_use_id: nextId, content: 'No relevant memories found.', is_error: false }),
    );
    const last = await offline.complete(request(messages));
    expect(text(last)).toMatch(/^Saved: the milk -> 2026-11-21\.md\n\nI found nothing about that in your memory\.$/);
  });
});

describe('What corrects a line of the memory', () => {
  const line = { path: 'a.md', start_line: 3, end_line: 3, text: '- 09:00 my shoe size is 43', score: 0.9 };
  const ask = async (words: string, chunks: readonly ShownChunk[]) => {
    const messages = [user(context, said(words))];
    const { content } = await offline.complete(request(messages));
    const [call] = content;
    if (call?.type !== 'tool_use') throw new Error(`no call for ${words}`);
    messages.push(
      { role: 'assistant', content },
      user({ type: 'tool_result', tool_use_id: call.id, content: 'found', is_error: false }),
    );
    return await offline.complete(request(messages, { shown: new Map([[call.id, chunks]]) }));
  };

  it.each([
    ['correction: my shoe size is 44', 'my shoe size is 44'],
    ['actually my shoe size is 44, not 43', 'my shoe size is 44'],
    ['no, my shoe size is 44', 'my shoe size is 44'],
    ['change my shoe size to 45', 'my shoe size is 45'],
    ['please update my shoe size from 43 to 45', 'my shoe size is 45'],
  ])('%j is saved in the place of the line that it is about', async (words, text) => {
    const { content } = await ask(words, [line]);
    expect(content).toMatchObject([{ name: 'remember', input: { text, instead_of: '09:00 my shoe size is 43' } }]);
  });

  it('is offered to be kept where no line is found that it is about', async () => {
    expect(text(await ask('no, we are out of milk', [line]))).toMatch(/I note: we are out of milk$/);
  });

  it.each([
    ["that's wrong", 'Say how it is'],
    ['das stimmt nicht', 'Sag, wie es ist'],
    ["c'est faux", 'Dites ce qui est juste'],
    ['eso no es cierto', 'Di cómo es'],
  ])('%j is answered with how to correct: %s', async (words, how) => {
    expect(text(await offline.complete(request([user(said(words))])))).toContain(how);
  });
});

describe('A question for a day', () => {
  const tools = [tool('memory_search'), tool('reminders')];
  it.each([
    ["what's on tomorrow?", ['call mum']],
    ['do I have anything tomorrow?', ['call mum']],
    ['what do I have on Tuesday?', ['pay the rent']],
    ['was habe ich morgen vor?', ['call mum']],
    ['¿qué tengo mañana?', ['call mum']],
    ['what did I do on Tuesday?', []],
  ])('%j is answered with the reminders of that day: %j', async (words, expected) => {
    const listed =
      'Reminder 1: Sun 2026-11-22 09:00 (UTC): call mum\nReminder 2: Tue 2026-11-24 10:00 (UTC): pay the rent';
    const messages = [user(context, said(words))];
    for (const result of ['No relevant memories found.', listed]) {
      const { content } = await offline.complete(request(messages, { tools }));
      const [call] = content;
      if (call?.type !== 'tool_use') break;
      messages.push(
        { role: 'assistant', content },
        user({ type: 'tool_result', tool_use_id: call.id, content: result, is_error: false }),
      );
    }
    const answer = text(await offline.complete(request(messages, { tools })));
    expect(['call mum', 'pay the rent'].filter((one) => answer.includes(one))).toEqual(expected);
  });

  it('on which something was said is no question for all that is remembered', () => {
    expect(readIntent('what did I tell you today?').kind).toBe('search');
    expect(readIntent('what did I tell you?').kind).toBe('overview');
  });
});

describe('A wish to forget', () => {
  it.each([
    ['forget my shoe size', 'my shoe size'],
    ['delete the note about coriander', 'coriander'],
    ['please forget what I told you about Ben.', 'Ben'],
    ['vergiss Ben', 'Ben'],
    ['lösche die Notiz über Koriander', 'Koriander'],
    ['borra la nota sobre el cilantro', 'el cilantro'],
    ['oublie Ben', 'Ben'],
    ['forget it', null],
    ['forget that', null],
    ['forget everything', null],
    ['delete reminder 1', null],
    ['who is Ben?', null],
  ])('%j names %j', (words, named) => {
    expect(namedToForget(words)).toBe(named);
  });
});
