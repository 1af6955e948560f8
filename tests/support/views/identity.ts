import type { Page } from "@playwright/test";
import { PERSON, fillIn, validIdentity } from "../valid-forms";
import { phonePhoto, smallPhoto } from "@storefront/test-support/images";
import { at, submit, refusal, view, type View, DEMO_PASSWORD } from "./view";
import { PRODUCT_PATH } from "../purchase-paths";
import { buyButton, quantity } from "../shopping";

async function toKey(page: Page): Promise<void> {
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  await page.waitForURL("/GoogleBind?step=key");
}

async function toBindingCode(page: Page): Promise<void> {
  await toKey(page);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await page.waitForURL("/GoogleBind?step=code");
}

/** The views of linking the authenticator, and of pages that lead to it. */
export const BINDING: View[] = [
  at("binding, app", "/GoogleBind"),
  view("binding, key", ({ page }) => toKey(page)),
  view("binding, code", ({ page }) => toBindingCode(page)),
  view("binding, refused", async ({ page }) => {
    await toBindingCode(page);
    await page.locator("[name=loginPwd]").fill(DEMO_PASSWORD);
    await page.locator("[name=googleCode]").fill("000000");
    await submit(page);
    await refusal(page);
  }),
  view("purchase, authenticator not bound", async ({ page }) => {
    await page.goto(PRODUCT_PATH);
    await quantity(page).fill("1");
    await buyButton(page).click();
    await page.waitForURL(/\/GoogleBind/);
  }),
];

const DETAILS = "/RealNameInfo?country=158";

/** Submits the details, which opens the photo page. */
async function toPhotos(page: Page): Promise<void> {
  await page.goto(DETAILS);
  // An earlier view may have left its question unanswered.
  const keep = page.locator("main button[value=keep]");
  if (await keep.count()) {
    await keep.click();
    await page.goto(DETAILS);
  }
  await fillIn(page, PERSON);
  await submit(page);
  await page.waitForURL("/UploadImage");
}

/** The views of an identity until its submission. */
export const IDENTITY: View[] = [
  at("country", "/RealNameSelect"),
  at("countries", "/CountrySelect"),
  at("countries, found", "/CountrySelect?q=korea"),
  at("countries, nothing found", "/CountrySelect?q=zzz"),
  at("identity", DETAILS),
  at("identity, mainland", "/RealNameInfo?country=156"),
  view("identity, refused", async ({ page }) => {
    await page.goto(DETAILS);
    await submit(page);
    await refusal(page);
  }),
  view("photos", ({ page }) => toPhotos(page)),
  view("identity, number in use elsewhere", async ({ page, sandbox }) => {
    await toPhotos(page);
    await sandbox.fail("auth_realname", { kind: "error", code: 10051 });
    const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
    for (const slot of ["firstPhoto", "secondPhoto", "thirdPhoto"]) {
      await page.setInputFiles(`input[name=${slot}]`, photo);
    }
    await submit(page);
    await refusal(page);
    await sandbox.heal("auth_realname");
  }),
  view("identity, details in a link", async ({ page }) => {
    await toPhotos(page);
    const theirs = { familyName: "van den Bosch", name: "Maria", certificateNumber: "NL1234567890" };
    const bundle = JSON.stringify({ ...validIdentity(theirs), countryCode: "+81", numberCode: "392" });
    await page.goto(`/UploadImage?bundle=${encodeURIComponent(bundle)}`);
    await page.waitForURL("/RealNameInfo?step=proposal");
  }),
  view("photos, unavailable", async ({ page, sandbox }) => {
    await toPhotos(page);
    await sandbox.fail("user_info", { kind: "html" });
    await page.reload();
    await sandbox.heal("user_info");
  }),
  view("photos, one rejected", async ({ page }) => {
    await toPhotos(page);
    const dim = await phonePhoto({ width: 640, height: 480, orientation: 1, dark: true });
    const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: dim };
    await page.setInputFiles("input[name=firstPhoto]", photo);
    await page.setInputFiles("input[name=secondPhoto]", { ...photo, buffer: Buffer.from("no photo") });
    await submit(page);
    await refusal(page);
  }),
];

export const HANDED_IN: View = view("identity, submitted", async ({ page }) => {
  await toPhotos(page);
  const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
  for (const slot of ["firstPhoto", "secondPhoto", "thirdPhoto"]) {
    const input = page.locator(`input[name=${slot}]`);
    if (await input.count()) await input.setInputFiles(photo);
  }
  await submit(page);
  await page.waitForURL("/SuccessRealname");
});
