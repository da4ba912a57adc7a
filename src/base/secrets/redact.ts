// Keeps secrets out of everything that is written. One redactor is made from the loaded configuration and stands in the
// one log sink, before transcripts and before replies.
import { findSecrets } from './secrets.ts';

/** Takes any text and returns it with every secret replaced: those it knows, and what has the shape of one. */
export type Redact = (text: string) => string;

/** Stands where a secret was. */
export const redactedMark = '[redacted]';

const minSecretLength = 8;

/** @param secrets the values themselves; those under 8 characters are ignored, they would blot out ordinary words */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = secrets.filter((secret) => secret.length >= minSecretLength).toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of known) {
      clean = clean.replaceAll(secret, redactedMark);
      const inJson = JSON.stringify(secret).slice(1, -1);
      if (inJson !== secret) clean = clean.replaceAll(inJson, redactedMark);
    }
    return withoutShapes(clean);
  };
}

function withoutShapes(text: string): string {
  let clean = '';
  let end = 0;
  for (const secret of findSecrets(text)) {
    // One inside another, or overlapping it, goes with it.
    if (secret.start >= end) clean += `${text.slice(end, secret.start)}${redactedMark}`;
    end = Math.max(end, secret.end);
  }
  return clean + text.slice(end);
}
