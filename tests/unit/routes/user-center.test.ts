import { expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as route from "~/routes/UserCenter/route";
import { flowCookie } from "~server/session/flow-session";
import { readSession, sessionCookie } from "~server/session/session";
import { type Sandbox } from "@storefront/sandbox/start";
import { store } from "~server/store/shared";
import { browserAt, site } from "../../support/documents";
import { all, linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { REJECTED } from "../../support/identity";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { exchange } from "@storefront/sandbox/test/calls";
import { signedIn } from "../../support/signed-in";
import { refusalOf, Visitor } from "../../support/visitor";
import { formTokenFor, readFlow } from "../../support/route-args";

type Locale = "el_GR" | "en_US";

const t = getText("en_US");
const sandbox = await useUpstream();

async function member(options: Parameters<Sandbox["createAccount"]>[0] = {}, locale: Locale = "en_US") {
  const { account, token, cookies } = await signedIn(sandbox, options);
  const visitor = new Visitor(route, locale);
  visitor.cookies.set("utoken", cookies.get("utoken") ?? "");
  return { account, token, visitor };
}

const handler = site({ UserCenter: route });

/** The account centre as a document, of an account with these options. */
async function page(options: Parameters<Sandbox["createAccount"]>[0], locale: Locale = "en_US", url = "/UserCenter") {
  const { account, visitor, token } = await member(options, locale);
  const browser = browserAt(handler, locale, visitor.cookies);
  const response = await browser.open(url);
  return { ...response, account, token, browser, entries: sourceOf(response.html, "nav.entries") };
}

const signOut = (visitor: Visitor) => visitor.submit("/UserCenter?step=logout", {});
const sessionOf = (visitor: Visitor) => readSession(pageRequest("/", { cookies: visitor.cookies }));

test("it shows the account's name, id and badge in the visitor's language, and is not cached", async () => {
  const { account, token, visitor } = await member({ authLevel: 1 }, "el_GR");
  const response = await visitor.open("/UserCenter");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({
    user: { userAccount: account.email, id: String(account.id), authLevel: "verified", googleBound: true },
  });
  const [asked] = await sandbox.requests("user_info");
  expect(asked?.headers).toMatchObject({ "exchange-token": token, "exchange-language": "el_GR" });
});

const give = (data: unknown) => sandbox.fail("account_balance", { kind: "answer", body: { code: "0", msg: "", data } });

test("it shows the total balance as the assets do; hidden there, hidden here", async () => {
  const { browser, html } = await page({ balances: { USDT: "1234.56789", XCH: "2" } });
  expect(textsOf(html, ".account-balance")).toEqual([`${t("Assets.total")} 1,258.3678 USDT`]);
  browser.jar.set("assets", "amounts");
  const hidden = await browser.open("/UserCenter");
  expect(textsOf(hidden.html, ".account-balance")).toEqual([`${t("Assets.total")} •••• ${t("Assets.hidden")} USDT`]);
  expect(hidden.html).not.toContain("1,258");
});

test("a refused balance is shown in the upstream's words", async () => {
  const { browser } = await page({});
  await sandbox.fail("account_balance", { kind: "answer", body: { code: "10099", msg: "Account <frozen>" } });
  const { html } = await browser.open("/UserCenter");
  expect(textsOf(html, ".account-balance")).toEqual([`${t("Assets.total")} Account <frozen>`]);
});

test("a balance that cannot be read is said to be so, and one without a total is left out; never 0", async () => {
  const { browser } = await page({});
  await sandbox.fail("account_balance", { kind: "html" });
  const failed = await browser.open("/UserCenter");
  expect(failed.status).toBe(200);
  expect(textsOf(failed.html, ".account-balance")).toEqual([
    `${t("Assets.total")} ${t("UserCenter.balanceUnavailable")}`,
  ]);
  await give({ totalBalance: null, totalBalanceSymbol: "USDT", allCoinMap: {} });
  expect(all((await browser.open("/UserCenter")).html, ".account-balance")).toEqual([]);
  await give({ totalBalance: "5", allCoinMap: {} });
  const { html } = await browser.open("/UserCenter");
  expect(textsOf(html, ".account-balance")).toEqual([`${t("Assets.total")} 5 ${t("common.missing")}`]);
});

test.each([
  [1, "Verified", "已驗證", undefined],
  [0, "Under Certification", "審核中", undefined],
  [3, "Not Verified", "未驗證", "/RealNameSelect"],
  [2, "Not Verified", "未驗證", "/RealNameSelect"],
] as const)(
  "authLevel %i: the badge shows %s (%s); real-name verification opens only if it is neither 1 nor 0: %s",
  async (authLevel, en, zh, target) => {
    for (const [locale, badge] of [
      ["en_US", en],
      ["el_GR", zh],
    ] as const) {
      const { html } = await page({ authLevel }, locale);
      expect(textsOf(html, ".tag")[0]).toBe(badge);
      expect(linksOf(html).find(({ href }) => href === "/RealNameSelect")?.href).toBe(target);
      expect(textOf(html)).toContain(locale === "en_US" ? "Identity verification" : "身分驗證");
    }
  },
);

test("a rejected verification shows its reason as plain text", async () => {
  const { visitor } = await member({ authLevel: 2 });
  const browser = browserAt(handler, "en_US", visitor.cookies);
  await sandbox.fail("user_info", REJECTED);
  const { html } = await browser.open("/UserCenter");
  expect(html).toContain("Not approved, please submit it again: &lt;b&gt;blurred&lt;/b&gt;");
});

test.each([
  [true, undefined, "Linked"],
  [false, "/GoogleBind", "Not linked"],
])("the authenticator opens only if it is not bound (bound: %s): %s", async (googleBound, target, note) => {
  // Signing in needs an authenticator, so the upstream's response is set afterwards.
  const { visitor } = await member();
  const browser = browserAt(handler, "en_US", visitor.cookies);
  const data = { userAccount: "a@example.com", id: 7, authLevel: 1, googleStatus: googleBound ? "1" : "0" };
  await sandbox.fail("user_info", { kind: "answer", body: { code: "0", msg: "", data } });
  const { html } = await browser.open("/UserCenter");
  expect(linksOf(html).find(({ href }) => href === "/GoogleBind")?.href).toBe(target);
  expect(textOf(html)).toContain(`Google Authenticator ${note}`);
});

test.each([
  ["assets", "/Assets"],
  ["orders", "/MyOrder"],
  ["invitation code", "/InvitationCode"],
  ["notices", "/Notice"],
])("the entry for %s leads to %s", async (_, target) => {
  const { entries } = await page({});
  expect(linksOf(entries).map(({ href }) => href)).toContain(target);
});

test.each([
  ["iOS", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148", ["App Store", "TestFlight"]],
  ["Android", "Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0.0.0 Mobile", ["Get the app"]],
])("my earnings only opens an app-download overlay, at its own address: on %s", async (_, userAgent, buttons) => {
  const { entries, html, browser } = await page({});
  expect(linksOf(entries)).toContainEqual({
    href: "/UserCenter?step=earnings",
    text: "My earnings Shown in the app",
  });
  expect(html, "not in the markup until it is open").not.toContain("/AppDownload");
  const open = await browser.open("/UserCenter?step=earnings", { "User-Agent": userAgent });
  expect(open.html).toContain('role="dialog"');
  expect(linksOf(open.html).filter(({ href }) => href === "/AppDownload")).toEqual(
    buttons.map((text) => ({ href: "/AppDownload", text })),
  );
  const dialog = all(open.html, "[role=dialog]")[0] ?? "";
  expect(linksOf(dialog).filter(({ href }) => href === "/UserCenter")).toHaveLength(1);
});

test.each(["constructor", "__proto__", "code"])("an unknown step opens nothing: %s", async (step) => {
  const { status, html } = await page({}, "en_US", `/UserCenter?step=${step}`);
  expect(status).toBe(200);
  expect(html).not.toMatch(/role="dialog"|inert/);
});

test("logout asks for confirmation at its own address; a closed sheet is not in the markup", async () => {
  const closed = await page({});
  expect(closed.html).not.toContain('role="dialog"');
  expect(all(closed.html, "form[action^='/UserCenter']")).toEqual([]);
  expect(linksOf(closed.html).map(({ href }) => href)).toContain("/UserCenter?step=logout");
  const open = await page({}, "en_US", "/UserCenter?step=logout");
  expect(open.html).toContain('role="dialog"');
  expect(textOf(open.html)).toContain("Sign out? ");
  expect(linksOf(open.html)).toContainEqual({ href: "/UserCenter", text: "Cancel" });
});

test("logout ends the session at the upstream and on this site, and then shows a success toast", async () => {
  const { token, visitor } = await member();
  visitor.cookies.take(await flowCookie({ id: "0123456789abcdef", draft: { enquiry: { name: "x" } } }));
  const response = await signOut(visitor);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Index/Home");
  expect(await visitor.toast()).toEqual({ key: "toasts.loggedOut", kind: "status" });
  expect(await sessionOf(visitor)).toBeNull();
  expect((await readFlow(pageRequest("/", { cookies: visitor.cookies }))).draft).toBeUndefined();
  expect((await exchange(sandbox, "common/user_info", {}, { token })).code).toBe("10002");
});

test.each([{ kind: "reset" }, { kind: "html" }, { kind: "error", code: 99999 }, { kind: "hang" }] as const)(
  "logout while the upstream fails ($kind): signed out on this site anyway, with a warning",
  async (fault) => {
    const { visitor } = await member();
    const thief = new Visitor(route);
    thief.cookies.set("utoken", visitor.cookies.get("utoken") ?? "");
    await failAtDeadline(sandbox, "login_out", fault);
    const response = await signOut(visitor);
    expect(response.headers.get("location")).toBe("/Index/Home");
    expect(await visitor.toast()).toEqual({ key: "toasts.loggedOutHere", kind: "alert" });
    expect(await sessionOf(visitor)).toBeNull();
    // The upstream would still accept the token, but this site refuses a copy of the cookie.
    const calls = await sandbox.calls("user_info");
    expect((await thief.open("/UserCenter")).headers.get("location")).toContain("/Login?redirectTo=");
    expect(await sandbox.calls("user_info")).toBe(calls);
  },
);

test("a sign-out whose mark cannot be stored still signs out; it warns only if the upstream failed", async () => {
  for (const confirmed of [true, false]) {
    const { visitor } = await member();
    const { token } = await visitor.read<{ token: string }>("/UserCenter");
    if (!confirmed) await sandbox.fail("login_out", { kind: "reset" });
    const lost = vi.spyOn(store(), "set").mockRejectedValue(new Error("no answer"));
    const response = await visitor.post("/UserCenter?step=logout", { csrf: token });
    lost.mockRestore();
    expect(response.headers.get("location")).toBe("/Index/Home");
    expect((await visitor.toast())?.key).toBe(confirmed ? "toasts.loggedOut" : "toasts.loggedOutHere");
  }
});

test("logout of a session that expired at the upstream succeeds", async () => {
  const { visitor } = await member();
  const { token: csrf } = await visitor.read<{ token: string }>("/UserCenter");
  await sandbox.fail("login_out", { kind: "error", code: 10002 });
  await visitor.post("/UserCenter?step=logout", { csrf });
  expect(await visitor.toast()).toEqual({ key: "toasts.loggedOut", kind: "status" });
  expect(await sessionOf(visitor)).toBeNull();
});

test("logout needs a form token of this site and this session", async () => {
  const { visitor } = await member();
  const other = await member();
  const { token } = await other.visitor.read<{ token: string }>("/UserCenter");
  const foreign = pageRequest("/UserCenter", { cookies: visitor.cookies });
  for (const csrf of [undefined, "garbage", token, await formTokenFor(foreign, "login")]) {
    const refusal = await refusalOf(await visitor.post("/UserCenter?step=logout", { csrf }));
    expect(refusal).toMatchObject({ status: 403, errors: { "": ["errors.forged"] } });
  }
  const crossSite = await visitor.submit("/UserCenter", {}, { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(crossSite.status).toBe(403);
  expect(await sandbox.calls("login_out")).toBe(0);
  expect(await sessionOf(visitor)).not.toBeNull();
});

test("a logout without a genuine token signs nobody out, and says so without making the page", async () => {
  const { browser } = await page({});
  const { status, html } = await browser.post("/UserCenter?step=logout", { csrf: "garbage" });
  expect(status).toBe(403);
  expect(textOf(html)).toContain("we didn't do this");
  expect(html).not.toContain('role="dialog"');
  expect((await browser.open("/UserCenter")).status).toBe(200);
});

test("a refused logout is shown again with the reason, and its title begins with Error", async () => {
  const { browser } = await page({});
  // From before the sign-in.
  const csrf = await formTokenFor(pageRequest("/UserCenter"), "logout");
  const { status, html } = await browser.post("/UserCenter?step=logout", { csrf });
  expect(status).toBe(422);
  expect(html).toContain('role="dialog"');
  expect(textOf(html)).toContain("This form has expired");
  expect(titleOf(html)).toBe("Error: Account centre – Meridian Cloud Hashrate");
});

test.each([10002, "10021", 3])(
  "session expired (%s): the token is cleared and the visitor goes to the root path with the message",
  async (code) => {
    const { visitor } = await member();
    await sandbox.fail("user_info", { kind: "error", code });
    const response = await visitor.open("/UserCenter");
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
    expect(await visitor.toast()).toEqual({ key: "errors.sessionExpired", kind: "alert" });
    expect(await sessionOf(visitor)).toBeNull();
    expect(visitor.cookies.get("utoken")).toBeUndefined();
  },
);

test.each([{ kind: "reset" }, { kind: "html" }, { kind: "types" }, { kind: "error", code: 500 }] as const)(
  "when the upstream does not respond ($kind): a 503 with a retry link, no account data, and the session stays",
  async (fault) => {
    const { visitor } = await member();
    await sandbox.fail("user_info", fault);
    const browser = browserAt(handler, "en_US", visitor.cookies);
    const { status, html } = await browser.open("/UserCenter");
    expect(status).toBe(503);
    expect(linksOf(html)).toContainEqual({ href: "/UserCenter", text: "Try again" });
    expect(textOf(html)).not.toContain("Verified");
    expect(linksOf(html).map(({ href }) => href)).toContain("/UserCenter?step=logout");
    expect(browser.jar.get("utoken")).toBeDefined();
  },
);

test("the token of the session is in no markup and no header but its encrypted cookie", async () => {
  const { html, headers, token } = await page({}, "en_US", "/UserCenter?step=logout");
  expect(token.length).toBeGreaterThan(20);
  expect(html + JSON.stringify([...headers])).not.toContain(token);
});

test("a session cookie that is not ours is no session", async () => {
  const visitor = new Visitor(route);
  visitor.cookies.set("utoken", "garbage");
  expect((await visitor.open("/UserCenter")).headers.get("location")).toContain("/Login?redirectTo=");
  visitor.cookies.take(await sessionCookie({ token: "a-token-of-nobody", account: "a@example.com" }));
  expect((await visitor.open("/UserCenter")).headers.get("location")).toBe("/");
});
