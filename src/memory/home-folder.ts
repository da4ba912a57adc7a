// The memory folder itself: whether it is there. One that was there and is gone (moved, or its disk is not mounted) is never taken for
// an empty memory, and never made anew.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { codeOf } from '../base/errors.ts';
import { isAnotherFolder, rememberFolder } from './known-folder.ts';
import { NoteError, noteProblem } from './note-problem.ts';

/** Whether the memory folder may be made: where there is an index there was one, and a disk that is not mounted is no empty memory. */
export const isFirstOpening = (indexFile: string): boolean => !existsSync(indexFile);

export class HomeFolder {
  readonly #dir: string;
  /** Of the disk that it lay on when it was last there; null where it never was. */
  #device: number | null = null;
  #wasThere: boolean;
  #isAway = false;
  readonly #onReturn: () => void;
  readonly #indexFile: string | null;
  /** Whether it is looked at once more if it is the folder that was indexed. */
  #isDoubtful = true;

  /**
   * @param options.indexFile by which a folder is known that was there before this process began
   * @param options.onReturn called when it is there again, perhaps as another one
   */
  constructor(
    dir: string,
    { wasThere, indexFile, onReturn }: { wasThere: boolean; indexFile: string | null; onReturn: () => void },
  ) {
    this.#dir = dir;
    this.#wasThere = wasThere || (indexFile !== null && existsSync(indexFile));
    this.#indexFile = indexFile;
    this.#onReturn = onReturn;
    try {
      this.isThere();
    } catch {
      // Whoever needs it is told why it can't be used.
    }
  }

  /**
   * @returns false where it never was there
   * @throws NoteError where it is gone, or may not be read
   */
  isThere(): boolean {
    const stat = this.#stat();
    if (stat === null && !this.#wasThere) return false;
    if (stat === null) return this.#away('absent_folder');
    if (!stat.isDirectory()) return this.#away('no_folder');
    if (!this.#mayRead()) return this.#away('forbidden_folder');
    this.#requireIndexed();
    // A mount point whose disk is not mounted is an empty folder of another disk. One with notes is another memory, put there.
    if (this.#device !== null && stat.dev !== this.#device && isEmpty(this.#dir)) return this.#away('absent_folder');
    this.#device = stat.dev;
    this.#wasThere = true;
    if (this.#isAway) this.#onReturn();
    this.#isAway = false;
    return true;
  }

  /** Notes the folder as it is, for the next start. */
  remember(paths: Iterable<string>): void {
    if (this.#indexFile !== null) rememberFolder(this.#dir, this.#indexFile, paths);
  }

  #requireIndexed(): void {
    if (this.#indexFile !== null && this.#isDoubtful && isAnotherFolder(this.#dir, this.#indexFile))
      this.#away('other_folder', this.#indexFile);
    this.#isDoubtful = false;
  }

  #stat() {
    try {
      return statSync(this.#dir);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EACCES') return this.#away('forbidden_folder');
      if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code ?? '')) return null;
      // A disk that fails, or a server that does not answer.
      return this.#away('absent_folder');
    }
  }

  #mayRead(): boolean {
    try {
      accessSync(this.#dir, constants.R_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }

  #away(kind: keyof typeof reasons, detail = ''): never {
    this.#isAway = true;
    throw new NoteError(noteProblem(kind, this.#dir, detail), reasons[kind](this.#dir, detail), 'away');
  }
}

/** What is hidden is no note, and the version history of the notes is. */
const isEmpty = (dir: string): boolean => readdirSync(dir).every((name) => name.startsWith('.'));

const reasons = {
  absent_folder: (dir: string) =>
    `The memory folder ${dir} is not there: it was moved, or its disk is not mounted. Nothing can be saved or found until it is back at that place, or you make an empty one there.`,
  other_folder: (dir: string, indexFile: string) =>
    `The memory folder ${dir} holds none of the notes that were in it: its disk is not mounted, or another folder lies at its place. Nothing can be saved or found until it is back. If this folder is to be the memory from now on, remove ${indexFile} and start Scrubjay again.`,
  no_folder: (dir: string) =>
    `The memory folder ${dir} is no folder any more. Nothing can be saved or found until it is back at that place.`,
  forbidden_folder: (dir: string) =>
    `The memory folder ${dir} may not be read by this program. Nothing can be found until it may be read.`,
};
