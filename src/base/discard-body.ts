/**
 * Discards the body of a response that will not be read, so that its connection is free. It does not wait for that: where
 * the body was cloned, `cancel` resolves only after the other half is cancelled too, which may never happen.
 */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
