/** For a wait that ends when its condition is met. It is long because a busy machine may be slow. */
export const LONG_WAIT = { timeout: 30_000, interval: 10 } as const;
