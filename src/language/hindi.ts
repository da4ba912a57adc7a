// Hindi, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const hindi: OfflinePhrases = {
  keep: ['याद रख'],
  keepEndings: ['\\s*याद रख(?:ना|ो|िए|ें)?'],
  askWords: [],
  greetings: ['नमस्ते', 'नमस्कार', 'सुप्रभात', 'हैलो'],
  thanks: ['धन्यवाद', 'शुक्रिया'],
  farewells: ['अलविदा', 'फिर मिलेंगे'],
  fillers: [],
  abilities: ['मदद', 'तुम क्या कर सकते हो', 'आप क्या कर सकते हैं'],
  overview: ['तुम क्या जानते हो', 'मेरी यादों में क्या है'],
  yes: ['हाँ', 'हां', 'जी'],
  no: ['नहीं'],
  verbs: [],
  determiners: [],
  secrets: {
    passwords: ['पासवर्ड'],
    codes: ['पिन(?: कोड)?'],
  },
};
