import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { type Claim, doubtAbout } from '../../../src/memory/claims/claims.ts';
import { honest, said, untrue, type Pair } from './claims-data.ts';
import { freshHonest, freshUntrue } from './claims-fresh.ts';
import { daysHonest, daysUntrue, proseHonest, proseUntrue, sealedHonest, sealedUntrue } from './claims-prose.ts';
import { chatHonest, chatUntrue } from './claims-chat.ts';
import { everydayHonest, everydaySaid, everydayUntrue } from './claims-everyday.ts';
import { plainHonest, plainUntrue } from './claims-plain.ts';
import { heldOutHonest, heldOutUntrue } from './claims-held-out.ts';

const whyUnfounded = (claim: Claim): string | null => doubtAbout(claim)?.reason ?? null;

const judge = ([quote, text, known = '', context = quote]: Pair): string | null =>
  whyUnfounded({ text, quote, context, known, said, isOpenQuestion: false });

describe.each([
  ['that the rules were made by', honest, untrue],
  ['that were held out', heldOutHonest, heldOutUntrue],
  ['that were written last', freshHonest, freshUntrue],
])('of claims and the words they quote %s', (_which, paraphrases, falseClaims) => {
  test('fewer than one in twenty honest paraphrases is refused', () => {
    const refused = paraphrases.filter((pair) => judge(pair) !== null).map((pair) => `${pair[1]}: ${judge(pair)}`);
    expect(paraphrases.length).toBeGreaterThanOrEqual(60);
    expect({ tooMany: refused.length / paraphrases.length >= 0.05 && refused }).toEqual({ tooMany: false });
  });

  test('fewer than one in ten false claims is taken', () => {
    const taken = falseClaims.filter((pair) => judge(pair) === null).map(([quote, text]) => `${quote} -> ${text}`);
    expect(falseClaims.length).toBeGreaterThanOrEqual(60);
    expect({ tooMany: taken.length / falseClaims.length >= 0.1 && taken }).toEqual({ tooMany: false });
  });
});

test('what a model says that read words and claim together outweighs the rules, but no number that nobody said', () => {
  const judged = (text: string, quote: string, bears: number | null) =>
    whyUnfounded({ text, quote, known: '', said, isOpenQuestion: false, bears });
  const untold = 'Owns two kayaks';
  const quote = 'the kayaks in the shed are ours, both of them';
  expect(judged(untold, quote, -6)).toBe('its quote does not say so');
  expect(judged(untold, quote, 6)).toBe(null);
  const byRules = judged('Wants to row in May', 'She wants me to row in May', null);
  expect(byRules).not.toBe(null);
  expect(judged('Wants to row in May', 'She wants me to row in May', -6)).toBe(byRules);
  expect(judged('Wants to row in May', 'She wants me to row in May', 9)).toBe(null);
  expect(judged('Owns 7 kayaks', quote, 9)).toBe('the number 7 is not in its quote');
});

/** What the rules still misjudge of the prose, which is above what is aimed at: a change must not add to it. */
test.each([
  ['the prose', proseHonest, proseUntrue, { honestRefused: 7, untrueTaken: 4 }],
  ['the later set', daysHonest, daysUntrue, { honestRefused: 4, untrueTaken: 5 }],
  ['the set that was sealed', sealedHonest, sealedUntrue, { honestRefused: 7, untrueTaken: 8 }],
  ['the chat', chatHonest, chatUntrue, { honestRefused: 36, untrueTaken: 12 }],
  ['the plain sentences', plainHonest, plainUntrue, { honestRefused: 0, untrueTaken: 0 }],
])('of %s, no more is misjudged than is known', (_which, paraphrases, falseClaims, known) => {
  const refused = paraphrases.filter((pair) => judge(pair) !== null).map((pair) => `${pair[1]}: ${judge(pair)}`);
  const taken = falseClaims.filter((pair) => judge(pair) === null).map(([quote, text]) => `${quote} -> ${text}`);
  expect(Math.min(paraphrases.length, falseClaims.length)).toBeGreaterThanOrEqual(60);
  expect({ tooMany: refused.length > known.honestRefused && refused }).toEqual({ tooMany: false });
  expect({ tooMany: taken.length > known.untrueTaken && taken }).toEqual({ tooMany: false });
});

