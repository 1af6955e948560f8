import { legalDocuments } from "~server/content/legal-documents";
import { LANGUAGES } from "~/i18n/locales";
import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];
  const other = locale === "el_GR" ? "en_US" : "el_GR";
  const { agreement, privacy } = legalDocuments(locale);

  test(
    `from Home to the policy, to a section and back, to the agreement, in the other language: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, setLocale }) => {
      await setLocale(locale);
      await followFromHome(page, "foot", t("common.privacy"));
      await expect(page).toHaveURL("/PrivacyAgreement");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(privacy.title);
      await expect(page.locator("main")).toContainText("2021-08-06 16:30:50");

      const law = privacy.sections.find(({ id }) => id === "privacy-law");
      const contents = page.getByRole("navigation", { name: t("Legal.contents") });
      await expect(contents.getByRole("link")).toHaveText(privacy.sections.map(({ heading }) => heading));
      await contents.getByRole("link", { name: law?.heading ?? "" }).click();
      await expect(page).toHaveURL("/PrivacyAgreement#privacy-law");
      const section = page.getByRole("heading", { name: law?.heading ?? "" });
      await expect(section).toBeInViewport({ ratio: 1 });
      const bar = await page.locator("header.bar").boundingBox();
      const box = await section.boundingBox();
      expect(box?.y, "not under the bar").toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
      await page.getByRole("link", { name: t("Legal.toContents") }).click();
      await expect(contents.getByRole("link").first()).toBeInViewport();

      const documents = page.getByRole("navigation", { name: t("Legal.documents") });
      await expect(documents.getByRole("link", { name: t("common.privacy") })).toHaveAttribute("aria-current", "page");
      await documents.getByRole("link", { name: t("common.agreement") }).click();
      await expect(page).toHaveURL("/UserAgreement");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(agreement.title);
      await page.getByRole("button", { name: LANGUAGES[other].switchTo }).click();
      await expect(page).toHaveURL("/UserAgreement#language");
      const translated = legalDocuments(other).agreement;
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(translated.title);
    },
  );

  test.describe("on paper", () => {
    test.use({ colorScheme: "dark" });

    test(
      `only the text is printed, black on white, in either scheme: ${locale}`,
      { tag: ["@long", "@browser"] },
      async ({ page, setLocale }) => {
        await setLocale(locale);
        for (const [path, { title, sections }] of [
          ["/PrivacyAgreement", privacy],
          ["/UserAgreement", agreement],
        ] as const) {
          await page.goto(path);
          await page.emulateMedia({ media: "print" });
          await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
          for (const { heading } of sections) await expect(page.getByRole("heading", { name: heading })).toBeVisible();
          await expect(page.locator("a:visible, button:visible")).toHaveCount(0);
          const colours = await page
            .locator("body, main p, main li, main h2, h1")
            .evaluateAll((all) =>
              all
                .filter((element) => element.getClientRects().length > 0)
                .map((element) => getComputedStyle(element).color),
            );
          expect(new Set(colours)).toEqual(new Set(["rgb(0, 0, 0)"]));
          expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
            "rgb(255, 255, 255)",
          );
          await page.emulateMedia({ media: "screen" });
        }
      },
    );
  });
}
