import { truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { PERSON, fillIn, validEnquiry } from "../support/valid-forms";
import { phonePhoto } from "@storefront/test-support/images";
import { expect, test } from "../support/journey";

/** Too large a form comes back with a message about what was too large (behaviour 12.7). */

const MEGABYTE = 1024 * 1024;

// With scripts a photo that is too large is not sent at all.
// It takes long to choose on a busy machine.
test.use({ javaScriptEnabled: false, actionTimeout: 30_000 });

/** A file that needs no disk. */
function large(path: string, megabytes: number): string {
  writeFileSync(path, "");
  truncateSync(path, megabytes * MEGABYTE);
  return path;
}

async function toPhotos(page: Page): Promise<void> {
  await page.goto("/RealNameInfo?country=392");
  await fillIn(page, PERSON);
  await page.locator("main form button.button").click();
  await page.waitForURL("/UploadImage");
}

test("a photo of 30 MB is named, and the other photo stays accepted @long", async ({ page, enter }, info) => {
  await enter("en_US", { authLevel: 3 });
  await toPhotos(page);
  await page.setInputFiles("[name=firstPhoto]", large(info.outputPath("first.jpg"), 30));
  const second = { name: "second.jpg", mimeType: "image/jpeg", buffer: await phonePhoto() };
  await page.setInputFiles("[name=secondPhoto]", second);
  await page.locator("main form button.button").first().click({ timeout: 60_000 });
  await expect(page.locator("#photos-firstPhoto-error")).toHaveText(
    "This photo is larger than 8 MB. Choose a smaller file.",
  );
  await expect(page.locator("main img")).toHaveCount(1);
});

test("photos of more than is read at all bring the form back, with its slots @long", async ({ page, enter }, info) => {
  await enter("en_US", { authLevel: 3 });
  await toPhotos(page);
  await page.setInputFiles("[name=firstPhoto]", large(info.outputPath("first.jpg"), 700));
  await page.locator("main form button.button").first().click({ timeout: 30_000 });
  await expect(page.getByRole("alert")).toContainText("This is too large to send.");
  await expect(page.locator("main input[type=file]")).toHaveCount(3);
});

for (const [locale, message] of [
  ["el_GR", "問題最多 1000 個字"],
  ["en_US", "Your question can have up to 1000 characters"],
] as const) {
  test(`2 MB pasted into the question come back as a form with all else in it: ${locale} @long`, async ({
    page,
    setLocale,
    sandbox,
  }) => {
    await setLocale(locale);
    await page.goto("/LeavingMessage");
    await fillIn(page, validEnquiry({ name: "王小明", socialAccount: "@ming" }));
    await page.locator("[name=message]").evaluate((area: HTMLTextAreaElement) => {
      area.value = "字".repeat(700_000);
    });
    await page.locator("main form button.button").first().click({ timeout: 60_000 });
    await expect(page.locator("#enquiry-message-error")).toContainText(message);
    await expect(page.locator("[name=name]")).toHaveValue("王小明");
    await expect(page.locator("[name=socialAccount]")).toHaveValue("@ming");
    expect(await page.locator("[name=message]").inputValue()).toMatch(/^字{1001,}$/);
    expect(await sandbox.calls("originClueCollect")).toBe(0);
  });
}
