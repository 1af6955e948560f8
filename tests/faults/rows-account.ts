import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyAt, codeOf } from "./at-upstream";
import {
  count,
  open,
  SIGNED_OUT,
  showsNoAddress,
  submit,
  unless,
  type Expected,
  type Row,
  type TestContext,
} from "./row";

/** Reads for one visitor are never cached: no older response may replace them (behaviour 13.3, 13.4, 13.5). */

/** Opens the page while all is well, and notes what it shows of the account. */
const seen =
  (path: string, selector: string) =>
  async (testContext: TestContext): Promise<void> => {
    await testContext.tab.goto(path);
    const found = testContext.tab.locator(selector).first();
    const text = await found.innerText();
    if (text === "") throw new Error(`${path} shows nothing at ${selector} while all is well`);
    testContext.shown.push(text);
  };

/** Has an order, and has seen it. */
async function ordered(testContext: TestContext): Promise<void> {
  await buyAt(testContext.sandbox, testContext.account);
  await seen("/MyOrder", "main article code, main article .exact, main article")(testContext);
}

const failed = (at: string, label: Expected["message"], never: Expected["never"] = []): Expected => ({
  status: 503,
  at,
  message: label ?? [],
  never,
  retry: true,
});

/** A password and a code never come back. */
const BLANK = { loginPwd: "", googleCode: "" };

