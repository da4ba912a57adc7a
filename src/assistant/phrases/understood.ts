// The languages in which a wish or an agreement is understood, besides those in which the program speaks: a yes or "keep this" in
// Italian or Portuguese saves a tap too.
import { languages as known } from '../../language/languages.ts';
import { words } from '../../language/words.ts';
import type { Phrases } from './phrases.ts';
import { languages } from './table.ts';

export type Understood = Pick<
  Phrases,
  | 'name'
  | 'yes'
  | 'praises'
  | 'asks'
  | 'offers'
  | 'begins'
  | 'times'
  | 'timeLinks'
  | 'soon'
  | 'every'
  | 'repeats'
  | 'instead'
  | 'agreeing'
  | 'parts'
>;

const italian: Understood = {
  name: 'Italian',
  praises: ['perfetto', 'esatto'],
  yes: [
    'certo che sì',
    '👍',
    'per favore',
    'sì dai',
    'sii',
    'buona idea',
    'fai pure',
    'per me va bene',
    'ok per me',
    'si',
    'sì',
    'entrambi',
    'tutti e due',
    'certo',
    'certamente',
    'va bene',
    'volentieri',
    'fallo',
    'esatto',
    'perfetto',
    "d'accordo",
    'd’accordo',
  ],
  asks: {
    setPhrases: [
      'prendi nota',
      'prendine nota',
      'tieni a mente',
      'tienilo a mente',
      'non dimenticare',
      'non dimenticarlo',
      'per dopo',
      'per più tardi',
    ],
    fillers: words(
      'questo questa questi queste quello quella lo la li le mi me ne ci di e a in per favore piacere nella nelle nei alla alle agli tua tue tuoi memoria note appunti sì ok anche grazie tutto tutti ora',
    ),
    kinds: {
      date: words('data appuntamento giorno scadenza'),
      time: words('ora orario'),
      amount: words('importo prezzo somma'),
      phone: words('numero telefono'),
      address: words('indirizzo'),
    },
    things: words('salva salvalo salvala conserva conservalo salvare salvarlo'),
    ownNeeds: words('mi me dopo tardi'),
    reasons: [
      '(?:(?:questo )?è )?(?:molto )?(?:importante|utile)',
      '(?:questo )?(?:è|viene|arriva) (?:dal (?:mio|nostro)|dalla (?:mia|nostra|scuola)) ?[^ ]*',
      "me l'(?:ha|hanno) (?:mandat[oa]|inviat[oa]|scritt[oa])(?: [^ ]+){1,4}",
      '(?:mi servirà|ne avrò bisogno)(?: (?:dopo|più tardi|presto))?',
    ],
    exclamations: words('interessante wow bello bella bene hm aha oh'),
    polite: words('per favore piacere grazie mille oh ah anche questo tutto'),
    object:
      'questo|questa|quello|quella|questi|queste|tutto|tutto questo|(?:questo|questa|quel) (?:messaggio|mail|e ?mail|foto|immagine|info|lettera|testo|nota|link|ricetta)',
    around:
      'ciao|pls|per favore|per piacere|grazie|sì|si|ok|oh|ah|anche|ora|adesso|tutto|per dopo|per più tardi|per me|nella (?:tua )?memoria|nelle (?:tue |mie )?note|negli (?:tuoi |miei )?appunti',
    couldYou: '(?:mi |me )?(?:puoi|potresti)',
    wishes: [
      '(?:salva|annota|appunta|conserva|memorizza|aggiungi)(?:me|te|ti)?(?:lo|la|li|le)|(?:segna|scrivi|ricorda)(?:me|te|ti)?lo|segnate(?:la|li|le)',
      '(?:salva|salvami|segna|segnati|annota|annotati|appunta|appuntati|conserva|memorizza|ricorda|ricordati) {it}',
      '(?:salvar|segnar|annotar|appuntar|ricordar|conservar|memorizzar)(?:me|te)?(?:lo|la|li|le)|(?:salvare|segnare|annotare|ricordare) {it}',
      'tien(?:ilo|imelo) a mente|tienimelo|me l[oa] (?:segni|salvi|annoti|appunti)|mettilo da parte|non dimenticar(?:lo|la|e {it})|mettilo (?:nelle|tra le) (?:tue |mie )?note',
    ],
    shortWishes: ['prendi(?:ne)? nota|non dimenticare', 'per dopo|per più tardi|da (?:tenere|conservare|ricordare)'],
    notFor: 'te|voi|lui|lei|loro',
    purposes: words('per fino prima perché'),
    questions: [
      '(?:me|te|ce) (?:lo|la|li|le) (?:segni|annoti|salvi|appunti|conservi|memorizzi)',
      '(?:mi|ti|ci) (?:segni|annoti|salvi|appunti|conservi|memorizzi) (?:questo|questa|quello)',
    ],
    partForms: [
      "(?:segna|segnati|segnami|annota|annotati|appunta|appuntati|salva|salvami) (?:solo )?(?<part>(?:l'|(?:il|lo|la|i|gli|le) )[^,]{2,60}?)(?: per favore)?",
    ],
    partVerbs: ['conserva', 'tieni'],
    these: words('questo questa questi queste quel quello quella'),
    it: words('lo'),
  },
  offers: {
    several: words('questi queste li le entrambi tutto tutti tutte'),
    or: words('o oppure'),
    mine: words('posso potrei salvo annoto appunto segno io'),
    confirms: ['ok', 'va bene', 'ti va', 'ti va bene', "d'accordo", 'vuoi'],
    save: words(
      'salvare salvo salvi salvarlo annotare annoti segni appunti annoto annotarlo appuntare appunto segnare segno memorizzare',
    ),
    remind: words('ricordare ricordi ricordarti promemoria'),
    change: words('cambiare modificare modifico aggiornare correggere sostituire'),
    remove: words('dimenticare cancellare eliminare annullare'),
    small: words(
      'devo posso vuoi vuole desideri desidera che lo la questo ti mi nella nelle tua mia memoria note di e o per anche',
    ),
  },
  begins: {
    remind: ['ricordamel[oa]', 'me l[oa] ricordi', 'mi ricordi', 'ricordarm[ie](?:l[oa])?', 'fammel[oa] ricordare'],
    remindAt: [
      '(?:fammi ricordare|fammi pensare a|avvisami|svegliami) {rest}',
      'me l[oa] (?:puoi|potresti) ricordare {rest}',
    ],
    remove: words('cancella dimentica annulla togli elimina'),
    cancel: words('cancella annulla'),
  },
  times: words(
    'prossimo prossima weekend dopodomani stasera minuto giorno giorni settimana mese ora ore minuti prima dopo domani oggi mattina sera',
  ),
  timeLinks: {
    units: words('secondo secondi minuto minuti ora ore giorno giorni settimana settimane mese mesi anno'),
    asides: words('tra fra prima dopo prossimo prossima ogni'),
    beside: words(
      'il lo la i gli le in nel nella al alla alle all di del della verso questo questa e mezza ancora più tardi',
    ),
    of: words('di a per'),
  },
  soon: words('oggi ora ore minuto minuti mattina sera stasera'),
  every: ['ogni', 'tutti i', 'tutte le'],
  repeats: words('quotidianamente settimanalmente mensilmente'),
  instead: words('solo soltanto piuttosto'),
  agreeing: ['perché no', 'nessun problema', "non c'è problema"],
  parts: words(
    'solo soltanto solamente primo prima primi prime secondo seconda ultimo ultima entrambi tutto tutti tutte parte resto tranne due tre quattro',
  ),
};

