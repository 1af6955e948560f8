import { PRODUCT_PATH } from "../support/purchase-paths";
import { canBuy, has, hasNo, mainText, page, row, showsNoAddress, unavailable, unless } from "./row";
import type { Expected, Outcomes, Row } from "./row";

/** Public reads: their responses, 10002 included, affect no session. */

const COLD = { isCold: true } as const;
const AT_START = { isCold: true, atStart: true } as const;

const products = has("main a[href^='/PowerProductDetail/']", "there are no products on Home");
const HOME: Expected = page(200, "/Index/Home", { further: products });
/** The whole upstream is unavailable, and no response about products is cached. */
const HOME_WITHOUT_PRODUCTS = unavailable("/Index/Home", ["Home.productsUnavailable"], ["Home.productsEmpty"]);

/** Home without the requested section. */
const homeWithout = (selector: string, complaint: string): Outcomes => ({
  otherwise: {
    ...HOME,
    further: (testContext) => [...products(testContext), ...hasNo(selector, complaint)(testContext)],
  },
  gone: HOME_WITHOUT_PRODUCTS,
});

const WITHOUT_PRODUCT = [["PowerProductDetail.unavailable"], ["PowerProductDetail.notFound"]] as const;
const ESTIMATE_PATH = "/Estimate?product=1001&quantity=10";
const ESTIMATE = unavailable(ESTIMATE_PATH, ...WITHOUT_PRODUCT);

const LOGIN = page(200, "/Login", {
  never: ["errors.network", "Captcha.unsupported"],
  further: has("main [name=loginPword]", "the form to sign in is missing"),
});

const DEPOSIT_PATH = "/Recharge/USDT?chain=TUSDT";
const WITHOUT_ADDRESS = page(503, DEPOSIT_PATH, { retry: true, further: showsNoAddress });

