// The files in which the terminal keeps words of the person, and how they forget.
import path from 'node:path';
import type { Erasable } from '../../assistant/feature.ts';
import { editFile } from '../../base/files/files.ts';

/** What was typed, a line each, in the state folder. */
export const terminalHistory = 'terminal-history';
/** What waits to be shown, as JSON, in the state folder. */
export const terminalNotices = 'terminal-notices.json';

export const terminalStores = (stateDir: string): Erasable => ({
  async eraseFiles(eraser) {
    await editFile(path.join(stateDir, terminalHistory), (bytes) =>
      Buffer.from(
        bytes
          .toString()
          .split('\n')
          .filter((line) => !eraser.matches(line))
          .join('\n'),
      ),
    );
    await editFile(path.join(stateDir, terminalNotices), (bytes) =>
      Buffer.from(`${eraser.text(bytes.toString().trim())}\n`),
    );
  },
});
