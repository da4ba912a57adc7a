// The words by which claims are compared, for the languages that the night reads: numbers, months, weekdays, what negates,
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

export const numberWords: ReadonlyMap<string, number> = new Map([
  ...table(
    'zero null cero zéro | eins | two zwei dos deux both twice | three drei tres trois | four vier cuatro quatre | five fünf cinco cinq | six sechs seis | seven sieben siete sept | eight acht ocho huit | nine neun nueve neuf | ten zehn diez dix | eleven elf once onze | twelve zwölf doce douze | thirteen dreizehn trece treize | fourteen vierzehn catorce quatorze | fifteen fünfzehn quince quinze | sixteen sechzehn | seventeen siebzehn | eighteen achtzehn | nineteen neunzehn',
    0,
  ).filter(([name]) => name !== 'once' && name !== 'sept'),
  ...table(
    'twenty zwanzig veinte vingt | thirty dreißig treinta trente | forty vierzig cuarenta quarante | fifty fünfzig cincuenta cinquante | sixty sechzig sesenta soixante | seventy siebzig | eighty achtzig | ninety neunzig',
    2,
  ).map(([name, tens]): [string, number] => [name, tens * 10]),
  ...table('hundred hundert', 100),
  ...table('thousand tausend', 1000),
  ...table('dozen dutzend', 12),
]);

/** Words that begin a remembered line without naming anybody. */
export const beginsLine: ReadonlySet<string> = new Set(
  'the a an this that these those his her their its my our your he she they it we you there here who what when where why how if since after before until from at in on for with by as and but or not no never always usually often sometimes now today currently every each all some most both user person owner partner wife husband mother father mum mom dad sister brother son daughter child baby friend boss colleague neighbour neighbor family cat dog pet car bike house home flat apartment office job work company team project birthday wedding anniversary appointment meeting dentist doctor address phone number email name age height weight size allergy diet favourite favorite preferred coffee tea breakfast lunch dinner rent salary school kindergarten holiday trip flight train plan goal password wifi insurance contract deadline training course class exam budget kitchen garden gym der die das ein eine er sie es ich mein meine sein seine ihr ihre mag lebt wohnt arbeitet trinkt isst hat ist heißt el la los las un una le les des'.split(
    ' ',
  ),
);

/** One of these turns a statement round, or says that something is not, no longer, or not liked. */
export const negates =
  /(?<![\p{L}'’])(?:not|no|none|nobody|nothing|never|neither|nor|without|cannot|stopped|stop|quit|quits|gave up|given up|gives up|avoids?|hates?|dislikes?|detests?|refuses?|allergic|allergy|intolerant|vegetarian|vegan|teetotal|cancel(?:s|led|ed)?|ditched|dropped|scrapped|failed|fails|fell through|called off|nicht|kein\p{Ll}{0,2}|nie|niemals|ohne|hasst?e?|allergisch|aufgehört|abgesagt|gekündigt|durchgefallen|nunca|jamais|ningún|sin|sans|pas|odia)(?![\p{L}])|(?<=\p{L})n['’]t(?!\p{L})|(?<!\p{L})no longer(?!\p{L})/iu;

/** It is wondered, wished or imagined rather than so. */
export const leavesOpen =
  /(?<!\p{L})(?:if|whether|maybe|perhaps|might|could|would|unsure|undecided|wonders?|wondering|asks?|asked|considers?|considering|thinks? (?:about|of)|thinking (?:about|of)|hopes?|hoping|hopefully|wishes|wants?|possibly|probably|plans?|planning|dreams?|likes? to|ob|wenn|falls|vielleicht|könnte|würde|überleg\p{Ll}*|hoffentlich|hoffe|ojalá|espero|quizás?|tal vez|peut-être)(?!\p{L})|\?/iu;

/** It says what is to be done, as somebody's wish does too: "wants it by Friday". */
export const demands =
  /(?<!\p{L})(?:due|deadline|must|has to|have to|needs?|should|fällig|muss|soll|debe|hay que|doit|il faut)(?!\p{L})/iu;

/** It says what came in place of what, so that either half may be told as not so. */
export const contrasts =
  /(?<!\p{L})(?:switched|swapped|replaced|replaces|instead|rather|over|changed from|statt|stattdessen|sondern|gewechselt|en vez de|au lieu)(?!\p{L})/iu;

/** Who somebody is to the person. */
export const relations: ReadonlySet<string> = new Set(
  'mother father mum mom dad sister brother wife husband partner girlfriend boyfriend son daughter friend boss colleague neighbour neighbor aunt uncle cousin nephew niece parents flatmate roommate grandma grandpa grandmother grandfather stepmother stepfather mutter vater schwester bruder frau ehefrau mann ehemann sohn tochter freund freundin chef chefin kollege kollegin nachbar nachbarin oma opa tante onkel eltern hermana hermano madre padre mujer marido hija hijo sœur frère mère père femme mari fille fils'.split(
    ' ',
  ),
);

/** Words for the same relation. */
export const sameRelation: readonly (readonly string[])[] = [
  ['mother', 'mum', 'mom', 'parents'],
  ['father', 'dad', 'parents'],
  ['wife', 'husband', 'partner', 'girlfriend', 'boyfriend'],
  ['grandma', 'grandmother', 'oma'],
  ['grandpa', 'grandfather', 'opa'],
  ['boss', 'manager', 'chef', 'chefin'],
  ['flatmate', 'roommate'],
  ['frau', 'ehefrau'],
  ['mann', 'ehemann'],
];

/** Before a noun that a language writes with a capital. */
export const determiners: ReadonlySet<string> = new Set(
  'der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins kein keine keinen mein meine meinen seine seinen ihre ihren jede jeden pro'.split(
    ' ',
  ),
);

/** `my`, in the languages above. */
export const possessives: ReadonlySet<string> = new Set('my mein meine meiner meinen mi mis mon ma mes'.split(' '));

/** Read as numbers in what was said, never demanded of it: "every second week" is no number of its own. */
export const ordinals: ReadonlyMap<string, number> = new Map(
  table(
    'first erste ersten erster primera primero première premier | second other zweite zweiten zweiter segunda segundo deuxième | third dritte dritten dritter tercera tercero troisième | fourth vierte vierten vierter | fifth fünfte fünften fünfter | sixth sechste sechsten | seventh siebte siebten | eighth achte achten | ninth neunte neunten | tenth zehnte zehnten',
  ),
);
