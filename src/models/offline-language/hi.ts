// Hindi, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const hi: OfflineLanguage = {
  keep: ['याद रख'],
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
};
