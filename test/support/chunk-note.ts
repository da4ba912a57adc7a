import { allOf } from '../../src/base/concurrency/cooperative.ts';
import { type ChunkedNote, chunkInSteps } from '../../src/memory/text/chunk.ts';

/** The chunks of a note, at once. */
export const chunkNote = (text: string): ChunkedNote => allOf(chunkInSteps(text));
