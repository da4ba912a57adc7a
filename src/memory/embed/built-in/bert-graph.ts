// BERT as an ONNX graph: token ids and attention mask in, one vector a token out, or, of two texts that are read together, what they are
// to each other. Linear layers and the table of word vectors are 8-bit integers, the rest is float. Pure: weights in, graph out.
import type { OnnxGraph, OnnxNode, OnnxTensor, OnnxValue } from './onnx.ts';
import type { ReadTensor, Tensor } from './safetensors.ts';

export interface BertShape {
  readonly layers: number;
  readonly heads: number;
  readonly hidden: number;
  /** Added to the variance in layer normalisation. */
  readonly epsilon: number;
}

/** Where the mask is 0, this is added to the attention score, so that its softmax is 0. As in the original BERT. */
const maskedScore = -10_000;

/**
 * Builds the graph of `BertModel` without its pooler. Inputs `input_ids` and `attention_mask` (int64, batch × length),
 * output `last_hidden_state` (float32, batch × length × hidden). The token type is 0 throughout.
 */
export const buildBertGraph = (weights: ReadTensor, shape: BertShape): OnnxGraph => buildGraph(weights, shape, false);

/**
 * Builds the graph of a cross-encoder: a further input `token_type_ids`, 0 for the first text of a pair and 1 for the second, and as
 * output `log_odds` (float32, batch × heads). A hidden layer (`pool`) reads the first token and the mean of all; `head` reads that.
 */
export const buildPairGraph = (weights: ReadTensor, shape: BertShape): OnnxGraph => buildGraph(weights, shape, true);

