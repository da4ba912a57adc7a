// On whose clock an hour is told: "9am EST", "at 9 New York time". What is said to be one and is not known is a problem of the time, as
// the hour by another clock would be a wrong one. Pure.
import { isTimezone, timezonesOfPlace } from '../../base/time/timezone-names.ts';
import type { TimeFound, Word, Zone } from './spoken-words.ts';

const [eastern, central, mountain, pacific] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
];
const lisbon = 'Europe/Lisbon';

/** Short names that mean one clock. "CST", "IST" and "BST" each are names of several. @see Zone.offsetMinutes */
const shortNames = new Map<string, Zone>([
  ['utc', { name: 'UTC' }],
  ['gmt', { name: 'UTC' }],
  ['et', { name: eastern }],
  ['pt', { name: pacific }],
  ['est', { name: eastern, offsetMinutes: -300 }],
  ['edt', { name: eastern, offsetMinutes: -240 }],
  ['cdt', { name: central, offsetMinutes: -300 }],
  ['mdt', { name: mountain, offsetMinutes: -360 }],
  ['pst', { name: pacific, offsetMinutes: -480 }],
  ['pdt', { name: pacific, offsetMinutes: -420 }],
  ['cet', { name: 'Europe/Berlin', offsetMinutes: 60 }],
  ['cest', { name: 'Europe/Berlin', offsetMinutes: 120 }],
  ['mez', { name: 'Europe/Berlin', offsetMinutes: 60 }],
  ['mesz', { name: 'Europe/Berlin', offsetMinutes: 120 }],
  ['eet', { name: 'Europe/Helsinki', offsetMinutes: 120 }],
  ['eest', { name: 'Europe/Helsinki', offsetMinutes: 180 }],
  ['wet', { name: lisbon, offsetMinutes: 0 }],
  ['west', { name: lisbon, offsetMinutes: 60 }],
  ['jst', { name: 'Asia/Tokyo' }],
]);
/** Words of other meanings count where they are written large. */
const alsoWords = new Set(['wet', 'west']);
/** Names of several clocks. */
const doubtful = new Set(['cst', 'ist', 'bst', 'ct', 'mt', 'ast']);
/** What a name written large looks like. */
const shortForm = /^(?:[a-z]{1,3}[sd]?t|[a-z]{2,3}[ck])$/u;

const usZones = new Map([
  ['eastern', eastern],
  ['central', central],
  ['mountain', mountain],
  ['pacific', pacific],
]);
const seasons = new Set(['standard', 'daylight', 'summer', 'winter']);
const own = new Set(['my', 'our', 'local']);
const maxPlaceWords = 3;
/** Where a name of a place has ended. */
const beyondPlace = new Set(['to', 'that', 'of', 'about', 'for', 'on', 'in', 'at', 'by', 'and', 'a', 'an', 'the']);

/** The zone that is told from a word on, right behind an hour; null where none is. */
export function zoneAt(words: readonly Word[], at: number): TimeFound | null {
  const word = words[at];
  if (word === undefined || words[at - 1]?.closes === true) return null;
  return shortNameAt(word, at) ?? placeAt(words, at);
}

/** Whether words tell an hour on another clock than the person's, in whatever language they are. */
export const namesZone = (words: readonly Word[]): boolean =>
  words.some((word, at) => {
    const before = words[at - 1]?.text ?? '';
    const isBehindHour = /\d/u.test(before) || hourWords.has(before);
    // "Et" and "est" are words of French.
    const isName = word.isUpper || /[ap]m$/u.test(before) || utc.has(word.text);
    const zone = isBehindHour ? zoneAt(words, at) : null;
    return zone?.zone !== undefined && (isName || zone.to > at + 1);
  });
const hourWords = new Set(['am', 'pm', 'uhr', 'h', "o'clock"]);
const utc = new Set(['utc', 'gmt']);

function shortNameAt(word: Word, at: number): TimeFound | null {
  const { text, isUpper } = word;
  const [from, to] = [at, at + 1];
  const zone = shortNames.get(text) ?? (text.includes('/') && isTimezone(text) ? { name: text } : undefined);
  if (zone && (isUpper || !alsoWords.has(text))) return { from, to, zone };
  // "UTC+2" and a short name that is none of those above
  const isOther = doubtful.has(text) || (isUpper && shortForm.test(text)) || /^(?:utc|gmt)[+-−]?\d/u.test(text);
  return isOther ? { from, to, problem: 'noZone' } : null;
}

/** "New York time", "Pacific Standard Time", "my time". */
function placeAt(words: readonly Word[], at: number): TimeFound | null {
  const behind = words.slice(at, at + maxPlaceWords + 1);
  const end = behind.findIndex(({ text }) => text === 'time');
  const place = behind.slice(0, Math.max(0, end));
  if (place.length === 0 || place.some(({ text, closes }) => closes || beyondPlace.has(text))) return null;
  const [from, to] = [at, at + end + 1];
  const names = place.map(({ text }) => text);
  if (names.length === 1 && own.has(names[0] ?? '')) return { from, to };
  const isOfSeason = names.some((name) => seasons.has(name));
  const usZone = usZones.get(names[0] ?? '');
  if (usZone !== undefined && names.length === 1) return { from, to, zone: { name: usZone } };
  const found = isOfSeason || usZone !== undefined ? [] : timezonesOfPlace(names.join(' '));
  const [name] = found;
  return name !== undefined && found.length === 1 ? { from, to, zone: { name } } : { from, to, problem: 'noZone' };
}
