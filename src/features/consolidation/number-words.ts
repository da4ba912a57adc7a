// Numbers in words, in the languages that the night reads: "two hundred and fifty", "zweiundvierzig", "noventa y dos",
// "quatre-vingt-dix-sept". "One" is left out: in most languages it is the article as well. Pure.

const german = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];
const germanTens = ['zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];

const counted = (text: string, from: number, step = 1): [string, number][] =>
  text
    .split(' | ')
    .flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, (index + from) * step]));

/** By the word in small letters, also of several parts. "Once" is left out, which in English is no eleven. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...counted(
    'zero null cero zéro | eins | two zwei dos deux both twice | three drei tres trois | four vier cuatro quatre | five fünf cinco cinq | six sechs seis | seven sieben siete sept | eight acht ocho huit | nine neun nueve neuf | ten zehn diez dix | eleven elf onze | twelve zwölf doce douze dozen dutzend | thirteen dreizehn trece treize | fourteen vierzehn catorce quatorze | fifteen fünfzehn quince quinze | sixteen sechzehn dieciséis seize | seventeen siebzehn diecisiete dix-sept | eighteen achtzehn dieciocho dix-huit | nineteen neunzehn diecinueve dix-neuf',
    0,
  ),
  ...counted(
    'twenty zwanzig veinte vingt | thirty dreißig treinta trente | forty vierzig cuarenta quarante | fifty fünfzig cincuenta cinquante | sixty sechzig sesenta soixante | seventy siebzig setenta septante | eighty achtzig ochenta quatre-vingt quatre-vingts | ninety neunzig noventa nonante',
    2,
    10,
  ),
  ...counted(
    'veintiuno veintiún | veintidós | veintitrés | veinticuatro | veinticinco | veintiséis | veintisiete | veintiocho | veintinueve',
    21,
  ),
  ...counted(
    'hundred hundert cien ciento cent cents | doscientos doscientas | trescientos trescientas | cuatrocientos cuatrocientas | quinientos quinientas | seiscientos seiscientas | setecientos setecientas | ochocientos ochocientas | novecientos novecientas',
    1,
    100,
  ),
  ...counted('thousand tausend mil mille', 1, 1000),
  ...german.flatMap((unit, i): [string, number][] => [
    ...germanTens.map((ten, j): [string, number] => [`${unit}und${ten}`, i + 1 + (j + 2) * 10]),
    [`${unit}hundert`, (i + 1) * 100],
    [`${unit}tausend`, (i + 1) * 1000],
  ]),
]);

const joins: ReadonlySet<string> = new Set(['and', 'und', 'y', 'et']);
/** "50 cents" are no hundred. */
const isCoin = (word: string): boolean => word === 'cent' || word === 'cents';

/**
 * The numbers that the words of a text make.
 * @param text in small letters
 * @param other a further word that is one
 */
export function spelledNumbers(text: string, other: (word: string) => number | undefined): number[] {
  const numbers: number[] = [];
  let thousands = 0;
  let below: number | null = null;
  const end = (): void => {
    if (below !== null) numbers.push(thousands + below);
    [thousands, below] = [0, null];
  };
  for (const [word] of text.matchAll(/quatre-vingts?|dix-(?:sept|huit|neuf)|\p{L}+|[^\p{L}\s-]/gu)) {
    const further = other(word);
    if (further !== undefined) numbers.push(further);
    const value: number | undefined = isCoin(word) && below === null ? undefined : numberWords.get(word);
    if (value === undefined) {
      if (!joins.has(word)) end();
    } else if (value === 1000) [thousands, below] = [thousands + (below || 1) * 1000, 0];
    else if (value === 100 && below !== null && below > 0 && below < 20) below *= 100;
    else if (below === null || isPartOf(below, value)) below = (below ?? 0) + value;
    else {
      end();
      below = value;
    }
  }
  end();
  return numbers;
}

/** Whether "forty" and "two" are one number: what follows is smaller than the last place that was said; in French up to 79 and 99. */
function isPartOf(said: number, value: number): boolean {
  const tens = said % 100;
  if (tens === 0) return value < (said % 1000 === 0 ? 1000 : 100);
  return tens >= 20 && tens % 10 === 0 && value < (tens === 60 || tens === 80 ? 20 : 10);
}

/** A text with digits in place of single words for a number, such as "quinze". */
export const withDigits = (text: string): string =>
  text.replace(/quatre-vingts?|dix-(?:sept|huit|neuf)|\p{L}+/giu, (word) => {
    const value = numberWords.get(word.toLowerCase());
    return value === undefined || value < 13 || value > 99 ? word : String(value);
  });