test('of what people write every day and four authors noted, no more is misjudged than is known', () => {
  const judged = ([quote, text, known = '', context = quote]: Pair) =>
    whyUnfounded({ text, quote, context, known, said: everydaySaid, isOpenQuestion: false });
  const refused = everydayHonest.filter((pair) => judged(pair) !== null).map((pair) => `${pair[1]}: ${judged(pair)}`);
  const taken = everydayUntrue.filter((pair) => judged(pair) === null).map(([quote, text]) => `${quote} -> ${text}`);
  expect({ tooMany: refused.length > 45 && refused }).toEqual({ tooMany: false });
  expect({ tooMany: taken.length > 26 && taken }).toEqual({ tooMany: false });
});

test.each<[rule: string, pair: Pair]>([
  ['what is only planned as done', ["we're going to tar the shed at some point", 'Tarred the shed']],
  ['what is only planned as done, in German', ['ich will im Mai das Boot verkaufen', 'Hat das Boot verkauft']],
  ['what is only planned as done, in Spanish', ['vamos a vender la canoa', 'Vendieron la canoa']],
  ['what was so once as so now', ['I was a coach for six years', 'Is a coach']],
  ['what was so once as so now, in French', ['je travaillais au port', 'Travaille au port']],
  ['a denial without its apostrophe', ['i dont row any distance', 'Rows any distance']],
  ['what another says of the person', ['my cousin says I am lazy', 'Is lazy']],
  ['what a quotation says', ['"I hate the lake" was all she said', 'Hates the lake']],
  ['a question without a question mark', ['how much is a mooring in Hull these days', 'Has a mooring in Hull']],
  ['a condition', ['we get the boat provided the bank agrees', 'Gets the boat']],
  ['who is the older of two', ['my brother is two years older than me', 'Is two years older than brother']],
  ['two names with one title', ['my coach is Dr Lowe, my vet is Dr Hadley', 'The vet is Dr Lowe']],
  ['a name of two things', ['the boats are Miso and Tofu, Miso is the red one', 'Tofu is the red boat']],
  ['the first time as a habit', ['went rowing on Sunday, first time in years', 'Goes rowing every Sunday']],
  ['what happens now and then as always', ['I sometimes row with Dana', 'Always rows with Dana']],
  ['what is thought as certain', ['i think Dana was born in Cork', 'Dana was definitely born in Cork']],
  ['a part of the body for another', ['I hurt my left wrist rowing', 'Hurt the left ankle rowing']],
  ['the thing that another number counts', ['two oars and four vests are missing', 'Four oars are missing']],
  ['whose manager somebody is', ["I'm Dana's manager", 'Dana is the manager']],
  ['a denial of what the words tell', ['I do row, just not very often', 'Does not row']],
  ['the year before that of a coming day', ['an interview on 8 December', 'Has an interview on 8 December 2025']],
  ['a year that nobody said', ['the key hangs at the Kollers’', 'Since 2025 the key hangs at the Kollers’']],
  ['two people in each other’s place', ['Marek coached Dana', 'Dana coached Marek']],
  ['the speaker’s deed as another’s', ['sold the kayak to Dana', 'Dana sold the kayak']],
  ['another’s deed as the speaker’s', ['Marek says he is leaving', 'Is leaving']],
  ['what belongs to a relative', ['the kayak belongs to my cousin', 'Owns the kayak']],
  ['the owner for the one who is theirs', ['the cousin of Dana is a vet', 'Dana is a vet']],
  ['what somebody is', ['Marek is my coach', 'Marek is the landlord']],
  ['a number beside another measure', ['the course is 90 km', 'The course is 90 miles']],
  ['an amount by another time', ['parking is 12 a day', 'Parking is 12 a week']],
  ['as many other things', ['we keep two canoes', 'Keeps two kayaks']],
  ['the giver for the one who gets', ['Marek lent me the kayak', 'Lent Marek the kayak']],
  ['a purchase for a sale', ['I sold the kayak to Dana', 'Bought a kayak from Dana']],
  ['the opposite particle', ['the rowers in the flat moved out on the 1st', 'The rowers moved in on the 1st']],
  ['a denying prefix', ['Dana was happy with the coach', 'Dana was unhappy with the coach']],
  ['the value of another part', ['300 g of oats and 200 g of rye', 'Has 200 g of oats']],
  ['the state of another thing', ['The shed was locked, the cellar was open', 'The cellar was locked']],
  ['a day of the week a week later', ['regatta on Wednesday', 'The regatta is on 2026-12-02']],
  ['the one who gets for the one who gives', ['le he prestado la canoa a Dana', 'Dana le prestó la canoa']],
  ['what was done to the speaker for what they do', ['Marek hat mir das Boot verkauft', 'Hat Marek das Boot verkauft']],
  ['what the words deny of somebody', ['Only Marek is allergic to wasps, Dana is not', 'Dana is allergic to wasps']],
  ['a wish of somebody else', ['She wants me to row in May', 'Wants to row in May']],
  ['what was so once, by a word that denies', ['Marek used to be allergic to wasps', 'Marek is allergic to wasps']],
  ['the opposite of a phrase', ['we let the coach go in May', 'Hired a coach in May']],
  ['what hardly happens', ['I hardly ever row', 'Rows often']],
  ['a detail that was not said', ['I swim on Mondays', 'Swims on Mondays with flippers']],
  [
    'half of a sentence that leaves it open',
    ['sell the kayak', 'Sells the kayak', '', 'I might sell the kayak next year'],
  ],
  ['a value of another thing by an elliptic part', ['paid 90 for the oar and 40 for the vest', 'Paid 90 for the vest']],
  ['a value of another event', ['the weigh-in is on the 2nd, then the regatta on the 9th', 'Weigh-in on 2026-12-09']],
  ['the age of a relative', ['I turn 35 in March, my cousin is already 37', 'Turns 37 in March 2027']],
  [
    'what a companion likes',
    ['rowed with Dana last night, she adores it, I was bored', 'Adores rowing and rowed with Dana'],
  ],
  ['the value of what is old', ['the old locker was 88, the new one is 61', 'The new locker is 88']],
  ['another ordinal', ['the second race was on the 6th, the third is skipped', 'Had the third race on the 6th']],
  ['a habit of what happened once', ['rowed before work today, never done that', 'Rows before work every day']],
  ['a dislike of what was left out once', ['no rowing for me tonight', 'Does not like rowing']],
  ['all for one of them', ['one of my three oars is cracked', 'All three oars are cracked']],
  ['the other bound', ['ask me about anything over 200', 'Is to be asked about anything under 200']],
  ['one denial of two', ["it's not that I don't trust the coach", "Doesn't trust the coach"]],
  ['what is set apart', ['I sold the oars, not the vest', 'Sold the oars and the vest']],
  ['where a change came from for where it went', ['switched from foam back to wool', 'Switched to foam']],
  ['a condition as a duty', ['if the hull leaks it has to be glued', 'The hull leaks and has to be glued']],
  ['who was excepted, in German', ['bis auf Marek rudern alle mit', 'Alle rudern mit, auch Marek']],
  ['who was excepted from a denial', ['told nobody apart from Dana', 'Has not told Dana']],
  ['what was said in irony', ['oh great, another race in the rain', 'Is happy about the race in the rain']],
  ['hearsay that is doubted', ['Dana told me Marek quit, but Dana says a lot', 'Marek quit']],
  ['the other way of a change in French', ['passé du judo à l’aviron', 'Passé de l’aviron au judo']],
  ['the thing of somebody else', ["mine is fine, it's Dana's kayak that leaks", 'The kayak leaks']],
  ['the deed of the speaker in the passive', ['handed my notice in this morning', 'Was handed notice by the club']],
  [
    'what is so by a kind of thing for another',
    ['the red oars are for rain, the blue ones for sun', 'Takes the blue oars for rain'],
  ],
  ['what was so in youth', ['I had a kayak called Pepper growing up', 'Owns a kayak called Pepper']],
  ['where something was moved from', ['the regatta moved from Tuesday to Monday', 'The regatta is on Tuesday']],
  [
    'until when one month for that of another thing',
    ['the lease runs until June and the permit until March', 'The lease runs until March'],
  ],
  ['some for all, in German', ['einige Ruderer haben gekündigt', 'Alle Ruderer haben gekündigt']],
  ['what was so until then', ['I was vegan until I turned 30', 'Is vegan']],
  ['what the one does for the other, in German', ['die Große rudert, die Kleine tanzt', 'Die Kleine rudert']],
  ['what is taken back behind it', ['I sold the kayak', 'Sold the kayak', '', 'I sold the kayak. Just kidding!']],
])('a claim is refused that takes %s', (_rule, pair) => {
  expect(judge(pair)).not.toBeNull();
});

