import { PRODUCT_PATH } from "../support/purchase-paths";
import { count, open, showsNoAddress, unless, type Expected, type Row, type TestContext } from "./row";

/** Public reads (behaviour 7.5): their responses, 10002 included, affect no session. */

/** A page that cannot show what it is there for: an error with a way to try again, never "none" (behaviour 13.2). */
const unavailable = (at: string, label: Expected["message"], never: Expected["never"]): Expected => ({
  status: 503,
  at,
  message: label ?? [],
  never: never ?? [],
  retry: true,
});

const products = (testContext: TestContext) =>
  unless(count(testContext, "main a[href^='/PowerProductDetail/']") > 0, "there are no products on Home");

const HOME: Expected = { status: 200, at: "/Index/Home", further: products };
/** The whole upstream is unavailable, and no response about products is cached (behaviour 13.2). */
const HOME_WITHOUT_PRODUCTS = unavailable("/Index/Home", ["Home.productsUnavailable"], ["Home.productsEmpty"]);

/** Home without what was asked for. */
const homeWithout = (selector: string, complaint: string): Row["expected"] => ({
  otherwise: {
    ...HOME,
    further: (testContext) => [...products(testContext), ...unless(count(testContext, selector) === 0, complaint)],
  },
  gone: HOME_WITHOUT_PRODUCTS,
});

const ESTIMATE_PATH = "/Estimate?product=1001&quantity=10";
const ESTIMATE: Expected = unavailable(
  ESTIMATE_PATH,
  ["PowerProductDetail.unavailable"],
  ["PowerProductDetail.notFound"],
);

const LOGIN: Expected = {
  status: 200,
  at: "/Login",
  never: ["errors.network", "Captcha.unsupported"],
  further: (testContext) =>
    unless(count(testContext, "main [name=loginPword]") === 1, "the form to sign in is missing"),
};

const DEPOSIT_PATH = "/Recharge/USDT?chain=TUSDT";
const WITHOUT_ADDRESS: Expected = { status: 503, at: DEPOSIT_PATH, retry: true, further: showsNoAddress };

