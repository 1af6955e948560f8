import type { Page } from "@playwright/test";
import type { Sandbox } from "~server/sandbox/start";
import { acknowledgeMemo } from "./acknowledging";
import { openAs } from "./other-browsers";
import { PERSON } from "./identity";
import { smallPhoto } from "./pictures";
import { expect } from "./scriptless/expectations";
import {
  CODE_PATH,
  DONE_PATH,
  FORGOTTEN_PATH,
  toCode,
  toConfirm,
  payWithCode,
  payWithWrongCode,
  PURCHASE,
  quantity,
  buyButton,
  PRODUCT_PATH,
} from "./shopping";
import { enterPassword, wrongCodes, type Credentials } from "./signing-in";
import { emptyStore } from "./stage";

/**
 * Everything that the storefront can show: each screen, its open sheets, its refusals and its failures. What looks at all of it
 * goes through this list: the journey that checks each view, and `npm run screens`, which takes its picture.
 */

/** Where a view is opened. */
export interface Scene {
  page: Page;
  sandbox: Sandbox;
  /** Who is signed in, or would be. */
  account: Credentials;
  /** Where the storefront is, if not where the page's relative addresses lead. */
  origin: string;
}

/** One state of a screen: `open` leads there, in any language, with or without scripts. */
export interface View {
  name: string;
  open: (scene: Scene) => Promise<unknown>;
}

/** The views of one kind of visitor. */
export interface Audience {
  name: "visitor" | "stranded" | "buyer" | "newcomer" | "rejected";
  /** The account, signed in before the first view; nobody is for `visitor`. */
  account: (sandbox: Sandbox) => Promise<Credentials>;
  views: View[];
}

const at = (name: string, path: string): View => ({ name, open: ({ page, origin }) => page.goto(origin + path) });

/** A view of a page while a call of the platform fails. */
const failing = (name: string, call: string, path: string): View => ({
  name,
  open: async ({ page, sandbox }) => {
    await sandbox.fail(call, { kind: "html" });
    await page.goto(path);
    await sandbox.heal(call);
  },
});

/** The deposit page of USDT while the platform says this of its chains. */
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

const summary = (page: Page) => expect(page.locator("#summary")).toBeVisible();
const dialog = (page: Page) => page.getByRole("dialog");
/** The button at the end of the page's form. */
const submit = (page: Page) => page.locator("main form[method=post] button").last().click();
const DEMO_PASSWORD = "Demo12345";

async function toRegistrationCode(page: Page): Promise<void> {
  await page.goto("/Register?inviteCode=DEMO2026");
  await page.locator("[name=email]").fill(`somebody-${Math.random().toString(36).slice(2)}@example.com`);
  for (const name of ["pwd", "confirmPwd"]) await page.locator(`[name=${name}]`).fill("Abcd12345");
  await page.locator("[name=agreement]").check();
  await page.locator("[name=confirmPwd]").press("Enter");
  await expect(page.locator("[name=emailCode]")).toBeVisible();
}

/** To the second step of an account of its own: a code is sent once in a minute. */
async function toSecondStep({ page, sandbox }: Scene, secondStep: "google" | "sms" | "email"): Promise<void> {
  await page.goto("/Login");
  await enterPassword(page, await sandbox.createAccount({ secondStep }));
  await expect(dialog(page)).toBeVisible();
}

const IN_APP = "Mozilla/5.0 (Linux; Android 12; SM-A125F) AppleWebKit/537.36 Chrome/120 Mobile MicroMessenger/8.0.44";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile Safari/604.1";

/** A page as another browser is served it. */
const asBrowser = (name: string, userAgent: string, path: string): View => ({
  name,
  open: ({ page }) => openAs(page, userAgent, path),
});

const captcha = (name: string, kind: number, path: string): View => ({
  name,
  open: async ({ page, sandbox }) => {
    await sandbox.setCaptchaKind(kind);
    await page.goto(path);
    await sandbox.setCaptchaKind(0);
  },
});

