import type { Sandbox } from "@storefront/sandbox/start";
import { PRODUCT_PATH } from "../purchase-paths";
import { buyButton } from "../shopping";
import type { Credentials } from "../signing-in";
import { ACCOUNT } from "./account";
import { ENTRANCE } from "./entrance";
import { BINDING, HANDED_IN, IDENTITY } from "./identity";
import { PUBLIC, SIGNED_OUT_BUYER } from "./public";
import { BUYING } from "./purchase";
import { at, DEMO_PASSWORD, failing, view, type View } from "./view";

/**
 * Everything that the storefront can show: each screen with its sheets, rejections and failures. Journeys check these
 * views, and `npm run screens` takes their pictures.
 */

/** The views of one kind of visitor. */
export interface Audience {
  name: "visitor" | "signedOutOnOutage" | "brand" | "buyer" | "newcomer" | "rejected";
  /** Returns the account. Journeys sign it in before the first view, except for the first three audiences. */
  account: (sandbox: Sandbox) => Promise<Credentials>;
  views: View[];
}

const NEW_ACCOUNT = [
  at("account centre, nothing done yet", "/UserCenter"),
  failing("account centre, steps unknown", "account_balance", "/UserCenter"),
  at("home, first steps", "/Index/Home"),
  at("assets, nothing yet", "/Assets"),
  at("orders, none", "/MyOrder"),
  at("security, nothing set up", "/Security"),
  at("product, authenticator not linked", PRODUCT_PATH),
  view("authenticator, key for a purchase", async ({ page }) => {
    await page.goto(PRODUCT_PATH);
    await buyButton(page).click();
    await page.waitForURL(/\/GoogleBind\?step=key&/);
  }),
];

const demo = (email: string) => () => Promise.resolve({ email, password: DEMO_PASSWORD });

export const AUDIENCES: Audience[] = [
  {
    name: "visitor",
    account: demo("demo@example.com"),
    views: [...PUBLIC, ...ENTRANCE, at("page not found", "/NoSuchPage")],
  },
  { name: "signedOutOnOutage", account: demo("demo@example.com"), views: SIGNED_OUT_BUYER },
  { name: "buyer", account: demo("demo@example.com"), views: [...ACCOUNT, ...BUYING] },
  {
    name: "newcomer",
    account: (sandbox) => sandbox.createAccount({ authLevel: 3, googleBound: false, secondStep: "sms", balances: {} }),
    views: [...NEW_ACCOUNT, ...IDENTITY, ...BINDING, HANDED_IN],
  },
  {
    name: "rejected",
    account: (sandbox) =>
      sandbox.createAccount({
        authLevel: 2,
        rejectReason: "證件照片反光，無法辨識。 / The photo reflects light.",
        balances: { USDT: "1" },
      }),
    views: [
      at("product, balance too low", PRODUCT_PATH),
      view("deposit for a purchase", async ({ page }) => {
        await page.goto(PRODUCT_PATH);
        await buyButton(page).click();
        await page.waitForURL(/\/Recharge\/USDT\?/);
      }),
      at("account centre, rejected", "/UserCenter"),
      at("country, rejected", "/RealNameSelect"),
      // After this failure Home does not retry for half a minute, so this account has no other view of Home.
      failing("home, balance unavailable", "account_balance", "/Index/Home"),
    ],
  },
];

/** The example brand: its colours, texts, terms and company on public pages. */
export const BRAND: Audience = {
  name: "brand",
  account: demo("demo@example.com"),
  views: [
    at("brand, home", "/Index/Home"),
    at("brand, power product", PRODUCT_PATH),
    at("brand, user agreement", "/UserAgreement"),
    at("brand, about us", "/Index/AboutUs"),
  ],
};
