// The linter's rules that are this project's own.

const listMethods = new Set(['push', 'unshift', 'splice', 'toSpliced']);

/** `list.push(...items)` and `Math.max(...values)` overflow the stack where others decide how many items there are. */
const noSpreadArgument = {
  meta: { type: 'problem' },
  create: (context) => ({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression') return;
      const isOfMath = callee.object.type === 'Identifier' && callee.object.name === 'Math';
      if (!isOfMath && !listMethods.has(callee.property.name)) return;
      for (const node of given)
        if (node.type === 'SpreadElement')
          context.report({ node, message: 'A long list overflows the stack here: use base/lists.ts.' });
    },
  }),
};

/** A pipe in the place of a database would be waited for: see base/files/database.ts. */
const noBareDatabase = {
  meta: { type: 'problem' },
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Database') return;
      if (node.arguments[0]?.value === ':memory:' || context.filename.endsWith('src/base/files/database.ts')) return;
      context.report({ node, message: 'Open it by openDatabase (src/base/files/database.ts).' });
    },
  }),
};

export default {
  meta: { name: 'scrubjay' },
  rules: { 'no-spread-argument': noSpreadArgument, 'no-bare-database': noBareDatabase },
};
