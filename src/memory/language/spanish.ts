// Spanish.
import type { Language } from './language.ts';
import { words } from './words.ts';

export const spanish: Language = {
  marks: words(
    'qué quién quiénes cuándo dónde cómo cuál cuáles cuánto cuántos el los las un una es está son del con para por mi mis tengo tiene hay y en la',
  ),
  stopWords: words(`
    a al algo alguien ante antes aquel aquella así aún aunque cada como cómo con cuál cuáles cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde dos e el él ella ellas ellos en entre era eran es esa ese eso esta está están este esto
    fue fueron ha había han hasta hay he hemos la las le les lo los más me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os para pero por porque puede puedo que qué quién quiénes se sea ser si sí sin sobre son soy su sus también te tengo
    tiene tienen tienes todo todos tu tú tus un una uno unos y ya yo dime`),
  whoIs: ['quién es', 'quien es', 'quién era', 'quiénes son'],
  relations: words(`
    hermana hermano madre mamá padre papá esposa esposo mujer marido pareja novia novio hijo hija sobrina sobrino tía tío prima primo abuela abuelo
    amiga amigo vecina vecino compañera compañero jefa jefe médica médico doctora doctor dentista profesora profesor casera casero perro gato`),
  asksAssistant: [
    'me dijiste',
    'me recomendaste',
    'me sugeriste',
    'me aconsejaste',
    'has recomendado',
    'has dicho',
    'tu recomendación',
    'tu consejo',
    'tu respuesta',
    'tus sugerencias',
  ],
  kinds: {
    ciudad:
      'berlín londres parís lisboa madrid barcelona sevilla valencia bilbao granada málaga roma milán viena múnich ámsterdam praga oporto zaragoza',
    país: 'alemania francia españa portugal italia austria suiza inglaterra irlanda grecia turquía japón china india méxico argentina chile colombia perú',
    mascota: 'perro perra cachorro gato gata conejo hámster loro periquito canario pez tortuga poni caballo',
    afición:
      'pintura cerámica escalada senderismo correr ciclismo natación vela surf esquí jardinería fotografía ajedrez cocinar pesca bailar yoga tenis fútbol',
    instrumento: 'piano guitarra violín violonchelo batería flauta clarinete trompeta saxofón arpa ukelele acordeón',
    aparato:
      'teléfono móvil portátil tableta router impresora cámara auriculares monitor teclado televisor altavoz nevera',
    familia:
      'hermana hermano madre mamá padre papá esposa esposo hijo hija sobrina sobrino tía tío prima primo abuela abuelo',
    vehículo: 'coche carro bici bicicleta moto furgoneta',
    deporte: 'fútbol tenis baloncesto natación correr escalada ciclismo voleibol golf esquí remo boxeo',
  },
  weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  months: [
    'enero ene',
    'febrero feb',
    'marzo',
    'abril abr',
    'mayo',
    'junio jun',
    'julio jul',
    'agosto ago',
    'septiembre setiembre sept',
    'octubre oct',
    'noviembre nov',
    'diciembre dic',
  ],
  days: { hoy: 0, 'pasado mañana': 2, mañana: 1, ayer: -1, anteayer: -2 },
  next: ['próximo', 'que viene', 'este', 'el'],
  last: ['pasado'],
};
