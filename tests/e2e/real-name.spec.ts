import type { Page } from "@playwright/test";
import { PERSON, fillIn, validMainlandIdentity } from "../support/valid-forms";
import { expect, OVER_HTTP, test } from "../support/journey";
import { OLD_BROWSER } from "../support/old-browser";
import { GIF, smallPhoto } from "@storefront/test-support/images";
import { TEXTS } from "../support/texts";

type Slot = "firstPhoto" | "secondPhoto" | "thirdPhoto";

let small: Buffer;
test.beforeAll(async () => {
  small = await smallPhoto();
});

const file = (buffer: Buffer, name = "IMG_0001.jpg") => ({ name, mimeType: "image/jpeg", buffer });
const submit = (page: Page) => page.locator("main form[method=post] button.button").click();

async function choose(page: Page, photos: Partial<Record<Slot, ReturnType<typeof file>>>) {
  for (const [slot, photo] of Object.entries(photos)) await page.setInputFiles(`input[name=${slot}]`, photo);
}

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `from the account centre to the review: country by search, details, three photos: ${locale}`,
    { tag: ["@long", "@scripts", "@no-scripts"] },
    async ({ page, sandbox, enter }) => {
      await enter(locale, { authLevel: 3 });
      await page.goto("/UserCenter");
      await page.getByRole("link", { name: t("RealNameSelect.title") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("RealNameSelect.title"));
      await expect(page.locator("main")).toContainText("+1");
      await page.getByRole("link", { name: t("RealNameSelect.change") }).click();
      await page.getByRole("searchbox").fill(locale === "el_GR" ? "Japan" : "日本");
      await page.getByRole("button", { name: t("CountrySelect.submit") }).click();
      await expect(page.locator("main li a")).toHaveCount(1);
      await page.locator("main li a").click();
      await expect(page).toHaveURL("/RealNameSelect?country=392");
      await page.getByRole("link", { name: t("common.next") }).click();

      await submit(page);
      await expect(page.getByText(t("errors.realVaild"))).toBeVisible();
      await expect(page.locator(".field-error", { hasText: t("RealNameInfo.blank") })).toHaveCount(3);
      await fillIn(page, PERSON);
      await page.getByLabel(t("RealNameInfo.type2")).check();
      await submit(page);
      await expect(page).toHaveURL("/UploadImage");

      // Scripts make a JPEG of a GIF, or keep it from being sent.
      const converts = ["scripts", OLD_BROWSER].includes(test.info().project.name);
      await choose(page, { firstPhoto: file(small), ...(converts ? {} : { secondPhoto: file(GIF, "b.png") }) });
      await submit(page);
      const summary = page.getByRole("alert");
      const wrong = t("common.errorAt", { label: t("UploadImage.secondPhoto"), message: t("UploadImage.photoType") });
      if (!converts) {
        await expect(summary.getByRole("link", { name: wrong, exact: true })).toBeVisible();
        await expect(page.locator("#photos-secondPhoto-error")).toHaveText(t("UploadImage.photoType"));
      }
      await expect(summary).toContainText(t("errors.photosMissing"));
      await expect(page).toHaveTitle(new RegExp(`^${t("common.errorPrefix")}`));
      const thumbnail = page.getByRole("img", {
        name: t("UploadImage.thumbnail", { slot: t("UploadImage.firstPhoto") }),
      });
      await expect(thumbnail).toBeVisible();
      if (test.info().project.name !== OVER_HTTP)
        await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);

      await choose(page, { secondPhoto: file(small), thirdPhoto: file(small) });
      await submit(page);
      await expect(page).toHaveURL("/SuccessRealname");
      await expect(page.getByRole("status")).toContainText(t("toasts.realNameSubmitted"));
      expect(await sandbox.calls("upload_img"), "each photo once").toBe(3);
      const [handedIn] = await sandbox.requests("auth_realname");
      expect(handedIn?.body).toMatchObject({ ...PERSON, countryCode: "+81", numberCode: "392", certificateType: 2 });
      await page.getByRole("link", { name: t("SuccessRealname.finish") }).click();
      await expect(page).toHaveURL("/UserCenter");
      await expect(page.locator("main")).toContainText(t("UserCenter.review"));

      // During the review the page does not open.
      await page.goto("/RealNameSelect");
      await expect(page).toHaveURL("/UserCenter");
      await expect(page.getByRole("status").first()).toContainText(t("toasts.realNameReview"));
    },
  );
}

