// Which names are those of notes. Pure.

export const isNoteName = (name: string): boolean => /\.md$/i.test(name);

/** The components of a note's path, or null where it can't be one. Says nothing about what is on the disk. */
export function notePathParts(notePath: string): string[] | null {
  if (notePath.length > 1024 || hasControlCharacter(notePath) || notePath.includes('\\')) return null;
  const names = notePath.split('/');
  const plain = names.every((name) => name !== '' && !name.startsWith('.') && Buffer.byteLength(name) <= 255);
  // Characters that some file systems and programs read as `.` or `/` (full-width and small forms).
  const lookAlike =
    notePath.normalize('NFKC').split('/').length !== names.length ||
    names.some((name) => name.normalize('NFKC').startsWith('.'));
  return plain && !lookAlike && isNoteName(names.at(-1) ?? '') ? names : null;
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) < 0x20) return true;
  return false;
}

/** Printable ASCII without a backslash, which needs no closer look. */
const plainPath = /^[ -[\]-~]{1,255}$/;

/** Where the bytes of a name are no UTF-8, Node gives this for them, and finds no file by it. */
const undecoded = '\u{fffd}';

/** Whether a note that was found at this path can be read by it. */
export const isReadablePath = (notePath: string): boolean =>
  plainPath.test(notePath) || (notePathParts(notePath) !== null && !notePath.includes(undecoded));