const VISITOR: View[] = [
  at("home", "/Index/Home"),
  {
    name: "home, menu open",
    open: async ({ page }) => {
      await page.goto("/Index/Home");
      await page.locator("details.menu summary").click();
    },
  },
  asBrowser("home, iPhone", IPHONE, "/Index/Home"),
  at("power", "/Index/Power"),
  at("power, second page", "/Index/Power?page=2"),
  at("power product", PRODUCT_PATH),
  {
    name: "power product, too much",
    open: async ({ page }) => {
      await page.goto(PRODUCT_PATH);
      await quantity(page).fill("900");
      await buyButton(page).click();
      await summary(page);
    },
  },
  at("power product, pre-sale", "/PowerProductDetail/1003"),
  at("power product, limited offer", "/PowerProductDetail/1004"),
  at("power product, ended", "/PowerProductDetail/1006"),
  at("power product, out of stock", "/PowerProductDetail/1007"),
  at("power product, unknown", "/PowerProductDetail/424242"),
  at("miner", "/Index/Miner"),
  at("miner, second page", "/Index/Miner?page=2"),
  at("miner product", "/MinerProductDetail/2001"),
  at("miner product, pre-sale", "/MinerProductDetail/2002"),
  at("miner product, ended", "/MinerProductDetail/2007"),
  at("miner product, unknown", "/MinerProductDetail/0"),
  at("about us", "/Index/AboutUs"),
  at("leaving message", "/LeavingMessage"),
  at("leaving message, bulk orders", "/LeavingMessage?topic=bulk"),
  {
    name: "leaving message, refused",
    open: async ({ page }) => {
      await page.goto("/LeavingMessage");
      await page.locator("[name=tel]").fill("12");
      await submit(page);
      await summary(page);
    },
  },
  at("privacy policy", "/PrivacyAgreement"),
  at("user agreement", "/UserAgreement"),
  at("app download", "/AppDownload"),
  asBrowser("app download, iPhone", IPHONE, "/AppDownload"),
  asBrowser("app download, in-app browser", IN_APP, "/AppDownload"),
  asBrowser("app download, in-app browser, staying", IN_APP, "/AppDownload?stay=1"),
  at("notices", "/Notice"),
  at("notices, nothing found", "/Notice?q=nosuchword"),
  at("notice", "/NoticeDetail?id=10"),
  at("notice, unknown", "/NoticeDetail?id=999"),
  at("login", "/Login"),
  at("login, not signed in", "/Assets"),
  {
    name: "login, refused",
    open: async ({ page, sandbox }) => {
      await page.goto("/Login");
      // An account of its own: one that is tried for every picture would be paused.
      await enterPassword(page, { ...(await sandbox.createAccount()), password: "Wrong12345" });
      await summary(page);
    },
  },
  { name: "login, authenticator", open: (scene) => toSecondStep(scene, "google") },
  {
    name: "login, SMS code sent",
    open: async (scene) => {
      await toSecondStep(scene, "sms");
      const { page } = scene;
      await dialog(page).locator("button[value=send]").click();
      await expect(page.getByRole("status").first()).toBeVisible();
    },
  },
  {
    name: "login, e-mail code refused",
    open: async (scene) => {
      await toSecondStep(scene, "email");
      const { page } = scene;
      await page.locator("[name=emailCode]").fill("000000");
      await dialog(page).locator("button[value=confirm]").click();
      await summary(page);
    },
  },
  {
    name: "login, second step paused",
    open: async (scene) => {
      await toSecondStep(scene, "google");
      await wrongCodes(scene.page, 10);
      await scene.page.reload();
      await expect(dialog(scene.page)).toContainText("UTC+8");
    },
  },
  captcha("login, slider", 1, "/Login"),
  captcha("login, captcha of the app", 9, "/Login"),
  at("register", "/Register"),
  captcha("register, challenge", 2, "/Register"),
  {
    name: "register, refused",
    open: async ({ page }) => {
      await page.goto("/Register");
      await page.locator("[name=email]").fill("nobody");
      await page.locator("[name=pwd]").fill("short");
      await page.locator("[name=agreement]").check();
      await submit(page);
      await summary(page);
    },
  },
  at("register, terms", "/Register?step=agreement"),
  { name: "register, e-mail code", open: ({ page }) => toRegistrationCode(page) },
  {
    name: "register, e-mail code refused",
    open: async ({ page }) => {
      await toRegistrationCode(page);
      await page.locator("[name=emailCode]").fill("000000");
      await dialog(page).locator("button[value=confirm]").click();
      await summary(page);
    },
  },
  at("nothing here", "/NoSuchPage"),
];

