// What a person wants, told from their words alone: that something be kept, said at a time, or found. A table of how
// people say it in the languages most likely to be met, and a few rules. Pure. Used only where no model reads the words.
import { parse as parseDates } from 'chrono-node/en';

export type Intent =
  | { kind: 'remember'; text: string }
  /** Null where the words don't say both, or ask for it again and again. */
  | { kind: 'remind'; reminder: { text: string; when: string } | null }
  | { kind: 'search'; query: string };

// Ways to say "remember this" that stand before what is to be remembered.
const keepWords = [
  // English
  'remember',
  'note down',
  'note to self',
  'note',
  'make a note',
  'take a note',
  'write down',
  'write this down',
  'jot down',
  "don't forget",
  'do not forget',
  'dont forget',
  'never forget',
  'memorize',
  'memorise',
  'keep in mind',
  'save',
  'store',
  'record',
  // German
  'merk dir',
  'merke dir',
  'merken sie sich',
  'notier dir',
  'notiere dir',
  'notier',
  'notiere',
  'notieren sie',
  'schreib dir auf',
  'schreib auf',
  'vergiss nicht',
  'denk dran',
  'denk daran',
  'speichere',
  'speicher',
  'erinnere dich',
  // French
  'souviens-toi',
  'souviens toi',
  'souvenez-vous',
  'retiens',
  'retenez',
  'note',
  'notez',
  "n'oublie pas",
  'n’oublie pas',
  "n'oubliez pas",
  'mémorise',
  'enregistre',
  // Spanish, Portuguese, Italian
  'recuerda',
  'acuérdate',
  'anota',
  'anote',
  'apunta',
  'no olvides',
  'no te olvides',
  'guarda',
  'lembre-se',
  'lembra-te',
  'lembra',
  'lembre',
  'não esqueça',
  'não te esqueças',
  'guarde',
  'ricordati',
  'ricorda',
  'annota',
  'segnati',
  'segna',
  'non dimenticare',
  'tieni a mente',
  'memorizza',
  // Dutch, the North
  'onthoud',
  'noteer',
  'vergeet niet',
  'schrijf op',
  'kom ihåg',
  'glöm inte',
  'notera',
  'anteckna',
  'husk',
  'ikke glem',
  'glem ikke',
  'noter',
  'muista',
  'kirjoita ylös',
  // Polish, Czech, Russian, Ukrainian, Turkish
  'zapamiętaj',
  'zapisz',
  'zanotuj',
  'nie zapomnij',
  'zapamatuj si',
  'zapiš si',
  'zapiš',
  'nezapomeň',
  'запомни',
  'запомните',
  'запиши',
  'не забудь',
  "запам'ятай",
  'запам’ятай',
  'занотуй',
  'unutma',
  'not et',
  'not al',
  'hatırla',
  'aklında tut',
  // Chinese, Japanese, Korean, Hindi, Arabic
  '记住',
  '記住',
  '记下',
  '記下',
  '记一下',
  '記一下',
  '别忘了',
  '別忘了',
  '请记',
  '請記',
  '覚えて',
  'メモして',
  '기억해',
  '메모해',
  'याद रख',
  'तذكر',
  'تذكر',
  'لا تنس',
];

