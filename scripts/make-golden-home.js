// Makes a home with an installed version of the program, for test/upgrade: a note, a reminder, a conversation, something
// undone and something forgotten. Run it once with each version that changes the schema of the state, and keep the file:
//   node scripts/make-golden-home.js /path/to/that/version/dist/main.js test/upgrade/schema-14.tar.gz
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [program, target] = process.argv.slice(2);
if (!program || !target) throw new Error('usage: make-golden-home.js PROGRAM TARGET');

const config = `timezone = "UTC"
[provider]
primary = "offline"
[memory.embedding]
model = "none"
`;

const lines = [
  'remember that Anna is allergic to hazelnuts',
  'remind me on 4 May 2096 at 9:00 to call Anna',
  'remember that the shed opens with oak-leaf',
  '/forget oak-leaf',
  '/forget yes f1',
  'what do I know about Anna?',
  'remember that the cat is called Minka',
];

const home = mkdtempSync(path.join(tmpdir(), 'golden-home-'));
writeFileSync(path.join(home, 'config.toml'), config, { mode: 0o600 });
const said = execFileSync(process.execPath, [path.resolve(program), 'start'], {
  cwd: home,
  input: `${lines.join('\n')}\n`,
  env: { PATH: process.env['PATH'], HOME: home, TZ: 'UTC' },
  encoding: 'utf8',
  stdio: ['pipe', 'pipe', 'ignore'],
});
process.stdout.write(said);
execFileSync('tar', [
  '-czf',
  path.resolve(target),
  '--owner=0',
  '--group=0',
  '-C',
  home,
  'config.toml',
  'memory',
  'state',
]);
rmSync(home, { recursive: true });
