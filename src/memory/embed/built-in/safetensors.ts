// Reads weights from the safetensors format: a length, a JSON table of tensors, then their bytes. Floats of 16 and 32 bits,
// and integers of 8 bits with one scale a row beside them.
import { z } from 'zod';

export interface Tensor {
  /** Row-major. Of a tensor of a file they are read anew each time, and not kept. */
  readonly values: Float32Array;
  readonly shape: readonly number[];
}

/** Gives the same object for a name each time. Throws an Error that names the tensor when there is none, or when it holds no floats. */
export type ReadTensor = (name: string) => Tensor;

const tableSchema = z.record(
  z.string(),
  z.looseObject({
    dtype: z.string().optional(),
    shape: z.array(z.number().int().nonnegative()).optional(),
    data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).optional(),
  }),
);

/**
 * Parses the table at once and each tensor when it is asked for. Throws when the bytes are no safetensors file.
 * @param rest has the tensors that this file lacks
 */
export function parseSafetensors(bytes: Buffer, rest?: ReadTensor): ReadTensor {
  const tableLength = Number(bytes.readBigUInt64LE(0));
  const table = tableSchema.parse(JSON.parse(bytes.toString('utf8', 8, 8 + tableLength)));
  const dataStart = 8 + tableLength;
  const kept = new Map<string, Tensor>();
  const find: ReadTensor = (name) => {
    if (rest && !table[name]) return rest(name);
    const { dtype, shape, data_offsets: offsets } = table[name] ?? {};
    if (!dtype || !shape || !offsets) throw new Error(`the weights have no tensor ${name}`);
    const data = bytes.subarray(dataStart + offsets[0], dataStart + offsets[1]);
    const width = widths[dtype];
    if (width === undefined) throw new Error(`tensor ${name} has the type ${dtype}, expected F16, F32 or I8`);
    const count = shape.reduce((product, side) => product * side, 1);
    if (data.length !== count * width) throw new Error(`tensor ${name} is cut short`);
    return {
      shape,
      get values() {
        if (dtype === 'I8') return scaledRows(data, count, read(scalesOf(name)).values);
        return dtype === 'F16' ? halves(data) : singles(data);
      },
    };
  };
  const read: ReadTensor = (name) => {
    const tensor = kept.get(name) ?? find(name);
    kept.set(name, tensor);
    return tensor;
  };
  return read;
}

const widths: Readonly<Record<string, number>> = { I8: 1, F16: 2, F32: 4 };

/** The tensor that the rows of another one, of 8-bit integers, are to be multiplied with. */
const scalesOf = (name: string): string => `${name}.scales`;

function scaledRows(data: Buffer, count: number, scales: Float32Array): Float32Array {
  const integers = new Int8Array(data.buffer, data.byteOffset, count);
  const columns = count / scales.length;
  const values = new Float32Array(count);
  for (let row = 0, i = 0; row < scales.length; row += 1) {
    const scale = scales[row] as number;
    for (const end = i + columns; i < end; i += 1) values[i] = (integers[i] as number) * scale;
  }
  return values;
}

function halves(data: Buffer): Float32Array {
  const values = new Float32Array(data.length / 2);
  const codes = new Uint16Array(aligned(data));
  for (let i = 0; i < codes.length; i += 1) values[i] = numberOfHalf[codes[i] as number] as number;
  return values;
}

/** The number of each of the 65,536 halves: millions of weights are looked up, not worked out. */
const numberOfHalf = Float32Array.from({ length: 2 ** 16 }, (_, half) => halfToNumber(half));

const singles = (data: Buffer): Float32Array => new Float32Array(aligned(data));

/** A copy that begins where typed arrays may begin. They are little-endian, as the format is, wherever Node.js runs with this runtime. */
const aligned = (data: Buffer): ArrayBuffer => new Uint8Array(data).buffer;

/** IEEE 754 binary16: one sign bit, five of exponent (bias 15), ten of fraction. Node 20 has no Float16Array. */
export function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
