// Reminders that are asked for in other languages than English, where no model reads the words: the same reader of times serves them, so
// that each is set for exactly the time that was meant, or refused with the words that were not understood.
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/language/languages.ts';
import { readIntent } from '../../../src/models/offline/intent.ts';
import { readReminder } from '../../../src/models/offline/reminder-wish.ts';
import { nowIn } from '../../../src/models/offline/spoken-time.ts';

/** A Saturday. */
const now = nowIn('<context>\nNow: Saturday, 2026-11-28 11:08 (Europe/Berlin)\n</context>');

function read(said: string) {
  const intent = readIntent(said);
  if (intent.kind !== 'remind') throw new Error(`${said} is taken for ${intent.kind}`);
  return readReminder(intent.asked, now, intent.language);
}

describe('A reminder without a model in German', () => {
  it.each([
    ['erinnere mich morgen um 9 an Anna', '2026-11-29T09:00', 'Anna'],
    ['erinnere mich morgen um 9 Uhr daran, Anna anzurufen', '2026-11-29T09:00', 'Anna anzurufen'],
    ['erinnere mich daran, Anna morgen um 9 anzurufen', '2026-11-29T09:00', 'Anna anzurufen'],
    ['erinnere mich daran, morgen um 9 Anna anzurufen', '2026-11-29T09:00', 'Anna anzurufen'],
    ['erinnere mich morgen um halb acht an die Katze', '2026-11-29T07:30', 'die Katze'],
    ['erinnere mich um Viertel nach acht abends an die Katze', '2026-11-28T20:15', 'die Katze'],
    ['erinnere mich um viertel vor sechs an die Katze', '2026-11-28T17:45', 'die Katze'],
    ['erinnere mich um zehn nach fünf an die Katze', '2026-11-28T17:10', 'die Katze'],
    ['erinnere mich um 17:30 an die Katze', '2026-11-28T17:30', 'die Katze'],
    ['erinnere mich um 17 Uhr 30 an die Katze', '2026-11-28T17:30', 'die Katze'],
    ['erinnere mich um 17.30 Uhr an die Katze', '2026-11-28T17:30', 'die Katze'],
    ['erinnere mich abends um 8 an die Katze', '2026-11-28T20:00', 'die Katze'],
    ['erinnere mich um 8 Uhr abends an die Katze', '2026-11-28T20:00', 'die Katze'],
    ['erinnere mich heute Abend an die Katze', '2026-11-28T20:00', 'die Katze'],
    ['erinnere mich heute Abend um 8 an die Katze', '2026-11-28T20:00', 'die Katze'],
    ['erinnere mich morgen früh um 7 an die Katze', '2026-11-29T07:00', 'die Katze'],
    ['erinnere mich morgen Abend an die Katze', '2026-11-29T20:00', 'die Katze'],
    ['erinnere mich übermorgen an die Katze', '2026-11-30T09:00', 'die Katze'],
    ['erinnere mich am Freitag an die Katze', '2026-12-04T09:00', 'die Katze'],
    ['erinnere mich am Freitag um 10 an die Katze', '2026-12-04T10:00', 'die Katze'],
    ['erinnere mich Freitagabend an die Katze', '2026-12-04T20:00', 'die Katze'],
    ['erinnere mich nächsten Freitag an die Katze', '2026-12-04T09:00', 'die Katze'],
    ['erinnere mich am 5. Dezember an die Katze', '2026-12-05T09:00', 'die Katze'],
    ['erinnere mich am 5.12. an die Katze', '2026-12-05T09:00', 'die Katze'],
    ['erinnere mich am 5.12.2026 um 9 an die Katze', '2026-12-05T09:00', 'die Katze'],
    ['erinnere mich am 5. an die Katze', '2026-12-05T09:00', 'die Katze'],
    ['erinnere mich am ersten Dezember an die Katze', '2026-12-01T09:00', 'die Katze'],
    ['erinnere mich am Dienstag, den 1. Dezember, an die Katze', '2026-12-01T09:00', 'die Katze'],
    ['erinnere mich in 20 Minuten an den Tee', 'PT1200S', 'den Tee'],
    ['erinnere mich in einer halben Stunde an den Tee', 'PT1800S', 'den Tee'],
    ['erinnere mich in anderthalb Stunden an den Tee', 'PT5400S', 'den Tee'],
    ['erinnere mich in zwei Wochen an den Tee', '2026-12-12T11:08', 'den Tee'],
    ['erinnere mich in drei Tagen um 9 an den Tee', '2026-12-01T09:00', 'den Tee'],
    ['erinnere mich Dienstag in einer Woche an den Tee', '2026-12-08T09:00', 'den Tee'],
    ['erinnere mich am Dienstag in acht Tagen an den Tee', '2026-12-08T09:00', 'den Tee'],
    ['erinnere mich nächste Woche Dienstag an den Tee', '2026-12-01T09:00', 'den Tee'],
    ['erinnere mich am Monatsende an die Miete', '2026-11-30T09:00', 'die Miete'],
    ['erinnere mich mittags an den Tee', '2026-11-28T12:00', 'den Tee'],
    ['erinnere mich morgen mittag an den Tee', '2026-11-29T12:00', 'den Tee'],
    ['erinnere mich morgen um 14 Uhr UTC an Bob', '2026-11-29T14:00Z', 'Bob'],
    ['kannst du mich morgen um 9 an Anna erinnern?', '2026-11-29T09:00', 'Anna'],
    ['könntest du mich bitte in 20 Minuten an den Tee erinnern', 'PT1200S', 'den Tee'],
    ['morgen um 9 erinnere mich bitte an Anna', '2026-11-29T09:00', 'Anna'],
    ['erinnere mich bitte morgen um 9 daran, Anna anzurufen', '2026-11-29T09:00', 'Anna anzurufen'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['erinnere mich daran, dass ich morgen um 9 Anna anrufe', 'unclear', 'morgen um 9 Anna anrufe'],
    ['erinner mich um halb acht an die Katze', 'eitherHalf', 'um halb acht'],
    ['erinnere mich am Mittwoch, den 1. Dezember, an die Katze', 'noSuch', 'am Mittwoch, den 1. Dezember'],
    ['erinnere mich in einer Woche am Dienstag an den Tee', 'whichWeek', 'in einer Woche am Dienstag'],
    ['erinnere mich in acht Tagen an den Tee', 'unclear', 'in acht Tagen an'],
    ['erinnere mich nächste Woche an den Tee', 'noDay', 'nächste Woche'],
    ['erinnere mich übernächste Woche Dienstag an den Tee', 'unclear', 'übernächste Woche Dienstag'],
    ['erinnere mich am Wochenende an den Tee', 'noDay', 'am Wochenende'],
    ['erinnere mich jeden Montag an den Müll', 'repeats', 'jeden Montag'],
    ['erinnere mich täglich um 9 an den Müll', 'repeats', 'täglich'],
    ['erinnere mich montags an den Müll', 'repeats', 'montags'],
    ['erinnere mich morgen um 9 New Yorker Zeit an Bob', 'noZone', 'morgen um 9 New Yorker Zeit'],
    ['erinnere mich morgen um fünf vor halb neun an Bob', 'unclear', 'morgen um fünf vor halb neun'],
    ['erinnere mich nach der Arbeit an Bob', 'unclear', 'nach der Arbeit'],
    ['erinnere mich morgen um 9 flarg an Bob', 'unclear', 'morgen um 9 flarg an Bob'],
    ['erinnere mich an Bob', 'noTime', ''],
    ['erinnere mich', 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('A reminder without a model in Spanish', () => {
  it.each([
    ['recuérdame mañana a las 9 llamar a Ana', '2026-11-29T09:00', 'llamar a Ana'],
    ['recuérdame llamar a Ana mañana a las 9', '2026-11-29T09:00', 'llamar a Ana'],
    ['recuérdame que llame a Ana mañana a las 9', '2026-11-29T09:00', 'llame a Ana'],
    ['recuérdame mañana a las 9 que llame a Ana', '2026-11-29T09:00', 'llame a Ana'],
    ['recuérdame pasado mañana llamar a Ana', '2026-11-30T09:00', 'llamar a Ana'],
    ['recuérdame hoy a las 17:30 llamar a Ana', '2026-11-28T17:30', 'llamar a Ana'],
    ['recuérdame esta noche llamar a Ana', '2026-11-28T20:00', 'llamar a Ana'],
    ['recuérdame esta tarde a las 5 llamar a Ana', '2026-11-28T17:00', 'llamar a Ana'],
    ['recuérdame a las 5 y media llamar a Ana', '2026-11-28T17:30', 'llamar a Ana'],
    ['recuérdame a las 5 y cuarto llamar a Ana', '2026-11-28T17:15', 'llamar a Ana'],
    ['recuérdame a las seis menos cuarto llamar a Ana', '2026-11-28T17:45', 'llamar a Ana'],
    ['recuérdame a las seis menos diez llamar a Ana', '2026-11-28T17:50', 'llamar a Ana'],
    ['recuérdame a la una llamar a Ana', '2026-11-28T13:00', 'llamar a Ana'],
    ['recuérdame a las 9 de la noche llamar a Ana', '2026-11-28T21:00', 'llamar a Ana'],
    ['recuérdame a las 9 de la mañana llamar a Ana', '2026-11-29T09:00', 'llamar a Ana'],
    ['recuérdame mañana por la mañana llamar a Ana', '2026-11-29T09:00', 'llamar a Ana'],
    ['recuérdame mañana por la tarde llamar a Ana', '2026-11-29T15:00', 'llamar a Ana'],
    ['recuérdame el viernes llamar a Ana', '2026-12-04T09:00', 'llamar a Ana'],
    ['recuérdame el viernes a las 10 llamar a Ana', '2026-12-04T10:00', 'llamar a Ana'],
    ['recuérdame este viernes llamar a Ana', '2026-12-04T09:00', 'llamar a Ana'],
    ['recuérdame el próximo viernes llamar a Ana', '2026-12-04T09:00', 'llamar a Ana'],
    ['recuérdame el 5 de diciembre llamar a Ana', '2026-12-05T09:00', 'llamar a Ana'],
    ['recuérdame el 5/12 llamar a Ana', '2026-12-05T09:00', 'llamar a Ana'],
    ['recuérdame el día 5 llamar a Ana', '2026-12-05T09:00', 'llamar a Ana'],
    ['recuérdame el martes 1 de diciembre llamar a Ana', '2026-12-01T09:00', 'llamar a Ana'],
    ['recuérdame el 5 de diciembre de 2026 a las 9 llamar a Ana', '2026-12-05T09:00', 'llamar a Ana'],
    ['recuérdame en 20 minutos llamar a Ana', 'PT1200S', 'llamar a Ana'],
    ['recuérdame dentro de una hora llamar a Ana', 'PT3600S', 'llamar a Ana'],
    ['recuérdame en media hora llamar a Ana', 'PT1800S', 'llamar a Ana'],
    ['recuérdame en una hora y media llamar a Ana', 'PT5400S', 'llamar a Ana'],
    ['recuérdame dentro de dos semanas llamar a Ana', '2026-12-12T11:08', 'llamar a Ana'],
    ['recuérdame del martes en ocho días llamar a Ana', '2026-12-08T09:00', 'llamar a Ana'],
    ['recuérdame el martes en ocho días llamar a Ana', '2026-12-08T09:00', 'llamar a Ana'],
    ['recuérdame el martes de la semana que viene llamar a Ana', '2026-12-01T09:00', 'llamar a Ana'],
    ['recuérdame a mediodía llamar a Ana', '2026-11-28T12:00', 'llamar a Ana'],
    ['recuérdame a fin de mes pagar el alquiler', '2026-11-30T09:00', 'pagar el alquiler'],
    ['mañana a las 9 recuérdame llamar a Ana', '2026-11-29T09:00', 'llamar a Ana'],
    ['¿puedes recordarme mañana a las 9 llamar a Ana?', '2026-11-29T09:00', 'llamar a Ana'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['recuérdame en ocho días llamar a Ana', 'unclear', 'en ocho días llamar'],
    ['recuérdame la semana que viene llamar a Ana', 'noDay', 'la semana que viene'],
    ['recuérdame cada lunes llamar a Ana', 'repeats', 'cada lunes'],
    ['recuérdame todos los días a las 9 llamar a Ana', 'repeats', 'todos los días'],
    ['recuérdame los martes llamar a Ana', 'repeats', 'los martes'],
    ['recuérdame mañana a las 9 hora de Nueva York llamar a Ana', 'unclear', 'mañana a las 9 hora de Nueva'],
    ['recuérdame mañana a las 9 flarg que llame a Ana', 'unclear', 'mañana a las 9 flarg que llame'],
    ['recuérdame después de comer llamar a Ana', 'unclear', 'después de comer llamar'],
    ['recuérdame llamar a Ana', 'noTime', ''],
    ['recuérdame que Ana es alérgica', 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('A reminder without a model in French', () => {
  it.each([
    ["rappelle-moi demain à 9h d'appeler Anne", '2026-11-29T09:00', 'appeler Anne'],
    ["rappelle-moi d'appeler Anne demain à 9h", '2026-11-29T09:00', 'appeler Anne'],
    ['rappelle-moi demain à 9h que je dois appeler Anne', '2026-11-29T09:00', 'je dois appeler Anne'],
    ["rappelle-moi demain à 9 h 30 d'appeler Anne", '2026-11-29T09:30', 'appeler Anne'],
    ["rappelle-moi demain à 9h30 d'appeler Anne", '2026-11-29T09:30', 'appeler Anne'],
    ["rappelle-moi demain à neuf heures et demie d'appeler Anne", '2026-11-29T09:30', 'appeler Anne'],
    ["rappelle-moi à 6 heures moins le quart d'appeler Anne", '2026-11-28T17:45', 'appeler Anne'],
    ["rappelle-moi à 5 heures et quart d'appeler Anne", '2026-11-28T17:15', 'appeler Anne'],
    ["rappelle-moi à 6 heures moins dix d'appeler Anne", '2026-11-28T17:50', 'appeler Anne'],
    ["rappelle-moi à 17h d'appeler Anne", '2026-11-28T17:00', 'appeler Anne'],
    ["rappelle-moi ce soir d'appeler Anne", '2026-11-28T20:00', 'appeler Anne'],
    ["rappelle-moi ce soir à 20h d'appeler Anne", '2026-11-28T20:00', 'appeler Anne'],
    ["rappelle-moi cet après-midi d'appeler Anne", '2026-11-28T15:00', 'appeler Anne'],
    ["rappelle-moi demain matin d'appeler Anne", '2026-11-29T09:00', 'appeler Anne'],
    ["rappelle-moi demain soir à 8 heures d'appeler Anne", '2026-11-29T20:00', 'appeler Anne'],
    ["rappelle-moi après-demain d'appeler Anne", '2026-11-30T09:00', 'appeler Anne'],
    ["rappelle-moi aujourd'hui à 18h d'appeler Anne", '2026-11-28T18:00', 'appeler Anne'],
    ["rappelle-moi à midi d'appeler Anne", '2026-11-28T12:00', 'appeler Anne'],
    ["rappelle-moi vendredi d'appeler Anne", '2026-12-04T09:00', 'appeler Anne'],
    ["rappelle-moi vendredi à 10h d'appeler Anne", '2026-12-04T10:00', 'appeler Anne'],
    ["rappelle-moi vendredi matin d'appeler Anne", '2026-12-04T09:00', 'appeler Anne'],
    ["rappelle-moi vendredi prochain d'appeler Anne", '2026-12-04T09:00', 'appeler Anne'],
    ["rappelle-moi ce vendredi d'appeler Anne", '2026-12-04T09:00', 'appeler Anne'],
    ["rappelle-moi le 5 décembre d'appeler Anne", '2026-12-05T09:00', 'appeler Anne'],
    ["rappelle-moi le 5/12 d'appeler Anne", '2026-12-05T09:00', 'appeler Anne'],
    ["rappelle-moi le 5 d'appeler Anne", '2026-12-05T09:00', 'appeler Anne'],
    ["rappelle-moi le 1er décembre à 9h d'appeler Anne", '2026-12-01T09:00', 'appeler Anne'],
    ["rappelle-moi mardi 1er décembre d'appeler Anne", '2026-12-01T09:00', 'appeler Anne'],
    ["rappelle-moi le mardi 1er décembre d'appeler Anne", '2026-12-01T09:00', 'appeler Anne'],
    ["rappelle-moi dans 20 minutes d'appeler Anne", 'PT1200S', 'appeler Anne'],
    ["rappelle-moi dans une heure d'appeler Anne", 'PT3600S', 'appeler Anne'],
    ["rappelle-moi dans 2 heures d'appeler Anne", 'PT7200S', 'appeler Anne'],
    ["rappelle-moi dans 2h d'appeler Anne", 'PT7200S', 'appeler Anne'],
    ["rappelle-moi dans une demi-heure d'appeler Anne", 'PT1800S', 'appeler Anne'],
    ["rappelle-moi dans une heure et demie d'appeler Anne", 'PT5400S', 'appeler Anne'],
    ["rappelle-moi dans deux semaines d'appeler Anne", '2026-12-12T11:08', 'appeler Anne'],
    ["rappelle-moi dans trois jours à 9h d'appeler Anne", '2026-12-01T09:00', 'appeler Anne'],
    ["rappelle-moi mardi en huit d'appeler Anne", '2026-12-08T09:00', 'appeler Anne'],
    ["rappelle-moi mardi de la semaine prochaine d'appeler Anne", '2026-12-01T09:00', 'appeler Anne'],
    ["demain à 9h rappelle-moi d'appeler Anne", '2026-11-29T09:00', 'appeler Anne'],
    ["peux-tu me rappeler demain à 9h d'appeler Anne ?", '2026-11-29T09:00', 'appeler Anne'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ["rappelle-moi dans huit jours d'appeler Anne", 'unclear', "dans huit jours d'"],
    ["rappelle-moi la semaine prochaine d'appeler Anne", 'noDay', 'la semaine prochaine'],
    ["rappelle-moi chaque lundi d'appeler Anne", 'repeats', 'chaque lundi'],
    ["rappelle-moi tous les jours à 9h d'appeler Anne", 'repeats', 'tous les jours'],
    ["rappelle-moi le lundi d'appeler Anne", 'repeats', 'le lundi'],
    ["rappelle-moi demain à 9h heure de Paris d'appeler Anne", 'unclear', 'heure de'],
    ["rappelle-moi demain à 9h flarg d'appeler Anne", 'unclear', "demain à 9h flarg d'appeler"],
    ['rappelle-moi le rendez-vous de demain à 9h', 'unclear', 'de demain à 9h'],
    ["rappelle-moi d'appeler Anne", 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('A reminder without a model in Italian', () => {
  it.each([
    ['ricordami domani alle 9 di chiamare Anna', '2026-11-29T09:00', 'chiamare Anna'],
    ['ricordami di chiamare Anna domani alle 9', '2026-11-29T09:00', 'chiamare Anna'],
    ['ricordami domani alle 9 che devo chiamare Anna', '2026-11-29T09:00', 'devo chiamare Anna'],
    ['ricordami alle 5 e mezza di chiamare Anna', '2026-11-28T17:30', 'chiamare Anna'],
    ['ricordami alle cinque e un quarto di chiamare Anna', '2026-11-28T17:15', 'chiamare Anna'],
    ['ricordami alle 6 meno un quarto di chiamare Anna', '2026-11-28T17:45', 'chiamare Anna'],
    ['ricordami alle 6 meno dieci di chiamare Anna', '2026-11-28T17:50', 'chiamare Anna'],
    ["ricordami all'una di chiamare Anna", '2026-11-28T13:00', 'chiamare Anna'],
    ['ricordami alle 17:30 di chiamare Anna', '2026-11-28T17:30', 'chiamare Anna'],
    ['ricordami alle 9 di sera di chiamare Anna', '2026-11-28T21:00', 'chiamare Anna'],
    ['ricordami alle 9 di mattina di chiamare Anna', '2026-11-29T09:00', 'chiamare Anna'],
    ['ricordami stasera di chiamare Anna', '2026-11-28T20:00', 'chiamare Anna'],
    ['ricordami stasera alle 8 di chiamare Anna', '2026-11-28T20:00', 'chiamare Anna'],
    ['ricordami domani mattina di chiamare Anna', '2026-11-29T09:00', 'chiamare Anna'],
    ['ricordami domani sera alle 8 di chiamare Anna', '2026-11-29T20:00', 'chiamare Anna'],
    ['ricordami dopodomani di chiamare Anna', '2026-11-30T09:00', 'chiamare Anna'],
    ['ricordami oggi pomeriggio di chiamare Anna', '2026-11-28T15:00', 'chiamare Anna'],
    ['ricordami venerdì di chiamare Anna', '2026-12-04T09:00', 'chiamare Anna'],
    ['ricordami venerdì alle 10 di chiamare Anna', '2026-12-04T10:00', 'chiamare Anna'],
    ['ricordami venerdì prossimo di chiamare Anna', '2026-12-04T09:00', 'chiamare Anna'],
    ['ricordami venerdì mattina di chiamare Anna', '2026-12-04T09:00', 'chiamare Anna'],
    ['ricordami il 5 dicembre di chiamare Anna', '2026-12-05T09:00', 'chiamare Anna'],
    ['ricordami il 5/12 di chiamare Anna', '2026-12-05T09:00', 'chiamare Anna'],
    ['ricordami il 5 di chiamare Anna', '2026-12-05T09:00', 'chiamare Anna'],
    ['ricordami il primo dicembre di chiamare Anna', '2026-12-01T09:00', 'chiamare Anna'],
    ['ricordami martedì 1 dicembre di chiamare Anna', '2026-12-01T09:00', 'chiamare Anna'],
    ['ricordami tra 20 minuti di chiamare Anna', 'PT1200S', 'chiamare Anna'],
    ["ricordami fra un'ora di chiamare Anna", 'PT3600S', 'chiamare Anna'],
    ["ricordami tra mezz'ora di chiamare Anna", 'PT1800S', 'chiamare Anna'],
    ["ricordami tra un'ora e mezza di chiamare Anna", 'PT5400S', 'chiamare Anna'],
    ['ricordami tra due settimane di chiamare Anna', '2026-12-12T11:08', 'chiamare Anna'],
    ['ricordami tra tre giorni alle 9 di chiamare Anna', '2026-12-01T09:00', 'chiamare Anna'],
    ['ricordami martedì a otto di chiamare Anna', '2026-12-08T09:00', 'chiamare Anna'],
    ['ricordami martedì tra una settimana di chiamare Anna', '2026-12-08T09:00', 'chiamare Anna'],
    ['ricordami martedì della settimana prossima di chiamare Anna', '2026-12-01T09:00', 'chiamare Anna'],
    ['ricordami a mezzogiorno di chiamare Anna', '2026-11-28T12:00', 'chiamare Anna'],
    ["ricordami a fine mese di pagare l'affitto", '2026-11-30T09:00', "pagare l'affitto"],
    ['domani alle 9 ricordami di chiamare Anna', '2026-11-29T09:00', 'chiamare Anna'],
    ['puoi ricordarmi domani alle 9 di chiamare Anna?', '2026-11-29T09:00', 'chiamare Anna'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['ricordami la settimana prossima di chiamare Anna', 'noDay', 'la settimana prossima'],
    ['ricordami ogni lunedì di chiamare Anna', 'repeats', 'ogni lunedì'],
    ['ricordami tutti i giorni alle 9 di chiamare Anna', 'repeats', 'tutti i giorni'],
    ['ricordami domani alle 9 ora di Roma di chiamare Anna', 'unclear', 'domani alle 9 ora di Roma'],
    ['ricordami domani alle 9 flarg di chiamare Anna', 'unclear', 'domani alle 9 flarg di chiamare'],
    ['ricordami di chiamare Anna', 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('A reminder without a model in Portuguese', () => {
  it.each([
    ['lembra-me amanhã às 9 de ligar à Ana', '2026-11-29T09:00', 'ligar à Ana'],
    ['lembra-me de ligar à Ana amanhã às 9', '2026-11-29T09:00', 'ligar à Ana'],
    ['lembre-me amanhã às 9 que devo ligar à Ana', '2026-11-29T09:00', 'devo ligar à Ana'],
    ['me lembre amanhã às 9 de ligar para Ana', '2026-11-29T09:00', 'ligar para Ana'],
    ['lembra-me amanhã às 9 para ligar à Ana', '2026-11-29T09:00', 'ligar à Ana'],
    ['lembra-me às 5 e meia de ligar à Ana', '2026-11-28T17:30', 'ligar à Ana'],
    ['lembra-me às cinco e um quarto de ligar à Ana', '2026-11-28T17:15', 'ligar à Ana'],
    ['lembra-me às 6 menos um quarto de ligar à Ana', '2026-11-28T17:45', 'ligar à Ana'],
    ['lembra-me um quarto para as 6 de ligar à Ana', '2026-11-28T17:45', 'ligar à Ana'],
    ['lembra-me às 17h de ligar à Ana', '2026-11-28T17:00', 'ligar à Ana'],
    ['lembra-me às 17h30 de ligar à Ana', '2026-11-28T17:30', 'ligar à Ana'],
    ['lembra-me às 17:30 de ligar à Ana', '2026-11-28T17:30', 'ligar à Ana'],
    ['lembra-me às 9 da noite de ligar à Ana', '2026-11-28T21:00', 'ligar à Ana'],
    ['lembra-me às 9 da manhã de ligar à Ana', '2026-11-29T09:00', 'ligar à Ana'],
    ['lembra-me hoje à noite de ligar à Ana', '2026-11-28T20:00', 'ligar à Ana'],
    ['lembra-me amanhã de manhã de ligar à Ana', '2026-11-29T09:00', 'ligar à Ana'],
    ['lembra-me amanhã à tarde de ligar à Ana', '2026-11-29T15:00', 'ligar à Ana'],
    ['lembra-me depois de amanhã de ligar à Ana', '2026-11-30T09:00', 'ligar à Ana'],
    ['lembra-me na sexta de ligar à Ana', '2026-12-04T09:00', 'ligar à Ana'],
    ['lembra-me na sexta-feira às 10 de ligar à Ana', '2026-12-04T10:00', 'ligar à Ana'],
    ['lembra-me sexta às 10 de ligar à Ana', '2026-12-04T10:00', 'ligar à Ana'],
    ['lembra-me na próxima sexta de ligar à Ana', '2026-12-04T09:00', 'ligar à Ana'],
    ['lembra-me sexta que vem de ligar à Ana', '2026-12-04T09:00', 'ligar à Ana'],
    ['lembra-me no dia 5 de dezembro de ligar à Ana', '2026-12-05T09:00', 'ligar à Ana'],
    ['lembra-me no dia 5 de ligar à Ana', '2026-12-05T09:00', 'ligar à Ana'],
    ['lembra-me 5 de dezembro de ligar à Ana', '2026-12-05T09:00', 'ligar à Ana'],
    ['lembra-me daqui a 20 minutos de ligar à Ana', 'PT1200S', 'ligar à Ana'],
    ['lembra-me em uma hora de ligar à Ana', 'PT3600S', 'ligar à Ana'],
    ['lembra-me em meia hora de ligar à Ana', 'PT1800S', 'ligar à Ana'],
    ['lembra-me em uma hora e meia de ligar à Ana', 'PT5400S', 'ligar à Ana'],
    ['lembra-me em duas semanas de ligar à Ana', '2026-12-12T11:08', 'ligar à Ana'],
    ['lembra-me daqui a três dias às 9 de ligar à Ana', '2026-12-01T09:00', 'ligar à Ana'],
    ['lembra-me terça daqui a uma semana de ligar à Ana', '2026-12-08T09:00', 'ligar à Ana'],
    ['lembra-me terça a oito dias de ligar à Ana', '2026-12-08T09:00', 'ligar à Ana'],
    ['lembra-me terça da próxima semana de ligar à Ana', '2026-12-01T09:00', 'ligar à Ana'],
    ['lembra-me ao meio-dia de ligar à Ana', '2026-11-28T12:00', 'ligar à Ana'],
    ['lembra-me no fim do mês de pagar a renda', '2026-11-30T09:00', 'pagar a renda'],
    ['amanhã às 9 lembra-me de ligar à Ana', '2026-11-29T09:00', 'ligar à Ana'],
    ['podes lembrar-me amanhã às 9 de ligar à Ana?', '2026-11-29T09:00', 'ligar à Ana'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['lembra-me em 5/12 de ligar à Ana', 'unclear', 'em 5/12'],
    ['lembra-me na próxima semana de ligar à Ana', 'noDay', 'na próxima semana'],
    ['lembra-me todo dia às 9 de ligar à Ana', 'repeats', 'todo dia'],
    ['lembra-me toda segunda de ligar à Ana', 'repeats', 'toda segunda'],
    ['lembra-me amanhã às 9 hora de Lisboa de ligar à Ana', 'unclear', 'amanhã às 9 hora de Lisboa'],
    ['lembra-me amanhã às 9 flarg de ligar à Ana', 'unclear', 'amanhã às 9 flarg de ligar'],
    ['lembra-me de ligar à Ana', 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('A reminder without a model in Dutch', () => {
  it.each([
    ['herinner me morgen om 9 uur eraan Anna te bellen', '2026-11-29T09:00', 'Anna te bellen'],
    ['herinner me eraan morgen om 9 uur Anna te bellen', '2026-11-29T09:00', 'Anna te bellen'],
    ['herinner me eraan Anna morgen om 9 te bellen', '2026-11-29T09:00', 'Anna te bellen'],
    ['herinner me morgen om 9 aan Anna', '2026-11-29T09:00', 'Anna'],
    ['herinner me om half acht vanavond aan Anna', '2026-11-28T19:30', 'Anna'],
    ['herinner me morgen om half acht aan Anna', '2026-11-29T07:30', 'Anna'],
    ['herinner me om kwart over vijf aan Anna', '2026-11-28T17:15', 'Anna'],
    ['herinner me om kwart voor zes aan Anna', '2026-11-28T17:45', 'Anna'],
    ['herinner me om tien over vijf aan Anna', '2026-11-28T17:10', 'Anna'],
    ['herinner me om 17:30 aan Anna', '2026-11-28T17:30', 'Anna'],
    ['herinner me om 17.30 uur aan Anna', '2026-11-28T17:30', 'Anna'],
    ['herinner me vanavond aan Anna', '2026-11-28T20:00', 'Anna'],
    ['herinner me vanavond om 8 uur aan Anna', '2026-11-28T20:00', 'Anna'],
    ["herinner me om 8 uur 's avonds aan Anna", '2026-11-28T20:00', 'Anna'],
    ['herinner me morgenochtend aan Anna', '2026-11-29T09:00', 'Anna'],
    ['herinner me morgenavond om 8 aan Anna', '2026-11-29T20:00', 'Anna'],
    ['herinner me overmorgen aan Anna', '2026-11-30T09:00', 'Anna'],
    ['herinner me op vrijdag aan Anna', '2026-12-04T09:00', 'Anna'],
    ['herinner me vrijdag om 10 uur aan Anna', '2026-12-04T10:00', 'Anna'],
    ['herinner me vrijdagavond aan Anna', '2026-12-04T20:00', 'Anna'],
    ['herinner me volgende vrijdag aan Anna', '2026-12-04T09:00', 'Anna'],
    ['herinner me aanstaande vrijdag aan Anna', '2026-12-04T09:00', 'Anna'],
    ['herinner me op 5 december aan Anna', '2026-12-05T09:00', 'Anna'],
    ['herinner me op dinsdag 1 december aan Anna', '2026-12-01T09:00', 'Anna'],
    ['herinner me over 20 minuten aan de thee', 'PT1200S', 'de thee'],
    ['herinner me over een uur aan de thee', 'PT3600S', 'de thee'],
    ['herinner me over twee uur aan de thee', 'PT7200S', 'de thee'],
    ['herinner me over een half uur aan de thee', 'PT1800S', 'de thee'],
    ['herinner me over anderhalf uur aan de thee', 'PT5400S', 'de thee'],
    ['herinner me over twee weken aan de thee', '2026-12-12T11:08', 'de thee'],
    ['herinner me over drie dagen om 9 uur aan de thee', '2026-12-01T09:00', 'de thee'],
    ['herinner me dinsdag over een week aan de thee', '2026-12-08T09:00', 'de thee'],
    ['herinner me volgende week dinsdag aan de thee', '2026-12-01T09:00', 'de thee'],
    ['morgen om 9 uur herinner me aan Bob', '2026-11-29T09:00', 'Bob'],
    ['kun je me morgen om 9 uur aan Bob herinneren?', '2026-11-29T09:00', 'Bob'],
  ])('%j is set for %s with the text %j', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['herinner me over een week op dinsdag aan de thee', 'whichWeek', 'over een week op dinsdag'],
    ['herinner me volgende week aan de thee', 'noDay', 'volgende week'],
    ['herinner me in het weekend aan de thee', 'noDay', 'in het weekend'],
    ['herinner me elke maandag aan de vuilnis', 'repeats', 'elke maandag'],
    ['herinner me dagelijks om 9 uur aan de pillen', 'repeats', 'dagelijks'],
    ['herinner me morgen om vijf voor half negen aan Bob', 'unclear', 'morgen om vijf voor half negen aan'],
    ['herinner me morgen om 9 uur Londense tijd aan Bob', 'noZone', 'morgen om 9 uur Londense tijd'],
    ['herinner me morgen om 9 flarg aan Bob', 'unclear', 'morgen om 9 flarg aan Bob'],
    ['herinner me aan Bob', 'noTime', ''],
  ])('%j is refused: %s, with the words %j', (said, problem, about) => {
    expect(read(said)).toMatchObject({ problem, about });
  });
});

describe('Who asks in another language what is known', () => {
  it.each([
    'erinnere mich wer Anna ist',
    'recuérdame quién es Ana',
    'rappelle-moi qui est Anne',
    'ricordami chi è Anna',
    'lembra-me quem é a Ana',
    'herinner me wie Bob is',
  ])('%j is looked up', (said) => {
    expect(readIntent(said)).toMatchObject({ kind: 'search' });
  });
});

describe('A time that stands before the wish for a reminder', () => {
  it.each([
    ['tomorrow at 9 remind me to call Anna', '2026-11-29T09:00', 'call Anna'],
    ['tomorrow at 9, please remind me to call Anna', '2026-11-29T09:00', 'call Anna'],
    ['In 20 minutes remind me of the tea', 'PT1200S', 'the tea'],
    ['tomorrow remind me at 9 to call Anna', '2026-11-29T09:00', 'call Anna'],
    ['a week on Tuesday, can you remind me to call Anna', '2026-12-08T09:00', 'call Anna'],
    ['um 17 Uhr erinnere mich an Anna', '2026-11-28T17:00', 'Anna'],
  ])('%j is that of the reminder', (said, when, text) => {
    expect(read(said)).toEqual({ when, text });
  });

  it.each([
    ['um 9 erinnere mich an Anna', 'eitherHalf'],
    ['every Friday remind me to call Anna', 'repeats'],
    ['tomorrow lunchtime remind me to call Anna', 'unclear'],
  ])('%j is refused: %s', (said, problem) => {
    expect(read(said)).toMatchObject({ problem });
  });

  it.each(['the man you remind me of is Tom', 'Friday is the party of Anna, remind me of her present'])(
    '%j is no wish that begins with a time',
    (said) => {
      expect(readIntent(said).kind).not.toBe('remind');
    },
  );
});

describe('The example that a language gives of a reminder', () => {
  it.each(languages.flatMap(({ offline }) => offline?.reminding?.example ?? []))('%j is understood', (said) => {
    expect(read(said)).toMatchObject({ when: '2026-11-29T09:00' });
  });
});

it.each([
  ['erinnere mich morgen um 9 an Anna, danke!', 'Anna'],
  ['recuérdame mañana a las 9 llamar a Ana, por favor', 'llamar a Ana'],
  ["rappelle-moi demain à 9h d'appeler Anne s'il te plaît", 'appeler Anne'],
  ['ricordami domani alle 9 di chiamare Anna, grazie', 'chiamare Anna'],
  ['lembra-me amanhã às 9 de ligar à Ana, obrigada', 'ligar à Ana'],
  ['herinner me morgen om 9 uur aan Anna alsjeblieft', 'Anna'],
])('%j: what is polite at its end is no part of what it is of', (words, text) => {
  const intent = readIntent(words);
  if (intent.kind !== 'remind') throw new Error(intent.kind);
  expect(readReminder(intent.asked, now, intent.language)).toMatchObject({ text });
});
