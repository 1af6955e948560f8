import { rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";
import sharp from "sharp";
import { isHydrated } from "../support/hydration";
import { cornerOf, GIF, phonePhoto } from "@storefront/test-support/images";
import { PERSON, fillIn } from "../support/valid-forms";
import { expect, test } from "../support/journey";
import { LOCALES, TEXTS } from "../support/texts";

/** With scripts, photos are previewed and scaled down before they are sent, and the page shows the progress. */

let phone: Buffer;
// Choosing a photo of several megabytes is slow on a busy machine.
test.use({ actionTimeout: 30_000 });

test.beforeAll(async () => {
  phone = await phonePhoto();
});

const photo = (buffer: Buffer, name = "IMG_1.jpg") => ({ name, mimeType: "image/jpeg", buffer });
const chosenBytes = (page: Page) =>
  page.locator("[name=firstPhoto]").evaluate((input: HTMLInputElement) => input.files?.[0]?.size ?? 0);

test.beforeEach(async ({ page, enter }) => {
  await enter("en_US", { authLevel: 3 });
  await page.goto("/RealNameInfo?country=392");
  await fillIn(page, PERSON);
  await page.locator("main form button.button").click();
  await page.waitForURL("/UploadImage");
});

test("a 12-megapixel photo is scaled down, shown, and sent upright in its slot, without metadata @newer", async ({
  page,
  sandbox,
}) => {
  await page.setInputFiles("[name=firstPhoto]", photo(phone));
  await expect(page.getByText(/The photo is ready \(\d+ kB\)/)).toBeVisible();
  await expect(page.locator("canvas")).toBeVisible();
  expect(await chosenBytes(page)).toBeLessThan(phone.length / 4);
  const posts: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request);
  });
  await page.locator("main form button").click();
  await expect(page.locator("main img")).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(0);
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual(["/UploadImage"]);
  const [sent] = await sandbox.requests("upload_img");
  const [file] = (sent?.body as { files: { field: string; base64: string }[] }).files;
  expect(file?.field).toBe("firstPhoto");
  const picture = Buffer.from(file?.base64 ?? "", "base64");
  expect(picture.length).toBeLessThanOrEqual(512_000);
  expect(picture.includes("EXIF-canary")).toBe(false);
  expect([await cornerOf(picture, "top left"), await cornerOf(picture, "top right")]).toEqual(["red", "blue"]);
});

test("a photo that an app passes with a wrong name and type is recognised by its content @newer @long", async ({
  page,
  sandbox,
}) => {
  const slots = { firstPhoto: "application/octet-stream", secondPhoto: "image/jpg", thirdPhoto: "" };
  for (const [slot, mimeType] of Object.entries(slots))
    await page.setInputFiles(`[name=${slot}]`, { ...photo(phone, "image:1641"), mimeType });
  await expect(page.getByText(/The photo is ready \(\d+ kB\)/)).toHaveCount(3);
  await page.locator("main form button.button").first().click();
  await expect(page).toHaveURL("/SuccessRealname");
  expect(await sandbox.calls("upload_img")).toBe(3);
});

/** Adds noise to canvas reads, like browsers that resist fingerprinting. */
function falsifyCanvas(): void {
  CanvasRenderingContext2D.prototype.getImageData = (_left: number, _top: number, width: number, height: number) =>
    new ImageData(
      Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) => (at * 73) % 256),
      width,
    );
  HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob(["noise"], { type: "image/jpeg" }));
}

for (const locale of LOCALES) {
  const t = TEXTS[locale];
  test(`if the canvas returns noise, a photo is sent as chosen, without a hint about darkness: ${locale} @newer @long`, async ({
    page,
    sandbox,
    setLocale,
  }) => {
    await setLocale(locale);
    await page.reload();
    const bright = await phonePhoto({ width: 1200, height: 900 });
    await page.evaluate(falsifyCanvas);
    await page.setInputFiles("[name=firstPhoto]", photo(bright));
    await expect(
      page.getByText(t("UploadImage.ready", { size: String(Math.ceil(bright.length / 1000)) })),
    ).toBeVisible();
    await expect(page.locator("canvas"), "the preview is shown anyway").toBeVisible();
    await expect(page.locator(".photo-hint")).toHaveCount(0);
    expect(await chosenBytes(page)).toBe(bright.length);
    await page.setInputFiles("[name=secondPhoto]", photo(GIF, "a.png"));
    await expect(page.locator("[name=secondPhoto]")).toHaveAccessibleDescription(
      new RegExp(t("UploadImage.photoType")),
    );
    await page.setInputFiles("[name=secondPhoto]", []);
    await page.locator("main form button.button").first().click();
    await expect(page.getByText(t("UploadImage.accepted"), { exact: true })).toHaveCount(1);
    const [sent] = await sandbox.requests("upload_img");
    const [file] = (sent?.body as { files: { base64: string }[] }).files;
    expect(await cornerOf(Buffer.from(file?.base64 ?? "", "base64"), "top left")).toBe("red");
  });
}

