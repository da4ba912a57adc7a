// The part of WebAssembly that is used here. Node has it, but only the browser's library describes it, with everything else
// of a browser.
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Memory {
    /** Another object after each grow(). */
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KiB */
    grow(pages: number): number;
  }
  /** @param initial pages of 64 KiB */
  const Memory: new (size: { initial: number }) => Memory;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Instance: new (module: Module) => { readonly exports: Readonly<Record<string, unknown>> };
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
