// German.
import type { Language } from './language.ts';
import { words } from './words.ts';

export const german: Language = {
  marks: words(`
    wer wen wem wie wo wann warum wieso welche welcher welches welchem welchen wohin woher ist sind und der das dem den ein eine einer einem einen
    eines ich mein meine meiner meinem meinen nicht für mit von zum zur bei nach über habe hat gibt steht`),
  stopWords: words(`
    aber alle allem allen aller alles als also am an andere auch auf aus bei beim bin bis bist da damit dann das dass daß dein deine dem den denn der des dessen die dies diese diesem diesen dieser dieses dir doch du durch ein eine
    einem einen einer eines er es etwas euch für gab gegen gibt hab habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre im in ins ist ja jede jeder jedes jemand kann kannst können man mein meine meinem meinen meiner meines mich mir mit
    nach nicht noch nun nur ob oder sehr sein seine seiner sich sie sind so soll sollte über um und uns unser unsere unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer
    werde werden wessen wie wieder wieso wieviel wird wo woher wohin wurde wurden zu zum zur bitte sag sage zeig zeige nochmal eigentlich`),
  capitalStopWords: words('sie ihr ihre ihnen ihren ihrem ihrer'),
  whoIs: ['wer ist', 'wer war', 'wer sind'],
  relations: words(`
    schwester bruder mutter mama vater papa frau mann partner partnerin freundin freund verlobte verlobter sohn tochter nichte neffe tante onkel
    cousin cousine oma opa großmutter großvater nachbar nachbarin kollege kollegin chef chefin arzt ärztin zahnarzt zahnärztin lehrer lehrerin
    vermieter vermieterin mitbewohner mitbewohnerin hund katze`),
  asksAssistant: [
    'hast du',
    'du gesagt',
    'du empfohlen',
    'du vorgeschlagen',
    'du mir geraten',
    'deine empfehlung',
    'dein vorschlag',
    'deine antwort',
    'dein rat',
    'deine vorschläge',
    'deine empfehlungen',
    'haben sie mir',
  ],
  kinds: {
    stadt:
      'berlin london paris lissabon madrid barcelona rom mailand wien münchen hamburg amsterdam prag warschau budapest köln leipzig dresden zürich genf brüssel bonn',
    land: 'deutschland frankreich spanien portugal italien österreich schweiz england irland niederlande belgien polen griechenland türkei japan china indien',
    haustier:
      'hund welpe katze kater kaninchen hamster papagei wellensittich kanarienvogel goldfisch schildkröte pony pferd meerschweinchen',
    hobby:
      'malen töpfern klettern wandern laufen radfahren schwimmen segeln surfen skifahren stricken nähen gärtnern fotografieren schach backen kochen angeln tanzen yoga tennis fußball singen',
    instrument:
      'klavier gitarre geige violine cello schlagzeug flöte klarinette trompete saxophon harfe ukulele bratsche akkordeon posaune',
    gerät:
      'handy telefon laptop tablet router drucker kamera kopfhörer monitor tastatur fernseher lautsprecher thermostat kühlschrank',
    familie:
      'schwester bruder mutter mama vater papa frau mann sohn tochter nichte neffe tante onkel cousin cousine oma opa',
    fahrzeug: 'auto wagen fahrrad rad motorrad roller wohnwagen',
    sport: 'fußball tennis basketball schwimmen laufen klettern radfahren volleyball hockey golf rudern boxen judo',
  },
  weekdays: [
    'montag mo',
    'dienstag di',
    'mittwoch mi',
    'donnerstag do',
    'freitag fr',
    'samstag sonnabend sa',
    'sonntag so',
  ],
  months: [
    'januar jänner jan',
    'februar feber feb',
    'märz maerz mrz',
    'april apr',
    'mai',
    'juni jun',
    'juli jul',
    'august aug',
    'september sept sep',
    'oktober okt',
    'november nov',
    'dezember dez',
  ],
  days: { heute: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 },
  next: words('nächsten nächster nächste kommenden kommender kommende diesen am'),
  last: words('letzten letzter letzte vergangenen vorigen'),
};
