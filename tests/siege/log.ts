import type { Attack, Target } from "./attack";
import { attackerAddress, headOf, repeat, statusFor, unanswered } from "./wires";

/** A log that cannot be written. */

const STOP_MS = 5_000;
const REQUESTS = 3_000;

/** Each request is a line of about 300 bytes. */
async function fillLog(target: Target): Promise<string[]> {
  const statuses: (number | "closed" | "silent")[] = [];
  await repeat({ atATime: 10, forMs: 10_000, times: REQUESTS }, async (number) => {
    const request = headOf(target, `GET /robots.txt?${number}`, { Connection: "close" });
    statuses.push(await statusFor(target, request, { from: attackerAddress(number % 50), deadlineMs: 5_000 }));
  });
  return unanswered("requests", statuses);
}

const prepare = (target: Target) => Promise.resolve(() => fillLog(target));
const endsWithinMs = STOP_MS;

export const LOG: readonly Attack[] = [
  {
    name: "log-full",
    item: "2",
    sent: "stdout is /dev/full from the start",
    log: "full device",
    prepare,
    endsWithinMs,
  },
  {
    name: "log-fills-up",
    item: "2",
    sent: "stdout is on a disk of 64 kB that 3,000 requests fill up",
    log: "disk that fills up",
    prepare,
    endsWithinMs,
  },
  {
    name: "log-stuck",
    item: "2",
    sent: "stdout is a pipe that nobody reads, 3,000 requests",
    log: "reader that is stuck",
    prepare,
    endsWithinMs,
  },
];