test("a photo changed or deleted after it was chosen is sent as chosen; an unreadable one is reported @newer", async ({
  page,
  sandbox,
}, info) => {
  // Scripts cannot shrink any of these, so the files themselves are sent.
  const small = await sharp(await phonePhoto({ width: 800, height: 600 }))
    .jpeg({ quality: 20 })
    .toBuffer();
  const paths = ["changed", "gone", "unread"].map((name) => info.outputPath(`${name}.jpg`));
  const [changed = "", gone = "", unread = ""] = paths;
  for (const path of paths) writeFileSync(path, small);
  await page.setInputFiles("[name=firstPhoto]", changed);
  await page.setInputFiles("[name=secondPhoto]", gone);
  await expect(page.getByText(/The photo is ready \(\d+ kB\)/)).toHaveCount(2);
  const change = (path: string) => {
    writeFileSync(path, Buffer.concat([small, small]));
    utimesSync(path, 1, 1);
  };
  change(changed);
  rmSync(gone);
  await page.locator("main form button.button").first().click();
  await expect(page.getByText("Received")).toHaveCount(2);

  // Chosen before the scripts run, and changed before they read it.
  let letRun = () => {};
  const held = new Promise<void>((resolve) => (letRun = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.fallback();
  });
  await page.reload({ waitUntil: "commit" });
  const third = page.locator("[name=thirdPhoto]");
  await third.setInputFiles(unread);
  // The browser records the file's time shortly after it was chosen, and does not notice earlier changes.
  const modifiedMs = () => third.evaluate(({ files }: HTMLInputElement) => files?.[0]?.lastModified);
  await expect.poll(modifiedMs).toBeGreaterThan(1_000);
  change(unread);
  letRun();
  await expect(third).toHaveAccessibleDescription(/We can’t use this photo\. Save it on this device first/);
  await page.locator("main form button.button").first().click();
  await expect(third).toBeFocused();
  expect(await sandbox.calls("upload_img")).toBe(2);
});

test("a file that is not an image is reported at once and not sent; other image types are converted, with a note @newer @long", async ({
  page,
  sandbox,
}, info) => {
  const large = info.outputPath("large.jpg");
  writeFileSync(large, Buffer.concat([await phonePhoto({ width: 640, height: 640 }), Buffer.alloc(9_000_000)]));
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const field = page.locator("[name=firstPhoto]");
  await field.setInputFiles(photo(Buffer.from("no picture")));
  await expect(field).toHaveAccessibleDescription(/Choose a complete JPG or PNG photo\./);
  const button = page.locator("main form button.button").first();
  await button.click();
  await expect(field).toBeFocused();
  expect(posts).toEqual([]);
  const drawn = await sharp(await phonePhoto({ width: 640, height: 640 }))
    .gif()
    .toBuffer();
  await field.setInputFiles(photo(drawn, "a.png"));
  await expect(page.getByText(/Converted to JPEG and ready/)).toBeVisible();
  await page.setInputFiles("[name=secondPhoto]", large);
  await expect(page.getByText(/Made smaller and ready/)).toBeVisible();
  await button.click();
  await expect(page.getByText("Received")).toHaveCount(2);
  expect(await sandbox.calls("upload_img")).toBe(2);
});

