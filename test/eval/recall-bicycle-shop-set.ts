// An eleventh life for recall (first run: 12 of 25 helped, 12 of 22 lines useful): the owner of a bicycle shop in Cologne with three children, by an author who knew
// nothing of the program. 50 messages in German with English in it, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Tobias Krings, Inhaber vom Radladen Speichenwerk in Köln-Ehrenfeld
Verheiratet mit Derya, Lehrerin an einer Gesamtschule in Holweide
Geboren am 11. November 1979, passend zum Karneval
Sonntags wird nicht gearbeitet, auch keine Mails
Ich esse keinen Fisch, seit Norderney 2003
Zug statt Flug, solange es unter zwölf Stunden bleibt
Kaffee nur bis 15 Uhr, sonst liege ich nachts wach`),
  'familie.md': lines(`
Lotte, 14, lebt seit Ostern streng vegan
Lotte hat mittwochs Hockeytraining bis 19 Uhr
Emil, 10, hat Erdnussallergie, Notfallset im blauen Rucksack
Emil wechselt im Sommer aufs Montessori-Gymnasium
Mats, 5, muss bis 16 Uhr aus der Kita geholt werden
Mats schläft nur mit seinem Stoffhasen Herr Schmitz ein
Mats hat Angst vor Clowns
Derya hat am 7. Mai Geburtstag
Derya wünscht sich einen Töpferkurs, bloß nichts aus dem Laden
Hochzeitstag ist der 23. August, Standesamt Nippes 2008
Schwiegermutter Nurten isst kein Schwein und spricht wenig Deutsch
Mein Bruder Jens wohnt in Kopenhagen, trocken seit vier Jahren
Papa ist im Pflegeheim St. Agnes, Zimmer 214
Papa ist vormittags klar, nachmittags erkennt er keinen mehr
Babysitterin ist Mia von nebenan, 12 Euro die Stunde`),
  'laden.md': lines(`
Laden offen Dienstag bis Freitag 10 bis 18:30, Samstag bis 14 Uhr
Montags ist zu, da mache ich die Buchhaltung
Code der Alarmanlage steht innen im Deckel von Werkzeugkasten drei
Zweitschlüssel vom Laden hat Giovanni von der Eisdiele gegenüber
Azubi Cem hat freitags Berufsschule
Mechanikerin Steffi geht ab 1. Juni in Elternzeit
Inspektion kostet 79 Euro, beim E-Bike 109
Fremde Akkus machen wir nie auf, Brandgefahr, Versicherung zahlt nicht
Leihrad 18 Euro am Tag, 100 Euro Kaution
Hartje liefert dienstags, Bestellschluss ist Montag 12 Uhr
Rahmen aus Taichung: Ms. Lin, 30 Prozent vorab, Rest bei Verschiffung
Mails nach Taiwan immer auf Englisch
Mietvertrag vom Laden läuft am 31. März 2027 aus
Vermieter Dr. Overath nimmt nur Briefe ernst, keine Mails
Steuerberaterin Frau Pütz braucht die Belege bis zum Zehnten
Rahmennummern der Vorführräder stehen im roten Ordner
Hauptsicherung vom Laden ist im Keller hinter dem Reifenregal
Herr Wiegand schuldet uns noch 240 Euro`),
  'wohnung.md': lines(`
Wir wohnen Körnerstraße 58, dritter Stock, kein Aufzug
Wohnungsschlüssel liegt in Reserve bei Frau Dahlmann im Erdgeschoss
WLAN-Passwort klebt unter der Schublade im Flur
Gelbe Tonne kommt jeden zweiten Donnerstag
Waschmaschine von Miele, Garantie bis Oktober 2026
Entlüftungsschlüssel hängt am Haken neben der Therme
Der Caddy muss im September 2026 zum TÜV
Tiefgarage Gutenbergstraße, unser Stellplatz ist die 17
Hausmeister Kowalski ist nur mittwochs und freitags da
Meine Bohrmaschine ist seit Februar bei Ralf
Von Ralf habe ich die lange Leiter geliehen`),
  'gesundheit.md': lines(`
Asthmaspray liegt im Handschuhfach und in der Kassenschublade
Bandscheibe L5 seit 2021, nichts über zehn Kilo heben
Hausarzt ist Dr. Yıldız am Lenauplatz
Kinderärztin ist Frau Dr. Beckers, Notrufnummer hängt am Kühlschrank
Emil: Tetanus im März 2024 aufgefrischt
Derya verträgt kein Ibuprofen, kriegt Ausschlag`),
  'freizeit.md': lines(`
