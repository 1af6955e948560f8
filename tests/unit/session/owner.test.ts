import { expect, test, vi } from "vitest";
import * as login from "~/routes/Login.($account)/route";
import * as orders from "~/routes/MyOrder/route";
import * as info from "~/routes/RealNameInfo/route";
import * as recharge from "~/routes/Recharge.($coinSymbol)/route";
import * as security from "~/routes/Security/route";
import * as centre from "~/routes/UserCenter/route";
import { getText } from "~server/texts/text";
import { readAccountData } from "~server/account/account-data";
import { readAntiPhishingCode } from "~server/account/anti-phishing-code";
import { ownerOf } from "~server/account/owner-of";
import { digest } from "~server/crypto/digest";
import { seal } from "~server/crypto/keys";
import { readOwnOrders } from "~server/purchase/own-orders";
import { countedAs, formerKey, ownerBy, ownerKey } from "~server/session/owner";
import { readSession, sessionCookie, type Session } from "~server/session/session";
import { endEverywhere } from "~server/session/signed-out";
import { store } from "~server/store/shared";
import { signInAt } from "@storefront/sandbox/test/calls";
import { browserAt, site } from "../../support/documents";
import { textOf, textsOf } from "../../support/html";
import { FOREIGN_DETAILS } from "../../support/identity";
import { CookieJar, pageRequest } from "../../support/requests";
import { formTokenFor } from "../../support/route-args";
import { useUpstream } from "../../support/upstream";

/** Records belong to the platform's user. What earlier versions stored belongs to the typed account in lower case. */

const t = getText("en_US");
const sandbox = await useUpstream();
const serve = site({
  "Login/:account?": login,
  MyOrder: orders,
  RealNameInfo: info,
  "Recharge/:coinSymbol?": recharge,
  Security: security,
  UserCenter: centre,
});

const AGE_MS = 60 * 60_000;
const WATCH = "/Recharge/USDT?chain=TUSDT&watch=on";
const PHONE = "+886912345678";
const USER_INFO = "user_info";

type Account = Awaited<ReturnType<typeof sandbox.createAccount>>;

/** A session as the sign-in begins one, or, without an id, as an earlier version did. */
async function sessionOf(account: Account, change: Partial<Session> = {}) {
  const token = await signInAt(sandbox, account);
  const given = { token, account: account.email, userId: String(account.id), ...change };
  const jar = new CookieJar().take(await sessionCookie(given));
  const read = () => readSession(pageRequest("/", { cookies: jar }));
  const session = await read();
  if (!session) throw new Error("not signed in");
  return { session, browser: browserAt(serve, "en_US", jar), read };
}

/** Where an earlier version stored a record. */
const keyBefore = (kind: string, account: string) => `${kind}:${digest(kind, account.trim().toLowerCase())}`;

/** Stores a record as an earlier version did. */
async function storedBefore(kind: string, account: string, value: unknown): Promise<void> {
  const key = keyBefore(kind, account);
  const isSealed = kind === "word" || kind === "signins" || kind === "identity";
  const text = isSealed ? await seal("record", { of: key, value }, AGE_MS) : JSON.stringify(value);
  await store().set(key, text, AGE_MS);
}

/** All that an earlier version stored of an account. */
async function allBefore(account: string, orderNum = "1"): Promise<void> {
  const record = { rows: [], isFull: false };
  const watch = { sinceMs: Date.now(), known: record, last: { atMs: Date.now(), record, found: [] } };
  const signedIn = { id: digest("sign-in", "another"), atMs: Date.now() - 1_000, device: "windows", inApp: false };
  await storedBefore("word", account, "narwhal");
  await storedBefore("signins", account, [signedIn]);
  await storedBefore("identity", account, FOREIGN_DETAILS);
  await storedBefore("deposits", account, { USDT: watch });
  await storedBefore("orders", account, [{ orderNum, quoteId: "q", productId: "1001", title: "Bought before" }]);
}

test("an owner is the platform's id, or the account exactly as it was typed, and never one for the other", () => {
  const names = [
    { id: "s", userId: "7" },
    { id: "s", account: "id:7" },
    { id: "s", account: "7" },
    { id: "7" },
    { id: "s", account: "A@x.example" },
    { id: "s", account: "a@x.example" },
  ].map((one) => ownerBy(one));
  const keys = names.flatMap((owner) => [ownerKey("word", owner), formerKey("word", owner)]);
  // The last two have shared one former key.
  expect(new Set(keys).size).toBe(keys.length - 2);
  expect(ownerBy({ id: "s", account: "A@x.example", userId: "7" }).name).toBe(ownerBy({ id: "t", userId: "7" }).name);
});

