// Numbers as they are written by the rules of each language, from 0 to 9999.

export type Spell = (n: number) => string;

const list = (words: string): string[] => words.split(' ');
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

const englishUnits = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const englishTens = list('- - twenty thirty forty fifty sixty seventy eighty ninety');
export const english =
  (hyphen: string, and: string): Spell =>
  (n) => {
    const below: Spell = (m) =>
      m < 20
        ? (englishUnits[m] ?? '')
        : `${englishTens[Math.floor(m / 10)]}${m % 10 === 0 ? '' : hyphen + (englishUnits[m % 10] ?? '')}`;
    if (n < 100) return below(n);
    const [thousand, hundred, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
    return joined(
      thousand > 0 ? `${below(thousand)} thousand` : '',
      hundred > 0 ? `${below(hundred)} hundred` : '',
      rest > 0 ? joined(and, below(rest)) : '',
    );
  };

/** German and Dutch, which put the unit before the tens and write all of it as one word. */
const oneWord =
  (
    units: readonly string[],
    tens: readonly string[],
    [hundred, thousand]: readonly [string, string],
    and: (unit: string) => string,
    first: string,
  ): Spell =>
  (n) => {
    const below: Spell = (m) => {
      if (m < 20) return units[m] ?? '';
      const unit = m % 10 === 1 ? first : (units[m % 10] ?? '');
      return m % 10 === 0 ? (tens[m / 10] ?? '') : `${unit}${and(unit)}${tens[Math.floor(m / 10)]}`;
    };
    if (n < 100) return below(n);
    const [k, h, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
    const power = (count: number, name: string): string =>
      count === 0 ? '' : `${count === 1 ? '' : (units[count] ?? '')}${name}`;
    return `${power(k, thousand)}${power(h, hundred)}${rest === 0 ? '' : below(rest)}`;
  };

export const german = oneWord(
  list(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  list('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  ['hundert', 'tausend'],
  () => 'und',
  'ein',
);
export const dutch = oneWord(
  list(
    'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
  ),
  list('- - twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
  ['honderd', 'duizend'],
  (unit) => (unit.endsWith('e') ? 'ën' : 'en'),
  'een',
);

const spanishUnits = list(
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
);
const spanishTens = list('- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa');
const spanishHundreds = list(
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
);
export const spanish: Spell = (n) => {
  const below: Spell = (m) =>
    m < 30
      ? (spanishUnits[m] ?? '')
      : joined(spanishTens[Math.floor(m / 10)] ?? '', m % 10 === 0 ? '' : `y ${spanishUnits[m % 10]}`);
  if (n < 100) return below(n);
  const [k, h, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
  return joined(
    k === 0 ? '' : k === 1 ? 'mil' : `${spanishUnits[k]} mil`,
    h === 0 ? '' : h === 1 && rest === 0 ? 'cien' : (spanishHundreds[h] ?? ''),
    rest === 0 ? '' : below(rest),
  );
};

const portugueseUnits = list(
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove',
);
const portugueseTens = list('- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa');
const portugueseHundreds = list(
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
);
export const portuguese: Spell = (n) => {
  const below: Spell = (m) =>
    m < 20
      ? (portugueseUnits[m] ?? '')
      : joined(portugueseTens[Math.floor(m / 10)] ?? '', m % 10 === 0 ? '' : `e ${portugueseUnits[m % 10]}`);
  if (n < 100) return below(n);
  const [k, h, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
  const parts = [
    k === 0 ? '' : k === 1 ? 'mil' : `${portugueseUnits[k]} mil`,
    h === 0 ? '' : h === 1 && rest === 0 ? 'cem' : (portugueseHundreds[h] ?? ''),
    rest === 0 ? '' : below(rest),
  ].filter((part) => part !== '');
  const isSimple = h === 0 || rest === 0;
  return parts.length === 3 || !isSimple
    ? `${parts.slice(0, -1).join(' ')} e ${parts.at(-1)}`
    : parts.join(isSimple ? ' e ' : ' ');
};

const italianUnits = list(
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
);
const italianTens = list('- - venti trenta quaranta cinquanta sessanta settanta ottanta novanta');
export const italian: Spell = (n) => {
  const below: Spell = (m) => {
    if (m < 20) return italianUnits[m] ?? '';
    const [ten = '', unit = ''] = [italianTens[Math.floor(m / 10)], m % 10 === 0 ? '' : italianUnits[m % 10]];
    return (/^[uo]/.test(unit) ? ten.slice(0, -1) : ten) + (unit === 'tre' ? 'tré' : unit);
  };
  if (n < 100) return below(n);
  const [k, h, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
  return [
    k === 0 ? '' : k === 1 ? 'mille' : `${italianUnits[k]}mila`,
    h === 0 ? '' : h === 1 ? 'cento' : `${italianUnits[h]}cento`,
    rest === 0 ? '' : below(rest),
  ].join('');
};

const frenchUnits = list(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
);
const frenchTens = list('- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt');
export const french =
  (hyphen: string): Spell =>
  (n) => {
    const below: Spell = (m) => {
      if (m < 20) return frenchUnits[m] ?? '';
      const ten = Math.floor(m / 10);
      const unit = m % 10 === 0 && ten !== 7 && ten !== 9 ? 0 : (m % 10) + (ten === 7 || ten === 9 ? 10 : 0);
      if (unit === 0) return m === 80 ? 'quatre-vingts' : (frenchTens[ten] ?? '');
      return unit === 1 || (unit === 11 && ten === 7)
        ? ten === 8
          ? 'quatre-vingt-un'
          : `${frenchTens[ten]} et ${frenchUnits[unit]}`
        : `${frenchTens[ten]}${hyphen}${frenchUnits[unit]}`;
    };
    if (n < 100) return below(n);
    const [k, h, rest] = [Math.floor(n / 1000), Math.floor((n % 1000) / 100), n % 100];
    return joined(
      k === 0 ? '' : k === 1 ? 'mille' : `${frenchUnits[k]} mille`,
      h === 0 ? '' : `${h === 1 ? '' : `${frenchUnits[h]} `}cent${h > 1 && rest === 0 ? 's' : ''}`,
      rest === 0 ? '' : below(rest),
    );
  };
