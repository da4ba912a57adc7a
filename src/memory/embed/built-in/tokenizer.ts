// The tokenizer of the built-in model: texts to the ids of wordpieces, as BERT does it (lower case, without accents). Its vocabulary lies
// packed in a file and is used as it lies there: parsed from JSON by a library, its 30,522 words took the model's process 13 MB and a
// quarter of its start. Reads and writes no files.
// Y. Wu et al., "Google's Neural Machine Translation System", 2016: of each word the longest piece that is known, from the left.

export interface Tokenizer {
  /** The tokens of a whole text, with the special ones around it. */
  encode(text: string): number[];
  /** Throws where the vocabulary has no such word. */
  idOf(word: string): number;
}

/** What a piece begins with that continues a word. */
const continuing = '##';
/** A word of more characters is unknown as a whole. */
const maxCharacters = 100;
/** A text that names one gets it. */
const specialToken = /(\[(?:CLS|MASK|PAD|SEP|UNK)\])/;
const unseen = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
const chinese = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/g;
const marks = /\p{Mn}/gu;
const wordOrSign = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu;

/** How many words there are, the length of the longest, and how many places the table has. */
const headNumbers = 3;
const firstHash = 0x811c9dc5;

/** FNV-1a, unit by unit: the hashes of all beginnings of a word are found on the way. */
const hashOn = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
const hashOf = (word: string): number =>
  Array.from({ length: word.length }, (_, i) => word.charCodeAt(i)).reduce(hashOn, firstHash);
const placeOf = (hash: number, places: number): number => (hash ^ (hash >>> 15)) & (places - 1);

/**
 * The head; where each word begins, and the end of the last; a table, in which the id + 1 of a word stands at the first place that was
 * free from its hash on; the words as UTF-16. In this machine's byte order.
 * @param words by their ids
 */
export function packVocabulary(words: readonly string[]): Uint8Array {
  const places = 2 ** Math.ceil(Math.log2(2 * words.length));
  const starts = new Uint32Array(words.length + 1);
  const table = new Uint16Array(places);
  let longest = 0;
  for (const [id, word] of words.entries()) {
    starts[id + 1] = (starts[id] ?? 0) + word.length;
    longest = Math.max(longest, word.length);
    let place = placeOf(hashOf(word), places);
    while (table[place] !== 0) place = (place + 1) % places;
    table[place] = id + 1;
  }
  const all = words.join('');
  const units = Uint16Array.from({ length: all.length }, (_, i) => all.charCodeAt(i));
  const head = Uint32Array.of(words.length, longest, places);
  return Buffer.concat([head, starts, table, units].map(({ buffer }) => new Uint8Array(buffer)));
}

/** @param packed where its buffer begins, or a multiple of four bytes on */
export function createTokenizer({ buffer, byteOffset }: Uint8Array): Tokenizer {
  const [count = 0, longest = 0, places = 0] = new Uint32Array(buffer, byteOffset, headNumbers);
  const starts = new Uint32Array(buffer, byteOffset + 4 * headNumbers, count + 1);
  const table = new Uint16Array(buffer, starts.byteOffset + starts.byteLength, places);
  const units = new Uint16Array(buffer, table.byteOffset + table.byteLength, starts[count]);
  /** By length, of a piece of the word that is looked at. */
  const hashes = new Int32Array(longest + 1);

  function idAt(hash: number, isThere: (id: number) => boolean): number | null {
    for (let place = placeOf(hash, places); table[place] !== 0; place = (place + 1) % places) {
      const id = (table[place] as number) - 1;
      if (isThere(id)) return id;
    }
    return null;
  }

  /** Whether it is the word `sign` + the `length` units of `word` from `from` on. */
  function isWord(id: number, sign: string, word: string, from: number, length: number): boolean {
    const start = starts[id] as number;
    if ((starts[id + 1] as number) - start !== sign.length + length) return false;
    for (let i = 0; i < sign.length; i += 1) if (units[start + i] !== sign.charCodeAt(i)) return false;
    for (let i = 0; i < length; i += 1) if (units[start + sign.length + i] !== word.charCodeAt(from + i)) return false;
    return true;
  }

  function idOf(word: string): number {
    const id = idAt(hashOf(word), (at) => isWord(at, '', word, 0, word.length));
    if (id === null) throw new Error(`The vocabulary has no word ${word}.`);
    return id;
  }

  function longestPiece(word: string, from: number): { id: number; length: number } | null {
    const sign = from === 0 ? '' : continuing;
    const most = Math.min(longest - sign.length, word.length - from);
    hashes[0] = from === 0 ? firstHash : hashOfContinuing;
    for (let i = 0; i < most; i += 1) hashes[i + 1] = hashOn(hashes[i] as number, word.charCodeAt(from + i));
    for (let length = most; length > 0; length -= 1) {
      const id = idAt(hashes[length] as number, (at) => isWord(at, sign, word, from, length));
      if (id !== null) return { id, length };
    }
    return null;
  }

  const [unknown, opening, closing] = [idOf('[UNK]'), idOf('[CLS]'), idOf('[SEP]')];

  /** A word of which any part is unknown is unknown as a whole. */
  function pieces(word: string): number[] {
    if (word.length > maxCharacters && Array.from(word).length > maxCharacters) return [unknown];
    const ids: number[] = [];
    for (let from = 0; from < word.length;) {
      const piece = longestPiece(word, from);
      if (!piece) return [unknown];
      ids.push(piece.id);
      from += piece.length;
    }
    return ids;
  }

  const idsIn = (text: string): number[] => (normalized(text).match(wordOrSign) ?? []).flatMap(pieces);

  return {
    encode: (text) => [
      opening,
      // Every second part is a special token.
      ...text.split(specialToken).flatMap((part, i) => (i % 2 === 1 ? idOf(part) : idsIn(part))),
      closing,
    ],
    idOf,
  };
}

const hashOfContinuing = hashOf(continuing);

/** The order counts: a character may become a Chinese one only by its decomposition. */
const normalized = (text: string): string =>
  text.replaceAll(unseen, '').replaceAll(chinese, ' $& ').toLowerCase().normalize('NFD').replaceAll(marks, '');