// Languages that put the verb last, and "..., remember that!".
const keepEndings =
  /(?:[,;.!\s–-]+(?:please\s+|and\s+)?(?:remember|note|save|keep|write down|don['’]?t forget|do not forget|merk dir|vergiss)\s+(?:that|this|it|das|es)(?:\s+(?:down|please|bitte))?|(?:と|を|って|は)?(?:覚えておいて|覚えといて|覚えて|メモしておいて|メモして|忘れないで)(?:ください|下さい|ね)?|(?:을|를|라고|는 것을|는 걸|다는 것을)?\s*(?:기억해|메모해|잊지 ?마)(?:\s?(?:줘|주세요|두세요|요|세요))?|\s*(?:unutma|aklında tut|not et|not al)|\s*याद रख(?:ना|ो|िए|ें)?)\s*[.!。！]*$/iu;

const politeStart =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|also|please|bitte|scrubjay|por favor|s['’]il (?:te|vous) pla[iî]t|per favore|пожалуйста|请|請|你|can you|could you|would you|will you|kannst du|könntest du|kannst du dir|peux-tu|puedes|puoi|i want you to|i need you to|i['’]d like you to)[\s,:!]+)+/iu;
const linkWord =
  /^(?:[\s:,–—-]+|(?:that|this|down|for me|also|please|bitte|dass|daß|das|que|qu['’]|che|dat|att|at|że|že|что|що)\s*[:,]?\s+)+/iu;

// A question asks for something even when it holds a word of the table: "do you remember ...", "remember when ...?"
const askWord =
  /^(?:what|who|whom|whose|when|where|which|why|how|if|whether|do|does|did|is|are|was|were|am|has|have|had|should|was|wer|wem|wen|wann|wo|wohin|woher|welche[rsmn]?|warum|wieso|wie|ob|weißt|hast|habe|ist|sind|qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|est-ce|quién|qué|cuándo|dónde|cuál(?:es)?|cómo|por qué|chi|cosa|quando|dove|quale|quali|come|perché|wat|wie|wanneer|waar|welke|hoe|waarom|kto|co|kiedy|gdzie|jak|кто|что|когда|где|как|какой|какая|какие|почему)(?=[\s'’,?]|$)/iu;
const questionMark = /[?？؟]\s*$/u;

// Plain statements about the person's own life: what one tells an assistant so that it knows.
const ownFact =
  /^(?:(?:my|our)\s.+?(?:\s(?:is|are|was|were|has|have|had|likes?|loves?|hates?|lives?|works?|starts?|costs?|turns?|prefers?)|['’]s)\s|(?:i|we)(?:\s(?:am|are|have|had|live|lived|like|love|hate|prefer|work|moved|bought|got|paid|met|own|use|drive|started|stopped|speak|play|never|always|usually)|['’](?:m|ve|re))\s|mein(?:e|er|en)?\s.+?\s(?:ist|sind|war|heißt|hat|mag|wohnt|arbeitet)\s|ich\s(?:bin|habe|mag|wohne|arbeite|liebe|hasse|heiße|kaufte|fahre)\s|m(?:on|a|es)\s.+?\s(?:est|sont|s['’]appelle|a|habite)\s|(?:je\s(?:suis|vis|travaille|préfère|déteste)|j['’](?:ai|aime|habite|adore))\s|mis?\s.+?\s(?:es|son|se llama|tiene|vive)\s|(?:soy|tengo|vivo|me gusta|trabajo)\s)/iu;
const seeking =
  /\b(?:looking for|wondering|want to know|need to know|like to know|trying to (?:find|remember)|don['’]?t (?:remember|know|recall)|can['’]?t (?:remember|find|recall)|forgot|forgotten|have a question|weiß nicht|suche)\b/iu;

// The longest first, so that "note down" is not taken for "note". A Latin or Cyrillic word must end where the match does.
const keepStart = new RegExp(
  `^(?:${keepWords
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|')})`,
  'iu',
);

// These also mean "do you still know": in a question they ask to save only what is put as a statement ("... that ...").
const recallVerb = /^(?:remember|erinnere|souv|recuerda|acuérdate|lembr|ricord|husk|hatırla)/iu;
const statement = /^\s*(?:that|dass|daß|que|che|:)/iu;

/** Whether the words ask in so many words for something to be kept, changed or said later. */
export function asksToKeep(words: string): boolean {
  const bare = words.trim().replace(politeStart, '');
  return (
    keepStart.test(bare) ||
    keepEndings.test(words.trim()) ||
    /\b(?:save|remember|memori[sz]e|note|remind|forget|delete|remove|correct|change|erinner|merk|notier|speicher|vergiss|lösch|änder)/iu.test(
      words,
    )
  );
}

export function readIntent(words: string): Intent {
  const said = words.trim();
  const search: Intent = { kind: 'search', query: said };
  const bare = said.replace(politeStart, '');
  const remindsOf = remindStart.exec(bare)?.groups?.['rest'];
  if (remindsOf !== undefined)
    return askWord.test(remindsOf) ? search : readReminder(remindsOf.replace(questionMark, ''));
  const start = keepStart.exec(bare);
  if (start) {
    const after = bare.slice(start[0].length);
    const boundary = /^[\s:,.!–—-]|^$/u.test(after) || /[^\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(start[0]);
    const text = after
      .replace(linkWord, '')
      .replace(/^[はをが]/u, '')
      .trim();
    const asks =
      questionMark.test(said) &&
      (bare === said || askWord.test(text) || (recallVerb.test(start[0]) && !statement.test(after)));
    if (boundary && text !== '' && !asks) return { kind: 'remember', text: text.replace(questionMark, '').trim() };
    return search;
  }
  if (questionMark.test(said) || askWord.test(said)) return search;
  const ending = keepEndings.exec(said);
  if (ending && ending.index > 0)
    return { kind: 'remember', text: said.slice(0, ending.index).replace(/[,;、，\s]+$/u, '') };
  if (ownFact.test(said) && !seeking.test(said)) return { kind: 'remember', text: said };
  return search;
}

// Only English times are read, so only English asks for them. "Remind me what ..." asks for what is known.
const remindStart = /^(?:remind me|set (?:me )?a reminder)(?:\s*[:,–—-])?\s+(?<rest>.+)$/isu;
const timeLink = /(?:^|\s+)(?:at|on|by|in|for|this)(?:\s+the)?\s*$/iu;
const thingLink = /^[\s:,–—-]*(?:(?:to|that|about|of)\s+)?/iu;
const againAndAgain =
  /\b(?:(?:every|each)\s+(?:other|\d+|second|minute|hour|day|night|morning|afternoon|evening|weekday|weekend|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily|weekly|monthly|yearly|hourly|weekdays)\b/iu;

/** Takes the time out of the words: the first where it stands first, else the last. */
function readReminder(words: string): Intent {
  const times = parseDates(words);
  const time = times.find(({ index }) => words.slice(0, index).replace(timeLink, '') === '') ?? times.at(-1);
  if (!time || againAndAgain.test(words)) return { kind: 'remind', reminder: null };
  const rest = words.slice(time.index + time.text.length);
  // A number that follows was meant as part of the time: whoever reads that is to see it, and refuse.
  const [unread = ''] = /^[\s,]*\d\S*/u.exec(rest) ?? [];
  const before = words.slice(0, time.index).replace(timeLink, '').replace(thingLink, '');
  const after = before === '' ? rest.slice(unread.length).replace(thingLink, '') : rest.slice(unread.length);
  const text = `${before} ${after}`.replaceAll(/\s+/gu, ' ').trim();
  return { kind: 'remind', reminder: text === '' ? null : { text, when: time.text + unread } };
}

function escape(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
