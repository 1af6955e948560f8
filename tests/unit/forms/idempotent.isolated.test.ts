import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { DIFFERENT_MAX, idempotent, REPLAY_MS } from "~server/forms/idempotent";
import { seeOther } from "~server/session/redirects";
import { sessionCookie } from "~server/session/session";
import { sharedRedis, store } from "~server/store/shared";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { formTokenFor, routeArgs } from "../../support/route-args";
import { useStoreIn } from "../../support/store";
import { concurrencyLimit, withoutPlace } from "@storefront/resilience/concurrency-limit";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";

vi.mock("@storefront/resilience/concurrency-limit", async (original) => {
  const own = await original<typeof import("@storefront/resilience/concurrency-limit")>();
  return { ...own, withoutPlace: vi.fn(own.withoutPlace) };
});

const redis = await useRedis();
const handle = vi.fn<() => Promise<Response | ReturnType<typeof formError>>>();
let orders = 0;

beforeEach(() => {
  orders = 0;
  handle.mockReset();
  handle.mockImplementation(async () => {
    orders += 1;
    return seeOther(`/Successpay?order=${orders}`, {
      cookies: [`utoken=token-canary-${orders}; Path=/`, "flash=x; Path=/"],
    });
  });
});

const options = {
  purpose: "order",
  limit: { points: 1000, perMs: 60_000 },
  schema: () => z.object({ buyAmount: z.string() }),
  handle,
};
type Action = ReturnType<typeof formAction>;
const action: Action = formAction(options);

/** Opens a page once; each call of the result presses its button. */
async function openPage({
  cookies = "",
  url = "/PowerProductDetail/7",
}: { cookies?: CookieJar | string; url?: string } = {}) {
  const csrf = await formTokenFor(pageRequest(url, { cookies }), "order");
  return (fields: Record<string, string> = {}, { by = action, as = cookies, to = url } = {}) =>
    by(routeArgs(formRequest(to, { csrf, buyAmount: "2", ...fields }, { cookies: as })));
}

function deferred() {
  let release: (response: Response | ReturnType<typeof formError>) => void = () => undefined;
  handle.mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
  return {
    release: (response: Response | ReturnType<typeof formError>) => release(response),
    begun: () => vi.waitFor(() => expect(handle).toHaveBeenCalled(), LONG_WAIT),
  };
}

test("50 parallel posts of one form are handled once and all get the first response, cookies included", async () => {
  const press = await openPage();
  const responses = await Promise.all(Array.from({ length: 50 }, () => press()));
  expect(handle).toHaveBeenCalledOnce();
  for (const response of responses) {
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/Successpay?order=1");
    expect(response.headers.getSetCookie()).toEqual(["utoken=token-canary-1; Path=/", "flash=x; Path=/"]);
  }
});

test("posts that wait for another post of their form occupy no place", async () => {
  const limit = concurrencyLimit({ concurrent: 2, perName: 2, waiting: 0 }, () => new Error("full"));
  const press = await openPage();
  const order = deferred();
  const first = limit.run("a", () => press());
  await order.begun();
  const others: Promise<Response>[] = [];
  for (const post of [press, () => press({ buyAmount: "3" })]) {
    others.push(limit.run("a", post));
    await vi.waitFor(() => expect(limit.running()).toBe(1), LONG_WAIT);
  }
  order.release(seeOther("/Successpay"));
  expect((await first).status).toBe(303);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([303, 422]);
  expect(limit.running()).toBe(0);
});

test("at most a thousand posts of strangers may wait for another, and then a signed-in visitor's still may", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = vi.fn(() => ended.then(() => seeOther("/Successpay")));
  const all = Array.from({ length: 1_002 }, () => idempotent("a.token", "content", run));
  expect(await Promise.race(all)).toBe("pending");
  const own = [1, 2].map(() => idempotent("s.token", "content", run));
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), LONG_WAIT);
  end();
  expect((await Promise.all(own)).map((outcome) => (outcome as Response).status)).toEqual([303, 303]);
  const outcomes = await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === "pending")).toHaveLength(1);
});

test("posts of one token that differ wait for one another in turn, and only a few of them", async () => {
  vi.mocked(withoutPlace).mockClear();
  const order: number[] = [];
  const all = Array.from({ length: DIFFERENT_MAX + 1 }, (_, at) =>
    idempotent("token", `content ${at}`, async () => {
      order.push(at);
      return new Response(null, { status: 422 });
    }),
  );
  const outcomes = await Promise.all(all);
  expect(outcomes.pop()).toBe("pending");
  expect(outcomes.map((outcome) => (outcome as Response).status)).toEqual(outcomes.map(() => 422));
  expect(order).toEqual(outcomes.map((_, at) => at));
  expect(withoutPlace, "each wakes once").toHaveBeenCalledTimes(DIFFERENT_MAX - 1);
});

test("a later post of the same form gets the first response for five minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const press = await openPage();
  await press();
  vi.setSystemTime(Date.now() + REPLAY_MS - 1000);
  expect((await press()).headers.get("location")).toBe("/Successpay?order=1");
  expect(handle).toHaveBeenCalledOnce();
});

