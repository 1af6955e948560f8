import { catalogues } from "~server/texts/catalogue";
import { expect, test, vi } from "vitest";
import { FLOW_AGE_MS } from "~server/session/headers";
import {
  flowCookie,
  newFlowId,
  readDraft,
  withDraft,
  withoutDraft,
  type FlowSession,
} from "~server/session/flow-session";
import { storeLongDraft, longDraftBytes, NETWORK_MAX_BYTES, readLongDraft } from "~server/session/long-draft";
import { CookieJar, pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";

const FLOW: FlowSession = {
  id: "0123456789abcdef",
  login: { token: "second-step-token-canary", secondStep: "sms", account: "demo@example.com" },
};

const restored = async (flow: FlowSession) =>
  readFlow(pageRequest("/", { cookies: new CookieJar().take(await flowCookie(flow)) }));

test("a flow session is stored encrypted for 15 minutes", async () => {
  const cookie = await flowCookie(FLOW);
  expect(cookie).toMatch(/^flow=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
  for (const part of cookie.split(/[.=;]/)) {
    expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain("canary");
  }
  expect(await restored(FLOW)).toEqual(FLOW);
});

test("a flow session older than 15 minutes is replaced, even if the browser still has the cookie", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const cookies = new CookieJar().take(await flowCookie(FLOW));
  vi.setSystemTime(Date.now() + FLOW_AGE_MS + 1000);
  const flow = await readFlow(pageRequest("/", { cookies }));
  expect(flow).toEqual({ id: expect.any(String) });
  expect(flow.id).not.toBe(FLOW.id);
});

test("a garbage flow cookie starts a new flow", async () => {
  const flows = await Promise.all(
    ["flow=", "flow=a.b.c.d.e", "flow=%", ""].map((cookies) => readFlow(pageRequest("/", { cookies }))),
  );
  for (const flow of flows) expect(Object.keys(flow)).toEqual(["id"]);
  expect(new Set(flows.map(({ id }) => id)).size).toBe(flows.length);
});

/** Pseudo-random text, which does not compress. */
function longText(length: number, from = 7): string {
  let seed = from;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + (next() % 20_000))).join("");
}

const flowOf = (address: string): FlowSession => ({ ...FLOW, id: newFlowId(address) });

test("a question of 1000 Chinese characters fits into the cookie, so any instance has it", async () => {
  const texts = JSON.stringify(catalogues.el_GR);
  const message = texts.replace(/[^\u4e00-\u9fff\uff0c\u3002]/g, "").slice(0, 1_000);
  const before = longDraftBytes().totalBytes;
  const draft = { enquiry: { message, name: "王小明", email: "ming@example.com", tel: "912345678" } };
  expect(await restored({ ...FLOW, draft })).toEqual({ ...FLOW, draft });
  expect(longDraftBytes().totalBytes).toBe(before);
});

test("the flow cookie stays under 3.5 kB: the longest values are kept in memory for the same time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const draft = { enquiry: { message: longText(1_000), name: "王小明" }, login: { mobileNumber: "a@example.com" } };
  const flow = flowOf("198.51.100.1");
  const cookie = await flowCookie({ ...flow, draft });
  expect(cookie.length).toBeLessThan(3_700);
  const cookies = new CookieJar().take(cookie);
  const read = () => readFlow(pageRequest("/", { cookies }));
  expect(await read()).toEqual({ ...flow, draft });
  // The next response extends the flow session by 15 minutes, with its draft.
  vi.setSystemTime(Date.now() + FLOW_AGE_MS - 1000);
  cookies.take(await flowCookie(await read()));
  vi.setSystemTime(Date.now() + FLOW_AGE_MS - 1000);
  expect(await read()).toEqual({ ...flow, draft });
});

test("a network's long drafts are evicted by its own newer ones, not by another network's", async () => {
  const other = flowOf("198.51.100.3");
  const draft = { enquiry: { message: longText(2_000) } };
  const others = new CookieJar().take(await flowCookie({ ...other, draft }));
  const jars: CookieJar[] = [];
  for (let n = 0; n < 40; n += 1) {
    const newer = { enquiry: { message: longText(2_000, n + 1) } };
    jars.push(new CookieJar().take(await flowCookie({ ...flowOf("198.51.100.4"), draft: newer })));
  }
  const found = await Promise.all(jars.map((cookies) => readFlow(pageRequest("/", { cookies }))));
  const hasDraft = found.map((flow) => flow.draft !== undefined);
  expect(hasDraft.filter(Boolean).length).toBe(Math.floor(NETWORK_MAX_BYTES / 4_500));
  expect(hasDraft.lastIndexOf(false)).toBeLessThan(hasDraft.indexOf(true));
  expect((await readFlow(pageRequest("/", { cookies: others }))).draft).toEqual(draft);
});