export const PUBLIC_ROWS: readonly Row[] = [
  {
    name: "public_info_v5",
    call: "public_info_v5",
    screen: "/Login",
    rules: "8.5, 13.7",
    cache: "cold",
    step: open("/Login"),
    expected: { otherwise: LOGIN },
  },
  {
    name: "tartCaptcha",
    call: "tartCaptcha",
    screen: "/Login with captcha kind 2",
    rules: "4.1, 4.4, 8.5",
    cache: "cold",
    way: ({ sandbox }) => sandbox.setCaptchaKind(2),
    step: open("/Login"),
    expected: {
      // Without scripts the step cannot be done, whether the upstream has started it or not.
      otherwise: { status: 200, at: "/Login", message: ["Captcha.text"], never: ["errors.network"] },
      gone: LOGIN,
    },
  },
  {
    name: "kv: website",
    call: "kv",
    asking: { keys: "merchant-config-h5" },
    screen: "/Index/Home",
    rules: "13.1, 13.17",
    cache: "cold",
    atStart: true,
    step: open("/Index/Home"),
    expected: { otherwise: { ...HOME, message: ["common.siteTitle"] }, gone: HOME_WITHOUT_PRODUCTS },
  },
  {
    name: "kv: banners",
    call: "kv",
    asking: { keys: "banner-h5" },
    screen: "/Index/Home",
    rules: "13.1",
    cache: "cold",
    step: open("/Index/Home"),
    expected: homeWithout("main img[src^='/pictures/banner']", "there are banners"),
  },
  {
    name: "kv: countries",
    call: "kv",
    asking: { keys: "country-h5" },
    screen: "/LeavingMessage",
    rules: "2.32, 13.17",
    cache: "cold",
    step: open("/LeavingMessage"),
    expected: {
      otherwise: {
        status: 200,
        at: "/LeavingMessage",
        never: ["errors.network"],
        further: (testContext) =>
          unless(count(testContext, "select[name=areaCode] option") > 200, "area codes are missing"),
      },
    },
  },
  {
    name: "kv: countries, picker",
    call: "kv",
    asking: { keys: "country-h5" },
    screen: "/CountrySelect",
    rules: "2.33",
    cache: "cold",
    inAllLocales: true,
    account: { authLevel: 3 },
    step: open("/CountrySelect"),
    expected: {
      otherwise: {
        status: 200,
        at: "/CountrySelect",
        never: ["CountrySelect.empty", "CountrySelect.unavailable"],
        further: (testContext) => unless(count(testContext, "main li a") > 200, "countries are missing"),
      },
      // Whether the account is verified cannot be read either.
      gone: unavailable("/CountrySelect", [], ["CountrySelect.empty"]),
    },
  },
  {
    name: "project_sku",
    call: "project_sku",
    screen: "/Index/Power",
    rules: "13.2, 13.15",
    cache: "cold",
    step: open("/Index/Power"),
    expected: { otherwise: unavailable("/Index/Power", [], ["Power.empty"]) },
  },
  {
    name: "project_sku, search",
    call: "project_sku",
    screen: "/Index/Power?q=filecoin",
    rules: "2.91, 13.2",
    cache: "cold",
    step: open("/Index/Power?q=filecoin"),
    expected: { otherwise: unavailable("/Index/Power?q=filecoin", [], ["Power.empty"]) },
  },
  {
    name: "project_sku, compare",
    call: "project_sku",
    screen: "/Compare?ids=1001,1002",
    rules: "2.95, 2.91",
    cache: "cold",
    step: open("/Compare?ids=1001,1002"),
    expected: {
      otherwise: unavailable("/Compare?ids=1001,1002", ["Plans.unavailable"], ["Compare.empty", "Plans.gone"]),
    },
  },
  {
    name: "project_sku, product",
    call: "project_sku",
    screen: PRODUCT_PATH,
    rules: "2.30",
    cache: "cold",
    step: open(PRODUCT_PATH),
    expected: {
      // Nothing says that it is computing power.
      otherwise: {
        status: 200,
        at: PRODUCT_PATH,
        message: ["errors.productUnclear"],
        never: ["PowerProductDetail.unavailable"],
        further: (testContext) => unless(count(testContext, "main [name=buyAmount]") === 0, "it can be bought"),
      },
      gone: unavailable(PRODUCT_PATH, ["PowerProductDetail.unavailable"], ["PowerProductDetail.notFound"]),
    },
  },
  {
    name: "project_sku_detail, estimate",
    call: "project_sku_detail",
    screen: ESTIMATE_PATH,
    rules: "2.100, 2.101, 13.2",
    cache: "cold",
    step: open(ESTIMATE_PATH),
    expected: {
      otherwise: { ...ESTIMATE, isPreserved: { quantity: "10" } },
      // Without the list there is no form. The address still has what it asked for.
      gone: ESTIMATE,
      // Of terms that are odd no output is worked out.
      types: {
        status: [200, 503],
        at: ESTIMATE_PATH,
        never: ["PowerProductDetail.notFound"],
        further: (testContext) => unless(count(testContext, "main figure table") === 0, "an output is worked out"),
      },
    },
  },
  {
    name: "project_sku_detail",
    call: "project_sku_detail",
    screen: "/PowerProductDetail/1001",
    rules: "13.2, 3.23",
    cache: "cold",
    step: open("/PowerProductDetail/1001"),
    expected: {
      otherwise: unavailable(
        "/PowerProductDetail/1001",
        ["PowerProductDetail.unavailable"],
        ["PowerProductDetail.notFound"],
      ),
      // A product whose terms are odd may be shown, and then cannot be bought.
      types: {
        status: [200, 503],
        at: "/PowerProductDetail/1001",
        never: ["PowerProductDetail.notFound"],
        further: (testContext) =>
          unless(count(testContext, "button[value=buy]:not([disabled])") === 0, "it can be bought"),
      },
    },
  },
  {
    name: "public_info_market",
    call: "public_info_market",
    screen: DEPOSIT_PATH,
    rules: "7.22, 13.5, 13.16",
    cache: "cold",
    account: {},
    step: open(DEPOSIT_PATH),
    expected: { otherwise: WITHOUT_ADDRESS },
  },
  {
    name: "public_info_v5, deposit",
    call: "public_info_v5",
    screen: DEPOSIT_PATH,
    rules: "7.22, 7.23, 13.5",
    cache: "cold",
    account: {},
    step: open(DEPOSIT_PATH),
    expected: {
      otherwise: WITHOUT_ADDRESS,
      // Nothing in it closes a network.
      types: { status: 200, at: DEPOSIT_PATH },
    },
  },
  {
    name: "public_info_market, names",
    call: "public_info_market",
    screen: "/Assets",
    rules: "13.1, 9.11",
    cache: "cold",
    atStart: true,
    account: {},
    step: open("/Assets"),
    expected: {
      otherwise: {
        status: 200,
        at: "/Assets",
        never: ["Assets.nothing", "Assets.empty"],
        further: ({ tab }) => unless(tab.tab.document("main").text().includes("1,000,000"), "the balance is missing"),
      },
      gone: unavailable("/Assets", ["Assets.unavailable"], ["Assets.nothing", "Assets.empty"]),
    },
  },
  {
    name: "public_info_market, prices",
    call: "public_info_market",
    screen: "/Index/Power",
    rules: "3.48, 13.17",
    cache: "cold",
    atStart: true,
    step: open("/Index/Power"),
    expected: {
      otherwise: {
        status: 200,
        at: "/Index/Power",
        further: (testContext) => unless(count(testContext, "main .unit") > 0, "prices are missing"),
      },
      gone: unavailable("/Index/Power", [], ["Power.empty"]),
    },
  },
  {
    name: "notice_info_list",
    call: "notice_info_list",
    screen: "/Notice",
    rules: "13.4, 2.41",
    cache: "cold",
    step: open("/Notice"),
    expected: { otherwise: unavailable("/Notice", ["Notice.unavailable"], ["Notice.empty"]) },
  },
  {
    name: "notice_info_list, Home",
    call: "notice_info_list",
    screen: "/Index/Home",
    rules: "13.1",
    cache: "cold",
    step: open("/Index/Home"),
    expected: homeWithout("main a[href^='/NoticeDetail']", "there are notices"),
  },
  {
    name: "app_download",
    call: "app_download",
    screen: "/AppDownload",
    rules: "2.46, 13.13",
    cache: "cold",
    step: open("/AppDownload"),
    expected: {
      otherwise: unavailable("/AppDownload", ["AppDownload.unavailable"], []),
      // A download with an invalid address is omitted.
      types: { status: [200, 503], at: "/AppDownload" },
    },
  },
];
