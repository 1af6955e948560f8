import type { Page } from "@playwright/test";
import { smallPhoto } from "@storefront/test-support/images";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";
import { fillIn, PERSON, validMainlandIdentity } from "../support/valid-forms";

const t = TEXTS.en_US;
const submit = (page: Page) => page.locator("main form[method=post] button.button").click();

test("details in a link from another site replace nothing until the visitor agrees @long", async ({ page, enter }) => {
  await enter("en_US", { authLevel: 3 });
  await page.goto("/RealNameInfo?country=392");
  const { origin } = new URL(page.url());
  await fillIn(page, PERSON);
  await submit(page);
  const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
  await page.setInputFiles("input[name=firstPhoto]", photo);
  await submit(page);
  const [main, photos] = [page.locator("main"), page.locator("main img")];
  await expect(photos).toHaveCount(1);

  const theirs = validMainlandIdentity({ userName: "馬洛里", certificateNumber: "110105194912310038" });
  const bundle = encodeURIComponent(JSON.stringify({ countryCode: "+86", ...theirs }));
  const follow = async () => {
    const link = `<a href="${origin}/UploadImage?bundle=${bundle}">x</a>`;
    await page.goto(`data:text/html,${encodeURIComponent(link)}`);
    await page.getByRole("link").click();
    await expect(page).toHaveURL("/RealNameInfo?step=proposal");
  };
  await follow();
  for (const text of ["Kanarienvogel, Serinus", "X12••••ARY", "馬洛里", "1101••••0038"]) {
    await expect(main).toContainText(text);
  }
  await page.getByRole("button", { name: t("RealNameInfo.proposalKeep") }).click();
  await expect(page).toHaveURL("/UploadImage");
  await expect(main).toContainText("Kanarienvogel, Serinus");
  await expect(photos).toHaveCount(1);

  await follow();
  await page.getByRole("button", { name: t("RealNameInfo.proposalTake") }).click();
  await expect(page).toHaveURL("/UploadImage");
  await expect(main).toContainText("馬洛里");
  await expect(photos, "the other document's photo is gone").toHaveCount(0);
});
