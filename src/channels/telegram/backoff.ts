// How long to wait before the next try, and nothing else.

/** Doubles from `firstMs` to `mostMs`, each time with up to a quarter more by chance so that many don't knock in step. */
export function backoffMs(tries: number, firstMs = 500, mostMs = 30_000): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(tries - 1, 20));
  return Math.round(whole * (1 + Math.random() / 4));
}
