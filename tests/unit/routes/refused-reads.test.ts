import { expect, test } from "vitest";
import * as appDownload from "~/routes/AppDownload/route";
import * as assets from "~/routes/Assets/route";
import * as compare from "~/routes/Compare/route";
import * as countries from "~/routes/CountrySelect/route";
import * as deposits from "~/routes/DepositRecord.$coinSymbol/route";
import * as depositsFile from "~/routes/DepositRecord.$coinSymbol[.]csv/route";
import * as estimate from "~/routes/Estimate/route";
import * as bind from "~/routes/GoogleBind/route";
import * as shell from "~/routes/Index/route";
import * as home from "~/routes/Index.Home/route";
import * as miners from "~/routes/Index.Miner/route";
import * as power from "~/routes/Index.Power/route";
import * as invitation from "~/routes/InvitationCode/route";
import * as invitationPicture from "~/routes/InvitationCode_.qr[.]png/route";
import * as miner from "~/routes/MinerProductDetail.$id/route";
import * as orders from "~/routes/MyOrder/route";
import * as ordersFile from "~/routes/MyOrder[.]csv/route";
import * as order from "~/routes/MyOrder_.$orderNum/route";
import * as notices from "~/routes/Notice/route";
import * as notice from "~/routes/NoticeDetail/route";
import * as product from "~/routes/PowerProductDetail.$id/route";
import * as details from "~/routes/RealNameInfo/route";
import * as select from "~/routes/RealNameSelect/route";
import * as recharge from "~/routes/Recharge.($coinSymbol)/route";
import * as saved from "~/routes/Saved/route";
import * as security from "~/routes/Security/route";
import * as handedIn from "~/routes/SuccessRealname/route";
import * as photos from "~/routes/UploadImage/route";
import * as centre from "~/routes/UserCenter/route";
import { getText } from "~server/texts/text";
import type { Fault } from "@storefront/sandbox/start";
import { forgetCatalogue } from "~server/catalogue/snapshot";
import { endOfRenewals, forgetPublicReads } from "~server/upstream/client";
import { browserAt, site } from "../../support/documents";
import { linksOf, textOf } from "../../support/html";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";

/** The message of a page whose read the upstream rejects in words (behaviour 13.35). */

const sandbox = await useUpstream({ eachTest: "faults" });
const pages = site({
  Index: shell,
  "Index/Home": home,
  "Index/Power": power,
  "Index/Miner": miners,
  "PowerProductDetail/:id": product,
  "MinerProductDetail/:id": miner,
  Notice: notices,
  NoticeDetail: notice,
  MyOrder: orders,
  "MyOrder.csv": ordersFile,
  "MyOrder/:orderNum": order,
  Assets: assets,
  Estimate: estimate,
  "DepositRecord/:coinSymbol": deposits,
  "Recharge/:coinSymbol?": recharge,
  UserCenter: centre,
  InvitationCode: invitation,
  "InvitationCode/qr.png": invitationPicture,
  AppDownload: appDownload,
  GoogleBind: bind,
  RealNameInfo: details,
  UploadImage: photos,
  Compare: compare,
  RealNameSelect: select,
  CountrySelect: countries,
  SuccessRealname: handedIn,
  Security: security,
  Saved: saved,
  "DepositRecord/:coinSymbol.csv": depositsFile,
});
const { cookies } = await signedIn(sandbox);
cookies.set("saved", "1002");

