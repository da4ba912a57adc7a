// Every regular expression of the sources must take linear time on any text, or be listed as a reviewed exception.
//   node scripts/check-patterns.js            checks; a pattern that was found linear before is looked up
//   node scripts/check-patterns.js --write    checks what is new and writes it down
//   node scripts/check-patterns.js --all      checks everything anew
// Found by `recheck`, whose search takes seconds for some patterns: what it found is kept in patterns.json, by pattern.
// An exception names its pattern (or, for one that is built at run time, its expression), why its input is bounded or
// cannot be written by others, and the test that holds it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const { check } = await import('recheck');

const file = 'scripts/patterns.json';
const known = JSON.parse(readFileSync(file, 'utf8'));
const mode = process.argv[2];
const exceptions = new Map(known.exceptions.map((entry) => [`${entry.file} ${entry.pattern}`, entry]));
const linear = new Set(mode === '--all' ? [] : known.linear);

/** All regular expressions below `src`, with what is built at run time as `built`. */
function findPatterns() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { encoding: 'utf8' });
  const found = [];
  for (const path of files.split('\n').filter((name) => name.endsWith('.ts') && existsSync(name))) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.push({
          path,
          line,
          pattern: node.text,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        found.push({ path, line, pattern: node.getText().replaceAll(/\s+/g, ' '), built: true });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const patterns = findPatterns();
const problems = [];
const used = new Set();
for (const { path, line, pattern, source, flags, built } of patterns) {
  const exception = exceptions.get(`${path} ${pattern}`);
  if (exception) {
    used.add(exception);
    if (!exception.why || !existsSync(exception.test))
      problems.push(`${path}:${line} the exception for ${pattern} needs a reason and a test that exists`);
    continue;
  }
  if (built) {
    problems.push(
      `${path}:${line} ${pattern} is built at run time: list it under "exceptions" with its reason and its test`,
    );
    continue;
  }
  if (linear.has(pattern)) continue;
  const { status, complexity, attack } = await check(source, flags, { timeout: 60_000 });
  if (status === 'safe') linear.add(pattern);
  else
    problems.push(
      `${path}:${line} ${pattern} ${complexity?.summary ?? status}${attack ? `, for example on ${attack.pattern}` : ''}`,
    );
}
for (const entry of known.exceptions)
  if (!used.has(entry)) problems.push(`${file} lists an exception that no source has: ${entry.file} ${entry.pattern}`);

if (mode === '--write' || mode === '--all') {
  const inUse = new Set(patterns.map(({ pattern }) => pattern));
  const sorted = [...linear].filter((pattern) => inUse.has(pattern)).toSorted((a, b) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ exceptions: known.exceptions, linear: sorted }, null, 2)}\n`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${patterns.length} patterns, ${used.size} exceptions, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
