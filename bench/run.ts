// Runs one benchmark by name: npm run bench -- kernel
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  embed: () => import('./embed.ts'),
  kernel: () => import('./kernel.ts'),
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Which one? ${Object.keys(benches).join(', ')}`);
  process.exitCode = 2;
}
await bench?.();