export const PUBLIC_ROWS: readonly Row[] = [
  row("public_info_v5", "/Login", "8.5, 13.7", { ...COLD, otherwise: LOGIN }),
  row("tartCaptcha", "/Login with captcha kind 2", "4.1, 4.4, 8.5", {
    ...COLD,
    way: ({ sandbox }) => sandbox.setCaptchaKind(2),
    step: ({ tab }) => tab.goto("/Login"),
    // Without scripts the captcha cannot be solved, with or without the upstream's challenge.
    otherwise: page(200, "/Login", { message: ["Captcha.text"], never: ["errors.network"] }),
    gone: LOGIN,
  }),
  row("kv: website", "/Index/Home", "13.1, 13.17", {
    ...AT_START,
    asking: { keys: "merchant-config-h5" },
    // The page shows the name and logo that an earlier process stored.
    otherwise: { ...HOME, never: ["common.siteTitle"] },
    types: { ...HOME, message: ["common.siteTitle"] },
    readable: HOME,
    gone: HOME_WITHOUT_PRODUCTS,
  }),
  row("kv: banners", "/Index/Home", "13.1", {
    ...COLD,
    asking: { keys: "banner-h5" },
    ...homeWithout("main img[src^='/pictures/banner']", "there are banners"),
  }),
  row("kv: countries", "/LeavingMessage", "2.32, 13.17", {
    ...COLD,
    asking: { keys: "country-h5" },
    otherwise: page(200, "/LeavingMessage", {
      never: ["errors.network"],
      further: has("select[name=areaCode] option", "area codes are missing", 201),
    }),
  }),
  row("kv: countries, picker", "/CountrySelect", "2.33", {
    ...COLD,
    asking: { keys: "country-h5" },
    inAllLocales: true,
    account: { authLevel: 3 },
    otherwise: page(200, "/CountrySelect", {
      never: ["CountrySelect.empty", "CountrySelect.unavailable"],
      further: has("main li a", "countries are missing", 201),
    }),
    // The page cannot read whether the account is verified either.
    gone: unavailable("/CountrySelect", [], ["CountrySelect.empty"]),
  }),
  ...[
    ["project_sku", "/Index/Power", "13.2, 13.15"] as const,
    ["project_sku, search", "/Index/Power?q=filecoin", "2.91, 13.2"] as const,
  ].map(([name, path, rules]) =>
    row(name, path, rules, { ...COLD, otherwise: unavailable(path, [], ["Power.empty"]) }),
  ),
  row("project_sku, compare", "/Compare?ids=1001,1002", "2.95, 2.91", {
    ...COLD,
    otherwise: unavailable("/Compare?ids=1001,1002", ["Plans.unavailable"], ["Compare.empty", "Plans.gone"]),
  }),
  row("project_sku, product", PRODUCT_PATH, "2.30", {
    ...COLD,
    // Without the lists it is unknown whether this is computing power.
    otherwise: page(200, PRODUCT_PATH, {
      message: ["errors.productUnclear"],
      never: ["PowerProductDetail.unavailable"],
      further: hasNo("main [name=buyAmount]", "it can be bought"),
    }),
    gone: unavailable(PRODUCT_PATH, ...WITHOUT_PRODUCT),
  }),
  row("project_sku_detail, estimate", ESTIMATE_PATH, "2.100, 2.101, 13.2", {
    ...COLD,
    otherwise: { ...ESTIMATE, isPreserved: { quantity: "10" } },
    // Without the list there is no form; the URL still has the search.
    gone: ESTIMATE,
    // Odd terms yield no estimate.
    types: page([200, 503], ESTIMATE_PATH, {
      never: ["PowerProductDetail.notFound"],
      further: hasNo("main figure table", "an output is worked out"),
    }),
  }),
  row("project_sku_detail", PRODUCT_PATH, "13.2, 3.23", {
    ...COLD,
    otherwise: unavailable(PRODUCT_PATH, ...WITHOUT_PRODUCT),
    // A product whose terms are odd may be shown, and then cannot be bought.
    types: page([200, 503], PRODUCT_PATH, {
      never: ["PowerProductDetail.notFound"],
      further: hasNo(canBuy, "it can be bought"),
    }),
  }),
  row("public_info_market", DEPOSIT_PATH, "7.22, 13.5, 13.16", { ...COLD, account: {}, otherwise: WITHOUT_ADDRESS }),
  row("public_info_v5, deposit", DEPOSIT_PATH, "7.22, 7.23, 13.5", {
    ...COLD,
    account: {},
    otherwise: WITHOUT_ADDRESS,
    // The response closes no network.
    types: page(200, DEPOSIT_PATH),
  }),
  row("public_info_market, names", "/Assets", "13.1, 9.11", {
    ...AT_START,
    account: {},
    otherwise: page(200, "/Assets", {
      never: ["Assets.nothing", "Assets.empty"],
      further: (testContext) => unless(mainText(testContext).includes("1,000,000"), "the balance is missing"),
    }),
    gone: unavailable("/Assets", ["Assets.unavailable"], ["Assets.nothing", "Assets.empty"]),
  }),
  row("public_info_market, prices", "/Index/Power", "3.48, 13.17", {
    ...AT_START,
    otherwise: page(200, "/Index/Power", { further: has("main .unit", "prices are missing") }),
    gone: unavailable("/Index/Power", [], ["Power.empty"]),
  }),
  row("notice_info_list", "/Notice", "13.4, 2.41", {
    ...COLD,
    otherwise: unavailable("/Notice", ["Notice.unavailable"], ["Notice.empty"]),
  }),
  row("notice_info_list, Home", "/Index/Home", "13.1", {
    ...COLD,
    ...homeWithout("main a[href^='/NoticeDetail']", "there are notices"),
  }),
  row("app_download", "/AppDownload", "2.46, 13.13", {
    ...COLD,
    otherwise: unavailable("/AppDownload", ["AppDownload.unavailable"]),
    // A download with an invalid address is omitted.
    types: page([200, 503], "/AppDownload"),
  }),
];
