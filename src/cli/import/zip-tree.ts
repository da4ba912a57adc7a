// A zip archive that is imported, read where it lies: nothing is unpacked to the disk. The archive is not trusted:
// names that lead out of it, links, encrypted entries and entries that unpack to far more than they take are left out.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { UserError, messageOf } from '../../base/errors.ts';
import { withoutControls } from '../../base/text/text.ts';
import { type ImportTree, type TreeFile, type TreeLimits, treeLimits } from './tree.ts';

/** Text takes some 3 to 30 times less in an archive; an archive that is made to fill a disk takes 1,000 times less. */
const maxRatio = 200;
/** An entry smaller than this is harmless, whatever its ratio. */
const harmlessBytes = 1024 * 1024;

export interface ZipLimits extends TreeLimits {
  /** The most bytes of all entries together, unpacked. */
  maxBytes: number;
}

const zipLimits: ZipLimits = { ...treeLimits, maxBytes: 64 * 1024 ** 3 };

/** @throws UserError for a file that is no whole zip archive */
export async function openZipTree(file: string, limits = zipLimits): Promise<ImportTree> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // Names are read here: the library gives up at the first that leads outside.
    const zip = await yauzl.fromFdPromise(handle.fd, { lazyEntries: true, autoClose: false, decodeStrings: false });
    const { size } = await handle.stat();
    const { entries, files, skipped } = await listEntries(zip, size, limits);
    return {
      files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      skipped,
      isArchive: true,
      open: (name) => readEntry(zip, entries.get(name)),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw new UserError(`${file} is no whole zip archive: ${messageOf(error).replace(/\.$/, '')}. Download it again.`, {
      cause: error,
    });
  }
}

/** @param size of the archive itself */
async function listEntries(zip: ZipFile, size: number, limits: ZipLimits) {
  const entries = new Map<string, Entry>();
  const files: TreeFile[] = [];
  const skipped = new Set<string>();
  let bytes = 0;
  let packed = 0;
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > limits.maxFiles) {
      skipped.add(`all after the first ${limits.maxFiles} entries: import a smaller archive`);
      break;
    }
    const name = nameOf(entry);
    if (name.endsWith('/')) continue;
    const reason =
      reasonAgainst(entry, name, limits) ??
      (entries.has(name) ? `${shown(name)}: a second file of this name` : null) ??
      (bytes + entry.uncompressedSize > limits.maxBytes ? `${shown(name)}: the archive is too large unpacked` : null) ??
      // Entries that share their bytes unpack to far more than an archive of its size holds.
      (packed + entry.compressedSize > size ? `${shown(name)}: the archive has fewer bytes than it declares` : null);
    if (reason !== null) {
      skipped.add(reason);
      continue;
    }
    bytes += entry.uncompressedSize;
    packed += entry.compressedSize;
    entries.set(name, entry);
    files.push({ name, bytes: entry.uncompressedSize });
  }
  return { entries, files, skipped: [...skipped] };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The bit that says that a name is UTF-8, and the field that repeats a name in UTF-8. */
const [utf8Flag, utf8Field] = [0x8_00, 0x70_75];

/** The zip program of Linux and the one of macOS write names in UTF-8 without saying so; others mean code page 437. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const saysUtf8 = (generalPurposeBitFlag & utf8Flag) !== 0 || extraFields.some(({ id }) => id === utf8Field);
  try {
    if (!saysUtf8) return utf8.decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    // The bytes are no UTF-8.
  }
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

const shown = (name: string): string => withoutControls(name, '');

/** Why an entry is not taken; null for an entry that is taken. */
function reasonAgainst(entry: Entry, name: string, { maxDepth }: TreeLimits): string | null {
  const parts = name.split('/');
  const hidden = parts.findIndex((part) => (part.startsWith('.') && !/^\.\.?$/.test(part)) || part === '__MACOSX');
  if (yauzl.validateFileName(name) !== null || parts.some((part) => part === '' || part === '.' || part === '..'))
    return `${shown(name)}: its name would lie outside of the archive`;
  if (shown(name) !== name) return `${shown(name)}: its name has characters that no file should have`;
  if (hidden >= 0) return `${parts.slice(0, hidden + 1).join('/')}: hidden`;
  if (parts.length > maxDepth) return `${name}: more than ${maxDepth} folders deep`;
  if (!isFile(entry)) return `${name}: not a file`;
  if (entry.isEncrypted()) return `${name}: encrypted; unpack the archive with its password, and import the folder`;
  if (!entry.canDecodeFileData()) return `${name}: packed in a way that this program does not know`;
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > harmlessBytes && uncompressedSize > maxRatio * compressedSize;
  return isBomb ? `${name}: would unpack to more than ${maxRatio} times its size` : null;
}

/** Unix programs put the mode of a file into the upper half of this field, with its kind: a link, a pipe or a device is no file. */
const isFile = ({ externalFileAttributes }: Entry): boolean =>
  [0, 0o100_000].includes((externalFileAttributes >>> 16) & 0o170_000);

/** The library sees to it that an entry unpacks to exactly the size that it declares, but not to its checksum. */
async function* readEntry(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw new Error('it is not in the archive');
  let sum = 0;
  try {
    for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(part, sum);
      yield part;
    }
  } catch (error) {
    throw new Error(`damaged in the archive (${messageOf(error)})`, { cause: error });
  }
  if (sum !== entry.crc32) throw new Error('damaged in the archive (its checksum is wrong)');
}
