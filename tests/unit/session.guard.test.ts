import { expect, test } from "vitest";
import { caller } from "~server/session/caller";
import { readFlash } from "~server/session/flash";
import { flowCookie, readDraft, readFlow } from "~server/session/flow";
import { privateHeaders } from "~server/session/headers";
import { expireSession, guarded, pagePath, readSession, requireSession, sessionCookie } from "~server/session/session";
import { Expired, Refused, Unavailable } from "~server/upstream/transport";
import { CookieJar, formRequest, pageRequest } from "../support/requests";

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

test("a page that needs the session, opened without one, leads to the sign-in and back, and says so", async () => {
  const response = await thrownBy(requireSession(pageRequest("/DepositRecord/USDT?page=2")));
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FDepositRecord%2FUSDT%3Fpage%3D2");
  const { flash } = await readFlash(pageRequest("/Login", { cookies: new CookieJar().take(response) }));
  expect(flash).toEqual({ key: "errors.notLoggedIn", kind: "alert" });
});

test("a form posted without a session leads back to the form's own page, with nothing of the form in the address", async () => {
  const response = await thrownBy(
    requireSession(formRequest("/PowerProductDetail/7?step=code", { googleCode: "123456", buyAmount: "2" })),
  );
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FPowerProductDetail%2F7%3Fstep%3Dcode");
});

test("a cookie that is no session is cleared on the way to the sign-in", async () => {
  const response = await thrownBy(requireSession(pageRequest("/Assets", { cookies: "utoken=garbage" })));
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
])("what travels on as the page's path: %s", (url, expected) => {
  expect(pagePath(new Request(`http://127.0.0.1:3000${url}`))).toBe(expected);
});

test("an expired session: cookie cleared, 303 to /, told so", async () => {
  const cookies = await signedIn();
  const response = await expireSession(pageRequest("/MyOrder", { cookies }));
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

test("an expired session in the middle of a form keeps the draft beside the flow's other parts", async () => {
  const cookies = (await signedIn()).take(await flowCookie({ id: "0123456789abcdef", redirectTo: "/MyOrder" }));
  const response = await expireSession(pageRequest("/RealNameInfo", { cookies }), {
    draft: { purpose: "realname", values: { userName: "王小明" }, account: "a@example.com" },
  });
  cookies.take(response);
  const flow = await readFlow(pageRequest("/RealNameInfo", { cookies }));
  expect(flow).toMatchObject({ id: "0123456789abcdef", redirectTo: "/MyOrder" });
  expect(readDraft(flow, "realname", { account: "a@example.com" })).toEqual({ userName: "王小明" });
});

test("guarded runs with the session and turns Expired into a sign-out; Refused and Unavailable are the route's", async () => {
  const request = pageRequest("/MyOrder", { cookies: await signedIn() });
  expect(await guarded(request, async (session) => session.token)).toBe(TOKEN);
  const fail = (error: Error) => guarded(request, () => Promise.reject(error));
  expect((await thrownBy(fail(new Expired()))).headers.get("location")).toBe("/");
  await expect(fail(new Unavailable("lost", true))).rejects.toBeInstanceOf(Unavailable);
  await expect(fail(new Refused("77"))).rejects.toBeInstanceOf(Refused);
});

test("guarded asks nothing when there is no session", async () => {
  let ran = false;
  const response = await thrownBy(
    guarded(pageRequest("/MyOrder"), async () => {
      ran = true;
    }),
  );
  expect(response.headers.get("location")).toBe("/Login?redirectTo=%2FMyOrder");
  expect(ran).toBe(false);
});

test("a caller carries the language, and the token only for a session", async () => {
  const request = pageRequest("/", { cookies: (await signedIn()).set("ulan", "en_US") });
  expect(caller(request)).toEqual({ locale: "en_US" });
  expect(caller(request, await readSession(request), '{"a":1}')).toEqual({
    locale: "en_US",
    token: TOKEN,
    securityInfo: '{"a":1}',
  });
});

test("a private page is kept by no cache and says when a limited form may be tried again", () => {
  const headers = new Headers(
    privateHeaders({
      actionHeaders: new Headers({ "Retry-After": "12" }),
      loaderHeaders: new Headers({ "Cache-Control": "public" }),
      parentHeaders: new Headers(),
      errorHeaders: undefined,
    }),
  );
  expect(Object.fromEntries(headers)).toEqual({ "cache-control": "no-store", "retry-after": "12" });
});