const portuguese: Understood = {
  name: 'Portuguese',
  praises: ['perfeito', 'beleza'],
  yes: [
    'claro que sim',
    '👍',
    'por favor',
    'bora',
    'pode',
    'isso',
    'isso mesmo',
    'boa ideia',
    'por mim tudo bem',
    'por mim pode ser',
    'pode sim',
    'sim',
    'claro',
    'ambos',
    'os dois',
    'pode ser',
    'com certeza',
    'está bem',
    'tá bom',
    'tá bem',
    'beleza',
    'faz isso',
    'faça isso',
    'perfeito',
  ],
  asks: {
    setPhrases: [
      'não te esqueças',
      'não esqueças',
      'não esqueça',
      'não esquece',
      'não se esqueça',
      'para depois',
      'pra depois',
      'para mais tarde',
      'toma nota',
      'tome nota',
    ],
    fillers: words(
      'isso isto esse este essa esta aquilo o a os as de e para pra mim me por favor sim ok na nas tua sua tuas suas memória notas também obrigado obrigada tudo agora',
    ),
    kinds: {
      date: words('data compromisso dia prazo'),
      time: words('hora'),
      amount: words('valor preço quantia'),
      phone: words('número telefone telemóvel'),
      address: words('endereço morada'),
    },
    things: words('guarda guarde salva salve guardar'),
    ownNeeds: words('me mim depois tarde'),
    reasons: [
      '(?:(?:isto |isso )?é )?(?:muito )?(?:importante|útil)',
      '(?:isto |isso )?(?:é|veio|vem) (?:do (?:meu|nosso)|da (?:minha|nossa|escola)) ?[^ ]*',
      '(?:o meu|a minha) [^ ]+ (?:me mandou|mandou me|me enviou|enviou me) (?:isto|isso)',
      'vou precisar(?: (?:disto|disso))?(?: (?:depois|mais tarde))?',
    ],
    exclamations: words('interessante uau fixe legal bom hm aha oh'),
    polite: words('por favor obrigado obrigada oh ah também isso isto tudo'),
    object:
      'isso|isto|esse|este|essa|esta|aquilo|tudo|tudo isso|(?:esse|este|essa|esta) (?:mensagem|mail|e ?mail|foto|imagem|info|carta|texto|nota|link|receita)',
    around:
      'oi|olá|pfv|por favor|sim|ok|obrigado|obrigada|também|agora|tudo|e|pra mim|para mim|me|aí|para depois|pra depois|para mais tarde|n[ao]s? (?:(?:tua|sua|tuas|suas|minha|minhas) )?(?:memória|notas)',
    couldYou: '(?:você )?(?:podes|pode|podias|poderia)',
    wishes: [
      '(?:guarda|guarde|salva|salve|anota|anote|registra|registre|regista|registe|memoriza|memorize|lembra|lembre|adiciona|adicione)(?: me)? {it}',
      '(?:guarda|anota|regista|salva|memoriza) (?:o|a|os|as)|(?:anota|salva|guarda) (?:aí|pra mim|para mim)',
      '(?:guardar|anotar|salvar|registar|registrar|memorizar) {it}',
      'não (?:te )?esque(?:ças|ça|ce) (?:isto|isso|disto|disso)|lembra te (?:disto|disso)',
    ],
    shortWishes: ['toma nota|tome nota', 'para depois|pra depois|para mais tarde'],
    notFor: 'ti|você|ele|ela|eles',
    purposes: words('para pra até'),
    questions: [
      '(?:guardas|anotas|registas|salvas)-me (?:isto|isso)',
      '(?:guardas|anotas|registas|salvas) (?:isto|isso)',
      '(?:você )?(?:me )?(?:guarda|anota|salva|registra) (?:isto|isso) (?:para|pra) mim',
    ],
    partForms: [
      '(?:anota|anote|guarda|salva|regista|registra) (?:só )?(?<part>(?:o|a|os|as) [^,]{2,60}?)(?: por favor)?',
    ],
    partVerbs: ['mantém', 'conserva'],
    these: words('este esta esse essa deste desta desse dessa neste nesta nesse nessa'),
    it: words('isto isso disto disso'),
  },
  offers: {
    several: words('estes estas esses essas ambos tudo todos todas'),
    or: words('ou'),
    mine: words('posso poderia guardo anoto eu'),
    confirms: ['ok', 'pode ser', 'tudo bem', 'está bem', 'queres', 'quer'],
    save: words('salvar salve salvo guardar guarde anotar anote registar registe registrar registre'),
    remind: words('lembrar lembre lembrete'),
    change: words('mudar mude alterar altere atualizar corrigir'),
    remove: words('esquecer apagar apague remover cancelar'),
    small: words(
      'posso quer queres deseja desejas que eu isso isto na nas sua tua minha memória notas de e ou para também',
    ),
  },
  begins: {
    remind: ['lembras[- ]me'],
    remindAt: ['(?:me avis[ae]|avis[ae][- ]me|me lembra|me acord[ae]|acord[ae][- ]me) {rest}'],
    remove: words('apaga esquece esqueça cancela'),
    cancel: words('apaga cancela'),
  },
  times: words(
    'próximo próxima vem minuto dia dias semana mês hora horas minutos antes depois amanhã hoje manhã tarde noite',
  ),
  timeLinks: {
    units: words('segundo segundos minuto minutos hora horas dia dias semana semanas mês meses ano'),
    asides: words('em daqui antes depois próximo próxima cada vem'),
    beside: words('o a as no na às ao à de do da que este esta pela e meia outra vez mais tarde'),
    of: words('de d para sobre'),
  },
  soon: words('hoje hora horas minuto minutos manhã tarde noite'),
  every: ['cada', 'todo', 'toda', 'todos os', 'todas as'],
  repeats: words('diariamente semanalmente mensalmente'),
  instead: words('só somente apenas'),
  agreeing: ['por que não', 'porque não', 'sem problema', 'não há problema'],
  parts: words(
    'só somente apenas primeiro primeira primeiros primeiras segundo segunda último última ambos tudo todos todas parte resto menos dois duas três quatro',
  ),
};

/** Of what an answer may begin with, the longest first: "sure thing" is no "sure". */
export const understood: readonly Understood[] = [...languages, italian, portuguese].map((language) => ({
  ...language,
  yes: language.yes.toSorted((one, other) => other.length - one.length),
}));

/** The little words of all languages. */
export const smallWords: ReadonlySet<string> = new Set(known.flatMap(({ stopWords }) => stopWords));
