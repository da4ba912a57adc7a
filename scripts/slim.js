// Takes the libraries of other platforms out of an install: `npm run slim`. onnxruntime-node brings those of five platforms, 288 MB,
// and npm can't leave any out; of what else is installed only the developers' tools are of use to nobody who runs the program, and
// npm takes those away before this. `npm ci` brings everything back.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const [folder = 'node_modules', platform = process.platform, architecture = process.arch] = process.argv.slice(2);
const libraries = path.join(folder, 'onnxruntime-node/bin');
const folders = (within) => readdirSync(within, { withFileTypes: true }).filter((entry) => entry.isDirectory());

for (const version of folders(libraries)) {
  const platforms = path.join(libraries, version.name);
  const others = folders(platforms)
    .flatMap(({ name }) => folders(path.join(platforms, name)).map((each) => path.join(name, each.name)))
    .filter((name) => name !== path.join(platform, architecture));
  for (const name of others) rmSync(path.join(platforms, name), { recursive: true });
  process.stdout.write(`Taken away: the embedding runtime of ${others.join(', ')}.\n`);
}
