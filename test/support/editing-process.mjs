// A process that edits a vault as people and programs do, at random: `editing-process.mjs DIR SEED`. For each line on its standard
// input it makes some changes and answers with one line of JSON: what one note says now, and a word that no note says any more.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [, , dir, seed] = process.argv;
let state = Number(seed);
const random = (below) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const folders = ['', 'a', 'a/b', 'c', 'c/d/e'];
/** What each note says: its path and its words. */
const notes = new Map();
const gone = [];
let words = 0;

const full = (name) => path.join(dir, name);
const word = () => `w${seed}x${(words += 1)}q`;
const some = () => [...notes.keys()][random(notes.size)];
const newName = () => path.posix.join(folders[random(folders.length)], `n${random(40)}.md`);
const lose = (name) => {
  gone.push(...(notes.get(name) ?? []));
  notes.delete(name);
};
const text = (said) => said.map((one) => `- ${one}\n`).join('');

function write(name) {
  lose(name);
  const said = [word()];
  mkdirSync(path.dirname(full(name)), { recursive: true });
  writeFileSync(full(name), text(said));
  notes.set(name, said);
}

function moveBelow(from, to) {
  for (const [name, said] of notes) {
    if (!name.startsWith(`${from}/`)) continue;
    notes.delete(name);
    notes.set(`${to}${name.slice(from.length)}`, said);
  }
}

const changes = [
  () => write(newName()),
  () => write(newName()),
  function append() {
    const name = some();
    const said = word();
    appendFileSync(full(name), `- ${said}\n`);
    notes.get(name).push(said);
  },
  function saveAsAnEditorDoes() {
    const name = some();
    lose(name);
    const said = [word()];
    writeFileSync(`${full(name)}~`, text(said));
    renameSync(`${full(name)}~`, full(name));
    notes.set(name, said);
  },
  function sameSizeAndTime() {
    const name = some();
    const { atime, mtime } = statSync(full(name));
    lose(name);
    const said = [word()];
    writeFileSync(full(name), text(said));
    utimesSync(full(name), atime, mtime);
    notes.set(name, said);
  },
  function remove() {
    if (notes.size < 5) return;
    const name = some();
    rmSync(full(name));
    lose(name);
  },
  function rename() {
    const [from, to] = [some(), newName()];
    if (from === to) return;
    const said = notes.get(from);
    lose(to);
    mkdirSync(path.dirname(full(to)), { recursive: true });
    renameSync(full(from), full(to));
    notes.delete(from);
    notes.set(to, said);
  },
  function moveFolder() {
    const folder = ['a', 'a/b', 'c/d'][random(3)];
    if (!readdirSync(dir, { recursive: true }).includes(folder)) return;
    renameSync(full(folder), full('moved'));
    moveBelow(folder, 'moved');
    if (random(2) === 0) return writeBack();
    mkdirSync(full(folder), { recursive: true });
    write(`${folder}/n1.md`);
    writeBack();
  },
  function checkout() {
    for (let i = 0; i < 20; i += 1) write(newName());
  },
  function removeFolder() {
    const folder = folders[1 + random(folders.length - 1)];
    rmSync(full(folder), { recursive: true, force: true });
    for (const name of notes.keys()) if (name.startsWith(`${folder}/`)) lose(name);
  },
];

/** So that the next move of a folder has somewhere to go. */
function writeBack() {
  const to = `kept${(words += 1)}`;
  renameSync(full('moved'), full(to));
  moveBelow('moved', to);
  if (random(4) > 0) {
    rmSync(full(to), { recursive: true });
    for (const name of notes.keys()) if (name.startsWith(`${to}/`)) lose(name);
  }
}

for await (const _ of createInterface({ input: process.stdin })) {
  while (notes.size < 3) write(newName());
  for (let i = random(4); i >= 0; i -= 1) {
    while (notes.size < 3) write(newName());
    changes[random(changes.length)]();
  }
  while (notes.size < 1) write(newName());
  const name = some();
  const said = notes.get(name);
  const line = {
    path: name,
    word: said[random(said.length)],
    gone: gone[random(gone.length)] ?? 'nothing',
    notes: notes.size,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