Hündin heißt Knöpfchen, Rauhaardackel, neun Jahre alt
Tierarzt ist Praxis Lüttgen, mittwochs geschlossen, dann Tierklinik Porz
Knöpfchen schnappt nach Joggern, immer kurze Leine
Dauerkarte beim FC, Südtribüne, neben Ralf
Stammtisch am ersten Dienstag im Monat im Haus Scholzen
Im Karnevalsverein spiele ich die große Trommel
Fähre nach Fanø ist für den 19. Juli gebucht
Fährtickets stecken in "Momo" im Flurregal
Radmarathon Eifel, 140 Kilometer, am 14. September
Mein Renner ist ein Stahlrahmen von Gazelle, Baujahr 1984`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['Wann hat Derya nochmal Geburtstag?', 'Derya hat am 7. Mai'],
  ['was nehmen wir für ne Inspektion am E-Bike', 'Inspektion kostet 79'],
  ['Welcher Stellplatz ist unserer? Ich muss das dem Abschlepper sagen.', 'Tiefgarage Gutenbergstraße'],
  ['Bis wann will Frau Pütz die Belege haben?', 'Steuerberaterin Frau Pütz'],
  ["Which day does Hartje deliver, and what's the cut-off for ordering?", 'Hartje liefert dienstags'],
  ['wer hat eigentlich meine Bohrmaschine', 'Meine Bohrmaschine ist'],
  ['In welchem Zimmer liegt Papa? Der Blumendienst fragt.', 'Papa ist im Pflegeheim'],
  ['Wo hatte ich die Tickets für die Fähre hingetan?', 'Fährtickets stecken'],
  [
    'Lotte soll was fürs Mitbringbuffet ihrer Klasse machen, das sie auch selber gern isst. Mach mir einen Einkaufszettel für ein Blech Kuchen.',
    'Lotte, 14',
  ],
  [
    "Schreib Jonas' Mama, dass Emil am Samstag gern zum Kindergeburtstag kommt, und was sie beim Essen wissen muss.",
    'Emil, 10',
  ],
  [
    'Such uns was Nettes in Ehrenfeld für Samstagabend. Nurten, Derya und ich, gern draußen.',
    'Schwiegermutter Nurten isst',
    'Ich esse keinen Fisch',
  ],
  [
    'Plan mir die Reise von Köln zu Jens im November, Donnerstag hin, Montag zurück',
    'Mein Bruder Jens',
    'Zug statt Flug',
  ],
  [
    'Brauch ein Geschenk für meine Frau. Ich dachte an einen schönen Brooks-Sattel aus dem neuen Katalog, oder fällt dir was Besseres ein?',
    'Derya wünscht sich',
  ],
  [
    'Der Elektriker kann Donnerstag um elf oder Freitag um elf. Cem soll ihm alles zeigen. Welchen nehm ich?',
    'Azubi Cem hat',
  ],
  ['Schreib Ms. Lin, dass wir die 40 Rahmen nehmen und wie immer zahlen', 'Rahmen aus Taichung', 'Mails nach Taiwan'],
  [
    'Kündige Dr. Overath bitte an, dass ich über die neue Staffelmiete reden will. Kurze Mail reicht.',
    'Vermieter Dr. Overath',
  ],
  [
    'Ich steh vorm Laden, draußen warten schon zwei Leute, und der Schlüssel liegt zu Hause',
    'Zweitschlüssel vom Laden',
  ],
  ['Alarm heult, die halbe Straße guckt, und mir fällt die Zahl nicht ein!!', 'Code der Alarmanlage'],
  ['Plötzlich alles dunkel in der Werkstatt, mitten beim Einspeichen', 'Hauptsicherung vom Laden'],
  ['krieg grad ganz schlecht Luft, bin allein im Laden', 'Asthmaspray liegt'],
  [
    'Derya hat höllische Kopfschmerzen. Im Bad hab ich noch Ibu 400 gefunden, geb ich ihr zwei davon?',
    'Derya verträgt kein',
  ],
  [
    "Mats liegt seit einer Stunde wach und brüllt. Wir sind gerade erst in der Ferienwohnung angekommen, am Bett liegt's nicht.",
    'Mats schläft nur',
  ],
  [
    'Hier steht ein Typ mit einem aufgeblähten Akku von so nem Internet-Bike and he wants us to open it. Was sag ich dem?',
    'Fremde Akkus machen',
  ],
  [
    'Knöpfchen hat irgendwas vom Gehweg gefressen und spuckt seit dem Frühstück. Und das an einem Mittwoch.',
    'Tierarzt ist Praxis',
  ],
  [
    'Der Fahrer hat mir acht Kartons Schlösser à 22 kg auf den Bürgersteig gestellt. Ich trag die jetzt schnell alleine rein.',
    'Bandscheibe L5',
  ],
  ['Warum wedeln Hunde eigentlich mit dem Schwanz?'],
  ['Was heißt Speichennippel auf Englisch?'],
  ["Übersetz mal: 'The frame cracked at the down tube after two weeks of normal use.'"],
  ['240 durch 18, auf zwei Stellen'],
  ['Wie heißt Cems Mutter nochmal?'],
  ['Emil hat heute zwei Tore geschossen, ich platz vor Stolz!'],
  ['Wer war eigentlich die heilige Agnes?'],
  ['Wie viele Leute wohnen in Kopenhagen, und wie viele davon fahren angeblich mit dem Rad zur Arbeit?'],
  ['Mach das nochmal, aber lockerer und ohne Ausrufezeichen'],
  ["Korrigier mir die Fehler: 'Ihr Fahrad ist fertig und kann ab Morgen abgeholt werden, wir freuen uns auf sie.'"],
  ['Was reimt sich auf Trommel?'],
  [
    'Unterschied zwischen Tretlager und Innenlager? Ein Kunde hat mich heute ganz durcheinandergebracht, und jetzt zweifle ich an zwanzig Jahren Beruf.',
  ],
  ['Auf welche Schule geht Mia eigentlich?'],
  ['Seit wann heißt das Stadion in Müngersdorf so, wie es heute heißt?'],
  ['Grad mit Ralf telefoniert, der lacht sich immer noch schlapp über gestern'],
  ['Was ist am 19. Juli in der Geschichte so alles passiert?'],
  ['Can you explain torque so that a ten-year-old gets it?'],
  ['Wie funktioniert eine Wärmepumpe? Zwei Sätze.'],
  ['lend, lent, lent oder lend, lended?'],
  ['Warum haben Hasen so lange Ohren?'],
  ['Wie viele Urlaubstage hatte Steffi letztes Jahr genommen?'],
  ['Puh. Montag halt.'],
  ['In welcher Straße wohnt der Wiegand?'],
  ['Nenn mir zehn türkische Vornamen mit Y, ist für ein Quiz'],
  ['Was unterscheidet Töpfern von Keramik, oder ist das dasselbe? Hab gerade ne Doku gesehen und nichts kapiert.'],
];
