// An eighth life for recall (first run, after the seventh: 14 of 25 helped, 15 of 19 lines useful): a nurse in Dublin with three children, a
// mother in Ennis and a household on shifts. 50 messages in English, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Aoife is a paediatric nurse at Temple Street in Dublin
Three children: Cormac (14), Saoirse (11) and Fiachra (6)
Her husband Declan drives a Luas tram and works rotating shifts
Aoife is coeliac and eats nothing with wheat or barley
Her mother Bríd lives in Ennis and had a hip replaced in March 2026
Aoife runs the Clontarf parkrun most Saturdays
They are saving for an attic conversion`),
  'children.md': lines(`
Cormac wears contact lenses, minus 3.5 on both eyes
Cormac plays hurling with Na Fianna, training Tuesday and Thursday at 18:30
Cormac's school is St. Aidan's, year head Mr. Tuohy
Saoirse is allergic to penicillin
Saoirse takes the harp with Ms. Geraghty on Wednesdays at four
Saoirse wants to be called Sersha by nobody, she hates it
Saoirse's best friend is Zainab from number 31
Fiachra still needs a booster seat
Fiachra is afraid of balloons
Fiachra's teacher in senior infants is Múinteoir Caoimhe
Fiachra takes a size 12 in shoes
Pocket money is paid on Fridays: ten, six and two euro
Screen time ends at 20:00 on school nights`),
  'work.md': lines(`
The ward manager is Philomena Darcy
Swap requests go to Philomena by the 15th of the month
The code of practice refresher is due on 9 February 2027
Locker key is kept on the blue lanyard
Ngozi covers for Aoife on the first Sunday of the month
Payslip questions go to Barry in the HR office, extension 4471
Parking permit at the hospital ends on 31 January 2027
Aoife's NMBI registration renews each December
The break room fridge is cleared every Friday
Aoife's next run of nights starts on 7 December 2026`),
  'house.md': lines(`
The boiler was serviced by Kevin Plunkett in October 2026
The boiler loses pressure, it should stand at 1.5 bar
Bins: black on Monday, green every second Wednesday
The car is a Skoda Octavia, NCT due in April 2027
Insurance for the car is with Aviva, renewed in June
The burglar alarm beeps when its battery is low, type PP3
The neighbour Mrs. Lenehan keeps a spare key
Broadband is with Virgin Media, contract until August 2027
The attic quote from Hanratty was 38,500 euro
The attic quote from Doyle Brothers was 42,000 euro without windows
The kitchen is painted in Farrow and Ball Pigeon
The tumble dryer must not run together with the oven`),
  'family.md': lines(`
Bríd takes warfarin and must not have ibuprofen
Bríd's physio comes on Mondays at 10:00
Bríd's home help is called Noreen
Declan's brother Lorcan lives in Perth, seven or eight hours ahead
Lorcan's wife Mei is expecting in February 2027
Declan snores and is waiting for a sleep study at the Mater
Declan's birthday is 22 December
Declan wants a good rain jacket, size L
Aoife's sister Gráinne does not drink since 2021
Gráinne and her wife Tess have a whippet called Biscuit
Tess is vegan
Godchild Oisín makes his confirmation on 24 April 2027
The family Kris Kindle limit is 40 euro`),
  'trips.md': lines(`
The caravan in Rosslare is booked from 3 to 17 July 2027
The ferry to Cherbourg made Saoirse seasick
The passports of the children expire in May 2027
Cormac's school ski trip to Andorra costs 890 euro, rest due on 15 January
They liked the Strand hotel in Limerick, rooms with a river view`),
};