test('the reason names a relative as the person does', () => {
  expect(judge(['mi madre vive en Linz', 'Dana vive en Linz', 'Dana'])).toBe('its quote speaks of mi madre');
});

test.each<[what: string, pair: Pair]>([
  ['a converse verb', ['Dana borrowed the kayak, she returns it on Sunday', 'Lent Dana the kayak']],
  [
    'a name for the pronoun',
    ['He turns six in May', 'Aaron turns 6 in May', '', 'A gift for Aaron. He turns six in May'],
  ],
  ['an end for a denial', ['Dana no longer works at Siemens', 'Dana left Siemens']],
  ['a denied opposite', ['I declined the offer', 'The offer was not accepted']],
  ['an ordinal in digits', ['a speech for the fiftieth', 'Speech for the 50th']],
  ['a half in hundredths', ['half of the fee is paid', '50 % of the fee is paid']],
  ['a price in words', ['an oar is two fifty', 'An oar costs 2.50']],
  ['an Italian number in words', ['Marek compie trentatré anni', 'Marek compie 33 anni']],
  ['a Portuguese number in words', ['o Marek faz dezassete anos', 'O Marek faz 17 anos']],
  ['the end of the year in one word', ['ich kündige zum Jahresende', 'Kündigt zum 31. Dezember 2026']],
  [
    'the buyer for the one it was sold to',
    ['the boat got sold to a club from Ghent', 'A club from Ghent bought the boat'],
  ],
  ['a month in small letters', ['no meat for me since march', 'Vegetarian since March 2026']],
  ['a feast by its other name', ['the oar has to go back before xmas', 'The oar has to be returned by Christmas']],
  ['days of the week that are counted', ['tuesdays and thursdays on the river', 'Rows two days a week']],
  ['what somebody is used to', ['been rowing for years, you get used to it', 'Has been rowing for years']],
  [
    'a known day that was moved',
    ['pushed back a week', 'The regatta is on 2026-12-02', 'The regatta is on 2026-11-25'],
  ],
  ['a time that was corrected, with the day that was not', ['Samstag um zwei, nee warte, um drei', 'Samstag um 15:00']],
  ['what was agreed to', ['Dana wants me as coach, of course I said yes', 'Agreed to coach for Dana']],
  ['a habit that is told without a word for it', ['I row before breakfast', 'Rows before breakfast every morning']],
  ['the second of two people', ['my brother is 40 next week, I am 37', 'Is 37']],
  ['a time that something was moved to', ['moved the race from 9 to 11', 'The race is at 11:00']],
  ['great news', ['great, so the boat is ours!', 'Is happy to own the boat']],
  ['thousands in words', ['the kayak was six grand', 'The kayak was 6,000']],
])('a claim is taken that has %s', (_what, pair) => {
  expect(judge(pair)).toBeNull();
});

