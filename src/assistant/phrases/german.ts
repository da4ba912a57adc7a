// German.
import { type Phrases, counted, listed } from './phrases.ts';

export const german: Phrases = {
  name: 'German',
  marks:
    'der die das und ist ich nicht ein eine mit mein meine wie was wann bitte auf für dass wir du hast er sie mir mich zu von im um aber kein keine noch heute morgen gestern hat sind kommt'.split(
      ' ',
    ),
  yes: ['ja', 'jep', 'klar', 'gerne', 'gern', 'na klar', 'natürlich', 'mach das', 'mach es', 'ok', 'okay', '👍', '✅'],
  no: ['nein', 'nö', 'nein danke', 'lieber nicht', '👎'],
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
    forget: ({ text, place }) => `Soll ich das aus ${place} entfernen? „${text}“`,
    remind: ({ text, place }) => `Soll ich daran erinnern? ${place}: „${text}“`,
    cancel: ({ text }) => `Soll ich diese Erinnerung löschen? „${text}“`,
    other: ({ text }) => `Soll ich das tun? ${text}`,
  },
  confirm: {
    save: 'Speichern',
    change: 'Ändern',
    forget: 'Entfernen',
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
};
