// A tenth life for recall (first run: 11 of 25 helped, 11 of 23 lines useful): a translator in Manchester with an old cat, by an author who knew
// nothing of the program. 50 messages in English, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Full name Harriet Brookes, but everyone calls me Hattie
Born 14 June 1983 in Hebden Bridge
Living with Owen, sound engineer at the Royal Exchange
Never learned to drive, I get about by tram and bike
No calls or meetings before half nine in the morning
Friday afternoons stay free, no work of any kind
Gave up alcohol in January 2022
Coriander tastes of soap to me, leave it out
On long train journeys: aisle seat, facing forwards, quiet coach`),
  'work.md': lines(`
I translate from German and Dutch into English, mostly medical devices
My rate is 11p a word, 14p for rush jobs
Minimum fee is £45, however short the text
Emails to clients end with "Best wishes, Hattie"
Brandt Medizintechnik pays at 60 days and is usually late
Contact at Brandt is Ilse Köhler, insists on formal address, in German
For Brandt always "device user", never "patient"
Van Dalen in Utrecht want American spelling
I turn down tobacco and arms companies, no exceptions
Invoices are numbered year, dash, three digits; last one was 2025-047
Accountant is Mrs Siddiqui on Beech Road
Receipts for the accountant go in the green box file
Marek takes my Dutch jobs when I'm away
CAT tool licence runs out on 3 November
Talk at the ITI conference in Bristol on 22 May, about safety videos
Backup drive lives in the shortbread tin on the top shelf`),
  'home.md': lines(`
We rent flat 2B on Keppel Road, Chorlton, first floor
Spare key is with Mrs Okafor in 2A
Stopcock is behind the washing machine, stiff, use the wrench
Boiler loses pressure: blue tap underneath, fill to 1.5 bar
Wifi password is on a sticker under the kettle stand
Landlord is Mr Pickering, answers texts, never picks up
Recycling goes out Tuesday night, general waste Thursday night
Bike shed padlock code is on the back of the fridge calendar
Bedroom walls are Setting Plaster, matt emulsion
Rent is £1,150 and goes out on the 28th
Fuse box is in the hall cupboard, above the coats`),
  'people.md': lines(`
Mum is Pauline, still in Hebden Bridge, deaf in her left ear
Mum's birthday is 2 March
Mum can't stand surprise parties, walked out of her sixtieth
Dad died in October 2017, his piano went to Jess
Sister Jess lives in Leeds and is coeliac
Jess's twins Arlo and Wren turn seven on 9 August
Owen was born on 5 May 1981 in Bangor
Owen is allergic to penicillin
Owen's dad Gareth lives in Bala and speaks Welsh first
Priya is pregnant, due late September, nobody else knows
Lent Priya the orange two-man tent last summer
Borrowed Marek's projector, he wants it back by Easter
Cousin Dominic and I haven't spoken since Dad's funeral`),
  'health.md': lines(`
Levothyroxine 75 mcg every morning on an empty stomach
GP is Dr Farrell at the practice on Manchester Road
Migraines come with strip lighting and skipped meals
Sumatriptan is in the side pocket of the laptop bag
Right wrist strain, so the vertical mouse and dictation
Dentist is Mr Lam, next check-up 17 July at 2.15
Wasp stings swell me up badly, EpiPen in the hall drawer`),
  'cat-and-free-time.md': lines(`
