import { NOTICES } from "@storefront/sandbox/data/notices";
import { AXE_OPTIONS } from "../support/axe";
import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];
  const titleOf = (index: number) => NOTICES[index]?.title[locale] ?? "";

  test(
    `signed out, from Home to a notice, to all notices, and to one found by searching: ${locale}`,
    { tag: ["@long", "@no-scripts"] },
    async ({ page, setLocale }) => {
      await setLocale(locale);
      await page.goto("/Index/Home");
      const first = await page.locator(".ticker a").first().getAttribute("href");
      await page.goto(first ?? "");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(titleOf(0));
      await expect(page.locator("main time")).toContainText("(UTC+8)");
      await page
        .locator("main")
        .getByRole("link", { name: t("Notice.all") })
        .click();

      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("Notice.title"));
      const rows = page.locator("main a[href^='/NoticeDetail?']");
      await expect(rows).toHaveCount(NOTICES.length);
      await expect(rows.first(), "the one that was opened").not.toContainText(t("Notice.unread"));
      await expect(rows.filter({ hasText: t("Notice.unread") })).toHaveCount(NOTICES.length - 1);

      await page.getByRole("searchbox").fill("XCH");
      await page.getByRole("searchbox").press("Enter");
      await expect(page).toHaveURL("/Notice?q=XCH");
      await expect(page.getByRole("searchbox")).toHaveValue("XCH");
      await expect(rows).toHaveCount(1);
      await rows.click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText("XCH");
      await page.getByRole("link", { name: t("common.back"), exact: true }).click();
      await expect(page).toHaveURL("/Notice?q=XCH");
      await expect(rows).not.toContainText(t("Notice.unread"));

      await page.goto("/Notice?q=nosuchword");
      await expect(page.locator("main")).toContainText(t("Notice.none"));
      await page
        .locator("main")
        .getByRole("link", { name: t("Notice.all") })
        .click();
      await expect(rows).toHaveCount(NOTICES.length);
    },
  );
}

test.describe("at 320 px", () => {
  test.use({ ...AXE_OPTIONS, viewport: { width: 320, height: 640 } });

  test(
    "no notice makes the page scroll sideways",
    { tag: ["@long", "@browser"] },
    async ({ page, setLocale, sandbox }) => {
      await setLocale("en_US");
      for (const path of ["/Notice", ...NOTICES.map((_, index) => `/NoticeDetail?id=${index + 1}`)]) {
        await page.goto(path);
        expect(await sideways(page), path).toEqual([]);
      }
      const wide = "0123456789".repeat(30);
      const content = `<pre>${wide}</pre><div>${wide}</div><table><tr><td>${wide}</td><td>${wide}</td></tr></table>`;
      const notice = { id: "wide", title: wide, content: `${content}<a href="https://a.example/${wide}">${wide}</a>` };
      const body = { code: 0, msg: "", data: { count: 1, noticeInfoList: [notice] } };
      await sandbox.fail("notice_info_list", { kind: "answer", body });
      // A search is not cached, so that no earlier response is served.
      for (const path of ["/Notice?q=wide", "/NoticeDetail?id=wide&q=wide"]) {
        const response = await page.goto(path);
        expect(response?.status()).toBe(200);
        expect(await sideways(page), path).toEqual([]);
      }
    },
  );
});