/** A message, and the lines of which any would help; none where nothing helps. */
export const messages: readonly (readonly [string, ...string[]])[] = [
  [
    'I want to ask for a swap of the night of the 8th, who do I write to?',
    'Swap requests go to Philomena by the 15th of the month',
  ],
  ['The GP wants to put Saoirse on amoxicillin for her ear.', 'Saoirse is allergic to penicillin'],
  ['Mam has a sore shoulder, I might drop her over some Nurofen.', 'Bríd takes warfarin and must not have ibuprofen'],
  ['Boiler pressure is at 0.8 again, what should it be?', 'The boiler loses pressure, it should stand at 1.5 bar'],
  ['Who was it that serviced the boiler?', 'The boiler was serviced by Kevin Plunkett in October 2026'],
  [
    'Gráinne and Tess are coming for dinner on Saturday, help me plan a menu',
    'Tess is vegan',
    "Aoife's sister Gráinne does not drink since 2021",
    'Aoife is coeliac and eats nothing with wheat or barley',
  ],
  [
    'What could I get Declan for Christmas?',
    'Declan wants a good rain jacket, size L',
    'The family Kris Kindle limit is 40 euro',
  ],
  [
    'Could Cormac go to the dentist on Thursday evening at half six?',
    'Cormac plays hurling with Na Fianna, training Tuesday and Thursday at 18:30',
  ],
  [
    'I have to ring Lorcan, is it too late there now?',
    "Declan's brother Lorcan lives in Perth, seven or eight hours ahead",
  ],
  ['We were thinking of flying to Portugal in June with the kids.', 'The passports of the children expire in May 2027'],
  [
    'Which of the two attic builders was cheaper?',
    'The attic quote from Hanratty was 38,500 euro',
    'The attic quote from Doyle Brothers was 42,000 euro without windows',
  ],
  ['Is it the green bin this week?', 'Bins: black on Monday, green every second Wednesday'],
  ["I'm locked out, and Declan is on the tram until ten.", 'The neighbour Mrs. Lenehan keeps a spare key'],
  ["Fiachra's shoes are falling apart, I'm in Clarks now", 'Fiachra takes a size 12 in shoes'],
  ['Would a bouncy castle with balloons be nice for the birthday of Fiachra?', 'Fiachra is afraid of balloons'],
  [
    'My pay is short this month, who can I ring about it?',
    'Payslip questions go to Barry in the HR office, extension 4471',
  ],
  ['The alarm in the hall keeps beeping.', 'The burglar alarm beeps when its battery is low, type PP3'],
  [
    'How much is still to be paid for the ski trip and by when?',
    "Cormac's school ski trip to Andorra costs 890 euro, rest due on 15 January",
  ],
  [
    'Draft a note to the teacher of Fiachra that he is sick today',
    "Fiachra's teacher in senior infants is Múinteoir Caoimhe",
  ],
  [
    'We could take the boat to France next summer instead of the plane, could we not?',
    'The ferry to Cherbourg made Saoirse seasick',
    'The caravan in Rosslare is booked from 3 to 17 July 2027',
  ],
  ['I need to touch up the kitchen wall, what paint was it?', 'The kitchen is painted in Farrow and Ball Pigeon'],
  ['Can you book Mam in for a haircut, Monday at ten would suit', "Bríd's physio comes on Mondays at 10:00"],
  ['When does the car have to go for its test?', 'The car is a Skoda Octavia, NCT due in April 2027'],
  [
    'Where did we stay in Limerick that time, it was lovely',
    'They liked the Strand hotel in Limerick, rooms with a river view',
  ],
  [
    'Saoirse asks if she can go swimming on Wednesday after school',
    'Saoirse takes the harp with Ms. Geraghty on Wednesdays at four',
  ],
  ['Good morning! Wrecked today.'],
  ['Thanks a million, that is grand.'],
  ['What is the capital of Mongolia?'],
  ['Cormac got a B in his maths test!'],
  ['No, I meant the other list.'],
  ['How do I convert 38.9 Celsius to Fahrenheit?'],
  ['Fiachra lost his first tooth last night.'],
  ['Write a limerick about a seagull in Howth'],
  ['Declan made a curry and it was surprisingly good.'],
  ['Add milk, eggs and bin bags to the shopping list'],
  ['Explain how the offside rule works in football'],
  ['Saoirse was so funny at breakfast, she imitated the president.'],
  ['Make that sound less formal, please.'],
  ['Remember that Ngozi moves to Cork in March.'],
  ['What is the dose range of paracetamol per kilo in general?'],
  ['I ran 5k in 27:40 today!'],
  ['Tell me a bedtime story about a dragon who bakes bread'],
  ['Philomena was in foul form today.'],
  ['Haha, that is brilliant'],
  ['Translate "see you tomorrow" into Irish'],
  ['Bríd says hello.'],
  ['Why is the sky red in the evening?'],
  ['Mrs. Lenehan won a hamper in the raffle.'],
  ['What does the abbreviation SBAR stand for?'],
  ['Actually it was Tuesday, not Wednesday, sorry.'],
];
