// Tells words of others that were carried into a note or a message, by the marks that the channels, a tool or a person put there. Pure.
import { holdsWordsOfOthers } from './quoted.ts';

/** Words of others that were carried in: marked by the channel that brought them, by a tool, or by hand. */
export function isUntrustedText(text: string): boolean {
  if (holdsWordsOfOthers(text)) return true;
  const bare = text.replace(/^\s*(?:[-*+]\s+|>\s*)*(?:\d{1,2}:\d{2}\s+)?/, '');
  return /^[[(<]?\s*(?:fwd?|forwarded|weitergeleitet|untrusted|web(?:\s?page)?|tool(?:[ _]?(?:output|result))?|e-?mail from)\b/i.test(
    bare,
  );
}
