import { describe, expect, test } from "vitest";
import * as compare from "~/routes/Compare/route";
import * as estimate from "~/routes/Estimate/route";
import * as index from "~/routes/Index/route";
import * as home from "~/routes/Index.Home/route";
import * as market from "~/routes/Index.Power/route";
import * as orders from "~/routes/MyOrder/route";
import * as ordersCsv from "~/routes/MyOrder[.]csv/route";
import * as order from "~/routes/MyOrder_.$orderNum/route";
import * as product from "~/routes/PowerProductDetail.$id/route";
import * as saved from "~/routes/Saved/route";
import * as success from "~/routes/Successpay/route";
import { plansCookie } from "~server/catalogue/chosen-plans";
import { forgetCatalogue } from "~server/catalogue/snapshot";
import { forgetPublicReads } from "~server/upstream/client";
import { TERMS } from "../../support/buying";
import { browserAt, site } from "../../support/documents";
import { linksOf, textOf } from "../../support/html";
import { CODE_PATH, CONFIRM_PATH, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { signedIn } from "../../support/signed-in";
import { LOCALES } from "../../support/texts";
import { useUpstream } from "../../support/upstream";

/** One amount has the same digits wherever it is or was charged (behaviour 9.12). */

const serve = site({
  Index: index,
  "Index/Home": home,
  "Index/Power": market,
  Saved: saved,
  Compare: compare,
  Estimate: estimate,
  "PowerProductDetail/:id": product,
  Successpay: success,
  MyOrder: orders,
  "MyOrder/:orderNum": order,
  "MyOrder.csv": ordersCsv,
});

const sandbox = await useUpstream();

describe.each([
  ["99999999.00000000", "99,999,999.00"],
  ["1.10", "1.10"],
  ["15.5", "15.50"],
  ["0.12345678", "0.12345678"],
] as const)("a price sent as %s reads %s", (price, shown) => {
  test.each(LOCALES)("from the card to the file: %s", async (locale) => {
    forgetCatalogue();
    forgetPublicReads();
    await sandbox.setProduct(PRODUCT, { ...TERMS, price, stock: "1000" });
    const { account, cookies } = await signedIn(sandbox, { balances: { USDT: "1000000000" } });
    for (const list of ["saved", "compare"] as const) cookies.take(plansCookie(list, [PRODUCT]));
    const browser = browserAt(serve, locale, cookies);
    const expectShown = async (path: string) => {
      const { status, html } = await browser.open(path);
      expect(status, path).toBe(200);
      expect(textOf(html).replaceAll("\u00a0", " "), path).toContain(`${shown} USDT`);
      return html;
    };
    for (const path of ["/Index/Home", "/Index/Power", "/Index/Power?q=", "/Saved", "/Compare"]) {
      await expectShown(path);
    }
    await expectShown(`/Estimate?product=${PRODUCT}&quantity=1`);
    await expectShown(PRODUCT_PATH);
    const form = await browser.open(PRODUCT_PATH);
    await browser.post(PRODUCT_PATH, { csrf: form.field("csrf"), intent: "buy", buyAmount: "1" });
    await expectShown(CONFIRM_PATH);
    await expectShown(CODE_PATH);
    const sheet = await browser.open(CODE_PATH);
    const googleCode = await sandbox.code(account.email, "google");
    const fields = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode };
    const paid = await browser.post(CODE_PATH, fields);
    await expectShown(paid.location ?? "");
    const list = await expectShown("/MyOrder");
    const own = linksOf(list).find(({ href }) => /^\/MyOrder\/\w/.test(href));
    await expectShown(own?.href ?? "");
    const file = await browser.open("/MyOrder.csv");
    expect(file.html, "the file").toContain(`,${shown.replaceAll(",", "")},`);
  });
});