export const ACCOUNT_ROWS: readonly Row[] = [
  {
    name: "user_info",
    call: "user_info",
    screen: "/UserCenter",
    rules: "13.4, 3.23",
    cache: "none",
    account: { authLevel: 1 },
    way: seen("/UserCenter", "main .avatar-text"),
    step: open("/UserCenter"),
    expected: {
      otherwise: failed("/UserCenter", ["UserCenter.unavailable"]),
      types: { status: [200, 503], at: "/UserCenter" },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "user_info, security",
    call: "user_info",
    screen: "/Security",
    rules: "2.110, 13.4",
    cache: "none",
    account: {},
    way: open("/Security"),
    step: open("/Security"),
    expected: {
      otherwise: {
        status: 200,
        at: "/Security",
        message: ["Security.authenticator-unknown"],
        never: ["Security.unavailable"],
      },
      types: { status: 200, at: "/Security", never: ["Security.authenticator-unbound"] },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "account_balance",
    call: "account_balance",
    screen: "/Assets",
    rules: "13.4, 3.21",
    cache: "none",
    account: { balances: { USDT: "765432.1" } },
    way: seen("/Assets", "main .sum"),
    step: open("/Assets"),
    expected: {
      otherwise: failed("/Assets", ["Assets.unavailable"], ["Assets.nothing", "Assets.empty"]),
      types: {
        status: [200, 503],
        at: "/Assets",
        never: ["Assets.nothing"],
        further: ({ tab }) => unless(!/\b0\.0|765,432/.test(tab.tab.document("main").text()), "an amount is shown"),
      },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "getUserAccountByUid",
    call: "getUserAccountByUid",
    screen: PRODUCT_PATH,
    rules: "13.3",
    cache: "none",
    account: { balances: { USDT: "765432.1" } },
    way: open(PRODUCT_PATH),
    step: open(PRODUCT_PATH),
    expected: {
      otherwise: {
        status: 200,
        at: PRODUCT_PATH,
        message: ["errors.balanceUnknown"],
        further: (testContext) => [
          ...unless(count(testContext, "button[value=buy]:not([disabled])") === 0, "it can be bought"),
          ...unless(!testContext.tab.tab.document("main").text().includes("765,432"), "an older balance is shown"),
        ],
      },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "getOrderList",
    call: "getOrderList",
    screen: "/MyOrder",
    rules: "13.4",
    cache: "none",
    account: {},
    way: ordered,
    step: open("/MyOrder"),
    expected: { otherwise: failed("/MyOrder", ["MyOrder.unavailable"], ["MyOrder.empty"]), expired: SIGNED_OUT },
  },
  {
    name: "getOrderList, search",
    call: "getOrderList",
    screen: "/MyOrder?q=17",
    rules: "2.37, 13.4",
    cache: "none",
    account: {},
    way: ordered,
    step: open("/MyOrder?q=17"),
    expected: {
      otherwise: failed("/MyOrder?q=17", ["MyOrder.unavailable"], ["MyOrder.empty", "MyOrder.noneFound"]),
      expired: SIGNED_OUT,
    },
  },
  {
    name: "get_charge_address",
    call: "get_charge_address",
    screen: "/Recharge/BTC",
    rules: "13.5",
    cache: "none",
    account: {},
    way: seen("/Recharge/BTC", "#deposit-address"),
    step: open("/Recharge/BTC"),
    expected: {
      otherwise: {
        ...failed("/Recharge/BTC", ["Recharge.unavailable"]),
        further: showsNoAddress,
      },
      types: {
        ...failed("/Recharge/BTC", [], ["Recharge.unavailable"]),
        further: showsNoAddress,
      },
      expired: SIGNED_OUT,
    },
  },
  {
    name: "deposit_list",
    call: "deposit_list",
    screen: "/DepositRecord/USDT",
    rules: "13.4",
    cache: "none",
    account: {},
    way: async (testContext) => {
      await testContext.sandbox.credit(testContext.account.email, "USDT", "4321.75");
      await seen("/DepositRecord/USDT", "main article")(testContext);
    },
    step: open("/DepositRecord/USDT"),
    expected: {
      otherwise: failed("/DepositRecord/USDT", ["DepositRecord.unavailable"], ["DepositRecord.empty"]),
      expired: SIGNED_OUT,
    },
  },
  {
    name: "login_out",
    call: "login_out",
    screen: "/UserCenter?step=logout",
    rules: "13.6",
    cache: "none",
    sentAtMost: 1,
    account: {},
    way: async (testContext) => {
      // It ends on Home, whose products are no part of this.
      await testContext.tab.goto("/Index/Home");
      await testContext.tab.goto("/UserCenter?step=logout");
    },
    step: ({ tab }) => tab.locator("[role=dialog] form[method=post] button").first().click(),
    expected: {
      otherwise: { status: 200, at: "/Index/Home", message: ["toasts.loggedOutHere"], session: "ends" },
      // Of its response only the code counts.
      shape: { status: 200, at: "/Index/Home", message: ["toasts.loggedOut"], session: "ends" },
      types: { status: 200, at: "/Index/Home", message: ["toasts.loggedOut"], session: "ends" },
      readable: { status: 200, at: "/Index/Home", message: ["toasts.loggedOut"], session: "ends" },
      // The visitor is signed out at the upstream, and so here.
      expired: {
        status: 200,
        at: "/Index/Home",
        messageOneOf: ["toasts.loggedOut", "errors.sessionExpired"],
        session: "ends",
      },
    },
  },
  {
    name: "toopen_google_authenticator",
    call: "toopen_google_authenticator",
    screen: "/GoogleBind",
    rules: "2.38, 8.2",
    cache: "none",
    sentAtMost: 1,
    account: { secondStep: "sms", googleBound: false },
    shutAfter: ["user_info"],
    way: open("/GoogleBind"),
    step: ({ tab }) => tab.locator("main button[value=begin]").click(),
    expected: {
      otherwise: { status: 503, at: /^\/GoogleBind/, message: ["errors.network"] },
      expired: SIGNED_OUT,
      refused: { status: 422, at: /^\/GoogleBind/, words: true },
    },
  },
  {
    name: "google_verify",
    call: "google_verify",
    screen: "/GoogleBind?step=code",
    rules: "2.38, 5.22",
    cache: "none",
    sentAtMost: 1,
    account: { secondStep: "sms", googleBound: false },
    shutAfter: ["user_info"],
    way: async (testContext) => {
      const { tab, account } = testContext;
      await tab.goto("/GoogleBind");
      await tab.locator("main button[value=begin]").click();
      const key = await tab.locator("#bind-key").innerText();
      await tab.locator("[name=written]").check();
      await tab.locator("main button[value=written]").click();
      await tab.fill("[name=loginPwd]", account.password);
      await tab.fill("[name=googleCode]", codeOf(key));
    },
    step: submit,
    expected: {
      otherwise: { status: 503, at: "/GoogleBind?step=code", message: ["GoogleBind.unknown"], isPreserved: BLANK },
      // The upstream can be asked whether it is bound.
      withEffect: { status: 200, at: "/UserCenter", message: ["toasts.bound"] },
      shape: { status: 200, at: "/UserCenter", message: ["toasts.bound"] },
      types: { status: 200, at: "/UserCenter", message: ["toasts.bound"] },
      readable: { status: 200, at: "/UserCenter", message: ["toasts.bound"] },
      gone: { status: 503, at: "/GoogleBind?step=code", message: ["errors.network"] },
      expired: SIGNED_OUT,
      refused: { status: 422, at: "/GoogleBind?step=code", words: true, isPreserved: BLANK },
    },
  },
];
