// What is said where the binary of a native package is missing or is of another Node.js: npm could neither download a prebuilt one
// nor compile it, and the package's own error tells only where it looked. Pure.
import { messageOf } from '../errors.ts';

/** @param error anything that was thrown, also with the package's error inside of its message */
export function missingBinary(error: unknown): string | null {
  const message = messageOf(error);
  if (
    /Cannot find package 'sqlite-vec-|extension for sqlite-vec not found|Unsupported platform for sqlite-vec/u.test(
      message,
    )
  )
    return 'The binary of sqlite-vec for this system is missing: npm leaves it out where optional dependencies are switched off. Without it nothing can be searched. Install Scrubjay again with --include=optional (in a checkout: npm ci --include=optional)';
  const isMissing = message.includes('Could not locate the bindings file');
  const isOfOtherNode = message.includes('NODE_MODULE_VERSION') || message.includes('invalid ELF header');
  if (!isMissing && !isOfOtherNode) return null;
  const what = isMissing ? 'is missing' : 'is of another Node.js or another system';
  return `The binary of better-sqlite3 ${what}: npm could neither download a prebuilt one nor compile it. Without it nothing can be stored. Install a compiler and Python (Debian, Ubuntu: apt install python3 make g++; Fedora: dnf install python3 make gcc-c++; Alpine: apk add python3 make g++; macOS: xcode-select --install), then run in the folder of Scrubjay: npm rebuild better-sqlite3`;
}
