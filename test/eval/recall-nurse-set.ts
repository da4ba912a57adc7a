// A fifth life for recall (first run: 12 of 25 helped, 12 of 17 lines useful): a nurse in Graz with two cats, whose partner comes from Peru. 50 messages in
// German, English and some Spanish, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Katrin ist Krankenschwester auf der Kardiologie im LKH Graz
Zwei Katzen: Mogli (Kater, 6 Jahre) und Tinka (9 Jahre)
Tinka bekommt morgens eine halbe Schilddrüsentablette
Ihr Partner Álvaro kommt aus Arequipa und ist Koch
Katrin trinkt keinen Alkohol
Ihre Schwester Vroni wohnt in Klagenfurt und hat Zwillinge
Katrin is learning Spanish, lesson every Monday with Lucero
Mutter Helga hat Diabetes und spritzt Insulin
Katrin sleeps badly after night shifts and wears earplugs
Sie sparen auf eine Reise nach Peru im August 2027`),
  'arbeit.md': lines(`
Stationsleiterin ist Frau Oberkofler
Dienstplanwünsche bis zum 10. des Vormonats abgeben
Der Spind im Keller hat die Nummer 214
Night shifts from 30 November to 3 December
Kollegin Jasmin tauscht gern Wochenenddienste
Fortbildung Wundmanagement am 21. Jänner in Leoben
Das Jobticket läuft bis 31. März 2027
The parking space at the hospital is P4, level minus 2
Dr. Pirker wants the ECGs sorted by date
Hepatitis-Impfung auffrischen im Mai 2027`),
  'wohnung.md': lines(`
Die Wohnung liegt im dritten Stock ohne Lift
Vermieterin ist Frau Stangl, erreichbar nur vormittags
The dishwasher is a Bosch, bought in March 2025, three years warranty
Das WLAN im Schlafzimmer ist schwach, Verstärker liegt im Vorzimmer
Winterreifen bei Reifen Knoll eingelagert
Der Rauchfangkehrer kommt am 4. Dezember um 8 Uhr
Strom ist von der Energie Graz, Ablesung im Februar
The spare key is with Mrs. Hödl on the second floor
Mülltonne für Papier wird jeden zweiten Donnerstag geleert
Die Waschküche gehört uns dienstags`),
  'katzen.md': lines(`
Tierarzt ist Dr. Mandl in Andritz, Ordination bis 18 Uhr
Mogli was vaccinated in April 2026
Mogli verträgt kein Huhn, davon kratzt er sich
Cat sitter during holidays: Benno from the ground floor
Tinka hides under the bathtub when visitors come
Katzenstreu wird bei Fressnapf bestellt, die grüne Packung
Tinka's blood test is due in January`),
  'familie.md': lines(`
Die Zwillinge von Vroni heißen Fabian und Leonie, geboren am 14. Februar 2022
Papa wünscht sich zu Weihnachten eine Drohne
Helga mag keine Überraschungen
Álvaro cumple años el 9 de enero
La madre de Álvaro se llama Rosario y vive en Arequipa
Álvaro es alérgico al marisco
Rosario no tiene internet, hay que llamarla por teléfono
Onkel Sepp repariert Fahrräder
Leonie is afraid of dogs
Vroni is on a gluten-free diet since summer
Wedding of Jasmin and Kemal on 5 June 2027`),
  'dies-und-das.md': lines(`
Friseurin ist Merve in der Sporgasse
The bike lock code is on the card in the kitchen drawer
Lucero recommends the podcast Radio Ambulante
Yogamatte hat sie Vroni geliehen
Buchclub liest im Dezember Marlen Haushofer
The tax adviser is Mr. Zach, papers go to him in February
Der Chor probt mittwochs um 19 Uhr
Zahnarzttermin am 2. Dezember um 15:30
Álvaro quiere abrir un food truck en 2028
El restaurante de Álvaro cierra los lunes
Theaterkarten für den 18. Dezember, Reihe 7
The sewing machine needs needles of type 130/705 H`),
};

