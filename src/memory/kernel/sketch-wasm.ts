// The kernel of sketch.wat as WebAssembly, 180 bytes. Made with wabt; test/memory/kernel/sign-sketch.test.ts assembles it anew
// and compares.
export const sketchWasm: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(
    'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAgcYAgZtZW1vcnkCAAtkaWZmZXJlbmNlcwAACnwBegIDfwJ+IAQgA0ECdGohBSAAIAJBBHRqIQcCQANAIAQgBU8NASAAIQZCACEJA0AgASkDACEI' +
    'IAkgCCAGKQMAhXsgCCAGKQMIhXtCAYZ8fCEJIAFBCGohASAGQRBqIQYgBiAHSQ0ACyAEIAmnNgIAIARBBGohBAwACwsL',
    'base64',
  ),
);
