import { expect, test } from "vitest";
import { pageData, privateLoader, publicLoader } from "~server/loader/loader";
import { upstreamContextOf } from "~server/session/upstream-context";
import { readFlash } from "~server/session/flash";
import { flowCookie, readDraft } from "~server/session/flow-session";
import { expireSession, pagePath, requireSession } from "~server/session/guard";
import { readSession, sessionCookie } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { CookieJar, pageRequest } from "../../support/requests";
import { readFlow, routeArgs, requestContextOn } from "../../support/route-args";

const REGISTER = { token: "registration-token", email: "b@example.com" };

const TOKEN = "upstream-token-canary";

const signedIn = async () => new CookieJar().take(await sessionCookie({ token: TOKEN, account: "a@example.com" }));

async function thrownBy(run: Promise<unknown>): Promise<Response> {
  const thrown = await run.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error(`not a Response: ${String(thrown)}`);
  return thrown;
}

test("a page that requires a session leads to the sign-in and back with a message", async () => {
  const response = await thrownBy(requireSession(await requestContextOn(pageRequest("/DepositRecord/USDT?page=2"))));
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FDepositRecord%2FUSDT%3Fpage%3D2");
  const { flash } = await readFlash(pageRequest("/Login", { cookies: new CookieJar().take(response) }));
  expect(flash).toEqual({ key: "errors.notLoggedIn", kind: "status", stays: true });
});

test("an invalid session cookie is cleared by the redirect to the sign-in", async () => {
  const response = await thrownBy(
    requireSession(await requestContextOn(pageRequest("/Assets", { cookies: "utoken=garbage" }))),
  );
  expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^utoken=; .*Max-Age=0/));
});

test.each([
  ["/RealNameInfo?select=%7B%22name%22%3A%22canary%22%7D", "/RealNameInfo"],
  ["/UploadImage?bundle=%7B%22canary%22%3A1%7D&step=1", "/UploadImage?step=1"],
  ["/MyOrder?_data=routes%2FMyOrder", "/MyOrder"],
  ["/MyOrder?index", "/MyOrder"],
  ["//evil.example/x", "/"],
  ["/.//evil.example", "/"],
  [`/Notice?q=${"a".repeat(4000)}`, "/Notice"],
])("the return target after the sign-in: %s", (url, expected) => {
  expect(pagePath(new Request(`http://127.0.0.1:3000${url}`))).toBe(expected);
});

test("an expired session clears the cookie and leads to / with the message", async () => {
  const cookies = await signedIn();
  const response = await expireSession(await requestContextOn(pageRequest("/MyOrder", { cookies })));
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/");
  expect(response.headers.get("x-remix-reload-document")).toBe("true");
  cookies.take(response);
  expect(await readSession(pageRequest("/", { cookies }))).toBeNull();
  expect((await readFlash(pageRequest("/", { cookies }))).flash).toEqual({
    key: "errors.sessionExpired",
    kind: "alert",
  });
});

test("a session that expires during a form keeps the draft and the other parts of the flow", async () => {
  const cookies = (await signedIn()).take(await flowCookie({ id: "0123456789abcdef", register: REGISTER }));
  const response = await expireSession(await requestContextOn(pageRequest("/RealNameInfo", { cookies })), {
    draft: { purpose: "realname", values: { userName: "王小明" }, account: "a@example.com" },
  });
  cookies.take(response);
  const flow = await readFlow(pageRequest("/RealNameInfo", { cookies }));
  expect(flow).toMatchObject({ id: "0123456789abcdef", register: REGISTER });
  expect(readDraft(flow, "realname", { account: "a@example.com" })).toEqual({ userName: "王小明" });
});

const open = async (loader: ReturnType<typeof privateLoader>, cookies?: CookieJar, url = "/MyOrder") =>
  loader(routeArgs(pageRequest(url, cookies ? { cookies } : {})));

