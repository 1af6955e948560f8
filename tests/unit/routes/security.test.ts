import { expect, test, vi } from "vitest";
import * as login from "~/routes/Login.($account)/route";
import * as route from "~/routes/Security/route";
import { SESSION_AGE_MS } from "~server/session/headers";
import { SIGN_INS_AGE_MS, SIGN_INS_MAX, recordSignIn } from "~server/account/sign-ins";
import { antiPhishingCodeFor, setAntiPhishingCode, readAntiPhishingCode } from "~server/account/anti-phishing-code";
import { OWN_ORDERS } from "~server/purchase/own-orders";
import { ownerBy, ownerKey } from "~server/session/owner";
import { readSession, type Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { CODE_PATH, CONFIRM_PATH, PRODUCT_PATH } from "../../support/purchase-paths";
import { browserOf, buyerOf } from "../../support/buying";
import { browserAt } from "../../support/documents";
import { withEnv } from "../../support/environment";
import { all, linksOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { CookieJar, pageRequest } from "../../support/requests";
import { exchange } from "@storefront/sandbox/test/calls";
import { signedIn, type SignedIn } from "../../support/signed-in";
import { refusalOf, Visitor } from "../../support/visitor";

const ANDROID_IN_APP =
  "Mozilla/5.0 (Linux; Android 12; SM-A125F; wv) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 Line/13.20.0";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

const sandbox = await useUpstream();

type Account = SignedIn["account"];

const jarOf = (value: string | undefined) => new CookieJar().set("utoken", value ?? "");
const sessionOf = (cookies: CookieJar) => readSession(pageRequest("/", { cookies }));

async function sessionIn(cookies: CookieJar): Promise<Session> {
  const session = await sessionOf(cookies);
  if (!session) throw new Error("not signed in");
  return session;
}

/** Signs in through the form, with this User-Agent. */
async function enter(account: Account, userAgent = WINDOWS): Promise<Visitor> {
  const headers = { "User-Agent": userAgent };
  const visitor = new Visitor(login);
  await visitor.submit("/Login", { mobileNumber: account.email, loginPword: account.password }, { headers });
  const googleCode = await sandbox.code(account.email, "google");
  const response = await visitor.submit("/Login?step=google", { intent: "confirm", googleCode }, { headers });
  expect(response.status).toBe(303);
  const inside = new Visitor(route);
  for (const { name, value } of visitor.cookies.all()) inside.cookies.set(name, value);
  return inside;
}

const newAccount = () => sandbox.createAccount({ secondStep: "google" });

async function pageOf(visitor: Visitor, path = "/Security", locale: "en_US" | "el_GR" = "en_US") {
  return browserAt(pages, locale, visitor.cookies.copy()).open(path);
}

/** A visitor signed in without the form, so without a record of the sign-in. */
async function member(options = {}) {
  const { account, cookies, token } = await signedIn(sandbox, options);
  const visitor = new Visitor(route);
  visitor.cookies.set("utoken", cookies.get("utoken") ?? "");
  return { account, visitor, token, session: await sessionIn(visitor.cookies) };
}

/** The refusal of a form that is posted while a call of the store fails. */
async function refusalWithout(call: "commit", visitor: Visitor, path: string) {
  const { token: csrf } = await visitor.read<{ token: string }>(path);
  const lost = vi.spyOn(store(), call).mockRejectedValue(new Error("no answer"));
  const refusal = await refusalOf(await visitor.post(path, { csrf }));
  lost.mockRestore();
  return refusal;
}

/** The page while the upstream reports this user. */
async function withUser(visitor: Visitor, user: Record<string, unknown> | undefined) {
  const data = { userAccount: "a", ...user };
  const response = { kind: "answer", body: { code: "0", msg: "", data } } as const;
  await sandbox.fail("user_info", user === undefined ? { kind: "html" } : response);
  return pageOf(visitor);
}

const CHECKLIST = ".checklist";
const headingOf = (html: string) => textsOf(html, `${CHECKLIST} h2`)[0];
const rowsOf = (html: string) => textsOf(html, `${CHECKLIST} .section-head`);
const LINK_IT = "Link Google Authenticator";

test.each([
  [
    { googleStatus: "1", authLevel: 1 },
    "Protection: 2 of 3 on",
    ["Anti-phishing code Not set", "Google Authenticator Linked", "Identity verification Verified"],
    "Save",
  ],
  [
    { googleStatus: "0", authLevel: 0 },
    "Protection: 0 of 3 on",
    ["Google Authenticator Not linked", "Anti-phishing code Not set", "Identity verification Under Certification"],
    LINK_IT,
  ],
  [
    { googleStatus: "0", authLevel: 3 },
    "Protection: 0 of 3 on",
    ["Google Authenticator Not linked", "Anti-phishing code Not set", "Identity verification Not Verified"],
    LINK_IT,
  ],
  [
    undefined,
    "Protection",
    [
      "Anti-phishing code Not set",
      "Google Authenticator Can’t check right now",
      "Identity verification Can’t check right now",
    ],
    "Save",
  ],
])(
  "the checklist of %j reads %s, with open items first and one primary button",
  async (user, heading, rows, button) => {
    const { visitor } = await member();
    const { html, status } = await withUser(visitor, user);
    expect(status, "the shop's own data is still shown").toBe(200);
    expect(headingOf(html)).toBe(heading);
    expect(rowsOf(html)).toEqual(rows);
    expect(textsOf(html, "main .button:not(.button-quiet)")).toEqual([button]);
    const links = linksOf(sourceOf(html, CHECKLIST)).map(({ href }) => href);
    expect(links.includes("/GoogleBind?redirectTo=%2FSecurity")).toBe(user?.googleStatus === "0");
    expect(links.includes("/RealNameSelect")).toBe(user?.authLevel === 3);
    const coloured = all(html, `${CHECKLIST} .arc .drawing-accent`).length;
    expect(coloured, "the drawing agrees with the heading").toBe(user?.googleStatus === "1" ? 2 : 0);
  },
);

test("a sign-in is recorded with its UTC+8 time and device kind; the current one is marked", async () => {
  const account = await newAccount();
  await enter(account, WINDOWS);
  const visitor = await enter(account, ANDROID_IN_APP);
  const rows = textsOf((await pageOf(visitor)).html, "#sign-ins ~ .entries li");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^Android phone, in-app browser \w{3} \d{1,2}, \d{4}, \d{2}:\d{2} \(UTC\+8\) This device$/);
  expect(rows[1]).toMatch(/^Windows computer .*\(UTC\+8\)$/);
  expect(textOf((await pageOf(visitor, "/Security", "el_GR")).html)).toContain("Android 手機，App 內建瀏覽器");
});

test("the record is encrypted, has no address or name, and at most 20 sign-ins of 30 days", async () => {
  const account = await newAccount();
  const written = vi.spyOn(store(), "commit");
  const visitor = await enter(account, "Mozilla <script>alert(1)</script>");
  const writes = written.mock.calls
    .flatMap(([{ write }]) => Object.entries(write))
    .filter(([key]) => /^signins:/.test(key));
  expect(writes).toHaveLength(1);
  const [[key, entry] = []] = writes;
  expect(`${key}${entry?.value}`).not.toMatch(/script|example|@|10\.\d+\./);
  expect(entry?.ageMs).toBe(SIGN_INS_AGE_MS);
  const session = await sessionIn(visitor.cookies);
  for (let n = 0; n < SIGN_INS_MAX + 2; n += 1) await recordSignIn(ownerBy(session), `another-${n}`, WINDOWS);
  const { stored } = await visitor.read<{ stored: { signIns: unknown[] } }>("/Security");
  expect(stored.signIns).toHaveLength(SIGN_INS_MAX);
  const few = (await pageOf(visitor)).html;
  expect(textsOf(few, "#sign-ins ~ .entries li")).toHaveLength(5);
  expect(linksOf(few)).toContainEqual({ href: "/Security?all=1#sign-ins", text: "Show all 20" });
  expect(textsOf((await pageOf(visitor, "/Security?all=1")).html, "#sign-ins ~ .entries li")).toHaveLength(20);
  expect(textOf(few), "its own sign-in has displaced the oldest").toContain("isn’t listed");
});

test("a sign-in works even if the store cannot record it", async () => {
  const lost = vi.spyOn(store(), "commit").mockRejectedValue(new Error("no answer"));
  const visitor = await enter(await newAccount());
  lost.mockRestore();
  expect(await sessionOf(visitor.cookies)).not.toBeNull();
  expect(textOf((await pageOf(visitor)).html)).toContain("isn’t listed");
});

test("an account cannot read another's record, even copied to its own key", async () => {
  const [mine, theirs] = [await enter(await newAccount()), await enter(await newAccount())];
  const keys = vi.spyOn(store(), "getAll");
  for (const visitor of [mine, theirs]) await visitor.read("/Security");
  const [own = "", other = ""] = keys.mock.calls
    .map(([asked]) => asked[0] ?? "")
    .filter((key) => /^signins:/.test(key));
  keys.mockRestore();
  expect(own).not.toBe(other);
  await store().set(own, (await store().get(other)) ?? "", SESSION_AGE_MS);
  const { stored } = await mine.read<{ stored: { signIns: unknown[] } }>("/Security");
  expect(stored.signIns).toEqual([]);
});

test("signing out everywhere ends all sessions of this account only", async () => {
  const account = await newAccount();
  const [visitor, elsewhere] = [await enter(account), await enter(account)];
  const { visitor: neighbour } = await member();
  const before = jarOf(elsewhere.cookies.get("utoken"));
  const token = (await sessionIn(visitor.cookies)).token;
  const { html } = await pageOf(visitor, "/Security?step=everywhere");
  expect(textOf(sourceOf(html, "[role=dialog]"))).toContain("The app and the platform’s other sites stay signed in");

  const response = await visitor.submit("/Security?step=everywhere", {});
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Index/Home");
  expect(await visitor.toast()).toMatchObject({ key: "Security.everywhereDone", stays: true });
  expect(visitor.cookies.get("utoken")).toBeUndefined();
  expect(await sessionOf(before)).toBeNull();
  expect((await elsewhere.open("/Security")).headers.get("location")).toContain("/Login?redirectTo=");
  expect(await sessionOf(neighbour.cookies)).not.toBeNull();
  expect((await exchange(sandbox, "common/user_info", {}, { token })).code, "it ends at the upstream too").toBe(
    "10002",
  );

  const again = await enter(account);
  expect(await sessionOf(again.cookies), "a later sign-in works").not.toBeNull();
  expect(await sessionOf(before), "an earlier one stays ended").toBeNull();
});

test("if the store cannot record signing out everywhere, the page does not report success, and this session stays", async () => {
  const { visitor } = await member();
  expect(await refusalWithout("commit", visitor, "/Security?step=everywhere")).toMatchObject({
    status: 503,
    errors: { "": ["Security.everywhereFailed"] },
  });
  expect(await sessionOf(visitor.cookies)).not.toBeNull();
  expect(await sandbox.calls("login_out")).toBe(0);
});

test("while the store does not respond, this process still rejects sessions that it saw ended everywhere", async () => {
  const account = await newAccount();
  const [visitor, elsewhere] = [await enter(account), await enter(account)];
  const { visitor: neighbour } = await member();
  await visitor.submit("/Security?step=everywhere", {});
  vi.spyOn(store(), "getAll").mockRejectedValue(new Error("no answer"));
  expect(await sessionOf(elsewhere.cookies)).toBeNull();
  expect(await sessionOf(neighbour.cookies), "a neighbour stays signed in").not.toBeNull();
});

test.each([
  ["  blue   whale ", "blue whale"],
  ["鯨魚", "鯨魚"],
  ["<b>x</b>", "<b>x</b>"],
  ["👨‍👩‍👧!", "👨‍👩‍👧!"],
  ["x".repeat(32), "x".repeat(32)],
])("the anti-phishing code %j is stored encrypted as %j, and shown as text", async (typed, word) => {
  const { visitor, session } = await member();
  const commit = vi.spyOn(store(), "commit");
  const response = await visitor.submit("/Security", { antiPhishingCode: typed });
  expect(response.headers.get("location")).toBe("/Security");
  const written = JSON.stringify(commit.mock.calls.map(([{ write }]) => write));
  expect(written).toContain("word:");
  expect(written).not.toContain(JSON.stringify(word).slice(1, -1));
  expect(await readAntiPhishingCode(session)).toEqual({ state: "set", word });
  const { html } = await pageOf(visitor);
  expect(textsOf(html, ".own-word")).toEqual([word]);
  expect(html).not.toContain("<b>x");
});

test.each([
  "",
  "x",
  " x ",
  "x".repeat(33),
  "a\u202eb",
  "\u200b\u200b",
  "x\u200d",
  "x\ufe0f",
  "\u3164\u3164",
  "a\u0000b",
  "y".repeat(5_000),
])("the anti-phishing code %j is rejected with the rules", async (antiPhishingCode) => {
  const { visitor, session } = await member();
  const refusal = await refusalOf(await visitor.submit("/Security", { antiPhishingCode }));
  expect(refusal).toMatchObject({ status: 422, errors: { antiPhishingCode: ["Security.wordRule"] } });
  expect(await readAntiPhishingCode(session)).toEqual({ state: "none" });
});

test("the anti-phishing code is shown only on the confirmation, the code sheet and the deposit page", async () => {
  const member = await buyerOf(sandbox);
  const { cookies } = member;
  await setAntiPhishingCode(await sessionIn(cookies), "blue <whale>");
  const { html: code } = await member.toCode("2");
  const confirm = (await browserOf(cookies).open(CONFIRM_PATH)).html;
  for (const html of [code, confirm]) {
    expect(textOf(sourceOf(html, "[role=dialog]"))).toContain("Your anti-phishing code blue <whale>");
  }
  const deposit = await browserAt(pages, "en_US", cookies).open("/Recharge/BTC");
  expect(textOf(sourceOf(deposit.html, "main"))).toContain("Your anti-phishing code blue <whale>");
  const product = await browserOf(cookies).open(PRODUCT_PATH);
  expect(product.html).not.toContain("whale");
  for (const path of [CONFIRM_PATH, CODE_PATH]) {
    const shown = await browserOf(cookies).open(path);
    expect(shown.headers.get("cache-control"), path).toMatch(/^no-store/);
  }
  expect(deposit.headers.get("cache-control")).toMatch(/^no-store/);
});

test("a temporarily or permanently unreadable anti-phishing code is reported in its place", async () => {
  const { cookies } = await signedIn(sandbox);
  const session = await sessionIn(cookies);
  await setAntiPhishingCode(session, "blue");
  await withEnv({ SESSION_SECRET: "n".repeat(40) }, async () => {
    expect(await readAntiPhishingCode(session)).toEqual({ state: "unreadable" });
    expect(await antiPhishingCodeFor(session, "en_US")).toEqual([[expect.stringContaining("was reset"), ""]]);
  });
  vi.spyOn(store(), "get").mockRejectedValue(new Error("no answer"));
  const silent = await browserAt(pages, "en_US", cookies).open("/Recharge/BTC");
  expect(textOf(silent.html)).toContain("We can’t show your anti-phishing code right now");
});

test("stored data is listed and deleted completely, after a confirmation that lists what stays", async () => {
  const account = await newAccount();
  const visitor = await enter(account);
  const session = await sessionIn(visitor.cookies);
  await visitor.submit("/Security", { antiPhishingCode: "whale" });
  const order = { orderNum: "1", quoteId: "q", productId: "1001", title: "Plan" };
  await store().set(ownerKey(OWN_ORDERS, ownerBy(session)), "[", 60_000);
  expect(textsOf((await pageOf(visitor)).html, "#stored ~ .card dd"), "counts, no JSON").toEqual([
    "1",
    "0",
    "Set",
    "None",
  ]);
  await store().set(ownerKey(OWN_ORDERS, ownerBy(session)), JSON.stringify([order]), 60_000);
  expect(textsOf((await pageOf(visitor)).html, "#stored ~ .card dd")).toEqual(["1", "1", "Set", "None"]);
  const { html } = await pageOf(visitor, "/Security?step=delete");
  expect(textOf(sourceOf(html, "[role=dialog]"))).toContain(
    "Your account, balance, orders, deposits and submitted identity stay",
  );
  const response = await visitor.submit("/Security?step=delete", {});
  expect(response.headers.get("location")).toBe("/Security");
  expect(await visitor.toast()).toEqual({ key: "Security.deleted", kind: "status" });
  expect(textsOf((await pageOf(visitor)).html, "#stored ~ .card dd")).toEqual(["0", "0", "Not set", "None"]);
  expect(await store().get(ownerKey(OWN_ORDERS, ownerBy(session)))).toBeNull();
  expect(await sessionOf(visitor.cookies), "still signed in").not.toBeNull();
});

test("an unconfirmed deletion says so, and that the page shows what is left", async () => {
  const { visitor } = await member();
  expect(await refusalWithout("commit", visitor, "/Security?step=delete")).toMatchObject({
    status: 503,
    errors: { "": ["Security.notDeleted"] },
  });
});

test("while the store does not respond the page says so, and shows the authenticator", async () => {
  const { visitor } = await member();
  vi.spyOn(store(), "getAll").mockRejectedValue(new Error("no answer"));
  const { html, status } = await pageOf(visitor);
  expect(status).toBe(200);
  expect(textOf(html)).toContain("We can’t show your security records right now");
  expect(textOf(html)).toContain("Linked");
  await sandbox.fail("user_info", { kind: "html" });
  expect((await pageOf(visitor)).status, "no data can be read").toBe(503);
});
