import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/memory/memory.ts';
import { openWordMemory } from '../../support/word-memory.ts';

const notes: Record<string, string[]> = {
  'MEMORY.md': ['Never schedule meetings today or on Mondays', 'Three days of holidays are left'],
  '2025-11-20.md': ['Thai curry with Jonas'],
  '2026-03-10.md': ['Gave notice for the old apartment'],
  '2026-04-01.md': ['The move to the new flat went well', 'Broke the blue vase during the move'],
  '2026-04-12.md': ['Hung the curtains'],
  '2026-05-09.md': ['Wedding of Lena and Tomasz'],
  '2026-05-10.md': ['Slept until noon'],
  '2026-09-21.md': ['Tooth filling took forty minutes'],
  '2026-10-03.md': ['Landed in Tokyo, ramen at Ichiran'],
  '2026-10-26.md': ['Started at the gym'],
  '2026-11-13.md': ['Bought winter tyres', 'Watched a documentary'],
  '2026-11-17.md': ['Lunch with Tomasz'],
  '2026-11-20.md': ['Dropped the parcel at the post office'],
  '2026-11-21.md': ['Bought bread'],
};

let memory: Memory;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => void (memory = await openWordMemory(notes, { now: () => now, timezone: 'Europe/Berlin' })));
afterAll(() => memory.close());

const found = async (query: string): Promise<string[]> =>
  (await memory.search(query)).results.map(({ path }) => path.replace('.md', ''));

describe('a query that names nothing but a time', () => {
  it.each([
    ['what did I do yesterday', ['2026-11-20']],
    ['what happened today?', ['2026-11-21']],
    ['on Tuesday', ['2026-11-17']],
    ['what did I do a week ago', ['2026-11-13', '2026-11-17']],
    ['what happened in May', ['2026-05-09', '2026-05-10']],
    ['what did I do two months ago', ['2026-09-21', '2026-10-03']],
    ['this time last year', ['2025-11-20']],
    ['what did we do on 9 May', ['2026-05-09']],
    ['2026-05-09', ['2026-05-09']],
    ['09.05.2026', ['2026-05-09']],
    ['9/5/2026', ['2026-05-09']],
    ['was habe ich gestern gemacht', ['2026-11-20']],
    ['was war letzte Woche', ['2026-11-13']],
    ['was ist am 9. Mai passiert?', ['2026-05-09']],
    ['вчера', ['2026-11-20']],
    ['昨天', ['2026-11-20']],
    ['three days ago', []],
    ['vorgestern', []],
  ])('%s', async (query, days) => {
    expect(await found(query)).toEqual(days);
  });

  it('has the day nearest to what happened first', async () => {
    expect((await found('what did I do before the move'))[0]).toBe('2026-03-10');
    expect((await found('what happened after the move'))[0]).toBe('2026-04-12');
    expect((await found('what happened after the wedding'))[0]).toBe('2026-05-10');
    expect((await found('what did I do since the Tokyo trip'))[0]).toBe('2026-10-26');
  });

  it('is no greeting', async () => {
    expect(await found('how are you today?')).not.toContain('2026-11-21');
  });

  it('means the day of the person, on both sides of midnight', async () => {
    now = new Date('2026-11-20T22:59:00Z');
    expect(await found('what did I do today')).toEqual(['2026-11-20']);
    now = new Date('2026-11-20T23:01:00Z');
    expect(await found('what did I do today')).toEqual(['2026-11-21']);
    now = new Date('2026-11-21T12:00:00Z');
  });
});

describe('what was talked about in a time is asked for as the time is', () => {
  it.each([
    'what did we talk about yesterday?',
    'what have we been talking about yesterday',
    'what did we discuss yesterday',
    'what did we speak of yesterday?',
    'what did we chat about yesterday',
    'what did I tell you yesterday',
    'worüber haben wir gestern gesprochen?',
    'wovon haben wir gestern geredet',
    'was haben wir gestern besprochen',
    'worüber haben wir uns gestern unterhalten?',
    'de quoi avons-nous parlé hier ?',
    'de quoi on a parlé hier ?',
    'de quoi a-t-on discuté hier ?',
    '¿de qué hablamos ayer?',
    '¿sobre qué hemos hablado ayer?',
    '¿qué comentamos ayer?',
    'di cosa abbiamo parlato ieri?',
    'di che cosa abbiamo discusso ieri?',
    'do que falamos ontem?',
    'sobre o que conversámos ontem?',
    'waar hebben we het gisteren over gehad?',
    'waarover hebben we gisteren gesproken?',
    'wat hebben we gisteren besproken',
    'o czym rozmawialiśmy wczoraj?',
    'о чём мы говорили вчера?',
    'что мы обсуждали вчера?',
    'про що ми говорили вчора?',
    'що ми обговорювали вчора?',
    'vad pratade vi om igår?',
    'vad diskuterade vi igår?',
    '昨天我们聊了什么？',
    '我们昨天讨论了什么',
    '昨日何について話しましたか',
    '昨日は何を話した？',
    '어제 우리 무슨 얘기 했지?',
    '어제 우리가 무슨 이야기를 나눴지?',
  ])('%s', async (query) => {
    expect(await found(query)).toEqual(['2026-11-20']);
  });

  it.each([
    ['what did we talk about in May', ['2026-05-09', '2026-05-10']],
    ['what did we talk about last week', ['2026-11-13']],
    ['worüber haben wir im Mai gesprochen', ['2026-05-09', '2026-05-10']],
    ['¿de qué hablamos en mayo?', ['2026-05-09', '2026-05-10']],
  ])('%s', async (query, days) => {
    expect(await found(query)).toEqual(days);
  });

  it('but not where something else is asked for as well', async () => {
    expect((await found('when did we talk about Tokyo last month'))[0]).toBe('2026-10-03');
    expect((await found('what did we say about the parcel yesterday'))[0]).toBe('2026-11-20');
  });
});

it('looks for what is asked within the time, and not for the words of the time', async () => {
  expect((await found('what did I buy last week'))[0]).toBe('2026-11-13');
  expect((await found('what did I buy today'))[0]).toBe('2026-11-21');
});

describe('where nothing says which year is meant', () => {
  const asked = async (query: string, ...days: string[]): Promise<string[]> => {
    const lines = days.map((day) => [`${day}.md`, ['Boat trip on 3 February', 'Bought bread']] as const);
    const other = await openWordMemory(Object.fromEntries(lines), {
      now: () => new Date('2026-11-21T12:00:00Z'),
      timezone: 'Europe/Paris',
    });
    const { results } = await other.search(query);
    await other.close();
    return results.map(({ path }) => path.replace('.md', ''));
  };

  it.each(['early February', 'February', "qu'y a-t-il début février", 'Anfang Februar', 'a principios de febrero'])(
    '%s is that of which the notes know',
    async (query) => {
      expect(await asked(query, '2026-11-19')).toEqual(['2026-11-19']);
      expect(await asked(query, '2026-02-01')).toEqual(['2026-02-01']);
      expect((await asked(query, '2026-02-01', '2026-11-19'))[0]).toBe('2026-02-01');
    },
  );
});
