// A sixth life for recall (first run, after what the fifth showed was mended: 12 of 25 helped, 12 of 14 lines useful): a bookseller in Strasbourg whose wife
// comes from Valencia. 50 messages in French, Spanish, English and some German, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Étienne tient la librairie « La Marge » rue des Juifs à Strasbourg
Sa femme Amparo vient de Valence et enseigne la physique
Leur fils Hugo, 8 ans, est allergique aux œufs
Étienne est végétarien depuis 2019
Étienne ne conduit pas, il prend le tram C
Amparo no soporta el cilantro
Leur fille Inès étudie l'architecture à Lausanne
Étienne plays the clarinet in a klezmer band
Der Hund heißt Pixel, ein Dackel
Étienne préfère qu'on le tutoie`),
  'librairie.md': lines(`
Le distributeur livre le mardi et le vendredi avant 9 h
La vendeuse s'appelle Clémence, elle ne travaille pas le jeudi
L'inventaire a lieu le dernier dimanche de janvier
Le bail de la librairie court jusqu'en juin 2029
The card terminal is from SumUp, support number on the back
Lecture de Nastasia Rugani le 10 décembre à 19 h
Les retours à l'éditeur partent dans les trois mois
Der Vertreter von Hanser heißt Herr Lindner und kommt im Februar
The shop alarm is armed with the small grey key
Madame Wolff commande toujours des romans policiers suédois
Le comptable est M. Schaeffer, il veut les factures en PDF
The window display for Christmas is built on 28 November
Le papier cadeau est dans l'armoire du sous-sol
L'école Sainte-Aurélie achète avec dix pour cent de remise`),
  'maison.md': lines(`
La chaudière est entretenue par la maison Klein chaque octobre
The flat is on the fourth floor, the intercom says Ferrer
Les voisins du dessous, les Muller, se plaignent de la clarinette après 20 h
Le vélo cargo est au garage, place 31
El frigorífico hace ruido desde septiembre
L'assurance habitation est à la MAIF
Das Kellerabteil ist die Nummer 7
La poubelle jaune sort le lundi soir
The balcony plants are watered by Odile when we are away
La machine à laver est sous garantie jusqu'en mars 2028
Le contrat d'internet finit en avril 2027`),
  'familia.md': lines(`
La madre de Amparo se llama Concha y cumple 75 el 2 de febrero
Concha quiere aprender a usar la tableta
El hermano de Amparo, Vicent, tiene un naranjal en Alzira
Inès rentre à Strasbourg le 19 décembre
Hugo a judo le mercredi à 14 h
Hugo wants a microscope for Christmas
La maîtresse de Hugo est Mme Baumgartner
Le pédiatre est le docteur Oster
Pixel is scared of fireworks
Le vétérinaire de Pixel est à Schiltigheim
Tante Gudrun wohnt in Kehl und kommt gern zum Kaffee
Gudrun darf kein Salz essen
Inès a une bourse jusqu'à l'été 2027
Vicent viene en marzo con su novia Laia`),
  'divers.md': lines(`
Le groupe répète le lundi chez Samuel
Concert du groupe le 23 janvier au Molodoï
The clarinet is being repaired at Dupré's until 5 December
L'ophtalmo a donné rendez-vous le 14 décembre à 11 h 20
Carte d'identité à renouveler avant mai 2027
Le dentiste s'appelle Dr. Weil
Reserva en el hotel Sorolla del 3 al 7 de abril
Der Schwimmkurs von Hugo beginnt im März
The book club meets on the first Thursday of the month
Étienne a prêté la perceuse à Samuel
Amparo's running shoes are size 39
Le code promo de la SNCF expire le 31 décembre`),
};

export const messages: readonly (readonly string[])[] = [
  ['Je veux faire un gâteau pour Hugo, une idée ?', 'Leur fils Hugo'],
  ['Quel jour arrivent les livraisons ?', 'Le distributeur'],
  ['Que peut-on offrir à Hugo pour Noël ?', 'Hugo wants'],
  ['Amparo y yo hacemos curry esta noche, ¿qué hierbas pongo?', 'Amparo no soporta', 'Étienne est végétarien'],
  ['Where is the wrapping paper in the shop?', 'Le papier cadeau'],
  ['When does Inès come home?', 'Inès rentre'],
  ['¿Qué le regalamos a Concha?', 'La madre de Amparo', 'Concha quiere'],
  ['Wir laden Gudrun zum Essen ein, worauf muss ich achten?', 'Gudrun darf'],
  ['Clémence peut-elle me remplacer jeudi ?', 'La vendeuse'],
  ['The washing machine has stopped in the middle of a cycle, do we pay for the repair?', 'La machine à laver'],
  ['Je cherche la perceuse', 'Étienne a prêté'],
  ['Can I play clarinet at home at nine in the evening?', 'Les voisins du dessous', 'The clarinet is'],
  ['Pixel a mal à la patte, où est le véto ?', 'Le vétérinaire'],
  ['¿Cuándo estamos en el hotel Sorolla?', 'Reserva en'],
  ['Was macht Pixel an Silvester, wenn das Feuerwerk losgeht?', 'Pixel is scared'],
  ['Who waters the plants while we are in Valencia?', 'The balcony plants'],
  ["Prépare un mail pour M. Schaeffer avec les factures d'octobre", 'Le comptable'],
  ["Jusqu'à quand court notre bail ?", 'Le bail'],
  ['I need new running shoes for Amparo', "Amparo's running shoes"],
  ['Hugo peut-il aller chez un copain mercredi après-midi ?', 'Hugo a judo'],
  ['¿Cuándo viene Vicent a vernos?', 'Vicent viene'],
  ['Quel cadeau pour Madame Wolff, une cliente fidèle ?', 'Madame Wolff'],
  ['Wann beginnt der Schwimmkurs?', 'Der Schwimmkurs'],
  ["L'école Sainte-Aurélie demande un devis pour trente livres", "L'école Sainte-Aurélie"],
  ['Which day does the band rehearse?', 'Le groupe répète'],
  ['Merci beaucoup, à demain'],
  ['Traduis cette phrase en espagnol : « Le train part lundi matin »'],
  ['How many pages does a typical novel have?'],
  ['Écris un haïku sur la pluie'],
  ['¿Cuál es la capital de Eslovenia?'],
  ['Non, la troisième version était mieux'],
  ['Explique-moi la photosynthèse comme à un enfant de huit ans'],
  ['What is the French word for "hedgehog"?'],
  ["J'ai mal dormi et il pleut"],
  ['Kannst du das etwas kürzer fassen?'],
  ['Corrige : les enfants a mangé des pommes'],
  ['¿Cómo se dice "remise" en español?'],
  ['Donne-moi cinq questions de quiz sur la Renaissance'],
  ['How far is the moon?'],
  ['Qui a écrit Les Misérables ?'],
  ['Genau das meinte ich, danke'],
  ['Quelle est la différence entre un tram et un métro ?'],
  ['Tell me a joke about a dentist'],
  ['Combien font 15 % de 480 ?'],
  ['Give me a shorter headline for this article'],
  ['¡Buenos días! Hoy hace sol'],
  ['Was heißt "naranjal" auf Deutsch?'],
  ['Pourquoi les chiens remuent-ils la queue ?'],
  ['Write a product description for a wooden toy train'],
  ["Mets ça en tableau, s'il te plaît"],
];
