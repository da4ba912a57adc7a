// Spanish.
import { type Phrases, counted, listed } from './phrases.ts';

export const spanish: Phrases = {
  name: 'Spanish',
  marks:
    'el los las es que una por para con mi mis qué cuándo dónde está tengo muy pero como hola gracias yo su sus del hoy ayer mañana soy estoy tiene también más'.split(
      ' ',
    ),
  yes: ['sí', 'si', 'claro', 'vale', 'dale', 'por supuesto', 'adelante', 'hazlo', 'ok', '👍', '✅'],
  no: ['no', 'no gracias', 'mejor no', '👎'],
  receipts: {
    saved: (text, place) => `Guardado: ${text}${place && ` -> ${place}`}`,
    already_saved: (text) => `Ya estaba guardado: ${text}`,
    changed: (text, place) => `Cambiado: ${text}${place && ` -> ${place}`}`,
    forgotten: (_, place) => `Olvidado: un pasaje de ${place}`,
    reminder_set: (text) => `Recordatorio puesto: ${text}`,
    reminder_cancelled: (text) => `Recordatorio anulado: ${text}`,
  },
  folded: (count, texts) => `Guardadas ${count} cosas: ${texts}`,
  undo: 'Deshacer',
  questions: {
    save: ({ text, place }) => `¿Guardo esto? «${text}» -> ${place}`,
    change: ({ text, before, place }) => `¿Cambio esto en ${place}? «${before}» -> «${text}»`,
    forget: ({ text, place }) => `¿Quito esto de ${place}? «${text}»`,
    remind: ({ text, place }) => `¿Pongo este recordatorio? ${place}: «${text}»`,
    cancel: ({ text }) => `¿Anulo este recordatorio? «${text}»`,
    other: ({ text }) => `¿Hago esto? ${text}`,
  },
  confirm: { save: 'Guardar', change: 'Cambiar', forget: 'Quitar', remind: 'Poner', cancel: 'Anular', other: 'Hacer' },
  confirmAll: 'Todo',
  decline: 'No',
  notAsked: (question) => `No hecho, porque aquí nadie puede confirmarlo: ${question}`,
  declined: 'De acuerdo, lo dejo.',
  nothingWaits: 'Ya no espero esa respuesta. Dilo otra vez si todavía lo quieres.',
  nothingDone: 'No se ha guardado ni cambiado nada.',
  failed: (reason) => `No ha funcionado: ${reason}`,
  mended: 'El modelo rechazó una parte de nuestra conversación, así que he seguido sin ella.',
  memoryUnreadable: (reason) => `He respondido sin MEMORY.md: ${reason}`,
  memoryTooLong: 'MEMORY.md es demasiado largo para mostrarlo entero; he respondido con su comienzo.',
  digest: {
    greeting: 'Buenos días.',
    yesterday: 'de ayer',
    ofDay: (day) => `del ${day}`,
    lastDays: 'de los últimos días',
    nothingNew: (from) => `No he guardado nada nuevo ${from}.`,
    done: ({ kept, changed, gone }, from) =>
      `He ${listed(
        counted(
          [kept, `guardado ${kept === 1 ? 'una cosa' : `${kept} cosas`} ${from}`],
          [changed, `puesto al día ${changed === 1 ? 'una línea' : `${changed} líneas`}`],
          [gone, `quitado ${gone === 1 ? 'una línea' : `${gone} líneas`}`],
        ),
        'y',
      )}:`,
    changed: (text, before) => `${text} (antes: ${before})`,
    gone: (text) => `ya no: ${text}`,
    verbatim: 'con tus propias palabras',
    said: (day) => `dicho el ${day}`,
    more: (count) => `… y ${count} más`,
    leftOut: (count) => `He dejado fuera ${count === 1 ? 'una cosa' : `${count} cosas`}:`,
    unfounded: 'no he encontrado nada así en tus palabras',
    archived: (count) =>
      `Para que mi memoria siga siendo corta, he movido ${count === 1 ? 'una línea antigua' : `${count} líneas antiguas`} a MEMORY-archive.md.`,
    withoutModel: 'Esta noche no me ayudó ningún modelo, así que solo he guardado lo que estaba marcado para ello.',
  },
};
