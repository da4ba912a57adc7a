import { describe, expect, it } from 'vitest';
import { flagsAskedFor } from '../../../src/memory/query/question-forms.ts';
import { hasName, hasNumber, kindFlags } from '../../../src/memory/text/answer-type.ts';

describe('what a question asks for', () => {
  it.each([
    'Where did Anna spend the summer?',
    'Which city did we fly to?',
    'In what small Italian restaurant did we eat?',
    'What fantasy books does Ben recommend?',
    'What is her dog called?',
    'What was the title of the talk?',
  ])('is a name: %s', (question) => {
    expect(flagsAskedFor(question)).toBe(hasName);
  });

  it.each(['How many children does Ben have?', 'how old is the house', 'What price did we agree on?'])(
    'is a number: %s',
    (question) => {
      expect(flagsAskedFor(question)).toBe(hasNumber);
    },
  );

  it('is either where it may be', () => {
    expect(flagsAskedFor('How often did we go to the place called Kafka?')).toBe(hasName + hasNumber);
  });

  it.each(['When is the rent due?', 'Why did Anna leave?', 'What did I do yesterday?', 'penicillin', ''])(
    'is nothing of a kind: %s',
    (question) => {
      expect(flagsAskedFor(question)).toBe(0);
    },
  );
});

describe('a line', () => {
  it.each([
    'We took the train to Lisbon in May',
    'I just finished “the glass key”, so good',
    'Reading *the glass key* now',
    'They work for IBM now',
    'Anna: we met in Évora, it was hot',
    'mit dem Zug nach Köln',
  ])('names something: %s', (text) => {
    expect(kindFlags(text) & hasName).toBe(hasName);
  });

  it.each([
    'Thanks, Anna! It was fun',
    'That is so nice, Ben',
    'Signed the lease. The landlord was kind',
    'See you on Friday, or in January',
    'Anna: We laughed a lot',
    "and then I said that it's mine",
    '5 * 3 * 2 = 30',
  ])('names nothing, but who is spoken to, a day or the start of a sentence: %s', (text) => {
    expect(kindFlags(text) & hasName).toBe(0);
  });

  it('has a number in digits or in words', () => {
    expect(
      ['paid 180 euros', 'we have three cats', 'I ran it twice', 'a couple of friends'].map(
        (text) => kindFlags(text) & hasNumber,
      ),
    ).toEqual([hasNumber, hasNumber, hasNumber, hasNumber]);
    expect(['someone often wrote', 'in the tenth year', 'weight'].map((text) => kindFlags(text) & hasNumber)).toEqual([
      0, 0, 0,
    ]);
  });
});
