// A hundred messages of a household that writes German, English and Spanish, most of which the embedding model does not know, over
// 135 lines of notes; behind each message the lines that would help to answer, none where none would.

import { lines } from './lines.ts';

export const notes: Record<string, readonly string[]> = {
  'familie.md': lines(`
Meine Schwester Katrin wohnt in Graz und hat zwei Söhne, Emil und Vinzenz
Emil ist 2017 geboren und spielt Handball
Vinzenz hat eine Erdnussallergie
Papa hatte im Mai 2025 eine Hüftoperation
Mama feiert am 9. Juni Geburtstag, sie wird 70
Opa Willi hört schlecht, am besten anrufen und laut sprechen
Tante Renate mag keinen Koriander
Cousin Lars heiratet am 12. September 2027 in Husum
Unsere Katze heißt Frau Holle und bekommt Nierendiätfutter
Die Tierärztin heißt Dr. Vogt, Praxis in der Bismarckstraße
Katrin und ihr Mann Georg kommen an Ostern zu uns
Onkel Heinz leiht uns den Anhänger
Die Babysitterin heißt Nele, 15 Euro die Stunde
Wir haben Mama versprochen, dass wir Weihnachten bei ihr sind
Großtante Ilse ist am 4. Februar 2026 gestorben`),
  'wohnung.md': lines(`
Der Hauptwasserhahn ist im Keller hinter der Waschmaschine
Die Miete beträgt 1.120 Euro warm
Der Hausmeister heißt Herr Brückner, er ist nur vormittags da
Die Fensterputzerin kommt alle acht Wochen
Der Rauchmelder im Flur wurde im Januar 2026 getauscht
Parkett: nur mit Holzbodenseife wischen
Der Ersatzschlüssel liegt bei Familie Yilmaz im zweiten Stock
Die Wandfarbe im Schlafzimmer heißt Nordlicht
Unser Stromanbieter ist Naturstrom, Vertrag läuft bis März 2027
Die Heizung macht Geräusche, Entlüften hilft
Die Spülmaschine ist von 2021, Marke Bosch
Sperrmüll muss man zwei Wochen vorher anmelden
Im Bad ist die Silikonfuge undicht
Der Balkon darf laut Mietvertrag nicht begrünt werden
Das Gästebett ist 1,40 breit`),
  'work.md': lines(`
My manager is called Priya Nair
Performance reviews happen every April
The Halden project ends on 30 June 2027
I am on call every third weekend
My laptop is due for replacement in February
The canteen is closed on Fridays
Our team in Krakow is led by Marek
Expense reports go to Yvonne in accounting
I have 28 days of holiday a year
The Halden client wants all documents in English
My standing desk is set to 108 cm
Daily stand-up is at 9:45
I agreed to mentor Samuel until the summer
The office moves to Harburg in October 2027
I asked for a raise of six percent`),
  'salud.md': lines(`
Soy alérgica a la penicilina
Mi médica de cabecera es la doctora Ferrer
Tomo hierro por las mañanas en ayunas
El dentista me puso una corona en la muela de abajo en marzo
Me duele la rodilla izquierda cuando subo escaleras
Tengo la vista cansada: gafas de 1,25
La vacuna del tétanos me toca en 2030
No tolero bien la lactosa
El fisioterapeuta se llama Iker, sesiones los lunes
Mi grupo sanguíneo es A negativo
Duermo mal si ceno tarde
Corro tres veces por semana, unos seis kilómetros
El análisis de sangre salió bien en octubre
Uso lentillas solo para hacer deporte
La farmacia de guardia más cercana está en la plaza`),
  'things.md': lines(`
The bike is a green Gazelle with frame size 53
I lent the pressure cooker to Beate
The tent needs new poles
My camera takes SD cards up to 64 GB
The car is a grey Toyota Yaris, inspection due in May 2027
Tyre pressure for the Yaris: 2.3 front, 2.1 rear
The piano gets tuned every autumn by Mr. Szabo
The old sofa was sold for 80 euros
My hiking boots are size 39
The drill belongs to our neighbour Tim
The coffee machine wants descaling every six weeks
My passport is valid until August 2028
The vacuum cleaner bags are type G
The ladder is in the shed
I keep the insurance papers in the blue folder`),
  'leute.md': lines(`
Beate ist Vegetarierin und trinkt keinen Alkohol
Tim arbeitet bei der Feuerwehr
Svenja zieht im Frühjahr nach Oslo
Jens und Carla erwarten im März ein Kind
Mit Mirko habe ich mich gestritten, er schuldet mir noch eine Entschuldigung
Frau Adler ist Emils Klavierlehrerin
Paula hat am 17. November Geburtstag und liebt Krimis
Der Trauzeuge von Lars ist Henning
Carla spricht Portugiesisch
Meine Freundin Lucie hat Flugangst
Boris ist Steuerberater und macht unsere Steuer
Die Nachbarn unter uns beschweren sich über das Klavier nach 20 Uhr
Hannes ist Vinzenz' Patenonkel
Susanne aus dem Chor gibt Yogakurse
Ralf kommt aus Basel`),
  'viajes.md': lines(`
En mayo vamos diez días a Cerdeña con los niños
El hotel de Cagliari se llama Villa Marina
El ferry sale de Livorno a las 21:30
Compré el seguro de viaje con Allianz
Quiero ver Japón en otoño de 2028
En Lisboa nos encantó el restaurante Taberna Rua
El coche de alquiler cuesta 290 euros
A Lucie le prometí un fin de semana en Praga
Las bicicletas no caben en el ferry
La tarjeta de embarque se imprime el día antes
En Cerdeña queremos hacer una excursión en barco
Los niños duermen en litera
Evitamos los vuelos con escala
La maleta grande tiene una rueda rota
En Oslo dormiremos en casa de Svenja`),
  '2026-09-12.md': lines(`
08:10 I want to read more novels, fewer news
09:30 Gym contract cancelled, ends in December
11:00 Frau Holle war beim Impfen
12:40 Der Chor probt dienstags um 19 Uhr in der Kreuzkirche
15:15 Vinzenz wants a microscope for his birthday
17:00 Ich lerne seit August Schwedisch
18:20 We decided against a second car
19:45 El curso de cerámica empieza el 5 de octubre
20:30 The bathroom tap drips
21:10 Boris braucht die Belege bis Ende Mai`),
  '2026-10-20.md': lines(`
07:30 Ich trinke morgens nur noch grünen Tee
09:00 My Swedish exam is on 14 December
10:10 Das Budget für das neue Rad ist 1.800 Euro
12:00 We want to build raised beds at the allotment
13:20 Der Schrebergarten hat die Nummer 41
14:50 La reunión de padres es el 3 de diciembre
16:00 Ordered winter shoes for Emil, size 34
18:00 Ich singe Alt
19:30 Netflix gekündigt
21:00 The roof box is at Onkel Heinz's`),
  '2026-11-10.md': lines(`
08:00 Ab Januar arbeite ich nur noch vier Tage, freitags frei
09:15 Katrin hat einen neuen Job als Schulleiterin
10:40 The allotment committee meets on 2 December
11:30 Paula bekommt von uns einen Krimi von Tana French
13:00 He reservado mesa en Casa Lola para el sábado 21
15:30 Mama soll kein Salz mehr essen
17:10 We are thinking of adopting a second cat
18:40 Das Auto braucht neue Bremsen
20:00 Georg hat sich das Bein gebrochen
21:30 I promised Samuel a reference letter`),
};
/** The message and the beginnings of the lines that help. */
export const messages: readonly (readonly [message: string, ...helps: string[]])[] = [
  ['Was darf ich für Katrins Jungs backen?', 'Vinzenz hat eine Erd', 'Meine Schwester Katrin'],
  ['Kann man Vinzenz Erdnussbutter mitgeben?', 'Vinzenz hat eine Erd'],
  ['I need a birthday present for Vinzenz', '15:15 Vinzenz wants'],
  ['Wir brauchen am Samstag jemanden für die Kinder', 'Die Babysitterin'],
  ['Beate kommt am Sonntag zum Essen, was koche ich?', 'Beate ist Veg'],
  ['wasserrohrbruch!! wo dreht man das ab?', 'Der Hauptwasserhahn'],
  ['Ich hab mich ausgesperrt', 'Der Ersatzschlüssel'],
  ['What pressure do the tyres of the Yaris need?', 'Tyre pressure'],
  ['When is the car due for inspection?', 'The car is a grey'],
  ['who do I send my expense report to?', 'Expense reports'],
  ['draft a message to my manager about the on-call weekend', 'My manager is', 'I am on call'],
  ['Me han recetado amoxicilina, ¿puedo tomarla?', 'Soy alérgica a la pen'],
  ['¿Cuándo tengo fisio?', 'El fisioterapeuta'],
  ['necesito pedir cita con mi médica', 'Mi médica de'],
  ['¿A qué hora sale el ferry de Livorno?', 'El ferry sale'],
  ['cómo se llamaba el hotel de Cagliari', 'El hotel de Cag'],
  ['Welche Farbe hatten wir im Schlafzimmer gestrichen?', 'Die Wandfarbe im Schl'],
  ['Die Heizung klopft schon wieder', 'Die Heizung macht'],
  ['Where is my ladder?', 'The ladder is in'],
  ['who has our pressure cooker?', 'I lent the pressure'],
  [
    'Muss ich Papier für die Steuer schon zusammensuchen? Wann braucht Boris das?',
    '21:10 Boris braucht',
    'Boris ist Steuer',
  ],
  ['Wann ist Chorprobe?', '12:40 Der Chor probt'],
  ['Was schenken wir Paula?', '11:30 Paula bekommt', 'Paula hat am 17'],
  ['when is my swedish exam?', '09:00 My Swedish'],
  ['¿qué día es la reunión de padres?', '14:50 La reunión'],
  ['Which vacuum bags do I have to buy?', 'The vacuum cleaner'],
  ['Frau Holle frisst nicht, ich muss zum Tierarzt', 'Die Tierärztin', 'Unsere Katze heißt'],
  ['Wie erreiche ich Opa Willi am besten?', 'Opa Willi hört'],
  ['Was kochen wir, wenn Mama kommt?', '15:30 Mama soll'],
  ['Wie alt wird Mama im Juni?', 'Mama feiert am'],
  ['Can I plant something on the balcony?', 'Der Balkon darf'],
  ['Quiero hacer una tarta con nata para mí', 'No tolero bien'],
  ['Is my passport still good for Japan in 2028?', 'My passport is', 'Quiero ver Japón'],
  ['when does my gym contract end?', '09:30 Gym contract'],
  ['Emil braucht neue Winterschuhe, welche Größe hat er?', '16:00 Ordered winter'],
  ['Wie hoch ist eigentlich unsere Miete?', 'Die Miete beträgt'],
  ['the coffee machine is slow today', 'The coffee machine'],
  ['Lucie will mit mir fliegen, gute Idee?', 'Meine Freundin Lucie'],
  ['how many vacation days do I have?', 'I have 28 days'],
  ['¿Cuánto cuesta el coche de alquiler?', 'El coche de alquiler'],
  ['Wann heiratet Lars?', 'Cousin Lars heir'],
  ['Den Boden mal richtig putzen: womit darf ich das Parkett wischen?', 'Parkett: nur'],
  ['I want to play the piano at nine in the evening', 'Die Nachbarn unter'],
  ['Which day am I off from January?', '08:00 Ab Januar'],
  ['reservé mesa para el sábado, ¿dónde era?', '13:00 He reservado'],
  ['Write the reference letter for Samuel with me', '21:30 I promised Samuel', 'I agreed to mentor'],
  ['Wo haben wir die Dachbox?', '21:00 The roof box'],
  ['what size are my hiking boots?', 'My hiking boots'],
  ['Wer ist der Trauzeuge?', 'Der Trauzeuge von'],
  ['Was kostet die Babysitterin?', 'Die Babysitterin'],
  // Nothing helps with these.
  ['guten morgen!'],
  ['danke dir, super'],
  ['haha das ist gut'],
  ['ok bis später'],
  ['buenas noches'],
  ['what time is it in Tokyo?'],
  ['Translate "I am looking forward to it" into German'],
  ['wie viel ist 17 prozent von 240'],
  ['tell me a joke about penguins'],
  ['me aburro muchísimo'],
  ['Heute war ein langer Tag, ich bin müde'],
  ['It rained all day and I got soaked on the way home'],
  ['¿cuál es la capital de Mongolia?'],
  ['Schreib mir ein kurzes Gedicht über den Herbst'],
  ['what is the difference between baking soda and baking powder'],
  ['Der Zug hatte schon wieder Verspätung'],
  ['I just saw a fox in the street!'],
  ['me he comprado un libro'],
  ['Wie schreibt man Rhythmus?'],
  ['erinner mich in 20 minuten an die nudeln'],
  ['set a timer for ten minutes'],
  ['recuérdame mañana sacar la basura'],
  ['Mein neuer Kollege heißt Dimitri und ist sehr nett'],
  ['I have started to like olives'],
  ['ich habe mir heute die Haare schneiden lassen'],
  ['My phone battery dies so fast these days'],
  ['hoy he visto a un antiguo profesor por la calle'],
  ['Can you explain photosynthesis in two sentences?'],
  ['was ist ein gutes Wort für traurig'],
  ['I need a name for a goldfish'],
  ['Ich war gerade einkaufen, alles so teuer geworden'],
  ['¿me das una receta de gazpacho?'],
  ['How do I remove red wine from a carpet?'],
  ['Who wrote Middlemarch?'],
  ['wie wird das wetter morgen'],
  ['ich glaube ich werde krank'],
  ['The new bakery on the corner is great'],
  ['jajaja qué risa'],
  ['Welche Serie soll ich als nächstes schauen?'],
  ['thanks, that helped a lot'],
  ['I had the strangest dream last night'],
  ['nein, das meinte ich nicht'],
  ['puedes repetirlo más corto'],
  ['make it shorter and friendlier'],
  ['yes, the second one'],
  ['mi vecina ha puesto música toda la noche'],
  ['Das Spiel gestern war unglaublich, 4:3!'],
  ['I am learning to juggle'],
  ['gibt es etwas neues?'],
  ['¿qué significa "procrastinar"?'],
];