// oxlint-disable-next-line max-lines-per-function -- the layers of a published model, in its order
function buildGraph(weights: ReadTensor, shape: BertShape, ofPairs: boolean): OnnxGraph {
  const nodes: OnnxNode[] = [];
  const constants: OnnxTensor[] = [];

  function node(
    operator: string,
    inputs: readonly string[],
    output: string,
    attributes?: OnnxNode['attributes'],
  ): string {
    nodes.push({ operator, inputs, outputs: [output], ...(attributes ? { attributes } : {}) });
    return output;
  }
  function constant(name: string, values: OnnxTensor['values'], sides: readonly number[]): string {
    constants.push({ name, values, shape: sides });
    return name;
  }
  const floats = (name: string, values: readonly number[]) => constant(name, Float32Array.from(values), []);
  const integers = (name: string, values: readonly number[], sides = [values.length]) =>
    constant(name, BigInt64Array.from(values, BigInt), sides);

  function normalise(input: string, from: string): string {
    const scale = weights(`${from}.weight`);
    const shift = weights(`${from}.bias`);
    return node(
      'LayerNormalization',
      [
        input,
        constant(`${from}.weight`, scale.values, scale.shape),
        constant(`${from}.bias`, shift.values, shift.shape),
      ],
      `${from}.normalised`,
      { axis: -1, epsilon: shape.epsilon },
    );
  }

  /** input × weight + bias. The input's scale is found at run time, the weight's are one a column. */
  function linear(input: string, name: string, weight: Tensor, bias: Float32Array): string {
    const [outputs = 0, inputs = 0] = weight.shape;
    const columns = once(quantisedColumns, weight, () => quantiseColumns(weight));
    const [quantised, scale, zero] = [`${name}.quantised`, `${name}.scale`, `${name}.zero`];
    nodes.push({ operator: 'DynamicQuantizeLinear', inputs: [input], outputs: [quantised, scale, zero] });
    const sum = node(
      'MatMulInteger',
      [quantised, constant(`${name}.weight`, columns.values, [inputs, outputs]), zero],
      `${name}.sum`,
    );
    const scales = node('Mul', [scale, constant(`${name}.weight_scales`, columns.scales, [outputs])], `${name}.scales`);
    const product = node('Mul', [node('Cast', [sum], `${name}.float`, { to: 1 }), scales], `${name}.product`);
    return node('Add', [product, constant(`${name}.bias`, bias, [outputs])], `${name}.output`);
  }

  function embedding(): string {
    const words = weights('embeddings.word_embeddings.weight');
    const [size = 0] = words.shape;
    const rows = once(quantisedRows, words, () => quantiseRows(words));
    const values = node('Gather', [constant('words', rows.values, words.shape), 'input_ids'], 'words.rows', {
      axis: 0,
    });
    const scales = node('Gather', [constant('words.scales', rows.scales, [size, 1]), 'input_ids'], 'words.row_scales', {
      axis: 0,
    });
    const word = node('Mul', [node('Cast', [values], 'words.float', { to: 1 }), scales], 'words.vectors');

    const table = positions(weights);
    const sides = node('Shape', ['input_ids'], 'input.shape');
    const length = node('Slice', [sides, integers('one', [1]), integers('two', [2])], 'input.length');
    const position = node(
      'Slice',
      [constant('positions', table.values, table.shape), integers('zero', [0]), length],
      'positions.vectors',
    );
    const sum = node('Add', [word, position], 'embeddings.sum');
    return normalise(ofPairs ? node('Add', [sum, types()], 'embeddings.typed') : sum, 'embeddings.LayerNorm');
  }

  /** What token type 1 has that type 0 has not, where a token is of type 1. */
  function types(): string {
    const { values } = weights('embeddings.token_type_embeddings.weight');
    const { hidden: width } = shape;
    const difference = values.slice(width, 2 * width).map((x, i) => x - (values[i] as number));
    const type = node(
      'Cast',
      [node('Unsqueeze', ['token_type_ids', integers('types.axis', [2])], 'types.wide')],
      'types',
      {
        to: 1,
      },
    );
    return node('Mul', [type, constant('types.difference', difference, [width])], 'types.vectors');
  }

  function pairHead(vectors: string): string {
    const there = node(
      'Cast',
      [node('Unsqueeze', ['attention_mask', integers('places.axis', [2])], 'places.wide')],
      'places',
      { to: 1 },
    );
    const along = integers('length.axis', [1]);
    const sum = node('ReduceSum', [node('Mul', [vectors, there], 'mean.kept'), along], 'mean.sum', { keepdims: 0 });
    const mean = node('Div', [sum, node('ReduceSum', [there, along], 'mean.count', { keepdims: 0 })], 'mean');
    const first = node('Gather', [vectors, integers('first', [0], [])], 'first.vector', { axis: 1 });
    const both = node('Concat', [first, mean], 'first.and.mean', { axis: -1 });
    const pooled = linear(both, 'pool', weights('pool.weight'), weights('pool.bias').values);
    const head = weights('head.weight');
    const bias = weights('head.bias');
    const turned = transposed(head);
    return node(
      'Add',
      [
        node(
          'MatMul',
          [node('Tanh', [pooled], 'pool.tanh'), constant('head.weight', turned.values, turned.shape)],
          'head',
        ),
        constant('head.bias', bias.values, bias.shape),
      ],
      'log_odds',
    );
  }

  function attention(input: string, layer: string, mask: string): string {
    const { heads, hidden } = shape;
    const joined = linear(
      input,
      `${layer}.attention.self`,
      ...once(joinedLayers, weights(`${layer}.attention.self.query.weight`), () =>
        queryKeyValue(weights, `${layer}.attention.self`, hidden / heads),
      ),
    );
    const parts = ['query', 'key', 'value'].map((part) => `${layer}.${part}`);
    nodes.push({ operator: 'Split', inputs: [joined], outputs: parts, attributes: { axis: 2 } });
    const [query = '', key = '', value = ''] = parts.map((part, i) =>
      node('Transpose', [node('Reshape', [part, 'heads.apart'], `${part}.heads`)], `${part}.turned`, {
        // The key is laid out as hidden × length, ready to be multiplied with.
        perm: i === 1 ? [0, 2, 3, 1] : [0, 2, 1, 3],
      }),
    );
    const scores = node('Add', [node('MatMul', [query, key], `${layer}.scores`), mask], `${layer}.masked`);
    const mixed = node(
      'MatMul',
      [node('Softmax', [scores], `${layer}.weights`, { axis: -1 }), value],
      `${layer}.mixed`,
    );
    const together = node(
      'Reshape',
      [node('Transpose', [mixed], `${layer}.back`, { perm: [0, 2, 1, 3] }), 'heads.together'],
      `${layer}.joined`,
    );
    const from = `${layer}.attention.output`;
    const output = linear(
      together,
      `${from}.dense`,
      weights(`${from}.dense.weight`),
      weights(`${from}.dense.bias`).values,
    );
    return normalise(node('Add', [output, input], `${from}.residual`), `${from}.LayerNorm`);
  }

  /** gelu(x) = x/2 · (1 + erf(x/√2)) */
  function gelu(input: string, layer: string): string {
    const error = node('Erf', [node('Div', [input, 'sqrt2'], `${layer}.divided`)], `${layer}.erf`);
    const product = node('Mul', [input, node('Add', [error, 'one.float'], `${layer}.erf1`)], `${layer}.gelu2`);
    return node('Mul', [product, 'half'], `${layer}.gelu`);
  }

  function feedForward(input: string, layer: string): string {
    const [inner, outer] = [`${layer}.intermediate.dense`, `${layer}.output.dense`];
    const wide = gelu(linear(input, inner, weights(`${inner}.weight`), weights(`${inner}.bias`).values), layer);
    const output = linear(wide, outer, weights(`${outer}.weight`), weights(`${outer}.bias`).values);
    return normalise(node('Add', [output, input], `${layer}.output.residual`), `${layer}.output.LayerNorm`);
  }

  // In a Reshape 0 keeps the side of the input.
  integers('heads.apart', [0, 0, shape.heads, shape.hidden / shape.heads]);
  integers('heads.together', [0, 0, shape.hidden]);
  floats('sqrt2', [Math.SQRT2]);
  floats('half', [0.5]);
  floats('one.float', [1]);
  const wide = node('Unsqueeze', ['attention_mask', integers('mask.axes', [1, 2])], 'mask.wide');
  const absent = node('Sub', ['one.float', node('Cast', [wide], 'mask.float', { to: 1 })], 'mask.absent');
  const mask = node('Mul', [absent, floats('masked', [maskedScore])], 'mask.scores');

  let hidden = embedding();
  for (let i = 0; i < shape.layers; i += 1) {
    const layer = `encoder.layer.${i}`;
    hidden = feedForward(attention(hidden, layer, mask), layer);
  }
  const inputs = ['input_ids', 'attention_mask', ...(ofPairs ? ['token_type_ids'] : [])];
  const output: OnnxValue = ofPairs
    ? { name: pairHead(hidden), type: 'float32', shape: ['batch', 'heads'] }
    : {
        name: node('Identity', [hidden], 'last_hidden_state'),
        type: 'float32',
        shape: ['batch', 'length', shape.hidden],
      };
  return {
    name: ofPairs ? 'pairs' : 'bert',
    nodes,
    constants,
    inputs: inputs.map((name) => ({ name, type: 'int64', shape: ['batch', 'length'] })),
    outputs: [output],
  };
}

