// The notes of a busy person who writes in English and Spanish as it comes, and 45 questions in both, written for this project. Each
// question has the queries that a model is asked to send beside it: in the words of a note, and in the other language of the notes.

export const busyNotes: Readonly<Record<string, string>> = {
  'MEMORY.md': `# Memory
## People
- **Nuria:** hermana mayor, vive en Valencia con Tomás y los mellizos
- **Graham:** my line manager, works from Dundee, hates calls before ten
- **Abuelo Ramón:** 88, no oye bien por teléfono, mejor visitarlo los domingos
- **Priya:** flatmate until last year, now a vet in Norwich
- Iker is the son of my cousin, allergic to bee stings
## Preferences
- No como cilantro
- Prefer the aisle on planes, window on trains
- Zapatos talla 39, anillos del 14
- Blood type is A negative
`,
  '2026-02-02.md': `# 2026-02-02
## Trabajo
- Graham wants the quarterly deck by the 13th, twelve slides at most
- Reunión con los de Lisboa: piden rebajar el presupuesto un ocho por ciento
- VPN token is in the grey drawer at the office
- El becario nuevo se llama Unai, empieza el lunes
## Home
- Plumber came, the leak was under the bath, paid 145 in cash
- Cambiar el filtro de la campana cada tres meses
- Borrowed the drill from the Hendersons
`,
  '2026-02-09.md': `# 2026-02-09
- La pediatra dice que los mellizos de Nuria ya pueden comer huevo
- Booked the car in for new brake pads at Kelso's, Thursday 8:15
- Nuria está embarazada otra vez, sale de cuentas en agosto
- Gym membership cancelled, last payment in March
- Regar los cactus solo una vez al mes
- Read half of the book on lighthouses that Priya sent
- Debo 60 euros a Leire por las entradas
`,
  '2026-02-17.md': `# 2026-02-17
## Salud
- Análisis de sangre: el hierro sigue bajo, repetir en mayo
- Dentist found a crack in the upper left molar, crown needed, 480
- La fisio recomienda nadar dos veces por semana para la espalda
## Trabajo
- Lisbon signed, the contract runs for eighteen months
- Graham is off for paternity leave from April
- La contraseña de la impresora es 5520
`,
  '2026-02-26.md': `# 2026-02-26
- Mudanza de Leire: necesita ayuda el sábado 14 con la nevera
- Landlord refuses to replace the windows before winter
- Hemos adoptado una galga, se llama Bruma
- The bakery in Calle Olmo makes the rye bread without sugar
- Seguro del hogar: póliza 4471-B, vence en noviembre
- Lost the left earring, the silver one from Oaxaca
- Papá ya no puede conducir de noche
`,
  '2026-03-05.md': `# 2026-03-05
## Trabajo
- Unai rompió la base de datos de pruebas, copia restaurada a las 17
- Salary talk with Graham moved to the last week of March
- Presentación en Oporto el 22 de abril, hablo después de comer
## Ocio
- Choir sings Fauré in May, I am second alto
- Apuntada al curso de encuadernación, los miércoles a las siete
- Tickets for the Fado night are in Leire's name
`,
  '2026-03-12.md': `# 2026-03-12
- El coche hace un ruido raro al girar a la derecha
- Spare keys are with Mrs. Abara on the second floor
- Bruma tiene miedo a los petardos, darle la pastilla media hora antes
- Tax return: send the receipts for the desk and the chair
- Tomás se ha quedado sin trabajo, la fábrica cierra
- Mum's passport ran out in January
- Receta de la sopa de la abuela: puerro, patata y una pizca de nuez moscada
`,
  '2026-03-21.md': `# 2026-03-21
- Kelso's: the steering joint has to be replaced, 310 with labour
- Vecinos del tercero se quejan del ruido de la lavadora por la noche
- Promised Iker a kite for his birthday, he turns seven on 9 May
- La galga pesa 24 kilos, vacuna de la rabia puesta
- Opened a savings account at Triodos for the roof
- Cena con Priya: se casa en octubre con un tal Callum
- The ladder stays in the cellar of number 12
`,
  '2026-03-30.md': `# 2026-03-30
## Trabajo
- Got the raise, three per cent, from May on
- Unai pasa al equipo de datos en junio
- Servidor de Lisboa: ventana de mantenimiento los martes de 2 a 4
## Casa
- Boiler pressure must stay between 1 and 1.5
- Pintar la cocina de verde salvia, la muestra está en el armario
- New mattress arrives between noon and four
`,
  '2026-04-08.md': `# 2026-04-08
- Vuelo a Oporto el 21 a las 6:55, localizador QX7R2P
- Hotel in Porto is the Aliados, breakfast from seven
- Abuelo Ramón se cayó en la ducha, solo un moratón
- Cancelled the streaming subscription, too dear
- Comprar pienso sin cereales para la perra
- The council collects garden waste every second Friday
- Mi talla de guantes de moto es la S
`,
  '2026-04-19.md': `# 2026-04-19
- Wifi of the cottage in Asturias: orbayu2026
- Llevar a la reunión de vecinos el presupuesto del ascensor
- Leire dumped Andoni, she stays with us for a week
- El reloj de la abuela lo arregla Relojería Santos, resguardo 318
- Tyres: 2.4 bar front, 2.2 back
- Callum is from Cork and brews cider
- Dejar las llaves del trastero a Mrs. Abara
`,
  '2026-04-27.md': `# 2026-04-27
- Porto went well, they asked for a second talk in autumn
- Me picó una avispa y se me hinchó toda la mano
- Roof estimate from Doyle & Sons: 7,900, start in September
- Mamá quiere celebrar los setenta en la sierra, buscar casa rural
- Gave the old sofa to the refugee centre
- El hierro ha subido, seguir con las pastillas hasta el verano
- Choir: black dress, no perfume
`,
};