Cat is Biscuit, a ginger tom, eleven years old
Biscuit has bad kidneys, renal food only
Vet is on Wilbraham Road, ask for Nadia
Biscuit squeezes in behind the bath when strangers come
Choir is Mondays at seven at St Clement's, I sing alto
Choir does Fauré's Requiem on 29 November
Allotment is plot 31, no slug pellets because of the hedgehogs
Allotment gate code is the year Owen was born
Book group is the last Wednesday of the month
Middlemarch for book group, I'm up to chapter 40
Learning Welsh in secret to surprise Gareth at Christmas`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ["What's my rush rate again?", 'My rate is 11p'],
  ['who has the orange tent at the moment? I want it for the bank holiday', 'Lent Priya the orange'],
  ["Mum's birthday, is it the 2nd or the 3rd?", "Mum's birthday is 2 March"],
  ['Which pocket did I put the migraine tablets in', 'Sumatriptan is in'],
  ['I need a tester pot for touching up the bedroom. What was that pink called?', 'Bedroom walls are'],
  ["What's the code for the allotment gate?", 'Allotment gate code', 'Owen was born'],
  ['what number does the next invoice get', 'Invoices are numbered'],
  ["How far had I got in the novel for Wednesday's group?", 'Middlemarch for book group'],
  [
    "Find me a showstopper pudding for when Jess comes over on Sunday. Something with layers, I've got all day.",
    'Sister Jess lives',
  ],
  [
    'Write a quick mail to Ilse Köhler asking where the money for 2025-039 has got to.',
    'Contact at Brandt',
    'Brandt Medizintechnik pays',
    'Emails to clients end',
  ],
  [
    'Work out how I get to an agency in Knutsford for 10 tomorrow, door to door please',
    'Never learned to drive',
    'We rent flat 2B',
  ],
  [
    'The new agency wants an introductory call and offers Tuesday 9:00, Wednesday 11:00 or Friday 14:30. Pick one and write me a one-line reply I can paste into their booking form.',
    'No calls or meetings',
    'Friday afternoons stay',
  ],
  [
    "Help me with Mum's do. I was thinking everybody hides in the back room of the Trades Club and we switch the lights on when she walks in.",
    "Mum can't stand surprise",
  ],
  ['Pet shop list please: litter, a scratching post, and food for a fortnight', 'Biscuit has bad kidneys'],
  [
    "Proofread this for Van Dalen before I send it off: 'The colour of the indicator light tells you whether the motor has been immobilised.'",
    'Van Dalen in Utrecht',
  ],
  [
    "A cigarette maker's vape division is offering me 30,000 words a month, steady. Draft my answer to them.",
    'I turn down tobacco',
    'Emails to clients end',
  ],
  [
    "I've shut the door behind me with the keys on the table and Owen's in Edinburgh till tomorrow",
    'Spare key is with',
  ],
  [
    'Water is pouring out from under the kitchen sink, what do I do, quick',
    'Stopcock is behind',
    'Landlord is Mr Pickering',
  ],
  ["Half the lights have just gone off with a bang. The neighbours' are on.", 'Fuse box is in'],
  ["Laptop won't start at all and I've got forty pages due tonight. I could cry.", 'Backup drive lives'],
  ["just been stung by a wasp in the kitchen and my lip's going fat", 'Wasp stings swell'],
  [
    "Owen's back from the emergency dentist with a prescription for amoxicillin. He's about to take the first one with his tea.",
    'Owen is allergic',
  ],
  ["Marek's texted: 'have you still got something of mine??' I've gone blank.", "Borrowed Marek's projector"],
  ["The man's here to measure up for carpets and now I can't find the cat anywhere", 'Biscuit squeezes in'],
  ["Radiators have gone stone cold and the little needle's nearly at nought", 'Boiler loses pressure'],
  ["Why do cats purr even when they're poorly?"],
  ["Put this into English for me, nothing fancy: 'Das Fenster lässt sich nur von innen öffnen.'"],
  ["What's the difference between a Richtlinie and a Verordnung in EU law?"],
  ["Owen's just got in, back in a mo"],
  ['Make that last version a bit shorter and less stiff.'],
  ["What's 11% of 1,150?"],
  ["What's Priya's brother called again?"],
  ['What did Jess get in her A levels? We were arguing about it in the car.'],
  ["Which key is Fauré's Pavane in?"],
  ['Is levothyroxine the same molecule as the thyroxine the body makes?'],
  ['How did people do their sheets before there were washing machines?'],
  ['Explain to me why Easter moves about from year to year'],
  [
    "Commas, please: 'Mrs Okafor who used to be a midwife told me that the spare room which faces north is the coldest in the house.'",
  ],
  ["What's the lake at Bala called in Welsh?"],
  ["Give me five words for 'late' that can't be taken to mean dead."],
  ['Biscuit or cookie, which is the older word in English?'],
  ['How fast can the Manchester trams go, flat out?'],
  ["What do people in Utrecht eat on New Year's Eve?"],
  ['75 micrograms is how many milligrams'],
  ['Has Marek got children? I ought to know after six years.'],
  ['Was Middlemarch modelled on a real town? Somebody in the pub swore it was Nuneaton.'],
  ["Honestly, that was three Mondays rolled into one. I'm going to lie on the floor and listen to the rain."],
  ['Write me a limerick about a hedgehog with indigestion'],
  ["Where does the word 'stopcock' come from?"],
  ['No, not that one, the one before. And put it in a table.'],
];
