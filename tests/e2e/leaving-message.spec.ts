import type { Page } from "@playwright/test";
import type { Text } from "~/i18n/text";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const CALL = "originClueCollect";

async function fill(page: Page, t: Text) {
  await page.getByLabel(t("LeavingMessage.name"), { exact: true }).fill("王小明");
  await page.getByLabel(t("LeavingMessage.areaCode")).selectOption("86");
  await page.getByLabel(t("LeavingMessage.tel"), { exact: true }).fill("138 1234 5678");
  await page.getByLabel(t("LeavingMessage.email"), { exact: true }).fill("ming@example.com");
  await page.getByLabel(t("LeavingMessage.socialType")).selectOption("Telegram");
  await page.getByLabel(t("LeavingMessage.socialAccount")).fill("@ming");
}

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

      await fill(page, t);
      await page.getByLabel(t("LeavingMessage.tel"), { exact: true }).fill("12345");
      await page.getByLabel(t("LeavingMessage.email"), { exact: true }).fill("ming@example");
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
      for (const [name, value] of [
        ["name", "王小明"],
        ["areaCode", "86"],
        ["tel", "12345"],
        ["email", "ming@example"],
        ["socialType", "Telegram"],
        ["socialAccount", "@ming"],
      ] as const) {
        await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
      }
      await page.locator("[name=tel]").fill("13812345678");
      await page.locator("[name=email]").fill("ming@example.com");
      await page.getByLabel(t("LeavingMessage.message")).fill("第一行\nSecond line");
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
