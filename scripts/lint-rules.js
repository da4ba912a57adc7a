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

export default { meta: { name: 'scrubjay' }, rules: { 'no-spread-argument': noSpreadArgument } };
