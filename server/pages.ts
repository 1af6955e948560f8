import { routeTable } from "@storefront/remix-runtime/route-table";
import type { TextKey } from "~server/texts/catalogue";
import { feedLanguage, LANGUAGES, LOCALES } from "~/i18n/locales";

/** The table of pages, from which everything that must know a page derives. It is never sent to a browser. */

/** Inputs of a public page. A test renders each page under every variation and finds undeclared inputs. */
export interface CacheablePage {
  freshMs: number;
  /** Query parameters that are part of the cache key, with their possible values. */
  query?: Readonly<Record<string, readonly string[] | "any">>;
  /** Query parameters for one visitor, such as a step. They bypass the cache. */
  rendered?: readonly string[];
  /** Query parameters of a search. They bypass the cache and count towards a rate limit. */
  search?: readonly string[];
  /** Cookies that bypass the cache, in addition to session and toast. */
  cookies?: readonly ("flow" | "read" | "saved" | "compare")[];
  /** Device classes that get a different page: iPhones and iPads, browsers inside apps. */
  device?: readonly ("ios" | "inApp")[];
  /** A file for machines, the same in every language and on every device. */
  file?: boolean;
  /** Opening the page marks the notice `id` as read. */
  marksRead?: boolean;
}

/** How long a page is fresh depends on its fastest-changing content. */
const PRICES_FRESH_MS = 10_000;
export const DATA_FRESH_MS = 30_000;
const TEXTS_FRESH_MS = 60 * 60_000;

