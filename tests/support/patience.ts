/** For a wait that ends when its condition holds: on a busy machine that takes its time, and how much proves nothing. */
export const PATIENTLY = { timeout: 30_000, interval: 10 } as const;
