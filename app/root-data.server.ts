import type { useLoaderData } from "@remix-run/react";
import { content } from "~server/content/content";
import { digest } from "~server/crypto/digest";
import { env } from "~server/env";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { readFlash, type Flash } from "~server/session/flash";
import { publicFormToken } from "~server/session/csrf";
import { siteConfig, visibleLink } from "~server/upstream/site";
import { EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import type { IconName } from "./components/layout/Icon";
import { BELL, EARNINGS, INVITE, LOCK, OUT } from "./components/layout/page-icons";
import type { Text } from "./i18n/text";
import type { TextKey } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";
import { PAGES, pageAt, ROWS, type Page } from "~server/pages";

/** In the visitor's language, because any page may follow and has only its own texts. */
function worded({ key, values, note, ...flash }: Flash, t: Text) {
  return { ...flash, text: t(key, values), note: note && t(note) };
}

const TABS = ROWS.flatMap(({ path, tab }) => (tab ? [{ path, ...tab }] : []));
/** The name of a page in links to it. */
const nameOf = ({ menu, tab, title }: Page) => menu ?? tab?.label ?? title;
const HEADER = ROWS.flatMap((row) => {
  const label = nameOf(row);
  return row.header && label ? [{ path: row.path, header: row.header, label }] : [];
});
const MENU = ROWS.flatMap(({ path, menu }) => (menu ? [[path, menu] as const] : []));
const footOf = (list: "products" | "company") =>
  ROWS.flatMap(({ path, foot }) => (foot?.[0] === list ? [[path, foot[1]] as const] : []));
const FOOT = { products: footOf("products"), company: footOf("company") };

type PageRow = ReturnType<typeof pageAt>;

/** A link to a page is marked on it, and on those that belong to it. */
const currentOf = (page: PageRow, path: string) =>
  page?.path === path ? ("page" as const) : page?.parent === path ? ("true" as const) : undefined;

/** The page above another one; Home, where there is none. The main pages are in the header already. */
function crumbOf(page: PageRow, t: Text) {
  if (!page || page.menu || page.tab) return undefined;
  const href = page.parent ?? "/Index/Home";
  const label = nameOf(PAGES[href]);
  return label && { href, label: t(label) };
}

/** The tab bar of a page, in the visitor's language. */
const tabsOf = (page: PageRow, t: Text) =>
  TABS.map(({ path, icon, label }) => ({ href: path, icon, label: t(label), current: currentOf(page, path) }));

/** The links of a desktop's header. */
const headerOf = (page: PageRow, isSignedIn: boolean, t: Text) =>
  HEADER.filter(({ header }) => isSignedIn || header === "everybody").map(({ path, label }) => ({
    href: path,
    label: t(label),
    current: currentOf(page, path),
  }));

/** To the account, or to sign in and to create one. */
function waysIn(isSignedIn: boolean, t: Text): [href: string, label: string][] {
  if (env().WEB_LOGIN === "app-only") return [["/AppDownload", t("common.appDownload")]];
  if (isSignedIn) return [["/UserCenter", t("common.tabMe")]];
  return [
    ["/Login", t("common.signIn")],
    ["/Register", t("common.createAccount")],
  ];
}

const FOOT_ROW = [
  ["/UserAgreement", "common.footAgreement"],
  ["/PrivacyAgreement", "common.footPrivacy"],
  ["/Genuine", "common.footGenuine"],
  ["/Help", "common.help"],
] as const;

/** The foot of a page outside the Index shell. */
function footRow(supportMail: string | undefined, t: Text): [href: string, label: string][] {
  const links = FOOT_ROW.map(([path, label]): [string, string] => [path, t(label)]);
  return supportMail ? [...links, [supportMail, supportMail.replace(/^mailto:/, "")]] : links;
}

/** The pages of the account in their groups; the way out is a group of its own. */
const ACCOUNT: readonly {
  id: string;
  title?: TextKey;
  rows: readonly (readonly [href: string, label: TextKey, icon: IconName])[];
}[] = [
  {
    id: "money",
    title: "UserCenter.money",
    rows: [
      ["/Assets", "Assets.title", "wallet"],
      ["/Recharge", "Recharge.title", "download"],
      ["/MyOrder", "MyOrder.title", "orders"],
      ["/UserCenter?step=earnings", "UserCenter.earnings", EARNINGS],
    ],
  },
  { id: "security", title: "UserCenter.security", rows: [["/Security", "Security.title", LOCK]] },
  {
    id: "more",
    title: "UserCenter.more",
    rows: [
      ["/InvitationCode", "InvitationCode.title", INVITE],
      ["/Notice", "Notice.title", BELL],
      ["/Help", "Help.title", "question"],
    ],
  },
  { id: "out", rows: [["/UserCenter?step=logout", "UserCenter.logout", OUT]] },
];

/** The menu of the account, on the pages of account and assets. */
const accountOf = (page: PageRow, t: Text) =>
  [page?.path, page?.parent].some((path) => path === "/UserCenter" || path === "/Assets")
    ? ACCOUNT.map(({ id, title, rows }) => ({
        id,
        title: title && t(title),
        rows: rows.map(([href, label, icon]) => ({
          href,
          label: t(label),
          icon,
          current: page && page.path.replace("/:coinSymbol?", "") === href ? ("page" as const) : undefined,
        })),
      }))
    : undefined;

function shellOf(t: Text) {
  const linksOf = (rows: typeof MENU) => rows.map(([path, label]) => [path, t(label)] as const);
  return { menu: linksOf(MENU), products: linksOf(FOOT.products), company: linksOf(FOOT.company) };
}

export const loader = publicLoader(async ({ requestContext, locale, request, params }) => {
  const url = new URL(request.url);
  const page = pageAt(url.pathname);
  // Pages without upstream calls do not wait for the name and the logo either.
  const waitMs = params["*"] !== undefined || page?.textsOnly ? 0 : EXTRA_WAIT_MS;
  const [config, session, { flash, clear }] = await Promise.all([
    optionalRead(siteConfig({ locale }, { waitMs })),
    requestContext.session(),
    readFlash(request),
  ]);
  const t = getText(locale);
  const supportEMail = visibleLink(config?.supportEMail, "mail");
  return pageData(
    {
      locale,
      title: page?.title && t(page.title),
      tabs: session ? tabsOf(page, t) : undefined,
      crumb: crumbOf(page, t),
      ways: waysIn(session !== null, t),
      foot: footRow(supportEMail, t),
      header: headerOf(page, session !== null, t),
      account: session ? accountOf(page, t) : undefined,
      shell: page?.menu ? shellOf(t) : undefined,
      company: page?.menu ? content().company : undefined,
      site: {
        title: config?.title ?? t("common.siteTitle"),
        favicon: pictureUrl("icon", config?.favicon),
        launcher: pictureUrl("icon", config?.appLauncher, 180),
        logo: pictureFor("logo", config?.appHomeLogoOS ?? config?.appLogoOS),
        telegram: visibleLink(config?.telegram, "web"),
        twitter: visibleLink(config?.twitter, "web"),
        salesEMail: visibleLink(config?.salesEMail, "mail"),
        supportEMail,
      },
      flash: flash && worded(flash, t),
      signedIn: session !== null,
      visitor: session ? digest("visitor", session.id) : undefined,
      webLogin: env().WEB_LOGIN,
      ratioPeriod: env().PROFIT_RATIO_PERIOD,
      ratioMeaning: env().PROFIT_RATIO_MEANING,
      webVitals: (env().WEB_VITALS && env().METRICS_PORT !== undefined) || undefined,
      pinchZoom: !env().BLOCK_PINCH_ZOOM,
      localeToken: publicFormToken("locale"),
      path: url.pathname + url.search,
    },
    { cookies: clear ? [clear] : [] },
  );
});

/** Undefined below a failed root. */
export type RootData = ReturnType<typeof useLoaderData<typeof loader>>;