test(
  "no name, number or photo is in an address, a Referer or a page other than those of the details",
  { tag: ["@long", "@browser"] },
  async ({ page, sandbox, signIn, context }) => {
    const seen: string[] = [];
    /** Pages of the photos, which show whose they are. */
    const photoPages: string[] = [];
    context.on("request", (request) => {
      seen.push(request.url(), JSON.stringify(request.headers()));
    });
    context.on("response", (response) => {
      const { cookie: _, "set-cookie": __, ...headers } = response.headers();
      seen.push(JSON.stringify(headers));
    });
    const account = await sandbox.createAccount({ authLevel: 3 });
    await signIn(page, account);
    const country = { name: "Japan", areaCode: "81", numberCode: "392" };
    await page.goto(`/RealNameInfo?select=${encodeURIComponent(JSON.stringify(country))}`);
    await expect(page).toHaveURL("/RealNameInfo");
    await fillIn(page, PERSON);
    await page.getByRole("radio").nth(1).check();
    await submit(page);
    await expect(page).toHaveURL("/UploadImage");
    await expect(page.locator("main")).toContainText("X12••••ARY");
    photoPages.push(await page.content());
    await choose(page, { firstPhoto: file(small, "Kanarienvogel.jpg"), secondPhoto: file(GIF, "Serinus.png") });
    await submit(page);
    await expect(page.getByRole("alert")).toBeVisible();
    photoPages.push(await page.content());
    await choose(page, { secondPhoto: file(small), thirdPhoto: file(small) });
    await submit(page);
    await expect(page).toHaveURL("/SuccessRealname");
    seen.push(await page.content());
    for (const path of ["/UserCenter", "/Index/Home"]) {
      await page.goto(path);
      seen.push(await page.content());
    }
    for (const value of Object.values(PERSON)) {
      expect(seen.filter((text) => text.includes(value) || text.includes(encodeURIComponent(value)))).toEqual([]);
    }
    expect(photoPages.filter((text) => text.includes(PERSON.certificateNumber))).toEqual([]);

    // The address with the details is requested once, and in nothing after that.
    await context.clearCookies();
    await signIn(page, await sandbox.createAccount({ authLevel: 3 }));
    seen.length = 0;
    const bundle = { country, certificateType: 2, ...PERSON };
    await page.goto(`/UploadImage?bundle=${encodeURIComponent(JSON.stringify(bundle))}`);
    await expect(page).toHaveURL("/UploadImage");
    seen.push(await page.content(), ...(await context.cookies()).map(({ value }) => value));
    const carrying = seen.filter((text) => text.includes(PERSON.certificateNumber));
    expect(carrying.map((text) => text.split("?")[0]?.slice(-12))).toEqual(["/UploadImage"]);
  },
);

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `details in a link from another site replace nothing without a question: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, enter }) => {
      await enter(locale, { authLevel: 3 });
      await page.goto("/RealNameInfo?country=392");
      const origin = new URL(page.url()).origin;
      await fillIn(page, PERSON);
      await submit(page);
      await expect(page).toHaveURL("/UploadImage");
      await choose(page, { firstPhoto: file(small) });
      await submit(page);
      await expect(page.locator("main img")).toHaveCount(1);

      const theirs = validMainlandIdentity({ userName: "馬洛里", certificateNumber: "110105194912310038" });
      const bundle = JSON.stringify({ countryCode: "+86", ...theirs });
      const follow = async () => {
        const link = `${origin}/UploadImage?bundle=${encodeURIComponent(bundle)}`;
        await page.goto(`data:text/html,${encodeURIComponent(`<a href="${link}">x</a>`)}`);
        await page.getByRole("link").click();
        await expect(page).toHaveURL("/RealNameInfo?step=proposal");
      };
      await follow();
      const main = page.locator("main");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("RealNameInfo.proposalTitle"));
      for (const text of ["Kanarienvogel, Serinus", "X12••••ARY", "馬洛里", "1101••••0038"]) {
        await expect(main).toContainText(text);
      }
      await page.getByRole("button", { name: t("RealNameInfo.proposalKeep") }).click();
      await expect(page).toHaveURL("/UploadImage");
      await expect(main).toContainText("Kanarienvogel, Serinus");
      await expect(page.locator("main img")).toHaveCount(1);

      await follow();
      await page.getByRole("button", { name: t("RealNameInfo.proposalTake") }).click();
      await expect(page).toHaveURL("/UploadImage");
      await expect(main).toContainText("馬洛里");
      await expect(page.locator("main img"), "the photo of the other document").toHaveCount(0);
      await page.getByRole("link", { name: t("UploadImage.whose") }).click();
      await expect(page.locator("[name=userName]")).toHaveValue("馬洛里");
    },
  );
}

test.describe("without scripts, which do not send what is too large", () => {
  test.use({ javaScriptEnabled: false });

  test("three photos of 36 MB: the form with a message at each; an earlier photo stays", async ({ page, enter }) => {
    await enter("en_US", { authLevel: 3 });
    await page.goto("/RealNameInfo?country=392");
    await fillIn(page, PERSON);
    await submit(page);
    await choose(page, { secondPhoto: file(small) });
    await submit(page);
    await expect(page.locator("main img")).toHaveCount(1);
    const huge = file(Buffer.concat([small, Buffer.alloc(12 * 1024 * 1024)]));
    await choose(page, { firstPhoto: huge, secondPhoto: huge, thirdPhoto: huge });
    await submit(page);
    await expect(page).toHaveURL("/UploadImage");
    await expect(page.locator("input[type=file]")).toHaveCount(3);
    await expect(page.locator(".card .field-error")).toHaveText(
      Array.from({ length: 3 }, () => TEXTS.en_US("UploadImage.photoSize")),
    );
    await expect(page.locator("main img")).toHaveCount(1);
    await choose(page, { firstPhoto: file(small), thirdPhoto: file(small) });
    await submit(page);
    await expect(page).toHaveURL("/SuccessRealname");
  });
});
