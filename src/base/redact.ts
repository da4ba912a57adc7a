// Keeps secrets out of everything that is written. One redactor is made from the loaded configuration and stands in the
// one log sink, before transcripts and before replies.

/** Takes any text and returns it with every known secret replaced. */
export type Redact = (text: string) => string;

// What leaks in practice although nobody registered it: a Telegram bot token (grammY's errors print it inside the URL,
// right after "bot", so no word boundary) and the vendors' API keys, pasted or echoed by an error body.
const telegramToken = /(?<!\d)\d{6,12}:[A-Za-z0-9_-]{30,}/g;
const vendorKey = /\b(?:sk-(?:ant-|proj-|or-)?|AIza)[A-Za-z0-9_-]{20,}/g;

const shortestSecret = 8;

/** @param secrets the values themselves; those under 8 characters are ignored, they would blot out ordinary words */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = secrets.filter((secret) => secret.length >= shortestSecret).toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of known) {
      clean = clean.replaceAll(secret, '[redacted]');
      const inJson = JSON.stringify(secret).slice(1, -1);
      if (inJson !== secret) clean = clean.replaceAll(inJson, '[redacted]');
    }
    return clean.replace(telegramToken, '[redacted]').replace(vendorKey, '[redacted]');
  };
}
