// A life for recall that was written to learn from, by one who knew the program: a plumber in Leicester with two sons. 50 messages in English,
// 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Born 8 February 1979, grew up in Corby
Married to Sunita since 2006, wedding anniversary 19 August
Two lads, Rohan (15) and Dev (11)
Colour-blind, can't tell red from green
Allergic to shellfish, carry an EpiPen in the van door
No work on Sundays, that's family
Left school at sixteen and not much of a speller
Afraid of flying but will do short hops`),
  'work.md': lines(`
Call-out is £65 for the first hour, £40 after that
Gas Safe card renews on 31 March
Merchant is Plumbline on Abbey Lane, trade account 30 days
Apprentice Kieran is at college on Mondays
Mrs Aldous on Fosse Road always pays cash and wants a receipt
The Bhatti job: second fix starts on 14 October
Never quote over the phone, always go and look first
Spare van key is taped behind the water heater in the garage
Press gun is on loan to Big Steve until the weekend
Van is a white Transit, MOT due in November
I don't work for Harcourt Lettings any more, they owe me £900
Public liability insurance is with Tradesure, renews 2 May
Text customers, don't email, and sign off "Cheers, Paul"
Dust sheets go to the launderette on Narborough Road`),
  'home.md': lines(`
House is 17 Beaumont Walk, semi, bought in 2011
Main stopcock is under the hall floorboard by the radiator
Alarm goes off if the cat is left in the kitchen
Neighbour Jean at 19 holds a key and feeds the cat
Bins: black one week, green the next, always Thursday
Wifi code is written inside the cupboard under the stairs
Loft ladder sticks, lift it before pulling
Front room is painted Egyptian Cotton
Boiler is a Vaillant, still under warranty until 2029
The shed padlock number is Mum's old house number`),
  'people.md': lines(`
Sunita is a pharmacist and starts at seven
Sunita doesn't eat beef
Sunita's mum Kamla lives in Nairobi, two or three hours ahead
Mum is Maureen, in a home in Kettering, room 12, visiting till six
Mum has dementia and thinks I'm my dad
Mum lived at 44 Tresham Street
Rohan is vegetarian since January
Rohan has his mocks in the second week of December
Rohan's girlfriend is called Ellie, don't tease him about it
Dev plays in goal for Aylestone under-twelves, Saturday mornings
Dev gets hay fever, tablets in the bathroom cabinet
Dev is scared of dogs since he was bitten
Brother Gary and I fell out over the caravan
Big Steve owes me a pint and £120
Best mate Lenny stopped drinking two years ago`),
  'health.md': lines(`
Bad shoulder, no overhead work for more than an hour
Blood pressure tablets, ramipril 5 mg, in the morning
GP is Dr Nwosu at the Saffron surgery
Dentist on 6 November at 8.40
Left knee clicks, physio exercises every other day`),
  'fun.md': lines(`
Leicester City season ticket, seat 114 in block L3
Building a model of the Flying Scotsman, stuck on the tender
Pigeons: eleven of them, the blue cock is called Duke
Holiday in Tenerife from 2 to 9 April, hotel half board
Passport runs out in May 2027
Pub quiz on Tuesdays with Lenny and Jean
Record player needs a new stylus, type AT-VM95E
Favourite curry is a lamb dopiaza, extra onions`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['what do I charge for the first hour', 'Call-out is £65'],
  ['When does my gas safe run out?', 'Gas Safe card renews'],
  ['Where did I put the spare key for the van', 'Spare van key is'],
  ["Who's got my press gun?", 'Press gun is on loan'],
  ["What's the shed padlock number?", 'The shed padlock number', 'Mum lived at'],
  ['what stylus do I need for the record player', 'Record player needs'],
  ['Which room is Mum in at the home?', 'Mum is Maureen'],
  ['When do we fly to Tenerife and when are we back?', 'Holiday in Tenerife'],
  ['How long is the boiler under warranty?', 'Boiler is a Vaillant'],
  [
    "Cook something nice for Rohan's birthday tea, he's having Ellie round",
    'Rohan is vegetarian',
    "Rohan's girlfriend",
  ],
  ['Plan a cheap day out for the boys on Saturday, leaving at nine', 'Dev plays in goal'],
  ['Book me a table for our anniversary at the crab place by the canal', 'Allergic to shellfish', 'Married to Sunita'],
  ["Sunita's mum wants a ring. I finish at half nine tonight, is that alright?", "Sunita's mum Kamla"],
  ['Reply to the lady who wants a price for a bathroom over the phone', 'Never quote over the phone', 'Text customers'],
  ["Kieran's to meet me at the Bhatti house Monday at eight, drop him a text", 'Apprentice Kieran', 'Text customers'],
  ['Harcourt Lettings rang, they have a leak and want me there today', "I don't work for Harcourt"],
  ["Pick a present for Lenny's fiftieth. A bottle of something?", 'Best mate Lenny'],
  ["Locked out, Sunita's on shift till three", 'Neighbour Jean at 19'],
  [
    "There's water coming through the ceiling at ours and I'm not even home, what do I tell Sunita to turn off",
    'Main stopcock is',
  ],
  ['The alarm at ours is going and nobody is in', 'Alarm goes off'],
  ["Dev's eyes are streaming and he can't stop sneezing", 'Dev gets hay fever'],
  ['We might get a rescue greyhound, the boys would love it', 'Dev is scared of dogs'],
  ['Mum called me Frank again today and asked where the baby was', 'Mum has dementia'],
  ['Thinking of Turkey next June for a fortnight, all four of us', 'Passport runs out'],
  ['They want me to do the whole ceiling in copper pipe tomorrow, six hours', 'Bad shoulder'],
  ['Why do pigeons bob their heads when they walk?'],
  ["What's the difference between a combi and a system boiler"],
  ['Where did Jean work before she retired?'],
  ["What's Kieran's surname again?"],
  ['Who scored for Leicester in the 1969 cup final?'],
  ['Spell check this: "I have fitted you\'re new tap and tested for leeks."'],
  ['Knackered. Three call-outs and a blocked drain.'],
  ['Sunita sends her love'],
  ['Has Big Steve got any brothers?'],
  ['How high is Mount Teide on Tenerife?'],
  ['Make me a rhyme about a leaky tap'],
  ['What does ramipril do?'],
  ['No the other way round, put the date first'],
  ['What year was the Flying Scotsman built?'],
  ['65 plus 40 times 3'],
  ['Dev made two great saves today!'],
  ["What's the time in Nairobi when it's noon in New York"],
  ['Is colour blindness passed down from the mother?'],
  ['What do they call a shed in Australia?'],
  ["Rohan's been on that phone for three hours"],
  ['Tell me a joke about a plumber and a priest'],
  ['How does dementia start in the brain?'],
  ['Where does the word caravan come from?'],
  ["What's Ellie studying?"],
  ['What happened on 19 August in history?'],
];
