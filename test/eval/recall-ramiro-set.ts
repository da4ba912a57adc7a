// A ninth life for recall (first run, with the eighth: 14 of 25 helped, 14 of 19 lines useful): a retired carpenter in Texas who comes from
// Oaxaca. 50 messages in Spanish with English words in it, 25 of which a line helps with.
import { lines } from './lines.ts';

export const notes: Readonly<Record<string, readonly string[]>> = {
  'MEMORY.md': lines(`
Ramiro es carpintero jubilado, de Oaxaca, y vive en San Antonio desde 1989
Su esposa Chayo murió en 2019
Ramiro tiene diabetes tipo 2 y toma metformina con la cena
Su hija Leticia vive en Houston y trabaja en un banco
Su hijo Rubén vive con él y maneja un truck de FedEx
Tres nietos: Kimberly, Brandon y la bebé Itzel
Ramiro oye mal del lado izquierdo`),
  'salud.md': lines(`
El doctor de cabecera es el Dr. Okafor, en la clínica de Culebra Road
La cita con el oculista es el 12 de enero de 2027 a las 9:15
El azúcar en ayunas no debe pasar de 130
No puede comer toronja por la pastilla del colesterol
La pharmacy es el HEB de Bandera, cierra a las 9
Las pilas del hearing aid son del número 312
El Medicare card está en el cajón del buró
La rodilla derecha le duele con el frío
La vacuna del flu ya se la puso en octubre de 2026
Camina con Chuy a las 7 en el Woodlawn Lake los martes`),
  'taller.md': lines(`
La table saw es una Delta de 10 pulgadas, blade nueva en agosto
El compresor tira aceite y hay que revisarlo
Compra el mezquite con Don Eusebio en Poteet
La mecedora de Kimberly lleva barniz mate
Le debe al compadre Nacho 200 dólares por el router
El vecino Mr. Patterson pidió un bookshelf de seis pies
Mr. Patterson ya pagó 150 de depósito
La llave del shed está debajo de la maceta azul
El pegamento bueno es Titebond III
La cama de Brandon mide 39 por 75 pulgadas`),
  'familia.md': lines(`
Kimberly cumple quince el 8 de mayo de 2027
El salón para la quinceañera es el Villa Española, depósito de 500
Kimberly quiere el vestido color lavanda
Brandon juega soccer los sábados a las 10
Brandon no puede comer cacahuate
Itzel nació el 3 de septiembre de 2026
Itzel se duerme con la canción de La Llorona
El marido de Leticia se llama Travis y no habla español
Leticia viene para Thanksgiving y se queda hasta el domingo
Rubén trabaja de noche de jueves a domingo
Rubén sale con una muchacha que se llama Yadira
La hermana Socorro vive en Oaxaca, en la colonia Reforma
A Socorro le manda 150 dólares cada mes por Western Union
La comadre Lupe hace los tamales por docena, 18 dólares
El aniversario de Chayo es el 2 de noviembre`),
  'casa.md': lines(`
El AC lo arregla Beto, cobra 80 la visita
El filtro del AC es de 16 por 25
La troca es una F-150 de 2008, cambio de aceite en enero
La aseguranza de la troca es con Progressive, 94 al mes
El property tax se paga antes del 31 de enero
La perra se llama Canela y es alérgica al pollo
La veterinaria de Canela es la Dra. Villarreal
El techo gotea junto a la chimenea
La basura grande la recogen el primer lunes de marzo
El wifi se reinicia con el botón de atrás
El cable de Spectrum sube en febrero`),
  'viajes.md': lines(`
El vuelo a Oaxaca sale el 18 de diciembre a las 6:40 con Volaris
El pasaporte mexicano vence en julio de 2027
En el vuelo pide siempre asiento de pasillo
Prometió llevarle a Socorro unas cobijas
La misa de Guadalupe es el 12 de diciembre a las 5 de la mañana`),
};