test("limits count the spellings of an account together, as long as its id is not known", () => {
  expect(countedAs({ id: "s", account: "A@x.example" })).toBe(countedAs({ id: "s", account: "a@x.example" }));
  expect(countedAs({ id: "s", account: "id 7" })).not.toBe(countedAs({ id: "s", userId: "7" }));
  expect(countedAs({ id: "s", userId: "aB" })).not.toBe(countedAs({ id: "s", userId: "ab" }));
});

test("the name of an account does not matter: by telephone it has the same records", async () => {
  const account = await sandbox.createAccount();
  const [byMail, byPhone] = [await sessionOf(account), await sessionOf(account, { account: PHONE })];
  await byMail.browser.submit("/Security", { antiPhishingCode: "walrus" }, await byMail.browser.open("/Security"));
  expect(await readAntiPhishingCode(byPhone.session)).toEqual({ state: "set", word: "walrus" });
  await endEverywhere(ownerBy(byMail.session));
  expect(await byPhone.read(), "under its other name too").toBeNull();
});

test("what was stored under a name that nobody else can have had is there, and goes with a new one", async () => {
  const account = await sandbox.createAccount({ authLevel: 3 });
  await allBefore(PHONE);
  const { session, browser } = await sessionOf(account, { account: PHONE });
  expect(await readAccountData(session)).toMatchObject({
    word: { state: "set", word: "narwhal" },
    orders: 1,
    identity: true,
    signIns: [{ device: "windows", isThis: false }],
  });
  expect((await browser.open("/RealNameInfo?country=158")).field("familyName")).toBe(FOREIGN_DETAILS.familyName);
  expect(textOf((await browser.open(WATCH)).html)).toContain(t("Recharge.waiting"));
  await browser.submit("/Security", { antiPhishingCode: "walrus" }, await browser.open("/Security"));
  expect(await readAntiPhishingCode(session)).toEqual({ state: "set", word: "walrus" });
  expect(await store().get(keyBefore("word", PHONE))).toBeNull();
  await browser.submit("/Security", { intent: "remove" }, await browser.open("/Security"));
  expect(await readAntiPhishingCode(session)).toEqual({ state: "none" });
});

test("what two accounts may have shared is shown to neither; the code is said to be unreadable, not missing", async () => {
  const account = await sandbox.createAccount({ authLevel: 3 });
  await allBefore(account.email);
  const { session, browser } = await sessionOf(account);
  expect(await readAccountData(session)).toEqual({
    signIns: [],
    word: { state: "unreadable" },
    orders: 0,
    identity: false,
  });
  const page = await browser.open("/RealNameInfo?country=158");
  expect(page.field("familyName")).not.toBe(FOREIGN_DETAILS.familyName);
  expect(textOf((await browser.open(WATCH)).html)).toContain(t("Recharge.watchEnded"));
});

test("an order that was recorded before is known again once the platform lists it for the account", async () => {
  const account = await sandbox.createAccount();
  const own = { orderNum: "mine", orderStatus: 1, tokenAmount: "3", payAmount: "46.5", paySymbol: "USDT" };
  await storedBefore("orders", account.email, [
    { orderNum: "mine", quoteId: "q1", productId: "9001", title: "Bought by me" },
    { orderNum: "theirs", quoteId: "q2", productId: "9002", title: "Bought by another" },
  ]);
  const { session, browser } = await sessionOf(account);
  const data = { count: 1, orderList: [own] };
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, msg: "", data } });
  const commit = vi.spyOn(store(), "commit");
  for (let n = 0; n < 2; n += 1) {
    const page = textOf((await browser.open("/MyOrder")).html);
    expect(page).toContain("Bought by me");
    expect(page).not.toContain("Bought by another");
  }
  expect(commit, "once").toHaveBeenCalledTimes(1);
  expect((await readOwnOrders(ownerBy(session))).own).toMatchObject([{ orderNum: "mine", quoteId: "q1" }]);
  expect((await readAccountData(session)).orders).toBe(1);
});

test("the deletion reaches what earlier versions stored", async () => {
  const account = await sandbox.createAccount();
  await allBefore(account.email);
  const { browser } = await sessionOf(account);
  const path = "/Security?step=delete";
  await browser.submit(path, {}, await browser.open(path));
  for (const kind of ["word", "signins", "identity", "deposits", "orders"])
    expect(await store().get(keyBefore(kind, account.email)), kind).toBeNull();
});

