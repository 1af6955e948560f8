import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import type { TextKey } from "~server/texts/catalogue";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { errorPage } from "~server/documents/error-page";
import { site } from "../../support/documents";
import { routes } from "../../support/pages";
import { setEnv } from "../../support/environment";
import { formOf, linksOf, textOf, textsOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { CookieJar } from "../../support/requests";
import { signedIn } from "../../support/signed-in";
import {
  ask,
  openStorefront,
  ORIGIN,
  post,
  type TestResponse,
  type TestStorefront,
} from "../../support/test-storefront";
import { sampleOf } from "@storefront/test-support/sample";

/** Every page with a 5xx says what still works, when to retry, and the request's id (behaviour 13.30). */

const sandbox = await useUpstream();

const crash = () => Promise.reject(new Error("canary"));
const Unwritable = (): never => {
  throw new Error("canary");
};
const pages = site({
  ...routes,
  Broken: { loader: crash, action: crash, default: () => null },
  // Its error page fails too.
  Unwritable: {
    loader: () => null,
    action: () => null,
    default: Unwritable,
    ErrorBoundary: Unwritable,
  },
});

/** Pages, the call that fails, and the visitor. */
const READS: [path: string, call: string, who: "anybody" | "signed in"][] = [
  ["/Index/Home", "project_sku", "anybody"],
  ["/Index/Power", "project_sku", "anybody"],
  ["/Index/Miner", "project_sku", "anybody"],
  ["/PowerProductDetail/987654", "project_sku_detail", "anybody"],
  ["/MinerProductDetail/987654", "project_sku_detail", "anybody"],
  ["/Notice", "notice_info_list", "anybody"],
  ["/NoticeDetail?id=10", "notice_info_list", "anybody"],
  ["/AppDownload", "app_download", "anybody"],
  ["/UserCenter", "user_info", "signed in"],
  ["/MyOrder", "getOrderList", "signed in"],
  ["/Assets", "account_balance", "signed in"],
  ["/Recharge/BTC", "get_charge_address", "signed in"],
  ["/Recharge/BTC/qr.png", "get_charge_address", "signed in"],
  ["/DepositRecord/USDT", "deposit_list", "signed in"],
  ["/DepositRecord/USDT.csv", "deposit_list", "signed in"],
  ["/DepositRecord/USDT.json", "deposit_list", "signed in"],
  ["/MyOrder.csv", "getOrderList", "signed in"],
  ["/MyOrder.json", "getOrderList", "signed in"],
  ["/InvitationCode", "user_info", "signed in"],
  ["/GoogleBind", "user_info", "signed in"],
  ["/CountrySelect", "user_info", "signed in"],
  ["/RealNameSelect", "user_info", "signed in"],
];

const open = () => {
  setEnv({ PUBLIC_ORIGIN: ORIGIN });
  return openStorefront(
    { app: (request) => pages(request, "198.51.100.7") },
    { routes: ["/Login/:account?", "/Broken", "/Unwritable"] },
  );
};

/** A browser's headers for a request in that language, with those cookies. */
function headersIn(locale: Locale, cookies?: CookieJar) {
  const jar = cookies?.toString() ?? "";
  return { Cookie: [jar, `ulan=${locale}`].filter(Boolean).join("; ") };
}

/** Expects the same id in the header, on the page and in the access log. */
async function expectOneId({ logged }: TestStorefront, response: TestResponse, words: string): Promise<void> {
  const id = String(response.headers["x-request-id"]);
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(textOf(response.body.toString())).toContain(words + id);
  const lines = (await logged(1)).map((line) => JSON.parse(line) as { msg: string; requestId: string; status: number });
  const line = lines.find(({ msg }) => msg === "request");
  expect([line?.requestId, line?.status]).toEqual([id, response.status]);
}

/** Expects each of the three texts once, in one language. */
async function expectWords(
  storefront: TestStorefront,
  response: TestResponse,
  locale: Locale,
  works: TextKey,
): Promise<void> {
  const t = getText(locale);
  const text = textOf(response.body.toString());
  const count = (sentence: string) => text.split(sentence).length - 1;
  const when = t("common.retryIn", { seconds: response.headers["retry-after"] ?? "60" }).replace("\u00a0", " ");
  expect({ works: count(t(works)), when: count(when) }).toEqual({ works: 1, when: 1 });
  await expectOneId(storefront, response, t("common.reference", { id: "" }));
}

/** Each row in both languages; in a sample, rows alternate between them. */
const inBoth = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.flatMap((row, at) => sampleOf(LOCALES, 2, at).map((locale) => [locale, ...row] as const));

test.for(inBoth(READS))(
  "in %s the 503 of %s without %s says what still works and when to retry (%s)",
  async ([locale, path, call, who]) => {
    const storefront = await open();
    const cookies = who === "signed in" ? (await signedIn(sandbox)).cookies : undefined;
    await sandbox.fail(call, { kind: "html" });
    const response = await ask(storefront.port, path, { headers: headersIn(locale, cookies) });
    expect([response.status, response.headers["retry-after"]]).toEqual([503, "10"]);
    // Signed-out visitors have no orders or balance.
    await expectWords(storefront, response, locale, cookies ? "common.unaffected" : "common.othersOpen");
    expect(textOf(response.body.toString()).includes(getText(locale)("common.unaffected"))).toBe(cookies !== undefined);
    if (path.endsWith(".png")) return;
    const html = response.body.toString();
    expect(linksOf(html)).toContainEqual({ href: path, text: getText(locale)("common.retry") });
    // The wait is named before the link to retry.
    const [wait, retry] = ["common.retryIn", "common.retry"] as const;
    expect(html.indexOf(getText(locale)(wait, { seconds: "10" }))).toBeLessThan(
      html.indexOf(`>${getText(locale)(retry)}</a>`),
    );
  },
);

// Without product details, since a rejected product that no list has counts as missing.
const REFUSALS = sampleOf(
  READS.filter(([, call]) => call !== "project_sku_detail"),
  3,
);

test.for(inBoth(REFUSALS))(
  'in %s %s with the rejection "Account frozen" of %s does not say that the balance is unaffected (%s)',
  async ([locale, path, call]) => {
    const storefront = await open();
    const { cookies } = await signedIn(sandbox);
    await sandbox.fail(call, { kind: "error", code: 777, msg: "Account frozen" });
    const response = await ask(storefront.port, path, { headers: headersIn(locale, cookies) });
    const text = textOf(response.body.toString());
    expect(response.status).toBe(503);
    expect(text).toContain("Account frozen");
    expect(text).not.toContain(getText(locale)("common.unaffected"));
    if (!path.endsWith(".png")) expect(text).toContain(getText(locale)("common.othersOpen"));
  },
);

test.for(LOCALES)("in %s a page that crashes also says when to try again", async (locale) => {
  const storefront = await open();
  const response = await ask(storefront.port, "/Broken", { headers: headersIn(locale) });
  expect(response.status).toBe(500);
  await expectWords(storefront, response, locale, "common.othersOpen");
});

test.for(LOCALES)("in %s a form that crashes does not say that nothing happened", async (locale) => {
  const storefront = await open();
  const headers = { ...headersIn(locale), Origin: ORIGIN };
  const response = await post(storefront.port, "/Broken", { headers });
  expect(response.status).toBe(500);
  await expectWords(storefront, response, locale, "Error.sentUnclear");
  expect(response.body.toString()).not.toContain(getText(locale)("common.unaffected"));
});

test.for(LOCALES)("in %s a failed form says when to send it again, like its header", async (locale) => {
  const storefront = await open();
  const form = await ask(storefront.port, "/Login", { headers: headersIn(locale) });
  const jar = new CookieJar();
  for (const cookie of form.headers["set-cookie"] ?? []) jar.take(cookie);
  const { fields } = formOf(form.body.toString(), "[name=mobileNumber]");
  const typed = { ...fields, mobileNumber: "somebody@example.com", loginPword: "secret-1" };
  storefront.lines.length = 0;
  await sandbox.fail("login_in", { kind: "html" });
  const response = await post(storefront.port, "/Login", {
    headers: { ...headersIn(locale, jar), Origin: ORIGIN },
    body: new URLSearchParams(typed).toString(),
  });
  expect([response.status, response.headers["retry-after"]]).toEqual([503, "60"]);
  const [messageText = ""] = textsOf(response.body.toString(), "#summary");
  const id = String(response.headers["x-request-id"]);
  expect(messageText).toContain(getText(locale)("common.formMeanwhile", { id }));
  await expectOneId(storefront, response, getText(locale)("common.reference", { id: "" }));
});

/** Responses from outside the app, which are in both languages. */
const STATIC: [what: string, status: number, ask: (port: number) => Promise<TestResponse>, zh: RegExp, en: RegExp][] = [
  ["a page whose error page fails too", 500, (port) => ask(port, "/Unwritable"), /不受影響/, /are not affected/],
  [
    "a form whose error page fails too",
    500,
    (port) => post(port, "/Unwritable", { headers: { Origin: ORIGIN } }),
    /無法確定/,
    /don’t know/,
  ],
  [
    "a prefetched page",
    503,
    (port) => ask(port, "/Login", { headers: { "Sec-Purpose": "prefetch" } }),
    /不受影響/,
    /are not affected/,
  ],
];

test.for(STATIC)("%s gets a small page in both languages, without scripts", async ([, status, send, zh, en]) => {
  const storefront = await open();
  const response = await send(storefront.port);
  const html = response.body.toString();
  expect(response.status).toBe(status);
  expect([textsOf(html, "p:not([lang])").join(" "), textsOf(html, "[lang=en]").join(" ")]).toEqual([
    expect.stringMatching(zh),
    expect.stringMatching(en),
  ]);
  expect(textsOf(html, "p")).toEqual(expect.arrayContaining(["請於 60 秒後再試。", "Try again in 60 seconds."]));
  await expectOneId(storefront, response, "Reference: ");
  await expectOneId(storefront, response, "查詢編號：");
  expect(html).not.toMatch(/<script|<style|canary/);
  expect(response.body.byteLength).toBeLessThan(1500);
});

test.for<[method: "GET" | "POST", zh: RegExp, en: RegExp]>([
  ["GET", /不受影響/, /are not affected/],
  ["POST", /無法確定/, /don’t know/],
])("an app that rejects a %s gets the same page", async ([method, zh, en]) => {
  const storefront = await openStorefront({ app: crash });
  const response = await (method === "GET" ? ask : post)(storefront.port, "/Login");
  expect(response.status).toBe(500);
  expect(response.body.toString()).toMatch(zh);
  expect(response.body.toString()).toMatch(en);
  expect(linksOf(response.body.toString()).some(({ href }) => href === "")).toBe(method === "GET");
  const id = String(response.headers["x-request-id"]);
  const lines = (await storefront.logged(2)).map((line) => JSON.parse(line) as { requestId: string });
  expect(lines.map(({ requestId }) => requestId)).toEqual([id, id]);
  expect(response.body.toString()).toContain(`Reference: ${id}`);
});

test("a rejection states its Retry-After, and says that an unprocessed form had no effect", () => {
  const messageText = (method: string) => errorPage(503, "0123456789ab", { method, retryAfter: "5" }).body.toString();
  for (const method of ["GET", "POST"]) {
    expect(messageText(method)).toContain("請於 5 秒後再試。");
    expect(messageText(method)).toContain("Try again in 5 seconds.");
  }
  expect(messageText("POST")).toContain("This time, nothing was done and nothing was charged.");
  // This post may be a repeat of a payment that is still running and may charge.
  expect(messageText("POST")).toContain("If you sent it before, check first: a purchase would be in My orders.");
  expect(messageText("POST")).not.toContain("not affected");
  expect(messageText("GET")).not.toContain("charged");
  // The build helps an operator who gets a screenshot.
  expect(messageText("GET")).toContain('<small>版本 <span lang="en">Version</span> 0.0.0 none</small>');
  expect(errorPage(404, "0123456789ab").body.toString()).not.toContain("<small>");
  // Phones must not turn a reference of twelve digits into a link.
  expect(messageText("GET")).toContain('<meta name="format-detection" content="telephone=no">');
  // A client error needs no reassurance.
  expect(errorPage(404, "0123456789ab").body.toString()).not.toMatch(/again|affected/);
});