test.each<Pair>([
  ['an interview on 8 December', 'Has an interview on 8 December 2026'],
  ['vegan since March', 'Vegan since March 2026'],
  ['we go to Spain in August', 'They go to Spain in August 2027'],
  ['bought the moped last year', 'Bought the moped in 2025'],
  ['I moved here a year ago', 'Moved here in 2025'],
])('the year that %j leaves open may be told: %j', (quote = '', text = '') => {
  expect(judge([quote, text])).toBeNull();
});

test('a claim of what is said instead of what was taken back is taken', () => {
  const line = 'Regatta on Tuesday, no wait, on Wednesday';
  expect(judge([line, 'The regatta is on Wednesday'])).toBeNull();
  expect(judge([line, 'The regatta is on Tuesday'])).not.toBeNull();
});

test('a claim that repeats its quote is never refused for a value of its own', () => {
  const values = ['Anna', 'tea', '1,200', '7 pm', 'half past two', '3 May 2026', 'twenty', 'Köln', '19:30', '3.5'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 12 }), (words) => {
      expect(judge([words.join(' '), words.join(' ')])).toBeNull();
    }),
  );
});

test.each([
  'for two ',
  'Otis is 2, ',
  'acht Uhr ',
  'not the ',
  'rather than ',
  '1,',
  '12:',
  'may ',
  'half past ',
  '<!-- ',
  '- 09:15 ',
  'not, ',
  'Tom ',
  '\u2028',
  '1900-',
])('a claim of nothing but %j is read in linear time', async (unit) => {
  const claim = (text: string) => ({ text, quote: text, known: text, said, isOpenQuestion: false });
  await expectLinear(
    (text) => whyUnfounded(claim(text)),
    (n) => unit.repeat(Math.ceil(n / unit.length)),
    { maxSize: 4_000 },
  );
  expect(whyUnfounded(claim(unit))).toBeNull();
});

