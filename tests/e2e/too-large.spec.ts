import { truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { PERSON, fillIn } from "../support/valid-forms";
import { expect, test } from "../support/journey";

/** A form that is too large comes back with a message about its part that is too large. */

const MEGABYTE = 1024 * 1024;

// With scripts a photo that is too large is not sent at all.
// Choosing it is slow on a busy machine.
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

test("photos beyond the size limit get an error page that leads back to the form @long", async ({
  page,
  enter,
}, info) => {
  await enter("en_US", { authLevel: 3 });
  await toPhotos(page);
  await page.setInputFiles("[name=firstPhoto]", large(info.outputPath("first.jpg"), 700));
  await page.locator("main form button.button").first().click({ timeout: 30_000 });
  await expect(page.getByText("This is too large to send.")).toBeVisible();
  await page.getByRole("link", { name: "Open this page again" }).click();
  await expect(page.locator("main input[type=file]")).toHaveCount(3);
});
