import { test } from "vitest";
import { following } from "../support/killing";
import { usePlatform } from "../support/platform";

/** A sample: tests/long/purchase.killed.test.ts kills at every point, with one process or two, on the file and on Redis. */

const sandbox = await usePlatform();

test.each(["after sending", "during the call"] as const)(
  "a process killed %s: the one that follows tells the truth",
  (point) => following(sandbox, point),
);
