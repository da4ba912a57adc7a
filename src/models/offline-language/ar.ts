// Arabic, as a person says it to an assistant without a model.
import type { OfflineLanguage } from './offline-language.ts';

export const ar: OfflineLanguage = {
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
};
