import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import type { Fault } from "@storefront/sandbox/start";
import { browserAt } from "../../support/documents";
import { linksOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";
import { beginAnew } from "../../support/environment";

/** The messages of pages whose reads the upstream rejects with a message (behaviour 13.35). */

const sandbox = await useUpstream({ eachTest: "faults" });
const { cookies } = await signedIn(sandbox);
cookies.set("saved", "1002");

const WORDS = "Account frozen, call us <b>now</b>";
const REFUSAL = { kind: "error", code: 777, msg: WORDS } as const;
const LOCALES = [
  { locale: "en_US", noAnswer: "We can’t reach the platform right now" },
  { locale: "el_GR", noAnswer: "目前無法連線至平台" },
] as const;

const READS: readonly (readonly [address: string, call: string])[] = [
  ["/Index/Home", "project_sku"],
  ["/Index/Power", "project_sku"],
  ["/Index/Power?q=filecoin", "project_sku"],
  ["/Index/Miner", "project_sku"],
  ["/Compare?ids=1001,1002", "project_sku"],
  ["/PowerProductDetail/1001", "project_sku_detail"],
  ["/MinerProductDetail/2001", "project_sku_detail"],
  ["/Estimate?product=1001", "project_sku_detail"],
  ["/Estimate", "project_sku"],
  ["/Notice", "notice_info_list"],
  ["/NoticeDetail?id=1", "notice_info_list"],
  ["/AppDownload", "app_download"],
  ["/Assets", "account_balance"],
  ["/MyOrder", "getOrderList"],
  ["/MyOrder.csv", "getOrderList"],
  ["/MyOrder/17", "getOrderList"],
  ["/DepositRecord/USDT", "deposit_list"],
  ["/Recharge/USDT", "account_balance"],
  ["/UserCenter", "user_info"],
  ["/InvitationCode", "user_info"],
  ["/InvitationCode/qr.png", "user_info"],
  ["/GoogleBind", "user_info"],
  ["/RealNameInfo", "user_info"],
  ["/UploadImage", "user_info"],
  ["/RealNameSelect", "user_info"],
  ["/CountrySelect", "user_info"],
  ["/SuccessRealname", "user_info"],
  ["/DepositRecord/USDT.csv", "deposit_list"],
  ["/Saved", "project_sku"],
  ["/Index/Miner?sort=available", "project_sku"],
  ["/NoticeDetail?content=x", "notice_info_list"],
];

const open = (address: string, locale: "en_US" | "el_GR") => browserAt(pages, locale, cookies).open(address);

/** The messages of empty lists, which pages must not show for a failure. */
const t = getText("en_US");
const EMPTY = [t("Assets.empty"), t("DepositRecord.empty"), t("MyOrder.empty"), t("Notice.empty"), t("Power.empty")];

/** Opens a page while a call fails; expects 503 with a retry link, and no message of an empty list. */
async function textWithout(call: string, fault: Fault, address: string): Promise<string> {
  beginAnew();
  await sandbox.fail(call, fault);
  const { status, html } = await open(address, "en_US");
  expect(status).toBe(503);
  expect(cookies.get("utoken"), "the visitor stays signed in").toBeDefined();
  const text = textOf(html);
  if (address.endsWith(".png")) return text;
  expect(linksOf(html).map((link) => link.text)).toContain(t("common.retry"));
  for (const message of [...EMPTY, t("Miner.empty")]) expect(text).not.toContain(message);
  return text;
}

/** Pages that show the rest when the balance is rejected. */
const BALANCES = [
  ["/Index/Home", "account_balance"],
  ["/UserCenter", "account_balance"],
  ["/PowerProductDetail/1001", "getUserAccountByUid"],
] as const;

test.each(BALANCES.flatMap((page) => LOCALES.map(({ locale }) => [...page, locale] as const)))(
  "%s shows the upstream's message instead of a balance when %s is rejected: %s",
  async (address, call, locale) => {
    beginAnew();
    const anew = await signedIn(sandbox);
    await sandbox.fail(call, REFUSAL);
    const { status, html } = await browserAt(pages, locale, anew.cookies).open(address);
    expect([status, textOf(html).includes(WORDS)]).toEqual([200, true]);
  },
);

test.each(READS)("%s shows the upstream's message when %s is rejected", async (address, call) => {
  const text = await textWithout(call, REFUSAL, address);
  if (address.endsWith(".png")) return;
  expect(text).toContain(WORDS);
  expect(text).not.toContain("We can’t reach the platform right now");
});

/** For these pages, data of other types is a valid response without links or coins. */
const READ_AS_NONE = ["/AppDownload", "/Recharge/USDT"];

test.each(READS)("%s is 503 and claims nothing when %s cannot be read", async (address, call) => {
  await textWithout(call, { kind: READ_AS_NONE.includes(address) ? "malformed" : "types" }, address);
});

test.each(LOCALES)("an upstream that does not respond is reported as such: $locale", async ({ locale, noAnswer }) => {
  await sandbox.fail("getOrderList", { kind: "reset" });
  expect(textOf((await open("/MyOrder", locale)).html)).toContain(noAnswer);
});

const UNUSABLE: Fault[] = [
  ...[403, 500].map((status) => ({ kind: "gateway", status }) as const),
  ...[null, {}, []].map((data) => ({ kind: "answer", body: { code: "0", msg: "", data } }) as const),
];

test.each(LOCALES)("an unusable response is not reported as no response: $locale", async ({ locale, noAnswer }) => {
  for (const fault of UNUSABLE) {
    beginAnew();
    await sandbox.fail("getOrderList", fault);
    const text = textOf((await open("/MyOrder", locale)).html);
    expect(text, JSON.stringify(fault)).not.toContain(noAnswer);
    expect(text, JSON.stringify(fault)).toContain(getText(locale)("errors.network"));
  }
});

test.each(LOCALES)(
  "a read paused after unusable responses, or of the whole list, is not reported as no response: $locale",
  async ({ locale, noAnswer }) => {
    for (const [address, call, fault] of [
      ["/MyOrder", "getOrderList", { kind: "gateway", status: 500 }],
      ["/Index/Power?q=filecoin", "project_sku", { kind: "gateway", status: 500 }],
      ["/Index/Power", "project_sku", { kind: "error", code: 10002, msg: "" }],
    ] as const) {
      beginAnew();
      await sandbox.fail(call, fault);
      // The fifth visitor's failure opens the circuit; the sixth visit makes no call.
      for (let visits = 1; visits <= 6; visits += 1) {
        const text = textOf((await open(address, locale)).html);
        expect(text, `${address}, visit ${visits}`).not.toContain(noAnswer);
        expect(text, `${address}, visit ${visits}`).toContain(getText(locale)("errors.network"));
      }
    }
  },
);

test.each([
  ["PowerProductDetail", "/Index/Power"],
  ["MinerProductDetail", "/Index/Miner"],
] as const)("a rejected /%s/99999 is 404 if neither complete list has it (behaviour 13.36)", async (screen, list) => {
  beginAnew();
  await sandbox.fail("project_sku_detail", REFUSAL);
  const { status, html } = await open(`/${screen}/99999`, "en_US");
  expect(status).toBe(404);
  expect(textOf(html)).toContain(t(`${screen}.notFound`));
  expect(linksOf(html).map(({ href }) => href)).toContain(list);
});

test("the estimator reports a rejected product that no list has as missing", async () => {
  beginAnew();
  await sandbox.fail("project_sku_detail", REFUSAL);
  const { status, html } = await open("/Estimate?product=999", "en_US");
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t("Estimate.noSuchProduct"));
});

test.each(LOCALES)(
  "the security page works without the authenticator's state: $locale",
  async ({ locale, noAnswer }) => {
    await sandbox.fail("user_info", REFUSAL);
    const refused = await open("/Security", locale);
    expect(refused.status, "the shop's own data is shown").toBe(200);
    expect(textOf(refused.html)).toContain(WORDS);
    expect(textOf(refused.html)).not.toContain(noAnswer);
    await sandbox.fail("user_info", { kind: "reset" });
    expect(textOf((await open("/Security", locale)).html)).toContain(noAnswer);
  },
);

test("a rejected product is not reported as missing while a list cannot be read", async () => {
  beginAnew();
  await sandbox.fail("project_sku_detail", REFUSAL);
  await sandbox.fail("project_sku", { kind: "reset" });
  const { status, html } = await open("/PowerProductDetail/99999", "en_US");
  expect([status, textOf(html).includes(WORDS)]).toEqual([503, true]);
});
