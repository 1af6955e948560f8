import { afterAll, beforeEach, expect, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { getText } from "~server/texts/text";
import { browserAt } from "../../support/documents";
import { pages } from "../../support/pages";
import { setEnv } from "../../support/environment";
import { textOf, textsOf } from "../../support/html";
import { PERSON } from "../../support/valid-forms";
import { CODE_PATH, confirmPath, PRODUCT_PATH } from "../../support/purchase-paths";
import { CookieJar } from "../../support/requests";

/**
 * If a platform distinguishes `Anna@x` and `anna@x`, these are two people: neither sees, deletes or ends anything of
 * the other's.
 */

const t = getText("en_US");
const sandbox = await startSandbox({ tellsCaseApart: true });
setEnv({ UPSTREAM_URL: sandbox.url });
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

type Account = Awaited<ReturnType<typeof sandbox.createAccount>>;
const UPPER = "Anna@two.example";

/** Two accounts whose names differ in one letter's case. */
async function bothAccounts(options = {}): Promise<[Account, Account]> {
  const open = (email: string) => sandbox.createAccount({ email, ...options });
  return [await open(UPPER), await open(UPPER.toLowerCase())];
}

/** Signs in through the form, by default on a new browser. */
async function enter(account: Account, browser = browserAt(pages, "en_US")) {
  const typed = { mobileNumber: account.email, loginPword: account.password };
  await browser.submit("/Login", typed, await browser.open("/Login"));
  const step = "/Login?step=google";
  const googleCode = await sandbox.code(account.email, "google");
  const entered = await browser.submit(step, { intent: "confirm", googleCode }, await browser.open(step));
  expect(entered.status).toBe(303);
  return browser;
}

async function both(options = {}) {
  const [one, other] = await bothAccounts(options);
  return [await enter(one), await enter(other)] as const;
}

type Browser = Awaited<ReturnType<typeof enter>>;
const press = async (browser: Browser, path: string, fields: Record<string, string> = {}) =>
  browser.submit(path, fields, await browser.open(path));
const securityOf = async (browser: Browser) => textOf((await browser.open("/Security")).html);
const isSignedIn = async (browser: Browser) => (await browser.open("/Security")).status === 200;

test("accounts that differ in case neither see nor delete each other's anti-phishing code", async () => {
  const [one, other] = await both();
  await press(one, "/Security", { antiPhishingCode: "narwhal" });
  expect(await securityOf(one)).toContain("narwhal");
  expect(await securityOf(other)).not.toContain("narwhal");
  await press(other, "/Security", { antiPhishingCode: "walrus" });
  expect(await securityOf(one)).toContain("narwhal");
  await press(other, "/Security?step=delete");
  expect(await securityOf(one)).toContain("narwhal");
});

test("accounts that differ in case do not see each other's sign-ins", async () => {
  for (const browser of await both())
    expect(textsOf((await browser.open("/Security")).html, "#sign-ins ~ .entries li")).toHaveLength(1);
});

test("signing out everywhere ends one account's sessions on every browser, and none of an account that differs in case", async () => {
  const [one, other] = await bothAccounts();
  const [mine, elsewhere, theirs] = [await enter(one), await enter(one), await enter(other)];
  await press(mine, "/Security?step=everywhere");
  expect([await isSignedIn(mine), await isSignedIn(elsewhere), await isSignedIn(theirs)]).toEqual([false, false, true]);
  await press(theirs, "/Security?step=everywhere");
  const again = await enter(one);
  expect(await isSignedIn(again)).toBe(true);
  expect([await isSignedIn(elsewhere), await isSignedIn(theirs)]).toEqual([false, false]);
});

test("accounts that differ in case do not see each other's identity details", async () => {
  const page = "/RealNameInfo?country=158";
  const [one, other] = await bothAccounts({ authLevel: 3 });
  const typing = await enter(one);
  await press(typing, page, { numberCode: "158", certificateType: "2", ...PERSON });
  const name = async (browser: Browser) => (await browser.open(page)).field("familyName");
  expect(await name(await enter(one))).toBe(PERSON.familyName);
  expect(await name(await enter(other))).not.toBe(PERSON.familyName);
  typing.jar.delete("utoken");
  expect(await name(await enter(other, typing)), "the other visitor in the same browser").not.toBe(PERSON.familyName);
});

test("accounts that differ in case do not see each other's watched deposit", async () => {
  const [one, other] = await both();
  const page = "/Recharge/USDT?chain=TUSDT";
  expect((await press(one, page, { intent: "sent" })).location).toContain("watch=on");
  const watched = async (browser: Browser) => textOf((await browser.open(`${page}&watch=on`)).html);
  expect(await watched(one)).not.toContain(t("Recharge.watchEnded"));
  expect(await watched(other)).toContain(t("Recharge.watchEnded"));
});

test("orders of one account do not count for an account that differs in case", async () => {
  const [one, other] = await bothAccounts();
  const browser = await enter(one);
  const bought = await press(browser, PRODUCT_PATH, { intent: "buy", buyAmount: "3" });
  expect(bought.location).toBe(confirmPath("3"));
  const sheet = await browser.open(CODE_PATH);
  const googleCode = await sandbox.code(one.email, "google");
  expect((await browser.submit(CODE_PATH, { quote: sheet.field("quote") ?? "", googleCode }, sheet)).status).toBe(303);
  const counted = async (which: Browser) =>
    /Names of products you bought here (\d+)/.exec(await securityOf(which))?.[1];
  expect([await counted(browser), await counted(await enter(other))]).toEqual(["1", "0"]);
});

test("a form's draft is not shown to an account that differs in case on the same browser", async () => {
  const [one, other] = await bothAccounts();
  const browser = await enter(one);
  const page = await browser.open(PRODUCT_PATH);
  await sandbox.expireSessions(one.email);
  await browser.submit(PRODUCT_PATH, { intent: "buy", buyAmount: "7" }, page);
  const left = browser.jar.copy();
  const amountOf = async (account: Account) => {
    const jar = left.copy();
    const entered = await enter(account, browserAt(pages, "en_US", jar));
    return (await entered.open(PRODUCT_PATH)).field("buyAmount");
  };
  expect(await amountOf(one)).toBe("7");
  expect(await amountOf(other)).not.toBe("7");
});

test("wrong passwords from one address count together, however the account is spelled", async () => {
  const browser = browserAt(pages, "en_US", new CookieJar());
  const statuses: number[] = [];
  for (const mobileNumber of [UPPER, UPPER.toLowerCase(), UPPER, UPPER.toUpperCase(), UPPER, UPPER.toLowerCase()])
    statuses.push((await press(browser, "/Login", { mobileNumber, loginPword: "Wrong12345" })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});
