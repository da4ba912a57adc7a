// German.
import { german as table } from '../../language/german.ts';
import { words } from '../../language/words.ts';
import { type Phrases, asBeginning, counted, listed } from './phrases.ts';

export const german: Phrases = {
  name: 'German',
  code: 'de',
  marks: [
    ...table.marks,
    ...table.stopWords,
    ...table.weekdays.flatMap((names) => words(names)),
    ...words(
      'der die das und ist ich nicht ein eine mit mein meine wie was wann bitte auf für dass wir du hast er sie mir mich zu von im um aber kein keine noch heute morgen gestern hat sind kommt dir merk merke erinnere notiere notier hallo servus moin danke geht weißt wohne mag termin uhr vergiss über',
    ),
  ],
  yes: [
    'oh ja',
    'jap',
    'jup',
    'joa',
    'mach',
    'tu das',
    'tu es',
    'jawoll',
    'nur zu',
    'leg los',
    'ok für mich',
    'passt für mich',
    'gute idee',
    'super idee',
    'das wäre super',
    'das wäre gut',
    'ja',
    'bitte',
    'na gut',
    'jep',
    'jo',
    'klar',
    'gerne',
    'gern',
    'na klar',
    'natürlich',
    'unbedingt',
    'auf jeden fall',
    'beide',
    'beides',
    'mach mal',
    'mach das',
    'mach es',
    'jawohl',
    'passt',
    'genau',
    'in ordnung',
    'einverstanden',
    'perfekt',
    'sehr gern',
    'bitte ja',
    'ok',
    'okay',
    '👍',
    '✅',
    '👌',
  ],
  praises: ['genau', 'perfekt', 'passt', 'bitte'],
  no: ['nein', 'nö', 'nein danke', 'lieber nicht', '👎'],
  keepVerbs: words(
    'merk merke merken notier notiere notieren speicher speichere speichern abspeichern aufschreiben schreib schreibe behalte behalten behalt festhalten aufheben heb hebe sichern sicher sichere',
  ),
  asks: {
    setPhrases: [
      'für später',
      'für nachher',
      'zum merken',
      'fürs archiv',
      'ab in die notizen',
      'nicht vergessen',
      'vergiss das nicht',
      'lass mich das nicht vergessen',
      'im kopf',
    ],
    fillers: words(
      'das hier dies diese dieses die den es sie ihn dir bitte bitteschön mich auf mal ab ein mir doch ja ok okay in deine deinen notizen gedächtnis beides auch und danke oh ach na also jetzt alles irgendwo gut damit',
    ),
    kinds: {
      date: words('datum termin tag frist'),
      time: words('uhrzeit zeit'),
      amount: words('betrag preis summe'),
      phone: words('nummer telefonnummer handynummer'),
      address: words('adresse anschrift'),
    },
    things: words('behalt behalte behalten heb hebe aufheben sichere sichern speicher speichere speichern'),
    ownNeeds: words('ich wir mich uns später nachher archiv'),
    reasons: [
      '(?:(?:das|dies|es) )?(?:ist )?(?:sehr |ganz |echt |super )?(?:wichtig|nützlich)',
      '(?:(?:das|dies|es) )?(?:ist|kam|kommt) (?:gerade |eben |heute )?von (?:mein[^ ]*|unser[^ ]*|der) [^ ]+',
      '(?:(?:das|dies|es) )?(?:hat|haben) (?:mir|uns) (?:der |die |mein[^ ]* |unser[^ ]* )?[^ ]+ (?:geschickt|geschrieben|gesendet|weitergeleitet)',
      '(?:das|dies|es) brauche? ich(?: (?:noch|später|bald|dann|im [^ ]+|für (?:den|die|das|mein[^ ]*) [^ ]+))?',
    ],
    exclamations: words('interessant wow schön hübsch gut super toll krass hm aha oh'),
    polite: words('bitte bitteschön danke dir doch mal auch oh das dies es beides alles gern gerne sehr so'),
    object:
      '(?:das|dies|es|alles|beides|diese[nsr]?|die|den)(?: (?:hier|da|alles))?|(?:die|diese) (?:nachricht|mail|e ?mail|infos?|notiz|seite|datei)|(?:das|dieses) (?:bild|foto|rezept|dokument|schreiben)|(?:den|diesen) (?:brief|text|link|artikel|zettel)',
    around:
      'hallo|hey|hi|pls|bitte|bitteschön|danke|doch|mal|ja|ok|okay|oh|ach|na|also|jetzt|auch|gut|damit|noch|einfach|mir|dir|für später|für nachher|fürs archiv|zum merken|irgendwo|im kopf|in (?:deine|deinen|meine|meinen|die|den) (?:notizen|notiz)|in (?:dein|deinem) gedächtnis|und',
    couldYou: '(?:kannst|könntest|würdest|magst)(?: du)?(?: dir)?',
    wishes: [
      "(?:merk|merke|notier|notiere|speicher|speichere|sichere|behalt|behalte)(?: dir| mir)? {it}(?: dir| mir)?(?:(?: bitte| doch| mal)* ab)?|merke?'s dir",
      '(?:schreib|schreibe|heb|hebe)(?: dir| mir)? {it}(?: dir| mir)?(?: bitte| doch| mal| irgendwo)* auf|halte? {it}(?: bitte| doch| mal)* fest',
      '(?:schreib|schreibe|pack|packe|tu|tue|nimm) {it}(?: bitte| mal)* in (?:deine|meine|die) notizen',
      '{it} (?:(?:dir|mir|bitte|mal|für mich|für uns) )*(?:merken|notieren|speichern|abspeichern|aufschreiben|festhalten|aufheben|sichern|behalten)',
      '{it} nicht vergessen|vergiss {it} nicht|{it} (?:möchte|will) ich mir (?:merken|aufheben)|{it} musst du dir merken|{it}(?: bitte| mal)* in (?:die|deine|meine) notizen|merks dir',
    ],
    shortWishes: [
      '(?:dir |mir )?(?:bitte )?(?:für später )?(?:merken|notieren|speichern|abspeichern|aufschreiben|festhalten|aufheben|sichern)',
      'nicht vergessen',
      'für später|für nachher|zum merken|fürs archiv|ab in die notizen',
    ],
    notFor: 'dich|euch|sie|ihn',
    purposes: words('für fürs bis bevor weil damit'),
    questions: [
      '(?:merkst|notierst|behältst) du (?:dir |mir |uns )(?:das|es|dies)',
      '(?:speicherst|sicherst) du (?:dir |mir |uns )?(?:das|es|dies)',
      '(?:schreibst|hebst|nimmst) du (?:dir |mir |uns )?(?:das|es|dies)(?: bitte| mal)? auf',
      'hältst du (?:mir |uns )?(?:das|es|dies)(?: bitte| mal)? fest',
    ],
    partForms: [
      '(?:nur )?(?:schreib|schreibe|notier|notiere|speicher|speichere|merk|merke)(?: dir| mir)?(?: bitte| mal| doch| nur)* (?<part>(?:der|die|das|den|dem|seine?n?|ihre?n?|[^ ]+s) [^,]{2,60}?)(?: bitte| mal)*(?: auf| ab)?(?: bitte)?',
    ],
    partVerbs: ['behalte', 'behalt'],
    lastVerbs: words('merken notieren speichern abspeichern aufschreiben festhalten'),
    these: words('diesem dieser diesen dieses'),
    it: words('es ihn daran dran davon'),
  },
  offers: {
    several: words('diese beide beides alle alles'),
    or: words('oder'),
    mine: words('ich'),
    confirms: [
      'ok',
      'okay',
      'soll ich',
      'soll ich das',
      'passt das',
      'passt das so',
      'in ordnung',
      'ist das in ordnung',
      'einverstanden',
      'recht so',
      'möchtest du das',
      'willst du das',
    ],
    save: words(
      'speichern speichere abspeichern merken merke notieren notiere aufschreiben festhalten behalten vermerken',
    ),
    remind: words('erinnern erinnere erinnerung'),
    change: words('ändern ändere aktualisieren korrigieren ersetzen anpassen'),
    remove: words('vergessen löschen entfernen streichen absagen stornieren'),
    small: words(
      'soll sollte kann darf ich du dir mir mich dich sie ihnen möchtest möchten wünschst wünschen willst das dies es dass so auch noch in ins dein deine gedächtnis notizen notiz erinnerung daran an von aus auf und oder für bitte gerne jetzt',
    ),
  },
  begins: {
    remind: ['erinnerung(?= (?:für|an|am|um|morgen|heute)(?!\\p{L}))'],
    remindLast: ['lass mich {rest} nicht vergessen'],
    remindAt: [
      '{rest} (?:bitte )?(?:nochmal )?erinnern(?: bitte)?',
      '(?:sag|sage|gib) mir {rest}bescheid',
      '(?:(?:sag|sage|gib) mir (?:bitte )?bescheid|(?:weck|wecke|benachrichtige) mich) {rest}',
      '(?:sag|sage) mir (?:das|es) {rest}',
    ],
    remove: words('lösch lösche entfern entferne streich streiche vergiss'),
    cancel: words('lösch lösche'),
  },
  times: words(
    'nächste nächsten nächster wochenende übermorgen stunde minute tag vortag tage tags woche wochen monat stunde stunden minuten vorher davor morgen heute abend früh mittag uhr',
  ),
  timeLinks: {
    units: words(
      'sekunde sekunden minute minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr',
    ),
    asides: words('in vor nach vorher davor danach nächste nächsten nächster nächstes jede jeden jedes später'),
    beside: words(
      'für am im um der den dem die das des zum zur gegen ab bis diesen diese dieses wieder nochmal noch früh halb viertel und uhr spätestens',
    ),
    of: words('an'),
  },
  soon: words('heute stunde stunden minute minuten abend früh mittag'),
  every: words('jeden jede jedes jedem alle'),
  repeats: words(
    'täglich wöchentlich monatlich jährlich stündlich morgens mittags abends nachts montags dienstags mittwochs donnerstags freitags samstags sonntags werktags',
  ),
  instead: words('nur bloß stattdessen lieber'),
  agreeing: ['warum nicht', 'wieso nicht', 'kein problem', 'nichts dagegen'],
  parts: words(
    'nur bloß erste ersten erstes zweite zweiten letzte letzten beide beiden alle alles teil rest außer eins zwei drei vier',
  ),
  receipts: {
    saved: (text, place) => `Gespeichert: ${text}${place && ` -> ${place}`}`,
    already_saved: (text) => `Schon gespeichert: ${text}`,
    changed: (text, place) => `Geändert: ${text}${place && ` -> ${place}`}`,
    forgotten: (_, place) => `Vergessen: eine Stelle in ${place}`,
    reminder_set: (text) => `Erinnerung gestellt: ${text}`,
    reminder_cancelled: (text) => `Erinnerung gelöscht: ${text}`,
  },
  folded: (count, texts) => `${count} Dinge gespeichert: ${texts}`,
  undo: 'Rückgängig',
  questions: {
    save: ({ text, place }) => `Soll ich das speichern? „${text}“ -> ${place}`,
    change: ({ text, before, place }) => `Soll ich das in ${place} ändern? „${before}“ -> „${text}“`,
    replace: ({ text, instead, place }) =>
      `${instead === undefined ? 'Anstelle' : `„${instead}“ anstelle`} von: ${text}? (${place})`,
    forget: ({ text, place }) => `Soll ich das endgültig vergessen, in ${place} und in früheren Gesprächen? „${text}“`,
    remind: ({ text, place }) => `Soll ich daran erinnern? ${place}: „${text}“`,
    cancel: ({ text, place }) => `Soll ich diese Erinnerung löschen? ${place}: „${text}“`,
    other: ({ text }) => `Soll ich das tun? ${text}`,
  },
  confirm: {
    save: 'Speichern',
    change: 'Ändern',
    replace: 'Ersetzen',
    forget: 'Vergessen',
    remind: 'Erinnern',
    cancel: 'Löschen',
    other: 'Ja',
  },
  confirmAll: 'Alle',
  decline: 'Nein',
  notAsked: (question) => `Nicht getan, weil hier niemand zustimmen kann: ${question}`,
  declined: 'Gut, ich lasse es.',
  presses: {
    done: 'Das ist schon erledigt.',
    foreign: 'Das ist für jemand anderen gedacht.',
    unknown: 'Der Knopf ist zu alt.',
  },
  nothingWaits: 'Darauf warte ich nicht mehr. Sag es noch einmal, wenn du es noch willst.',
  stillWaits: 'Damit hat sich nichts geändert. Darauf warte ich noch:',
  nothingDone: 'Es wurde nichts gespeichert oder geändert.',
  notAllDone: 'Nicht alles wurde gespeichert oder geändert: nur, was hier steht.',
  failures: {
    away: 'Das hat nicht geklappt: Der Gedächtnisordner ist nicht da oder darf nicht gelesen werden. Geändert ist nichts.',
    gone: 'Das hat nicht geklappt: Die Stelle ist nicht mehr so, wie ich sie gezeigt habe. Geändert ist nichts.',
    past: 'Das hat nicht geklappt: Der Zeitpunkt ist vorbei. Geändert ist nichts.',
    busy: 'Das hat nicht geklappt: Jemand anderes ändert die Notiz gerade. Geändert ist nichts; bitte mich noch einmal darum.',
    secret:
      'Das hat nicht geklappt: Es enthält, was nach einem Geheimnis aussieht, und das kommt in keine Notiz. Geändert ist nichts.',
    long: 'Das hat nicht geklappt: Der Text ist zu lang für einen Eintrag. Geändert ist nichts.',
    full: 'Das hat nicht geklappt: Der Datenträger ist voll. Geändert ist nichts.',
    read_only:
      'Das hat nicht geklappt: Ich darf dort nicht schreiben, die Datei oder ihr Ordner ist schreibgeschützt. Geändert ist nichts.',
    ends: 'Das hat nicht geklappt: Eine Erinnerung braucht ein Programm, das weiterläuft, und dieses endet mit seiner Antwort. Geändert ist nichts.',
    other: 'Das hat nicht geklappt. Geändert ist nichts.',
  },
  notes: {
    irregular: (path) => `${path} ist keine gewöhnliche Datei und wird übergangen.`,
    bad_name: (path) =>
      `${path} wird übergangen: Bitte benenne die Datei um, ohne Zeilenumbruch, Backslash und Zeichen, die wie ein Punkt oder Schrägstrich aussehen.`,
    no_folder: (path) => `${path} ist kein Ordner.`,
    absent_folder: (path) =>
      `Der Ordner des Gedächtnisses ${path} ist nicht da: Er wurde verschoben, oder sein Datenträger ist nicht eingehängt. Ich kann nichts speichern und finden, bis er wieder an dieser Stelle liegt oder du dort einen leeren anlegst.`,
    other_folder: (path, index) =>
      `Im Gedächtnisordner ${path} ist keine der Notizen, die darin waren: Sein Datenträger ist nicht eingehängt, oder an seiner Stelle liegt ein anderer Ordner. Bis er zurück ist, kann ich nichts speichern und nichts finden. Soll dieser Ordner von jetzt an das Gedächtnis sein, lösche ${index} und starte mich neu.`,
    forbidden_folder: (path) =>
      `Ich darf den Ordner des Gedächtnisses ${path} nicht lesen. Ich kann nichts speichern und finden, bis seine Rechte wieder stimmen.`,
    forbidden: (path) => `Ich darf ${path} nicht lesen.`,
    unreadable: (path, code) => `${path} ist nicht lesbar${code && ` (${code})`}.`,
    too_large: (path, size) => `${path} ist zu groß und wird übergangen (${size} MB).`,
    other_spelling: (path, longTerm) => `${path} wird übergangen: Das Langzeitgedächtnis ist ${longTerm}.`,
    not_text: (path) =>
      `${path} enthält Bytes, die kein Text sind; sie bleiben, wie sie sind, und ich kann sie nicht durchsuchen.`,
    not_indexed: (path) => `${path} ist nicht ganz durchsuchbar, weil die Festplatte voll ist.`,
  },
  mended: 'Das Modell hat einen Teil unseres Gesprächs abgelehnt; ich habe ohne ihn weitergemacht.',
  memoryUnreadable: (reason) => `Ich habe ohne MEMORY.md geantwortet: ${reason}`,
  memoryTooLong: 'MEMORY.md ist zu lang, um sie ganz zu zeigen; ich habe mit ihrem Anfang geantwortet.',
  foldedChanges: (count, lines) => `${count} Änderungen: ${lines}`,
  notices: {
    blankMessage: 'Deine Nachricht enthielt keinen Text, also gibt es nichts zu beantworten.',
    newConversation: 'Ein neues Gespräch beginnt. Was ich über dich weiß, bleibt.',
    privateOnly: 'Hier lesen andere mit. Frag mich das in unserem privaten Chat.',
    privateBegun:
      'Dieses Gespräch ist ab jetzt privat: Es wird in keine Datei geschrieben, und nichts davon geht in mein Gedächtnis. Es endet mit /new, nach einer Pause und wenn das Programm endet. Was ich mir merken oder woran ich dich erinnern soll, behalte ich; wo ich nicht sicher bin, dass du darum gebeten hast, frage ich erst.',
    privateSeenBy: (hasModel, service) =>
      service === null
        ? hasModel
          ? 'Der Anbieter des Modells sieht es wie immer.'
          : ''
        : hasModel
          ? `Der Anbieter des Modells und ${service} sehen es wie immer.`
          : `${service} sieht es wie immer.`,
    privateNotHere: (program) =>
      `Ein privates Gespräch steht in keiner Datei. Es dauert also nur, solange das Programm läuft, und dieses endet mit seiner Antwort. Nimm \`${program} chat\`, oder lass Scrubjay laufen (\`${program} start\`) und frag noch einmal.`,
    privateAgain: 'Was du hinter den Befehl geschrieben hast, habe ich nicht gelesen. Schick es bitte noch einmal.',
    privateAlready: 'Dieses Gespräch ist schon privat. /new beendet es.',
    privateEnded: (lines, reminders) => {
      const kept = [
        ...(lines > 0 ? [`${lines} ${lines === 1 ? 'Zeile' : 'Zeilen'} in deinen Notizen`] : []),
        ...(reminders ? ['die Erinnerungen, die du gesetzt hast (/reminders)'] : []),
      ];
      const told =
        kept.length === 0
          ? ', und nichts davon bleibt.'
          : `. Behalten habe ich, worum du gebeten hast: ${kept.join(' und ')}. Sonst bleibt nichts davon.`;
      return `Das private Gespräch ist vorbei${told} Ab jetzt merke ich mir wieder etwas.`;
    },
    privateLost: (why) =>
      `Das private Gespräch war schon zu Ende (${why}), und nichts davon bleibt außer dem, was ich behalten sollte. Was du eben gesagt hast, habe ich nicht aufgenommen: Sag es noch einmal für ein gewöhnliches Gespräch, oder vorher /private.`,
    restarted: 'ich wurde neu gestartet',
    pausedTooLong: 'es wurde zu lange nichts gesagt',
    stopped: 'Angehalten.',
    nothingToStop: 'Es läuft nichts.',
    nothingToRetry: 'Es gibt nichts noch einmal zu beantworten.',
    retryForgotten:
      'Was du da gesagt hast, ist ganz oder zum Teil vergessen, deshalb beantworte ich es nicht noch einmal. Sag es neu, wenn du es doch willst.',
    cutOff: '[Die Antwort wurde an ihrer Längengrenze abgeschnitten.]',
    cutEmpty: 'Die Antwort war an ihrer Längengrenze, bevor sie etwas gesagt hat. Bitte frag nach etwas Kürzerem.',
    refused: 'Das Modell wollte auf diese Nachricht nicht antworten.',
    limit: (rounds) => `Ich habe nach ${rounds} Runden von Werkzeugaufrufen ohne Antwort aufgehört.`,
    paused: 'Das Modell hat immer wieder ohne Antwort pausiert. Bitte versuch es noch einmal.',
    empty: 'Das Modell hat eine leere Antwort gegeben. Bitte versuch es noch einmal.',
    answerLater: (why) =>
      `Ich kann gerade nicht antworten: ${why}. Deine Nachricht ist aufgehoben, und ich antworte, sobald es wieder geht.`,
    noAnswer: (why) => `Ich kann nicht mit einem Modell antworten: ${why}.`,
    noAnswerToFiles: (why) =>
      `Ich kann nicht mit einem Modell antworten: ${why}, vielleicht wegen dessen, was bei deiner Nachricht war. Versuch es ohne das oder mit weniger davon.`,
    fromMemory: 'Aus dem Gedächtnis allein:',
    stillNoAnswer: 'Noch immer keine Antwort vom Modell.',
  },
  reasons: {
    rate_limit: 'das Anfragelimit des Modells ist erreicht',
    overloaded: 'das Modell ist überlastet',
    timeout: 'das Modell hat nicht rechtzeitig geantwortet',
    network: 'das Modell war nicht zu erreichen',
    stream: 'die Verbindung zum Modell ist abgebrochen',
    billing: 'das Konto beim Modell hat kein Guthaben',
    auth: 'das Modell hat den API-Schlüssel abgelehnt',
    prompt_too_long: 'das Gespräch ist zu lang für das Modell',
    signature: 'das Modell hat das Gespräch abgelehnt',
    invalid_request: 'das Modell hat die Anfrage abgelehnt',
    aborted: 'die Antwort wurde angehalten',
    budget: 'das Budget ist aufgebraucht',
  },
  undoing: {
    undone: 'rückgängig gemacht',
    nothing: 'Es gibt nichts rückgängig zu machen.',
    last: (change) => `Die letzte Änderung: ${change}\nRückgängig machen?`,
    done: (change) => `Rückgängig gemacht: ${change}`,
    isDone: (change) => `Das ist schon rückgängig gemacht: ${change}`,
    edited: (path) => `Die Stelle wurde seitdem von Hand geändert, also habe ich sie gelassen: ${path}`,
    unknown: (id) => `Ich finde keine Änderung „${id}“. /undo list zeigt, welche ich kenne.`,
    notReadAgain:
      'Was an den gelesenen Tagen gesagt wurde, liest die Nacht nicht noch einmal: Sag mir, was davon bleiben soll.',
    night: (date, changes) => `die Nacht vom ${date} (${changes})`,
    counts: ({ added, changed, removed }) =>
      `${added || 'nichts'} neu, ${changed || 'nichts'} geändert, ${removed || 'nichts'} entfernt`,
  },
  reminders: {
    insteadOf: (text) => `anstelle von „${text}“`,
    name: (id) => `Erinnerung ${id}`,
    repeats: (times) => `dann ${times} und so weiter`,
    daily: 'jeden Tag',
    weekdays: 'Montag bis Freitag',
    weekends: 'Samstag und Sonntag',
    weekly: (days) => `jeden ${days}`,
    wouldGo: (id) => `Die Erinnerung ${id} würde gelöscht.`,
    none: 'Es sind keine Erinnerungen gestellt.',
    more: (count) => `Und ${count} weitere, später als diese.`,
    done: 'Erledigt',
    snooze: 'In 10 Minuten',
    wasDue: (time) => `war fällig ${time}`,
    isDone: 'Gut.',
    cancelThese: (list, count) =>
      `${count === 1 ? 'Diese Erinnerung löschen?' : `Diese ${count} Erinnerungen löschen?`}\n${list}`,
    cancelButton: 'Ja, löschen',
    cancelledAll: (count) => (count === 1 ? 'Eine Erinnerung ist gelöscht.' : `${count} Erinnerungen sind gelöscht.`),
    nothingCancelled: 'Es ist nichts gelöscht. Um eine zu löschen, sag ihre Nummer: /reminders cancel 3.',
    cancelled: (id) => `Erinnerung ${id} ist gelöscht.`,
    unknown: (id) => `Es gibt keine Erinnerung ${id}. /reminders zeigt, welche es gibt.`,
    again: (time) => `Ich sage es um ${time} noch einmal.`,
    later: (when) => `Sie war noch nicht fällig. Ich sage es zehn Minuten später: ${when}.`,
    gone: 'Diese Erinnerung gibt es nicht mehr.',
  },
  digest: {
    greeting: 'Guten Morgen.',
    yesterday: 'von gestern',
    ofDay: (day) => `vom ${day}`,
    lastDays: 'aus den letzten Tagen',
    nothingNew: (from) => `Ich habe ${from} nichts Neues behalten.`,
    done: ({ kept, changed, gone }, from) =>
      `Ich habe ${listed(
        counted(
          [kept, `${from} ${kept === 1 ? 'eine Sache' : `${kept} Sachen`} behalten`],
          [changed, `${changed === 1 ? 'eine Zeile' : `${changed} Zeilen`} auf den neuen Stand gebracht`],
          [gone, `${gone === 1 ? 'eine Zeile' : `${gone} Zeilen`} herausgenommen`],
        ),
        'und',
      )}:`,
    changed: (text, before) => `${text} (vorher: ${before})`,
    gone: (text) => `nicht mehr: ${text}`,
    verbatim: 'in deinen eigenen Worten',
    said: (day) => `gesagt am ${day}`,
    more: (count) => `… und ${count} weitere`,
    leftOut: (count) => `${count === 1 ? 'Eine Sache' : `${count} Sachen`} habe ich weggelassen:`,
    unfounded: 'in deinen Worten habe ich nichts dergleichen gefunden',
    sourceGone: 'die Stelle wurde inzwischen gelöscht oder geändert',
    refused: () => 'das ließ sich nicht eintragen',
    archived: (count) =>
      `Damit mein Gedächtnis kurz bleibt, steht ${count === 1 ? 'eine ältere Zeile' : `Älteres (${count} Zeilen)`} jetzt in MEMORY-archive.md.`,
    withoutModel: 'Heute Nacht half mir kein Modell, darum habe ich nur behalten, was dafür markiert war.',
    failing: (nights, pending) =>
      `Ich konnte mein Gedächtnis ${nights}-mal nacheinander nicht auf den neuen Stand bringen. ${pending === null ? 'Geändert ist nichts; die Tage bleiben offen, und ich versuche es wieder.' : `${pending} Stellen bleiben offen, und ich versuche es wieder; der Rest ist getan.`}`,
    reason: (problem) => `Der Grund, wie er im Protokoll steht: ${problem}`,
  },
  about: {
    greeting: (help) =>
      `Ich bin Scrubjay. Sag mir, was ich mir merken soll, und frag mich später danach, heute oder in einem Jahr. Ich bewahre es in Markdown-Dateien auf, die du öffnen und ändern kannst.\n\n${help}`,
    model: (name) => `Modell: ${name ?? 'keines ist eingerichtet: Notizen werden aufbewahrt und zitiert'}`,
    memory: (files, mode) =>
      `Gedächtnis: ${files} ${files === 1 ? 'Notiz' : 'Notizen'}, gesucht wird ${mode === 'hybrid' ? 'nach Wörtern und nach Bedeutung' : 'nur nach Wörtern'}`,
    pending: (chunks) => `, ${chunks} ${chunks === 1 ? 'Abschnitt' : 'Abschnitte'} noch nur nach Wörtern`,
    time: (wall, timezone) => `Zeit: ${wall} (${timezone})`,
    unanswered: (count) => `Nachrichten, die ich nicht beantworten konnte: ${count}, siehe /again`,
    undelivered: (count) => `Nachrichten, die nicht zugestellt werden konnten: ${count}`,
    note: (problem) => `Hinweis: ${problem}`,
  },
  overview: {
    empty:
      'Dein Gedächtnis ist noch leer. Sag mir etwas, das ich mir merken soll: merk dir, dass Anna gegen Haselnüsse allergisch ist',
    counts: (days, topics, kept) =>
      `In deinem Gedächtnis: ${days} ${days === 1 ? 'Tag' : 'Tage'}, ${topics} ${topics === 1 ? 'Themennotiz' : 'Themennotizen'}, ${kept} ${kept === 1 ? 'Eintrag' : 'Einträge'} in MEMORY.md.`,
    topics: (names, more) => `Themen: ${names}${more > 0 ? ` und ${more} weitere` : ''}`,
    latest: 'Zuletzt:',
    lookUp: 'Frag mich danach, oder schlag es nach: /memory Tee',
    nothing: 'Darüber finde ich nichts im Gedächtnis.',
  },
  sources: {
    none: 'Die letzte Antwort hat keine Notizen benutzt.',
    named: '(in der Antwort genannt)',
    read: 'gelesen',
  },
  model: {
    notConfigured:
      'Es ist kein Modell eingerichtet: Ich speichere Notizen und zitiere sie. `provider.primary` in der Konfiguration legt eines fest.',
    answers: (model) => `Hier antwortet ${model}.`,
    others: (models) => `Außerdem sind eingerichtet: ${models.join(', ')}.`,
    noOthers: 'Ein anderes ist nicht eingerichtet.',
    chosen: (model) => `Ab jetzt antwortet ${model} in diesem Gespräch, und ein anderes nur, wo es nicht kann.`,
    backTo: (usual) => `/new und /model default kehren zu ${usual} zurück.`,
    unknown: (given, models) => `Ein Modell „${given}“ ist nicht eingerichtet. Zur Wahl: ${models.join(', ')}.`,
    which: (models) => `Welches davon? ${models.join(', ')}.`,
  },
  timezone: {
    now: (timezone, wall) =>
      `${timezone}, dort ist es ${wall}. /timezone Europe/Paris wählt eine andere, /timezone default kehrt zu der aus der Konfiguration zurück.`,
    chosen: (timezone, wall) =>
      `Ab jetzt richte ich mich nach ${timezone}, dort ist es ${wall}: für die Tage der Notizen, die Nacht, Ruhezeiten und künftige Erinnerungen. Erinnerungen, die sich wiederholen, behalten die Zeitzone, in der sie gestellt wurden.`,
    unknown: (given) => `Ich kenne keine Zeitzone „${given}“.`,
    meant: (names) => `Meinst du ${names.join(' oder ')}?`,
    form: 'Schreib sie wie Europe/Paris oder America/New_York.',
  },
  usage: {
    amountOf: (spent, limit) => `${spent} von ${limit}`,
    today: (amount) => `Heute: ${amount}`,
    thisMonth: (amount) => `Diesen Monat: ${amount}`,
    model: (name, amount, calls, tokens) =>
      `${name}: ${amount}, ${calls === 1 ? 'ein Aufruf' : `${calls} Aufrufe`}, ${tokens} Token`,
    unpriced: (calls) =>
      calls === 1
        ? 'Ein Aufruf ist von einem Modell, dessen Preis ich nicht kenne: Er zählt nicht mit.'
        : `${calls} Aufrufe sind von Modellen, deren Preis ich nicht kenne: Sie zählen nicht mit.`,
    used: {
      daily: (percent, limit) => `${percent} % des Tagesbudgets von ${limit} sind verbraucht.`,
      monthly: (percent, limit) => `${percent} % des Monatsbudgets von ${limit} sind verbraucht.`,
    },
    unpricedModel: (name) =>
      `Den Preis von ${name} kenne ich nicht, das Budget zählt es also nicht mit. Setze [prices."${name}"] in der Konfiguration (0, wo es nichts kostet).`,
    spent: {
      daily: (spent, limit) => `${spent} von ${limit} am Tag sind ausgegeben`,
      monthly: (spent, limit) => `${spent} von ${limit} im Monat sind ausgegeben`,
    },
  },
  export: {
    usage: 'Sag /export für alles, /export notes für die Notizen oder /export conversation für dieses Gespräch.',
    isPrivate: 'Dieses Gespräch ist privat: Es kommt in keine Datei.',
    noNotes: 'Es gibt noch keine Notizen.',
    nothingSaid: 'Hier wurde noch nichts gesagt.',
    tooLarge: (size, limit, program) =>
      `Das ist eine Datei von ${size}, und ich kann höchstens ${limit} schicken. Auf dem Rechner, auf dem ich laufe, schreibt \`${program} export PFAD\` sie.`,
    done: (notes, conversations) =>
      `Hier ${(notes || conversations) === 1 ? 'ist' : 'sind'} ${listed(
        counted(
          [notes, `${notes} ${notes === 1 ? 'Notiz' : 'Notizen'}`],
          [conversations, `${conversations} ${conversations === 1 ? 'Gespräch' : 'Gespräche'}`],
        ),
        'und',
      )}, ohne Schlüssel und Token.`,
    thisConversation: 'Hier ist dieses Gespräch, ohne Schlüssel und Token.',
    withoutPrivate: 'Das private Gespräch, das wir gerade führen, ist in keiner Datei.',
    filesBeside: (count, names) =>
      `Nicht dabei: ${count === 1 ? 'eine Datei' : `${count} Dateien`} neben den Notizen: ${names}`,
  },
  again: {
    failed: (said) =>
      `Entschuldige, ich habe es dreimal versucht und konnte „${said}“ nicht beantworten. /again listet solche Nachrichten auf.`,
    failedMidway: (said) =>
      `Entschuldige, bei der Antwort auf „${said}“ ging dreimal etwas schief: Was du von meiner Antwort hast, ist vielleicht nicht alles. /again listet solche Nachrichten auf.`,
    tryAgain: 'Noch einmal',
    none: 'Hier gibt es keine Nachricht, die ich nicht beantworten konnte.',
    list: 'Diese konnte ich nicht beantworten. Um es noch einmal zu versuchen:',
    unknown: (name) => `Ich kenne hier keine Nachricht ${name}.`,
    running: 'Bei dieser bin ich noch.',
    begun: (said) => `Noch einmal: „${said}“`,
    file: 'eine Datei',
  },
  files: {
    picture: 'das Bild',
    file: 'die Datei',
    voice: 'die Sprachnachricht',
    recording: 'die Aufnahme',
    otherKind: (name) => `Ich kann ${name} nicht lesen: Ich nehme Bilder, PDFs und Textdateien.`,
    pictureTooLarge: (name) => `${asBeginning(name)} ist mir zu groß: Ein Bild darf 5 MB haben.`,
    tooLarge: (name) => `${asBeginning(name)} ist mir zu groß: Telegram lässt mich höchstens 20 MB abholen.`,
    empty: (name) => `${asBeginning(name)} ist leer.`,
    notWhatItSays: (name) => `Ich kann ${name} nicht lesen: Darin ist nicht, was Name oder Typ sagen.`,
    gone: (name) => `Ich konnte ${name} nicht bekommen: Telegram hat es nicht mehr.`,
    noListener: (name, setting) =>
      `Ich kann ${name} nicht anhören: Dafür ist kein Programm eingestellt (\`${setting}\` in der Konfiguration).`,
    notHeard: {
      silent: (name) => `Ich konnte ${name} nicht verstehen: Es waren keine Worte zu hören.`,
      slow: (name, program, seconds) =>
        `Ich konnte ${name} nicht verstehen: ${program} brauchte länger als ${seconds} s.`,
      endless: (name, program) => `Ich konnte ${name} nicht verstehen: ${program} gab mehr aus als eine Abschrift.`,
      missing: (name, program) => `Ich konnte ${name} nicht verstehen: Ein Programm ${program} gibt es nicht.`,
      failed: (name, program, code) => `Ich konnte ${name} nicht verstehen: ${program} hat versagt (${code}).`,
    },
    unsupported: () => 'Damit kann ich nichts anfangen: Ich nehme nur Text, Sprache, Bilder, PDFs und Textdateien.',
    noText: 'In dieser Nachricht war kein Text.',
    changedLater: 'Du hast deine Nachricht geändert, nachdem ich sie beantwortet hatte.',
    answerAgain: 'Neu antworten',
    notTaken:
      'Ich hatte hier etwas zu sagen, aber Telegram hat den Text nicht angenommen. Bitte frag mich noch einmal.',
    notMade: 'Die Datei konnte nicht erstellt werden.',
    grewTooLarge: 'Die Datei ist inzwischen zu groß, um sie zu schicken.',
    notSent: 'Die Datei konnte nicht geschickt werden. /export versucht es noch einmal.',
    tooLargeToSend: 'Die Datei ist zu groß, um sie zu schicken.',
  },
  help: {
    start: 'Was ich bin',
    help: 'Was du mit einem Schrägstrich sagen kannst',
    new: 'Ein neues Gespräch beginnen; das Gedächtnis bleibt',
    retry: 'Meine letzte Nachricht noch einmal beantworten',
    sources: 'Die Zeilen der Notizen, die der letzten Antwort vorlagen',
    stop: 'Die Antwort anhalten, die gerade entsteht',
    yes: 'Tun, wonach ich dich gefragt habe',
    no: 'Lassen, wonach ich dich gefragt habe',
    private: 'Ein Gespräch, von dem nur bleibt, was ich behalten soll',
    memory: 'Was in deinem Gedächtnis steht; /memory Tee zeigt, was ich darüber weiß',
    undo: 'Die letzte Änderung rückgängig machen; /undo list zeigt mehr',
    forget: 'Etwas endgültig vergessen, nachdem ich gezeigt habe, was verschwindet: /forget meine alte Adresse',
    reminders: 'Woran ich dich erinnern werde; /reminders cancel 3 nimmt eine zurück',
    export:
      'Die Notizen, die alle teilen, die Zugang haben, und deine Gespräche in diesem Chat als Datei; /export notes oder /export conversation für eines von beiden',
    usage: 'Was die Modelle heute und in diesem Monat kosten, und das Budget',
    again: 'Eine Nachricht noch einmal versuchen, die ich nicht beantworten konnte',
    model: 'Welches Modell antwortet; /model NAME wählt für dieses Gespräch ein anderes',
    status: 'Wie es mir geht: Modell, Gedächtnis, Zeit',
    timezone: 'Die Zeitzone, nach der ich mich richte; /timezone Europe/Paris wählt eine andere',
  },
  forget: {
    usage: 'Sag, was ich vergessen soll: /forget meine alte Adresse. Ich zeige dir, was verschwinden würde, und frage.',
    tooShort: 'Das ist zu kurz, um danach zu suchen. Sag mehr von dem, was ich vergessen soll.',
    nothingFound: 'Davon finde ich nichts, weder in den Notizen noch in früheren Gesprächen.',
    linesToGo: 'Diese Zeilen würden verschwinden:',
    alsoAbout: 'Diese handeln auch davon:',
    onlyAbout: 'Keine Zeile sagt das Wort für Wort. Diese handeln davon:',
    moreLines: (count) => `… und ${count} weitere Zeilen`,
    lineCount: (count) => `${count} Zeilen`,
    saidOn: (day) => `gesagt am ${day}`,
    conversations: (count) =>
      `Es würde auch aus ${count === 1 ? 'einem früheren Gespräch' : `${count} früheren Gesprächen`} verschwinden.`,
    isFinal: 'Das ist endgültig und lässt sich nicht rückgängig machen.',
    unread: (problem) => `In diese Notiz kann ich nicht sehen: ${problem}`,
    notMine: (hasModel) =>
      `Nicht erreichen kann ich: die Nachrichten in diesem Chat (lösche sie hier)${hasModel ? ', was dem Anbieter des Modells geschickt wurde,' : ''} und deine eigenen Sicherungen und Exporte.`,
    noteNames: (count, names) =>
      `Auch ${count === 1 ? 'der Name einer Notiz enthält' : `die Namen von ${count} Notizen enthalten`} es; umbenennen kannst nur du${names ? `: ${names}` : '.'}`,
    filesBeside: (count, names) =>
      `${count === 1 ? 'Eine Datei' : `${count} Dateien`} im Notizordner, die keine Notiz ${count === 1 ? 'ist, enthält' : 'sind, enthalten'} es ebenfalls; löschen kannst nur du: ${names}`,
    filesUnread: 'Nicht in alle Dateien dort, die keine Notizen sind, konnte ich sehen.',
    standing: (places) => `Es steht noch, vielleicht in anderer Form, in ${places}. Ansehen: /forget und seine Worte.`,
    gitHistory: (dir, gitDir) =>
      `Die Git-Historie von ${dir} enthält es noch in früheren Commits. Um diese Historie ganz zu löschen: rm -rf '${gitDir}' (die nächste Änderung beginnt eine neue). Kopien, die anderswohin geschoben wurden, behalten es ebenfalls.`,
    alsoSaid: (places, command) =>
      `Mit diesen oder anderen Worten steht es noch ${places === 1 ? 'an einer Stelle' : `an ${places} Stellen`} deiner Notizen und früheren Gespräche. Ansehen und vergessen: ${command}`,
    onlySome: (command) => `Nur einige davon: ${command}`,
    forgetSome: (lines) => `Nur ${lines} vergessen`,
    forget: 'Vergessen',
    forgetAll: (lines) => `Alle ${lines} vergessen`,
    keep: 'Behalten',
    unchanged: 'Es wurde nichts geändert.',
    unknown: 'Ich weiß nicht mehr, worum es ging. Sag noch einmal, was ich vergessen soll: /forget …',
    isDone: (report) => `Das ist schon vergessen. ${report}`,
    notesChanged: (place, others) =>
      `Die Notizen wurden geändert, seit ich gefragt habe: Es steht jetzt in ${place}${others > 0 ? ` und an ${others} weiteren Stellen` : ''}. Noch wurde nichts vergessen: Sag noch einmal, was ich vergessen soll.`,
    lineChanged: (place) =>
      `Die Notizen wurden geändert, seit ich gefragt habe: ${place} lautet nicht mehr so, wie ich es gezeigt habe. Noch wurde nichts vergessen: Sag noch einmal, was ich vergessen soll.`,
    noSuchLines: 'Solche Zeilen habe ich dir nicht gezeigt.',
    done: (lines, notes, isLeft) =>
      `Vergessen. ${lines === 0 ? (isLeft ? 'Keine Notiz ließ sich ändern' : 'In keiner Notiz stand es') : `${lines === 1 ? 'Eine Zeile' : `${lines} Zeilen`} aus ${notes === 1 ? 'einer Notiz' : `${notes} Notizen`}`}; auch aus früheren Gesprächen, ihren Zusammenfassungen, früheren Fassungen und dem Suchindex ist es weg, und es kommt nachts nicht zurück.`,
    left: (notes) =>
      `Diese Notizen konnten nicht geändert werden und enthalten es noch: ${notes}. Beim nächsten Start und beim nächsten /forget versuche ich es wieder.`,
    leftReasons: {
      forbidden: () => 'sie darf nicht geschrieben werden',
      full: () => 'der Datenträger ist voll',
      busy: () => 'andere Programme ändern sie ständig',
      damaged: () => 'sie ist beschädigt',
      system: (code) => code,
    },
    attachments: (count, folder) =>
      `In Bilder und PDFs kann ich nicht sehen; ${count === 1 ? 'ein Gespräch behält' : `${count} Gespräche behalten`} welche, die mit anderen Worten kamen. Sie liegen in ${folder}.`,
    damagedFile: (name) =>
      `Eine frühere, beschädigte Datei ist als ${name} aufgehoben; ich kann nicht hineinsehen. Lösche sie, wenn sie das enthalten kann.`,
    stillRead: (command) =>
      `Aus den Notizen und aus früheren Gesprächen ist es weg, und es kommt nachts nicht zurück. Aber ein anderes Programm liest meine Dateien, in deren Journalen die alten Worte noch stehen: Beende es (eine Sicherung, eine irgendwo geöffnete Datenbank) und sag ${command}. Beim nächsten Start versuche ich es wieder.`,
  },
};
