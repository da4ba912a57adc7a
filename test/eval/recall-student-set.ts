// A twelfth life for recall (first run: 13 of 25 helped, 13 of 25 lines useful): a student of architecture in Valencia, by an author who knew
// nothing of the program. 50 messages in Spanish with English in it, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Nerea Soler, 22, cuarto de Arquitectura en la UPV
Nací el 30 de enero de 2003 en Alcoi
Comparto piso en Benimaclet con Lucía y Thijs
Soy vegetariana desde los quince, huevo y queso sí
Con mi familia hablo valenciano
No tengo carnet de conducir, voy en bici o en tranvía
Presupuesto: 120 euros al mes para comida y salir
Sábados trabajo en la cafetería La Paca, de 9 a 15
Mi jefa Toñi no cambia turnos con menos de una semana
Cobro 8,50 la hora en la cafetería, en mano`),
  'uni.md': lines(`
Proyectos IV con Amparo Climent, taller martes y jueves por la tarde
Entrega final de Proyectos: 12 de junio a las 14:00
Mi proyecto es una biblioteca de barrio en Natzaret
Climent no acepta renders, solo maqueta y dibujo a mano
Escalas de la entrega: plantas a 1:200, sección a 1:50
Estructuras suspendida, recuperación el 2 de julio
Grupo de Urbanismo: Pau, Inés y yo
Pau no lee correos, solo contesta a audios
Mi taquilla es la 118, llave en el estuche rojo
La cortadora láser se reserva online los lunes a las 8:00
Clave del plotter en la última página de la Moleskine
Beca: justificar la matrícula antes del 15 de octubre
He pedido Erasmus en Delft, contestan a finales de marzo
B2 English exam on 21 November, needed for Delft
El tutor del TFG sería Vicent Mestre, despacho 2.14
Rhino student licence expires on 1 September`),
  'piso.md': lines(`
Calle Murta 9, puerta 14, cuarto sin ascensor
Alquiler: 310 euros por persona, el día 5
Don Rafael, el casero, no quiere Bizum, solo transferencia
Hay copia de las llaves en la frutería de Said, abajo
Wifi password is behind the kitchen clock
La llave de paso está en el rellano, tras la tapa gris
Saltan los plomos si van horno y lavadora a la vez
Baño me toca en semanas pares, Lucía en las impares
Lucía es celiaca, la sartén verde es solo suya
Thijs is from Ghent and allergic to cats
Thijs duerme los miércoles de día, turno de noche
El butano lo traen los jueves por la mañana`),
  'familia.md': lines(`
Mamá es Empar, enfermera en el hospital de Alcoi
El cumple de mamá es el 18 de abril
Papá es panadero, se acuesta a las ocho, no llamar después
Mis padres se separaron en 2022, mejor no sentarlos juntos
Mi hermano Biel, 16, quiere ser músico, papá no lo sabe
La iaia Remei nació el 6 de septiembre de 1940
La iaia es diabética, nada de azúcar
Aunt Carme lives in Bristol, her sofa bed is always mine
Mi ex es Adrián, prefiero no cruzármelo
Adrián va al rocódromo los lunes y miércoles`),
  'salud.md': lines(`
Alérgica al látex, guantes solo de nitrilo
Tomo hierro por la mañana, nunca con café
Lentillas de 4,5; gafas de repuesto en la mochila gris
Esguince de tobillo en marzo, sin correr hasta junio
Psicóloga Marina, viernes alternos a las 17:00
Mi médica es la doctora Ferrando, centro de salud Benimaclet
Tarjeta sanitaria dentro de la funda del móvil
Me mareo en autobús si voy detrás`),
  'ocio.md': lines(`
