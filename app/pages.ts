import type { CacheablePage } from "~server/page-cache/cacheable";
import type { IconName } from "./components/layout/Icon";
import type { TextKey } from "./i18n/el_GR";
import { feedLanguage, LANGUAGES, LOCALES } from "./i18n/locales";

/**
 * The table of the pages. Titles, tab bar, menu, foot, robots.txt, sitemap, service worker, page cache, the contact
 * form's way back and docs/screens.md derive from it; it is never sent to a browser. The `handle` of a route describes
 * what its scripts need.
 */

/** A page, or a file, by its path. Omitted properties are false. */
export interface Page {
  /** The screen's name in the title of its page. A screen named after its data gives `title` in its loader. */
  title?: TextKey;
  /** Only for signed-in visitors: its loader begins with `requireSession`, and robots are asked not to index it. */
  session?: true;
  /** Robots are asked to leave it alone, although anybody may open it. */
  robots?: "disallow";
  /** It is one of the five places of the tab bar. */
  tab?: { label: TextKey; icon: IconName };
  /** The place of the tab bar that it belongs to. */
  inTab?: "/Index/Power" | "/MyOrder" | "/Assets" | "/UserCenter";
  /** Its link in the slide-over menu. */
  menu?: TextKey;
  /** Its link at the foot of the Index shell, and the list that contains it. */
  foot?: readonly [list: "products" | "company", label: TextKey];
  /** It is in the sitemap. */
  sitemap?: true;
  /** The service worker caches it for when there is no network. */
  offline?: true;
  /** It leads to products: the browser of a signed-in visitor fetches their scripts while this page is idle. */
  prefetchesProduct?: true;
  /** It is nothing but texts of this site: it waits for no call of the upstream. */
  textsOnly?: true;
  /** For a public page: its cache dependencies, signed out. Without them the page is rendered for each visitor. */
  cached?: CacheablePage;
  /** The calls of the upstream that it makes, beside those of every page, by the last part of their paths. */
  calls?: readonly string[];
  /**
   * The names of its query that the contact form's way back preserves, since a query may contain private data; "none"
   * if the form never leads back to it.
   */
  wayBack?: readonly ("buyAmount" | "id" | "ids" | "inviteCode" | "redirectTo")[] | "none";
  /** A file: nothing of it is in a browser's bars or in a way back. */
  file?: true;
}