test("a file too large for the server is reported at once and not sent; another one is @long", async ({
  page,
}, info) => {
  const path = info.outputPath("first.jpg");
  writeFileSync(path, "");
  truncateSync(path, 100 * 1024 * 1024);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const field = page.locator("[name=firstPhoto]");
  await field.setInputFiles(path);
  await expect(field).toHaveAccessibleDescription(/This photo is larger than 8 MB/);
  const button = page.locator("main form button.button").first();
  await button.click();
  await expect(field).toBeFocused();
  expect(posts).toEqual([]);
  await field.setInputFiles(photo(phone));
  await expect(page.getByText("This photo is larger than 8 MB")).toHaveCount(0);
  await button.click();
  await expect(page.locator("main img")).toBeVisible();
  expect(posts).toHaveLength(1);
});

test("a dark or small photo gets the server's hint when it is chosen, and can still be sent @newer @long", async ({
  page,
}) => {
  const slot = page.locator(".field", { has: page.locator("[name=firstPhoto]") });
  const hints = [slot.getByText("It looks dark."), slot.getByText("It’s small: less than 600 pixels.")];
  await page.setInputFiles("[name=firstPhoto]", photo(await phonePhoto({ width: 640, height: 480, dark: true })));
  for (const hint of hints) await expect(hint).toBeVisible();
  await page.setInputFiles("[name=firstPhoto]", photo(phone));
  await expect(slot.getByText(/The photo is ready/)).toBeVisible();
  for (const hint of hints) await expect(hint).toHaveCount(0);
  await page.setInputFiles("[name=firstPhoto]", photo(await phonePhoto({ width: 640, height: 480, dark: true })));
  await page.locator("main form button").click();
  await expect(slot.getByText("Received")).toBeVisible();
  for (const hint of hints) await expect(hint).toBeVisible();
});

test("nothing moves whatever is said about a photo, on any width, in both languages @newer @long", async ({
  page,
  setLocale,
}) => {
  const dark = photo(await phonePhoto({ width: 640, height: 480, dark: true }));
  const says = page.locator(".photo-notes").first();
  const tops = () =>
    page
      .locator("main form .field, main form button.button")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + window.scrollY));
  for (const locale of LOCALES) {
    const texts = TEXTS[locale];
    await setLocale(locale);
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/UploadImage");
      const before = await tops();
      const look = async (file: typeof dark, expected: string) => {
        await page.setInputFiles("[name=firstPhoto]", file);
        await expect(says).toContainText(expected);
        expect(await tops(), `${expected}: ${locale}, ${width} px`).toEqual(before);
      };
      await look(dark, texts("UploadImage.retake"));
      await look(photo(Buffer.from("no picture")), texts("UploadImage.photoType"));
      await look(photo(phone), texts("UploadImage.ready", { size: "0" }).split("0")[0] ?? "");
    }
  }
});

test("a browser that cannot scale sends the original photo @long", async ({ page, sandbox }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "createImageBitmap"));
  await page.reload();
  await page.setInputFiles("[name=firstPhoto]", photo(phone));
  await expect(page.getByText("Making the photo smaller…")).toHaveCount(0);
  expect(await chosenBytes(page)).toBe(phone.length);
  await page.locator("main form button").click();
  await expect(page.locator("main img")).toBeVisible();
  expect(await sandbox.calls("upload_img")).toBe(1);
});

test("while photos are sent the button is busy and progress shows; after Back it is not busy @long", async ({
  page,
}) => {
  // After a response without content the page stays.
  await page.route("/UploadImage", (route) => route.fulfill({ status: 204 }));
  const button = page.locator("main form button");
  await expect.poll(() => isHydrated(button)).toBe(true);
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toHaveText("Working…");
  await expect(button).toBeDisabled();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(button).toBeEnabled();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("the countries are filtered while the visitor types, and the history does not grow", async ({ page }) => {
  await page.goto("/RealNameSelect");
  await page.goto("/CountrySelect");
  await page.getByRole("searchbox").pressSequentially("kore");
  await expect(page.locator(".account-main li a")).toHaveCount(2);
  await expect(page).toHaveURL("/CountrySelect?q=kore");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expect(page.getByRole("status")).toHaveText("Countries and regions: 2");
  await page.getByRole("searchbox").fill("zzz");
  await expect(page.locator("main")).toContainText("No country or region matches");
  await page.route(/[?&]_data=/, (route) => route.abort("failed"));
  await page.getByRole("searchbox").fill("zz");
  // It is then unknown whether the platform responds.
  await expect(page.locator("main")).toContainText(TEXTS.en_US("errors.network"));
  await page.goBack();
  await expect(page).toHaveURL("/RealNameSelect");
});
