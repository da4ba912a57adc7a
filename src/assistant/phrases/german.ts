// German.
import { german as table } from '../../memory/language/german.ts';
import { words } from '../../memory/language/words.ts';
import { type Phrases, counted, listed } from './phrases.ts';

export const german: Phrases = {
  name: 'German',
  marks: [
    ...table.marks,
    ...table.stopWords,
    ...words(
      'der die das und ist ich nicht ein eine mit mein meine wie was wann bitte auf für dass wir du hast er sie mir mich zu von im um aber kein keine noch heute morgen gestern hat sind kommt',
    ),
  ],
  yes: ['ja', 'jep', 'klar', 'gerne', 'gern', 'na klar', 'natürlich', 'mach das', 'mach es', 'ok', 'okay', '👍', '✅'],
  no: ['nein', 'nö', 'nein danke', 'lieber nicht', '👎'],
  asks: {
    verbs: words(
      'merk merke merken notier notiere notieren speicher speichere speichern aufschreiben schreib schreibe behalte behalten festhalten später',
    ),
    fillers: words(
      'das dies es sie dir bitte für mich auf mal ab ein mir doch ja ok okay in deine deinen notizen gedächtnis beides auch und danke jetzt alles',
    ),
  },
  denies: words('nicht nie niemals kein keine keinen nichts ohne'),
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
    replace: ({ text, place }) => `Anstelle von: ${text}? (${place})`,
    forget: ({ text, place }) => `Soll ich das endgültig vergessen, in ${place} und überall sonst? „${text}“`,
    remind: ({ text, place }) => `Soll ich daran erinnern? ${place}: „${text}“`,
    cancel: ({ text }) => `Soll ich diese Erinnerung löschen? „${text}“`,
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
  nothingWaits: 'Darauf warte ich nicht mehr. Sag es noch einmal, wenn du es noch willst.',
  nothingDone: 'Es wurde nichts gespeichert oder geändert.',
  failed: (reason) => `Das hat nicht geklappt: ${reason}`,
  mended: 'Das Modell hat einen Teil unseres Gesprächs abgelehnt; ich habe ohne ihn weitergemacht.',
  memoryUnreadable: (reason) => `Ich habe ohne MEMORY.md geantwortet: ${reason}`,
  memoryTooLong: 'MEMORY.md ist zu lang, um sie ganz zu zeigen; ich habe mit ihrem Anfang geantwortet.',
  foldedChanges: (count, lines) => `${count} Änderungen: ${lines}`,
  notices: {
    blankMessage: 'Deine Nachricht enthielt keinen Text, also gibt es nichts zu beantworten.',
    newConversation: 'Ein neues Gespräch beginnt. Was ich über dich weiß, bleibt.',
    privateOnly: 'Hier lesen andere mit. Frag mich das in unserem privaten Chat.',
    privateBegun:
      'Dieses Gespräch ist ab jetzt privat: Es steht nur im Arbeitsspeicher und geht weder in Dateien noch in mein Gedächtnis. /new beendet es, eine Pause auch. Was ich mir merken oder woran ich dich erinnern soll, behalte ich; wo ich nicht sicher bin, dass du darum gebeten hast, frage ich erst. Der Anbieter des Modells und Telegram sehen es wie immer.',
    privateAgain: 'Was hinter dem Befehl stand, habe ich nicht aufgenommen: Sag es noch einmal.',
    privateEnded: 'Das private Gespräch ist vorbei, und nichts davon bleibt. Ab jetzt merke ich mir wieder etwas.',
    privateLost: (why) =>
      `Das private Gespräch war schon zu Ende (${why}), und nichts davon bleibt. Was du eben gesagt hast, habe ich nicht aufgenommen: Sag es noch einmal für ein gewöhnliches Gespräch, oder vorher /private.`,
    restarted: 'ich wurde neu gestartet',
    pausedTooLong: 'es wurde zu lange nichts gesagt',
    stopped: 'Angehalten.',
    nothingToStop: 'Es läuft nichts.',
    nothingToRetry: 'Es gibt nichts noch einmal zu beantworten.',
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
    nothing: 'Es gibt nichts rückgängig zu machen.',
    last: (change) => `Die letzte Änderung: ${change}\nRückgängig machen?`,
    done: (change) => `Rückgängig gemacht: ${change}`,
    isDone: (change) => `Das ist schon rückgängig gemacht: ${change}`,
    edited: (path) => `Die Stelle wurde seitdem von Hand geändert, also habe ich sie gelassen: ${path}`,
    unknown: (id) => `Ich finde keine Änderung „${id}“. /undo list zeigt, welche ich kenne.`,
    night: (date, summary) => `die Nacht vom ${date} (${summary})`,
  },
  reminders: {
    done: 'Erledigt',
    snooze: 'In 10 Minuten',
    wasDue: (time) => `war fällig ${time}`,
    isDone: 'Gut.',
    cancelled: (id) => `Erinnerung ${id} ist gelöscht.`,
    unknown: (id) => `Es gibt keine Erinnerung ${id}. /reminders zeigt, welche es gibt.`,
    again: (time) => `Ich sage es um ${time} noch einmal.`,
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
    archived: (count) =>
      `Damit mein Gedächtnis kurz bleibt, steht ${count === 1 ? 'eine ältere Zeile' : `Älteres (${count} Zeilen)`} jetzt in MEMORY-archive.md.`,
    withoutModel: 'Heute Nacht half mir kein Modell, darum habe ich nur behalten, was dafür markiert war.',
  },
  forget: {
    usage: 'Sag, was ich vergessen soll: /forget meine alte Adresse. Ich zeige dir, was verschwinden würde, und frage.',
    tooShort: 'Das ist zu kurz, um danach zu suchen. Sag mehr von dem, was ich vergessen soll.',
    tooMany: (places) => `Das steht an ${places} Stellen. Sag genauer, was ich vergessen soll.`,
    nothingFound: 'Davon finde ich nichts, weder in den Notizen noch in früheren Gesprächen.',
    linesToGo: 'Diese Zeilen würden verschwinden:',
    alsoAbout: 'Diese handeln auch davon:',
    onlyAbout: 'Keine Zeile sagt das Wort für Wort. Diese handeln davon:',
    moreLines: (count) => `… und ${count} weitere Zeilen`,
    conversations: (count) =>
      `Es würde auch aus ${count === 1 ? 'einem früheren Gespräch' : `${count} früheren Gesprächen`} verschwinden.`,
    isFinal: 'Das ist endgültig und lässt sich nicht rückgängig machen.',
    notMine:
      'Nicht erreichen kann ich: die Nachrichten in diesem Chat (lösche sie hier), was dem Anbieter des Modells geschickt wurde, und deine eigenen Sicherungen und Exporte.',
    gitHistory: (dir, gitDir) =>
      `Die Git-Historie von ${dir} enthält es noch in früheren Commits. Um diese Historie ganz zu löschen: rm -rf '${gitDir}' (die nächste Änderung beginnt eine neue). Kopien, die anderswohin geschoben wurden, behalten es ebenfalls.`,
    onlySome: (command) => `Nur einige davon: ${command}`,
    forgetSome: (lines) => `${lines} vergessen`,
    forget: 'Vergessen',
    forgetAll: (lines) => `Alle ${lines} vergessen`,
    keep: 'Behalten',
    unchanged: 'Es wurde nichts geändert.',
    unknown: 'Ich weiß nicht mehr, worum es ging. Sag noch einmal, was ich vergessen soll: /forget …',
    isDone: (report) => `Das ist schon vergessen. ${report}`,
    notesChanged: (place, others) =>
      `Die Notizen wurden geändert, seit ich gefragt habe: Es steht jetzt in ${place}${others > 0 ? ` und an ${others} weiteren Stellen` : ''}. Noch wurde nichts vergessen: Sag noch einmal, was ich vergessen soll.`,
    noSuchLines: 'Solche Zeilen habe ich dir nicht gezeigt.',
    done: (lines, notes) =>
      `Vergessen. ${lines === 0 ? 'In keiner Notiz stand es' : `${lines === 1 ? 'Eine Zeile' : `${lines} Zeilen`} aus ${notes === 1 ? 'einer Notiz' : `${notes} Notizen`}`}; auch aus früheren Gesprächen, ihren Zusammenfassungen, früheren Fassungen und dem Suchindex ist es weg, und es kommt nachts nicht zurück.`,
    attachments: (count, folder) =>
      `In Bilder und PDFs kann ich nicht sehen; ${count === 1 ? 'ein Gespräch behält' : `${count} Gespräche behalten`} welche, die mit anderen Worten kamen. Sie liegen in ${folder}.`,
    damagedFile: (name) =>
      `Eine frühere, beschädigte Datei ist als ${name} aufgehoben; ich kann nicht hineinsehen. Lösche sie, wenn sie das enthalten kann.`,
    stillRead: (command) =>
      `Aus den Notizen und aus früheren Gesprächen ist es weg, und es kommt nachts nicht zurück. Aber ein anderes Programm liest meine Dateien, in deren Journalen die alten Worte noch stehen: Beende es (eine Sicherung, eine irgendwo geöffnete Datenbank) und sag ${command}. Beim nächsten Start versuche ich es wieder.`,
  },
};