test("a long draft set again with each page is stored once", async () => {
  const flow = { ...flowOf("198.51.100.5"), draft: { enquiry: { message: longText(2_000) } } };
  const before = longDraftBytes().totalBytes;
  const cookies = new CookieJar().take(await flowCookie(flow));
  const once = longDraftBytes().totalBytes - before;
  for (let n = 0; n < 30; n += 1) cookies.take(await flowCookie(await readFlow(pageRequest("/", { cookies }))));
  expect([once > 4_000, longDraftBytes().totalBytes - before]).toEqual([true, once]);
  expect(await readFlow(pageRequest("/", { cookies }))).toEqual(flow);
});

test("a long draft is removed from memory after 15 minutes, even if never read", () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const before = longDraftBytes().totalBytes;
  storeLongDraft("expiring", "network", { enquiry: { message: longText(2_000) } });
  vi.advanceTimersByTime(FLOW_AGE_MS - 1_000);
  expect(readLongDraft("expiring")).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect([longDraftBytes().totalBytes, readLongDraft("expiring")]).toEqual([before, undefined]);
});

test("long drafts have a total budget, whatever the number of networks", () => {
  const draft = { enquiry: { message: longText(20_000) } };
  for (let n = 0; n < 2_000; n += 1) storeLongDraft(`id-${n}`, `network-${n}`, draft);
  const { totalBytes, networkBytes } = longDraftBytes();
  expect(totalBytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(networkBytes.reduce((one, another) => one + another, 0)).toBe(totalBytes);
});

test("acknowledged memos are dropped last, just before the step", async () => {
  const depositMemo = { owner: "o".repeat(22), coins: ["XRP", "EOS"] };
  const large = { ...FLOW, purchase: { productId: "1", quote: "q".repeat(2000) } };
  const proposal = { owner: "o", areaCode: "1", numberCode: "840", name: "x".repeat(1900) };
  expect(await restored({ ...large, proposal, depositMemo })).toEqual({ ...large, depositMemo });
  const register = { token: "q".repeat(1900), email: "a@example.com" };
  expect(await restored({ ...large, register })).toEqual({ ...FLOW, register });
  const coins = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(200));
  expect(await restored({ ...large, depositMemo: { ...depositMemo, coins } })).toEqual(large);
});

test("return target and identity are dropped for a sign-in, which starts later", async () => {
  const login = { token: "q".repeat(2_048), secondStep: "sms" as const, account: "demo@example.com" };
  const photos = { firstPhoto: "p".repeat(200), secondPhoto: "p".repeat(200), thirdPhoto: "p".repeat(200) };
  const realName = { owner: "o", areaCode: "81", numberCode: "392", name: longText(50), photos };
  const returnTo = `/${"x".repeat(1_000)}`;
  expect(await restored({ id: FLOW.id, login, realName, returnTo })).toEqual({ id: FLOW.id, login });
  expect(await restored({ id: FLOW.id, realName, returnTo })).toEqual({ id: FLOW.id, realName, returnTo });
});

test("a flow with too large steps is an error", async () => {
  const token = "q".repeat(2000);
  const steps = { bind: { key: token, sessionId: "s" }, register: { token, email: "a@example.com" } };
  await expect(flowCookie({ ...FLOW, ...steps })).rejects.toThrow(RangeError);
});

test("a draft replaces the ended session's data, except a quote, which may have been paid", () => {
  const purchase = { productId: "7", quote: "q" };
  const flow = withDraft(
    { ...FLOW, purchase, bind: { key: "k", sessionId: "s" } },
    { purpose: "realname", values: { userName: "王小明" }, account: "a@example.com" },
  );
  expect(flow.bind).toBeUndefined();
  expect(flow.purchase).toEqual(purchase);
  expect(flow.id).toBe(FLOW.id);
  expect(readDraft(flow, "realname", { account: "a@example.com" })).toEqual({ userName: "王小明" });
  // A platform may distinguish these two, so this is another account.
  expect(readDraft(flow, "realname", { account: "A@example.com" })).toBeUndefined();
});

test("a draft is not shown to another account on the same browser, and is replaced by its next draft", () => {
  const flow = withDraft(FLOW, { purpose: "realname", values: { userName: "王小明" }, account: "a@example.com" });
  expect(readDraft(flow, "realname", { account: "b@example.com" })).toBeUndefined();
  const next = withDraft(flow, { purpose: "bind", values: { step: "2" }, account: "b@example.com" });
  expect(next.draft).toEqual({ bind: { step: "2" } });
});

test("an account's drafts of several forms are each stored until the form is accepted", () => {
  const first = withDraft(FLOW, { purpose: "one", values: { a: "1" }, account: "a@example.com" });
  const both = withDraft(first, { purpose: "two", values: { b: "2" }, account: "a@example.com" });
  expect(both.draft).toEqual({ one: { a: "1" }, two: { b: "2" } });
  expect(withoutDraft(both, "one").draft).toEqual({ two: { b: "2" } });
  expect(withoutDraft(withoutDraft(both, "one"), "two").draft).toBeUndefined();
  expect(withoutDraft(both, "three")).toBe(both);
});
