// The one way an embedder fails. Its readers are the index, which tries again later, and the search, which goes on with keywords.

/** No vectors could be had. The message names the model and the remedy, and holds no secret. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
}
