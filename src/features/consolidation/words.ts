// The words by which claims are compared, for the languages that the night reads: months, weekdays, what negates,
// what asks or leaves open, who somebody is to the person. Data; a language is added here alone.

const table = (text: string, from = 1): [string, number][] =>
  text.split(' | ').flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + from]));

export const months: ReadonlyMap<string, number> = new Map(
  table(
    'january jan januar enero janvier | february feb februar febrero février fevrier | march mar märz marz maerz marzo mars | april apr abril avril | may mai mayo | june jun juni junio juin | july jul juli julio juillet | august aug agosto août aout | september sep sept septiembre septembre | october oct oktober okt octubre octobre | november nov noviembre novembre | december dec dezember dez diciembre décembre',
  ),
);

/** 0 is Sunday. */
export const weekdays: ReadonlyMap<string, number> = new Map(
  table(
    'sunday sundays sun sonntag sonntags dimanche dimanches domingo domingos | monday mondays mon montag montags lundi lundis lunes | tuesday tuesdays tue dienstag dienstags mardi mardis martes | wednesday wednesdays wed mittwoch mittwochs mercredi mercredis miércoles | thursday thursdays thu donnerstag donnerstags jeudi jeudis jueves | friday fridays fri freitag freitags vendredi vendredis viernes | saturday saturdays sat samstag samstags sonnabend sonnabends samedi samedis sábado sábados',
    0,
  ),
);

/** Words that begin a remembered line without naming anybody. */
export const beginsLine: ReadonlySet<string> = new Set(
  'the a an this that these those his her their its my our your he she they it we you there here who what when where why how if since after before until from at in on for with by as and but or not no never always usually often sometimes now today currently every each all some most both user person owner partner wife husband mother father mum mom dad sister brother son daughter child baby friend boss colleague neighbour neighbor family cat dog pet car bike house home flat apartment office job work company team project birthday wedding anniversary appointment meeting dentist doctor address phone number email name age height weight size allergy diet favourite favorite preferred coffee tea breakfast lunch dinner rent salary school kindergarten holiday trip flight train plan goal password wifi insurance contract deadline training course class exam budget kitchen garden gym der die das ein eine er sie es ich mein meine sein seine ihr ihre mag lebt wohnt arbeitet trinkt isst hat ist heißt el la los las un una le les des'.split(
    ' ',
  ),
);

const denials =
  "not|no|none|nobody|nothing|never|neither|nor|without|cannot|nicht|kein\\p{Ll}{0,2}|nie|niemals|niemand|nichts|weder|ohne|nunca|jamás|nadie|nada|tampoco|ningún|ninguna|ninguno|sin|jamais|sans|pas|rien|aucune?|ne(?! \\p{L}+ qu[e'’])";
/** Verbs and adjectives that hold a denial in them: who quits does no longer, who is allergic does not eat it. */
const lacks =
  'stopped|stop|quits?|g(?:ave|iven|ives?) (?:it )?up|avoids?|hates?|dislikes?|detests?|refuses?|refused|allerg\\p{Ll}{1,4}|alérgic[oa]s?|intolerante?|vegan\\p{Ll}{0,4}|v[eé]g[eé]tari\\p{Ll}{1,6}|végane?|teetotal|cancel(?:s|led|ed)?|ditched|dropped|scrapped|failed|fails|fell through|called off|storniert|anulad[oa]|cancelad[oa]|annulée?|had enough of|fed up with|turn(?:s|ed)? down|declin(?:es?|ed)|reject(?:s|ed)?|hasst?e?|aufgehört|abgesagt|abgelehnt|gekündigt|durchgefallen|odi[ao]|aborre(?:zco|ce)|horreur|déteste|verabscheu\\p{Ll}{1,2}|rechaz\\p{Ll}{1,4}|refus(?:e|é|ée)';

const denied = new RegExp(
  `(?<![\\p{L}'’])(?:${denials}|${lacks})(?!\\p{L})|(?<=\\p{L})n['’]t(?!\\p{L})|(?<!\\p{L})n['’](?=\\p{L})|(?<=\\p{L}-)free(?!\\p{L})|(?<=\\p{L}{3})(?:frei|los)(?!\\p{L})`,
  'iu',
);
/** Whether it denies by its grammar: "is not allergic" and "is not" do, "is allergic" does not. */
export const saysNot = new RegExp(`(?<![\\p{L}'’])(?:${denials})(?!\\p{L})|n['’]t(?!\\p{L})`, 'iu');

/** A denial of what denies itself, which says that it is so: "not allergic", "never failed". */
const deniedTwice = new RegExp(
  `(?:(?<![\\p{L}'’])(?:${denials})|n['’]t) (?:\\p{L}{1,12} ){0,2}(?:${lacks})(?!\\p{L})`,
  'giu',
);

/** Whether a text says that something is not, no longer, or not liked. */
export const isDenied = (text: string): boolean => denied.test(text.replace(deniedTwice, ' '));

