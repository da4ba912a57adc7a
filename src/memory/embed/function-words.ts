// The words of a question that say nothing of what it is about, as wordpieces of the built-in model. Question words are not
// among them (they fit a place, a time, a person), nor "I" and "my": there are lines of whom that is.

/** The numbers are those of the model's vocabulary, which is English. */
export const functionWords: Readonly<Record<string, number>> = {
  did: 2106,
  does: 2515,
  do: 2079,
  is: 2003,
  are: 2024,
  was: 2001,
  were: 2020,
  be: 2022,
  been: 2042,
  has: 2038,
  have: 2031,
  had: 2018,
  would: 2052,
  could: 2071,
  can: 2064,
  will: 2097,
  should: 2323,
  may: 2089,
  might: 2453,
  the: 1996,
  a: 1037,
  an: 2019,
  of: 1997,
  to: 2000,
  in: 1999,
  for: 2005,
  on: 2006,
  at: 2012,
  by: 2011,
  with: 2007,
  from: 2013,
  and: 1998,
  or: 2030,
  as: 2004,
  his: 2010,
  her: 2014,
  he: 2002,
  she: 2016,
  they: 2027,
  their: 2037,
  its: 2049,
  it: 2009,
  that: 2008,
  this: 2023,
  these: 2122,
  those: 2216,
  any: 2151,
  some: 2070,
  '?': 1029,
  '!': 999,
  '.': 1012,
  ',': 1010,
  ';': 1025,
  ':': 1024,
  "'": 1005,
  '"': 1000,
  '(': 1006,
  ')': 1007,
  '-': 1011,
};

const ids = new Set(Object.values(functionWords));

/** Which of a text's wordpieces say something; all of them where none does. */
export function sayingSomething(pieces: ArrayLike<number>): (id: number) => boolean {
  const some = Array.from(pieces).some((id) => !ids.has(id));
  return some ? (id) => !ids.has(id) : () => true;
}
