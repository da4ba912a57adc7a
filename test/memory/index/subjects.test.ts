import { describe, expect, it } from 'vitest';
import { createSubjects } from '../../../src/memory/index/subjects.ts';
import { namesIn, termsOf } from '../../../src/memory/text/terms.ts';

describe('the subjects of lines', () => {
  const named = (subjects: readonly string[], query: string): string[] => {
    const all = createSubjects();
    const ids = subjects.map((subject) => all.idOf(subject));
    const marks = all.named(new Set(termsOf(query)));
    return subjects.filter((_, i) => (marks?.[ids[i] ?? -1] ?? 0) > 0);
  };

  it('are named by a query that has all of their words, in any order and form', () => {
    expect(named(['Anna', 'Project Falcon', 'Dr. Weber', 'Jonas'], 'what did falcon projects mean to ANNA')).toEqual([
      'Anna',
      'Project Falcon',
    ]);
  });

  it('are not named by a part of their words, and a subject without words by nothing', () => {
    expect(named(['Dr. Weber', '', '—'], 'weber — ')).toEqual([]);
  });

  it('count most where they are named first', () => {
    const all = createSubjects();
    const [anna, ben, box] = ['Anna', 'Ben', 'Tool Box'].map(all.idOf);
    const marks = (query: string) => [anna, ben, box].map((id) => all.named(new Set(termsOf(query)))?.[id ?? -1]);
    expect(marks('What did Ben say to Anna')).toEqual([expect.closeTo(0.7), 1, 0]);
    expect(marks('What did Anna say to Ben')).toEqual([1, expect.closeTo(0.7), 0]);
    expect(marks('In which box are the tools of Anna')).toEqual([expect.closeTo(0.7), 0, 1]);
  });

  it('have one number for equal texts', () => {
    const all = createSubjects();
    expect([all.idOf('Anna'), all.idOf('Ben'), all.idOf('Anna')]).toEqual([0, 1, 0]);
  });
});

describe('the names in a question', () => {
  it('are its words with a capital letter, in English', () => {
    expect(namesIn('When did Caroline meet Jean-Luc in Lisbon?')).toEqual([['carolin'], ['jean'], ['luc'], ['lisbon']]);
    expect(
      namesIn('When did Joanna see "Eternal Sunshine of the Spotless Mind" with Dr. Seuss and Uncle Bob Miller?'),
    ).toEqual([['joanna'], ['etern', 'sunshin'], ['spotless', 'mind'], ['seuss'], ['bob', 'miller']]);
    expect(namesIn('What did I say?')).toEqual([]);
    expect(namesIn('What did June do in May?', 'What did June do ?')).toEqual([['june']]);
  });

  it('are not taken from languages that write other words so, nor from shouting', () => {
    expect(namesIn('Wann muss ich die Miete an den Vermieter zahlen')).toEqual([]);
    expect(namesIn('WHERE IS THE PASSPORT')).toEqual([]);
  });
});
