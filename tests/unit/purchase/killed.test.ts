import { expect, test } from "vitest";
import { purchases } from "~server/purchase/outcome";
import { payAfterKill } from "../../support/killing";
import { useUpstream } from "../../support/upstream";

/** A sample: tests/long/purchase.killed.test.ts kills at every point, with one or two processes, on file and Redis. */

const sandbox = await useUpstream();

test.each(["after sending", "during the call"] as const)(
  "after a process is killed %s, the next one reports the right outcome",
  async (point) => {
    const before = purchases.counts.unknown;
    await payAfterKill(sandbox, point);
    // The dead process cannot count the outcome; the next one counts it once.
    expect(purchases.counts.unknown - before).toBe(1);
  },
);
