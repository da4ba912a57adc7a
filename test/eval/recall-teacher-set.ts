// A fourth life for recall (first run: 20 of 30 helped, 20 of 25 lines useful): a teacher in Cork who writes English and some French. 50 messages, 30 of
// which a line helps with.
import { lines } from './lines.ts';

export const notes: Record<string, readonly string[]> = {
  'MEMORY.md': lines(`
Orla teaches geography and French at St Brendan's in Cork
Her husband Fergal is a locksmith
Their daughter Niamh is in sixth class and plays the harp
Their son Cian has coeliac disease
Fergal's mother Bríd lives in Dingle and no longer drives
Orla runs on Sunday mornings with Sinéad
The family speaks French at dinner on Wednesdays
Orla is afraid of dogs since she was bitten in 2011
They want to spend the summer of 2027 in Brittany
Orla does not drink coffee after noon`),
  'school.md': lines(`
Class 3B has 27 pupils, four of them with dyslexia
The principal is Mr. Twomey
The field trip to the Burren is on 14 May 2027
Reports are due on the last Friday of each term
The projector in room 12 needs a VGA adapter
Photocopies: code goes with the staff card, 400 pages a month
Jamie Doyle in 3B is allergic to bee stings, his EpiPen is in the office
The French exchange is with a lycée in Lorient
The bus company for trips is Harrington Coaches
Staff meeting every second Tuesday at 16:15
The geography department orders maps from Ordnance Survey Ireland
Parents' evening is on 22 January 2027
The supply teacher is called Declan Roche
Room 12 is too cold in winter, the heater was reported in October`),
  'house.md': lines(`
The boiler was serviced by Pat Lehane in September 2026
The attic hatch sticks, push at the left corner
Broadband is with Digiweb, the contract ends in August 2027
The hall is painted in Skimming Stone
The garden shed key hangs behind the pantry door
The roof leaks above Niamh's window in westerly storms
Green bin is collected every second Monday
The mortgage is with AIB, fixed until 2029
The neighbours at number 8 are the Kowalskis
The car is a Skoda Fabia of 2018, NCT due in March 2027
Tyres were changed at First Stop in November 2026
Home insurance is renewed every 1 June
The apple tree is a Bramley, it is pruned in January`),
  'gens.md': lines(`
Solène Le Goff est la correspondante d'Orla à Lorient
Solène fête son anniversaire le 3 avril
Le fils de Solène, Malo, fait de la voile
Tante Maëlle habite à Quimper et a un grand jardin
Maëlle n'aime pas le poisson
La voisine de Maëlle garde les clés de la maison
Le dentiste de la famille s'appelle Dr. Quirke
Sinéad attend un bébé pour février
Fergal et Sinéad sont cousins
Le plombier s'appelle Kevin Buckley`),
  'ideas.md': lines(`
Niamh would like a tent for her birthday on 19 June
Cian wants to learn the drums
A weekend in Galway for the tenth wedding anniversary on 8 August
Fergal liked the restaurant Ichigo Ichie
Bríd wished for a warm blanket at Christmas
The book club reads Claire Keegan in December
Orla wants to learn bookbinding
The tin whistle teacher is Eoin Ó Riabhaigh
Gluten-free bread: the recipe with psyllium worked best
A camera trap for the hedgehogs in the garden
The harp is hired from Walton's, the contract runs until June
Swimming lessons for Cian are on Thursdays at 17:00 in Mayfield
Fergal has his evening course in bookkeeping on Mondays
The cat is called Pangur and gets kidney tablets
The vet is Dr. Ní Shúilleabháin in Douglas
Cian's speech therapist is Aoife Barry
The choir sings in St Fin Barre's on 12 December`),
};

export const messages: readonly (readonly string[])[] = [
  ['What could I bake for the birthday party so that Cian can eat it too?', 'Their son Cian has', 'Gluten-free bread'],
  ['I need a present for Niamh', 'Niamh would like a tent'],
  ['When do I have to hand in the reports?', 'Reports are due'],
  ['The boiler makes a strange noise again, whom do I call?', 'The boiler was serviced'],
  ["It's storming from the west tonight, anything I should look after in the house?", 'The roof leaks'],
  ['I want to show a film in room 12 tomorrow', 'The projector in room 12'],
  [
    'We go to the Burren with 3B, what must I think of?',
    'The field trip to the Burren',
    'Jamie Doyle',
    'Class 3B has',
    'The bus company',
  ],
  ['Can I have an espresso now? It is three in the afternoon.', 'Orla does not drink coffee'],
  ['Where is the key of the shed?', 'The garden shed key'],
  ['Fergal and I want to go out for our anniversary', 'A weekend in Galway', 'Fergal liked the restaurant'],
  ['Quel cadeau pour Solène en avril ?', 'Solène fête'],
  ['On mange chez Maëlle samedi, je fais du saumon ?', "Maëlle n'aime pas"],
  ['Qui a les clés de la maison de Maëlle ?', 'La voisine de Maëlle'],
  ['Pangur is not eating, should I take him somewhere?', 'The cat is called Pangur', 'The vet is'],
  ['Who could give Cian drum lessons?', 'Cian wants to learn'],
  ['I am thinking of switching to another internet provider', 'Broadband is with'],
  ['Must the car be tested soon?', 'The car is a Skoda'],
  ['Which day is the green bin?', 'Green bin is'],
  ['What was the colour in the hall?', 'The hall is painted'],
  ['Who is Declan Roche?', 'The supply teacher'],
  ['I want to invite Sinéad for a run on 20 February', 'Sinéad attend', 'Orla runs on Sunday'],
  ['Can you plan the week for the children? Thursday is full I think', 'Swimming lessons for Cian'],
  ['How long is the mortgage rate fixed?', 'The mortgage is with'],
  ["We want to visit Fergal's mother, can she fetch us from the station?", "Fergal's mother Bríd"],
  ['When must the apple tree be cut?', 'The apple tree'],
  ['A colleague offers me a puppy', 'Orla is afraid of dogs'],
  ['Le robinet de la cuisine fuit', 'Le plombier'],
  ['Until when do we have the harp?', 'The harp is hired'],
  ['Write a letter to the parents of Jamie Doyle about the outing', 'Jamie Doyle in 3B', 'The field trip'],
  ['Who is our contact in Lorient?', 'Solène Le Goff', 'The French exchange'],
  ['Thanks, that helps a lot'],
  ['How many metres are in a nautical mile?'],
  ['Can you make that shorter?'],
  ['Write me a limerick about rain'],
  ['What is the capital of Burkina Faso?'],
  ['ok, second one please'],
  ['Explain the difference between weather and climate for twelve-year-olds'],
  ['Comment dit-on « hedge » en français ?'],
  ['I slept badly'],
  ['Correct this sentence: He go to school by bus'],
  ['Give me five quiz questions about volcanoes'],
  ['Merci, bonne nuit !'],
  ['What is 17.5 percent of 2400?'],
  ['I am so tired of this grey sky'],
  ['Tell me a joke about teachers'],
  ['Is there a synonym for "important"?'],
  ['Fais-moi un tableau des verbes en -ir'],
  ['How do glaciers form valleys?'],
  ['No, I meant the other way round'],
  ['Could you repeat the third point?'],
];
