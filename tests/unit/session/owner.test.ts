import { expect, test, vi } from "vitest";
import { readAntiPhishingCode } from "~server/account/anti-phishing-code";
import { ownerOf } from "~server/account/owner-of";
import { recordSignIn } from "~server/account/sign-ins";
import { SAMPLE_USER_AGENT } from "~server/device/device";
import { countedAs, ownerBy, ownerKey } from "~server/session/owner";
import { readSession, sessionCookie, type Session } from "~server/session/session";
import { endEverywhere } from "~server/session/signed-out";
import { store } from "~server/store/shared";
import { signInAt } from "@storefront/sandbox/test/calls";
import { browserAt } from "../../support/documents";
import { pages } from "../../support/pages";
import { textsOf } from "../../support/html";
import { FOREIGN_DETAILS } from "../../support/identity";
import { CookieJar, pageRequest } from "../../support/requests";
import { formTokenFor } from "../../support/route-args";
import { useUpstream } from "../../support/upstream";

/** Records belong to the platform's user. */

const sandbox = await useUpstream();

const PHONE = "+886912345678";
const USER_INFO = "user_info";

type Account = Awaited<ReturnType<typeof sandbox.createAccount>>;

/** A session as the sign-in begins one. */
async function sessionOf(account: Account, change: Partial<Session> = {}) {
  const token = await signInAt(sandbox, account);
  const given = { token, account: account.email, userId: String(account.id), ...change };
  const jar = new CookieJar().take(await sessionCookie(given));
  const read = () => readSession(pageRequest("/", { cookies: jar }));
  const session = await read();
  if (!session) throw new Error("not signed in");
  return { session, browser: browserAt(pages, "en_US", jar), read };
}

test("an owner is the platform's id or the account exactly as typed, and the two never mix", () => {
  const names = [
    { id: "s", userId: "7" },
    { id: "s", account: "id:7" },
    { id: "s", account: "7" },
    { id: "7" },
    { id: "s", account: "A@x.example" },
    { id: "s", account: "a@x.example" },
  ].map((one) => ownerBy(one));
  expect(new Set(names.map((owner) => ownerKey("word", owner))).size).toBe(names.length);
  expect(ownerBy({ id: "s", account: "A@x.example", userId: "7" }).name).toBe(ownerBy({ id: "t", userId: "7" }).name);
});

test("limits count all spellings of an account together until its id is known", () => {
  expect(countedAs({ id: "s", account: "A@x.example" })).toBe(countedAs({ id: "s", account: "a@x.example" }));
  expect(countedAs({ id: "s", account: "id 7" })).not.toBe(countedAs({ id: "s", userId: "7" }));
  expect(countedAs({ id: "s", userId: "aB" })).not.toBe(countedAs({ id: "s", userId: "ab" }));
});

test("an account has the same records when signed in by telephone", async () => {
  const account = await sandbox.createAccount();
  const [byMail, byPhone] = [await sessionOf(account), await sessionOf(account, { account: PHONE })];
  await byMail.browser.submit("/Security", { antiPhishingCode: "walrus" }, await byMail.browser.open("/Security"));
  expect(await readAntiPhishingCode(byPhone.session)).toEqual({ state: "set", word: "walrus" });
  await endEverywhere(ownerBy(byMail.session));
  expect(await byPhone.read(), "the session under the other name ends too").toBeNull();
});

test("a session without an id requests it once, and moves its own sign-in record to it", async () => {
  const account = await sandbox.createAccount();
  const { session, browser } = await sessionOf(account, { userId: undefined });
  await recordSignIn(ownerBy(session), "of-another", SAMPLE_USER_AGENT.own.other);
  await recordSignIn(ownerBy(session), session.signInId, SAMPLE_USER_AGENT.own.ios);
  for (let n = 0; n < 3; n += 1) await browser.open("/MyOrder");
  expect(await sandbox.calls(USER_INFO), "one call, not one per page").toBe(1);
  const rows = textsOf((await browser.open("/Security")).html, "#sign-ins ~ .entries li");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/iPhone.*This device/);
  expect((await ownerOf(session)).userId).toBe(String(account.id));
});

/** Signs in through the form. */
async function enter(account: Account) {
  const browser = browserAt(pages, "en_US");
  const typed = { mobileNumber: account.email, loginPword: account.password };
  await browser.submit("/Login", typed, await browser.open("/Login"));
  const step = "/Login?step=google";
  const form = { intent: "confirm", googleCode: await sandbox.code(account.email, "google") };
  expect((await browser.submit(step, form, await browser.open(step))).status).toBe(303);
  const session = await readSession(pageRequest("/", { cookies: browser.jar }));
  if (!session) throw new Error("not signed in");
  return { browser, session };
}

