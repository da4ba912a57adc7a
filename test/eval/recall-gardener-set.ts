// A seventh life for recall (first run, after the sixth: 21 of 25 helped, 21 of 25 lines useful): a gardener near Bath with a German husband. 50 messages in
// English and German, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Wren runs a small gardening business near Bath
Her husband Jochen is from Bremen and builds violins
Their daughter Tilda is 14 and vegetarian
Son Oskar is 10 and has asthma
Wren is allergic to wasp stings
The dog is Bramble, a border terrier
Wren has a bad back and should not lift more than 15 kilos
Jochen hates cinnamon
The family is saving for a new greenhouse
Wren wakes at five and goes to bed at nine`),
  'work.md': lines(`
Mrs Ashdown wants her roses cut before Christmas
The Pemberton garden has heavy clay soil
Mr Lyle pays in cash, 38 pounds an hour
Helper Gavin works Tuesdays and Thursdays
The chainsaw is at Hobbs for repair until Friday
Seeds are ordered from Chiltern in January
The public liability insurance ends on 14 March
The van has a flat battery when it stands for a week
Lavender at the vicarage died in the frost
The council permit for bonfires is number 4471
Gate code at the Manor House has been changed by the owner
Invoices go out on the last day of the month
Compost comes from Whitlow farm, two tonnes at a time`),
  'zuhause.md': lines(`
Oma Hilde kommt am 20. Dezember aus Bremen
Hilde trinkt nur koffeinfreien Kaffee
Der Kamin wurde im Oktober gekehrt
Jochens Werkstatt ist in der alten Molkerei
Die Waschmaschine schleudert nicht mehr richtig
Der Ersatzschlüssel hängt bei Familie Dunmore
Jochen hat am 3. März Geburtstag
Oskars Inhalator liegt in der blauen Tasche
Tilda lernt Schlagzeug bei Herrn Achebe
Im Gästezimmer ist die Heizung kaputt
Der Installateur heißt Rob Tanner`),
  'misc.md': lines(`
Book group meets on the second Monday at Fiona's
Tilda would like a denim jacket
Oskar's best friend is Yusuf
Bramble's vaccination is due in February
The dentist is Dr. Okoro, Tilda has braces until summer
School play on 11 December at 18:30, Oskar is a sheep
Fiona borrowed the pressure washer
The tax return is done by Mr. Finch
Swimming pool is closed until January
Wren wants to read The Overstory
The anniversary is 9 August, they met at a concert of Nick Drake songs
Museum pass is valid until May 2027
Jochen's violin for Ms. Laurent is to be ready by Easter`),
};

export const messages: readonly (readonly string[])[] = [
  ['Where can I get the pressure washer from? I need it on Saturday', 'Fiona borrowed'],
  ['I would like to bake something with cinnamon for Jochen', 'Jochen hates'],
  ['What do I give Tilda for Christmas?', 'Tilda would like'],
  ['Can Gavin come on Wednesday?', 'Helper Gavin'],
  ['How much per hour does Mr Lyle pay?', 'Mr Lyle pays'],
  ['Wo ist der Inhalator?', 'Oskars Inhalator'],
  ['Wann kommt Oma Hilde?', 'Oma Hilde'],
  ['I am off to the Pemberton garden, which plants would do well there?', 'The Pemberton garden'],
  ['I need the chainsaw tomorrow', 'The chainsaw is'],
  ['Wir haben uns ausgesperrt, wo ist der Ersatzschlüssel?', 'Der Ersatzschlüssel'],
  ['Can I light a bonfire this week? The council asks for a number', 'The council permit'],
  ['When do I have to cut the roses for Mrs Ashdown?', 'Mrs Ashdown wants'],
  ['Was soll ich Hilde zum Frühstück anbieten?', 'Hilde trinkt'],
  ['Bramble needs a jab, when was it?', "Bramble's vaccination"],
  ['A client wants me to carry paving stones of 25 kilos', 'Wren has a bad back'],
  ['What could I cook for Tilda and her friends?', 'Their daughter Tilda'],
  ['Wer könnte die Heizung im Gästezimmer reparieren?', 'Der Installateur', 'Im Gästezimmer'],
  ['What time is the school play?', 'School play'],
  ['The van does not start', 'The van has'],
  ['Write to Ms. Laurent that her violin takes longer', "Jochen's violin"],
  ['Which day is the book group?', 'Book group'],
  ['Where do we order the seeds?', 'Seeds are'],
  ['Is the museum pass still good in April?', 'Museum pass'],
  ['Where did Jochen and I meet?', 'The anniversary'],
  ['Who does my tax return?', 'The tax return'],
  ['Thank you, very kind'],
  ['How deep should tulip bulbs be planted?'],
  ['Explain how a violin makes its sound'],
  ['Was ist der Unterschied zwischen Dachs und Fuchs?'],
  ['Put that into bullet points'],
  ['Translate into German: The dog is in the garden and the gate is open'],
  ['I had a lovely day'],
  ['Is lavender good against moths?'],
  ['What rhymes with garden?'],
  ['Gib mir drei Ideen für ein Faschingskostüm'],
  ['How many pounds are 15 kilos?'],
  ['Why do dogs chase their tails?'],
  ['Das war die falsche Tabelle'],
  ['Who wrote Jane Eyre?'],
  ['Can you explain compost heaps to a ten-year-old?'],
  ['What year did the Second World War end?'],
  ['Wie sagt man "Werkstatt" auf Englisch?'],
  ['No thanks, leave it as it was'],
  ['Suggest names for a rose nursery'],
  ['How long does it take to fly from London to Bremen?'],
  ['Sing mir ein Lied vom Kamin'],
  ['Is coffee bad for the heart?'],
  ['Make the second paragraph friendlier'],
  ['What day of the week is 20 December 2030?'],
  ['Write a short story about a boy, a sheep and a school play'],
];
