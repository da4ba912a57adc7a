// A turn of a private conversation: the parts of any turn, in which nothing of what is said is written down unless the person
// asks for it.
import { defaultPersona } from './prompt.ts';
import type { TurnParts } from './turn.ts';

const notice = `This conversation is private: nothing of it is stored. Save, change or set something only when the person asks for exactly that, and then in their words.`;

export const inPrivate = <Parts extends TurnParts>(parts: Parts): Parts => ({
  ...parts,
  persona: `${parts.persona ?? defaultPersona}\n\n${notice}`,
  isPrivate: true,
});
