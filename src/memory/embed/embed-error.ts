// The one way an embedder fails. Its readers are the index, which tries again later, and the search, which goes on with keywords.

/** No vectors could be had. The message names the model and the remedy, and holds no secret. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  /** `texts`: the model answers, but not to these; others may go well. */
  readonly blames: 'model' | 'texts';

  constructor(message: string, { blames = 'model' }: { blames?: 'model' | 'texts' } = {}) {
    super(message);
    this.blames = blames;
  }
}
