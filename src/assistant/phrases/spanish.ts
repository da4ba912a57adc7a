// Spanish.
import { spanish as table } from '../../language/spanish.ts';
import { words } from '../../language/words.ts';
import { type Phrases, asBeginning, counted, listed } from './phrases.ts';

export const spanish: Phrases = {
  name: 'Spanish',
  code: 'es',
  marks: [
    ...table.marks,
    ...table.stopWords,
    ...table.weekdays.flatMap((names) => words(names)),
    ...words(
      'el los las es que una por para con mi mis qué cuándo dónde está tengo muy pero como hola gracias yo su sus del hoy ayer mañana soy estoy tiene también más recuerda recuérdame apunta anota acuérdate vivo buenas cita olvida sabes',
    ),
  ],
  yes: [
    'claro que sí',
    'claro que si',
    'por favor',
    'porfa',
    'sip',
    'buena idea',
    'por mí bien',
    'por mí vale',
    'me parece bien',
    'sí',
    'si',
    'claro',
    'ambos',
    'los dos',
    'vale',
    'dale',
    'por supuesto',
    'adelante',
    'hazlo',
    'perfecto',
    'de acuerdo',
    'venga',
    'está bien',
    'exacto',
    'correcto',
    'okey',
    'ok',
    '👍',
    '👌',
    '✅',
  ],
  praises: ['perfecto', 'exacto', 'correcto'],
  no: ['no', 'no gracias', 'mejor no', '👎'],
  keepVerbs: words(
    'guarda guárdalo guardalo guárdala guardala guárdalos guardalos guárdame guardame guárdamelo guardamelo guardar apunta apúntalo apuntalo apúntame apuntar anota anótalo anotalo anótame anotar recuerda recuérdalo recuerdalo acuérdate acuerdate añade añádelo memoriza memorízalo ten tenlo tenla quédate guardarlo guardarla guardármelo guardarme apuntarlo apuntarla anotarlo anotarla recordarlo añadirlo memorizarlo',
  ),
  asks: {
    setPhrases: [
      'en cuenta',
      'no olvides',
      'no lo olvides',
      'que no se te olvide',
      'que no se me olvide',
      'para luego',
      'para después',
      'para despues',
      'para más tarde',
      'para mas tarde',
    ],
    fillers: words(
      'a de esto eso este esta lo la los porfa por favor para me mí sí si ok vale en tu memoria tus notas también y gracias oh ah bueno pues ahora todo algún sitio',
    ),
    kinds: {
      date: words('fecha cita día plazo'),
      time: words('hora'),
      amount: words('importe precio cantidad'),
      phone: words('número teléfono móvil'),
      address: words('dirección'),
    },
    things: words('guarda guárdalo guardalo guárdala guardala guárdame guardar guardarlo'),
    ownNeeds: words('me necesito necesite mí mi luego después despues tarde'),
    reasons: [
      '(?:(?:esto |eso )?es )?(?:muy )?(?:importante|útil)',
      '(?:esto )?(?:es|viene) (?:del|de (?:mi|mis|la|nuestr[oa]s?)) [^ ]+',
      '(?:esto )?me l[oa] (?:mandó|envió|escribió|ha mandado|ha enviado|acaba de mandar) (?:mi |el |la )?[^ ]+',
      '(?:mi|nuestr[oa]) [^ ]+ me (?:mandó|envió|escribió|ha mandado|ha enviado) esto',
      '(?:l[oa] (?:necesito|necesitaré|voy a necesitar)|voy a necesitarl[oa])(?: (?:luego|después|más tarde|pronto))?',
    ],
    exclamations: words('interesante guau genial bonito bien hm ajá oh'),
    polite: words('por favor porfa gracias muchas oh ah también todo'),
    object:
      'esto|eso|este|esta|estos|estas|todo|todo esto|(?:este|ese|esta|esa) (?:mensaje|correo|mail|foto|imagen|info|información|carta|texto|nota|enlace|archivo|receta)',
    around:
      'hola|porfis|pls|por favor|porfa|gracias|sí|si|ok|vale|oh|ah|bueno|pues|ahora|también|y|todo|para luego|para después|para despues|para más tarde|para mas tarde|para mí|para mi|en algún sitio|(?:en|a) (?:tu|tus|mis|mi|las|la) (?:memoria|notas?)',
    couldYou: '(?:me )?(?:puedes|podrías|podrias|puede|podría)',
    wishes: [
      '(?:guárda|guarda|apúnta|apunta|anóta|anota|recuérda|recuerda|memoríza|memoriza|añáde|añade)(?:me|te)?(?:lo|la|los|las)',
      '(?:guarda|guárdame|guardame|apunta|apúntate|apúntame|anota|anótame|memoriza|recuerda) {it}',
      '(?:guardar|apuntar|anotar|añadir|recordar|memorizar)(?:me|te)?(?:lo|la|los|las)|guardármelo|(?:guardar|guardarme|apuntar|anotar|memorizar|recordar) {it}',
      '(?:ten|tóma|toma)(?:lo|la|los|las) (?:en cuenta|presente|en mente)|me (?:lo|la|los|las) puedes (?:guardar|apuntar|anotar)|no (?:lo olvides|olvides {it})|acu[ée]rdate de {it}|añade {it} a (?:tus?|mis?|la|las) (?:memoria|notas)',
    ],
    shortWishes: [
      'toma nota|que no se [tm]e olvide(?: esto| eso)?|no olvides',
      'para (?:luego|después|despues|más tarde|mas tarde)',
    ],
    notFor: 'ti|usted|ella|él|ellos',
    purposes: words('para hasta porque antes'),
    questions: [
      '(?:me|nos|te) (?:lo|la|los|las) (?:apuntas|anotas|guardas|añades|memorizas)',
      '(?:me|nos|te) (?:apuntas|anotas|guardas|memorizas) (?:esto|eso)',
    ],
    partForms: [
      '(?:apunta|anota|guarda|apúntame|anótame|guárdame) (?:solo |sólo )?(?<part>(?:el|la|los|las|su|sus) [^,]{2,60}?)(?: por favor| porfa)?',
    ],
    partVerbs: ['conserva', 'guarda'],
    these: words('este esta estos estas ese esa'),
    it: words('lo esto eso'),
  },
  offers: {
    several: words('estos estas los las ambos todo todos todas'),
    or: words('o u'),
    mine: words('puedo podría voy guardo apunto anoto yo'),
    confirms: ['ok', 'vale', 'de acuerdo', 'te parece', 'te parece bien', 'está bien', 'quieres', 'lo quieres'],
    save: [
      ...words('guardar guardo guarde guardarlo guardarla apuntar apunto apunte apuntarlo anotar anoto anote anotarlo'),
      'que recuerde',
      ...words('memorizar memorice'),
    ],
    remind: words('recordar recuerde recordarte recordatorio'),
    change: words('cambiar cambio cambie actualizar actualizo actualice corregir reemplazar sustituir modificar'),
    remove: words('olvidar olvide borrar borro borre eliminar quitar anular anulo cancelar'),
    small: words(
      'quieres quiere deseas desea que lo la esto eso te me en tu mi memoria notas nota de a y o para también ahora debo puedo',
    ),
  },
  begins: {
    remind: ['me l[oa] recuerdas', 'hazme (?:acordar|recordar|acuerdo)(?: de)?', 'que no se me olvide'],
    remindAt: [
      '(?:av[íi]same|despi[ée]rtame) {rest}',
      'me l[oa] (?:puedes|podrías) recordar {rest}',
      '{rest} me l[oa] recuerdas',
      '(?:me )?puedes recordármel[oa] {rest}',
    ],
    remove: words('borra elimina quita olvida cancela anula'),
    cancel: words('borra cancela anula'),
  },
  times: words(
    'próximo próxima viene finde día días semana semanas mes hora horas minutos antes después mañana hoy tarde noche',
  ),
  timeLinks: {
    units: words('segundo segundos minuto minutos hora horas día días semana semanas mes meses año'),
    asides: words('en antes después dentro próximo próxima cada viene'),
    beside: words('para el la los las a al del de por que este esta otra vez media y cuarto luego'),
    of: words('de con'),
  },
  soon: words('hoy hora horas minuto minutos tarde noche'),
  every: ['cada', 'todos los', 'todas las'],
  repeats: words('diario diariamente semanalmente mensualmente'),
  instead: words('solo sólo solamente mejor'),
  agreeing: ['cómo no', 'por qué no', 'no hay problema', 'sin problema', 'no hay inconveniente'],
  parts: words(
    'solo sólo solamente primero primera primeros primeras segundo segunda último última ambos ambas todo todos todas parte resto menos uno dos tres cuatro',
  ),
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
    replace: ({ text, instead, place }) =>
      `¿${instead === undefined ? 'En' : `«${instead}» en`} lugar de: ${text}? (${place})`,
    forget: ({ text, place }) => `¿Olvido esto para siempre, en ${place} y en las conversaciones anteriores? «${text}»`,
    remind: ({ text, place }) => `¿Pongo este recordatorio? ${place}: «${text}»`,
    cancel: ({ text, place }) => `¿Anulo este recordatorio? ${place}: «${text}»`,
    other: ({ text }) => `¿Hago esto? ${text}`,
  },
  confirm: {
    save: 'Guardar',
    change: 'Cambiar',
    replace: 'Reemplazar',
    forget: 'Olvidar',
    remind: 'Poner',
    cancel: 'Anular',
    other: 'Hacer',
  },
  confirmAll: 'Todo',
  decline: 'No',
  notAsked: (question) => `No hecho, porque aquí nadie puede confirmarlo: ${question}`,
  declined: 'De acuerdo, lo dejo.',
  presses: {
    done: 'Eso ya está hecho.',
    foreign: 'Ese botón es para otra persona.',
    unknown: 'Ese botón es demasiado viejo.',
  },
  nothingWaits: 'Ya no espero esa respuesta. Dilo otra vez si todavía lo quieres.',
  stillWaits: 'Con eso no ha cambiado nada. Todavía espero tu respuesta a esto:',
  nothingDone: 'No se ha guardado ni cambiado nada.',
  notAllDone: 'No se ha guardado o cambiado todo: solo lo que aparece aquí.',
  failures: {
    away: 'No ha funcionado: la carpeta de la memoria no está o no se puede leer. No se ha cambiado nada.',
    gone: 'No ha funcionado: el lugar ya no está como lo mostré. No se ha cambiado nada.',
    past: 'No ha funcionado: esa hora ya ha pasado. No se ha cambiado nada.',
    busy: 'No ha funcionado: alguien está cambiando la nota. No se ha cambiado nada; pídemelo otra vez.',
    secret: 'No ha funcionado: contiene lo que parece un secreto, y eso no va a ninguna nota. No se ha cambiado nada.',
    long: 'No ha funcionado: el texto es demasiado largo para una sola nota. No se ha cambiado nada.',
    full: 'No ha funcionado: el disco está lleno. No se ha cambiado nada.',
    read_only:
      'No ha funcionado: no puedo escribir ahí, el archivo o su carpeta es de solo lectura. No se ha cambiado nada.',
    ends: 'No funcionó: un recordatorio necesita un programa que siga en marcha, y este termina con su respuesta. No ha cambiado nada.',
    other: 'No ha funcionado. No se ha cambiado nada.',
  },
  notes: {
    irregular: (path) => `${path} no es un archivo normal y se omite.`,
    bad_name: (path) =>
      `${path} se omite: cámbiale el nombre, sin saltos de línea, barras invertidas ni letras que parezcan un punto o una barra.`,
    no_folder: (path) => `${path} no es una carpeta.`,
    absent_folder: (path) =>
      `La carpeta de la memoria ${path} no está: se ha movido, o su disco no está montado. No puedo guardar ni encontrar nada hasta que vuelva a ese lugar o crees allí una vacía.`,
    other_folder: (path, index) =>
      `La carpeta de la memoria ${path} no contiene ninguna de las notas que había en ella: su disco no está montado, o hay otra carpeta en su lugar. No puedo guardar ni encontrar nada hasta que vuelva. Si esta carpeta ha de ser mi memoria desde ahora, borra ${index} y arráncame de nuevo.`,
    forbidden_folder: (path) =>
      `No tengo permiso para leer la carpeta de la memoria ${path}. No puedo guardar ni encontrar nada hasta que se restablezcan sus permisos.`,
    forbidden: (path) => `No tengo permiso para leer ${path}.`,
    unreadable: (path, code) => `${path} no se puede leer${code && ` (${code})`}.`,
    too_large: (path, size) => `${path} es demasiado grande y se omite (${size} MB).`,
    other_spelling: (path, longTerm) => `${path} se omite: la memoria a largo plazo es ${longTerm}.`,
    not_text: (path) => `${path} contiene bytes que no son texto; se quedan como están, y no puedo buscar en ellos.`,
    not_indexed: (path) => `${path} no se puede buscar entero, porque el disco está lleno.`,
  },
  mended: 'El modelo rechazó una parte de nuestra conversación, así que he seguido sin ella.',
  memoryUnreadable: (reason) => `He respondido sin MEMORY.md: ${reason}`,
  memoryTooLong: 'MEMORY.md es demasiado largo para mostrarlo entero; he respondido con su comienzo.',
  foldedChanges: (count, lines) => `${count} cambios: ${lines}`,
  notices: {
    blankMessage: 'Tu mensaje llegó sin texto, así que no hay nada que responder.',
    newConversation: 'Empieza una conversación nueva. Lo que recuerdo de ti se queda.',
    privateOnly: 'Aquí leen otros. Pregúntamelo en nuestro chat privado.',
    privateBegun:
      'Desde aquí esta conversación es privada: no se escribe en ningún archivo, y nada de ella va a lo que recuerdo. Termina con /new, tras una pausa y cuando el programa se detiene. Lo que me pidas recordar lo guardo igualmente, y si no estoy seguro de que lo pediste, pregunto antes.',
    privateSeenBy: (hasModel, service) =>
      service === null
        ? hasModel
          ? 'El proveedor del modelo la ve como siempre.'
          : ''
        : hasModel
          ? `El proveedor del modelo y ${service} la ven como siempre.`
          : `${service} la ve como siempre.`,
    privateNotHere: (program) =>
      `Una conversación privada no está en ningún archivo: dura solo mientras el programa sigue en marcha, y este termina con su respuesta. Usa \`${program} chat\`, o deja Scrubjay en marcha (\`${program} start\`) y pide otra vez.`,
    privateAgain: 'No he leído lo que escribiste detrás de la orden. Envíalo otra vez, por favor.',
    privateAlready: 'Esta conversación ya es privada. /new la termina.',
    privateEnded: (lines, reminders) => {
      const kept = [
        ...(lines > 0 ? [`${lines} ${lines === 1 ? 'línea' : 'líneas'} en tus notas`] : []),
        ...(reminders ? ['los recordatorios que pusiste (/reminders)'] : []),
      ];
      const told =
        kept.length === 0
          ? ' y no queda nada de ella.'
          : `. He guardado lo que me pediste: ${kept.join(' y ')}. No queda nada más de ella.`;
      return `La conversación privada ha terminado${told} Desde aquí vuelvo a recordar.`;
    },
    privateLost: (why) =>
      `La conversación privada ya había terminado (${why}) y solo queda de ella lo que me pediste guardar. No he tomado lo que acabas de decir: dilo otra vez para una conversación normal, o antes /private.`,
    restarted: 'me reiniciaron',
    pausedTooLong: 'pasó demasiado tiempo sin que se dijera nada',
    stopped: 'Detenido.',
    nothingToStop: 'No hay nada en marcha.',
    nothingToRetry: 'No hay nada que responder otra vez.',
    retryForgotten:
      'Lo que dijiste ahí está olvidado, del todo o en parte, así que no lo respondo otra vez. Dilo de nuevo si aun así lo quieres.',
    cutOff: '[La respuesta se cortó en su límite de longitud.]',
    cutEmpty: 'La respuesta llegó a su límite de longitud antes de decir nada. Pide algo más corto, por favor.',
    refused: 'El modelo no quiso responder a este mensaje.',
    limit: (rounds) => `He parado tras ${rounds} rondas de herramientas sin llegar a una respuesta.`,
    paused: 'El modelo hizo pausas una y otra vez sin responder. Inténtalo otra vez, por favor.',
    empty: 'El modelo dio una respuesta vacía. Inténtalo otra vez, por favor.',
    answerLater: (why) => `Ahora no puedo responder: ${why}. Tu mensaje está guardado, y respondo en cuanto funcione.`,
    noAnswer: (why) => `No puedo responder con un modelo: ${why}.`,
    noAnswerToFiles: (why) =>
      `No puedo responder con un modelo: ${why}, quizá por lo que venía con tu mensaje. Inténtalo sin eso, o con menos.`,
    fromMemory: 'Solo de memoria:',
    stillNoAnswer: 'El modelo sigue sin responder.',
  },
  reasons: {
    rate_limit: 'se alcanzó el límite de peticiones del modelo',
    overloaded: 'el modelo está sobrecargado',
    timeout: 'el modelo no respondió a tiempo',
    network: 'no se pudo llegar al modelo',
    stream: 'se cortó la conexión con el modelo',
    billing: 'la cuenta del modelo no tiene crédito',
    auth: 'el modelo rechazó la clave de API',
    prompt_too_long: 'la conversación es demasiado larga para el modelo',
    signature: 'el modelo rechazó la conversación',
    invalid_request: 'el modelo rechazó la petición',
    aborted: 'se detuvo la respuesta',
    budget: 'el presupuesto está agotado',
  },
  undoing: {
    undone: 'deshecho',
    nothing: 'No hay nada que deshacer.',
    last: (change) => `El último cambio: ${change}\n¿Lo deshago?`,
    done: (change) => `Deshecho: ${change}`,
    isDone: (change) => `Eso ya está deshecho: ${change}`,
    edited: (path) => `Ese lugar se cambió a mano desde entonces, así que lo dejé como está: ${path}`,
    unknown: (id) => `No encuentro el cambio «${id}». /undo list muestra los que conozco.`,
    notReadAgain: 'Lo que se dijo en los días leídos no se vuelve a leer de noche: dime qué quieres que guarde.',
    night: (date, changes) => `la noche del ${date} (${changes})`,
    counts: ({ added, changed, removed }) =>
      `${added || 'nada'} añadido(s), ${changed || 'nada'} cambiado(s), ${removed || 'nada'} quitado(s)`,
  },
  reminders: {
    insteadOf: (text) => `en lugar de «${text}»`,
    name: (id) => `Recordatorio ${id}`,
    repeats: (times) => `luego ${times}, etc.`,
    daily: 'todos los días',
    weekdays: 'de lunes a viernes',
    weekends: 'sábados y domingos',
    weekly: (days) => `cada ${days}`,
    wouldGo: (id) => `Se borraría el recordatorio ${id}.`,
    none: 'No hay recordatorios.',
    more: (count) => `Y ${count} más, después de estos.`,
    done: 'Hecho',
    snooze: 'En 10 minutos',
    wasDue: (time) => `era para ${time}`,
    isDone: 'Bien.',
    cancelThese: (list, count) =>
      `${count === 1 ? '¿Anular este recordatorio?' : `¿Anular estos ${count} recordatorios?`}\n${list}`,
    cancelButton: 'Sí, anular',
    cancelledAll: (count) => (count === 1 ? 'Un recordatorio está anulado.' : `${count} recordatorios están anulados.`),
    nothingCancelled: 'No se ha anulado nada. Para anular uno, di su número: /reminders cancel 3.',
    cancelled: (id) => `El recordatorio ${id} está anulado.`,
    unknown: (id) => `No hay ningún recordatorio ${id}. /reminders muestra los que hay.`,
    again: (time) => `Lo diré otra vez a las ${time}.`,
    later: (when) => `Todavía no tocaba. Lo diré diez minutos más tarde: ${when}.`,
    gone: 'Ese recordatorio ya no existe.',
  },
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
    sourceGone: 'el pasaje se borró o se cambió mientras tanto',
    refused: () => 'no se ha podido anotar',
    archived: (count) =>
      `Para que mi memoria siga siendo corta, he movido ${count === 1 ? 'una línea antigua' : `${count} líneas antiguas`} a MEMORY-archive.md.`,
    withoutModel: 'Esta noche no me ayudó ningún modelo, así que solo he guardado lo que estaba marcado para ello.',
    failing: (nights, pending) =>
      `No he podido poner al día mi memoria ${nights} veces seguidas. ${pending === null ? 'No se ha cambiado nada; los días quedan abiertos y lo intentaré otra vez.' : `${pending} pasajes quedan abiertos y lo intentaré otra vez; el resto está hecho.`}`,
    reason: (problem) => `El motivo, como está en el registro: ${problem}`,
  },
  about: {
    greeting: (help) =>
      `Soy Scrubjay. Dime qué debo recordar y pregúntame después, hoy o dentro de un año. Lo guardo en archivos Markdown que puedes abrir y editar.\n\n${help}`,
    model: (name) => `Modelo: ${name ?? 'no hay ninguno configurado: guardo las notas y las cito'}`,
    memory: (files, mode) =>
      `Memoria: ${files} ${files === 1 ? 'nota' : 'notas'}, que busco ${mode === 'hybrid' ? 'por palabras y por significado' : 'solo por palabras'}`,
    pending: (chunks) => `, ${chunks} ${chunks === 1 ? 'fragmento' : 'fragmentos'} aún solo por palabras`,
    time: (wall, timezone) => `Hora: ${wall} (${timezone})`,
    unanswered: (count) => `Mensajes que no pude responder: ${count}, véase /again`,
    undelivered: (count) => `Mensajes que no se pudieron entregar: ${count}`,
    note: (problem) => `Nota: ${problem}`,
  },
  overview: {
    empty: 'Tu memoria está vacía por ahora. Dime algo que deba recordar: recuerda que Ana es alérgica a las avellanas',
    counts: (days, topics, kept) =>
      `En tu memoria: ${days} ${days === 1 ? 'día' : 'días'}, ${topics} ${topics === 1 ? 'nota temática' : 'notas temáticas'}, ${kept} ${kept === 1 ? 'cosa' : 'cosas'} en MEMORY.md.`,
    topics: (names, more) => `Temas: ${names}${more > 0 ? ` y ${more} más` : ''}`,
    latest: 'Lo último:',
    lookUp: 'Pregúntame por cualquiera de ello, o búscalo: /memory té',
    nothing: 'No encuentro nada sobre eso en la memoria.',
  },
  sources: {
    none: 'La última respuesta no usó ninguna nota.',
    named: '(nombrada en la respuesta)',
    read: 'leída',
  },
  model: {
    notConfigured:
      'No hay ningún modelo configurado: guardo notas y las cito. `provider.primary` en la configuración pone uno.',
    answers: (model) => `Aquí responde ${model}.`,
    others: (models) => `También están configurados: ${models.join(', ')}.`,
    noOthers: 'No hay otro configurado.',
    chosen: (model) => `Desde ahora responde ${model} en esta conversación, y otro solo cuando no pueda.`,
    backTo: (usual) => `/new y /model default vuelven a ${usual}.`,
    unknown: (given, models) => `No hay ningún modelo «${given}» configurado. Disponibles: ${models.join(', ')}.`,
    which: (models) => `¿Cuál de estos? ${models.join(', ')}.`,
  },
  timezone: {
    now: (timezone, wall) =>
      `${timezone}, donde es ${wall}. /timezone Europe/Paris elige otra, /timezone default vuelve a la de la configuración.`,
    chosen: (timezone, wall) =>
      `Desde ahora me guío por ${timezone}, donde es ${wall}: para los días de las notas, la noche, las horas de silencio y los recordatorios que vengan. Los recordatorios que se repiten conservan la zona horaria en la que se pusieron.`,
    unknown: (given) => `No conozco ninguna zona horaria «${given}».`,
    meant: (names) => `¿Quieres decir ${names.join(' o ')}?`,
    form: 'Escríbela como Europe/Paris o America/New_York.',
  },
  usage: {
    amountOf: (spent, limit) => `${spent} de ${limit}`,
    today: (amount) => `Hoy: ${amount}`,
    thisMonth: (amount) => `Este mes: ${amount}`,
    model: (name, amount, calls, tokens) =>
      `${name}: ${amount}, ${calls === 1 ? '1 llamada' : `${calls} llamadas`}, ${tokens} tokens`,
    unpriced: (calls) =>
      calls === 1
        ? 'Una llamada es de un modelo cuyo precio no conozco: no se cuenta.'
        : `${calls} llamadas son de modelos cuyo precio no conozco: no se cuentan.`,
    used: {
      daily: (percent, limit) => `Se ha gastado el ${percent} % del presupuesto diario de ${limit}.`,
      monthly: (percent, limit) => `Se ha gastado el ${percent} % del presupuesto mensual de ${limit}.`,
    },
    unpricedModel: (name) =>
      `No conozco el precio de ${name}, así que el presupuesto no lo cuenta. Pon [prices."${name}"] en la configuración (0 si no cuesta nada).`,
    spent: {
      daily: (spent, limit) => `se han gastado ${spent} de los ${limit} del día`,
      monthly: (spent, limit) => `se han gastado ${spent} de los ${limit} del mes`,
    },
  },
  export: {
    usage: 'Di /export para todo, /export notes para las notas o /export conversation para esta conversación.',
    isPrivate: 'Esta conversación es privada: no va a ningún archivo.',
    noNotes: 'Todavía no hay notas.',
    nothingSaid: 'Aquí todavía no se ha dicho nada.',
    tooLarge: (size, limit, program) =>
      `Es un archivo de ${size}, y puedo enviar ${limit} como máximo. En la máquina donde funciono, \`${program} export RUTA\` lo escribe.`,
    done: (notes, conversations) =>
      `Aquí tienes ${listed(
        counted(
          [notes, `${notes} ${notes === 1 ? 'nota' : 'notas'}`],
          [conversations, `${conversations} ${conversations === 1 ? 'conversación' : 'conversaciones'}`],
        ),
        'y',
      )}, sin claves ni tokens.`,
    thisConversation: 'Aquí tienes esta conversación, sin claves ni tokens.',
    withoutPrivate: 'La conversación privada de ahora no está en ningún archivo.',
    filesBeside: (count, names) =>
      `No incluye ${count === 1 ? 'un archivo' : `${count} archivos`} junto a las notas: ${names}`,
  },
  again: {
    failed: (said) => `Lo siento, lo intenté tres veces y no pude responder a «${said}». /again muestra esos mensajes.`,
    failedMidway: (said) =>
      `Lo siento, algo falló tres veces mientras respondía a «${said}»: puede que lo que tienes de mi respuesta no sea todo. /again muestra esos mensajes.`,
    tryAgain: 'Intentarlo otra vez',
    none: 'Aquí no hay ningún mensaje que no pudiera responder.',
    list: 'No pude responder a estos. Para intentarlo otra vez:',
    unknown: (name) => `No conozco aquí ningún mensaje ${name}.`,
    running: 'Todavía estoy con ese.',
    begun: (said) => `Otra vez: «${said}»`,
    file: 'un archivo',
  },
  files: {
    picture: 'la imagen',
    file: 'el archivo',
    voice: 'el mensaje de voz',
    recording: 'la grabación',
    otherKind: (name) => `No puedo leer ${name}: acepto imágenes, PDF y archivos de texto.`,
    pictureTooLarge: (name) => `${asBeginning(name)} ocupa demasiado para mí: una imagen puede tener 5 MB.`,
    tooLarge: (name) => `${asBeginning(name)} ocupa demasiado para mí: Telegram me deja descargar 20 MB como mucho.`,
    empty: (name) => `No hay nada en ${name}.`,
    notWhatItSays: (name) => `No puedo leer ${name}: no contiene lo que dicen su nombre o su tipo.`,
    gone: (name) => `No he podido obtener ${name}: Telegram ya no lo tiene.`,
    noListener: (name, setting) =>
      `No puedo escuchar ${name}: no hay ningún programa configurado para ello (\`${setting}\` en la configuración).`,
    notHeard: {
      silent: (name) => `No he podido entender ${name}: no se oían palabras.`,
      slow: (name, program, seconds) => `No he podido entender ${name}: ${program} tardó más de ${seconds} s.`,
      endless: (name, program) => `No he podido entender ${name}: ${program} escribió más que una transcripción.`,
      missing: (name, program) => `No he podido entender ${name}: no hay ningún programa ${program}.`,
      failed: (name, program, code) => `No he podido entender ${name}: ${program} falló (${code}).`,
    },
    unsupported: () => 'Eso no lo puedo aceptar: solo texto, voz, imágenes, PDF y archivos de texto.',
    noText: 'En ese mensaje no había texto.',
    changedLater: 'Has cambiado tu mensaje después de que lo respondiera.',
    answerAgain: 'Responder de nuevo',
    notTaken: 'Tenía algo que decir aquí, pero Telegram no aceptó el texto. Pregúntame otra vez, por favor.',
    notMade: 'No se pudo crear el archivo.',
    grewTooLarge: 'El archivo ya es demasiado grande para enviarlo.',
    notSent: 'No se pudo enviar el archivo. /export lo intenta otra vez.',
    tooLargeToSend: 'El archivo es demasiado grande para enviarlo.',
  },
  help: {
    start: 'Qué soy',
    help: 'Lo que puedes decir con una barra',
    new: 'Empezar una conversación nueva; la memoria queda',
    retry: 'Responder otra vez a mi último mensaje',
    sources: 'Las líneas de las notas que tuvo delante la última respuesta',
    stop: 'Detener la respuesta que se está haciendo',
    yes: 'Hacer lo que te he preguntado',
    no: 'Dejar lo que te he preguntado',
    private: 'Una conversación de la que solo queda lo que pidas guardar',
    memory: 'Lo que hay en tu memoria; /memory té muestra lo que sé de ello',
    undo: 'Deshacer el último cambio de la memoria; /undo list muestra más',
    forget: 'Olvidar algo para siempre, tras mostrar lo que desaparecería: /forget mi antigua dirección',
    reminders: 'Lo que te voy a recordar; /reminders cancel 3 retira uno',
    export:
      'Las notas, que comparten todos los admitidos, y tus conversaciones de este chat como archivo; /export notes o /export conversation para una de las dos cosas',
    usage: 'Lo que cuestan los modelos hoy y este mes, y el presupuesto',
    again: 'Intentar otra vez un mensaje que no pude responder',
    model: 'Qué modelo responde; /model NOMBRE elige otro para esta conversación',
    status: 'Cómo estoy: modelo, memoria, hora',
    timezone: 'La zona horaria por la que me guío; /timezone Europe/Paris elige otra',
  },
  forget: {
    usage: 'Dime qué debo olvidar: /forget mi antigua dirección. Te muestro lo que desaparecería y pregunto.',
    tooShort: 'Es demasiado corto para buscarlo. Dime algo más de lo que debo olvidar.',
    nothingFound: 'No encuentro nada de eso, ni en las notas ni en conversaciones anteriores.',
    linesToGo: 'Desaparecerían estas líneas:',
    alsoAbout: 'Estas también tratan de ello:',
    onlyAbout: 'Ninguna línea lo dice palabra por palabra. Estas tratan de ello:',
    moreLines: (count) => `… y ${count} líneas más`,
    lineCount: (count) => `${count} líneas`,
    saidOn: (day) => `dicho el ${day}`,
    conversations: (count) =>
      `También desaparecería de ${count === 1 ? 'una conversación anterior' : `${count} conversaciones anteriores`}.`,
    isFinal: 'Es definitivo: no se puede deshacer.',
    unread: (problem) => `No puedo mirar en esta nota: ${problem}`,
    notMine: (hasModel) =>
      `Lo que no alcanzo: los mensajes de este chat (bórralos aquí)${hasModel ? ', lo que se envió al proveedor del modelo,' : ''} y tus propias copias y exportaciones.`,
    noteNames: (count, names) =>
      `También lo ${count === 1 ? 'contiene el nombre de una nota' : `contienen los nombres de ${count} notas`}, que solo tú puedes cambiar${names ? `: ${names}` : '.'}`,
    filesBeside: (count, names) =>
      `${count === 1 ? 'Un archivo' : `${count} archivos`} de la carpeta de notas que no ${count === 1 ? 'es una nota' : 'son notas'} también lo ${count === 1 ? 'contiene' : 'contienen'}; te toca borrar: ${names}`,
    filesUnread: 'No pude mirar en todos los archivos de allí que no son notas.',
    standing: (places) => `Todavía está, quizá en otra forma, en ${places}. Para verlo: /forget y sus palabras.`,
    gitHistory: (dir, gitDir) =>
      `El historial de git de ${dir} aún lo contiene en commits anteriores. Para borrar todo ese historial: rm -rf '${gitDir}' (el próximo cambio empieza uno nuevo). Las copias que se enviaron a otro sitio también lo conservan.`,
    alsoSaid: (places, command) =>
      `Con estas u otras palabras está también ${places === 1 ? 'en un lugar' : `en ${places} lugares`} de tus notas y conversaciones anteriores. Para verlo y olvidarlo: ${command}`,
    onlySome: (command) => `Solo algunas: ${command}`,
    forgetSome: (lines) => `Olvidar solo ${lines}`,
    forget: 'Olvidar',
    forgetAll: (lines) => `Olvidar las ${lines}`,
    keep: 'Conservar',
    unchanged: 'No se ha cambiado nada.',
    unknown: 'Ya no sé de qué se trataba. Dime otra vez qué debo olvidar: /forget …',
    isDone: (report) => `Eso ya está olvidado. ${report}`,
    notesChanged: (place, others) =>
      `Las notas han cambiado desde que pregunté: ahora está en ${place}${others > 0 ? ` y en ${others} sitios más` : ''}. Aún no he olvidado nada: dime otra vez qué debo olvidar.`,
    lineChanged: (place) =>
      `Las notas han cambiado desde que pregunté: ${place} ya no dice lo que te mostré. Todavía no se ha olvidado nada: dime otra vez qué debo olvidar.`,
    noSuchLines: 'No hay tales líneas en lo que te mostré.',
    done: (lines, notes, isLeft) =>
      `Olvidado. ${lines === 0 ? (isLeft ? 'No se pudo cambiar ninguna nota' : 'No estaba en ninguna nota') : `${lines === 1 ? 'Una línea' : `${lines} líneas`} de ${notes === 1 ? 'una nota' : `${notes} notas`}`}; tampoco está ya en conversaciones anteriores, sus resúmenes, versiones anteriores ni el índice de búsqueda, y no volverá por la noche.`,
    left: (notes) =>
      `Estas notas no se pudieron cambiar y todavía lo contienen: ${notes}. Lo intento de nuevo en el próximo arranque y en el próximo /forget.`,
    leftReasons: {
      forbidden: () => 'no se puede escribir',
      full: () => 'el disco está lleno',
      busy: () => 'otros programas la cambian sin parar',
      damaged: () => 'está dañada',
      system: (code) => code,
    },
    attachments: (count, folder) =>
      `No puedo mirar dentro de imágenes y PDF; ${count === 1 ? 'una conversación conserva' : `${count} conversaciones conservan`} algunos que llegaron con otras palabras. Están en ${folder}.`,
    damagedFile: (name) =>
      `Un archivo anterior, dañado, se conserva como ${name}; no puedo mirar dentro. Bórralo si puede contener esto.`,
    stillRead: (command) =>
      `Ya no está en las notas ni en conversaciones anteriores, y no volverá por la noche. Pero otro programa está leyendo mis archivos, que aún guardan las palabras en sus diarios: ciérralo (una copia de seguridad, una base de datos abierta) y di ${command}. Lo intento otra vez en el próximo arranque.`,
  },
};
