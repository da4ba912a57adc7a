// A life for recall that was written to learn from, by one who knew the program: a mountain guide in Granada with a small hotel. 50 messages in Spanish and English,
// 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Me llamo Álvaro Quesada, guía de montaña en Granada
Nací el 11 de diciembre de 1981 en Guadix
Vivo con Maite y nuestra hija Alba, de trece años
Llevamos un hotelito de seis habitaciones en Pampaneira
No bebo café, solo té
Diabético tipo 1, bomba de insulina
Los miércoles no trabajo
Me dan pánico las tormentas eléctricas`),
  'hotel.md': lines(`
Habitación 4 no tiene ducha, solo bañera
La llave maestra cuelga dentro del reloj de pared
Desayuno de ocho a diez, media pensión 24 euros
La caldera es de pellets, saco azul, nunca el barato
El contrato de la luz es con Holaluz hasta septiembre
La señora Brigitte de la 2 viene cada Semana Santa y quiere almohada dura
Limpieza: Fátima, de lunes a viernes a partir de las diez
No admitimos despedidas de soltero
Guests pay half in advance, the rest on arrival
El wifi de huéspedes está en la tarjeta de cada mesilla
Revisión de extintores en marzo
El fontanero es Manolo Rojas, solo contesta a mensajes
Reseñas se contestan siempre en el idioma del huésped`),
  'guia.md': lines(`
Tarifa por día 180 euros, máximo seis personas
Cuerda nueva de 60 metros, comprada en junio
Le presté los crampones a Iker
Rescate: refugio Poqueira, encargado Rafa
The Mulhacén trip with the Leeds group is on 17 May
Seguro de guía caduca el 30 de noviembre
No subo con niños menores de diez años
El piolet bueno está en casa de mi padre
Botas talla 44, ancha
Curso de aludes en Benasque, 23 a 25 de enero`),
  'familia.md': lines(`
Maite es alérgica a los gatos
Maite cumple el 6 de marzo y quiere un telescopio
Alba es celíaca desde los cuatro años
Alba tiene ortodoncia hasta el verano, nada de chicle
Alba va a clase de trompeta los lunes y jueves
Papá se llama Eusebio, vive en Guadix y no oye el teléfono
Papá toma Sintrom, nada de aspirina
Mi hermana Chelo y su marido se están divorciando, él no lo sabe aún
Los gemelos de Chelo, Hugo y Leo, son alérgicos al huevo
Mi suegra Pilar no sube escaleras
Iker es mi socio, vegano y muy puntual
La perra es Nieve, mastina, miedo a los petardos
Nieve toma pastilla para el corazón por la noche`),
  'casa.md': lines(`
La llave de repuesto está bajo la tercera maceta de geranios
El cuadro eléctrico está detrás del cuadro de la Alhambra
Llave de paso del agua: en el patio, bajo la rejilla
El coche es un Dacia Duster diésel, ITV en febrero
El garaje se abre con el mando gris, el negro no sirve
Alquiler del garaje 60 euros, a Don Emilio
Pared del salón: color Arena del Sáhara`),
  'salud.md': lines(`
Endocrino: doctora Valverde, cada tres meses
Glucagón en la nevera, balda de arriba
Fractura de muñeca en 2022, placa de titanio
Dentista el 9 de abril a las 17:15
Gafas de sol graduadas en la guantera`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['¿cuánto cobro por día de guía?', 'Tarifa por día'],
  ['Dónde está la llave maestra del hotel', 'La llave maestra'],
  ['¿Quién tiene mis crampones?', 'Le presté los crampones'],
  ["When's the trip with the people from Leeds?", 'The Mulhacén trip'],
  ['¿qué talla de bota gasto?', 'Botas talla 44'],
  ['Hasta cuándo va el contrato de la luz', 'El contrato de la luz'],
  ['¿De qué color pintamos el salón?', 'Pared del salón'],
  ['How much do guests pay up front?', 'Guests pay half'],
  ['dónde dejé el piolet bueno', 'El piolet bueno'],
  [
    'Prepara una merienda para Alba y sus primos el sábado, con bizcocho y magdalenas',
    'Alba es celíaca',
    'Los gemelos de Chelo',
  ],
  ['Un grupo de doce chicos quiere el hotel entero para una despedida, contéstales', 'No admitimos despedidas'],
  ['Dale a una pareja que pide ducha la habitación 4', 'Habitación 4 no'],
  ['Quedamos con Iker a cenar, busca un asador por Granada', 'Iker es mi socio'],
  ['Una familia con críos de siete y nueve años quiere subir el Veleta conmigo', 'No subo con niños'],
  ['Ponme una reunión con el banco el miércoles a las diez', 'Los miércoles no trabajo'],
  ['Propón un regalo para Maite, la semana que viene es su cumple', 'Maite cumple'],
  ['Answer the German guest who left us three stars, in English is fine', 'Reseñas se contestan'],
  ['Alba quiere ir a una fiesta el jueves a las seis', 'Alba va a clase'],
  ['Me he quedado fuera de casa y Maite está en Madrid', 'La llave de repuesto'],
  ['Se ha ido la luz en casa', 'El cuadro eléctrico'],
  ['Hay una fuga en la cocina y no para', 'Llave de paso'],
  ['Papá tiene fiebre, le doy una aspirina y a dormir', 'Papá toma Sintrom'],
  ['Estoy temblando, sudando y veo doble', 'Glucagón en la nevera', 'Diabético tipo 1'],
  ['Nos regalan un gatito precioso, ¿nos lo quedamos?', 'Maite es alérgica'],
  ['Esta noche hay fuegos artificiales en el pueblo', 'La perra es Nieve'],
  ['¿Por qué se forman las tormentas?'],
  ['¿Qué altura tiene el Mulhacén?'],
  ['¿Cómo se llama el hijo de Fátima?'],
  ['Translate: "El sendero cruza el río dos veces."'],
  ['Hoy Rafa me ha invitado a un caldo, qué majo'],
  ['¿Quién construyó la Alhambra?'],
  ['¿De dónde es Brigitte?'],
  ['Uf, vaya subida. Me duelen las piernas.'],
  ['Escribe un cuento corto sobre una perra que odia la nieve'],
  ['Y ahora lo mismo pero en inglés'],
  ['180 por 6 menos 24'],
  ['How does an insulin pump know how much to give?'],
  ['¿Qué diferencia hay entre un piolet y un bastón?'],
  ['¿Manolo tiene hermanos?'],
  ['¿Qué significa "aludes" en inglés?'],
  ['Alba ha sacado un nueve en mates'],
  ['Corrige las tildes: "El telefono de la habitacion no funciona."'],
  ['Cuántas habitaciones tiene el hotel más grande del mundo'],
  ['¿En qué año se inventó el telescopio?'],
  ['Why do mastiffs drool so much?'],
  ['¿Qué pasó el 11 de diciembre en la historia?'],
  ['¿Dónde estudió Maite la carrera?'],
  ['Olvídalo, ya lo he encontrado'],
  ['Cuéntame un chiste de guías de montaña'],
  ['¿Qué se come en Leeds en Navidad?'],
];
