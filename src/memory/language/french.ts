// French.
import type { Language } from './language.ts';
import { words } from './words.ts';

export const french: Language = {
  marks: words(
    'qui que quoi quand où comment quel quelle quels quelles combien le les des une est sont du avec pour mon ma mes et dans sur je',
  ),
  stopWords: words(`
    à ai alors as au aucun aussi autre aux avec avoir avons ce cela ces cet cette chez comme comment d dans de depuis des du elle elles en est et étaient était être eu il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne nos notre nous
    on ont ou où par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tes toi ton tu un une va vos votre vous y combien`),
  whoIs: ['qui est', 'qui était', 'qui sont'],
  relations: words(`
    sœur soeur frère mère maman père papa femme mari compagne compagnon copine copain fils fille nièce neveu tante oncle cousine cousin grand-mère
    grand-père amie ami voisine voisin collègue cheffe chef médecin docteur dentiste professeur propriétaire chien chat`),
  asksAssistant: [
    "m'as-tu",
    'tu m’as',
    "tu m'as",
    'as-tu recommandé',
    'tu as recommandé',
    'tu as proposé',
    'ta recommandation',
    'ton conseil',
    'ta réponse',
    'tes suggestions',
  ],
  kinds: {
    ville:
      'berlin londres paris lisbonne madrid barcelone rome milan vienne munich amsterdam prague lyon marseille toulouse bordeaux lille nantes genève bruxelles',
    pays: 'allemagne france espagne portugal italie autriche suisse angleterre irlande grèce turquie japon chine inde belgique canada',
    animal: 'chien chiot chat chaton lapin hamster perroquet perruche canari poisson tortue poney cheval',
    loisir:
      'peinture poterie escalade randonnée course vélo natation voile surf ski tricot couture jardinage photographie échecs cuisine pêche danse yoga tennis football',
    instrument: 'piano guitare violon violoncelle batterie flûte clarinette trompette saxophone harpe accordéon',
    appareil:
      'téléphone portable ordinateur tablette routeur imprimante caméra casque écran clavier télévision enceinte frigo',
    famille: 'sœur soeur frère mère maman père papa femme mari fils fille nièce neveu tante oncle cousine cousin',
    sport: 'football tennis basket natation course escalade cyclisme volley golf ski aviron boxe judo',
  },
  weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  months: [
    'janvier janv',
    'février févr',
    'mars',
    'avril avr',
    'mai',
    'juin',
    'juillet juil',
    'août aout',
    'septembre sept',
    'octobre oct',
    'novembre nov',
    'décembre déc',
  ],
  days: { "aujourd'hui": 0, 'aujourd’hui': 0, 'après-demain': 2, demain: 1, 'avant-hier': -2, hier: -1 },
  next: ['prochain', 'ce'],
  last: ['dernier'],
};