const pages = {
  "/": { wayBack: "none" },
  "/Index": { wayBack: "none" },
  "/Index/Home": {
    title: "common.home",
    tab: { label: "common.tabHome", icon: "home" },
    menu: "common.home",
    sitemap: true,
    offline: true,
    prefetchesProduct: true,
    cached: { rendered: ["step"] },
    calls: [
      "kv",
      "notice_info_list",
      "project_sku",
      "user_info",
      "account_balance",
      "public_info_market",
      "getOrderList",
    ],
  },
  "/Index/Power": {
    title: "common.power",
    tab: { label: "common.tabPower", icon: "chip" },
    menu: "common.power",
    foot: ["products", "common.power"],
    sitemap: true,
    offline: true,
    prefetchesProduct: true,
    cached: {
      rendered: ["page"],
      search: ["q", "status", "cycle", "coin", "sort"],
      cookies: ["saved", "compare"],
    },
    calls: ["project_sku", "public_info_market"],
  },
  "/Index/Miner": {
    title: "common.miner",
    menu: "common.miner",
    foot: ["products", "common.miner"],
    sitemap: true,
    offline: true,
    cached: { rendered: ["page"], search: ["sort"] },
    calls: ["project_sku"],
  },
  "/Index/AboutUs": {
    title: "common.about",
    menu: "common.about",
    foot: ["company", "common.about"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: {},
  },
  "/PowerProductDetail/:id": {
    inTab: "/Index/Power",
    offline: true,
    cached: { rendered: ["step", "buyAmount"], cookies: ["flow"] },
    calls: [
      "project_sku",
      "project_sku_detail",
      "getUserAccountByUid",
      "user_info",
      "getOrderList",
      "userPayMinerOrderV2",
      "public_info_market",
    ],
    wayBack: ["buyAmount"],
  },
  "/MinerProductDetail/:id": { offline: true, cached: {}, calls: ["project_sku_detail"] },
  "/Estimate": {
    title: "Estimate.title",
    inTab: "/Index/Power",
    foot: ["products", "Index.estimate"],
    sitemap: true,
    offline: true,
    // Searches are arbitrary: the page is rendered for each request and never cached.
    cached: { search: ["product", "quantity", "ratio"] },
    calls: ["project_sku", "project_sku_detail", "public_info_market"],
  },
  "/Saved": { title: "Saved.title", inTab: "/Index/Power", calls: ["project_sku", "public_info_market"] },
  "/Compare": {
    title: "Compare.title",
    inTab: "/Index/Power",
    calls: ["project_sku", "public_info_market"],
    wayBack: ["ids"],
  },
  "/Notice": {
    title: "Notice.title",
    foot: ["company", "Index.notices"],
    sitemap: true,
    offline: true,
    cached: { rendered: ["page"], search: ["q"], cookies: ["read"] },
    calls: ["notice_info_list"],
  },
  "/NoticeDetail": {
    cached: { query: { id: "any" }, rendered: ["page"], search: ["content", "q", "from"], marksRead: true },
    calls: ["notice_info_list"],
    wayBack: ["id"],
  },
  "/Help": {
    title: "Help.title",
    foot: ["company", "Index.help"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: { search: ["q"] },
  },
  "/Genuine": {
    title: "Index.genuine",
    foot: ["company", "Index.genuine"],
    sitemap: true,
    offline: true,
    cached: {},
  },
  "/PrivacyAgreement": {
    foot: ["company", "common.privacy"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: {},
  },
  "/UserAgreement": {
    foot: ["company", "common.agreement"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: {},
  },
  "/LeavingMessage": {
    title: "LeavingMessage.title",
    sitemap: true,
    calls: ["kv", "project_sku_detail", "originClueCollect"],
    wayBack: "none",
  },
  "/AppDownload": {
    title: "common.appDownload",
    sitemap: true,
    offline: true,
    cached: { query: { platform: ["ios", "other"], stay: ["1"] }, device: ["ios", "inApp"] },
    calls: ["app_download"],
  },
  "/Login/:account?": {
    title: "Login.title",
    sitemap: true,
    calls: [
      "public_info_v5",
      "tartCaptcha",
      "login_in",
      "confirm_login",
      "smsValidCode",
      "emailValidCode",
      "user_info",
    ],
    wayBack: ["redirectTo"],
  },
  "/Register": {
    title: "Register.title",
    sitemap: true,
    calls: ["public_info_v5", "tartCaptcha", "reg_email_chk_info", "emailValidCode", "reg_email_confirm", "user_info"],
    wayBack: ["inviteCode", "redirectTo"],
  },
  "/MyOrder": {
    title: "MyOrder.title",
    session: true,
    tab: { label: "common.tabOrders", icon: "orders" },
    calls: ["getOrderList", "public_info_market", "project_sku"],
  },
  "/MyOrder/:orderNum": {
    title: "Order.title",
    session: true,
    inTab: "/MyOrder",
    calls: ["getOrderList", "public_info_market", "project_sku"],
  },
  "/Successpay": {
    title: "Successpay.title",
    session: true,
    inTab: "/MyOrder",
    calls: ["public_info_market", "project_sku"],
  },
  "/Assets": {
    title: "Assets.title",
    session: true,
    tab: { label: "common.tabAssets", icon: "wallet" },
    calls: ["account_balance", "public_info_market"],
  },
  "/Recharge/:coinSymbol?": {
    title: "Recharge.title",
    session: true,
    inTab: "/Assets",
    calls: ["account_balance", "public_info_market", "public_info_v5", "get_charge_address"],
    wayBack: ["redirectTo"],
  },
  "/DepositRecord/:coinSymbol": {
    title: "DepositRecord.title",
    session: true,
    inTab: "/Assets",
    calls: ["deposit_list", "public_info_market", "account_balance"],
    wayBack: ["redirectTo"],
  },
  "/UserCenter": {
    title: "UserCenter.title",
    session: true,
    tab: { label: "common.tabMe", icon: "account" },
    calls: ["user_info", "login_out", "account_balance", "public_info_market", "getOrderList"],
  },
  "/GoogleBind": {
    session: true,
    inTab: "/UserCenter",
    calls: ["user_info", "toopen_google_authenticator", "google_verify"],
    wayBack: ["redirectTo"],
  },
  "/RealNameSelect": {
    title: "RealNameSelect.title",
    session: true,
    inTab: "/UserCenter",
    calls: ["user_info", "kv"],
  },
  "/CountrySelect": { title: "CountrySelect.title", session: true, inTab: "/UserCenter", calls: ["user_info", "kv"] },
  "/RealNameInfo": { session: true, inTab: "/UserCenter", calls: ["user_info", "kv"] },
  "/UploadImage": {
    title: "UploadImage.title",
    session: true,
    inTab: "/UserCenter",
    calls: ["user_info", "upload_img", "auth_realname"],
  },
  "/SuccessRealname": {
    title: "SuccessRealname.title",
    session: true,
    inTab: "/UserCenter",
    calls: ["user_info", "kv"],
  },
  "/InvitationCode": {
    title: "InvitationCode.title",
    session: true,
    inTab: "/UserCenter",
    calls: ["user_info"],
  },
  "/Security": { title: "Security.title", session: true, inTab: "/UserCenter", calls: ["user_info", "login_out"] },
  "/Language": { title: "Language.title", robots: "disallow", wayBack: "none" },
  "/Scripts": { wayBack: "none" },
  "/Offline": { title: "Offline.title", cached: {}, wayBack: "none" },
  "/MyOrder.csv": {
    title: "MyOrder.title",
    session: true,
    file: true,
    calls: ["getOrderList", "public_info_market", "project_sku"],
  },
  "/MyOrder.json": { title: "MyOrder.title", session: true, file: true, calls: ["getOrderList"] },
  "/MyOrder/:orderNum.ics": { session: true, file: true, calls: ["getOrderList", "public_info_market", "project_sku"] },
  "/DepositRecord/:coinSymbol.csv": {
    title: "DepositRecord.title",
    session: true,
    file: true,
    calls: ["deposit_list", "public_info_market"],
  },
  "/DepositRecord/:coinSymbol.json": {
    title: "DepositRecord.title",
    session: true,
    file: true,
    calls: ["deposit_list"],
  },
  "/Recharge/:coinSymbol/qr.png": {
    session: true,
    file: true,
    calls: ["account_balance", "public_info_market", "public_info_v5", "get_charge_address"],
  },
  "/InvitationCode/poster.png": { session: true, file: true, calls: ["user_info"] },
  "/InvitationCode/poster.svg": { session: true, file: true, calls: ["user_info"] },
  "/InvitationCode/qr.png": { session: true, file: true, calls: ["user_info"] },
  "/UploadImage/:slot": { file: true },
  "/Notice.atom": {
    file: true,
    cached: { file: true, query: { lang: LOCALES.map(feedLanguage) } },
    calls: ["notice_info_list"],
  },
  "/pictures/:size/:signature/:address": { file: true },
  "/manifest.webmanifest": {
    file: true,
    cached: { file: true, query: { lang: LOCALES.map((locale) => LANGUAGES[locale].html) } },
  },
  "/.well-known/security.txt": { file: true },
  "/robots.txt": { file: true, cached: { file: true } },
  "/sitemap.xml": { file: true, cached: { file: true }, calls: ["project_sku", "notice_info_list"] },
  "/sw.js": { file: true, cached: { file: true, query: { lang: LOCALES } } },
} as const satisfies Record<string, Page>;

/** A path of the table, as routes write it. */
export type Path = keyof typeof pages;

export const PAGES: Readonly<Record<Path, Page>> = pages;

/** The rows in their order. */
export const ROWS = Object.entries(PAGES).map(([path, page]) => ({ path, ...page }));

/** The patterns of parameters in an address. */
export const PARAMETERS = {
  id: "[A-Za-z0-9][\\w.:@-]{0,63}",
  orderNum: "(?!.*\\.ics$)(?:[\\w.:@-]|%[0-9A-Fa-f]{2}){1,256}",
  coinSymbol: "[\\w.-]{1,32}",
} as const;

/**
 * The pattern of the addresses of a page, without `^` and `$`.
 *
 * @param path a path of the table
 * @param parameters their patterns; a parameter without an entry may be anything
 */
export function addressPattern(path: string, parameters: Readonly<Record<string, string>> = PARAMETERS): string {
  return path.replace(/[.]/g, "\\.").replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const value = parameters[name] ?? "[^/]+";
    return optional ? `(?:/${value})?` : `/${value}`;
  });
}

const BY_PATH = new Map(ROWS.map((row) => [row.path.toLowerCase(), row]));
const WITH_PARAMETERS = ROWS.filter(({ path, file }) => path.includes(":") && !file).map((row) => ({
  row,
  pattern: new RegExp(`^${addressPattern(row.path, {})}$`, "i"),
}));

/**
 * The row of an address.
 *
 * @param pathname of any spelling that the router takes for the page
 * @returns undefined where there is no such page
 */
export function pageAt(pathname: string): (Page & { path: string }) | undefined {
  // The router takes a slash at the end; several are redirected.
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return BY_PATH.get(path.toLowerCase()) ?? WITH_PARAMETERS.find(({ pattern }) => pattern.test(path))?.row;
}
