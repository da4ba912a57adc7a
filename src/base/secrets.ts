// Recognises secrets that a person pastes or a tool repeats, by their shape: nothing like this may become memory, or stay
// in a transcript or a log. Common, well-marked formats only; the redactor (redact.ts) adds those of the configuration.

export interface FoundSecret {
  /** For the sentence "this contains what looks like …". */
  kind: string;
  start: number;
  /** Exclusive. */
  end: number;
}

const shapes: readonly { kind: string; pattern: RegExp }[] = [
  // The body is what keys are made of, also with its line ends escaped as in JSON; an end that was cut off is not waited for.
  {
    kind: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=:,.\s\\-]*?-----END (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----|[A-Za-z0-9+/=\s\\]*)/g,
  },
  { kind: 'an API key', pattern: /\bsk-[\w-]{20,}/g },
  { kind: 'an API key', pattern: /\b(?:sk|pk|rk)[-_](?:live|test|prod)[-_][\w-]{10,}/g },
  { kind: 'an API key', pattern: /\b(?:AIza|xai-|gsk_|glpat-|npm_|hf_|dop_v1_|SG\.|ya29\.)(?=[\w.-]*\d)[\w.-]{20,}/g },
  { kind: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  // No word boundary before it: an address has it right after "bot".
  { kind: 'a bot token', pattern: /(?<!\d)\d{6,12}:[A-Za-z0-9_-]{30,}/g },
  { kind: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  { kind: 'a password in an address', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"]{1,64}:[^\s@/"]{3,128}@/gi },
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
    if (isCardNumber(digits))
      found.push({ kind: 'a card number', start: match.index, end: match.index + match[0].length });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** First digits and lengths that issuers use, so that a device's or a parcel's number is none; cards have no other lengths. */
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/;

/** An issuer's form and the Luhn checksum (ISO/IEC 7812-1, annex B). */
function isCardNumber(digits: string): boolean {
  if (!issuers.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const value = i % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
