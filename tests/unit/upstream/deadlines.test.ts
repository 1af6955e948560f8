import { expect, test, vi } from "vitest";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { PURCHASE_DEADLINE_MS, WRITE_DEADLINE_MS } from "~server/upstream/constants";
import { READ_AFTER_HANG_DEADLINE_MS } from "@storefront/upstream-client/transport";
import { type UpstreamContext, within } from "~server/upstream/client";
import { CALLS, callOf } from "../../support/upstream-calls";
import { envelope, usePeer } from "../../support/upstream-peer";

const peer = await usePeer((request) => envelope(callOf(request).data));
const upstreamContext: UpstreamContext = { locale: "en_US", token: "session-1" };
const OWN_DEADLINES = ["purchase", "uploadImage"];
const limited = CALLS.filter(({ name, personal }) => personal && !OWN_DEADLINES.includes(name));
const unlimited = CALLS.filter(({ name }) => OWN_DEADLINES.includes(name));
const named = (name: string) => CALLS.find((call) => call.name === name) ?? expect.fail(name);

/** The deadlines that the calls set, in the order of the calls. */
function deadlinesSet() {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  return () => timeout.mock.calls.map(([ms]) => ms);
}

test("with a hanging upstream the calls of a form and its page end within 6 s", () => {
  expect(FORM_DEADLINE_MS + READ_AFTER_HANG_DEADLINE_MS).toBeLessThan(6_000);
  expect(FORM_DEADLINE_MS - WRITE_DEADLINE_MS, "time to check the outcome of a write").toBeGreaterThanOrEqual(800);
});

test.each(limited)("$name gets the rest of the total deadline", async ({ run }) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const whole = within(upstreamContext, 700);
  vi.advanceTimersByTime(200);
  const deadlines = deadlinesSet();
  await run(whole);
  expect(deadlines()).toEqual([500]);
});

test.each(limited)("$name is not sent after the total deadline, and reports that", async ({ run }) => {
  await expect(run(within(upstreamContext, 0))).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: false });
  expect(peer.requests).toHaveLength(0);
});

test.each(["publicInfo", "startCaptcha"])("%s, which visitors do not share, also gets the rest", async (name) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const deadlines = deadlinesSet();
  await named(name).run(within(upstreamContext, 700));
  expect(deadlines()).toEqual([700]);
});

test.each(unlimited)("$name keeps its own deadline, even after the total deadline", async ({ run }) => {
  const deadlines = deadlinesSet();
  await run(within(upstreamContext, 0));
  expect(deadlines()[0]).toBeGreaterThanOrEqual(PURCHASE_DEADLINE_MS);
  expect(peer.requests).toHaveLength(1);
});
