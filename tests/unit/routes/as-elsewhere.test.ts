import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { browserAt } from "../../support/documents";
import { beginAnew, withEnv } from "../../support/environment";
import { linksOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { LOCALES } from "../../support/texts";
import { useUpstream } from "../../support/upstream";

/** Elements on several pages are the same everywhere. */

const sandbox = await useUpstream({ eachTest: "faults" });

test.each(LOCALES)("with WEB_LOGIN=app-only every sign-in control leads to the app: %s", async (locale) => {
  await withEnv({ WEB_LOGIN: "app-only" }, async () => {
    for (const path of ["/Index/Home", "/Index/Power", "/Register", "/Register?redirectTo=%2FMyOrder"]) {
      const { status, html } = await browserAt(pages, locale).open(path);
      expect(status, path).toBe(200);
      const targets = linksOf(html).map(({ href }) => href);
      expect(targets, path).toContain("/AppDownload");
      expect(
        targets.filter((href) => href.startsWith("/Login")),
        path,
      ).toEqual([]);
    }
    const browser = browserAt(pages, locale);
    const path = "/PowerProductDetail/1001";
    const page = await browser.open(path);
    expect(linksOf(page.html).filter(({ href }) => href.startsWith("/Login"))).toEqual([]);
    const pressed = await browser.post(path, { csrf: page.field("csrf"), intent: "buy", buyAmount: "5" });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/AppDownload"]);
  });
});

test.each(LOCALES)("a product without a status shows the same status on its card and page: %s", async (locale) => {
  const sent = {
    productId: 1001,
    title: "Plan",
    price: "2",
    paySymbol: "USDT",
    minBuy: "1",
    maxBuy: "9",
    stepBuy: "1",
  };
  for (const row of [sent, { ...sent, productStatus: null }, { ...sent, productStatus: "" }]) {
    beginAnew();
    const answer = (data: unknown) => ({ kind: "answer", body: { code: 0, msg: "", data } }) as const;
    await sandbox.fail("project_sku", answer({ data: [row], count: 1 }));
    await sandbox.fail("project_sku_detail", answer(row));
    const open = async (path: string) => (await browserAt(pages, locale).open(path)).html;
    const [list, page] = [await open("/Index/Power"), await open("/PowerProductDetail/1001")];
    const unknown = getText(locale)("common.missing");
    expect(textsOf(list, "article .tag")).toEqual([unknown]);
    expect(textsOf(page, ".gallery-name .tag")).toEqual([unknown]);
    expect(textsOf(page, "main")[0]).not.toContain(getText(locale)("PowerProductDetail.signIn"));
  }
});
