// French.
import { type Phrases, counted, listed } from './phrases.ts';

export const french: Phrases = {
  name: 'French',
  marks:
    'le les est une des je pas que qui avec pour mon ma mes dans quand où quel quelle bonjour merci il elle nous vous ce cette du demain hier suis'.split(
      ' ',
    ),
  yes: ['oui', 'ouais', 'bien sûr', "d'accord", 'd’accord', 'vas-y', 'volontiers', 'ok', '👍', '✅'],
  no: ['non', 'non merci', 'surtout pas', '👎'],
  receipts: {
    saved: (text, place) => `Enregistré : ${text}${place && ` -> ${place}`}`,
    already_saved: (text) => `Déjà enregistré : ${text}`,
    changed: (text, place) => `Modifié : ${text}${place && ` -> ${place}`}`,
    forgotten: (_, place) => `Oublié : un passage de ${place}`,
    reminder_set: (text) => `Rappel créé : ${text}`,
    reminder_cancelled: (text) => `Rappel annulé : ${text}`,
  },
  folded: (count, texts) => `${count} choses enregistrées : ${texts}`,
  undo: 'Annuler',
  questions: {
    save: ({ text, place }) => `Dois-je enregistrer ceci ? « ${text} » -> ${place}`,
    change: ({ text, before, place }) => `Dois-je modifier ceci dans ${place} ? « ${before} » -> « ${text} »`,
    forget: ({ text, place }) => `Dois-je retirer ceci de ${place} ? « ${text} »`,
    remind: ({ text, place }) => `Dois-je créer ce rappel ? ${place} : « ${text} »`,
    cancel: ({ text }) => `Dois-je annuler ce rappel ? « ${text} »`,
    other: ({ text }) => `Dois-je faire ceci ? ${text}`,
  },
  confirm: {
    save: 'Enregistrer',
    change: 'Modifier',
    forget: 'Retirer',
    remind: 'Créer',
    cancel: 'Supprimer',
    other: 'Faire',
  },
  confirmAll: 'Tout',
  decline: 'Non',
  notAsked: (question) => `Pas fait, car personne ne peut confirmer ici : ${question}`,
  declined: "D'accord, je laisse.",
  nothingWaits: "Je n'attends plus cette réponse. Redites-le si vous le voulez encore.",
  nothingDone: 'Rien n’a été enregistré ni modifié.',
  failed: (reason) => `Cela n'a pas marché : ${reason}`,
  mended: 'Le modèle a refusé une partie de notre conversation ; j’ai continué sans elle.',
  memoryUnreadable: (reason) => `J'ai répondu sans MEMORY.md : ${reason}`,
  memoryTooLong: 'MEMORY.md est trop long pour être montré en entier ; j’ai répondu avec son début.',
  digest: {
    greeting: 'Bonjour.',
    yesterday: 'd’hier',
    ofDay: (day) => `du ${day}`,
    lastDays: 'des derniers jours',
    nothingNew: (from) => `Je n’ai rien gardé de nouveau ${from}.`,
    done: ({ kept, changed, gone }, from) =>
      `J’ai ${listed(
        counted(
          [kept, `gardé ${kept === 1 ? 'une chose' : `${kept} choses`} ${from}`],
          [changed, `mis à jour ${changed === 1 ? 'une ligne' : `${changed} lignes`}`],
          [gone, `retiré ${gone === 1 ? 'une ligne' : `${gone} lignes`}`],
        ),
        'et',
      )} :`,
    changed: (text, before) => `${text} (avant : ${before})`,
    gone: (text) => `n’est plus vrai : ${text}`,
    verbatim: 'dans tes propres mots',
    said: (day) => `dit le ${day}`,
    more: (count) => `… et ${count} de plus`,
    leftOut: (count) => `J’ai laissé de côté ${count === 1 ? 'une chose' : `${count} choses`} :`,
    unfounded: 'je n’ai rien trouvé de tel dans tes mots',
    archived: (count) =>
      `Pour que ma mémoire reste courte, j’ai déplacé ${count === 1 ? 'une ligne ancienne' : `${count} lignes anciennes`} dans MEMORY-archive.md.`,
    withoutModel: 'Aucun modèle ne m’a aidé cette nuit, je n’ai donc gardé que ce qui était marqué pour cela.',
  },
};
