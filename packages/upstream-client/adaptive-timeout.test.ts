import { expect, test, vi } from "vitest";
import { z } from "zod";
import { READ_AFTER_HANG_DEADLINE_MS, createTransport } from "./transport";
import { forPayment, type Call, type Kind } from "./request";
import { CACHE, data, DEADLINES_MS, useUpstream, type Context } from "./test/upstream";

const upstream = await useUpstream();
const { peer } = upstream;
const visitor: Context = { locale: "en_US", token: "session-1" };
const of = (kind: Kind): Call<z.ZodUnknown> => ({ kind, path: `/${kind}`, schema: z.unknown() });

/** Records the deadlines that calls set, in order. */
function deadlinesSet() {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  return () => timeout.mock.calls.map(([ms]) => ms);
}

/** Lets every deadline pass immediately. */
function passDeadlines() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(20));
}

test.each(["read", "write"] as const)(
  "after a %s without a response, reads wait only a second for a while",
  async (kind) => {
    const { call, timeouts } = createTransport(upstream.options);
    peer.reply = () => "hang";
    passDeadlines();
    await expect(call(visitor, of(kind))).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: true });
    expect(timeouts.hasTimedOutRecently()).toBe(true);
    vi.restoreAllMocks();
    // The fake clock restarts at 0, so we record the timeout again.
    vi.useFakeTimers({ toFake: ["performance"] });
    timeouts.recordTimeout();
    peer.reply = () => data(null);
    const deadlines = deadlinesSet();
    await call(visitor, of("read"));
    await call(visitor, of("write"));
    await call(visitor, of("purchase"));
    // With the short deadline, one hang would stop all payments if the upstream needs more than a second.
    await call(forPayment(visitor), of("read"));
    vi.advanceTimersByTime(2_000);
    await call(visitor, of("read"));
    const { read, write, purchase } = DEADLINES_MS;
    expect(deadlines()).toEqual([READ_AFTER_HANG_DEADLINE_MS, write, purchase, read, read]);
  },
);

test.each<[string, Kind, Partial<Context>]>([
  ["a purchase", "purchase", {}],
  ["a call with a short deadline", "read", { deadlineMs: READ_AFTER_HANG_DEADLINE_MS }],
  ["a background call", "read", { isBackground: true }],
  ["a lookup of a made-up id", "read", { isGuess: true }],
])("%s without a response does not shorten the wait of others", async (_, kind, options) => {
  const { call, timeouts } = createTransport(upstream.options);
  peer.reply = () => "hang";
  passDeadlines();
  await expect(call({ ...visitor, ...options }, of(kind))).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(timeouts.hasTimedOutRecently()).toBe(false);
});

test("a background renewal keeps its full deadline after a hang", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { client } = upstream;
  const names = () => client.cachedRead({ locale: "en_US" }, { path: "/names", schema: z.unknown() });
  await names();
  vi.setSystemTime(Date.now() + CACHE.freshMs);
  peer.reply = ({ path }) => (path === "/read" ? "hang" : data(null));
  passDeadlines();
  await expect(client.call(visitor, of("read"))).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  vi.restoreAllMocks();
  const deadlines = deadlinesSet();
  await names();
  await upstream.readsEnd();
  await client.call(visitor, of("write"));
  expect(deadlines()).toEqual([DEADLINES_MS.read, DEADLINES_MS.write]);
});
