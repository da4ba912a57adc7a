/** Answers that begin like a yes and wave away what was asked. */
export const wavedAway = [
  'Ok, leave it',
  'Sure, ignore it',
  'Yes, forget it',
  'ok lass es',
  'yes - wait, cancel that',
  'vale, déjalo',
  'oui, laisse tomber',
  'sì, lascia perdere',
  'Yes, what a strange message',
  'Right, that is a scam',
];