/** What is made of a tensor that several graphs have in common is made once. */
function once<Made>(kept: WeakMap<Tensor, Made>, tensor: Tensor, make: () => Made): Made {
  const made = kept.get(tensor) ?? make();
  kept.set(tensor, made);
  return made;
}

interface Quantised {
  values: Int8Array;
  scales: Float32Array;
}

const quantisedRows = new WeakMap<Tensor, Quantised>();
const quantisedColumns = new WeakMap<Tensor, Quantised>();
/** By the weight of the query. */
const joinedLayers = new WeakMap<Tensor, readonly [Tensor, Float32Array]>();

function transposed({ values, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      turned[column * rows + row] = values[row * columns + column] as number;
  return { values: turned, shape: [columns, rows] };
}

/** The three projections as one, so that their common input is quantised and read once. 1/√width of the attention goes into the query. */
function queryKeyValue(weights: ReadTensor, from: string, headWidth: number): [Tensor, Float32Array] {
  const scale = 1 / Math.sqrt(headWidth);
  const parts = ['query', 'key', 'value'].map((part) => {
    const weight = weights(`${from}.${part}.weight`);
    const bias = weights(`${from}.${part}.bias`);
    const factor = part === 'query' ? scale : 1;
    return {
      weight: weight.values.map((x) => x * factor),
      bias: bias.values.map((x) => x * factor),
      shape: weight.shape,
    };
  });
  const [rows = 0, columns = 0] = parts[0]?.shape ?? [];
  return [
    { values: joinFloats(parts.map(({ weight }) => weight)), shape: [3 * rows, columns] },
    joinFloats(parts.map(({ bias }) => bias)),
  ];
}

/** The vectors of the positions, each with that of token type 0 already added. */
function positions(weights: ReadTensor): Tensor {
  const { values, shape } = weights('embeddings.position_embeddings.weight');
  const { values: types } = weights('embeddings.token_type_embeddings.weight');
  const [, width = 0] = shape;
  return { values: values.map((x, i) => x + (types[i % width] ?? 0)), shape };
}

function joinFloats(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Quantises each row by its own largest magnitude: value ≈ int8 · scale of the row. @param largestOf of a row; else its largest value's */
function quantiseRows({ values, shape }: Tensor, largestOf: (row: Float32Array) => number = largestValue): Quantised {
  const [rows = 0, columns = 0] = shape;
  const quantised = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    const scale = largestOf(values.subarray(start, start + columns)) / 127 || 1;
    scales[row] = scale;
    for (let i = start; i < start + columns; i += 1) quantised[i] = Math.round((values[i] as number) / scale);
  }
  return { values: quantised, scales };
}

function largestValue(row: Float32Array): number {
  let largest = 0;
  for (const value of row) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/**
 * The largest of the values and of the sums of two that stand side by side. Processors without instructions of their own for
 * 8-bit networks (AMD before Zen 4, Intel before Ice Lake) add the products of two neighbours in 16 bits and cut what is larger:
 * by their largest value alone, vectors of the same text had a cosine of .992 on such a machine and another. An input is at
 * most 255, so that weights whose sum is at most 128 never come to 2^15.
 */
function largestOfPairs(row: Float32Array): number {
  let largest = largestValue(row);
  for (let i = 1; i < row.length; i += 1)
    largest = Math.max(largest, Math.abs((row[i - 1] as number) + (row[i] as number)));
  return largest;
}

/** A linear layer's weight comes as outputs × inputs and leaves as inputs × outputs, with one scale an output. */
function quantiseColumns(weight: Tensor): Quantised {
  const [outputs = 0, inputs = 0] = weight.shape;
  const { values, scales } = quantiseRows(weight, largestOfPairs);
  const turned = new Int8Array(values.length);
  for (let output = 0; output < outputs; output += 1) {
    for (let input = 0; input < inputs; input += 1)
      turned[input * outputs + output] = values[output * inputs + input] as number;
  }
  return { values: turned, scales };
}
