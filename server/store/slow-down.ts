import {
  SLOWED_AT_ONCE_MAX,
  SLOWED_FIRST_MS,
  SLOWED_LONGEST_MS,
  WRONG_PASSWORDS_OF_ACCOUNT as RATE,
} from "~server/constants";
import { count, counted } from "~server/store/limits";
import { accountKey } from "~server/store/tries";
import { countLimitHit } from "~server/tallies";

const NAME = "password:account";

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

/** Counts a wrong password of an account, from whatever address (behaviour 5.24). */
export async function countWrongPassword(account: string): Promise<void> {
  await count(NAME, accountKey(account), RATE);
}

/**
 * Slows a sign-in of an account whose password many have guessed wrongly this hour: 1, 2, 4, at most 8 s. Its owner is
 * never refused for what strangers do, only served later (behaviour 5.24). When more wait than a process wants to hold,
 * the one who has waited longest goes on, so that nobody is refused for that either.
 *
 * @param wait how to wait; for tests
 */
export async function slowDown(account: string, wait: Wait = realWait): Promise<void> {
  const beyond = (await counted(NAME, accountKey(account), RATE)) - RATE.points;
  if (beyond < 0) return;
  countLimitHit(NAME);
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
