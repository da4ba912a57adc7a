// The Porter stemmer for English words: "running" and "runs" are found by "run". Pure.
// M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.

const consonant = '[^aeiou]';
const vowel = '[aeiouy]';
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const measureOver0 = new RegExp(`^(${consonants})?${vowels}${consonants}`);
const measureIs1 = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`);
const measureOver1 = new RegExp(`^(${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(${consonants})?${vowel}`);
const endsShort = new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`);

const step2: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};
const step3: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};
const step2Ending = new RegExp(`^(.+?)(${Object.keys(step2).join('|')})$`);
const step3Ending = new RegExp(`^(.+?)(${Object.keys(step3).join('|')})$`);
const step4Ending = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

/** @param word lower-case, letters a to z only; anything shorter than three letters comes back as it is */
export function stem(word: string): string {
  if (word.length < 3) return word;
  // An initial y is a consonant; upper case keeps it out of the vowel classes until the end.
  let w = word.startsWith('y') ? `Y${word.slice(1)}` : word;

  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^s]s$/.test(w)) w = w.slice(0, -1);

  const past = /^(.+?)(?:ed|ing)$/.exec(w);
  if (w.endsWith('eed')) {
    if (measureOver0.test(w.slice(0, -3))) w = w.slice(0, -1);
  } else if (past?.[1] !== undefined && hasVowel.test(past[1])) {
    w = past[1];
    if (/(at|bl|iz)$/.test(w)) w += 'e';
    else if (/([^aeiouylsz])\1$/.test(w)) w = w.slice(0, -1);
    else if (endsShort.test(w)) w += 'e';
  }

  if (/^.+y$/.test(w) && hasVowel.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaceEnding(w, step2Ending, step2);
  w = replaceEnding(w, step3Ending, step3);

  const fourth = step4Ending.exec(w)?.[1] ?? /^(.+?)([st])ion$/.exec(w)?.slice(1, 3).join('');
  if (fourth !== undefined && measureOver1.test(fourth)) w = fourth;

  if (w.endsWith('e')) {
    const root = w.slice(0, -1);
    if (measureOver1.test(root) || (measureIs1.test(root) && !endsShort.test(root))) w = root;
  }
  if (w.endsWith('ll') && measureOver1.test(w)) w = w.slice(0, -1);
  return w.startsWith('Y') ? `y${w.slice(1)}` : w;
}

function replaceEnding(word: string, pattern: RegExp, endings: Record<string, string>): string {
  const found = pattern.exec(word);
  const root = found?.[1];
  const ending = found?.[2] === undefined ? undefined : endings[found[2]];
  return root !== undefined && ending !== undefined && measureOver0.test(root) ? root + ending : word;
}
