import { PRODUCT_PATH } from "../purchase-paths";
import { buyButton, quantity } from "../shopping";
import { fillIn, validEnquiry } from "../valid-forms";
import { at, submit, refusal, view, type View } from "./view";
import type { Page } from "@playwright/test";
import { ScriptlessPage } from "../scriptless/scriptless-page";

/** Opens an address once with the `User-Agent` of another browser. */
async function openAs(page: Page, userAgent: string, path: string): Promise<void> {
  if (page instanceof ScriptlessPage) {
    const { headers } = page.visitor.wire;
    const own = headers["User-Agent"] ?? "";
    headers["User-Agent"] = userAgent;
    await page.goto(path);
    headers["User-Agent"] = own;
    return;
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.setUserAgentOverride", { userAgent });
  await page.goto(path);
  await devtools.detach();
}

const IN_APP = "Mozilla/5.0 (Linux; Android 12; SM-A125F) AppleWebKit/537.36 Chrome/120 Mobile MicroMessenger/8.0.44";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1";

/** Makes the view of a page in another browser. */
const asBrowser = (name: string, userAgent: string, path: string): View => ({
  name,
  open: ({ page }) => openAs(page, userAgent, path),
});

/** The views without an account. */
export const PUBLIC: View[] = [
  at("home", "/Index/Home"),
  view("home, menu open", async ({ page }) => {
    await page.goto("/Index/Home");
    const button = page.locator("details.menu summary");
    // A desktop has the menu's links in its bar.
    if (await button.isVisible()) await button.click();
  }),
  asBrowser("home, app, iPhone", IPHONE, "/Index/Home?step=app"),
  at("power", "/Index/Power"),
  at("power, second page", "/Index/Power?page=2"),
  at("market, search", "/Index/Power?q=filecoin&sort=price&status=none"),
  at("saved plans, none", "/Saved"),
  at("compare, nothing", "/Compare"),
  view("compare, three products", async ({ page }) => {
    await page.goto("/Index/Power");
    for (const id of ["1001", "1002", "1004"]) await page.locator(`[name=ids][value='${id}']`).check();
    await page.locator("[name=go]").click();
    await page.locator(".compare").waitFor();
  }),
  at("power, plans chosen to compare", "/Index/Power"),
  view("saved plans", async ({ page }) => {
    await page.goto("/Index/Power");
    await page.locator("[name=save][value='1001']").click();
    await page.goto("/Saved");
  }),
  at("compare", "/Compare?ids=1001,1002,1006,9999"),
  at("power product", PRODUCT_PATH),
  view("power product, quantity too large", async ({ page }) => {
    await page.goto(PRODUCT_PATH);
    await quantity(page).fill("900");
    await buyButton(page).click();
    await refusal(page);
  }),
  at("power product, pre-sale", "/PowerProductDetail/1003"),
  at("power product, limited offer", "/PowerProductDetail/1004"),
  at("power product, ended", "/PowerProductDetail/1006"),
  at("power product, out of stock", "/PowerProductDetail/1007"),
  at("power product, unknown", "/PowerProductDetail/424242"),
  at("miner", "/Index/Miner"),
  at("miner, second page", "/Index/Miner?page=2"),
  at("miner, sorted", "/Index/Miner?sort=available"),
  at("miner product", "/MinerProductDetail/2001"),
  at("miner product, pre-sale", "/MinerProductDetail/2002"),
  at("miner product, ended", "/MinerProductDetail/2007"),
  at("miner product, unknown", "/MinerProductDetail/0"),
  at("estimate", "/Estimate?product=1001&quantity=10&ratio=half"),
  at("estimate, refused", "/Estimate?product=424242&quantity=1e308&ratio=twice"),
  at("help", "/Help"),
  at("help, nothing found", "/Help?q=nosuchword"),
  at("about us", "/Index/AboutUs"),
  at("help, one answer", "/Help#memo"),
  at("leaving message", "/LeavingMessage"),
  at("leaving message, bulk orders", "/LeavingMessage?topic=bulk"),
  view("leaving message, refused", async ({ page }) => {
    await page.goto("/LeavingMessage");
    await page.locator("[name=tel]").fill("12");
    await submit(page);
    await refusal(page);
  }),
  view("leaving message, sent", async ({ page }) => {
    await page.goto("/LeavingMessage?topic=bulk");
    await fillIn(page, validEnquiry({ name: "王小明" }));
    await submit(page);
    await page.waitForURL(/step=sent/);
  }),
  at("privacy policy", "/PrivacyAgreement"),
  at("user agreement", "/UserAgreement"),
  at("genuine site", "/Genuine"),
  at("app download", "/AppDownload"),
  at("offline", "/Offline"),
  asBrowser("app download, iPhone", IPHONE, "/AppDownload"),
  asBrowser("app download, in-app browser", IN_APP, "/AppDownload"),
  asBrowser("app download, in-app browser, staying", IN_APP, "/AppDownload?stay=1"),
  at("notices", "/Notice"),
  at("notices, nothing found", "/Notice?q=nosuchword"),
  at("notice", "/NoticeDetail?id=10"),
  at("notice, unknown", "/NoticeDetail?id=999"),
];

/** The views of a storefront whose upstream has not responded since its start. */
export const SIGNED_OUT_BUYER: View[] = [
  at("home, unavailable", "/Index/Home"),
  at("power, unavailable", "/Index/Power"),
  at("power product, unavailable", PRODUCT_PATH),
  at("miner, unavailable", "/Index/Miner"),
  at("miner product, unavailable", "/MinerProductDetail/2001"),
  at("notices, unavailable", "/Notice"),
  at("app download, unavailable", "/AppDownload"),
];