export const messages: readonly (readonly string[])[] = [
  ['Mogli kratzt sich dauernd, was hab ich ihm bloß gegeben?', 'Mogli verträgt kein Huhn'],
  ['Was schenke ich Papa heuer?', 'Papa wünscht'],
  ['Can I go to the choir next Wednesday or do I work?', 'Der Chor probt', 'Night shifts from'],
  ['Wir fahren im Sommer weg, wer schaut auf die Katzen?', 'Cat sitter'],
  ['¿Qué le puedo cocinar a Álvaro por su cumpleaños?', 'Álvaro cumple', 'Álvaro es alérgico'],
  ['I locked myself out', 'The spare key'],
  ['Vroni kommt am Sonntag mit den Zwillingen zum Essen, was soll ich backen?', 'Vroni is on', 'Die Zwillinge'],
  ['Wann muss ich die Dienstwünsche abgeben?', 'Dienstplanwünsche'],
  ['The dishwasher leaks. Is it still under warranty?', 'The dishwasher'],
  ['Ich brauche einen Termin beim Tierarzt für Tinka', 'Tierarzt ist', "Tinka's blood test"],
  ['Wie alt werden Fabian und Leonie?', 'Die Zwillinge'],
  ['Mein Fahrrad hat einen Platten', 'Onkel Sepp'],
  ['How do I reach Rosario at Christmas?', 'Rosario no tiene', 'La madre de Álvaro'],
  ['Wo sind die Winterreifen?', 'Winterreifen'],
  ['Ich will am Wochenende frei haben, mit wem könnte ich tauschen?', 'Kollegin Jasmin'],
  ['Jasmin und Kemal heiraten, weißt du noch wann?', 'Wedding of'],
  ['When does the chimney sweep come?', 'Der Rauchfangkehrer'],
  ['¿Qué día está cerrado el restaurante?', 'El restaurante'],
  ['Schreib eine Nachricht an unsere Vermieterin wegen der Heizung', 'Vermieterin ist'],
  ['Which podcast did Lucero tell me about?', 'Lucero recommends'],
  ['Welche Nadeln braucht die Nähmaschine?', 'The sewing machine'],
  ['Mum wants cake for her birthday, which recipe?', 'Mutter Helga'],
  ['Welche Nummer hat mein Spind?', 'Der Spind'],
  ['Bestell bitte Katzenstreu, was nehmen wir immer?', 'Katzenstreu'],
  ['We want to go to the theatre, which row are we in?', 'Theaterkarten'],
  ['Danke, das reicht mir schon'],
  ['Write a birthday poem for a colleague who turns fifty'],
  ['Wie viele Milligramm sind 0,25 Gramm?'],
  ['What does tachycardia mean in plain words?'],
  ['Mach den zweiten Absatz bitte freundlicher'],
  ['Übersetze bitte: The patient was discharged on Monday morning'],
  ['¿Cómo se conjuga el verbo "cerrar" en presente?'],
  ['Ich bin total erledigt, was für ein Dienst'],
  ['Why do cats purr?'],
  ['Erzähl mir einen Witz über Katzen'],
  ['How many weeks are there between 5 June and 14 August?'],
  ['Was ist die Hauptstadt von Ecuador?'],
  ['No, the other one, the green one'],
  ['Korrigiere das: Der Patient hat gut geschlaft'],
  ['Nenn mir drei Synonyme für "müde"'],
  ['Guten Morgen! Kaffee ist schon fertig'],
  ['Explain how a heat pump works, at most five sentences'],
  ['Kann man Basilikum einfrieren?'],
  ['¿Qué significa "ojalá"?'],
  ['Was war noch mal der Unterschied zwischen Vene und Arterie?'],
  ['Good night, see you tomorrow'],
  ['Wie spät ist es gerade in Tokio?'],
  ['Suggest a title for a talk about hand hygiene on the ward'],
  ['Perfekt, genau so. Und jetzt dasselbe auf Englisch'],
  ['Welche Filme mit Romy Schneider sind sehenswert?'],
];
