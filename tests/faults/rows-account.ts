import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyAt, codeOf } from "./at-upstream";
import {
  asSuccess,
  canBuy,
  hasNo,
  mainText,
  open,
  page,
  row,
  showsNoAddress,
  SIGNED_OUT,
  submit,
  unavailable,
} from "./row";
import { unless, type Row, type TestContext } from "./row";

/** Reads for one visitor are never cached: no older response may replace them (behaviour 13.3, 13.4, 13.5). */

/** Opens the page without faults, and notes the account data it shows. */
const seen =
  (path: string, selector: string) =>
  async (testContext: TestContext): Promise<void> => {
    await testContext.tab.goto(path);
    const text = await testContext.tab.locator(selector).first().innerText();
    if (text === "") throw new Error(`${path} shows nothing at ${selector} while all is well`);
    testContext.shown.push(text);
  };

/** Makes an order, and opens the page that shows it. */
async function ordered(testContext: TestContext): Promise<void> {
  await buyAt(testContext.sandbox, testContext.account);
  await seen("/MyOrder", "main tbody tr")(testContext);
}

const UNBOUND = { secondStep: "sms", googleBound: false } as const;
const BIND_CODE = "/GoogleBind?step=code";
/** Password and code must not return in the form. */
const BLANK = { loginPwd: "", googleCode: "" };
const RICH = { balances: { USDT: "765432.1" } };

const loggedOut = page(200, "/Index/Home", { message: ["toasts.loggedOut"], session: "ends" });
const bound = page(200, "/UserCenter", { message: ["toasts.bound"] });
const withoutAddress = unavailable("/Recharge/BTC", ["Recharge.unavailable"]);

export const ACCOUNT_ROWS: readonly Row[] = [
  row("user_info", "/UserCenter", "13.4, 3.23", {
    account: { authLevel: 1 },
    way: seen("/UserCenter", "main .row > .mark + div"),
    otherwise: unavailable("/UserCenter", ["UserCenter.unavailable"]),
    types: page([200, 503], "/UserCenter"),
    expired: SIGNED_OUT,
  }),
  row("user_info, security", "/Security", "2.110, 13.4", {
    account: {},
    way: open("/Security"),
    otherwise: page(200, "/Security", {
      message: ["Security.authenticator-unknown"],
      never: ["Security.unavailable"],
    }),
    types: page(200, "/Security", { never: ["Security.authenticator-unbound"] }),
    expired: SIGNED_OUT,
  }),
  row("account_balance", "/Assets", "13.4, 3.21", {
    account: RICH,
    way: seen("/Assets", "main .balance-sum"),
    otherwise: unavailable("/Assets", ["Assets.unavailable"], ["Assets.nothing", "Assets.empty"]),
    types: page([200, 503], "/Assets", {
      never: ["Assets.nothing"],
      further: (testContext) => unless(!/\b0\.0|765,432/.test(mainText(testContext)), "an amount is shown"),
    }),
    expired: SIGNED_OUT,
  }),
  row("getUserAccountByUid", PRODUCT_PATH, "13.3", {
    account: RICH,
    way: open(PRODUCT_PATH),
    otherwise: page(200, PRODUCT_PATH, {
      message: ["errors.balanceUnknown"],
      further: (testContext) => [
        ...hasNo(canBuy, "it can be bought")(testContext),
        ...unless(!mainText(testContext).includes("765,432"), "an older balance is shown"),
      ],
    }),
    expired: SIGNED_OUT,
  }),
  row("getOrderList", "/MyOrder", "13.4", {
    account: {},
    way: ordered,
    otherwise: unavailable("/MyOrder", ["MyOrder.unavailable"], ["MyOrder.empty"]),
    expired: SIGNED_OUT,
  }),
  row("getOrderList, search", "/MyOrder?q=17", "2.37, 13.4", {
    account: {},
    way: ordered,
    otherwise: unavailable("/MyOrder?q=17", ["MyOrder.unavailable"], ["MyOrder.empty", "MyOrder.noneFound"]),
    expired: SIGNED_OUT,
  }),
  row("get_charge_address", "/Recharge/BTC", "13.5", {
    account: {},
    way: seen("/Recharge/BTC", "#deposit-address"),
    otherwise: { ...withoutAddress, further: showsNoAddress },
    types: { ...withoutAddress, message: [], never: ["Recharge.unavailable"], further: showsNoAddress },
    expired: SIGNED_OUT,
  }),
  row("deposit_list", "/DepositRecord/USDT", "13.4", {
    account: {},
    way: async (testContext) => {
      await testContext.sandbox.credit(testContext.account.email, "USDT", "4321.75");
      await seen("/DepositRecord/USDT", "main .rows")(testContext);
    },
    otherwise: unavailable("/DepositRecord/USDT", ["DepositRecord.unavailable"], ["DepositRecord.empty"]),
    expired: SIGNED_OUT,
  }),
  row("login_out", "/UserCenter?step=logout", "13.6", {
    sentAtMost: 1,
    account: {},
    way: async ({ tab }) => {
      // Signing out ends on Home, so this reads its products before the failure.
      await tab.goto("/Index/Home");
      await tab.goto("/UserCenter?step=logout");
    },
    step: ({ tab }) => tab.locator("[role=dialog] form[method=post] button").first().click(),
    otherwise: { ...loggedOut, message: ["toasts.loggedOutHere"] },
    // Only the code of its response counts.
    ...asSuccess(loggedOut),
    // The visitor is signed out at the upstream, and therefore here too.
    expired: { ...loggedOut, message: [], messageOneOf: ["toasts.loggedOut", "errors.sessionExpired"] },
  }),
  row("toopen_google_authenticator", "/GoogleBind", "2.38, 8.2", {
    sentAtMost: 1,
    account: UNBOUND,
    shutAfter: ["user_info"],
    way: open("/GoogleBind"),
    step: ({ tab }) => tab.locator("main button[value=begin]").click(),
    otherwise: page(503, /^\/GoogleBind/, { message: ["errors.network"] }),
    expired: SIGNED_OUT,
    refused: page(422, /^\/GoogleBind/, { words: true }),
  }),
  row("google_verify", BIND_CODE, "2.38, 5.22", {
    sentAtMost: 1,
    account: UNBOUND,
    shutAfter: ["user_info"],
    way: async ({ tab, account }) => {
      await tab.goto("/GoogleBind");
      await tab.locator("main button[value=begin]").click();
      const key = await tab.locator("#bind-key").innerText();
      await tab.locator("[name=written]").check();
      await tab.locator("main button[value=written]").click();
      await tab.fill("[name=loginPwd]", account.password);
      await tab.fill("[name=googleCode]", codeOf(key));
    },
    step: submit,
    otherwise: page(503, BIND_CODE, { message: ["GoogleBind.unknown"], isPreserved: BLANK }),
    // The storefront asks the upstream whether the authenticator is linked.
    withEffect: bound,
    ...asSuccess(bound),
    gone: page(503, BIND_CODE, { message: ["errors.network"] }),
    expired: SIGNED_OUT,
    refused: page(422, BIND_CODE, { words: true, isPreserved: BLANK }),
  }),
];
