import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { expect, test } from "../support/journey";
import { readQr, shownQr } from "../support/qr-reader";
import { TEXTS } from "../support/texts";

const UNBOUND = { secondStep: "sms", googleBound: false } as const;

const codeOf = (key: string, halfMinutes = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + halfMinutes * 30 });

/** Presses the button of a form by its intent; the form of the last step has none. */
const press = (page: Page, intent: string) => page.locator(`main button[name=intent][value=${intent}]`).click();

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `an authenticator is bound in three steps, and then signs in and pays: ${locale}`,
    { tag: ["@long", "@scripts"] },
    async ({ page, signIn, context, enter, javaScriptEnabled }) => {
      const addresses: string[] = [];
      context.on("request", (request) => addresses.push(request.url(), request.headers()["referer"] ?? ""));
      const account = await enter(locale, UNBOUND);
      await page.goto("/UserCenter");
      await page.locator("nav a[href='/GoogleBind']").click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("GoogleBind.title"));
      await expect(page.locator("main")).toContainText(
        t("GoogleBind.stepTitle", { step: 1, title: t("GoogleBind.appTitle") }),
      );

      await press(page, "begin");
      const titles = (["app", "key"] as const).map((step, index) =>
        t("GoogleBind.stepTitle", { step: index + 1, title: t(`GoogleBind.${step}Title`) }),
      );
      await expect(page.getByRole("heading", { level: 2 }), "both steps on one screen").toHaveText(titles);
      const key = await page.locator("#bind-key").innerText();
      expect(await readQr(shownQr(await page.content()))).toContain(`secret=${key}`);

      await press(page, "written");
      await expect(page.locator("#bind-written-error")).toHaveText(t("GoogleBind.keyNotWritten"));
      await expect(page.locator("#bind-key")).toHaveText(key);
      await page.getByLabel(t("GoogleBind.written")).check();
      await press(page, "written");
      await expect(page).toHaveURL("/GoogleBind?step=code");
      expect(await page.content()).not.toContain(key);

      const submit = page.getByRole("button", { name: t("GoogleBind.submit") });
      if (javaScriptEnabled) {
        await expect(submit).toBeDisabled();
        await page.locator("[name=googleCode]").fill("123 45");
        await expect(submit).toBeDisabled();
        await page.locator("[name=googleCode]").fill("123 456");
        await submit.click();
      } else {
        await submit.click();
        await expect(page.locator("#bind-googleCode-error")).toHaveText(t("errors.codeRequired"));
      }
      await expect(page.locator("#bind-loginPwd-error")).toHaveText(t("errors.passwordRequired"));

      await page.locator("[name=loginPwd]").fill(account.password);
      await page.locator("[name=googleCode]").fill(codeOf(key) === "111111" ? "222222" : "111111");
      await submit.click();
      await expect(page.locator("#bind-googleCode-error")).toHaveText(t("errors.code"));
      await expect(page.locator("main")).toContainText(t("GoogleBind.clock"));
      await expect(page.locator("[name=loginPwd]")).toHaveValue("");
      await page.getByRole("link", { name: t("GoogleBind.backToKey") }).click();
      await expect(page.locator("#bind-key"), "a wrong code keeps the same key").toHaveText(key);

      await page.goto("/GoogleBind?step=code");
      await page.locator("[name=loginPwd]").fill(account.password);
      await page.locator("[name=googleCode]").fill(codeOf(key));
      await submit.click();
      await expect(page).toHaveURL("/UserCenter");
      await expect(page.getByRole("status").first()).toContainText(t("toasts.bound"));
      await expect(page.locator("a[href='/GoogleBind']")).toHaveCount(0);

      await page.goto("/GoogleBind?step=key");
      await expect(page).toHaveURL("/UserCenter");
      await expect(page.getByRole("status").first()).toContainText(t("toasts.alreadyBound"));

      await page.goto("/PowerProductDetail/1001");
      await page.getByRole("button", { name: t("PowerProductDetail.buy") }).click();
      await expect(page).toHaveURL(/step=confirm/);
      await page.getByRole("link", { name: t("common.next") }).click();
      await page.locator("[name=googleCode]").fill(codeOf(key, 1));
      await page
        .locator("form", { has: page.locator("[name=googleCode]") })
        .locator("button")
        .first()
        .click();
      await expect(page).toHaveURL(/\/Successpay\?/);

      await context.clearCookies({ name: "utoken" });
      await signIn(page, account, "form");
      expect(addresses.join("\n")).not.toContain(key);
    },
  );
}
