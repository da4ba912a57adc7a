// A life for recall that was written to learn from, by one who knew the program: a baker in Nantes whose husband is from Cork. 50 messages in French with English in it,
// 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Je m'appelle Maëlle Guivarch, boulangère à Nantes
Née le 30 août 1984 à Brest
Mariée à Cormac, irlandais de Cork, depuis 2012
Deux enfants : Youenn (10 ans) et Enora (6 ans)
Je me lève à trois heures, au lit à vingt et une heures
Allergique aux noix, toutes
Je ne conduis pas la nuit, mauvaise vue
Pas de téléphone à table`),
  'boulangerie.md': lines(`
La boulangerie est fermée le lundi et le mardi
Farine chez Moulin Suire, livraison le jeudi à cinq heures
La clé du local à poubelles est derrière le four
Apprenti : Bastien, majeur en mars, pas d'alcool dans ses tâches
Vendeuse Odile prend sa retraite le 30 juin
Tradition à 1,30 euro, pain de seigle à 4,20
Le four a été réparé par Leroux en septembre
Loyer du local 1 450 euros, propriétaire M. Texier
Comptable : Mme Jahan, elle veut les factures le 5
Code du coffre dans le livre de Lenôtre, page 88
Commande de la mairie : 60 baguettes le 8 mai
Le levain s'appelle Gustave, à nourrir tous les soirs
Contrôle de l'hygiène prévu en octobre
On ne fait pas de gâteaux d'anniversaire sur commande`),
  'maison.md': lines(`
Maison 5 rue des Olivettes, deux étages
Le double des clés est chez Solenn, au numéro 8
Robinet d'arrêt dans la cave, à gauche sous l'escalier
Le compteur électrique est dans le placard de l'entrée
Chaudière : appuyer sur le bouton vert si elle se bloque
Poubelle jaune le mercredi soir
Salon peint en Terre d'Ombre
La machine à laver fuit si on dépasse six kilos
Assurance habitation à la MAIF, échéance au 1er avril
Wifi : le mot de passe est collé derrière le cadre de la plage`),
  'famille.md': lines(`
Cormac est daltonien
Cormac ne mange pas de fruits de mer
Cormac travaille en rotation chez Airbus à Saint-Nazaire
Les parents de Cormac, Nuala et Pat, viennent du 20 au 27 juillet
Nuala is coeliac and Pat has a new hip
Youenn est asthmatique, Ventoline dans la poche avant du cartable
Youenn a judo le mardi et le vendredi
Enora a peur du noir et dort avec une veilleuse
Enora s'appelle comme ma grand-mère, morte en 2016
Maman habite toujours à Brest et n'entend plus de l'oreille droite
Papa a refait sa vie à Toulouse, Maman ne veut pas le croiser
Mon frère Goulven est végétarien et fait du surf
Marraine d'Enora : Solenn
J'ai prêté la remorque à Goulven`),
  'sante.md': lines(`
Médecin : docteur Le Bihan, rue Crébillon
Tendinite au poignet gauche, pas plus de dix kilos
Fer tous les matins, loin du café
Ophtalmo le 14 janvier à 11 h 20
Rappel du tétanos en 2031`),
  'loisirs.md': lines(`
Chorale le jeudi à 19 h, on prépare Fauré
Vélo électrique, batterie à remplacer avant l'été
Ferry Roscoff-Cork réservé le 2 août, cabine extérieure
Je lis Les Misérables, tome trois
Jardin : l'hortensia bleu vient de la grand-mère
Passeport d'Enora périmé en mai`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['À quelle heure livre le moulin ?', 'Farine chez Moulin'],
  ['où est la clé du local à poubelles', 'La clé du local'],
  ['Quel jour part le ferry pour Cork ?', 'Ferry Roscoff-Cork'],
  ['Qui a la remorque ?', "J'ai prêté la remorque"],
  ['What colour is the living room again? I need half a litre', 'Salon peint en'],
  ['Combien coûte le pain de seigle chez nous', 'Tradition à 1,30'],
  ['Où est noté le code du coffre ?', 'Code du coffre'],
  ['Quand viennent les parents de Cormac ?', 'Les parents de Cormac'],
  ["J'en étais où dans Les Misérables ?", 'Je lis Les Misérables'],
  [
    "Propose un menu de fête pour Nuala et Pat dimanche, avec un beau plateau d'huîtres",
    'Nuala is coeliac',
    'Cormac ne mange pas',
  ],
  ['Une cliente veut un gâteau pour les six ans de sa fille samedi, réponds-lui', 'On ne fait pas de gâteaux'],
  ["Organise l'anniversaire de Maman, on invite toute la famille, Papa aussi", 'Papa a refait'],
  ['Trouve une recette de brownie pour ce soir', 'Allergique aux noix'],
  ['Inscris Youenn au dessin, il reste le mardi ou le mercredi', 'Youenn a judo'],
  [
    'Prends rendez-vous pour moi lundi matin chez le coiffeur, tôt, disons quatre heures avant midi ? Et écris à Mme Jahan que les factures partent le 10.',
    'Comptable : Mme Jahan',
  ],
  ["Choisis une cravate pour Cormac, vert ou rouge, il dira ce qu'il préfère", 'Cormac est daltonien'],
  ['Barbecue samedi avec Goulven, fais-moi la liste de courses', 'Mon frère Goulven'],
  ['Je suis enfermée dehors, Cormac est de nuit', 'Le double des clés'],
  ['La chaudière ne démarre plus et il fait douze degrés', 'Chaudière : appuyer'],
  ['Plus de courant dans toute la maison', 'Le compteur électrique'],
  ["De l'eau partout sous la machine, encore", 'La machine à laver fuit'],
  ["Youenn respire mal, il siffle, on est à l'école", 'Youenn est asthmatique'],
  ["Enora pleure dans son lit depuis qu'on a éteint", 'Enora a peur'],
  ['On pensait partir en Turquie en juin tous les quatre', "Passeport d'Enora"],
  ["Il faut rentrer quarante sacs de farine de 25 kg, Bastien est malade, je m'y mets", 'Tendinite au poignet'],
  ['Pourquoi le pain gonfle-t-il dans le four ?'],
  ['Que veut dire "terre d\'ombre" ?'],
  ["Comment s'appelle le mari de Solenn ?"],
  ['Qui a composé le Requiem en ré mineur ?'],
  ['Traduis en anglais : "La porte du fournil reste ouverte jusqu\'à midi."'],
  ["Combien d'habitants à Cork ?"],
  ['Odile était en pleine forme ce matin'],
  ["Écris un poème sur un levain qui s'ennuie"],
  ['Est-ce que Bastien a des frères et sœurs ?'],
  ['Corrige : "Les baguettes sont sortis du four et elle sont chaude."'],
  ['Pff, quelle journée.'],
  ['1450 divisé par 30'],
  ["Plus court, et sans les points d'exclamation"],
  ['Why do the Irish say "grand" all the time?'],
  ['Quelle est la différence entre seigle et épeautre ?'],
  ['À quel âge peut-on passer le permis en Irlande ?'],
  ['Où Leroux a-t-il appris son métier ?'],
  ["D'où vient le mot boulanger ?"],
  ['Youenn a perdu une dent à la cantine !'],
  ['Le fer, ça sert à quoi dans le corps ?'],
  ['Quel jour tombait le 8 mai 1945 ?'],
  ["Comment marche un asthme d'effort, en deux phrases ?"],
  ['What is the Irish word for bread?'],
  ['Solenn te passe le bonjour'],
  ['Raconte-moi une blague sur les surfeurs'],
];