test("a session of an earlier version asks for its id once, and brings its own sign-in along", async () => {
  const account = await sandbox.createAccount();
  const { session, browser } = await sessionOf(account, { userId: undefined, signInId: "sign-in-of-before" });
  const mine = { id: digest("sign-in", session.signInId), atMs: Date.now() - 5_000, device: "iphone", inApp: false };
  const theirs = { ...mine, id: digest("sign-in", "of-another"), device: "mac" };
  await storedBefore("signins", account.email, [theirs, mine]);
  for (let n = 0; n < 3; n += 1) await browser.open("/MyOrder");
  expect(await sandbox.calls(USER_INFO), "not for each page").toBe(1);
  const rows = textsOf((await browser.open("/Security")).html, "#sign-ins ~ .entries li");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/iPhone.*This device/);
  expect((await ownerOf(session)).userId).toBe(String(account.id));
});

/** Signs in through the form. */
async function enter(account: Account) {
  const browser = browserAt(serve, "en_US");
  const typed = { mobileNumber: account.email, loginPword: account.password };
  await browser.submit("/Login", typed, await browser.open("/Login"));
  const step = "/Login?step=google";
  const form = { intent: "confirm", googleCode: await sandbox.code(account.email, "google") };
  expect((await browser.submit(step, form, await browser.open(step))).status).toBe(303);
  const session = await readSession(pageRequest("/", { cookies: browser.jar }));
  if (!session) throw new Error("not signed in");
  return { browser, session };
}

test("the sign-in asks for the id, once, and the session has it", async () => {
  const account = await sandbox.createAccount();
  const { session } = await enter(account);
  expect(session.userId).toBe(String(account.id));
  expect(await sandbox.calls(USER_INFO)).toBe(1);
});

test.each([
  ["an error page", { kind: "html" }],
  ["a lost connection", { kind: "reset" }],
  ["a session that it does not know yet", { kind: "error", code: 10002 }],
] as const)(
  "a platform whose answer is %s stops no sign-in, which is listed once the id is known",
  async (_, fault) => {
    const account = await sandbox.createAccount();
    await sandbox.fail(USER_INFO, fault);
    const { browser, session } = await enter(account);
    expect(session.userId).toBeUndefined();
    await sandbox.heal();
    expect(textsOf((await browser.open("/Security")).html, "#sign-ins ~ .entries li")).toHaveLength(1);
    const later = await enter(account);
    expect(later.session.userId).toBe(String(account.id));
    expect(textsOf((await later.browser.open("/Security")).html, "#sign-ins ~ .entries li")).toHaveLength(2);
  },
);

test("while the id cannot be asked for, nothing is said to be missing, and nothing is stored under another name", async () => {
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

test.each([0, "0", "000", "", null])("an id of %j is none: the account as it was typed is the owner", async (id) => {
  const account = await sandbox.createAccount();
  const data = { userAccount: "a***", id, authLevel: 1, googleStatus: "1" };
  await sandbox.fail(USER_INFO, { kind: "answer", body: { code: 0, msg: "", data } });
  const { session } = await enter(account);
  expect(session.userId).toBeUndefined();
  expect(await ownerOf(session)).toMatchObject({ userId: undefined, name: `typed:${account.email}` });
});

const everywhereBefore = (account: string) => keyBefore("everywhere", account);

test("signing out everywhere by an earlier version ends the sessions of this one", async () => {
  const account = await sandbox.createAccount();
  const { read } = await sessionOf(account);
  await store().set(everywhereBefore(account.email), "epoch-of-before", AGE_MS);
  expect(await read()).toBeNull();
  const other = { ...account, email: account.email.toUpperCase() };
  await endEverywhere(ownerBy({ id: "s", account: other.email, userId: "another" }));
  expect(await read(), "whoever does so since").toBeNull();
  expect((await enter(account)).session.userId, "a later sign-in works").toBe(String(account.id));
});

test("signing out everywhere by this version ends the sessions of an earlier one, at both", async () => {
  const account = await sandbox.createAccount();
  const [{ session }, before] = [await sessionOf(account), await sessionOf(account, { userId: undefined })];
  await endEverywhere(ownerBy(session));
  expect(await before.read()).toBeNull();
  // An earlier version compares its cookie's epoch with this, whatever it is.
  const epoch = await store().get(everywhereBefore(account.email));
  expect(epoch).not.toBe(null);
  const again = (await enter(account)).session;
  expect(again.epoch, "a later sign-in is one for the earlier version too").toBe(epoch);
});

test("while the id cannot be asked for, signing out everywhere still reaches every session of that name", async () => {
  const account = await sandbox.createAccount();
  const [known, unknown] = [await sessionOf(account), await sessionOf(account, { userId: undefined })];
  await sandbox.fail(USER_INFO, { kind: "html" });
  const path = "/Security?step=everywhere";
  expect((await unknown.browser.submit(path, {}, await unknown.browser.open(path))).status).toBe(303);
  expect([await known.read(), await unknown.read()]).toEqual([null, null]);
});

test("a sign-out forgets what was entered of an identity, of a session without an id too", async () => {
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

test("the longest token, account and id fit into the session's cookie", async () => {
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
