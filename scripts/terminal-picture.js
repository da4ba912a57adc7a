// Draws docs/terminal.svg: the transcript of README.md as a terminal shows it. `node scripts/terminal-picture.js`
import { readFileSync, writeFileSync } from 'node:fs';

const [, transcript = ''] = /```text\n([^`]*)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
const lines = transcript.trimEnd().split('\n');
const lineHeight = 21;
const margin = 18;
const characterWidth = 8.43;
const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * characterWidth) + 2 * margin;
const height = lines.length * lineHeight + 2 * margin + 22;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const rows = lines.map((line, index) => {
  const colour = line.startsWith('> ') ? '#8bd5ff' : line.startsWith('Saved:') ? '#a6e3a1' : '#d8dee9';
  const y = margin + 22 + (index + 0.75) * lineHeight;
  return `  <text x="${margin}" y="${y}" fill="${colour}" xml:space="preserve">${escaped(line)}</text>`;
});
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (colour, index) => `  <circle cx="${margin + 6 + index * 18}" cy="16" r="5.5" fill="${colour}"/>`,
);
writeFileSync(
  'docs/terminal.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A conversation with Scrubjay in a terminal"
  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
  <rect width="${width}" height="${height}" rx="8" fill="#1e222a"/>
${[...dots, ...rows].join('\n')}
</svg>
`,
);