test("a private page is loaded with the session and not cached", async () => {
  const loader = privateLoader(async ({ session, upstreamContext }) =>
    pageData([session.token, upstreamContext.token]),
  );
  const response = await open(loader, await signedIn());
  expect(await response.json()).toEqual([TOKEN, TOKEN]);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test("a private page without a session loads nothing and leads to the sign-in", async () => {
  let ran = false;
  const loader = privateLoader(async () => {
    ran = true;
    return pageData(null);
  });
  const response = await thrownBy(open(loader));
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FMyOrder");
  expect(ran).toBe(false);
});

test("a URL that is not a page, such as a picture, leads to the sign-in and back to its page", async () => {
  const loader = privateLoader(async () => pageData(null), { page: () => "/InvitationCode" });
  const response = await thrownBy(open(loader, undefined, "/InvitationCode/qr.png"));
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FInvitationCode");
});

test.each([
  ["private", privateLoader],
  ["public", publicLoader],
])("a %s page whose session expired at the upstream signs out", async (_, shape) => {
  const response = await thrownBy(
    open(
      shape(() => Promise.reject(new SessionExpired())),
      await signedIn(),
    ),
  );
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/");
  expect(response.headers.getSetCookie().join()).toMatch(/utoken=; /);
});

test.each([
  ["refuses", new UpstreamRejected("77")],
  ["does not answer", new UpstreamUnavailable("lost", true)],
])("if the upstream %s, the page returns 503 with Retry-After", async (_, error) => {
  const response = await thrownBy(
    open(
      publicLoader(() => Promise.reject(error)),
      await signedIn(),
    ),
  );
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("10");
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("a page without its main content returns 503 with Retry-After; a complete one does not", async () => {
  const [missing, whole] = [
    pageData({ list: undefined }, { complete: false }),
    pageData({ list: [] }, { cookies: ["a=1"] }),
  ];
  expect([missing.status, missing.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect([whole.status, whole.headers.get("Retry-After"), whole.headers.getSetCookie()]).toEqual([200, null, ["a=1"]]);
});

test("all loaders and actions of a request share its visitor, and decrypt cookies once", async () => {
  const cookies = (await signedIn()).take(await flowCookie({ id: "0123456789abcdef" }));
  const args = routeArgs(pageRequest("/MyOrder", { cookies }));
  const seen: RequestContext[] = [];
  const loader = publicLoader(async ({ requestContext }) => {
    seen.push(requestContext);
    return pageData([await requestContext.session(), await requestContext.flowSession()]);
  });
  await Promise.all([loader(args), loader({ ...args, request: args.request.clone() })]);
  const [one, other] = seen;
  expect(one).toBe(other);
  expect(await one?.session()).toBe(await other?.session());
  expect(one?.session()).toBe(other?.session());
  expect(await requestContextOn(pageRequest("/MyOrder", { cookies }))).not.toBe(one);
});

test("after an action stores a flow, the rest of its request reads that flow", async () => {
  const requestContext = await requestContextOn(pageRequest("/Login"));
  await requestContext.follow(new Response(null, { status: 422 }));
  expect(await requestContext.storedFlow()).toBeNull();
  const headers = { "Set-Cookie": await flowCookie({ id: "0123456789abcdef", register: REGISTER }) };
  await requestContext.follow(new Response(null, { status: 422, headers }));
  expect(await requestContext.flowSession()).toEqual({ id: "0123456789abcdef", register: REGISTER });
});

test("an upstream context has the language, but token and network only with a session", async () => {
  const request = pageRequest("/", { cookies: (await signedIn()).set("ulan", "en_US") });
  const requestContext = await requestContextOn(request);
  expect(upstreamContextOf(requestContext)).toEqual({ locale: "en_US" });
  expect(upstreamContextOf(requestContext, await readSession(request), '{"a":1}')).toEqual({
    locale: "en_US",
    token: TOKEN,
    network: requestContext.address,
    securityInfo: '{"a":1}',
  });
});
