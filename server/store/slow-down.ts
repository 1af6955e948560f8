import { SLOWED_AFTER, SLOWED_AT_ONCE_MAX, SLOWED_FIRST_MS, SLOWED_LONGEST_MS } from "~server/constants";
import { count, counted, countRateLimited } from "~server/store/rate-limit";
import { accountKey } from "~server/store/attempt-limit";

/** What anybody can begin for any account, and therefore never closes for it. */
type Slowed = "password" | "registration";

const nameOf = (what: Slowed) => `${what}:account` as const;

/** Waits until the time is over or the signal says to go on. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const realWait: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Who is being slowed now, the one who has waited longest first. */
const waiting = new Set<AbortController>();

/** Counts a wrong password or code of an account, or a code that is sent to it, from any address (behaviour 5.24). */
export async function countTowardsSlowing(what: Slowed, account: string): Promise<void> {
  await count(nameOf(what), accountKey(account), SLOWED_AFTER);
}

/**
 * Slows a sign-in or registration of an account that many have tried this hour: 1, 2, 4, at most 8 s. Its owner is
 * never refused for what strangers do, only served later (behaviour 5.24). When more wait than a process wants to hold,
 * the one who has waited longest goes on, so that nobody is refused for that either.
 *
 * @param wait how to wait; for tests
 */
export async function slowDown(what: Slowed, account: string, wait: Wait = realWait): Promise<void> {
  const beyond = (await counted(nameOf(what), accountKey(account), SLOWED_AFTER)) - SLOWED_AFTER.points;
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
    await wait(Math.min(SLOWED_FIRST_MS * 2 ** beyond, SLOWED_LONGEST_MS), mine.signal);
  } finally {
    waiting.delete(mine);
  }
}
