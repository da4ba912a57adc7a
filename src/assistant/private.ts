// A turn of a private conversation: the parts of any turn, in which nothing of what is said is written down unless the person
// asks for it.
import type { TurnParts } from './turn/turn.ts';

export const inPrivate = <Parts extends TurnParts>(parts: Parts): Parts => ({ ...parts, isPrivate: true });