const WORDS = "Account frozen, call us <b>now</b>";
const REFUSAL = { kind: "error", code: 777, msg: WORDS } as const;
const LOCALES = [
  { locale: "en_US", noAnswer: "is not answering" },
  { locale: "el_GR", noAnswer: "平台沒有回應" },
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

test.each(READS.flatMap(([address, call]) => LOCALES.map((text) => [address, call, text] as const)))(
  "%s, whose %s is refused in words, shows them: %o",
  async (address, call, { locale, noAnswer }) => {
    forgetPublicReads();
    forgetCatalogue();
    await sandbox.fail(call, REFUSAL);
    const { status, html } = await open(address, locale);
    const text = textOf(html);
    expect(status).toBe(503);
    if (address.endsWith(".png")) return;
    expect(text).toContain(WORDS);
    expect(text).not.toContain(noAnswer);
    expect(linksOf(html).filter(({ text: label }) => /Try again|再試一次/.test(label))).not.toEqual([]);
  },
);

test.each(LOCALES)(
  "an upstream that does not respond is reported as not responding: $locale",
  async ({ locale, noAnswer }) => {
    await sandbox.fail("getOrderList", { kind: "reset" });
    expect(textOf((await open("/MyOrder", locale)).html)).toContain(noAnswer);
  },
);

test.each(
  LOCALES.flatMap((text) =>
    ([{ status: 403 }, { status: 500 }, { data: null }, { data: {} }, { data: [] }] as const).map((given) => ({
      ...text,
      ...given,
    })),
  ),
)("an upstream that responds, not usably, is not said to be silent: %o", async ({ locale, noAnswer, ...given }) => {
  const fault: Fault =
    "status" in given
      ? { kind: "gateway", status: given.status }
      : { kind: "answer", body: { code: "0", msg: "", data: given.data } };
  await sandbox.fail("getOrderList", fault);
  const text = textOf((await open("/MyOrder", locale)).html);
  expect(text).not.toContain(noAnswer);
  expect(text).toContain(getText(locale)("errors.network"));
});

test("a last good response is not shown over a refusal in words (behaviour 13.2)", async () => {
  forgetPublicReads();
  const shown = await open("/PowerProductDetail/1001", "en_US");
  expect(shown.status).toBe(200);
  await sandbox.fail("project_sku_detail", REFUSAL);
  // The first visitor after 30 s gets the older response, while the upstream is asked.
  moveClock(31_000);
  await open("/PowerProductDetail/1001", "en_US");
  await endOfRenewals();
  const refused = await open("/PowerProductDetail/1001", "en_US");
  expect([refused.status, textOf(refused.html).includes(WORDS)]).toEqual([503, true]);
  // Nor does it come back while the upstream is away after that.
  await sandbox.fail("project_sku_detail", { kind: "reset" });
  moveClock(61_000);
  const away = await open("/PowerProductDetail/1001", "en_US");
  expect([away.status, textOf(away.html).includes("Sign in to buy")]).toEqual([503, false]);
});

const IN_BOTH = LOCALES.map(({ locale }) => locale);

test.each(
  (
    [
      ["PowerProductDetail", "/Index/Power"],
      ["MinerProductDetail", "/Index/Miner"],
    ] as const
  ).flatMap(([screen, list]) => IN_BOTH.map((locale) => [screen, locale, list] as const)),
)(
  "/%s/99999, refused, is 404 where both whole lists do not name it (behaviour 13.36): %s",
  async (screen, locale, list) => {
    forgetPublicReads();
    await sandbox.fail("project_sku_detail", REFUSAL);
    const { status, html } = await open(`/${screen}/99999`, locale);
    expect(status).toBe(404);
    expect(textOf(html)).toContain(getText(locale)(`${screen}.notFound`));
    expect(linksOf(html).map(({ href }) => href)).toContain(list);
  },
);

test.each(IN_BOTH)("the estimator reports a refused product that no list names as missing: %s", async (locale) => {
  forgetPublicReads();
  await sandbox.fail("project_sku_detail", REFUSAL);
  const { status, html } = await open("/Estimate?product=999", locale);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(getText(locale)("Estimate.noSuchProduct"));
});

test.each(LOCALES)("the security page is shown without the authenticator: $locale", async ({ locale, noAnswer }) => {
  await sandbox.fail("user_info", REFUSAL);
  const refused = await open("/Security", locale);
  expect(refused.status, "what this shop keeps is there").toBe(200);
  expect(textOf(refused.html)).toContain(WORDS);
  expect(textOf(refused.html)).not.toContain(noAnswer);
  await sandbox.fail("user_info", { kind: "reset" });
  expect(textOf((await open("/Security", locale)).html)).toContain(noAnswer);
});

test("a refused product is not reported as missing while a list cannot be read", async () => {
  forgetPublicReads();
  await sandbox.fail("project_sku_detail", REFUSAL);
  await sandbox.fail("project_sku", { kind: "reset" });
  const { status, html } = await open("/PowerProductDetail/99999", "en_US");
  expect([status, textOf(html).includes(WORDS)]).toEqual([503, true]);
});
