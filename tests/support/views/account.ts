import type { Page } from "@playwright/test";
import type { Fault } from "@storefront/sandbox/faults";
import { acknowledgeMemo } from "../acknowledging";
import { passDepositWait } from "../stage";
import { at, failing, submit, refusal, view, type TestContext, type View } from "./view";

/** Sets the anti-phishing code, also for the following views. */
async function changeAntiPhishingCode(page: Page, word: string): Promise<void> {
  await page.goto("/Security");
  // If there is a code already, its form is collapsed.
  const fold = page.locator("main summary");
  if (await fold.count()) await fold.click();
  await page.locator("[name=antiPhishingCode]").fill(word);
  await page.locator("main form button").first().click();
  await page.locator(".own-word").waitFor();
}

const USUAL_WORD = "藍鯨 42";
const LONGEST_WORD = "W".repeat(32);

/** Makes the view of USDT's deposit page while the upstream returns this for its chains. */
const withChains = (name: string, chains: unknown): View => ({
  name,
  open: async ({ page, sandbox }) => {
    const market = {
      coinList: { USDT: { showName: "USDT", showPrecision: "4" } },
      followCoinList: { USDT: chains },
    };
    await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, msg: "suc", data: { market } } });
    await page.goto("/Recharge/USDT");
    await sandbox.heal("public_info_market");
  },
});

/** Makes the view of BTC's deposit page while the upstream returns this as its address. */
const withAddress = (name: string, addressStr: string): View => ({
  name,
  open: async ({ page, sandbox }) => {
    await sandbox.fail("get_charge_address", { kind: "answer", body: { code: 0, msg: "suc", data: { addressStr } } });
    await page.goto("/Recharge/BTC");
    await sandbox.heal("get_charge_address");
  },
});

/** Opens, with its button, the page that watches for a deposit of USDT for a purchase. */
async function watchDeposit({ page, sandbox }: TestContext): Promise<void> {
  passDepositWait(sandbox);
  await page.goto("/Recharge/USDT?chain=TUSDT&redirectTo=%2FPowerProductDetail%2F1001%3FbuyAmount%3D3");
  await page.locator("main button[name=intent][value=sent]").click();
  await page.waitForURL(/&watch=on$/);
}

/** Makes the view of a watched deposit after the record was read again; `shown` is the element with its state. */
const watched = (name: string, record: Fault, shown: string): View =>
  view(name, async (testContext) => {
    const { page, sandbox } = testContext;
    await watchDeposit(testContext);
    await sandbox.fail("deposit_list", record);
    passDepositWait(sandbox);
    await page.reload();
    await sandbox.heal("deposit_list");
    await page.locator(shown).waitFor();
  });

/** Returns a deposit record with one deposit that has this status. */
function recordWith(status: number): Fault {
  const financeList = [{ createdAt: Date.now(), symbol: "USDT", amount: "15.5", status }];
  return { kind: "answer", body: { code: "0", msg: "suc", data: { financeList, count: 1 } } };
}

