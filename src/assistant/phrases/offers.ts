// How an assistant asks whether it may write something, in the languages in which a yes is understood: by a verb or a set phrase.
// A yes to any other question ("shall I translate it?") agrees to no write. What is not known here only costs a tap. Pure.
import { words } from '../../language/words.ts';
import type { Proposal } from '../../session/entry.ts';

const save = [
  ...words('save keep remember store record jot memorise memorize'),
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
  ...words(
    'guardar guardo guarde guardarlo guardarla apuntar apunto apunte apuntarlo anotar anoto anote anotarlo recuerde',
  ),
  ...words('recordar recordarlo memorizar memorice'),
  ...words('enregistrer enregistre noter retenir retienne retenue garder mémoriser sauvegarder conserver'),
  'je note',
  'que je garde',
  ...words('salvare salvo salvarlo annotare annoto annotarlo appuntare appunto segnare segno ricordare memorizzare'),
  ...words('salvar salve salvo registar registe registrar registre lembrar'),
];
const remind = [
  ...words('remind reminder erinnern erinnere erinnerung recordar recuerde recordarte recordatorio rappeler rappelle'),
  ...words('rappel ricordare ricordi ricordarti promemoria lembrar lembre lembrete'),
];
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

/**
 * @param question of the assistant, without what it quotes
 * @returns whether it asks to do this
 */
export function asksWhetherTo(action: Proposal['action'], question: string): boolean {
  const said = ` ${(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
  return verbs[action].some((verb) => said.includes(` ${verb} `));
}