const BUYER: View[] = [
  { name: "home, just signed in", open: ({ page }) => expect(page).toHaveURL("/Index/Home") },
  at("account centre", "/UserCenter"),
  at("account centre, earnings", "/UserCenter?step=earnings"),
  at("account centre, signing out", "/UserCenter?step=logout"),
  failing("account centre, unavailable", "user_info", "/UserCenter"),
  at("assets", "/Assets"),
  failing("assets, unavailable", "account_balance", "/Assets"),
  at("orders", "/MyOrder"),
  failing("orders, unavailable", "getOrderList", "/MyOrder"),
  at("deposit, coin", "/Recharge"),
  at("deposit, network", "/Recharge/USDT"),
  at("deposit, address", "/Recharge/USDT?chain=TUSDT"),
  at("deposit, memo", "/Recharge/XRP"),
  {
    name: "deposit, memo not acknowledged",
    open: async ({ page }) => {
      await page.goto("/Recharge/XRP");
      await submit(page);
      await summary(page);
    },
  },
  {
    name: "deposit, address and memo",
    open: async ({ page }) => {
      await page.goto("/Recharge/XRP");
      await acknowledgeMemo(page);
    },
  },
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
  at("deposit, closed", "/Recharge/XCH"),
  failing("deposit, unavailable", "get_charge_address", "/Recharge/BTC"),
  at("deposit records", "/DepositRecord/USDT"),
  at("deposit records, none", "/DepositRecord/XCH"),
  failing("deposit records, unavailable", "deposit_list", "/DepositRecord/USDT"),
  at("invitation", "/InvitationCode"),
  { name: "purchase, quantity", open: ({ page }) => page.goto(PRODUCT_PATH) },
  { name: "purchase, confirmation", open: ({ page }) => toConfirm(page) },
  { name: "purchase, code", open: ({ page }) => toCode(page) },
  {
    name: "purchase, code refused",
    open: async ({ page }) => {
      await toCode(page);
      await payWithWrongCode(page);
    },
  },
  {
    name: "purchase, paid",
    open: async ({ page, sandbox, account }) => {
      await toCode(page);
      await payWithCode(page, sandbox, account.email);
      await expect(page).toHaveURL(/\/Successpay/);
    },
  },
  {
    name: "purchase, way back after it",
    open: async ({ page, sandbox, account }) => {
      await toCode(page);
      await payWithCode(page, sandbox, account.email);
      await expect(page).toHaveURL(/\/Successpay/);
      await page.goto(CODE_PATH);
      await expect(page).toHaveURL(DONE_PATH);
    },
  },
  { name: "purchase, product after it", open: ({ page }) => page.goto(PRODUCT_PATH) },
  {
    name: "purchase, forgotten by the store",
    open: async ({ page, sandbox }) => {
      await toCode(page);
      emptyStore(sandbox);
      await page.reload();
      await expect(page).toHaveURL(FORGOTTEN_PATH);
    },
  },
  { name: "purchase, product after it was forgotten", open: ({ page }) => page.goto(PRODUCT_PATH) },
  at("purchase, no receipt", "/Successpay"),
  failing("purchase, balance unknown", "getUserAccountByUid", PRODUCT_PATH),
  {
    name: "purchase, outcome unknown",
    open: async ({ page, sandbox, account }) => {
      const path = "/PowerProductDetail/1002";
      await toCode(page, "1", path);
      await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
      await payWithCode(page, sandbox, account.email);
      await expect(page).toHaveURL(`${path}?step=outcome`);
    },
  },
];

const DETAILS = "/RealNameInfo?country=158";

/** Hands the details in, and leads to the photos. */
async function toPhotos(page: Page): Promise<void> {
  await page.goto(DETAILS);
  // A view before this one may have left its question unanswered.
  const keep = page.locator("main button[value=keep]");
  if (await keep.count()) {
    await keep.click();
    await page.goto(DETAILS);
  }
  for (const [name, value] of Object.entries(PERSON)) await page.fill(`[name=${name}]`, value);
  await submit(page);
  await expect(page).toHaveURL("/UploadImage");
}

async function toKey(page: Page): Promise<void> {
  await page.goto("/GoogleBind");
  await page.locator("main button[value=begin]").click();
  await expect(page).toHaveURL("/GoogleBind?step=key");
}

async function toBindingCode(page: Page): Promise<void> {
  await toKey(page);
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await expect(page).toHaveURL("/GoogleBind?step=code");
}