const reachOfDenial = 6;
const anyLonger = /^(?:mehr|longer|more|any ?more|plus|más)(?!\p{L})/iu;

/** The words that the first denial of a text is about: those behind it, or those before one that ends it. */
export function wordsDenied(text: string): string {
  const once = text.replace(deniedTwice, ' ');
  const found = denied.exec(once);
  if (!found) return '';
  const rest = once
    .slice(found.index + found[0].length)
    .trim()
    .replace(anyLonger, '')
    .trim();
  return rest === ''
    ? once.slice(0, found.index)
    : `${found[0]} ${rest.split(/\s+/).slice(0, reachOfDenial).join(' ')}`;
}

/** What was so once, by its words. */
export const isOver = /(?<!\p{L})(?:used to|formerly|früher|ehemals|solía|autrefois)(?!\p{L})/iu;

/** A form that tells of the past, in a claim. */
export const isPast =
  /(?<!\p{L})(?:was|were|had|did|once|previously|past|war|hatte|gewesen|antes|era|avant|était|\p{L}{2,}(?:ed|te|aba|ía|ait)|ge\p{L}{2,}[tn])(?!\p{L})/iu;

/** Words of which one holds at a time: what says one of them says none of the others. Each group is one meaning. */
export const opposites: readonly (readonly ReadonlySet<string>[])[] = [
  'positive positiv positivo positiva positif | negative negativ negativo negativa négatif négative',
  'left links izquierda izquierdo gauche | right rechts derecha derecho droite',
  'north northern norden nord norte | south southern süden sud sur süd | east eastern osten | west western westen oeste ouest',
  'morning mornings morgens vormittags | afternoon afternoons nachmittags | evening evenings abends | night nights nachts',
  'spring frühling frühjahr primavera printemps | summer sommer verano été | autumn herbst otoño automne | winter invierno hiver',
  'black schwarz schwarze negro negra noir noire | white weiß weiße blanco blanca blanc blanche | red rot rote rojo roja rouge | blue blau blaue azul bleu bleue | green grün grüne verde vert verte | yellow gelb gelbe amarillo amarilla jaune | grey gray grau graue gris | brown braun braune marrón marron',
  'accepted accepts accept angenommen aceptó accepté | declined rejected rejects abgelehnt rechazó refusé',
  'bought buys kauft gekauft compró compra acheté achète | sold sells verkauft vendió vende vendu vend | rents rented mietet gemietet alquila loue loué',
  'won wins gewonnen gewinnt ganó gagné | lost loses verloren verliert perdió perdu',
  'married verheiratet casado casada marié mariée | single ledig soltero soltera célibataire | divorced geschieden divorciado divorciada divorcé divorcée | widowed verwitwet viudo viuda veuf veuve',
  'bigger larger größer mayor | smaller kleiner menor',
  'older älter | younger jünger',
  'before antes avant | after después après',
  'daily täglich diario quotidien | weekly wöchentlich semanal hebdomadaire | monthly monatlich mensual mensuel | yearly annually jährlich anual annuel',
  'rises rose raised raises increased increases steigt gestiegen erhöht sube subió aumenta augmente augmenté | falls fell lowered decreased decreases sinkt gesunken gesenkt baja bajó baisse baissé diminue',
  'starts start started begins begin began beginnt begann empieza empezó comienza commence commencé | ends end ended finishes finish finished endet endete acaba termina terminó finit fini',
  'opens opened öffnet abre abrió ouvre ouvert | closes closed schließt geschlossen cierra cerró ferme fermé',
  'arrives arrived llega llegó arrive arrivé | leaves departs sale salió part parti',
  'lends lent verleiht presta prestó prête prêté | borrows borrowed',
  'hired eingestellt contrató embauché | fired entlassen despidió licencié',
  'upstairs oben arriba | downstairs unten abajo',
  'indoors indoor drinnen | outdoors outdoor draußen',
  'early früh temprano tôt | late spät tarde tard',
  'cheap billig barato | expensive teuer caro cher',
  'full-time vollzeit | part-time teilzeit',
  'hot heiß caliente chaud | cold kalt frío froid',
  'big large groß grande grand | small little klein pequeño petit',
  'vegan | vegetarian vegetarisch vegetariano vegetariana végétarien végétarienne',
].map((group) => group.split(' | ').map((names) => new Set(names.split(' '))));

