// The floors of the house, ground to roof. A file imports its own folder or lower floors; folders on one floor are
// strangers; no cycles. AGENTS.md tells it in prose; this is what `npm run check` holds.
const floors = [
  ['language'],
  ['base'],
  ['memory', 'session', 'models', 'state', 'settings'],
  ['agent'],
  ['tools'],
  ['assistant'],
  ['features', 'channels'],
  ['config'],
  ['app'],
  ['daemon'],
  ['cli'],
  ['command-line'],
  ['main'],
];

const place = (name) => `^src/${name}(/|\\.ts$)`;
const rules = floors.flatMap((rooms, floor) =>
  rooms.map((room) => {
    const above = floors.slice(floor + 1).flat();
    const beside = rooms.filter((other) => other !== room);
    const forbidden = [...above, ...beside].map(place);
    const allowed = room === 'session' ? '^src/models/message\\.ts$' : undefined;
    return {
      name: `floor-${room}`,
      comment: `src/${room} may import its own folder and lower floors only`,
      severity: 'error',
      from: { path: place(room) },
      to: { path: forbidden.length > 0 ? forbidden : ['^$'], ...(allowed ? { pathNot: allowed } : {}) },
    };
  }),
);

// The floors within memory. `query` reads a question and knows no index; `write` is beside them all, on the text of notes.
const memoryFloors = [['text'], ['kernel'], ['embed'], ['store'], ['index'], ['query'], ['rank']];
const memoryPlace = (name) => `^src/memory/${name}/`;
const memoryRules = memoryFloors.flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `floor-memory-${room}`,
    comment: `src/memory/${room} may import its own folder and lower floors of memory only`,
    severity: 'error',
    from: { path: memoryPlace(room) },
    to: {
      path: [
        ...memoryFloors.slice(floor + 1).flat(),
        'write',
        ...(room === 'query' ? ['kernel', 'embed', 'store', 'index'] : []),
      ].map(memoryPlace),
    },
  })),
);
memoryRules.push({
  name: 'floor-memory-write',
  comment: 'src/memory/write may import text only, besides the vault',
  severity: 'error',
  from: { path: memoryPlace('write') },
  to: {
    path: memoryFloors
      .flat()
      .filter((room) => room !== 'text')
      .map(memoryPlace),
  },
});

memoryRules.push({
  name: 'floor-memory-claims',
  comment: 'src/memory/claims reads texts: it may import query and write only',
  severity: 'error',
  from: { path: memoryPlace('claims') },
  to: {
    path: memoryFloors
      .flat()
      .filter((room) => room !== 'query')
      .map(memoryPlace),
  },
});

/** Rooms of one folder that know nothing of another room beside them. */
const inner = (folder, rooms, unknown, comment) => ({
  name: `floor-${folder}-${rooms.join('-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${folder}/(${rooms.join('|')})/` },
  to: { path: `^src/${folder}/(${unknown.join('|')})/` },
});
const innerRules = [
  inner(
    'assistant',
    ['approval', 'context'],
    ['turn'],
    'what needs a tap and what a request holds know nothing of a turn',
  ),
  inner('models', ['offline'], ['vendors'], 'the provider that stands in for a model calls nobody'),
  inner('models', ['vendors'], ['offline'], 'a vendor knows nothing of the provider that stands in for it'),
];

module.exports = {
  forbidden: [
    ...rules,
    ...memoryRules,
    ...innerRules,
    {
      name: 'features-are-strangers',
      comment: 'a feature may import its own folder and lower floors only; app/features.ts brings features together',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'one-way-to-the-memory-folder',
      comment:
        'a vault of the configuration comes from app/memory/memory-folder.ts, which knows whether the folder was there before; an import asks it first',
      severity: 'error',
      from: { path: '^src/(app|daemon|cli)[/.]', pathNot: '^src/(app/memory/memory-folder\\.ts$|cli/import/)' },
      to: { path: '^src/memory/vault\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-tests-in-product', severity: 'error', from: { path: '^src' }, to: { path: '^(test|bench)' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