test("the stored response has no readable cookie", async () => {
  const set = vi.spyOn(store(), "set");
  const press = await openPage();
  await press();
  expect(set).toHaveBeenCalledOnce();
  expect(set.mock.calls[0]?.[0]).toMatch(/^replay:/);
  for (const part of (set.mock.calls[0]?.[1] ?? "").split(".")) {
    expect(part + Buffer.from(part, "base64url").toString("latin1")).not.toContain("canary");
  }
});

test("an accepted token with other content is rejected: the form comes back with its values", async () => {
  const press = await openPage();
  await press();
  const other = await press({ buyAmount: "3" });
  expect(other.status).toBe(422);
  expect(await other.json()).toMatchObject({
    lastResult: { error: { "": ["errors.formExpired"] }, initialValue: { buyAmount: "3" } },
  });
  expect((await press({}, { to: "/PowerProductDetail/8" })).status).toBe(422);
  expect(handle).toHaveBeenCalledOnce();
});

test("only the same visitor gets the first response", async () => {
  const session = async (token: string) => new CookieJar().take(await sessionCookie({ token }));
  const cookies = await session("token-a");
  const press = await openPage({ cookies });
  expect((await press()).status).toBe(303);
  expect((await press({}, { as: await session("token-b") })).status).toBe(403);
  expect((await press({}, { as: "" })).status).toBe(422);
  expect(handle).toHaveBeenCalledOnce();
});

test("a manipulated store cannot give a visitor another one's response, and with it the session", async () => {
  const stored = vi.spyOn(store(), "set");
  const pageOf = async (token: string) => openPage({ cookies: new CookieJar().take(await sessionCookie({ token })) });
  const [press, pressOther] = [await pageOf("token-a"), await pageOf("token-b")];
  expect((await press()).status).toBe(303);
  const sealed = stored.mock.calls.find(([key]) => key.startsWith("replay:"))?.[1] ?? "";
  vi.spyOn(store(), "add").mockResolvedValue(false);
  vi.spyOn(store(), "get").mockImplementation((key) => Promise.resolve(key.startsWith("replay:") ? sealed : null));
  const response = await pressOther();
  expect(response.headers.getSetCookie().join()).not.toContain("token-canary");
  expect(response.status).toBe(422);
});

test("a rejected form may be sent again with the same token", async () => {
  handle.mockResolvedValueOnce(formError("errors.code"));
  const press = await openPage();
  expect((await press()).status).toBe(422);
  expect((await press()).status).toBe(303);
  expect(handle).toHaveBeenCalledTimes(2);
});

test("other content with the same token waits for the first: rejected if it succeeds, else handled", async () => {
  for (const [response, status, calls] of [
    [seeOther("/MyOrder"), 422, 1],
    [formError("errors.code"), 303, 2],
  ] as const) {
    handle.mockClear();
    const first = deferred();
    const press = await openPage();
    const one = press();
    await first.begun();
    const other = press({ buyAmount: "3" });
    first.release(response);
    await one;
    expect((await other).status).toBe(status);
    expect(handle).toHaveBeenCalledTimes(calls);
  }
});

test("posts that wait for a failing first post get its failure, and may be sent again", async () => {
  handle.mockRejectedValueOnce(new Response("gone", { status: 404 }));
  const press = await openPage();
  const failures = await Promise.all([press(), press()].map((response) => response.catch((error: unknown) => error)));
  for (const failure of failures) {
    if (!(failure instanceof Response)) throw new Error("not a Response");
    expect(await failure.text()).toBe("gone");
  }
  expect(handle).toHaveBeenCalledOnce();
  expect((await press()).status).toBe(303);
});

test("when a configured Redis is down, one process still handles parallel posts once", async () => {
  await useStoreIn("redis://127.0.0.1:9");
  const press = await openPage();
  const responses = await Promise.all([press(), press()]);
  responses.push(await press());
  for (const response of responses) expect(response.headers.get("location")).toBe("/Successpay?order=1");
  expect(handle).toHaveBeenCalledOnce();
});

/** A second instance of the modules, which shares only Redis. */
async function otherInstance(): Promise<{ action: Action; close: () => Promise<void> }> {
  vi.resetModules();
  const { formAction: formActionThere } = await import("~server/forms/form");
  const { closeStore: closeStoreThere } = await import("~server/store/shared");
  return { action: formActionThere(options), close: closeStoreThere };
}

test.skipIf(!hasRedis)(
  "through Redis, posts that reach several instances are handled once and all get the first response",
  async () => {
    await useStoreIn(redis?.url);
    const there = await otherInstance();
    const first = deferred();
    const press = await openPage();
    const responses = [press(), press({}, { by: there.action })];
    await first.begun();
    first.release(seeOther("/Successpay?order=1"));
    for (const response of await Promise.all(responses))
      expect(response.headers.get("location")).toBe("/Successpay?order=1");
    expect((await press({}, { by: there.action })).headers.get("location")).toBe("/Successpay?order=1");
    expect((await press({ buyAmount: "3" }, { by: there.action })).status).toBe(422);
    expect(handle).toHaveBeenCalledOnce();
    const stored = await sharedRedis()?.mget((await sharedRedis()?.keys("storefront:replay:*")) ?? []);
    expect(stored).toHaveLength(1);
    expect(stored?.join()).not.toContain("Successpay");
    await there.close();
  },
);
