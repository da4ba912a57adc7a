// French.
import { french as table } from '../../language/french.ts';
import { words } from '../../language/words.ts';
import { type Phrases, counted, listed } from './phrases.ts';

export const french: Phrases = {
  name: 'French',
  code: 'fr',
  marks: [
    ...table.marks,
    ...table.stopWords,
    ...table.weekdays.flatMap((names) => words(names)),
    ...words(
      'le les est une des je pas que qui avec pour mon ma mes dans quand où quel quelle bonjour merci il elle nous vous ce cette du demain hier suis rappelle retiens bonsoir salut ça oublie sais habite rendez',
    ),
  ],
  yes: [
    'ok pour moi',
    'bon pour moi',
    'ça me va',
    'bonne idée',
    "s'il te plaît",
    "s'il te plait",
    'stp',
    'carrément',
    'je veux bien',
    'fais ça',
    'oui je veux bien',
    'oui',
    'avec plaisir',
    'les deux',
    'ouais',
    'bien sûr',
    'que oui',
    "d'accord",
    'd’accord',
    'vas-y',
    'volontiers',
    'parfait',
    'ça marche',
    'entendu',
    'fais-le',
    'faites-le',
    'allez-y',
    'exactement',
    'okay',
    'ok',
    '👍',
    '👌',
    '✅',
  ],
  praises: ['parfait', 'exactement', 'entendu'],
  no: ['non', 'non merci', 'surtout pas', '👎'],
  keepVerbs: words(
    'note notez noter enregistre enregistrez enregistrer garde gardez garder retiens retenez sauvegarde sauvegarder mémorise mémoriser ajoute ajouter',
  ),
  asks: {
    setPhrases: ["n'oublie pas", "ne l'oublie pas", 'pour plus tard', 'pour après', 'à garder', 'à retenir', 'à noter'],
    fillers: words(
      "à ça ca cela ceci celui celle là le la les moi stp svp s'il te vous plaît plait pour oui ok dans ta mémoire tes notes aussi et merci oh ah bon maintenant tout quelque part au chaud c'est",
    ),
    kinds: {
      date: words('date rendez-vous jour échéance'),
      time: words('heure'),
      amount: words('montant prix somme'),
      phone: words('numéro téléphone'),
      address: words('adresse'),
    },
    things: words('garde gardez garder conserve sauvegarde sauvegarder'),
    ownNeeds: words('je moi nous tard après'),
    reasons: [
      "(?:(?:c'est|ceci est|ça c'est) )?(?:très |super )?(?:important|utile)",
      "(?:c'est|(?:ça|ceci) vient) de (?:mon|ma|mes|notre|nos) [^ ]+",
      "(?:mon|ma|mes|notre|nos) [^ ]+ (?:(?:m'a|m'ont|nous a|nous ont) (?:envoyé|écrit|transféré)|vient de m'(?:envoyer|écrire)) (?:ça|ceci)",
      "j'en (?:ai|aurai) besoin(?: (?:plus tard|bientôt|après))?",
    ],
    exclamations: words('intéressant wow super génial joli bien hm aha oh'),
    polite: words("stp svp s'il te vous plaît plait oh ah aussi merci bien ça tout"),
    object:
      'ça|ca|cela|ceci|le|la|les|tout|tout ça|tout cela|celui ci|celle ci|celui là|(?:ce|cet|cette) (?:message|mail|e ?mail|photo|image|info|lettre|texte|note|lien|document|fichier|recette)',
    around:
      "coucou|salut|stp|svp|s'il te plaît|s'il te plait|s'il vous plaît|s'il vous plait|oui|ok|oh|ah|bon|alors|donc|aussi|et|merci|maintenant|tout|bien|pour moi|pour plus tard|pour après|quelque part|au chaud|en mémoire|dans (?:ta|ma|tes|mes|la|les) (?:mémoire|notes?)",
    couldYou: '(?:peux tu|tu peux|pourrais tu|tu pourrais|pouvez vous|pourriez vous)(?: me| te)?',
    wishes: [
      '(?:note|notez|enregistre|enregistrez|garde|gardez|retiens|retenez|sauvegarde|mémorise|conserve)(?: moi)? {it}(?: moi)?',
      '(?:le|la|les) (?:noter|garder|retenir|enregistrer|sauvegarder|mémoriser)|(?:noter|garder|retenir|enregistrer|sauvegarder|mémoriser) {it}',
      "(?:mets|garde) {it} de côté|(?:mets|ajoute) {it} (?:dans|à) (?:ta|ma|tes|mes|les) (?:mémoire|notes)|n'oublie pas {it}|ne l'oublie pas",
    ],
    shortWishes: [
      '(?:prends|prenez)(?: en)? note|noter|enregistrer|retenir|sauvegarde',
      'pour plus tard|pour après|à (?:garder|retenir|noter)',
    ],
    notFor: 'toi|vous|lui|elle|eux',
    purposes: words("pour jusqu'à avant parce comme"),
    questions: [
      '(?:tu (?:me|nous|te) )(?:le |la |les )?(?:notes|gardes|retiens|sauvegardes|mémorises)(?: ça| cela| ceci)',
      'tu (?:me|te) (?:le|la|les) (?:notes|gardes|retiens|sauvegardes|mémorises|enregistres|ajoutes)',
      "tu (?:m'|m’|nous |t'|t’)(?:enregistres|ajoutes)(?: ça| cela| ceci)",
      '(?:me|nous) (?:noter|garder|retenir|sauvegarder|enregistrer) (?:ça|cela|ceci)',
    ],
    partForms: [
      "(?:note|garde|enregistre|retiens)(?: moi)? (?:juste |seulement )?(?<part>(?:l'|(?:le|la|les|son|sa|ses) )[^,]{2,60}?)(?: stp| s'il te plaît)?",
    ],
    partVerbs: ['garde', 'gardez', 'conserve'],
    these: words('ce cet cette ces'),
    it: words('ça cela ceci'),
  },
  offers: {
    several: words('ces ceux les tout tous toutes'),
    or: words('ou'),
    mine: words('je j'),
    confirms: ['ok', 'je le fais', "d'accord", 'ça te va', 'ça te convient', 'tu veux', 'tu veux bien', 'veux tu'],
    save: [
      ...words('enregistrer enregistre noter retenir retienne retenue garder mémoriser sauvegarder conserver'),
      'je note',
      'que je garde',
    ],
    remind: words('rappeler rappelle rappel'),
    change: words('modifier modifie changer change corriger remplacer actualiser'),
    remove: words('oublier oublie supprimer effacer annuler annule'),
    small: words(
      'dois je j peux puis faut il tu veux voulez souhaites souhaitez en vous que qu le la les ceci cela ça dans ta ma mémoire notes note de te me t y et ou pour aussi',
    ),
  },
  begins: {
    remind: [
      "rappelle(?:z)?[- ]moi(?= (?:d[eu]s?|que?|l[ae]s?|m[aeo]n?s?|ça|cela|demain|ce) | (?:d|qu|l)['’])",
      'rappelle(?:z)?[- ]l[ea][- ]moi',
      '(?:tu )?me (?:le |la )rappel(?:er|les)',
      'fais[- ]moi (?:re)?penser à',
      '(?:fais|fait)[- ]moi y (?:re)?penser',
      'mets(?:[- ]moi)? un rappel',
    ],
    remindAt: ['(?:préviens|prévenez|avertis|avertissez|réveille|réveillez)[- ]moi {rest}'],
    remove: words('supprime efface oublie annule enlève'),
    cancel: words('supprime annule'),
  },
  times: words(
    'prochain prochaine weekend soirée jour jours semaine mois heure heures minutes avant après demain matin soir midi veille',
  ),
  timeLinks: {
    units: words('seconde secondes minute minutes heure heures jour jours semaine semaines mois an'),
    asides: words('dans avant après prochain prochaine chaque plus'),
    beside: words('pour le la les en au aux du à vers ce cette encore de et demi demie tard'),
    of: words('de d à'),
  },
  soon: words("aujourd'hui heure heures minute minutes matin soir midi"),
  every: ['chaque', 'tous les', 'toutes les'],
  repeats: words('quotidiennement hebdomadaire mensuel'),
  instead: words('seulement juste plutôt'),
  agreeing: ['pourquoi pas', 'pas de problème', 'pas de souci', 'sans problème'],
  parts: words(
    'seulement uniquement juste premier première premiers premières second seconde deuxième dernier dernière tout tous toutes partie reste sauf deux trois quatre',
  ),
  receipts: {
    saved: (text, place) => `Enregistré : ${text}${place && ` -> ${place}`}`,
    already_saved: (text) => `Déjà enregistré : ${text}`,
    changed: (text, place) => `Modifié : ${text}${place && ` -> ${place}`}`,
    forgotten: (_, place) => `Oublié : un passage de ${place}`,
    reminder_set: (text) => `Rappel créé : ${text}`,
    reminder_cancelled: (text) => `Rappel annulé : ${text}`,
  },
  folded: (count, texts) => `${count} choses enregistrées : ${texts}`,
  undo: 'Annuler',
  questions: {
    save: ({ text, place }) => `Dois-je enregistrer ceci ? « ${text} » -> ${place}`,
    change: ({ text, before, place }) => `Dois-je modifier ceci dans ${place} ? « ${before} » -> « ${text} »`,
    replace: ({ text, instead, place }) =>
      `${instead === undefined ? 'À' : `« ${instead} » à`} la place de : ${text} ? (${place})`,
    forget: ({ text, place }) =>
      `Dois-je oublier ceci pour de bon, dans ${place} et dans les conversations passées ? « ${text} »`,
    remind: ({ text, place }) => `Dois-je créer ce rappel ? ${place} : « ${text} »`,
    cancel: ({ text, place }) => `Dois-je annuler ce rappel ? ${place} : « ${text} »`,
    other: ({ text }) => `Dois-je faire ceci ? ${text}`,
  },
  confirm: {
    save: 'Enregistrer',
    change: 'Modifier',
    replace: 'Remplacer',
    forget: 'Oublier',
    remind: 'Créer',
    cancel: 'Supprimer',
    other: 'Faire',
  },
  confirmAll: 'Tout',
  decline: 'Non',
  notAsked: (question) => `Pas fait, car personne ne peut confirmer ici : ${question}`,
  declined: "D'accord, je laisse.",
  presses: {
    done: 'C’est déjà fait.',
    foreign: 'Ce bouton est pour quelqu’un d’autre.',
    unknown: 'Ce bouton est trop ancien.',
  },
  nothingWaits: "Je n'attends plus cette réponse. Redites-le si vous le voulez encore.",
  stillWaits: "Cela n'a rien changé. J'attends encore votre réponse à ceci :",
  nothingDone: 'Rien n’a été enregistré ni modifié.',
  notAllDone: 'Tout n’a pas été enregistré ou modifié : seulement ce qui figure ici.',
  failures: {
    away: "Cela n'a pas marché : le dossier de la mémoire n'est pas là ou ne peut pas être lu. Rien n'a été changé.",
    gone: "Cela n'a pas marché : l'endroit n'est plus comme je l'ai montré. Rien n'a été changé.",
    past: "Cela n'a pas marché : l'heure est passée. Rien n'a été changé.",
    busy: "Cela n'a pas marché : quelqu'un d'autre est en train de changer la note. Rien n'a été changé ; redemande-le-moi.",
    secret:
      "Cela n'a pas marché : il s'y trouve ce qui ressemble à un secret, et cela ne va dans aucune note. Rien n'a été changé.",
    long: "Cela n'a pas marché : le texte est trop long pour une seule note. Rien n'a été changé.",
    full: "Cela n'a pas marché : le disque est plein. Rien n'a été changé.",
    read_only:
      "Cela n'a pas marché : je n'ai pas le droit d'y écrire, le fichier ou son dossier est en lecture seule. Rien n'a été changé.",
    ends: 'Cela n’a pas marché : un rappel a besoin d’un programme qui continue de tourner, et celui-ci se termine avec sa réponse. Rien n’a changé.',
    other: "Cela n'a pas marché. Rien n'a été changé.",
  },
  notes: {
    irregular: (path) => `${path} n'est pas un fichier ordinaire et est ignoré.`,
    bad_name: (path) =>
      `${path} est ignoré : renommez-le sans retour à la ligne, barre oblique inversée ni lettre qui ressemble à un point ou à une barre.`,
    no_folder: (path) => `${path} n'est pas un dossier.`,
    absent_folder: (path) =>
      `Le dossier de la mémoire ${path} n'est pas là : il a été déplacé, ou son disque n'est pas monté. Je ne peux rien enregistrer ni trouver tant qu'il n'est pas revenu à cet endroit, ou que vous n'y créez pas un dossier vide.`,
    other_folder: (path, index) =>
      `Le dossier de la mémoire ${path} ne contient aucune des notes qui s'y trouvaient : son disque n'est pas monté, ou un autre dossier est à sa place. Je ne peux rien enregistrer ni rien trouver avant son retour. Si ce dossier doit être ma mémoire à partir de maintenant, supprime ${index} et redémarre-moi.`,
    forbidden_folder: (path) =>
      `Je n'ai pas le droit de lire le dossier de la mémoire ${path}. Je ne peux rien enregistrer ni trouver tant que ses droits ne sont pas rétablis.`,
    forbidden: (path) => `Je n'ai pas le droit de lire ${path}.`,
    unreadable: (path, code) => `${path} est illisible${code && ` (${code})`}.`,
    too_large: (path, size) => `${path} est trop grand et est ignoré (${size} Mo).`,
    other_spelling: (path, longTerm) => `${path} est ignoré : la mémoire à long terme est ${longTerm}.`,
    not_text: (path) =>
      `${path} contient des octets qui ne sont pas du texte ; ils restent tels quels, et je ne peux pas y chercher.`,
    not_indexed: (path) => `Je ne peux pas chercher dans tout ${path}, car le disque est plein.`,
  },
  mended: 'Le modèle a refusé une partie de notre conversation ; j’ai continué sans elle.',
  memoryUnreadable: (reason) => `J'ai répondu sans MEMORY.md : ${reason}`,
  memoryTooLong: 'MEMORY.md est trop long pour être montré en entier ; j’ai répondu avec son début.',
  foldedChanges: (count, lines) => `${count} changements : ${lines}`,
  notices: {
    blankMessage: 'Votre message est arrivé sans texte : il n’y a rien à quoi répondre.',
    newConversation: 'Une nouvelle conversation commence. Ce que je sais de vous reste.',
    privateOnly: 'D’autres lisent ici. Demandez-le-moi dans notre conversation privée.',
    privateBegun:
      'À partir d’ici, cette conversation est privée : elle n’est écrite dans aucun fichier, et rien n’en va dans ce que je retiens. Elle se termine avec /new, après une pause et quand le programme s’arrête. Ce que vous me demandez de retenir, je le garde quand même, et si je ne suis pas sûr que vous l’ayez demandé, je pose d’abord la question.',
    privateSeenBy: (hasModel, service) =>
      service === null
        ? hasModel
          ? 'Le fournisseur du modèle la voit comme toujours.'
          : ''
        : hasModel
          ? `Le fournisseur du modèle et ${service} la voient comme toujours.`
          : `${service} la voit comme toujours.`,
    privateNotHere: (program) =>
      `Une conversation privée n’est dans aucun fichier : elle ne dure que tant que le programme tourne, et celui-ci se termine avec sa réponse. Utilisez \`${program} chat\`, ou laissez Scrubjay tourner (\`${program} start\`) et redemandez.`,
    privateAgain: 'Je n’ai pas lu ce que vous avez écrit après la commande. Envoyez-le encore une fois.',
    privateAlready: 'Cette conversation est déjà privée. /new la termine.',
    privateEnded: (lines, reminders) => {
      const kept = [
        ...(lines > 0 ? [`${lines} ${lines === 1 ? 'ligne' : 'lignes'} dans vos notes`] : []),
        ...(reminders ? ['les rappels que vous avez mis (/reminders)'] : []),
      ];
      const told =
        kept.length === 0
          ? ', et rien n’en reste.'
          : `. J’ai gardé ce que vous m’avez demandé : ${kept.join(' et ')}. Rien d’autre n’en reste.`;
      return `La conversation privée est finie${told} À partir d’ici, je retiens de nouveau.`;
    },
    privateLost: (why) =>
      `La conversation privée était déjà finie (${why}), et il n’en reste que ce que vous m’avez demandé de garder. Je n’ai pas pris ce que vous venez de dire : redites-le pour une conversation ordinaire, ou d’abord /private.`,
    restarted: 'j’ai été redémarré',
    pausedTooLong: 'rien n’a été dit pendant trop longtemps',
    stopped: 'Arrêté.',
    nothingToStop: 'Rien n’est en cours.',
    nothingToRetry: 'Il n’y a rien à quoi répondre de nouveau.',
    retryForgotten:
      'Ce que tu as dit là est oublié, en tout ou en partie : je n’y réponds pas de nouveau. Redis-le si tu le veux quand même.',
    cutOff: '[La réponse a été coupée à sa limite de longueur.]',
    cutEmpty:
      'La réponse a atteint sa limite de longueur avant de dire quoi que ce soit. Demandez quelque chose de plus court.',
    refused: 'Le modèle n’a pas voulu répondre à ce message.',
    limit: (rounds) => `Je me suis arrêté après ${rounds} tours d’appels d’outils sans réponse.`,
    paused: 'Le modèle a fait pause après pause sans répondre. Réessayez.',
    empty: 'Le modèle a donné une réponse vide. Réessayez.',
    answerLater: (why) =>
      `Je ne peux pas répondre maintenant : ${why}. Votre message est gardé, et je réponds dès que cela remarche.`,
    noAnswer: (why) => `Je ne peux pas répondre avec un modèle : ${why}.`,
    noAnswerToFiles: (why) =>
      `Je ne peux pas répondre avec un modèle : ${why}, peut-être à cause de ce qui accompagnait votre message. Essayez sans, ou avec moins.`,
    fromMemory: 'De mémoire seulement :',
    stillNoAnswer: 'Toujours pas de réponse du modèle.',
  },
  reasons: {
    rate_limit: 'la limite de requêtes du modèle est atteinte',
    overloaded: 'le modèle est surchargé',
    timeout: 'le modèle n’a pas répondu à temps',
    network: 'le modèle est injoignable',
    stream: 'la connexion au modèle s’est rompue',
    billing: 'le compte du modèle n’a plus de crédit',
    auth: 'le modèle a refusé la clé d’API',
    prompt_too_long: 'la conversation est trop longue pour le modèle',
    signature: 'le modèle a refusé la conversation',
    invalid_request: 'le modèle a refusé la requête',
    aborted: 'la réponse a été arrêtée',
    budget: 'le budget est épuisé',
  },
  undoing: {
    undone: 'annulé',
    nothing: 'Il n’y a rien à annuler.',
    last: (change) => `Le dernier changement : ${change}\nL’annuler ?`,
    done: (change) => `Annulé : ${change}`,
    isDone: (change) => `C’est déjà annulé : ${change}`,
    edited: (path) => `Cet endroit a été modifié à la main depuis, je l’ai donc laissé : ${path}`,
    unknown: (id) => `Je ne trouve pas le changement « ${id} ». /undo list montre ceux que je connais.`,
    notReadAgain: 'Ce qui a été dit les jours lus ne sera pas relu la nuit : dites-moi ce que vous voulez en garder.',
    night: (date, changes) => `la nuit du ${date} (${changes})`,
    counts: ({ added, changed, removed }) =>
      `${added || 'rien'} ajouté(s), ${changed || 'rien'} modifié(s), ${removed || 'rien'} supprimé(s)`,
  },
  reminders: {
    insteadOf: (text) => `à la place de « ${text} »`,
    name: (id) => `Rappel ${id}`,
    repeats: (times) => `puis ${times}, et ainsi de suite`,
    daily: 'tous les jours',
    weekdays: 'du lundi au vendredi',
    weekends: 'samedi et dimanche',
    weekly: (days) => `chaque ${days}`,
    wouldGo: (id) => `Le rappel ${id} serait supprimé.`,
    none: 'Aucun rappel n’est réglé.',
    more: (count) => `Et ${count} de plus, après ceux-ci.`,
    done: 'Fait',
    snooze: 'Dans 10 minutes',
    wasDue: (time) => `était pour ${time}`,
    isDone: 'Bien.',
    cancelThese: (list, count) => `${count === 1 ? 'Annuler ce rappel ?' : `Annuler ces ${count} rappels ?`}\n${list}`,
    cancelButton: 'Oui, annuler',
    cancelledAll: (count) => (count === 1 ? 'Un rappel est annulé.' : `${count} rappels sont annulés.`),
    nothingCancelled: 'Rien n’est annulé. Pour en annuler un, dis son numéro : /reminders cancel 3.',
    cancelled: (id) => `Le rappel ${id} est annulé.`,
    unknown: (id) => `Il n’y a pas de rappel ${id}. /reminders montre ceux qu’il y a.`,
    again: (time) => `Je le redirai à ${time}.`,
    later: (when) => `Il n’était pas encore l’heure. Je le dirai dix minutes plus tard : ${when}.`,
    gone: 'Ce rappel n’existe plus.',
  },
  digest: {
    greeting: 'Bonjour.',
    yesterday: 'd’hier',
    ofDay: (day) => `du ${day}`,
    lastDays: 'des derniers jours',
    nothingNew: (from) => `Je n’ai rien gardé de nouveau ${from}.`,
    done: ({ kept, changed, gone }, from) =>
      `J’ai ${listed(
        counted(
          [kept, `gardé ${kept === 1 ? 'une chose' : `${kept} choses`} ${from}`],
          [changed, `mis à jour ${changed === 1 ? 'une ligne' : `${changed} lignes`}`],
          [gone, `retiré ${gone === 1 ? 'une ligne' : `${gone} lignes`}`],
        ),
        'et',
      )} :`,
    changed: (text, before) => `${text} (avant : ${before})`,
    gone: (text) => `n’est plus vrai : ${text}`,
    verbatim: 'dans tes propres mots',
    said: (day) => `dit le ${day}`,
    more: (count) => `… et ${count} de plus`,
    leftOut: (count) => `J’ai laissé de côté ${count === 1 ? 'une chose' : `${count} choses`} :`,
    unfounded: 'je n’ai rien trouvé de tel dans tes mots',
    sourceGone: 'le passage a été supprimé ou modifié entre-temps',
    refused: () => 'cela n’a pas pu être noté',
    archived: (count) =>
      `Pour que ma mémoire reste courte, j’ai déplacé ${count === 1 ? 'une ligne ancienne' : `${count} lignes anciennes`} dans MEMORY-archive.md.`,
    withoutModel: 'Aucun modèle ne m’a aidé cette nuit, je n’ai donc gardé que ce qui était marqué pour cela.',
    failing: (nights, pending) =>
      `Je n’ai pas pu mettre ma mémoire à jour, ${nights} fois de suite. ${pending === null ? 'Rien n’a été changé ; les jours restent ouverts et je réessaierai.' : `${pending} passages restent ouverts et je réessaierai ; le reste est fait.`}`,
    reason: (problem) => `La raison, telle qu’elle est dans le journal : ${problem}`,
  },
  about: {
    greeting: (help) =>
      `Je suis Scrubjay. Dis-moi ce que je dois retenir, et demande-le-moi plus tard, aujourd’hui ou dans un an. Je le garde dans des fichiers Markdown que tu peux ouvrir et modifier.\n\n${help}`,
    model: (name) => `Modèle : ${name ?? 'aucun n’est configuré : je garde les notes et je les cite'}`,
    memory: (files, mode) =>
      `Mémoire : ${files} ${files < 2 ? 'note' : 'notes'}, où je cherche ${mode === 'hybrid' ? 'par mots et par sens' : 'par mots seulement'}`,
    pending: (chunks) => `, ${chunks} ${chunks === 1 ? 'fragment' : 'fragments'} encore par mots seulement`,
    time: (wall, timezone) => `Heure : ${wall} (${timezone})`,
    unanswered: (count) => `Messages auxquels je n’ai pas pu répondre : ${count}, voir /again`,
    undelivered: (count) => `Messages qui n’ont pas pu être remis : ${count}`,
    note: (problem) => `Note : ${problem}`,
  },
  overview: {
    empty: 'Ta mémoire est encore vide. Dis-moi quelque chose à retenir : retiens qu’Anna est allergique aux noisettes',
    counts: (days, topics, kept) =>
      `Dans ta mémoire : ${days} ${days === 1 ? 'jour' : 'jours'}, ${topics} ${topics === 1 ? 'note thématique' : 'notes thématiques'}, ${kept} ${kept === 1 ? 'chose' : 'choses'} dans MEMORY.md.`,
    topics: (names, more) => `Thèmes : ${names}${more > 0 ? ` et ${more} de plus` : ''}`,
    latest: 'Dernièrement :',
    lookUp: 'Pose-moi une question là-dessus, ou cherche : /memory thé',
    nothing: 'Je ne trouve rien là-dessus dans la mémoire.',
  },
  sources: {
    none: 'La dernière réponse n’a utilisé aucune note.',
    named: '(nommée dans la réponse)',
    read: 'lue',
  },
  model: {
    notConfigured:
      "Aucun modèle n'est configuré : j'enregistre des notes et je les cite. `provider.primary` dans la configuration en choisit un.",
    answers: (model) => `C'est ${model} qui répond ici.`,
    others: (models) => `Sont aussi configurés : ${models.join(', ')}.`,
    noOthers: "Aucun autre n'est configuré.",
    chosen: (model) =>
      `À partir de maintenant, ${model} répond dans cette conversation, et un autre seulement quand il ne le peut pas.`,
    backTo: (usual) => `/new et /model default reviennent à ${usual}.`,
    unknown: (given, models) => `Aucun modèle « ${given} » n'est configuré. Au choix : ${models.join(', ')}.`,
    which: (models) => `Lequel ? ${models.join(', ')}.`,
  },
  timezone: {
    now: (timezone, wall) =>
      `${timezone}, où il est ${wall}. /timezone Europe/Paris en choisit un autre, /timezone default revient à celui de la configuration.`,
    chosen: (timezone, wall) =>
      `À partir de maintenant, je suis ${timezone}, où il est ${wall} : pour les jours des notes, la nuit, les heures de silence et les rappels à venir. Les rappels qui se répètent gardent le fuseau horaire dans lequel ils ont été créés.`,
    unknown: (given) => `Je ne connais aucun fuseau horaire « ${given} ».`,
    meant: (names) => `Voulez-vous dire ${names.join(' ou ')} ?`,
    form: 'Écrivez-le comme Europe/Paris ou America/New_York.',
  },
  usage: {
    amountOf: (spent, limit) => `${spent} sur ${limit}`,
    today: (amount) => `Aujourd'hui : ${amount}`,
    thisMonth: (amount) => `Ce mois-ci : ${amount}`,
    model: (name, amount, calls, tokens) =>
      `${name} : ${amount}, ${calls === 1 ? '1 appel' : `${calls} appels`}, ${tokens} tokens`,
    unpriced: (calls) =>
      calls === 1
        ? 'Un appel vient d’un modèle dont je ne connais pas le prix : il n’est pas compté.'
        : `${calls} appels viennent de modèles dont je ne connais pas le prix : ils ne sont pas comptés.`,
    used: {
      daily: (percent, limit) => `${percent} % du budget quotidien de ${limit} sont utilisés.`,
      monthly: (percent, limit) => `${percent} % du budget mensuel de ${limit} sont utilisés.`,
    },
    unpricedModel: (name) =>
      `Je ne connais pas le prix de ${name}, donc le budget ne le compte pas. Règle [prices."${name}"] dans la configuration (0 s'il ne coûte rien).`,
    spent: {
      daily: (spent, limit) => `${spent} sur les ${limit} du jour sont dépensés`,
      monthly: (spent, limit) => `${spent} sur les ${limit} du mois sont dépensés`,
    },
  },
  export: {
    usage: 'Dites /export pour tout, /export notes pour les notes ou /export conversation pour cette conversation.',
    isPrivate: 'Cette conversation est privée : elle ne va dans aucun fichier.',
    noNotes: "Il n'y a pas encore de notes.",
    nothingSaid: "Rien n'a encore été dit ici.",
    tooLarge: (size, limit, program) =>
      `C'est un fichier de ${size}, et je peux envoyer ${limit} au plus. Sur la machine où je tourne, \`${program} export CHEMIN\` l'écrit.`,
    done: (notes, conversations) =>
      `Voici ${listed(
        counted(
          [notes, `${notes} ${notes === 1 ? 'note' : 'notes'}`],
          [conversations, `${conversations} ${conversations === 1 ? 'conversation' : 'conversations'}`],
        ),
        'et',
      )}, sans clés ni jetons.`,
    thisConversation: 'Voici cette conversation, sans clés ni jetons.',
    withoutPrivate: "La conversation privée de maintenant n'est dans aucun fichier.",
    filesBeside: (count, names) =>
      `Laissé de côté : ${count === 1 ? 'un fichier' : `${count} fichiers`} à côté des notes : ${names}`,
  },
  again: {
    failed: (said) =>
      `Désolé, j’ai essayé trois fois et je n’ai pas pu répondre à « ${said} ». /again liste ces messages.`,
    failedMidway: (said) =>
      `Désolé, quelque chose a échoué trois fois pendant que je répondais à « ${said} » : ce que tu as de ma réponse n’est peut-être pas tout. /again liste ces messages.`,
    tryAgain: 'Réessayer',
    none: "Il n'y a ici aucun message auquel je n'ai pas pu répondre.",
    list: "Je n'ai pas pu répondre à ceux-ci. Pour réessayer :",
    unknown: (name) => `Je ne connais ici aucun message ${name}.`,
    running: "J'y suis encore.",
    begun: (said) => `Encore une fois : « ${said} »`,
    file: 'un fichier',
  },
  files: {
    picture: "l'image",
    file: 'le fichier',
    voice: 'le message vocal',
    recording: "l'enregistrement",
    otherKind: (name) => `Je ne peux pas lire ${name} : je prends des images, des PDF et des fichiers texte.`,
    pictureTooLarge: (name) => `Je ne peux pas prendre ${name} : une image peut faire 5 Mo.`,
    tooLarge: (name) => `Je ne peux pas prendre ${name} : Telegram me laisse récupérer 20 Mo au plus.`,
    empty: (name) => `Il n'y a rien dans ${name}.`,
    notWhatItSays: (name) => `Je ne peux pas lire ${name} : son contenu n'est pas ce que disent son nom ou son type.`,
    gone: (name) => `Je n'ai pas pu obtenir ${name} : Telegram ne l'a plus.`,
    noListener: (name, setting) =>
      `Je ne peux pas écouter ${name} : aucun programme n'est réglé pour cela (\`${setting}\` dans la configuration).`,
    notHeard: {
      silent: (name) => `Je n'ai pas compris ${name} : on n'y entend aucun mot.`,
      slow: (name, program, seconds) => `Je n'ai pas compris ${name} : ${program} a mis plus de ${seconds} s.`,
      endless: (name, program) => `Je n'ai pas compris ${name} : ${program} a écrit plus qu'une transcription.`,
      missing: (name, program) => `Je n'ai pas compris ${name} : il n'y a pas de programme ${program}.`,
      failed: (name, program, code) => `Je n'ai pas compris ${name} : ${program} a échoué (${code}).`,
    },
    unsupported: () =>
      'Je ne peux pas prendre cela : seulement du texte, de la voix, des images, des PDF et des fichiers texte.',
    noText: "Il n'y avait pas de texte dans ce message.",
    changedLater: 'Tu as changé ton message après ma réponse.',
    answerAgain: 'Répondre encore',
    notTaken: "J'avais quelque chose à dire ici, mais Telegram n'a pas accepté le texte. Redemande-moi, s'il te plaît.",
    notMade: "Le fichier n'a pas pu être créé.",
    grewTooLarge: 'Le fichier est devenu trop grand pour être envoyé.',
    notSent: "Le fichier n'a pas pu être envoyé. /export essaie encore.",
    tooLargeToSend: 'Le fichier est trop grand pour être envoyé.',
  },
  help: {
    start: 'Ce que je suis',
    help: 'Ce que tu peux dire avec une barre oblique',
    new: 'Commencer une nouvelle conversation ; la mémoire reste',
    retry: 'Répondre encore une fois à mon dernier message',
    sources: 'Les lignes des notes que la dernière réponse avait devant elle',
    stop: 'Arrêter la réponse en cours',
    yes: 'Faire ce que je t’ai demandé',
    no: 'Laisser ce que je t’ai demandé',
    private: 'Une conversation dont ne reste que ce que vous demandez de garder',
    memory: 'Ce qu’il y a dans ta mémoire ; /memory thé montre ce que j’en sais',
    undo: 'Annuler le dernier changement de la mémoire ; /undo list en montre plus',
    forget: 'Oublier quelque chose pour de bon, après avoir montré ce qui disparaîtrait : /forget mon ancienne adresse',
    reminders: 'Ce que je te rappellerai ; /reminders cancel 3 en retire un',
    export:
      'Les notes, que partagent tous ceux qui ont accès, et tes conversations de ce chat dans un fichier ; /export notes ou /export conversation pour l’un des deux',
    usage: 'Ce que coûtent les modèles aujourd’hui et ce mois-ci, et le budget',
    again: 'Essayer encore un message auquel je n’ai pas pu répondre',
    model: 'Quel modèle répond ; /model NOM en choisit un autre pour cette conversation',
    status: 'Comment je vais : modèle, mémoire, heure',
    timezone: 'Le fuseau horaire que je suis ; /timezone Europe/Paris en choisit un autre',
  },
  forget: {
    usage:
      'Dis ce que je dois oublier : /forget mon ancienne adresse. Je te montre ce qui disparaîtrait, et je demande.',
    tooShort: 'C’est trop court pour le chercher. Dis-en plus sur ce que je dois oublier.',
    nothingFound: 'Je n’en trouve rien, ni dans les notes ni dans les conversations passées.',
    linesToGo: 'Ces lignes disparaîtraient :',
    alsoAbout: 'Celles-ci en parlent aussi :',
    onlyAbout: 'Aucune ligne ne le dit mot pour mot. Celles-ci en parlent :',
    moreLines: (count) => `… et ${count} lignes de plus`,
    lineCount: (count) => `${count} lignes`,
    saidOn: (day) => `dit le ${day}`,
    conversations: (count) =>
      `Cela disparaîtrait aussi ${count === 1 ? 'd’une conversation passée' : `de ${count} conversations passées`}.`,
    isFinal: 'C’est définitif : on ne peut pas l’annuler.',
    unread: (problem) => `Je ne peux pas lire cette note : ${problem}`,
    notMine: (hasModel) =>
      `Ce que je ne peux pas atteindre : les messages de ce chat (supprime-les ici)${hasModel ? ', ce qui a été envoyé au fournisseur du modèle,' : ''} et tes propres sauvegardes et exports.`,
    noteNames: (count, names) =>
      `${count === 1 ? 'Le nom d’une note le contient' : `Les noms de ${count} notes le contiennent`} aussi : à toi de renommer${names ? ` ${names}` : '.'}`,
    filesBeside: (count, names) =>
      `${count === 1 ? 'Un fichier' : `${count} fichiers`} du dossier des notes, qui ${count === 1 ? 'n’est pas une note, le contient' : 'ne sont pas des notes, le contiennent'} aussi ; à toi de supprimer : ${names}`,
    filesUnread: 'Je n’ai pas pu lire tous les fichiers qui s’y trouvent sans être des notes.',
    standing: (places) =>
      `Cela se trouve encore, peut-être sous une autre forme, dans ${places}. Pour le voir : /forget et ses mots.`,
    gitHistory: (dir, gitDir) =>
      `L’historique git de ${dir} le contient encore dans d’anciens commits. Pour effacer tout cet historique : rm -rf '${gitDir}' (le prochain changement en commence un nouveau). Les copies envoyées ailleurs le gardent aussi.`,
    alsoSaid: (places, command) =>
      `Avec ces mots ou d’autres, cela se trouve encore ${places === 1 ? 'à un endroit' : `à ${places} endroits`} de vos notes et d’anciennes conversations. Pour le voir et l’oublier : ${command}`,
    onlySome: (command) => `Seulement quelques-unes : ${command}`,
    forgetSome: (lines) => `Oublier seulement ${lines}`,
    forget: 'Oublier',
    forgetAll: (lines) => `Oublier les ${lines}`,
    keep: 'Garder',
    unchanged: 'Rien n’a été changé.',
    unknown: 'Je ne sais plus de quoi il s’agissait. Redis ce que je dois oublier : /forget …',
    isDone: (report) => `C’est déjà oublié. ${report}`,
    notesChanged: (place, others) =>
      `Les notes ont changé depuis ma question : cela se trouve maintenant dans ${place}${others > 0 ? ` et à ${others} autres endroits` : ''}. Rien n’a encore été oublié : redis ce que je dois oublier.`,
    lineChanged: (place) =>
      `Les notes ont changé depuis ma question : ${place} ne dit plus ce que je t’ai montré. Rien n’a encore été oublié : redis ce que je dois oublier.`,
    noSuchLines: 'Il n’y a pas de telles lignes dans ce que je t’ai montré.',
    done: (lines, notes, isLeft) =>
      `Oublié. ${lines === 0 ? (isLeft ? 'Aucune note n’a pu être changée' : 'Aucune note ne le contenait') : `${lines === 1 ? 'Une ligne' : `${lines} lignes`} ${notes === 1 ? 'd’une note' : `de ${notes} notes`}`} ; cela a aussi disparu des conversations passées, de leurs résumés, des versions antérieures et de l’index de recherche, et ne reviendra pas la nuit.`,
    left: (notes) =>
      `Ces notes n’ont pas pu être changées et le contiennent encore : ${notes}. Je réessaie au prochain démarrage et au prochain /forget.`,
    leftReasons: {
      forbidden: () => 'elle ne peut pas être écrite',
      full: () => 'le disque est plein',
      busy: () => 'd’autres programmes la changent sans cesse',
      damaged: () => 'elle est abîmée',
      system: (code) => code,
    },
    attachments: (count, folder) =>
      `Je ne peux pas regarder dans les images et les PDF ; ${count === 1 ? 'une conversation en garde' : `${count} conversations en gardent`} qui sont venus avec d’autres mots. Ils sont dans ${folder}.`,
    damagedFile: (name) =>
      `Un ancien fichier, abîmé, est gardé sous ${name} ; je ne peux pas y regarder. Supprime-le s’il peut contenir cela.`,
    stillRead: (command) =>
      `Cela a disparu des notes et des conversations passées, et ne reviendra pas la nuit. Mais un autre programme lit mes fichiers, dont les journaux gardent encore les mots : arrête-le (une sauvegarde, une base ouverte quelque part) et dis ${command}. J’essaie encore au prochain démarrage.`,
  },
};
