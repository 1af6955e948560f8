import { pay, type Payment } from "~server/purchase/pay";
import { store } from "~server/store/shared";
import type { Change } from "@storefront/store/store";

/**
 * A program that pays a quote, and stops at a point of the payment until it is killed there: `payer.ts <point> <payment
 * as JSON>`. It prints "here" at that point, and the outcome at the end.
 */
export const POINTS = [
  "before the claim",
  "after the claim",
  "before sending",
  "after sending",
  "after the call",
  "after the outcome",
] as const;
export type Point = (typeof POINTS)[number] | "during the call";

const [point, payment] = process.argv.slice(2);

async function stopAt(here: (typeof POINTS)[number]): Promise<void> {
  if (point !== here) return;
  process.stdout.write("here\n");
  // The timer keeps the program alive and renews its leases, like a process that waits for a slow disk.
  await new Promise(() => setInterval(() => undefined, 1_000));
}

if (point !== undefined && payment !== undefined) {
  const sharedStore = store();
  const { commit, set } = sharedStore;
  sharedStore.commit = async (change: Change) => {
    const written = Object.entries(change.write).find(([key]) => key.startsWith("quote:"))?.[1]?.value ?? "";
    const isClaim = written.includes('"started"');
    const isSending = written.includes('"sending"');
    if (isClaim) await stopAt("before the claim");
    if (isSending) await stopAt("before sending");
    const committed = await commit(change);
    if (isClaim) await stopAt("after the claim");
    if (isSending) await stopAt("after sending");
    return committed;
  };
  sharedStore.set = async (key, value, ageMs) => {
    if (key.startsWith("quote:")) await stopAt("after the call");
    await set(key, value, ageMs);
    if (key.startsWith("quote:")) await stopAt("after the outcome");
  };
  const outcome = await pay(JSON.parse(payment) as Payment);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
