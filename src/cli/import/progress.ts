// Shows how far an import has come, as a bar on the last line of a terminal; without a terminal it shows nothing.
import type { ImportTree } from './tree.ts';

const columns = 24;
const drawnEveryMs = 100;
const eraseLine = '\r\u001B[K';

export interface Progress {
  /** The tree, of which every byte read moves the bar. */
  watch(tree: ImportTree): ImportTree;
  items(count: number): void;
  end(): void;
}

/** @param stream a terminal; null to show nothing */
export function createProgress(stream: { write(text: string): unknown } | null): Progress {
  let total = 0;
  let done = 0;
  let taken = 0;
  let drawnAt = -Infinity;

  function draw(): void {
    if (!stream || performance.now() - drawnAt < drawnEveryMs) return;
    drawnAt = performance.now();
    const share = total === 0 ? 0 : Math.min(1, done / total);
    const filled = Math.round(share * columns);
    stream.write(
      `${eraseLine}[${'#'.repeat(filled)}${'-'.repeat(columns - filled)}] ${Math.floor(100 * share)} %  ${taken.toLocaleString('en')} taken`,
    );
  }

  return {
    watch(tree) {
      total = tree.files.reduce((sum, { bytes }) => sum + bytes, 0);
      return {
        ...tree,
        async *open(name) {
          for await (const part of tree.open(name)) {
            done += part.length;
            draw();
            yield part;
          }
        },
      };
    },
    items(count) {
      taken = count;
      draw();
    },
    end: () => stream?.write(eraseLine),
  };
}
