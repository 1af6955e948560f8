import { expect, test } from "vitest";
import { plansCookie } from "~server/catalogue/chosen-plans";
import { TERMS } from "../../support/buying";
import { browserAt } from "../../support/documents";
import { linksOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { CODE_PATH, CONFIRM_PATH, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

/** A charged amount has the same digits on every page (behaviour 9.12). */

const sandbox = await useUpstream();

test.each([
  ["99999999.00000000", "99,999,999.00", "en_US"],
  ["1.10", "1.10", "el_GR"],
  ["15.5", "15.50", "en_US"],
  ["0.12345678", "0.12345678", "el_GR"],
] as const)(
  "a price sent as %s reads %s everywhere, from the card to the download: %s",
  async (price, shown, locale) => {
    beginAnew();
    await sandbox.setProduct(PRODUCT, { ...TERMS, price, stock: "1000" });
    const { account, cookies } = await signedIn(sandbox, { balances: { USDT: "1000000000" } });
    for (const list of ["saved", "compare"] as const) cookies.take(plansCookie(list, [PRODUCT]));
    const browser = browserAt(pages, locale, cookies);
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
    expect(file.html, "the download").toContain(`,${shown.replaceAll(",", "")},`);
  },
);
