// The packages that come with the program, built in or installed beside it, and their licences: docs/licences.md. `--check` says
// whether that page is current. `pack` writes what goes into a package: the texts of the licences, and the same list as a CycloneDX
// document (SBOM), made by npm and without what differs from run to run.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Licences that ask for no more than to be named. Anything else is looked at by a person first. */
const allowed =
  /^\(?(?:(?:MIT|ISC|0BSD|Apache(?:-2\.0)?|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense|WTFPL)(?: OR )?)+\)?$/;
const page = 'docs/licences.md';
const packedFiles = { sbom: 'sbom.cdx.json', texts: 'third-party-licences.txt' };

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** The packages that the sources import: those that are no dependency are built into dist/. */
function importedPackages() {
  const names = new Set();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\() ?'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g))
      if (manifest.devDependencies[name] !== undefined) names.add(name);
  }
  return names;
}

/** Where npm has put a package that another one needs. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '') return null;
  }
}

function shippedPackages() {
  const queue = [...Object.keys(manifest.dependencies), ...importedPackages()].map((name) => placeOf(name, ''));
  const places = new Set();
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (place === null || places.has(place) || locked[place].link) continue;
    places.add(place);
    const { dependencies = {}, optionalDependencies = {} } = locked[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) queue.push(placeOf(name, place));
  }
  const rows = [...places].map((place) => {
    const { name, version, license } = locked[place];
    const known = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { place, name: name ?? known, version, licence: license ?? 'unknown' };
  });
  const unique = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]));
  return [...unique.values()].toSorted((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

function licencePage(packages) {
  const counts = new Map();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([licence, count]) => `${count} × ${licence}`)
    .join(', ');
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Licences

Scrubjay itself is under the MIT licence. These ${packages.length} packages come with it, built in or installed beside it:
${summary}.

\`npm run licences\` writes this list from the lockfile, and the gate checks that it is current. A package made by \`npm pack\` also
holds the texts of the licences (\`third-party-licences.txt\`) and the list as a CycloneDX document (\`sbom.cdx.json\`).

\`assets/pairs.safetensors\` and \`assets/help.safetensors\` were made of all-MiniLM-L6-v2, which is under Apache-2.0.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function writeTexts(packages) {
  const texts = packages.flatMap(({ place, name, version, licence }) => {
    if (!existsSync(place)) return [];
    const file = readdirSync(place).find((one) => /^(?:licen[cs]e|copying)/i.test(one));
    const text = file === undefined ? `Licence: ${licence}\n` : readFileSync(path.join(place, file), 'utf8');
    return [`${name} ${version}\n${'-'.repeat(40)}\n${text.trim()}\n`];
  });
  writeFileSync(packedFiles.texts, texts.join('\n\n'));
}

function writeSbom(packages) {
  const made = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(made);
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const isShipped = (ref) => shipped.has(ref.split('|')[0]);
  const root = sbom.metadata.component['bom-ref'];
  sbom.metadata.component.name = manifest.name;
  sbom.components = sbom.components.filter((component) => isShipped(component['bom-ref']));
  // What is built in is no tool of the developers.
  for (const component of sbom.components) component.scope = 'required';
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => ref === root || isShipped(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  delete sbom.serialNumber;
  delete sbom.metadata.timestamp;
  writeFileSync(packedFiles.sbom, `${JSON.stringify(sbom, null, 1)}\n`);
}

const packages = shippedPackages();
const refused = packages.filter(({ licence }) => !allowed.test(licence));
for (const { name, licence } of refused)
  process.stderr.write(`${name}: ${licence} is not among the licences that are allowed\n`);
if (refused.length > 0) process.exitCode = 1;
if (process.argv[2] === 'pack') {
  writeSbom(packages);
  writeTexts(packages);
} else if (process.argv[2] !== '--check') writeFileSync(page, licencePage(packages));
else if (readFileSync(page, 'utf8') !== licencePage(packages)) {
  process.stderr.write(`${page} is not current: npm run licences\n`);
  process.exitCode = 1;
}
