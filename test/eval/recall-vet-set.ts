// A thirteenth life for recall (first run: 16 of 25 helped, 16 of 28 lines useful): a widowed vet in Ohio, by an author who knew
// nothing of the program. 50 messages in English, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Ruth Ann Hostetler, 61, large-animal vet outside Wooster, Ohio
My husband Glenn passed on February 8, 2021
Raised Mennonite, still at Oak Grove church most Sundays
Up at 4:45 and in bed by nine
No shellfish for me, my throat closes up
Left-handed, so scissors and tools accordingly
Hearing aids in both ears since 2023
I will not fly anymore, train or truck only
Truck is a 2016 F-150, next oil change at 142,000 miles`),
  'practice.md': lines(`
Practice is Killbuck Valley Veterinary on Route 83
Partner is Dr. Neil Gupta, he does the small animals
Neil covers first and third weekends, I cover the rest
Darlene at the front desk retires December 19
Controlled drug safe: key is behind the framed heifer photo
Farm call is $85, after hours $140
Yoder farm has no phone, leave word with Pam Stull next door
Levi Yoder's gray Percheron kicks on the left, no warning
Eli Miller's herd is certified organic, no antibiotics without his say
Boyd Tackett bounced two checks, cash only from him now
Notes to clients are signed "Dr. Ruth Ann"
Rabies clinic at the fairgrounds, Saturday May 10, nine o'clock
Portable ultrasound is on loan to Dr. Kessler in Ashland
State license renews March 1 of even years
I don't crop ears or dock tails for looks
Selling my half to Neil in 2028, staff don't know`),
  'family.md': lines(`
Daughter Beth lives in Portland, Oregon, three hours behind us
Beth's wife Carmen is a pastry chef
Carmen is deathly allergic to bees
Son Mark is in Columbus, sober since June 2020
Mark's boy Caleb is eight, type 1 diabetic, wears a pump
Caleb's birthday is October 3
Sister Lois is in memory care, visiting from one to four
Lois thinks Glenn is still living, we don't correct her
Anniversary is September 15, we married in 1986
Glenn's brother Dale wants the tractor, I said no
Glenn's pocket watch goes to Caleb when he's sixteen
My will is with Sandra Pruitt, attorney in Wooster`),
  'house.md': lines(`
House is on Salt Creek Road, well and septic
Spare house key hangs inside the chicken coop door
Generator only starts with the choke pulled all the way out
Breaker panel is in the cellar behind the canning shelves
Well pump trips: red reset button beside the water softener
Septic was last pumped October 2023 by Curt Weaver
Propane is Santmyer, account number taped inside the pantry door
Gun safe combination is in the family Bible at Ruth 1:16
Roof is from 2019, warranty papers in the piano bench
Hank Sprague plows my drive, I pay him in beef
Hank has my log splitter, due back before deer season
Furnace filter is 16 by 25 by 4
Trash pickup is Wednesday at six in the morning`),
  'animals.md': lines(`
Dog is Otis, a three-legged blue heeler, seven years old
Otis panics at thunder, trazodone two hours ahead of a storm
Barn cats are Mabel, Pickle and Deacon
Deacon is FIV positive and lives in the tack room
Mare Juniper is 24, has Cushing's, pergolide every day
Juniper gets no grain or sweet feed, she founders
Fourteen laying hens, mostly Barred Rocks
Farrier Tim Lantz comes every sixth Thursday
Hay comes from the Troyers, 200 bales each June`),
  'health-and-pastimes.md': lines(`
Left knee replaced April 2024, no kneeling
Lisinopril 10 mg with supper
My doctor is Anita Rao in Orrville
Quilting is second Tuesdays at Marge Steiner's
Lone Star quilt for Caleb, all in blues
Marge borrowed my walking foot for the Bernina
I play mandolin with the Apple Creek Pickers
Mandolin is at the shop in Mount Vernon for a new bridge
Amtrak to Portland, leaving Cleveland July 11
Train tickets are in the Mennonite cookbook, under pies`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['What size furnace filter do I buy?', 'Furnace filter is'],
  ["When is Caleb's birthday, the 3rd or the 13th", "Caleb's birthday is"],
  ['How much do we charge for an after-hours farm call?', 'Farm call is'],
  ["where'd I put the train tickets", 'Train tickets are'],
  ["Who's got the portable ultrasound right now?", 'Portable ultrasound is'],
  ['At what mileage does the truck want its oil changed?', 'Truck is a 2016'],
  ['Where is it I wrote down the gun safe combination?', 'Gun safe combination'],
  ['When was the septic last done, and who did it?', 'Septic was last'],
  [
    "Give me a cake and treats table for Caleb's party. Eight little boys and a lot of frosting, I suppose.",
    "Mark's boy Caleb",
  ],
  [
    "Plan a nice Saturday out for Beth and Carmen while they're visiting. I was thinking that honey farm up by Medina where they let you in among the hives.",
    'Carmen is deathly',
  ],
  [
    "Pick out lunch for me at that place on the lake in Sandusky. They have a perch basket, a shrimp po'boy and a lobster roll, and you can't go by price.",
    'No shellfish for me',
  ],
  [
    "Write back to Mrs. Doyle. She wants her Doberman pup's ears cropped before the fall shows.",
    "I don't crop ears",
    'Notes to clients are',
  ],
  [
    "I want to call Beth tomorrow. I'm free six to seven in the morning or any time after two. Which do I put down?",
    'Daughter Beth lives',
  ],
  ["Write up a treatment plan for two cows with mastitis at Eli Miller's", "Eli Miller's herd"],
  [
    'Figure out how I get to the vet convention in Denver this September and back',
    'I will not fly',
    'Ruth Ann Hostetler, 61',
  ],
  [
    'Draft a reminder to Boyd Tackett about the $310 he owes for the calving. Tell him he can mail us a check.',
    'Boyd Tackett bounced',
    'Notes to clients are',
  ],
  [
    'Making up a Christmas basket for Mark: sharp cheese, summer sausage, a good bourbon. What else goes with that?',
    'Son Mark is',
  ],
  ['Weather radio says big thunderstorms coming through around eight tonight', 'Otis panics at'],
  ["Power's been out an hour and all the generator does is cough at me", 'Generator only starts'],
  ['No water from any tap this morning. Not a drop.', 'Well pump trips'],
  ["I'm locked out of the house in my barn boots and the phone's at 8 percent", 'Spare house key'],
  [
    'Lois asked me again today when Glenn is coming to fetch her. I just stood there. What am I supposed to say next time?',
    'Lois thinks Glenn',
  ],
  [
    'The new girl gave Juniper a big scoop of sweet feed to be nice. I only just heard about it.',
    'Juniper gets no',
    'Mare Juniper is',
  ],
  ["Need the ketamine, Darlene's off today and I can't for the life of me find the key", 'Controlled drug safe'],
  ["On my way to Levi Yoder's to float that gray's teeth, sun's barely up", "Levi Yoder's gray"],
  ['Why do hens quit laying in the winter?'],
  ["How's a blue heeler different from a kelpie, as breeds go?"],
  ["Which chapter has 'to every thing there is a season' in it?"],
  ["Fix my grammar: 'Neil and me was at the fairgrounds all morning and there wasn't hardly nobody there.'"],
  ['85 times 7, plus 140'],
  ['What does lisinopril actually do to the blood vessels?'],
  ['Where did Darlene go to high school?'],
  ["Remind me how pergolide works, receptor and all. It's been thirty years since pharmacology."],
  ['Make it shorter and leave off the second paragraph.'],
  ['Neil brought in donuts for everybody this morning. Bless him.'],
  ["Who wrote 'Blue Moon of Kentucky'?"],
  ["If it's noon in Ohio what time is it in Tokyo"],
  ['How did the Lone Star quilt pattern come by its name?'],
  ['What do the letters FIV stand for?'],
  ["What's Hank's middle name? He told me once and I laughed."],
  ['Is Portland, Maine older than Portland, Oregon?'],
  ['Tell me a joke about a three-legged dog.'],
  ['What weekday does October 3 fall on in 2031?'],
  ["Long day. Two calvings and a prolapse, and mud clear up to my elbows. I'm just going to sit here a spell."],
  ['Write me four lines of verse about first snow on a plowed field'],
  ['What kind of work does Mark do these days? Somebody at church asked and I mixed it up.'],
  ["What's the Pennsylvania Dutch word for calf?"],
  ['At what temperature does propane boil?'],
  ['Never mind what I asked a minute ago, I found it myself.'],
  ["Where's Carmen's family from originally?"],
];
