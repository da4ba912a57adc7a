// Arabic, as far as it is understood without a model.
import type { OfflinePhrases } from './language.ts';

export const arabic: OfflinePhrases = {
  keep: ['تذكر', 'لا تنس'],
  askWords: [],
  greetings: ['مرحبا', 'مرحباً', 'السلام عليكم', 'أهلا', 'صباح الخير', 'مساء الخير', 'كيف حالك'],
  thanks: ['شكرا', 'شكراً', 'شكرا جزيلا'],
  farewells: ['مع السلامة', 'وداعا', 'تصبح على خير'],
  fillers: [],
  abilities: ['مساعدة', 'ماذا يمكنك أن تفعل', 'من أنت'],
  overview: ['ماذا تعرف', 'ماذا تعرف عني', 'ملاحظاتي'],
  yes: ['نعم', 'أجل', 'حسنا'],
  no: ['لا', 'لا شكرا'],
  verbs: [],
  determiners: [],
  secrets: {
    passwords: ['كلمة (?:المرور|السر)'],
    codes: ['الرقم السري', 'رمز(?: \\p{L}{2,12})?'],
  },
};
