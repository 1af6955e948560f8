import { withoutPlace } from "@storefront/resilience/concurrency-limit";
import { guarded } from "@storefront/resilience/guarded";
import { LIMITS } from "~server/limits";
import { count, readCount, countRateLimited } from "~server/store/rate-limit";
import { accountKey } from "~server/store/attempt-limit";

/** The wait doubles with each further attempt, from the first to the longest. */
const SLOWED_FIRST_MS = 1_000;
const SLOWED_LONGEST_MS = 8_000;
/** Maximum number of requests that wait in one process. Beyond it, the longest waiting request continues. */
export const SLOWED_AT_ONCE_MAX = 200;

/** Anybody can begin these steps for any account, so attempts are slowed, never refused. */
type Slowed = "password" | "registration";

const nameOf = (what: Slowed) => `${what}:account` as const;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const realWait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      guarded(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });

const waiting = new Set<AbortController>();

/** Counts an account's wrong passwords and codes, and codes sent to it, from all addresses. */
export async function countTowardsSlowing(what: Slowed, account: string): Promise<void> {
  await count(nameOf(what), accountKey(account), LIMITS[nameOf(what)]);
}

/**
 * Slows the sign-in or registration of an account with many attempts, so that strangers cannot lock the owner out. A
 * waiting request gives up its place among the posts in progress.
 */
export async function slowDown(what: Slowed, account: string, wait: Wait = realWait): Promise<void> {
  const after = LIMITS[nameOf(what)];
  const beyond = (await readCount(nameOf(what), accountKey(account), after)) - after.points;
  if (beyond < 0) return;
  countRateLimited(nameOf(what));
  const [longest] = waiting;
  if (longest && waiting.size >= SLOWED_AT_ONCE_MAX) {
    waiting.delete(longest);
    longest.abort();
  }
  const mine = new AbortController();
  waiting.add(mine);
  try {
    await withoutPlace(() => wait(Math.min(SLOWED_FIRST_MS * 2 ** beyond, SLOWED_LONGEST_MS), mine.signal));
  } finally {
    waiting.delete(mine);
  }
}
