import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { beginSession } from "~server/session/begin";
import { SESSION_AGE_MS } from "~server/session/headers";
import { readSession, sessionCookie, type Session } from "~server/session/session";
import { markSignedOut } from "~server/session/signed-out";
import { store } from "~server/store/shared";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { CookieJar, pageRequest } from "../../support/requests";
import { formTokenFor, requestContextOn } from "../../support/route-args";
import { requireSession } from "~server/session/guard";
import { useStoreIn } from "../../support/store";

const redis = await useRedis();
/** Accepts every connection and never responds. */
let mute: Server;

beforeAll(async () => {
  mute = createServer(() => {}).listen(0, "127.0.0.1");
  await once(mute, "listening");
});

afterAll(async () => {
  mute.close();
});

const signIn = async (token = "platform-token") =>
  new CookieJar().take(await sessionCookie({ token, account: "a@example.com" }));
const read = (cookies: CookieJar) => readSession(pageRequest("/", { cookies }));

async function signedIn(cookies: CookieJar): Promise<Session> {
  const session = await read(cookies);
  if (!session) throw new Error("not signed in");
  return session;
}

test("after a sign-out every copy of the session cookie is rejected, for pages and forms", async () => {
  const cookies = await signIn();
  const copy = cookies.copy();
  await markSignedOut(await signedIn(cookies));
  expect(await read(copy)).toBeNull();
  const response = await requireSession(await requestContextOn(pageRequest("/Assets", { cookies: copy }))).catch(
    (thrown: unknown) => thrown,
  );
  expect((response as Response).headers.get("location")).toBe("/Login?redirectTo=%2FAssets");
  expect((response as Response).headers.getSetCookie().join()).toMatch(/utoken=; /);
  // The copy gets form tokens of a signed-out visitor.
  expect(await formTokenFor(pageRequest("/", { cookies: copy }), "logout")).toMatch(/^[^.]+\.[^.]+\.a/);
});

test("signing out of one session does not end another", async () => {
  const [mine, neighbours] = [await signIn("token-one"), await signIn("token-two")];
  await markSignedOut(await signedIn(mine));
  expect(await read(neighbours)).not.toBeNull();
});

test("signing in again works, even if the upstream returns the same token", async () => {
  const first = await signIn("the-same-token");
  await markSignedOut(await signedIn(first));
  const second = await signIn("the-same-token");
  expect(await read(second)).toMatchObject({ token: "the-same-token" });
  expect(await read(first)).toBeNull();
});

test("the sign-out is stored as long as the cookie can be valid, without token or account", async () => {
  const cookies = await signIn("canary-token");
  const set = vi.spyOn(store(), "set");
  await markSignedOut(await signedIn(cookies));
  expect(set).toHaveBeenCalledTimes(1);
  const [key, value, ageMs] = set.mock.calls[0] ?? [];
  expect(key).toMatch(/^signedout:[\w-]{22,}$/);
  expect(`${key}${value}`).not.toMatch(/canary|example/);
  expect(ageMs).toBe(SESSION_AGE_MS);
});

test.skipIf(!hasRedis)("a session that one instance signed out is signed out at the others", async () => {
  const cookies = await signIn();
  const { id, signInId } = await signedIn(cookies);
  await useStoreIn(redis?.url);
  // Only the store has the mark, as when another process sets it.
  expect(await read(cookies)).toMatchObject({ id });
  await store().set(`signedout:${signInId}`, "1", SESSION_AGE_MS);
  expect(await read(cookies)).toBeNull();
});

test.each([
  ["refuses connections", () => "redis://127.0.0.1:9"],
  ["takes connections and never answers", () => `redis://127.0.0.1:${(mute.address() as { port: number }).port}`],
])("while the store %s, pages work, and this instance rejects sessions that it signed out", async (_, address) => {
  const [mine, other] = [await signIn("token-mine"), await signIn("token-other")];
  const session = await signedIn(mine);
  await useStoreIn(address());
  expect(await read(other)).toMatchObject({ token: "token-other" });
  await markSignedOut(session);
  expect(await read(mine)).toBeNull();
});

test("an epoch longer than any of ours neither fails a sign-in nor ends sessions", async () => {
  await useStoreIn(undefined);
  vi.spyOn(store(), "getAll").mockImplementation(async (keys) =>
    keys.map((key) => (key.startsWith("everywhere:") ? "x".repeat(100_000) : null)),
  );
  const request = pageRequest("/Login", {});
  const begun = await beginSession({ token: "t", account: "b@example.com" }, request);
  expect(await read(new CookieJar().take(begun))).not.toBeNull();
  vi.restoreAllMocks();
});
