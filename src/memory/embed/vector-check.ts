// What every vector must pass before anyone sees it.
import { EmbedError } from './embed-error.ts';

/**
 * The vector scaled to unit length. Throws EmbedError when it is not of so many dimensions (0: any), has a component that is
 * no finite number, or is zero: such a vector would be stored, and then be at no or at equal distance from everything.
 */
export function unitVector(vector: ArrayLike<number>, dimensions: number, model: string): Float32Array {
  if (vector.length === 0 || (dimensions !== 0 && vector.length !== dimensions)) {
    throw new EmbedError(
      `The embedding model ${model} gave a vector of ${vector.length} dimensions, expected ${dimensions || 'at least one'}.`,
    );
  }
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const x = Number(vector[i]);
    squares += x * x;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length))
    throw new EmbedError(`The embedding model ${model} gave a vector with a component that is not a finite number.`, {
      blames: 'texts',
    });
  if (length === 0) throw new EmbedError(`The embedding model ${model} gave a zero vector.`, { blames: 'texts' });
  const unit = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i += 1) unit[i] = Number(vector[i]) / length;
  return unit;
}
