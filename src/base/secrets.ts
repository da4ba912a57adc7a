// Recognises secrets that a person pastes or a tool repeats, by their shape: nothing like this may become memory. It
// errs on the side of common, well-marked formats; the redactor (redact.ts) handles the secrets of the configuration.

export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}

const shapes: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  { kind: 'an API key', pattern: /\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])*[A-Za-z0-9_-]{16,}/g },
  { kind: 'an API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/g },
  { kind: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'a bot token', pattern: /\b\d{6,12}:[A-Za-z0-9_-]{30,}/g },
  { kind: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
];

// 13 to 19 digits in the groupings that people write, not a part of a longer number.
const cardShape = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]*\d)/g;

/** All secrets in a text, in order. Card numbers count only with a right check digit. */
export function findSecrets(text: string): FoundSecret[] {
  const found = shapes.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  for (const match of text.matchAll(cardShape)) {
    const digits = match[0].replace(/\D/g, '');
    if (isCardNumber(digits)) found.push({ kind: 'a card number', start: match.index, end: match.index + match[0].length });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Issuer's first digit and the Luhn checksum (ISO/IEC 7812-1, annex B). */
function isCardNumber(digits: string): boolean {
  if (!/^[2-6]/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const value = i % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
