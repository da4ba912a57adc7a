// A plot with logarithmic axes as SVG, readable on light and dark paper. Pure.

export interface Plot {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly { name: string; points: readonly (readonly [x: number, y: number])[]; dashed?: boolean }[];
}

const width = 720;
const height = 420;
const margin = { left: 70, right: 130, top: 50, bottom: 60 };
const colours = ['#2b6cb0', '#c05621', '#718096', '#2f855a'];

export function drawPlot({ title, xLabel, yLabel, series }: Plot): string {
  const points = series.flatMap((one) => one.points);
  const scaleOf = (values: readonly number[], from: number, to: number) => {
    const first = Math.floor(Math.log10(Math.min(...values)));
    const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
    return {
      at: (value: number): number => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
      ticks: Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i)),
    };
  };
  const x = scaleOf(
    points.map(([value]) => value),
    margin.left,
    width - margin.right,
  );
  const y = scaleOf(
    points.map(([, value]) => value),
    height - margin.bottom,
    margin.top,
  );
  const label = (text: string, left: number, top: number, rest = ''): string =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}"${rest}>${escaped(text)}</text>`;
  const grid = [
    ...x.ticks.map((tick) => `<path d="M${x.at(tick).toFixed(1)} ${margin.top}V${height - margin.bottom}"/>`),
    ...y.ticks.map((tick) => `<path d="M${margin.left} ${y.at(tick).toFixed(1)}H${width - margin.right}"/>`),
  ];
  const ticks = [
    ...x.ticks.map((tick) =>
      label(tick.toLocaleString('en'), x.at(tick), height - margin.bottom + 20, ' text-anchor="middle"'),
    ),
    ...y.ticks.map((tick) => label(tick.toLocaleString('en'), margin.left - 8, y.at(tick) + 4, ' text-anchor="end"')),
  ];
  const curves = series.map((one, i) => {
    const colour = colours[i % colours.length] ?? '#000';
    const places = one.points.map(([a, b]) => `${x.at(a).toFixed(1)} ${y.at(b).toFixed(1)}`);
    const dots = one.dashed
      ? ''
      : one.points
          .map(
            ([a, b]) =>
              `<circle cx="${x.at(a).toFixed(1)}" cy="${y.at(b).toFixed(1)}" r="3.5" fill="${colour}"><title>${b.toPrecision(3)}</title></circle>`,
          )
          .join('');
    const [lastX, lastY] = one.points.at(-1) ?? [1, 1];
    const name = label(one.name, x.at(lastX) + 10, y.at(lastY) + 4, ` fill="${colour}"`);
    return `<path d="M${places.join('L')}" fill="none" stroke="${colour}" stroke-width="2"${one.dashed ? ' stroke-dasharray="5 5"' : ''}/>${dots}${name}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<g stroke="#d7dde4" stroke-width="1">${grid.join('')}</g>
<g fill="#4a5568">${ticks.join('')}
${label(title, margin.left, 28, ' font-size="16" font-weight="600"')}
${label(xLabel, (margin.left + width - margin.right) / 2, height - 16, ' text-anchor="middle"')}
${label(yLabel, 18, margin.top - 8)}</g>
${curves.join('\n')}
</svg>
`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