export interface Page {
  /** Absent if the loader returns a `title` made from data. */
  title?: TextKey;
  /** True for pages of signed-in visitors: the loader begins with `requireSession`, and robots may not index them. */
  session?: true;
  /** Set for a public page that robots should not index. */
  robots?: "disallow";
  tab?: { label: TextKey; icon: "home" | "chip" | "orders" | "wallet" | "account" };
  /** The page above: tab bar and header mark its link as current, and the breadcrumb leads to it. */
  parent?: "/Index/Power" | "/Index/Miner" | "/Notice" | "/MyOrder" | "/Assets" | "/UserCenter";
  /** Visitors whose desktop header links to the page. */
  header?: "everybody" | "signedIn";
  menu?: TextKey;
  /** List in the footer, and the link's label there. */
  foot?: readonly [list: "products" | "company", label: TextKey];
  sitemap?: true;
  offline?: true;
  /** Signed-in visitors' browsers prefetch the product page's scripts when idle. */
  prefetchesProduct?: true;
  /** The page contains only our own texts, so it waits for no upstream call. */
  textsOnly?: true;
  /** How the page is cached for signed-out visitors; without it the page is rendered for each visitor. */
  cached?: CacheablePage;
  /** Query parameters that the contact form's return link keeps (others may be private); "none": no return link. */
  wayBack?: readonly ("buyAmount" | "id" | "ids" | "inviteCode" | "redirectTo")[] | "none";
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
    cached: { freshMs: PRICES_FRESH_MS, rendered: ["step"] },
  },
  "/Index/Power": {
    title: "common.power",
    tab: { label: "common.tabPower", icon: "chip" },
    header: "everybody",
    menu: "common.power",
    foot: ["products", "common.power"],
    sitemap: true,
    offline: true,
    prefetchesProduct: true,
    cached: {
      freshMs: PRICES_FRESH_MS,
      rendered: ["page"],
      search: ["q", "status", "cycle", "coin", "sort"],
      cookies: ["saved", "compare"],
    },
  },
  "/Index/Miner": {
    title: "common.miner",
    header: "everybody",
    menu: "common.miner",
    foot: ["products", "common.miner"],
    sitemap: true,
    offline: true,
    cached: { freshMs: PRICES_FRESH_MS, rendered: ["page"], search: ["sort"] },
  },
  "/Index/AboutUs": {
    title: "common.about",
    menu: "common.about",
    foot: ["company", "common.about"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: { freshMs: TEXTS_FRESH_MS },
  },
  "/PowerProductDetail/:id": {
    parent: "/Index/Power",
    offline: true,
    cached: { freshMs: PRICES_FRESH_MS, rendered: ["step", "buyAmount"], cookies: ["flow"] },
    wayBack: ["buyAmount"],
  },
  "/MinerProductDetail/:id": { parent: "/Index/Miner", offline: true, cached: { freshMs: PRICES_FRESH_MS } },
  "/Estimate": {
    title: "Estimate.title",
    parent: "/Index/Power",
    foot: ["products", "Index.estimate"],
    sitemap: true,
    offline: true,
    cached: { freshMs: PRICES_FRESH_MS, search: ["product", "quantity", "ratio"] },
  },
  "/Saved": { title: "Saved.title", parent: "/Index/Power" },
  "/Compare": { title: "Compare.title", parent: "/Index/Power", wayBack: ["ids"] },
  "/Notice": {
    title: "Notice.title",
    foot: ["company", "Index.notices"],
    sitemap: true,
    offline: true,
    cached: { freshMs: DATA_FRESH_MS, rendered: ["page"], search: ["q"], cookies: ["read"] },
  },
  "/NoticeDetail": {
    parent: "/Notice",
    cached: {
      freshMs: DATA_FRESH_MS,
      query: { id: "any" },
      rendered: ["page"],
      search: ["content", "q", "fromPage"],
      marksRead: true,
    },
    wayBack: ["id"],
  },
  "/Help": {
    title: "Help.title",
    foot: ["company", "common.help"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: { freshMs: TEXTS_FRESH_MS, search: ["q"] },
  },
  "/Genuine": {
    title: "common.genuine",
    foot: ["company", "common.genuine"],
    sitemap: true,
    offline: true,
    cached: { freshMs: DATA_FRESH_MS },
  },
  "/PrivacyAgreement": {
    foot: ["company", "common.privacy"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: { freshMs: TEXTS_FRESH_MS },
  },
  "/UserAgreement": {
    foot: ["company", "common.agreement"],
    sitemap: true,
    offline: true,
    textsOnly: true,
    cached: { freshMs: TEXTS_FRESH_MS },
  },
  "/LeavingMessage": { title: "LeavingMessage.title", sitemap: true, wayBack: "none" },
  "/AppDownload": {
    title: "common.appDownload",
    sitemap: true,
    offline: true,
    cached: { freshMs: DATA_FRESH_MS, query: { platform: ["ios", "other"], stay: ["1"] }, device: ["ios", "inApp"] },
  },
  "/Login/:account?": { title: "Login.title", sitemap: true, wayBack: ["redirectTo"] },
  "/Register": { title: "Register.title", sitemap: true, wayBack: ["inviteCode", "redirectTo"] },
  "/MyOrder": {
    header: "signedIn",
    title: "MyOrder.title",
    session: true,
    tab: { label: "common.tabOrders", icon: "orders" },
  },
  "/MyOrder/:orderNum": { title: "Order.title", session: true, parent: "/MyOrder" },
  "/Successpay": { title: "Successpay.title", session: true, parent: "/MyOrder" },
  "/Assets": {
    header: "signedIn",
    title: "Assets.title",
    session: true,
    tab: { label: "common.tabAssets", icon: "wallet" },
  },
  "/Recharge/:coinSymbol?": {
    title: "Recharge.title",
    session: true,
    parent: "/Assets",
    wayBack: ["redirectTo"],
  },
  "/DepositRecord/:coinSymbol": {
    title: "DepositRecord.title",
    session: true,
    parent: "/Assets",
    wayBack: ["redirectTo"],
  },
  "/UserCenter": {
    title: "UserCenter.title",
    session: true,
    tab: { label: "common.tabMe", icon: "account" },
  },
  "/GoogleBind": { session: true, parent: "/UserCenter", wayBack: ["redirectTo"] },
  "/RealNameSelect": { title: "RealNameSelect.title", session: true, parent: "/UserCenter" },
  "/CountrySelect": { title: "CountrySelect.title", session: true, parent: "/UserCenter" },
  "/RealNameInfo": { session: true, parent: "/UserCenter" },
  "/UploadImage": { title: "UploadImage.title", session: true, parent: "/UserCenter" },
  "/SuccessRealname": { title: "SuccessRealname.title", session: true, parent: "/UserCenter" },
  "/InvitationCode": { title: "InvitationCode.title", session: true, parent: "/UserCenter" },
  "/Security": { title: "Security.title", session: true, parent: "/UserCenter" },
  "/Language": { title: "Language.title", robots: "disallow", wayBack: "none" },
  "/Scripts": { wayBack: "none" },
  "/Offline": { title: "Offline.title", cached: { freshMs: TEXTS_FRESH_MS }, wayBack: "none" },
  "/MyOrder.csv": { title: "MyOrder.title", session: true, file: true },
  "/MyOrder.json": { title: "MyOrder.title", session: true, file: true },
  "/MyOrder/:orderNum.ics": { session: true, file: true },
  "/DepositRecord/:coinSymbol.csv": { title: "DepositRecord.title", session: true, file: true },
  "/DepositRecord/:coinSymbol.json": { title: "DepositRecord.title", session: true, file: true },
  "/Recharge/:coinSymbol/qr.png": { session: true, file: true },
  "/InvitationCode/poster.png": { session: true, file: true },
  "/InvitationCode/poster.svg": { session: true, file: true },
  "/InvitationCode/qr.png": { session: true, file: true },
  "/UploadImage/:slot": { file: true },
  "/Notice.atom": {
    file: true,
    cached: { freshMs: DATA_FRESH_MS, file: true, query: { lang: LOCALES.map(feedLanguage) } },
  },
  "/pictures/:size/:signature/:address": { file: true },
  "/manifest.webmanifest": {
    file: true,
    cached: { freshMs: DATA_FRESH_MS, file: true, query: { lang: LOCALES.map((locale) => LANGUAGES[locale].html) } },
  },
  "/.well-known/security.txt": { file: true },
  "/robots.txt": { file: true, cached: { freshMs: TEXTS_FRESH_MS, file: true } },
  "/sitemap.xml": { file: true, cached: { freshMs: DATA_FRESH_MS, file: true } },
  "/sw.js": { file: true, cached: { freshMs: TEXTS_FRESH_MS, file: true, query: { lang: LOCALES } } },
} as const satisfies Record<string, Page>;

/** A path in the syntax of routes, such as `/MyOrder/:orderNum`. */
export type Path = keyof typeof pages;

export const PAGES: Readonly<Record<Path, Page>> = pages;

export const ROWS = Object.entries(PAGES).map(([path, page]) => ({ path, ...page }));

export const PARAMETERS = {
  id: "[A-Za-z0-9][\\w.:@-]{0,63}",
  orderNum: "(?!.*\\.ics$)(?:[\\w.:@-]|%[0-9A-Fa-f]{2}){1,256}",
  coinSymbol: "[\\w.-]{1,32}",
} as const;

/** A regular expression for a page's addresses, without `^` and `$`; a parameter without an entry may be anything. */
export function addressPattern(path: string): string {
  const parameters: Readonly<Record<string, string>> = PARAMETERS;
  return path.replace(/[.]/g, "\\.").replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const value = parameters[name] ?? "[^/]+";
    return optional ? `(?:/${value})?` : `/${value}`;
  });
}

const BY_PATH = new Map<string, Page & { path: string }>(ROWS.map((row) => [row.path, row]));
const child = (path: string) => ({ id: path, parentId: "root", path: path.slice(1), module: {} });
const table = routeTable({
  root: { id: "root", module: {} },
  ...Object.fromEntries(ROWS.map(({ path }) => [path, child(path)])),
});

/** Returns the row for a URL path, in any spelling that the router accepts. */
export function pageAt(pathname: string): (Page & { path: string }) | undefined {
  return BY_PATH.get(table.idsOf(pathname)?.at(-1) ?? "");
}