test("the sign-in requests the id once, and stores it in the session", async () => {
  const account = await sandbox.createAccount();
  const { session } = await enter(account);
  expect(session.userId).toBe(String(account.id));
  expect(await sandbox.calls(USER_INFO)).toBe(1);
});

test.each([
  ["an error page", { kind: "html" }],
  ["a lost connection", { kind: "reset" }],
  ["a session unknown to it", { kind: "error", code: 10002 }],
] as const)("if the id request returns %s, the sign-in works and is listed once the id is known", async (_, fault) => {
  const account = await sandbox.createAccount();
  await sandbox.fail(USER_INFO, fault);
  const { browser, session } = await enter(account);
  expect(session.userId).toBeUndefined();
  await sandbox.heal();
  expect(textsOf((await browser.open("/Security")).html, "#sign-ins ~ .entries li")).toHaveLength(1);
  const later = await enter(account);
  expect(later.session.userId).toBe(String(account.id));
  expect(textsOf((await later.browser.open("/Security")).html, "#sign-ins ~ .entries li")).toHaveLength(2);
});

test("while the id is unavailable, nothing is reported as missing or stored under another name", async () => {
  const { session, browser } = await sessionOf(await sandbox.createAccount(), { userId: undefined });
  await sandbox.fail(USER_INFO, { kind: "html" });
  expect(await readAntiPhishingCode(session)).toEqual({ state: "unknown" });
  const commit = vi.spyOn(store(), "commit");
  const csrf = await formTokenFor(pageRequest("/Security", { cookies: browser.jar }), "antiPhishingCode");
  expect((await browser.post("/Security", { csrf, antiPhishingCode: "walrus" })).status).toBe(503);
  expect(commit.mock.calls.flatMap(([{ write }]) => Object.keys(write)).filter((key) => /^word:/.test(key))).toEqual(
    [],
  );
});

test.each([0, "0", "000", "", null])("an id of %j counts as none: the account as typed is the owner", async (id) => {
  const account = await sandbox.createAccount();
  const data = { userAccount: "a***", id, authLevel: 1, googleStatus: "1" };
  await sandbox.fail(USER_INFO, { kind: "answer", body: { code: 0, msg: "", data } });
  const { session } = await enter(account);
  expect(session.userId).toBeUndefined();
  expect(await ownerOf(session)).toMatchObject({ userId: undefined, name: `typed:${account.email}` });
});

test("signing out everywhere without an id ends the sessions with one", async () => {
  const account = await sandbox.createAccount();
  const { read } = await sessionOf(account);
  await endEverywhere(ownerBy({ id: "s", account: account.email }));
  expect(await read()).toBeNull();
  const other = { ...account, email: account.email.toUpperCase() };
  await endEverywhere(ownerBy({ id: "s", account: other.email, userId: "another" }));
  expect(await read(), "also with the e-mail in upper case").toBeNull();
  expect((await enter(account)).session.userId, "a later sign-in works").toBe(String(account.id));
});

test("while the id is unavailable, signing out everywhere still ends every session of that name", async () => {
  const account = await sandbox.createAccount();
  const [known, unknown] = [await sessionOf(account), await sessionOf(account, { userId: undefined })];
  await sandbox.fail(USER_INFO, { kind: "html" });
  const path = "/Security?step=everywhere";
  expect((await unknown.browser.submit(path, {}, await unknown.browser.open(path))).status).toBe(303);
  expect([await known.read(), await unknown.read()]).toEqual([null, null]);
});

test("a sign-out deletes entered identity details, even of a session without an id", async () => {
  const account = await sandbox.createAccount({ authLevel: 3 });
  const { session, browser } = await sessionOf(account, { userId: undefined });
  const page = "/RealNameInfo?country=158";
  const { areaCode: _, ...typed } = FOREIGN_DETAILS;
  const form = { ...typed, certificateType: String(typed.certificateType) };
  await browser.submit(page, form, await browser.open(page));
  const key = ownerKey("identity", await ownerOf(session));
  expect(await store().get(key)).not.toBeNull();
  const path = "/UserCenter?step=logout";
  await browser.submit(path, {}, await browser.open(path));
  expect(await store().get(key)).toBeNull();
});

test("the longest token, account and id fit into the session cookie", async () => {
  const [token, userId] = ["t".repeat(2_048), "7".repeat(64)];
  const cookie = await sessionCookie({
    token,
    userId,
    account: "a".repeat(128),
    signInId: "s".repeat(22),
    epoch: `user.${"e".repeat(12)}`,
    userEpoch: "e".repeat(12),
  });
  expect(cookie.length).toBeLessThan(4_096);
});
