// What `npm pack` takes along in the package itself (`prepack`), and puts back afterwards (`postpack`): the embedding runtime
// for this platform, the SBOM and the texts of the licences. Fetched by npm it would run a script that downloads GPU libraries from outside the registry, which fails
// where only a registry can be reached, and bring the libraries of all platforms and 150 MB for browsers; and the `overrides`
// that keep these away count in this repository only, not where the package is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @type {Record<string, (manifest: any, overrides: Record<string, string>) => void>} */
const changes = {
  // Its script is what downloads, and these packages serve that script only.
  'onnxruntime-node': (manifest) => {
    delete manifest.scripts;
    manifest.dependencies = { 'onnxruntime-common': manifest.dependencies['onnxruntime-common'] };
  },
  // With the small packages that `overrides` puts in the place of large ones that texts never need.
  '@xenova/transformers': (manifest, overrides) => {
    delete manifest.scripts;
    for (const name of Object.keys(manifest.dependencies))
      if (overrides[name]) manifest.dependencies[name] = overrides[name];
  },
};

const manifests = [
  'package.json',
  ...Object.keys(changes).map((name) => path.join('node_modules', name, 'package.json')),
];
const keptOf = (manifest) => `${manifest}.kept`;

function restore() {
  for (const manifest of manifests) if (existsSync(keptOf(manifest))) renameSync(keptOf(manifest), manifest);
  for (const made of ['sbom.cdx.json', 'third-party-licences.txt']) rmSync(made, { force: true });
}

function rewrite(manifest, change) {
  const text = readFileSync(manifest, 'utf8');
  const changed = JSON.parse(text);
  change(changed);
  writeFileSync(keptOf(manifest), text);
  writeFileSync(manifest, `${JSON.stringify(changed, null, 2)}\n`);
}

function bundle() {
  restore();
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'slim.js')], { stdio: ['ignore', 2, 2] });
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'licences.js'), 'pack'], { stdio: ['ignore', 2, 2] });
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, change] of Object.entries(changes))
    rewrite(path.join('node_modules', name, 'package.json'), (manifest) => change(manifest, overrides));
  // Not in the repository's own file: npm lets nobody forbid the scripts of a package that is bundled.
  rewrite('package.json', (manifest) => {
    manifest.bundleDependencies = Object.keys(changes);
    for (const name of ['devDependencies', 'overrides', 'allowScripts']) delete manifest[name];
    // The package is built; npm would ask the operator whether this script may run.
    delete manifest.scripts.prepare;
  });
}

if (process.argv[2] === 'restore') restore();
else bundle();
