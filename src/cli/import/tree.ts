// What is imported: a folder or a zip archive, as named files that can be read once more each. Names are relative, with `/`.

export interface TreeFile {
  name: string;
  bytes: number;
}

export interface ImportTree {
  /** Sorted by name. */
  files: readonly TreeFile[];
  /** What was left out, and why, a sentence each. */
  skipped: readonly string[];
  isArchive?: boolean;
  /** @throws Error that says why a file can't be read: it has gone, is no regular file any more, or is damaged */
  open(name: string): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

export interface TreeLimits {
  maxDepth: number;
  maxFiles: number;
}

export const treeLimits: TreeLimits = { maxDepth: 32, maxFiles: 200_000 };

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/**
 * @returns null where the file is larger than `maxBytes`, also where it grew while it was read
 * @throws as {@link ImportTree.open}
 */
export async function readWhole(tree: ImportTree, name: string, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of tree.open(name)) {
    total += part.length;
    if (total > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
