// A vector times a matrix. The arithmetic is in project.wat; where that can't run, a plain loop gives the same numbers.
import { growTo, projectWasm } from './wasm.ts';

/** @returns one number a row of the matrix, to be read at once */
export type Projector = (vector: Float32Array) => Float64Array;

const rowsPerBlock = 16;

/** @param matrix rows × columns, row-major @param simd false takes the plain loop; left out, it is taken only where it must */
export function createProjector(
  matrix: Float32Array,
  columns: number,
  simd: boolean = (matrix.length / columns) % rowsPerBlock === 0 && WebAssembly.validate(projectWasm),
): Projector {
  return simd ? createFastProjector(matrix, columns) : createPlainProjector(matrix, columns);
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  project(vector: number, count: number, matrix: number, out: number, outEnd: number): void;
}

function createFastProjector(matrix: Float32Array, columns: number): Projector {
  const { memory, project } = new WebAssembly.Instance(new WebAssembly.Module(projectWasm))
    .exports as unknown as Exports;
  const rows = matrix.length / columns;
  const outAt = 8 * Math.ceil(columns / 2);
  const matrixAt = outAt + 8 * rows;
  growTo(memory, matrixAt + 8 * matrix.length);
  const blocks = new Float64Array(memory.buffer, matrixAt, matrix.length);
  for (let row = 0; row < rows; row += 1) {
    const within = row % rowsPerBlock;
    for (let column = 0; column < columns; column += 1)
      blocks[(row - within) * columns + column * rowsPerBlock + within] = matrix[row * columns + column] as number;
  }
  const input = new Float32Array(memory.buffer, 0, columns);
  const output = new Float64Array(memory.buffer, outAt, rows);
  return (vector) => {
    input.set(vector);
    project(0, columns, matrixAt, outAt, matrixAt);
    return output;
  };
}

function createPlainProjector(matrix: Float32Array, columns: number): Projector {
  const output = new Float64Array(matrix.length / columns);
  return (vector) => {
    for (let row = 0; row < output.length; row += 1) {
      let sum = 0;
      // As number: indices below the length, and a test in the innermost loop takes as long as the product.
      for (let i = 0, at = row * columns; i < columns; i += 1)
        sum += (matrix[at + i] as number) * (vector[i] as number);
      output[row] = sum;
    }
    return output;
  };
}
