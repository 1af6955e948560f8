import { expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as route from "~/routes/UserCenter/route";
import { flowCookie } from "~server/session/flow-session";
import { readSession } from "~server/session/session";
import { type Sandbox } from "@storefront/sandbox/start";
import { store } from "~server/store/shared";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { failAtDeadline } from "../../support/fail-at-deadline";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";
import { exchange } from "@storefront/sandbox/test/calls";
import { signedIn } from "../../support/signed-in";
import { Visitor } from "../../support/visitor";
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

/** The account centre's document, for an account with these options. */
async function page(options: Parameters<Sandbox["createAccount"]>[0], locale: Locale = "en_US", url = "/UserCenter") {
  const { account, visitor, token } = await member(options, locale);
  const browser = browserAt(pages, locale, visitor.cookies);
  const response = await browser.open(url);
  return { ...response, account, token, browser, entries: sourceOf(response.html, "nav.account-menu") };
}

const signOut = (visitor: Visitor) => visitor.submit("/UserCenter?step=logout", {});
const sessionOf = (visitor: Visitor) => readSession(pageRequest("/", { cookies: visitor.cookies }));

test("the page shows the account's name, id and badge in the visitor's language, uncached", async () => {
  const { account, token, visitor } = await member({ authLevel: 1 }, "el_GR");
  const response = await visitor.open("/UserCenter");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({
    user: { userAccount: account.email, id: String(account.id), authLevel: "verified", googleBound: true },
  });
  const [asked] = await sandbox.requests("user_info");
  expect(asked?.headers).toMatchObject({ "exchange-token": token, "exchange-language": "el_GR" });
});

test("the page shows the total balance like the assets page, hidden if hidden there", async () => {
  const { browser, html } = await page({ balances: { USDT: "1234.56789", XCH: "2" } });
  expect(textsOf(html, ".account-balance")).toEqual([
    `${t("Assets.total")} ${t("Assets.hideAmounts")} 1,258.3678 USDT`,
  ]);
  browser.jar.set("assets", "amounts");
  const hidden = await browser.open("/UserCenter");
  expect(textsOf(hidden.html, ".account-balance")).toEqual([
    `${t("Assets.total")} ${t("Assets.showAmounts")} •••• ${t("Assets.hidden")} USDT`,
  ]);
  expect(hidden.html).not.toContain("1,258");
});

test.each([
  [1, "Verified", undefined],
  [0, "Under Certification", undefined],
  [3, "Not Verified", "/RealNameSelect"],
  [2, "Not Verified", "/RealNameSelect"],
] as const)(
  "authLevel %i shows the badge %s; verification opens only if it is neither 1 nor 0: %s",
  async (authLevel, badge, target) => {
    const { html } = await page({ authLevel });
    expect(textsOf(html, ".tag")[0]).toBe(badge);
    expect(linksOf(html).find(({ href }) => href === "/RealNameSelect")?.href).toBe(target);
    expect(textOf(html)).toContain("Identity verification");
  },
);

test.each([
  [true, undefined, "Linked"],
  [false, "/GoogleBind", "Not linked"],
])("the authenticator opens only if it is not linked (linked: %s): %s", async (googleBound, target, note) => {
  // Changes the upstream's response after the sign-in, which needs an authenticator.
  const { visitor } = await member();
  const browser = browserAt(pages, "en_US", visitor.cookies);
  const data = { userAccount: "a@example.com", authLevel: 1, googleStatus: googleBound ? "1" : "0" };
  await sandbox.fail("user_info", { kind: "answer", body: { code: "0", msg: "", data } });
  const { html } = await browser.open("/UserCenter");
  expect(linksOf(html).find(({ href }) => href === "/GoogleBind")?.href).toBe(target);
  expect(textOf(html)).toContain(`Google Authenticator ${note}`);
});

test.each([
  ["iOS", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148", ["App Store", "TestFlight"]],
  ["Android", "Mozilla/5.0 (Linux; Android 10; K) Chrome/126.0.0.0 Mobile", ["Get the app"]],
])("my earnings only opens the app download sheet at its own URL: on %s", async (_, userAgent, buttons) => {
  const { entries, html, browser } = await page({});
  expect(linksOf(entries)).toContainEqual({
    href: "/UserCenter?step=earnings",
    text: "My earnings",
  });
  expect(html, "the closed sheet is not in the markup").not.toContain("/AppDownload");
  const open = await browser.open("/UserCenter?step=earnings", { "User-Agent": userAgent });
  expect(open.html).toContain('role="dialog"');
  expect(linksOf(open.html).filter(({ href }) => href === "/AppDownload")).toEqual(
    buttons.map((text) => ({ href: "/AppDownload", text })),
  );
  const dialog = all(open.html, "[role=dialog]")[0] ?? "";
  expect(linksOf(dialog).filter(({ href }) => href === "/UserCenter")).toHaveLength(1);
});

test("the entries are grouped, and signing out comes last", async () => {
  const { entries } = await page({ authLevel: 3 });
  expect(textsOf(entries, ".menu-group")).toEqual([
    t("UserCenter.money"),
    t("UserCenter.security"),
    t("UserCenter.more"),
  ]);
  expect(linksOf(entries).map(({ href }) => href)).toEqual([
    "/Assets",
    "/Recharge",
    "/MyOrder",
    "/UserCenter?step=earnings",
    "/RealNameSelect",
    "/Security",
    "/InvitationCode",
    "/Notice",
    "/Help",
    "/UserCenter?step=logout",
  ]);
});

const OWN_ROW = ["/Assets", "/Recharge", "/MyOrder", "/Security", "/InvitationCode", "/Notice", "/Help"];

test.each<[path: string, row?: string, kind?: string]>([
  ...[...OWN_ROW, "/RealNameSelect", "/GoogleBind"].map((path): [string, string, string] => [path, path, "page"]),
  ["/DepositRecord/USDT", "/Assets", "true"],
  ["/NoticeDetail?id=1", "/Notice", "true"],
  ["/UserCenter"],
])("the account menu is beside %s, with %s marked", async (path, row, kind) => {
  const { html } = await page({ authLevel: 3, googleBound: false }, "en_US", path);
  const marked = (name: string) => attributesOf(html, ".account-menu [aria-current]", name);
  expect([marked("href"), marked("aria-current")]).toEqual([row ? [row] : [], kind ? [kind] : []]);
  expect(attributesOf(html, ".account-out a", "href")).toEqual(["/UserCenter?step=logout"]);
});

test("on a page that does not read the user, the account menu shows only permanent states known to the session", async () => {
  const states = (html: string) => textsOf(html, ".account-menu .entry .small");
  for (const [authLevel, googleBound, later] of [
    [1, true, ["Verified", "Linked"]],
    [0, true, ["Linked"]],
    [3, true, ["Linked"]],
  ] as const) {
    const { browser } = await page({ authLevel, googleBound }, "en_US", "/Assets");
    expect(states((await browser.open("/MyOrder")).html)).toEqual([]);
    expect(states((await browser.open("/UserCenter")).html)).toHaveLength(2);
    const { length } = await sandbox.requests("user_info");
    expect(states((await browser.open("/MyOrder")).html)).toEqual(later);
    expect(await sandbox.requests("user_info")).toHaveLength(length);
  }
});

test("a public page has the menu only for signed-in visitors", async () => {
  for (const path of ["/Notice", "/Help"]) {
    const { html } = await browserAt(pages, "en_US").open(path);
    expect(all(html, ".account-menu, .account-columns")).toEqual([]);
  }
});

test("logout asks for confirmation at its own URL; a closed sheet is not in the markup", async () => {
  const closed = await page({});
  expect(closed.html).not.toContain('role="dialog"');
  expect(all(closed.html, "form[action^='/UserCenter']")).toEqual([]);
  expect(linksOf(closed.html).map(({ href }) => href)).toContain("/UserCenter?step=logout");
  const open = await page({}, "en_US", "/UserCenter?step=logout");
  expect(open.html).toContain('role="dialog"');
  expect(textOf(open.html)).toContain("Sign out? ");
  expect(linksOf(open.html)).toContainEqual({ href: "/UserCenter", text: "Cancel" });
});

test("logout ends the session at the upstream and on this site, and shows a success toast", async () => {
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

test.each([{ kind: "error", code: 99999 }, { kind: "hang" }] as const)(
  "logout while the upstream fails ($kind) signs out on this site anyway, with a warning",
  async (fault) => {
    const { visitor } = await member();
    const thief = new Visitor(route);
    thief.cookies.set("utoken", visitor.cookies.get("utoken") ?? "");
    await failAtDeadline(sandbox, "login_out", fault);
    const response = await signOut(visitor);
    expect(response.headers.get("location")).toBe("/Index/Home");
    expect(await visitor.toast()).toEqual({ key: "toasts.loggedOutHere", kind: "alert" });
    expect(await sessionOf(visitor)).toBeNull();
    // The upstream still accepts the token, but this site rejects a copy of the cookie.
    const calls = await sandbox.calls("user_info");
    expect((await thief.open("/UserCenter")).headers.get("location")).toContain("/Login?redirectTo=");
    expect(await sandbox.calls("user_info")).toBe(calls);
  },
);

test("a sign-out that cannot be stored still signs out, and warns only if the upstream failed", async () => {
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

test("a rejected logout is shown again with the reason, and its title begins with Error", async () => {
  const { browser } = await page({});
  // A token from before the sign-in.
  const csrf = await formTokenFor(pageRequest("/UserCenter"), "logout");
  const { status, html } = await browser.post("/UserCenter?step=logout", { csrf });
  expect(status).toBe(422);
  expect(html).toContain('role="dialog"');
  expect(textOf(html)).toContain("This form has expired");
  expect(titleOf(html)).toBe("Error: Account – Meridian Cloud Hashrate");
});
