import { expect, test } from 'vitest';
import { loadBuiltInGraphs } from '../../../src/memory/embed/built-in/files.ts';

const largestInput = 255;
const largestSum = 2 ** 15 - 1;

/** The largest sum of two products of neighbours that a layer can come to, of which some processors keep 16 bits only. */
function largestPairOf(values: Int8Array, [inputs = 0, outputs = 0]: readonly number[]): number {
  let largest = 0;
  for (let input = 1; input < inputs; input += 1)
    for (let output = 0; output < outputs; output += 1) {
      const pair = (values[(input - 1) * outputs + output] ?? 0) + (values[input * outputs + output] ?? 0);
      largest = Math.max(largest, Math.abs(pair));
    }
  return largest * largestInput;
}

const graphs = loadBuiltInGraphs();

test.each([
  ['that makes vectors', 'texts', 24],
  ['that tells what two lines are to each other', 'relation', 25],
  ['that tells whether a line helps with a message', 'help', 25],
] as const)(
  'no layer of the model %s comes to sums that some processors cut, so that it says the same on all',
  async (_, which, count) => {
    const { nodes, constants } = (await graphs)[which];
    const layers = nodes.flatMap(({ operator, inputs }) => (operator === 'MatMulInteger' ? (inputs[1] ?? []) : []));
    const tooLarge = layers.filter((name) => {
      const layer = constants.find((constant) => constant.name === name);
      return !(layer?.values instanceof Int8Array) || largestPairOf(layer.values, layer.shape) > largestSum;
    });
    expect({ layers: layers.length, tooLarge }).toEqual({ layers: count, tooLarge: [] });
  },
);
