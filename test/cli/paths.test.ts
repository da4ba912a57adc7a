// What a command says where a path leads to something else than it takes: a folder, a pipe, nothing, a place that can't be made.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, createHome } from '../support/daemon.ts';
import { runCommand } from '../support/run-command.ts';

let home: Home;
beforeEach(() => {
  home = createHome('[provider]\nprimary = "offline"\n[memory.embedding]\nmodel = "none"\n');
  mkdirSync(home.memory);
  mkdirSync(path.join(home.folder, 'folder'));
  writeFileSync(path.join(home.folder, 'plain'), 'words');
  writeFileSync(path.join(home.folder, 'empty'), '');
  writeFileSync(path.join(home.folder, 'empty.zip'), '');
  writeFileSync(path.join(home.folder, 'broken.json'), '{bad');
  symlinkSync('memory', path.join(home.folder, 'link'));
  execFileSync('mkfifo', [path.join(home.folder, 'pipe')]);
});
afterEach(() => home.close());

test.each([
  [
    'restore folder',
    /folder is a folder\. `scrubjay restore` takes the file that `scrubjay backup` writes\..*`scrubjay import` takes the notes in its folder "memory"/,
  ],
  ['restore pipe', /pipe is a pipe or a device, and not a file\. `scrubjay restore` takes/],
  ['restore empty', /empty is empty\. `scrubjay restore` takes/],
  ['restore plain', /no whole backup of Scrubjay: .*Nothing was restored/],
  ['restore nothing', /There is no .*nothing\./],
  ['restore plain/x', /plain\/x can't be read: ENOTDIR/],
  ['import empty', /empty is empty\./],
  ['import empty.zip', /empty\.zip is no whole zip archive/],
  ['import pipe', /pipe is neither a file nor a folder/],
  ['import broken.json', /: broken\.json is not JSON/],
  ['export plain', /plain is no folder, or lies in none\. Give the path of a new folder/],
  ['export pipe', /pipe is no folder, or lies in none/],
  ['export plain/x', /plain\/x is no folder, or lies in none/],
  ['export plain/x.tar.gz', /plain is no folder\. Choose another place for x\.tar\.gz/],
  ['export nowhere/x.tar.gz', /There is no folder .*nowhere to write into\. Make it first: mkdir -p .*nowhere/],
  ['export memory', /memory lies among the notes, in .*memory\. Choose a place outside of it/],
  ['export memory/copy', /copy lies among the notes/],
  ['export link/copy.tar.gz', /copy\.tar\.gz lies among the notes/],
  ['backup memory/copy.tgz', /copy\.tgz lies among the notes/],
  ['backup link/new/../copy.tgz', /copy\.tgz lies among the notes/],
  ['export state/copy', /copy lies in the program's own folder, .*state\./],
  ['backup state/copy.tgz', /copy\.tgz lies in the program's own folder/],
  ['backup folder', /folder is a folder\. Give the name of a new file/],
  ['backup pipe', /pipe is there already\. Choose another name/],
  ['backup nowhere/x', /There is no folder .*nowhere to write into/],
])(
  '%s says what is there and what to give instead, writes nothing and ends with 1',
  async (line, words) => {
    const before = readdirSync(home.folder, { recursive: true });
    const { code, stdout, stderr } = await runCommand(line.split(' '), home);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/ {4}at /);
    expect(readdirSync(home.folder, { recursive: true })).toEqual(before);
  },
  10_000,
);
