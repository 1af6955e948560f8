import type { Page } from "@playwright/test";
import type { Text } from "~/i18n/text";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";
import { fillIn, validEnquiry } from "../support/valid-forms";

const CALL = "originClueCollect";

const ENQUIRY = validEnquiry({
  name: "王小明",
  tel: "12345",
  email: "ming@example",
  socialType: "Telegram",
  socialAccount: "@ming",
});

const errorAt = (t: Text, label: string, message: string) => t("common.errorAt", { label, message });
const send = (page: Page, t: Text) => page.getByRole("button", { name: t("LeavingMessage.submit") }).click();

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `from a page to the form, refused, corrected, sent, confirmed, and back: ${locale}`,
    { tag: ["@long", "@no-scripts"] },
    async ({ page, sandbox, setLocale, baseURL }) => {
      await setLocale(locale);
      await page.goto("/Index/AboutUs");
      await page
        .locator("header")
        .getByRole("link", { name: t("common.support") })
        .click();
      await expect(page).toHaveURL("/LeavingMessage");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("LeavingMessage.title"));
      await expect(page.locator("[name=areaCode] option[selected]")).toHaveText(/\+1$/);
      await expect(page.locator("main a[href='mailto:support@example.com']")).toBeVisible();

      await fillIn(page, { ...ENQUIRY, message: undefined });
      await send(page, t);
      const summary = page.getByRole("alert");
      await expect(summary.getByRole("link")).toHaveText([
        errorAt(t, t("LeavingMessage.tel"), t("errors.phoneInvalid")),
        errorAt(t, t("LeavingMessage.email"), t("errors.contactEmailInvalid")),
        errorAt(t, t("LeavingMessage.message"), t("LeavingMessage.messageRequired")),
      ]);
      await expect(page.locator(".field-error")).toHaveText([
        t("errors.phoneInvalid"),
        t("errors.contactEmailInvalid"),
        t("LeavingMessage.messageRequired"),
      ]);
      await expect(page).toHaveTitle(new RegExp(`^${t("common.errorPrefix")}`));
      expect(await sandbox.calls(CALL)).toBe(0);

      await summary.getByRole("link").first().click();
      await expect(page.locator("[name=tel]")).toBeFocused();
      for (const name of ["name", "areaCode", "tel", "email", "socialType", "socialAccount"] as const) {
        await expect(page.locator(`[name=${name}]`)).toHaveValue(ENQUIRY[name]);
      }
      const { tel, email } = validEnquiry();
      await fillIn(page, { tel, email, message: "第一行\nSecond line" });
      await send(page, t);
      await expect(page).toHaveURL("/LeavingMessage?from=%2FIndex%2FAboutUs&step=sent");
      await expect(page.getByRole("status")).toContainText(t("toasts.messageSent"));
      await page.reload();
      await expect(page.getByRole("status"), "still, for who comes back to it").toContainText(t("toasts.messageSent"));
      const [request] = await sandbox.requests(CALL);
      expect(request?.body).toEqual({
        name: "王小明",
        tel: "+86-13812345678",
        email: "ming@example.com",
        social: "Telegram-@ming",
        message: "第一行\nSecond line",
        url: `${baseURL ?? ""}/Index/AboutUs`,
      });
      const inbox = await page.request.get(`${sandbox.url}/inbox`);
      expect(await inbox.text()).toContain("+86-13812345678");
      await page.getByRole("link", { name: t("LeavingMessage.goBack") }).click();
      await expect(page).toHaveURL("/Index/AboutUs");
    },
  );
}