/** The screens of an account with orders and money. */
export const ACCOUNT: View[] = [
  view("home, just signed in", ({ page }) => page.waitForURL("/Index/Home")),
  at("account centre", "/UserCenter"),
  at("account centre, earnings", "/UserCenter?step=earnings"),
  at("account centre, signing out", "/UserCenter?step=logout"),
  failing("account centre, unavailable", "user_info", "/UserCenter"),
  view("security", ({ page }) => changeAntiPhishingCode(page, USUAL_WORD)),
  at("security, signing out everywhere", "/Security?step=everywhere"),
  at("security, deleting", "/Security?step=delete"),
  at("assets", "/Assets"),
  view("assets, amounts hidden, zeros unfolded", async ({ page }) => {
    await page.goto("/Assets");
    await page.locator("button[name=hide][value=amounts]").click();
    await page.locator("main button[name=show][value=amounts]").waitFor();
    await page.locator("main summary").click();
  }),
  failing("assets, unavailable", "account_balance", "/Assets"),
  at("orders", "/MyOrder"),
  at("orders, mining", "/MyOrder?status=mining"),
  at("orders, searched", "/MyOrder?q=1&sort=amount&page=x"),
  failing("orders as a file, unavailable", "getOrderList", "/MyOrder.csv"),
  failing("orders, unavailable", "getOrderList", "/MyOrder"),
  view("order", async ({ page }) => {
    await page.goto("/MyOrder");
    await page.locator("main tbody a[href^='/MyOrder/']").first().click();
    await page.locator(".timeline").waitFor();
  }),
  view("order, mining", async ({ page }) => {
    await page.goto("/MyOrder?status=mining");
    await page.locator("main tbody a[href^='/MyOrder/']").first().click();
    await page.locator(".ring").waitFor();
  }),
  failing("order, unavailable", "getOrderList", "/MyOrder/1"),
  at("deposit, coin", "/Recharge"),
  at("deposit, network", "/Recharge/USDT"),
  at(
    "deposit, network, minimum above the purchase",
    "/Recharge/USDT?redirectTo=%2FPowerProductDetail%2F1001%3FbuyAmount%3D3",
  ),
  at("deposit, address", "/Recharge/USDT?chain=TUSDT"),
  view("deposit, on the way to a product", async ({ page }) => {
    await changeAntiPhishingCode(page, LONGEST_WORD);
    await page.goto("/Recharge/BTC?redirectTo=%2FPowerProductDetail%2F1001%3FbuyAmount%3D3");
  }),
  view("deposit, memo", async ({ page }) => {
    await changeAntiPhishingCode(page, USUAL_WORD);
    await page.goto("/Recharge/XRP");
  }),
  view("deposit, memo not acknowledged", async ({ page }) => {
    await page.goto("/Recharge/XRP");
    await submit(page);
    await refusal(page);
  }),
  view("deposit, address and memo", async ({ page }) => {
    await page.goto("/Recharge/XRP");
    await acknowledgeMemo(page);
  }),
  view("deposit, waiting", watchDeposit),
  watched("deposit, seen", recordWith(0), "main .tag-unconfirmed"),
  watched("deposit, credited", recordWith(1), "main .empty .tag-completed"),
  watched("deposit, exception", recordWith(2), "main .tag-exception"),
  watched("deposit, watch unavailable", { kind: "html" }, "main .empty"),
  at("deposit, no longer watched", "/Recharge/ETH?watch=on"),
  withChains("deposit, networks unreadable and suspended", {
    a: { name: "TUSDT", mainChainName: "TRC20" },
    b: { name: "EUSDT", mainChainName: "ERC20", depositOpen: 0 },
    c: { name: "BUSDT", mainChainName: null },
  }),
  withChains("deposit, network suspended", {
    a: { name: "TUSDT", mainChainName: "TRC20", depositOpen: 0 },
  }),
  withChains("deposit, no network readable", { a: null, b: { name: "TUSDT" } }),
  withChains("deposit, networks unknown", null),
  withChains("deposit, memo unclear", { a: { name: "TUSDT", mainChainName: "TRC20", tagType: {} } }),
  withAddress("deposit, no address yet", ""),
  withAddress("deposit, address unclear", "rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh_null"),
  at("deposit, closed", "/Recharge/XCH"),
  failing("deposit, unavailable", "get_charge_address", "/Recharge/BTC"),
  at("deposit records", "/DepositRecord/USDT"),
  at("deposit records, none", "/DepositRecord/XCH"),
  failing("deposit records, unavailable", "deposit_list", "/DepositRecord/USDT"),
  at("invitation", "/InvitationCode"),
  view("invitation, unfolded", async ({ page }) => {
    await page.goto("/InvitationCode");
    for (const summary of await page.locator("main summary").all()) await summary.click();
  }),
];
