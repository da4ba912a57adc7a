// Dutch, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const nl: OfflineLanguage = {
  keep: ['onthoud', 'noteer', 'vergeet niet', 'schrijf op'],
  askWords: ['wat', 'wie', 'wanneer', 'waar', 'welke', 'hoe', 'waarom'],
  greetings: ['hallo', 'hoi', 'goedemorgen', 'goedemiddag', 'goedenavond', 'hoe gaat het'],
  thanks: ['bedankt', 'dank je', 'dank je wel', 'dankjewel', 'prima', 'top'],
  farewells: ['doei', 'dag', 'tot ziens', 'tot later', 'welterusten', 'stoppen', 'afsluiten'],
  fillers: ['wel', 'zeer'],
  abilities: [
    'hulp',
    'help',
    'wat kun je',
    'wat kan je',
    'wat kun je doen',
    'wie ben je',
    'hoe werkt dit',
    "commando's",
  ],
  overview: [
    'wat weet je',
    'wat weet je van mij',
    'wat staat er in mijn geheugen',
    'toon mijn notities',
    'mijn notities',
  ],
  yes: ['ja', 'ja graag', 'zeker', 'doe maar'],
  no: ['nee', 'nee dank je'],
  verbs: ['is', 'zijn', 'was', 'heeft', 'hebben', 'had', 'woont', 'werkt', 'houdt', 'heet', 'komt', 'kost', 'wordt'],
  determiners: ['de', 'het', 'een', 'mijn', 'jouw', 'zijn', 'haar', 'ons', 'onze', 'welke', 'dit', 'deze'],
};
