// How an assistant asks whether it may write something, in the languages in which a yes is understood: by a verb, and else by nothing
// but the small words of such a question. A yes to any other question ("shall I translate it?", "shall I keep it in my answer to
// Bob?") agrees to no write. What is not known here only costs a tap. Pure.
import { languages } from '../../language/languages.ts';
import { words } from '../../language/words.ts';
import type { Proposal } from '../../session/entry.ts';
import { understood } from './understood.ts';

const save = [
  ...words('save keep store record jot memorise memorize'),
  'i remember',
  'me to remember',
  'note that',
  'note this',
  'note it',
  'note down',
  'i note',
  'me to note',
  'a note',
  'write down',
  'write it down',
  'write this down',
  'write that down',
  'add it to',
  'add this to',
  'add that to',
  'put it in',
  'put this in',
  ...words('speichern speichere abspeichern merken merke notieren notiere aufschreiben festhalten behalten vermerken'),
  ...words('guardar guardo guarde guardarlo guardarla apuntar apunto apunte apuntarlo anotar anoto anote anotarlo'),
  'que recuerde',
  ...words('memorizar memorice'),
  ...words('enregistrer enregistre noter retenir retienne retenue garder mémoriser sauvegarder conserver'),
  'je note',
  'que je garde',
  ...words('salvare salvo salvarlo annotare annoto annotarlo appuntare appunto segnare segno memorizzare'),
  ...words('salvar salve salvo registar registe registrar registre'),
];
const remind = [
  ...words('remind reminder erinnern erinnere erinnerung recordar recuerde recordarte recordatorio rappeler rappelle'),
  ...words('rappel ricordare ricordi ricordarti promemoria lembrar lembre lembrete'),
];
const remindMe = words(
  'remind ping nudge erinnere recuérdame recuérdamelo avísame rappelle rappelez ricordami ricordamelo lembra lembre',
);
const change = [
  ...words('change update correct replace edit ändern ändere aktualisieren korrigieren ersetzen anpassen'),
  ...words('cambiar cambio cambie actualizar actualizo actualice corregir reemplazar sustituir modificar'),
  ...words('modifier modifie changer change corriger remplacer actualiser'),
  ...words(
    'cambiare modificare modifico aggiornare correggere sostituire mudar mude alterar altere atualizar corrigir',
  ),
];
const remove = [
  ...words('forget delete remove erase cancel vergessen löschen entfernen streichen absagen stornieren'),
  ...words('olvidar olvide borrar borro borre eliminar quitar anular anulo cancelar oublier oublie supprimer effacer'),
  ...words('annuler annule dimenticare cancellare eliminare annullare esquecer apagar apague remover cancelar'),
];
const verbs: Readonly<Record<Proposal['action'], readonly string[]>> = {
  save,
  remind,
  change,
  replace: change,
  forget: remove,
  cancel: remove,
  other: [],
};

/** "Shall I … that to your memory, so that you have it?" */
const frames = new Set([
  ...words(
    'shall should may can could would do want like you i me to that this it for your my the a in into as so down also too now',
  ),
  ...words('go ahead memory notes note reminder set and or of about date line fact from with'),
  ...words(
    'soll sollte kann darf ich du dir mir mich dich möchtest willst das dies es dass so auch noch in ins dein deine',
  ),
  ...words('gedächtnis notizen notiz erinnerung daran an von aus auf und oder für bitte gerne jetzt'),
  ...words(
    'quieres quiere que lo la esto eso te me en tu mi memoria notas nota de a y o para también ahora debo puedo',
  ),
  ...words(
    'dois je peux puis faut il tu veux voulez vous que qu le la les ceci cela ça dans ta ma mémoire notes note de te me t y et ou pour aussi',
  ),
  ...words('devo posso vuoi che lo la questo questo ti mi nella nelle tua mia memoria note di e o per anche'),
  ...words('quer queres que eu isso isto na nas sua tua minha memória notas de e ou para também'),
  ...understood.flatMap(({ asks }) => asks.fillers),
  ...languages.flatMap(({ stopWords }) => stopWords),
]);

const timeWords = new Set([
  ...languages.flatMap(({ months, weekdays }) => [...months, ...weekdays].flatMap((forms) => forms.split(' '))),
  ...words(
    'day days week weeks month hour hours minute minutes second seconds before after tomorrow today tonight morning afternoon evening noon',
  ),
  ...words('tag tage tags woche wochen monat stunde stunden minuten vorher davor morgen heute abend früh mittag uhr'),
  ...words('día días semana semanas mes hora horas minutos antes después mañana hoy tarde noche'),
  ...words('jour jours semaine mois heure heures minutes avant après demain matin soir midi veille'),
  ...words('giorno giorni settimana mese ora ore minuti prima dopo domani oggi mattina sera'),
  ...words('dia dias semana mês hora horas minutos antes depois amanhã hoje manhã tarde noite'),
]);
/** Of a time, in any of the languages: "2", "December", "morgen". */
export const isOfTime = (word: string): boolean => /\d/.test(word) || timeWords.has(word.toLowerCase());

/**
 * @param question of the assistant, without what it quotes
 * @returns whether it asks to do this, and nothing else
 */
export function asksWhetherTo(action: Proposal['action'], question: string): boolean {
  const said = ` ${(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
  const found = verbs[action].filter((verb) => said.includes(` ${verb} `));
  if (found.length === 0) return false;
  const rest = found.reduce((left, verb) => left.replaceAll(` ${verb} `, '  '), said);
  return rest.split(' ').every((word) => word === '' || frames.has(word) || (action === 'remind' && isOfTime(word)));
}

/** What follows the verb with which words ask to be reminded; null where they do not. */
export function askedToRemindOf(wish: string): string | null {
  const verb = /^[\p{L}\p{M}]+/u.exec(wish.trim().toLowerCase())?.[0] ?? '';
  return remindMe.includes(verb) ? wish.trim().slice(verb.length) : null;
}

const removeThat = new Set(
  words(
    'cancel delete remove forget erase drop lösch lösche entfern entferne streich streiche vergiss borra elimina quita olvida cancela anula supprime efface oublie annule enlève cancella dimentica annulla togli apaga esquece esqueça',
  ),
);
/** Whether words ask for something to be taken out, by the verb with which they begin. */
export const beginsToRemove = (wish: string): boolean =>
  removeThat.has(/^[\p{L}\p{M}]+/u.exec(wish.trim().toLowerCase())?.[0] ?? '');