Inés tiene mi cámara Olympus para su viaje a Islandia
Libro de Zumthor de la biblioteca, devolver el 28 de mayo
Pau me debe 35 euros del cartón pluma
Toco el bajo en Les Figues, ensayo los viernes a las 20:00
Concierto de Les Figues en Ca Revolta el 27 de junio
En Fallas me voy siempre a Alcoi, no aguanto los petardos
Gaudí es mi tortuga, vive en el balcón
Gaudí hiberna desde noviembre en la caja bajo mi cama
El candado de la bici es el año de la iaia
Con Lucía a Oporto del 4 al 8 de julio`),
};

export const messages: readonly (readonly [string, ...string[]])[] = [
  ['¿qué día y a qué hora era la entrega de proyectos?', 'Entrega final de Proyectos'],
  ["What's the code on my bike lock?", 'El candado de la bici', 'La iaia Remei nació'],
  ['¿Cuál es mi taquilla y dónde metí la llave?', 'Mi taquilla es'],
  ['quién tiene mi cámara', 'Inés tiene mi cámara'],
  ["When's my English exam again?", 'B2 English exam'],
  ['¿Cuánto me debía Pau?', 'Pau me debe'],
  ['¿A qué escala iba la sección?', 'Escalas de la entrega'],
  ['Dónde apunté la clave del plotter? Tengo cola detrás', 'Clave del plotter'],
  ['Propón una cena rica para Lucía y para mí esta noche, algo con horno', 'Lucía es celiaca', 'Soy vegetariana desde'],
  ['Redacta un WhatsApp a Don Rafael diciendo que los 310 se los hago ahora por Bizum', 'Don Rafael, el casero'],
  ['¿Con qué programa hago los renders para enseñárselos a Climent? Dudo entre V-Ray y Lumion.', 'Climent no acepta'],
  ['Dame una receta de tarta para llevarle a la iaia el domingo', 'La iaia es diabética'],
  [
    'Hazme la distribución de la mesa para la comida de graduación: papá, mamá, Biel, la iaia, Carme y yo. Es rectangular, tres y tres.',
    'Mis padres se separaron',
  ],
  ['Escríbele a Toñi que me cambie el turno de este sábado con Marc. Hoy es jueves.', 'Mi jefa Toñi'],
  ['Find me somewhere cheap to sleep in Bristol, four nights in August', 'Aunt Carme lives'],
  [
    'Quiero ponerme en forma en abril. Hazme un plan con tres salidas a correr por semana, subiendo poco a poco hasta 10 km.',
    'Esguince de tobillo',
  ],
  ['Me he dejado las llaves dentro, Lucía está en Castellón y Thijs en Bélgica', 'Hay copia de las llaves'],
  ['Se ha ido la luz justo cuando metía la pizza, y tenía una colada puesta', 'Saltan los plomos'],
  ['Hay agua por todo el baño y no sé cómo cortarla!!', 'La llave de paso'],
  [
    'Son las nueve y media de la noche y me muero de ganas de llamar a papá para contarle que he aprobado',
    'Papá es panadero',
  ],
  [
    "Lucía quiere que adoptemos un gatito de la protectora, it's sooo cute, yo le diría que sí ya mismo",
    'Thijs is from Ghent',
  ],
  ["Se me ha caído una lentilla por el lavabo de la escuela and I can't see a thing", 'Lentillas de 4,5'],
  ['Estoy en urgencias, me piden la tarjeta y en la cartera no está', 'Tarjeta sanitaria dentro'],
  ['Pau dice de ir al rocódromo el lunes, me apetece mucho', 'Adrián va al rocódromo', 'Mi ex es Adrián'],
  [
    'Vamos a colar la resina de la maqueta en el taller, me han pasado unos guantes de látex y empiezo ya',
    'Alérgica al látex',
  ],
  ['¿Por qué hibernan las tortugas?'],
  ['¿En qué año murió Gaudí y cómo fue?'],
  ["Translate into English, keep it dry: 'La luz entra por un patio central y resbala por el hormigón.'"],
  ["Ponme bien las tildes: 'El arbol de la plaza todavia esta ahi, pero nadie sabe quien lo planto.'"],
  ['310 entre 8,5, con un decimal'],
  ['Hoy Climent estaba de buen humor, increíble. Hasta se ha reído.'],
  ["What's the difference between a one-way and a two-way slab?"],
  ['¿Cómo se llama la madre de Lucía?'],
  ['Why is Delft pottery blue?'],
  ['¿Toñi tiene hijos?'],
  ['Hazlo más corto, y el segundo párrafo en inglés.'],
  ['How many people live in Ghent?'],
  [
    '¿Qué diferencia hay entre un bajo de escala corta y uno normal? Un colega dice que suena igual y yo creo que no tiene ni idea.',
  ],
  ['Escribe un haiku sobre los naranjos de noche'],
  ['¿Quién proyectó la biblioteca pública de Estocolmo?'],
  ['¿De dónde sale el látex?'],
  ['¿Qué día de la semana fue el 12 de junio de 1994?'],
  ['¿Cuántos años tiene Inés?'],
  ['Uf, qué sueño. Mañana más.'],
  ['Pau me acaba de mandar un audio de siete minutos jajaja'],
  ["Why do actors say 'break a leg'? My teacher asked and nobody in class knew."],
  ['butano vs propano, cuál aguanta mejor el frío'],
  ["Dame sinónimos de 'umbral' que no suenen cursis"],
  ['Who won the Pritzker the year before Zumthor?'],
  ['¿Cuál de los puentes de Oporto es de Eiffel?'],
];
