// A life for recall that was written to learn from, by one who knew the program: a pharmacist in Leipzig with a daughter and a garden plot. 50 messages in German with English in it,
// 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Ich heiße Franziska Wendt, alle sagen Franzi
Geboren am 22. November 1986 in Görlitz
Alleinerziehend, Tochter Nele ist neun
Vegetarierin seit dem Studium
Laktoseintolerant, Hafermilch geht
Fahre kein Auto, nur Rad und Bahn
Nach 21 Uhr keine Anrufe
Kann kein Blut sehen, deshalb Apotheke statt Medizin`),
  'arbeit.md': lines(`
Apotheke am Lindenauer Markt, Chef ist Herr Dr. Böhnisch
Notdienst habe ich jeden dritten Donnerstag
Kollegin Swantje ist im Mutterschutz bis März
Kollege Tarek tauscht gern Samstage
Tresorschlüssel hängt hinter dem Kalender im Labor
Rezepturen: Waage immer vorher kalibrieren
Urlaub muss bis 15. Januar eingereicht sein
Fortbildung in Dresden am 8. Mai über Interaktionen
Der Botenfahrer heißt Uwe und kommt um 16 Uhr
Frau Meinhardt holt ihre Insulinpens immer am Monatsersten
Mit Pharmavertretern von Solvex rede ich nicht
Kittel in Größe 38, Reinigung holt mittwochs ab`),
  'wohnung.md': lines(`
Wohnung in der Merseburger Straße 61, dritter Stock links
Ersatzschlüssel liegt bei Frau Hoyer im Erdgeschoss
Sicherungskasten ist im Treppenhaus, grauer Schrank
Heizung entlüften: Schlüssel liegt in der Besteckschublade
Miete 780 Euro warm, Vermieterin Frau Adler
Keller ist Nummer 9, Schloss klemmt
WLAN-Zettel klebt unter dem Router
Küche gestrichen in Salbeigrün von Alpina
Gelbe Tonne wird alle zwei Wochen dienstags geholt
Waschmaschine ist eine Bosch, Garantie bis 2028`),
  'familie.md': lines(`
Nele hat eine Bienengiftallergie, Notfallset im roten Beutel
Nele geht in die 4b, Klassenlehrerin ist Frau Oertel
Nele tanzt montags und mittwochs Ballett
Nele hat Angst vor Aufzügen
Neles Vater Marco hat sie jedes zweite Wochenende
Marco zahlt 420 Euro Unterhalt, immer zu spät
Mama heißt Gudrun, wohnt in Görlitz, hat Herzschrittmacher
Mama mag keine Schnittblumen, nur Topfpflanzen
Papa ist 2019 gestorben, Grab auf dem Nikolaifriedhof
Schwester Jule lebt in Malmö und ist schwanger, Termin im Juni
Jule ist trockene Alkoholikerin
Oma Hilde wird am 3. April 90
Cousin Benno hat mein Zelt`),
  'garten.md': lines(`
Parzelle 112 im Kleingartenverein Westend
Gartentor: Zahlenschloss, Zettel in der Keksdose
Wasser wird am 31. Oktober abgestellt
Kompost ist hinter der Laube
Laubendach ist undicht, Handwerker Riedel kommt am 12. Mai
Tomaten nicht neben die Kartoffeln setzen
Pachtrechnung 310 Euro, fällig im Februar
Nachbar Kurt gießt im Sommer, wenn ich weg bin`),
  'gesundheit.md': lines(`
