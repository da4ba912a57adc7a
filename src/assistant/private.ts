// A turn of a private conversation: the parts of any turn, in which every write waits for the person.
import { defaultPersona } from './prompt.ts';
import type { TurnParts } from './turn.ts';

const notice = `This conversation is private: nothing of it is stored. Save, change, forget or set nothing unless the person asks for exactly that.`;

export const inPrivate = <Parts extends TurnParts>(parts: Parts): Parts => ({
  ...parts,
  persona: `${parts.persona ?? defaultPersona}\n\n${notice}`,
  asksBeforeWriting: true,
});
