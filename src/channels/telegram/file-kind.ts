// What a file is by its first bytes, and a text in whatever encoding it was written: names and types that come with a
// file are what its sender's machine guessed. Pure.

const beginnings: readonly (readonly [mediaType: string, begins: (head: string) => boolean])[] = [
  // Readers take one that begins anywhere in the first 1024 bytes.
  ['application/pdf', (head) => head.includes('%PDF-')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
];

/** The media type of a picture or a PDF; null for anything else. */
export function sniffed(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return beginnings.find(([, begins]) => begins(head))?.[0] ?? null;
}

/** UTF-8, UTF-16 with its mark, or else what Windows calls 1252, as older programs write it; null for what is no text. */
export function decodedText(bytes: Uint8Array): string | null {
  const decoded = (encoding: string): string => new TextDecoder(encoding).decode(bytes);
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe
      ? decoded('utf-16le')
      : first === 0xfe && second === 0xff
        ? decoded('utf-16be')
        : null;
  const text = wide ?? (isUtf8(decoded('utf-8')) ? decoded('utf-8') : decoded('windows-1252'));
  return isBinary.test(text) ? null : text;
}

/** A few broken bytes do not mean another encoding: in that, every letter beyond ASCII would be a broken byte. */
function isUtf8(text: string): boolean {
  const broken = text.split('\ufffd').length - 1;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return broken <= whole;
}

/** Control characters that no text has. Escape is none: logs are coloured with it. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const isBinary = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
