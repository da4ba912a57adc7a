// English.
import type { Language } from './language.ts';
import { words } from './words.ts';

export const english: Language = {
  marks: words(
    'what who whose when where which why how did does do is are the of has have my tell and was it that this for with so your',
  ),
  stopWords: words(`
    a about above after again all also am an and any are as at be because been before being between both but by can could did do
    does doing down during each few for from further had has have having he her here hers herself him himself his how i if
    in into is it its itself just me more most my myself no nor not now of off on once only or other our ours out over own
    same she should so some such than that the their theirs them themselves then there these they this those through to too
    under until up us very was we were what when where which while who whom why with would you your yours yourself
    much many tell please whats hows wheres whos whens im ive id youre youve thats didnt doesnt dont isnt wasnt`),
  whoIs: ['who is', "who's", 'who’s', 'who was', 'who are'],
  relations: words(`
    sister brother mother mum mom father dad wife husband partner girlfriend boyfriend fiance fiancee son daughter niece nephew aunt uncle cousin
    grandmother grandfather grandma grandpa friend neighbour neighbor colleague boss manager doctor dentist teacher landlord landlady flatmate
    roommate dog cat plumber lawyer accountant therapist trainer coach nanny babysitter vet`),
  asksAssistant: [
    'did you',
    'have you',
    'had you',
    'you said',
    'you told',
    'you recommended',
    'you suggested',
    'you advised',
    'you mentioned',
    'you gave',
    'you wrote',
    'you explained',
    'you listed',
    'you proposed',
    'your recommendation',
    'your recommendations',
    'your suggestion',
    'your suggestions',
    'your advice',
    'your answer',
    'your reply',
    'your explanation',
  ],
  kinds: {
    city: 'berlin london paris lisbon madrid barcelona rome milan vienna munich hamburg amsterdam prague warsaw budapest dublin copenhagen stockholm oslo helsinki athens istanbul zurich geneva brussels york boston chicago seattle tokyo kyoto sydney toronto porto',
    country:
      'germany france spain portugal italy austria switzerland england scotland ireland netherlands belgium poland greece turkey japan china india mexico brazil canada norway sweden denmark finland',
    pet: 'dog puppy cat kitten rabbit hamster parrot budgie canary goldfish tortoise turtle pony horse ferret gecko guinea greyhound terrier labrador poodle',
    hobby:
      'painting pottery climbing hiking running cycling swimming sailing surfing skiing knitting sewing gardening photography chess baking cooking fishing dancing yoga tennis football singing kayaking birdwatching',
    instrument:
      'piano guitar violin cello drums flute clarinet trumpet saxophone harp ukulele bass viola accordion trombone oboe',
    device:
      'phone laptop tablet router printer camera headphones monitor keyboard television speaker console smartwatch thermostat fridge',
    family:
      'sister brother mother mum mom father dad wife husband son daughter niece nephew aunt uncle cousin grandmother grandfather grandma grandpa',
    vehicle: 'car bike bicycle motorbike van scooter motorcycle truck caravan',
    sport:
      'football tennis basketball swimming running climbing cycling volleyball hockey golf skiing rowing boxing judo badminton',
    drink: 'coffee tea wine beer juice water whisky lemonade cocoa gin',
    fruit: 'apple pear banana orange cherry plum grape mango peach strawberry raspberry quince lemon melon',
  },
  weekdays: [
    'monday mon',
    'tuesday tues tue',
    'wednesday wed',
    'thursday thurs thur thu',
    'friday fri',
    'saturday sat',
    'sunday sun',
  ],
  months: [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sept sep',
    'october oct',
    'november nov',
    'december dec',
  ],
  days: {
    today: 0,
    tonight: 0,
    tomorrow: 1,
    yesterday: -1,
    'the day after tomorrow': 2,
    'the day before yesterday': -2,
  },
  next: ['next', 'this', 'coming', 'on'],
  last: ['last'],
};
