// English.
import type { Language } from './language.ts';
import { words } from './words.ts';

export const english: Language = {
  name: 'English',
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
  times: {
    units: {
      day: 'days?',
      week: 'weeks?',
      weekend: 'weekends?',
      month: 'months?',
      quarter: 'quarters?',
      year: 'years?',
    },
    seasons: { spring: 'spring', summer: 'summer', autumn: 'autumn|fall', winter: 'winter' },
    feasts: {
      'christmas eve': 'christmas eve|xmas eve',
      'christmas day': 'christmas day|xmas day',
      'boxing day': 'boxing day',
      christmas: 'christmas|xmas|christmastime',
      'saint nicholas': 'saint nicholas|st\\.? nicholas',
      advent: 'advent',
      "new year's eve": "new year(?:['’]?s)? eve|nye",
      'chinese new year': '(?:chinese|lunar) new year',
      "new year's day": "new year(?:['’]?s)? day",
      'new year': 'new years?',
      epiphany: 'epiphany|three kings',
      "valentine's day": "valentine(?:['’]?s)?",
      carnival: 'carnival|mardi gras',
      'shrove tuesday': 'shrove tuesday|pancake day',
      'ash wednesday': 'ash wednesday',
      lent: 'lent',
      "saint patrick's day": "(?:saint|st\\.?) patrick(?:['’]?s)?",
      'palm sunday': 'palm sunday',
      'holy week': 'holy week',
      'good friday': 'good friday',
      'easter sunday': 'easter sunday',
      'easter monday': 'easter monday',
      easter: 'easter',
      'ascension day': 'ascension',
      pentecost: 'pentecost|whitsun',
      'corpus christi': 'corpus christi',
      'may day': 'may day',
      'labor day': 'labou?r day',
      "mother's day": "mother(?:['’]?s['’]?)? day",
      "father's day": "father(?:['’]?s['’]?)? day",
      'memorial day': 'memorial day',
      'independence day': 'independence day|(?:the )?(?:4th|fourth) of july',
      'bastille day': 'bastille day',
      assumption: 'assumption',
      halloween: "hallowe['’]?en",
      "all saints' day": "all saints['’]?",
      thanksgiving: 'thanksgiving',
      'black friday': 'black friday',
      'cyber monday': 'cyber monday',
      passover: 'passover|pesach',
      hanukkah: 'c?hanukk?ah',
      ramadan: 'ramadan',
      'eid al-fitr': 'eid(?: al-fitr)?',
    },
    counts: words('one two three four five six seven eight nine ten eleven twelve'),
    ordinals: ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th'],
    before: 'before',
    after: 'after',
    since: 'since',
    until: 'until|till',
    ranges: [
      ['between', 'and'],
      ['from', 'to'],
    ],
    phrases: [],
  },
  copula: words('is was'),
  questions: {
    formerly: [
      'did|was|were|had|used to|before|former(?:ly)?|previous(?:ly)?|first|original(?:ly)?|earlier|old|ago|since|history',
    ],
    changed: [
      'moved|moving|changed|switched|now|new|no longer|not any ?more|instead|from now on|became|becomes|replaced|(?:went|goes|is) (?:up|down)|raised|left|quit|sold|split up|broke up|divorced|renamed|postponed|rescheduled|joined',
    ],
    anything: `happen happened happening go going went goes anything something everything things thing stuff events event notes note noted wrote write
      written plan plans planned planning coming scheduled calendar agenda appointments appointment list show summary summarize summarise recap
      remember recall know see find done make made take place get got else new news up say said saw due free busy`,
    smallTalk: ['are you', "how[’']?s it"],
    when: ['when|what (?:time|date|day|month|year)|how long|how recently|which (?:day|month|year)'],
    named: [
      'where',
      '(?:what|which) (?:\\w+ ){0,2}(?:city|cities|country|countries|place|state|town|location|area|restaurant|hotel|museum|school|university|college|shop|store|club|company|companies|organi[sz]ation)s?',
      '(?:what|which) (?:\\S+ ){0,3}(?:book|movie|film|song|album|game|band|show|series|podcast|artist|musician|composer|author|writer|singer|actor|director|character|brand|model|team|app|magazine|name)s?',
      'called|named|(?:name|title)s? of',
    ],
    several: [
      '\\bhow many\\b|\\bboth\\b|\\b(?:kinds|types|sorts|examples|ways|pieces) of\\b',
      // A noun in the plural: not "is", "status", "class" or "Anna's".
      "^(?:\\w+ )?(?:what|which) (?:[\\w'’+&/,-]+ ){0,4}[\\w'’+/-]*[^\\W_](?<![siu'’])s (?:do|does|did|has|have|are|were|is|was|can|could|will|would|might|may|should|must)\\b",
      '^(?:what|which|who|where) (?:are|were)\\b',
    ],
    howMany: ['how (?:many|much|old|far|often|long|big|tall|high)|what (?:percentage|number|age|price|amount)'],
    coming: [
      "do (?:i|we|they) have|does \\p{L}+ have|have (?:i|we) got|anything|plans?|planned|scheduled|will|coming|am i|is there|are there|free|busy|due|upcoming|what(?:[’']s| is) (?:on|next|happening|up)",
    ],
    past: ['did|was|were|had|happened|been|went|said|wrote|met|saw|bought|ate'],
  },
};