/** A message, and the lines of which any would help; none where nothing helps. */
export const messages: readonly (readonly [string, ...string[]])[] = [
  ['Mija, ¿a qué hora sale mi avión para Oaxaca?', 'El vuelo a Oaxaca sale el 18 de diciembre a las 6:40 con Volaris'],
  ['Se me acabaron las pilas del aparato del oído, ¿cuáles eran?', 'Las pilas del hearing aid son del número 312'],
  ['Voy al HEB, ¿de qué tamaño es el filter del aire?', 'El filtro del AC es de 16 por 25'],
  ['Amanecí con 142 de azúcar.', 'El azúcar en ayunas no debe pasar de 130'],
  ['Brandon viene a lonchar, le voy a hacer un mole de cacahuate', 'Brandon no puede comer cacahuate'],
  ['Quiero comprarle croquetas nuevas a Canela, unas de pollo', 'La perra se llama Canela y es alérgica al pollo'],
  ['¿Cuánto me falta cobrarle a Mr. Patterson?', 'Mr. Patterson ya pagó 150 de depósito'],
  ['El aire no enfría, ¿a quién le hablo?', 'El AC lo arregla Beto, cobra 80 la visita'],
  ['No encuentro la llave del cuartito de herramientas', 'La llave del shed está debajo de la maceta azul'],
  ['¿Qué día es la fiesta de quince de Kimberly?', 'Kimberly cumple quince el 8 de mayo de 2027'],
  [
    'Help me write an email to the hall for the quinceañera',
    'El salón para la quinceañera es el Villa Española, depósito de 500',
  ],
  ['¿Cuánto cuesta la docena de tamales con la comadre?', 'La comadre Lupe hace los tamales por docena, 18 dólares'],
  ['Voy a mandarle el dinero a Socorro, ¿cuánto era?', 'A Socorro le manda 150 dólares cada mes por Western Union'],
  ['Me ofrecieron jugo de toronja, ¿hay problema?', 'No puede comer toronja por la pastilla del colesterol'],
  [
    'Voy a cortar madera para el colchón de Brandon, necesito las medidas',
    'La cama de Brandon mide 39 por 75 pulgadas',
  ],
  ['¿Dónde puse la tarjeta del Medicare?', 'El Medicare card está en el cajón del buró'],
  ['¿Podrá Rubén llevarme al doctor el viernes en la noche?', 'Rubén trabaja de noche de jueves a domingo'],
  ['¿Hasta cuándo se queda Leticia?', 'Leticia viene para Thanksgiving y se queda hasta el domingo'],
  ['Escríbele un mensaje a Travis para invitarlo a pescar', 'El marido de Leticia se llama Travis y no habla español'],
  ['El sábado a las diez voy a ir al flea market', 'Brandon juega soccer los sábados a las 10'],
  ['¿Ya me puse la vacuna de la gripa este año?', 'La vacuna del flu ya se la puso en octubre de 2026'],
  ['Nacho me preguntó por lo del router', 'Le debe al compadre Nacho 200 dólares por el router'],
  ['When do I have to pay the property taxes?', 'El property tax se paga antes del 31 de enero'],
  ['Itzel no se quiere dormir, ¿qué le canto?', 'Itzel se duerme con la canción de La Llorona'],
  ['Necesito más mezquite, ¿con quién lo compraba?', 'Compra el mezquite con Don Eusebio en Poteet'],
  ['Buenos días, ¿cómo amaneciste?'],
  ['Gracias mija, Dios te bendiga.'],
  ['¿Quién ganó el Mundial de 1986?'],
  ['Kimberly sacó pura A en su report card.'],
  ['No, esa no, la otra.'],
  ['¿Cuántos centímetros son 8 pulgadas?'],
  ['Ayer Rubén me trajo unos tacos bien buenos.'],
  ['Cuéntame un chiste de Pepito'],
  ['Canela se durmió en mi sillón otra vez.'],
  ['Apunta en la lista: tortillas, frijol y jabón'],
  ['¿Cómo se dice "carpenter" en portugués?'],
  ['Ya me voy a acostar, good night'],
  ['Acuérdate que Chuy se operó de la vista.'],
  ['Explícame qué es el bitcoin'],
  ['Leticia me mandó una foto muy bonita.'],
  ['Hazlo más cortito, por favor'],
  ['¿Por qué truena el cielo?'],
  ['Jajaja, ándale pues'],
  ['Beto me saludó en la iglesia.'],
  ['Escribe un poema sobre el mar'],
  ['Socorro ya tiene celular nuevo.'],
  ['¿Cuánto es el 15 por ciento de 84 dólares?'],
  ['Perdón, era el lunes, no el martes.'],
  ['What is the best wood for a cutting board?'],
  ['Hoy vi un venado en el jardín de enfrente.'],
];
