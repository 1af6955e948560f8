import { readFile } from "node:fs/promises";
import { expect, test } from "../support/journey";
import { readQr, shownQr } from "../support/qr-reader";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `code, link, QR code, pictures of it to save and texts to share: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, baseURL, enter }) => {
      await enter(locale);
      await page.goto("/UserCenter");
      await page.locator("a[href='/InvitationCode']").click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("InvitationCode.title"));
      const code = await page.getByLabel(t("InvitationCode.code"), { exact: true }).inputValue();
      const link = await page.getByLabel(t("InvitationCode.link"), { exact: true }).inputValue();
      expect(link).toBe(`${String(baseURL)}/Register?inviteCode=${code}`);
      await expect(page.getByRole("img", { name: t("InvitationCode.qr") })).toBeVisible();
      expect(await readQr(shownQr(await page.content()))).toBe(link);

      const open = (summary: string) => page.locator("summary", { hasText: summary }).click();
      await expect(page.getByRole("link", { name: t("InvitationCode.mail") })).toBeInViewport();
      await expect(page.getByRole("link", { name: t("InvitationCode.save") })).toBeHidden();
      await open(t("InvitationCode.saveQr"));
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: t("InvitationCode.save") }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("invitation.png");
      expect(await readQr(await readFile(await download.path()))).toBe(link);
      await expect(page).toHaveURL("/InvitationCode");

      await expect(page.getByRole("link", { name: t("InvitationCode.posterSave") })).toBeHidden();
      await open(t("InvitationCode.poster"));
      const [poster] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: t("InvitationCode.posterSave") }).click(),
      ]);
      expect(poster.suggestedFilename()).toBe("invitation-poster.png");
      expect(await readQr(await readFile(await poster.path()))).toBe(link);
      await open(t("InvitationCode.texts"));
      await expect(page.locator("#text-en")).toBeVisible();
      const texts = await page.locator("textarea[rows]:not(#invite-code):not(#invite-link)").all();
      for (const text of texts) expect(await text.inputValue()).toContain(link);
      expect(texts).toHaveLength(4);
    },
  );
}