/** What is asked, how the line begins that answers it, and the other queries for it. */
export const busyQuestions: readonly (readonly [question: string, answer: string, queries: readonly string[]])[] = [
  ['where does my sister live', '- **Nuria', ['hermana vive en', 'sister lives in']],
  ['cuándo nace el bebé de Nuria', 'Nuria está', ['Nuria embarazada', 'Nuria pregnant due']],
  ['what is the dog called', 'Hemos adoptado', ['perro perra galgo se llama', 'adopted a dog']],
  ['what is Bruma afraid of', 'Bruma tiene', ['Bruma miedo', 'Bruma scared']],
  ['cuánto pesa la perra', 'La galga pesa', ['peso kilos galga', 'dog weight']],
  ['which food must the dog have', 'Comprar pienso', ['pienso comida perra', 'dog food']],
  ['who do I owe money', 'Debo 60', ['debo euros a', 'owe']],
  ['what did the blood test say', 'Análisis', ['análisis de sangre', 'iron level']],
  ['how did my iron level develop', 'El hierro ha', ['hierro', 'iron pills']],
  ['what did the physio advise against the back pain', 'La fisio', ['fisioterapeuta espalda', 'physiotherapist back']],
  ['qué muela tengo rota', 'Dentist found', ['dentist tooth molar', 'dentista muela']],
  ['cuánto cuesta la corona', 'Dentist found', ['crown dentist cost', 'corona dentista']],
  ['who is the new intern', 'El becario', ['becario nuevo', 'intern starts']],
  ['what did Unai break', 'Unai rompió', ['Unai rompió', 'Unai broke']],
  ['where is Unai going in June', 'Unai pasa', ['Unai junio equipo', 'Unai team June']],
  ['printer password', 'La contraseña', ['contraseña impresora', 'printer password']],
  ['dónde está el token de la VPN', 'VPN token', ['VPN token drawer', 'token VPN cajón']],
  [
    'when is the server in Lisbon down',
    'Servidor de Lisboa',
    ['servidor Lisboa mantenimiento', 'Lisbon server maintenance'],
  ],
  ['cuánto dura el contrato con Lisboa', 'Lisbon signed', ['Lisbon contract months', 'contrato Lisboa']],
  ['did I get more pay', 'Got the raise', ['raise salary per cent', 'subida de sueldo']],
  ['cuándo estará Graham de baja', 'Graham is off', ['Graham paternity leave', 'Graham baja']],
  ['how long may the deck be', 'Graham wants', ['deck slides at most', 'diapositivas presentación']],
  ['flight to Porto, booking code', 'Vuelo a Oporto', ['vuelo Oporto localizador', 'flight Porto']],
  ['en qué hotel duermo en Oporto', 'Hotel in Porto', ['hotel Porto', 'hotel Oporto']],
  ['when do I speak in Porto', 'Presentación en Oporto', ['presentación Oporto hablo', 'talk in Porto']],
  ['which evening class do I take', 'Apuntada', ['curso miércoles', 'course class evening']],
  ['what voice do I sing', 'Choir sings', ['choir alto', 'coro voz']],
  ['qué me pongo para el coro', 'Choir: black', ['choir dress', 'coro vestido']],
  ['who has our spare keys', 'Spare keys', ['spare keys with', 'llaves de repuesto']],
  ['quién tiene el taladro que nos falta devolver', 'Borrowed the drill', ['borrowed drill', 'taladro prestado']],
  ['home insurance number', 'Seguro del hogar', ['seguro del hogar póliza', 'home insurance policy']],
  ['when did the neighbours complain', 'Vecinos del tercero', ['vecinos se quejan', 'neighbours complain noise']],
  ['qué le pasa al coche', 'El coche hace', ['car noise steering', 'coche ruido']],
  ['how much is the repair of the steering', "Kelso's", ['steering joint replaced', 'dirección coche reparación']],
  ['a qué presión van las ruedas', 'Tyres', ['tyres bar pressure', 'neumáticos presión']],
  ['what colour will the kitchen be', 'Pintar la cocina', ['cocina pintar color', 'kitchen paint colour']],
  ['cuánto costará el tejado', 'Roof estimate', ['roof estimate', 'tejado presupuesto']],
  ['what shoe size do I have', 'Zapatos talla', ['zapatos talla', 'shoe size']],
  ['what herb do I not eat', 'No como', ['no como cilantro hierba', 'do not eat herb']],
  ['qué regalo quiere Iker', 'Promised Iker', ['Iker birthday kite present', 'Iker cumpleaños regalo']],
  ['what insect stung me', 'Me picó', ['me picó avispa abeja', 'wasp bee stung']],
  ['who is getting married in autumn', 'Cena con Priya', ['se casa en octubre', 'wedding married October']],
  ['de dónde es el novio de Priya', 'Callum is', ['Callum is from', 'Callum de']],
  ['what goes into grandmother’s soup', 'Receta de la sopa', ['receta sopa abuela', 'soup recipe grandmother']],
  ['contraseña del wifi de la casa de Asturias', 'Wifi of the cottage', ['wifi cottage Asturias', 'wifi Asturias']],
];
