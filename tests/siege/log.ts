import { attack, type Attack, type LogTarget, type Target } from "./attack";
import { ask, headOf, repeat, unanswered, type Status } from "./wires";

/** Attacks while the log cannot be written. */

/** Each request causes a line of about 300 bytes. */
async function fillLog(target: Target): Promise<string[]> {
  const statuses: Status[] = [];
  await repeat({ atATime: 10, forMs: 10_000, times: 3_000 }, async (number) => {
    const request = headOf(target, `GET /robots.txt?${number}`, { Connection: "close" });
    statuses.push(await ask(target, request, number % 50, 5_000));
  });
  return unanswered("requests", statuses);
}

const onto = (name: string, log: LogTarget, sent: string) =>
  attack("2", name, sent, { log, endsWithinMs: 5_000, prepare: (target) => () => fillLog(target) });

export const LOG: readonly Attack[] = [
  onto("log-full", "full device", "stdout is /dev/full from the start"),
  onto("log-fills-up", "disk that fills up", "stdout is on a disk of 64 kB that 3,000 requests fill up"),
  onto("log-stuck", "reader that is stuck", "stdout is a pipe that nobody reads, 3,000 requests"),
];