Migräne mit Aura, Rizatriptan in der Handtasche
Hausärztin ist Frau Dr. Sommer
Penicillin vertrage ich nicht
Zahnreinigung am 19. Februar um 7:30
Rücken: keine Kästen heben
Neue Brille liegt beim Optiker Krass zum Abholen`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['Wann muss der Urlaub eingereicht sein?', 'Urlaub muss bis'],
  ['Wo hängt nochmal der Schlüssel vom Tresor', 'Tresorschlüssel hängt'],
  ['welche Parzelle haben wir', 'Parzelle 112'],
  ['Wer hat mein Zelt?', 'Cousin Benno'],
  ['How much is the garden lease and when is it due?', 'Pachtrechnung 310'],
  ['In welcher Farbe ist die Küche gestrichen?', 'Küche gestrichen'],
  ['Wann wird Oma Hilde neunzig?', 'Oma Hilde wird'],
  ['wie heißt Neles Klassenlehrerin', 'Nele geht in die 4b'],
  ['Wie ist die Zahl vom Gartentor?', 'Gartentor: Zahlenschloss'],
  ['Such mir ein Rezept für Samstagabend, cremig, mit Sahne und Speck', 'Laktoseintolerant', 'Vegetarierin seit'],
  ['Ich will Mama zum Geburtstag einen Strauß Rosen schicken, such mir einen Floristen in Görlitz', 'Mama mag keine'],
  [
    'Organisier den Besuch bei Jule in Malmö, und überleg dir, was wir zum Anstoßen mitbringen',
    'Jule ist trockene',
    'Schwester Jule lebt',
  ],
  ['Schreib Frau Oertel, dass Nele auf der Klassenfahrt zum Imker mitdarf', 'Nele hat eine Bienengift'],
  ['Nele will mit Finja am Mittwochnachmittag ins Kino, sag zu', 'Nele tanzt montags'],
  ['Plan den Ausflug auf den Fernsehturm mit Nele', 'Nele hat Angst vor Aufzügen'],
  ['Solvex will einen Termin mit mir, nächste Woche Dienstag. Antworte denen.', 'Mit Pharmavertretern'],
  ['Ich brauch jemanden, der den Samstag für mich übernimmt', 'Kollege Tarek'],
  ['Steh vor der Tür und der Schlüssel liegt drin', 'Ersatzschlüssel liegt'],
  ['Auf einmal ist in der ganzen Wohnung der Strom weg', 'Sicherungskasten ist'],
  ['Die Heizung gluckert und wird nicht warm', 'Heizung entlüften'],
  ['Der Arzt im Urlaub will mir Amoxicillin aufschreiben', 'Penicillin vertrage'],
  ['Flimmern vorm linken Auge, gleich geht es los', 'Migräne mit Aura'],
  ['Nele ist im Garten gestochen worden, ihr Arm wird dick!', 'Nele hat eine Bienengift'],
  ['Ein Kumpel will mir sechs Kästen Wasser in den Dritten stellen, wenn ich mit anpacke', 'Rücken: keine'],
  ['Im Garten kommt seit heute kein Tropfen aus dem Hahn. Ist der 2. November.', 'Wasser wird am'],
  ['Warum summen Bienen?'],
  ['Was heißt Beipackzettel auf Englisch?'],
  ['Wie heißt Tareks Frau?'],
  ['Wie viele Einwohner hat Malmö?'],
  ['Übersetze bitte: "The garden gate is locked after nine."'],
  ['Wer hat das Penicillin entdeckt?'],
  ['Nele hat heute ihr erstes Seepferdchen-Lied gesungen, so süß'],
  ['Boah, war das ein Donnerstag.'],
  ['Schreib ein Gedicht über eine Tomate, die Angst vor Kartoffeln hat'],
  ['Wo hat Swantje studiert?'],
  ['Mach den letzten Satz freundlicher'],
  ['Was kostet ein Herzschrittmacher ungefähr?'],
  ['780 mal 12'],
  ['Seit wann gibt es Kleingärten in Leipzig?'],
  ['Hat Uwe eigentlich Kinder?'],
  ['Welcher Wochentag war der 22. November 1986?'],
  ['What does a compounding pharmacy do?'],
  ['Frau Hoyer hat mir heute Pflaumenkuchen gebracht, herrlich'],
  ['Warum heißt es Migräne mit Aura?'],
  ['Ist ein Aufzug sicherer als eine Treppe?'],
  ['Nein, das meinte ich nicht. Den Satz davor.'],
  ['Welche Tiere leben im Kompost?'],
  ['In welchem Stadtteil wohnt Frau Oertel?'],
  ['Erzähl mir einen Witz über Apotheker'],
  ['Was ist der Unterschied zwischen Ballett und Modern Dance?'],
];