test.each<[what: string, pair: Pair]>([
  ['a denial without its apostrophe', ['i dont row', 'Does not row']],
  ['another name that is denied', ['I go by Bex, nobody calls me Rebecca except my dad', 'Prefers to be called Bex']],
  ['an answer that begins with no', ['no we moved to Kent in 2018', 'Moved to Kent in 2018']],
  ['a contrast without a comma', ['i dont play the oboe i play the flute', 'Plays the flute']],
  ['the right one of two', ["it's not the oar that is cracked it's the rudder", 'The rudder is cracked']],
  ['another day that is denied, in Spanish', ['la regata es el 12 de junio, no el 5', 'La regata es el 12 de junio']],
  [
    'a denial behind what it denies, in German',
    ['Fleisch ess ich keins, Fisch schon', 'Isst kein Fleisch, aber Fisch'],
  ],
  ['a condition that is none', ['my blood type is O neg if you ever need it', 'Blood type O negative']],
  ['a habit under a condition', ["if it's dry I row to work", 'Rows to work when it is dry']],
  ['a number that is written apart', ['the flight is LH 1204', 'Flight LH1204']],
  ['half a dozen', ['i keep half a dozen hens', 'Keeps six hens']],
  ['an hour and a half', ['it takes an hour and a half', 'Takes 90 minutes']],
  ['the other word for a relation', ['my hubby is a vet', 'Married to a vet']],
  ['the name of the one who speaks', ["I'm Tomasz. I build boats.", 'Tomasz builds boats']],
  ['what was corrected', ['we need 12 oars, scrap that, 15', 'Needs 15 oars']],
  ['the other side of a comparison', ['my brother is older than me', 'Is younger than the brother']],
  ['what was, told as past', ["I'm not vegan any more", 'Was vegan']],
  [
    'a preference for one of two',
    ['not a fan of podcasts, more of an audiobook person', 'Prefers audiobooks to podcasts'],
  ],
])('of what people say in a hurry, %s is taken', (_what, pair) => {
  expect(judge(pair)).toBe(null);
});
