import { legalDocuments } from "~server/content/legal-documents";
import { expect, test } from "../support/journey";

const { agreement, privacy } = legalDocuments("en_US");

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("a link in the table of contents leads to a section that the bar does not cover @long", async ({ page }) => {
  await page.goto("/PrivacyAgreement");
  await page.locator("nav.contents a[href$='#privacy-law']").click();
  const section = page.locator("#privacy-law h2, h2#privacy-law");
  await expect(section).toBeInViewport();
  const [bar, box] = [await page.locator("header.bar").boundingBox(), await section.boundingBox()];
  expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("on paper there is only the text, black on white, also in the dark scheme @long", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  for (const [path, { title, sections }] of [
    ["/PrivacyAgreement", privacy],
    ["/UserAgreement", agreement],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    for (const { heading } of sections) await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.locator("a:not(.bar-logo):visible, button:visible")).toHaveCount(0);
    const shown = page.locator("body:visible, main p:visible, main li:visible, main h2:visible, h1:visible");
    const colours = await shown.evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
    expect(new Set(colours)).toEqual(new Set(["rgb(0, 0, 0)"]));
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  }
});
