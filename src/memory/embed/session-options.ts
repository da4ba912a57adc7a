// How ONNX runtime runs a model here, whichever library starts it.
import type { InferenceSession } from 'onnxruntime-node';

export const sessionOptions = (threads: number): InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  // Else waiting threads burn a processor each while the program does other things.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});