const NEWCOMER: View[] = [
  at("account centre, nothing done yet", "/UserCenter"),
  at("assets, nothing yet", "/Assets"),
  at("orders, none", "/MyOrder"),
  at("country", "/RealNameSelect"),
  at("countries", "/CountrySelect"),
  at("countries, found", "/CountrySelect?q=korea"),
  at("countries, nothing found", "/CountrySelect?q=zzz"),
  at("identity", DETAILS),
  at("identity, mainland", "/RealNameInfo?country=156"),
  {
    name: "identity, refused",
    open: async ({ page }) => {
      await page.goto(DETAILS);
      await submit(page);
      await summary(page);
    },
  },
  { name: "photos", open: ({ page }) => toPhotos(page) },
  {
    name: "identity, details of a link",
    open: async ({ page }) => {
      await toPhotos(page);
      const theirs = {
        familyName: "van den Bosch",
        name: "Maria",
        certificateType: 2,
        certificateNumber: "NL1234567890",
      };
      const bundle = JSON.stringify({ countryCode: "+81", numberCode: "392", ...theirs });
      await page.goto(`/UploadImage?bundle=${encodeURIComponent(bundle)}`);
      await expect(page).toHaveURL("/RealNameInfo?step=proposal");
    },
  },
  {
    name: "photos, one refused",
    open: async ({ page }) => {
      await toPhotos(page);
      const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
      await page.setInputFiles("input[name=firstPhoto]", photo);
      await page.setInputFiles("input[name=secondPhoto]", { ...photo, buffer: Buffer.from("no photo") });
      await submit(page);
      await summary(page);
    },
  },
  at("binding, app", "/GoogleBind"),
  { name: "binding, key", open: ({ page }) => toKey(page) },
  { name: "binding, code", open: ({ page }) => toBindingCode(page) },
  {
    name: "binding, refused",
    open: async ({ page }) => {
      await toBindingCode(page);
      await page.locator("[name=loginPwd]").fill(DEMO_PASSWORD);
      await page.locator("[name=googleCode]").fill("000000");
      await submit(page);
      await summary(page);
    },
  },
  {
    name: "purchase, authenticator not bound",
    open: async ({ page }) => {
      await page.goto(PRODUCT_PATH);
      await quantity(page).fill("1");
      await buyButton(page).click();
      await expect(page).toHaveURL(/\/GoogleBind/);
    },
  },
  {
    name: "identity, handed in",
    open: async ({ page }) => {
      await toPhotos(page);
      const photo = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await smallPhoto() };
      for (const slot of ["firstPhoto", "secondPhoto", "thirdPhoto"]) {
        const input = page.locator(`input[name=${slot}]`);
        if (await input.count()) await input.setInputFiles(photo);
      }
      await submit(page);
      await expect(page).toHaveURL("/SuccessRealname");
    },
  },
];

const REJECTED: View[] = [at("account centre, rejected", "/UserCenter"), at("country, rejected", "/RealNameSelect")];

/** What a visitor sees of a storefront whose platform has not answered since it began. */
const STRANDED: View[] = [
  at("home, unavailable", "/Index/Home"),
  at("power, unavailable", "/Index/Power"),
  at("power product, unavailable", PRODUCT_PATH),
  at("miner, unavailable", "/Index/Miner"),
  at("miner product, unavailable", "/MinerProductDetail/2001"),
  at("notices, unavailable", "/Notice"),
  at("app download, unavailable", "/AppDownload"),
];

const demo = (email: string) => () => Promise.resolve({ email, password: DEMO_PASSWORD });

export const AUDIENCES: Audience[] = [
  { name: "visitor", account: demo("demo@example.com"), views: VISITOR },
  { name: "stranded", account: demo("demo@example.com"), views: STRANDED },
  { name: "buyer", account: demo("demo@example.com"), views: BUYER },
  {
    name: "newcomer",
    account: (sandbox) => sandbox.createAccount({ authLevel: 3, googleBound: false, secondStep: "sms", balances: {} }),
    views: NEWCOMER,
  },
  {
    name: "rejected",
    account: (sandbox) =>
      sandbox.createAccount({ authLevel: 2, rejectReason: "證件照片反光，無法辨識。 / The photo reflects light." }),
    views: REJECTED,
  },
];
