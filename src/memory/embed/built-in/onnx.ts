// Encodes an ONNX model from plain nodes and tensors. Knows the file format, not what the graph computes.
import { createHash } from 'node:crypto';
import protobuf from 'protobufjs';

// The part of onnx.proto that is written here, with its field numbers. https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
const schema = `
syntax = "proto3";
message Attribute { string name = 1; float f = 2; int64 i = 3; repeated int64 ints = 8; int32 type = 20; }
message Node { repeated string input = 1; repeated string output = 2; string name = 3; string op_type = 4; repeated Attribute attribute = 5; }
message Entry { string key = 1; string value = 2; }
message Tensor { repeated int64 dims = 1; int32 data_type = 2; string name = 8; bytes raw_data = 9; repeated Entry external_data = 13; int32 data_location = 14; }
message Dimension { oneof value { int64 dim_value = 1; string dim_param = 2; } }
message Shape { repeated Dimension dim = 1; }
message TensorType { int32 elem_type = 1; Shape shape = 2; }
message Type { TensorType tensor_type = 1; }
message ValueInfo { string name = 1; Type type = 2; }
message Graph { repeated Node node = 1; string name = 2; repeated Tensor initializer = 5; repeated ValueInfo input = 11; repeated ValueInfo output = 12; }
message OperatorSet { string domain = 1; int64 version = 2; }
message Model { int64 ir_version = 1; string producer_name = 2; Graph graph = 7; repeated OperatorSet opset_import = 8; }
`;

const dataTypes = { float32: 1, int8: 3, int64: 7 } as const;
const attributeTypes = { float: 1, int: 2, ints: 7 } as const;

export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** A list becomes INTS; a number becomes INT, or FLOAT when it is not whole. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | BigInt64Array;
}

/** An input or output of the graph. A text in `shape` names a side that is known only at run time. */
export interface OnnxValue {
  readonly name: string;
  readonly type: keyof typeof dataTypes;
  readonly shape: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

export interface OnnxFiles {
  /** In the order of their graphs. */
  readonly models: readonly Uint8Array[];
  /** The numbers of all large tensors. Empty when they are in the models themselves. */
  readonly data: Uint8Array;
}

/** A tensor of this many bytes or more lies outside of the model's file: the runtime maps it into memory and copies nothing. */
const externalBytes = 4096;
/** Mapped data begins on a page; this is the largest common size of one. */
const pageBytes = 65_536;
const external = 1;

/** The large tensors of several models in one file; what two of them have in common stands there once. */
interface DataFile {
  readonly name: string;
  readonly parts: Uint8Array[];
  /** Where each tensor begins, by the hash of its bytes. */
  readonly offsets: Map<string, number>;
  length: number;
}

/**
 * The bytes of models of IR version 8, operator set 17.
 * @param dataFile the name that the file of their large tensors will have, in the same folder; without it the models hold all themselves
 */
export function encodeOnnx(graphs: readonly OnnxGraph[], dataFile?: string): OnnxFiles {
  const data: DataFile | null =
    dataFile === undefined ? null : { name: dataFile, parts: [], offsets: new Map(), length: 0 };
  const models = graphs.map((graph) => encode(graph, data));
  return { models, data: Buffer.concat(data?.parts ?? []) };
}

function placeIn(data: DataFile, bytes: Uint8Array): number {
  const hash = createHash('sha256').update(bytes).digest('base64');
  const known = data.offsets.get(hash);
  if (known !== undefined) return known;
  const padding = (pageBytes - (data.length % pageBytes)) % pageBytes;
  const offset = data.length + padding;
  data.parts.push(new Uint8Array(padding), bytes);
  data.length = offset + bytes.length;
  data.offsets.set(hash, offset);
  return offset;
}

function place(bytes: Uint8Array, data: DataFile | null): object {
  if (data === null || bytes.length < externalBytes) return { raw_data: bytes };
  const entries = { location: data.name, offset: placeIn(data, bytes), length: bytes.length };
  return {
    data_location: external,
    external_data: Object.entries(entries).map(([key, value]) => ({ key, value: String(value) })),
  };
}

function encode(graph: OnnxGraph, data: DataFile | null): Uint8Array {
  const type = protobuf.parse(schema, { keepCase: true }).root.lookupType('Model');
  return type
    .encode({
      ir_version: 8,
      producer_name: 'scrubjay',
      opset_import: [{ domain: '', version: 17 }],
      graph: {
        name: graph.name,
        node: graph.nodes.map((node) => ({
          name: node.outputs[0],
          op_type: node.operator,
          input: node.inputs,
          output: node.outputs,
          attribute: Object.entries(node.attributes ?? {}).map(([name, value]) => attribute(name, value)),
        })),
        initializer: graph.constants.map(({ name, shape, values }) => ({
          name,
          dims: shape,
          data_type:
            dataTypes[values instanceof Int8Array ? 'int8' : values instanceof Float32Array ? 'float32' : 'int64'],
          // Little-endian by the format, as are the typed arrays of every platform Node runs on with this runtime.
          ...place(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), data),
        })),
        input: graph.inputs.map(valueInfo),
        output: graph.outputs.map(valueInfo),
      },
    })
    .finish();
}

function attribute(name: string, value: number | readonly number[]): object {
  if (typeof value !== 'number') return { name, ints: value, type: attributeTypes.ints };
  return Number.isInteger(value)
    ? { name, i: value, type: attributeTypes.int }
    : { name, f: value, type: attributeTypes.float };
}

const valueInfo = ({ name, type, shape }: OnnxValue): object => ({
  name,
  type: {
    tensor_type: {
      elem_type: dataTypes[type],
      shape: { dim: shape.map((side) => (typeof side === 'number' ? { dim_value: side } : { dim_param: side })) },
    },
  },
});
