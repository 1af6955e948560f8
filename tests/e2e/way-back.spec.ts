import { generateSync } from "otplib";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, quantity } from "../support/shopping";
import { TEXTS } from "../support/texts";
import { fillIn, validRegistration } from "../support/valid-forms";

const t = TEXTS.en_US;
const RETURN_TO = `${PRODUCT_PATH}?buyAmount=3`;
const RETURN_QUERY = new URLSearchParams({ redirectTo: RETURN_TO }).toString();

test(
  "a stranger registers, binds and deposits on the way to a product, and comes back to it with the quantity each time",
  { tag: ["@long", "@scripts"] },
  async ({ page, sandbox, setLocale }) => {
    await setLocale("en_US");
    const [email, password] = ["newcomer@example.com", "Abcd12345"];
    await page.goto(PRODUCT_PATH);
    await quantity(page).fill("3");
    await buyButton(page).click();
    await expect(page).toHaveURL(`/Login?${RETURN_QUERY}`);
    await page.getByRole("link", { name: t("common.helpTitle") }).click();
    await page
      .locator("header")
      .getByRole("link", { name: t("common.back") })
      .click();
    await expect(page).toHaveURL(`/Login?${RETURN_QUERY}`);
    await page.getByRole("link", { name: t("Login.register") }).click();
    await expect(page).toHaveURL(`/Register?${RETURN_QUERY}`);
    await page.getByRole("button", { name: t("Register.terms") }).click();
    await expect(page).toHaveURL(`/Register?step=agreement&${RETURN_QUERY}`);
    await page.getByRole("button", { name: t("Register.termsBack") }).click();
    await fillIn(page, validRegistration({ email, pwd: password }));
    await page.locator("[name=confirmPwd]").press("Enter");
    await expect(page).toHaveURL(`/Register?step=code&${RETURN_QUERY}`);
    await page.locator("[name=emailCode]").fill(await sandbox.code(email, "email"));
    await page.locator("[name=emailCode]").press("Enter");
    await expect(page).toHaveURL(RETURN_TO);
    await expect(quantity(page)).toHaveValue("3");

    await page.goto(`/GoogleBind?${RETURN_QUERY}`);
    await page.locator("main button[value=begin]").click();
    const key = await page.locator("#bind-key").innerText();
    await page.getByLabel(t("GoogleBind.written")).check();
    await page.locator("main button[value=written]").click();
    await expect(page).toHaveURL(/step=code/);
    await page.reload();
    await page.locator("[name=loginPwd]").fill(password);
    await page.locator("[name=googleCode]").fill(generateSync({ secret: key }));
    await page.getByRole("button", { name: t("GoogleBind.submit") }).click();
    await expect(page).toHaveURL(RETURN_TO);
    await expect(page.getByRole("status").first()).toContainText(t("toasts.bound"));
    await expect(quantity(page)).toHaveValue("3");

    await page.goto(`/Recharge?${RETURN_QUERY}`);
    for (const path of ["/Recharge/USDT?", "/Recharge/USDT?chain=TUSDT&"]) {
      await page.locator(`main nav a[href='${path}${RETURN_QUERY}']`).click();
      await expect(page).toHaveURL(path + RETURN_QUERY);
    }
    await expect(page.locator("#deposit-address")).toHaveText(/^T/);
    await page.getByRole("link", { name: t("Recharge.record", { coin: "USDT" }) }).click();
    await page.getByRole("link", { name: t("common.toPurchase") }).click();
    await expect(page).toHaveURL(RETURN_TO);
    await expect(quantity(page)).toHaveValue("3");
  },
);
