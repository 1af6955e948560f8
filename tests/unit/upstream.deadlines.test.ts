import { expect, test, vi } from "vitest";
import { FORM_DEADLINE_MS, PURCHASE_DEADLINE_MS, READ_DEADLINE_MS, WRITE_DEADLINE_MS } from "~server/constants";
import { userInfo } from "~server/upstream/user";
import { hungRecently, noteHang, READ_AFTER_HANG_DEADLINE_MS } from "~server/upstream/recent-hang";
import { forgetPublicReads } from "~server/upstream/public-cache";
import { within, type Caller } from "~server/upstream/transport";
import { CALLS, callOf } from "../support/upstream-calls";
import { answer, usePeer } from "../support/upstream-peer";

const peer = await usePeer((request) => answer(callOf(request).data));
const caller: Caller = { locale: "en_US", token: "session-1" };
const OWN_DEADLINES = ["purchase", "uploadImage"];
const hurried = CALLS.filter(({ name, personal }) => personal && !OWN_DEADLINES.includes(name));
const patient = CALLS.filter(({ name }) => OWN_DEADLINES.includes(name));
const named = (name: string) => CALLS.find((call) => call.name === name) ?? expect.fail(name);

/** The deadlines that the calls set, in the order of the calls. */
function deadlinesSet() {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  return () => timeout.mock.calls.map(([ms]) => ms);
}

/** Lets every deadline pass at once. */
function passDeadlines() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(20));
}

test("the calls of a form, and the page with its answer after them, end within 6 s of a platform that hangs", () => {
  expect(FORM_DEADLINE_MS + READ_AFTER_HANG_DEADLINE_MS).toBeLessThan(6_000);
  expect(FORM_DEADLINE_MS - WRITE_DEADLINE_MS, "time to look what became of a write").toBeGreaterThanOrEqual(800);
});

test.each(hurried)("$name is given what is left of the whole", async ({ run }) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const whole = within(caller, 700);
  vi.advanceTimersByTime(200);
  const deadlines = deadlinesSet();
  await run(whole);
  expect(deadlines()).toEqual([500]);
});

test.each(hurried)("$name is not sent once the whole is over, and its effect is not unknown", async ({ run }) => {
  await expect(run(within(caller, 0))).rejects.toMatchObject({ name: "Unavailable", sent: false });
  expect(peer.requests).toHaveLength(0);
});

test.each(["publicInfo", "startCaptcha"])("%s, which nobody shares, is given what is left as well", async (name) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const deadlines = deadlinesSet();
  await named(name).run(within(caller, 700));
  expect(deadlines()).toEqual([700]);
});

test("an answer that visitors share is not cut short by the one who has little time left", async () => {
  forgetPublicReads();
  const deadlines = deadlinesSet();
  await named("siteConfig").run(within(caller, 0));
  expect(deadlines()).toEqual([READ_DEADLINE_MS]);
});

test.each(patient)("$name keeps its own deadline, also when the whole is over", async ({ run }) => {
  noteHang();
  const deadlines = deadlinesSet();
  await run(within(caller, 0));
  expect(deadlines()[0]).toBeGreaterThanOrEqual(PURCHASE_DEADLINE_MS);
  expect(peer.requests).toHaveLength(1);
});

test("two calls of a form that hang share its time: the second is not even sent", async () => {
  peer.reply = () => "hang";
  const whole = within(caller, 150);
  await expect(userInfo(whole)).rejects.toMatchObject({ name: "Unavailable", sent: true });
  await expect(named("leaveMessage").run(whole)).rejects.toMatchObject({ name: "Unavailable", sent: false });
  expect(peer.requests).toHaveLength(1);
});

test.each(["userInfo", "leaveMessage"])(
  "after %s has waited in vain, reads wait a second for a moment",
  async (name) => {
    peer.reply = () => "hang";
    passDeadlines();
    await expect(named(name).run(caller)).rejects.toMatchObject({ name: "Unavailable", sent: true });
    expect(hungRecently()).toBe(true);
    vi.restoreAllMocks();
    // A clock that stands still begins anew.
    vi.useFakeTimers({ toFake: ["performance"] });
    noteHang();
    peer.reply = (request) => answer(callOf(request).data);
    const deadlines = deadlinesSet();
    await userInfo(caller);
    await named("leaveMessage").run(caller);
    vi.advanceTimersByTime(2_000);
    await userInfo(caller);
    expect(deadlines()).toEqual([READ_AFTER_HANG_DEADLINE_MS, WRITE_DEADLINE_MS, READ_DEADLINE_MS]);
  },
);

test.each<[string, string, Partial<Caller>]>([
  ["a purchase", "purchase", {}],
  ["a call that was given little time", "userInfo", { deadlineMs: READ_AFTER_HANG_DEADLINE_MS }],
])("%s that waits in vain says nothing about the others' patience", async (_, name, options) => {
  peer.reply = () => "hang";
  passDeadlines();
  await expect(named(name).run({ ...caller, ...options })).rejects.toMatchObject({ name: "Unavailable" });
  expect(hungRecently()).toBe(false);
});

test("a platform that fails at once does not hang", async () => {
  peer.reply = () => "reset";
  await expect(userInfo(caller)).rejects.toMatchObject({ name: "Unavailable" });
  expect(hungRecently()).toBe(false);
});
