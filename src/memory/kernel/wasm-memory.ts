// Memory of a kernel, whose rows grow in place: nothing is copied and nothing moves.

const pageBytes = 65_536;
/** At least an eighth more each time, so that adding rows one by one does not grow the memory each time. */
const growth = 1.125;

/** Makes sure that the memory has so many bytes. Arrays over it are stale after that. */
export function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const has = memory.buffer.byteLength;
  if (bytes <= has) return;
  memory.grow(Math.ceil(Math.max(bytes - has, has * (growth - 1)) / pageBytes));
}