/** It is wondered, wished or imagined rather than so. */
export const leavesOpen =
  /(?<=\p{L} )may(?= \p{Ll})|(?<!\p{L})(?:if|whether|maybe|perhaps|might|could|would|unsure|undecided|wonders?|wondering|(?<!^)asks?|asked|considers?|considering|thinks? (?:about|of)|thinking (?:about|of)|hopes?|hoping|hopefully|wishes|wants?|possibly|probably|plans?|planning|dreams?|likes? to|suppose|supposing|imagine|pretend|stell dir vor|angenommen|imagina|supón|supongamos|imaginons|supposons|ob|wenn|falls|si|s['’]ils?|vielleicht|könnte|würde|überleg\p{Ll}*|hoffentlich|hoffe|ojalá|espero|quizás?|tal vez|peut-être)(?!\p{L})|\?/iu;

/** It says what is to be done, as somebody's wish does too: "wants it by Friday". */
export const demands =
  /(?<!\p{L})(?:due|deadline|must|has to|have to|needs?|should|fällig|muss|soll|debe|hay que|doit|il faut)(?!\p{L})/iu;

/** It says what came in place of what, so that either half may be told as not so. */
export const contrasts =
  /(?<!\p{L})(?:switched|swapped|replaced|replaces|instead|rather|over|changed from|statt|stattdessen|sondern|gewechselt|en vez de|au lieu)(?!\p{L})/iu;

/** Who somebody is to the person. */
export const relations: ReadonlySet<string> = new Set(
  'mother father mum mom mummy dad daddy sister brother wife husband partner girlfriend boyfriend fiancé fiancée fiancee son daughter friend boss colleague neighbour neighbor aunt uncle cousin nephew niece parents flatmate roommate grandma grandpa grandmother grandfather granddaughter grandson grandparents godmother godfather godson goddaughter stepmother stepfather stepson stepdaughter mutter vater mama papa mami papi schwester bruder frau ehefrau mann ehemann sohn tochter freund freundin chef chefin kollege kollegin nachbar nachbarin oma opa großmutter großvater großeltern tante onkel eltern schwager schwägerin schwiegermutter schwiegervater schwiegereltern cousine neffe nichte enkel enkelin partnerin verlobte verlobter mitbewohner mitbewohnerin hermana hermano madre padre padres mamá papá mujer marido esposa esposo novia novio hija hijo prima primo tía tío abuela abuelo sobrina sobrino suegra suegro cuñada cuñado nieta nieto jefa jefe amiga amigo compañera compañero vecina vecino sœur soeur frère mère père maman femme mari fille fils cousine tante oncle neveu nièce belle-mère beau-père belle-sœur beau-frère grand-mère grand-père copain copine compagnon compagne collègue patron patronne voisin voisine ami amie'.split(
    ' ',
  ),
);

/** Words for the same relation. */
export const sameRelation: readonly (readonly string[])[] = [
  ['mother', 'mum', 'mom', 'mummy', 'parents'],
  ['father', 'dad', 'daddy', 'parents'],
  ['wife', 'husband', 'partner', 'girlfriend', 'boyfriend'],
  ['grandma', 'grandmother', 'oma'],
  ['grandpa', 'grandfather', 'opa'],
  ['boss', 'manager', 'chef', 'chefin'],
  ['flatmate', 'roommate'],
  ['frau', 'ehefrau'],
  ['mann', 'ehemann'],
  ['mutter', 'mama', 'mami', 'eltern'],
  ['vater', 'papa', 'papi', 'eltern'],
  ['oma', 'großmutter', 'großeltern'],
  ['opa', 'großvater', 'großeltern'],
  ['madre', 'mamá', 'padres'],
  ['padre', 'papá', 'padres'],
  ['mujer', 'esposa'],
  ['marido', 'esposo'],
  ['mère', 'maman'],
  ['père', 'papa'],
  ['copain', 'compagnon', 'ami'],
  ['copine', 'compagne', 'amie'],
];

/** Before a noun that a language writes with a capital. */
export const determiners: ReadonlySet<string> = new Set(
  'der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins kein keine keinen mein meine meinen seine seinen ihre ihren jede jeden pro'.split(
    ' ',
  ),
);

/** Nouns of German for times and amounts: no names, although they have a capital. */
export const unitNouns: ReadonlySet<string> = new Set(
  'ende anfang mitte tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minute minuten uhr euro prozent kilo gramm liter meter kilometer grad uhrzeit'.split(
    ' ',
  ),
);

/** `my`, in the languages above. */
export const possessives: ReadonlySet<string> = new Set(
  'my mein meine meiner meinen meinem mi mis mon ma mes'.split(' '),
);

/** The person who speaks, besides {@link possessives}. */
export const speaksOfSelf =
  /(?<![\p{L}])(?:i|me|we|us|our|ours|mine|myself|ich|mich|mir|wir|uns|unser\p{Ll}{0,2}|yo|nos|nosotros|nosotras|nuestr[oa]s?|conmigo|je|j['’]|m['’]|moi|nous|notre|\p{L}+(?:amos|emos|imos))(?![\p{L}])|(?<![\p{L}])[jm]['’](?=\p{L})/iu;

/** Read as numbers in what was said, never demanded of it: "every second week" is no number of its own. */
export const ordinals: ReadonlyMap<string, number> = new Map(
  table(
    'first erste ersten erster primera primero première premier | second other zweite zweiten zweiter segunda segundo deuxième | third dritte dritten dritter tercera tercero troisième | fourth vierte vierten vierter | fifth fünfte fünften fünfter | sixth sechste sechsten | seventh siebte siebten | eighth achte achten | ninth neunte neunten | tenth zehnte zehnten',
  ),
);
