import type { useLoaderData } from "@remix-run/react";
import { settledProtection } from "~server/account/protection";
import { content } from "~server/content/content";
import { digest } from "~server/crypto/digest";
import { env } from "~server/env";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { readFlash, type Flash } from "~server/session/flash";
import type { Session } from "~server/session/session";
import { publicFormToken } from "~server/session/csrf";
import { shownSite } from "~server/content/site";
import { visibleLink } from "~server/upstream/site";
import { EXTRA_WAIT_MS } from "~server/loader/reads";
import { accountGroups } from "./components/account/account-groups.server";
import { HOME } from "./components/layout/page-icons";
import type { Text } from "./i18n/text";
import { getText } from "~server/texts/text";
import { PAGES, pageAt, ROWS, type Page } from "~server/pages";

/** Translates a toast here, because any page may follow and has only its own texts. */
function worded({ key, values, note, ...flash }: Flash, t: Text) {
  return { ...flash, text: t(key, values), note: note && t(note) };
}

const TABS = ROWS.flatMap(({ path, tab }) => (tab ? [{ path, ...tab }] : []));
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

const currentOf = (page: PageRow, path: string) =>
  page?.path === path ? ("page" as const) : page?.parent === path ? ("true" as const) : undefined;

/** Returns the breadcrumb of a page. The main pages need none because they are in the header. */
function crumbOf(page: PageRow, t: Text) {
  if (!page || page.menu || page.tab) return undefined;
  const href = page.parent ?? "/Index/Home";
  const label = nameOf(PAGES[href]);
  return label && { name: t("common.crumb"), href, label: t(label) };
}

const tabsOf = (page: PageRow, t: Text) =>
  TABS.map(({ path, icon, label }) => ({
    href: path,
    // The icon is sent as a path, so that it is not in all pages' scripts.
    icon: icon === "home" ? HOME : icon,
    label: t(label),
    current: currentOf(page, path),
  }));

interface ShownLink {
  label: string;
  href: string;
  className?: string;
  "aria-current"?: "page" | "true" | undefined;
}

const headerOf = (page: PageRow, isSignedIn: boolean, t: Text): ShownLink[] =>
  HEADER.filter(({ header }) => isSignedIn || header === "everybody").map(({ path, label }) => ({
    label: t(label),
    href: path,
    "aria-current": currentOf(page, path),
  }));

/** Returns the sign-in link or the account's menu, which names nobody: pages rarely show e-mail addresses. */
function waysIn(session: Session | null, t: Text): ShownLink[] {
  if (env().WEB_LOGIN === "app-only")
    return [{ label: t("common.appDownload"), href: "/AppDownload", className: "bar-link bold" }];
  if (!session)
    return [
      { label: t("common.signIn"), href: "/Login", className: "bar-link bold" },
      { label: t("common.createAccount"), href: "/Register", className: "button button-small" },
    ];
  return [
    { label: t("UserCenter.title"), href: "/UserCenter" },
    { label: t("Security.title"), href: "/Security" },
    { label: t("UserCenter.logout"), href: "/UserCenter?step=logout", className: "account-leave" },
  ];
}

const FOOT_ROW = [
  ["/UserAgreement", "common.footAgreement"],
  ["/PrivacyAgreement", "common.footPrivacy"],
  ["/Genuine", "common.footGenuine"],
  ["/Help", "common.help"],
] as const;

function shellOf(t: Text) {
  const linksOf = (rows: typeof MENU) => rows.map(([path, label]) => [path, t(label)] as const);
  return { menu: linksOf(MENU), products: linksOf(FOOT.products), company: linksOf(FOOT.company) };
}

export const loader = publicLoader(async ({ requestContext, locale, request, params }) => {
  const url = new URL(request.url);
  const page = pageAt(url.pathname);
  // Pages without upstream calls do not wait for the site's name and logo either.
  const waitMs = params["*"] !== undefined || page?.textsOnly ? 0 : EXTRA_WAIT_MS;
  const [config, session, { flash, clear }] = await Promise.all([
    shownSite({ locale }, { waitMs }),
    requestContext.session(),
    readFlash(request),
  ]);
  const t = getText(locale);
  return pageData(
    {
      locale,
      title: page?.title && t(page.title),
      tabs: session ? tabsOf(page, t) : undefined,
      crumb: crumbOf(page, t),
      ways: waysIn(session, t),
      foot: FOOT_ROW.map(([href, label]) => ({ label: t(label), href })),
      header: headerOf(page, session !== null, t),
      account: session ? accountGroups(page, settledProtection(session), t) : undefined,
      shell: page?.menu ? shellOf(t) : undefined,
      company: page?.menu ? content().company : undefined,
      site: {
        title: config?.title ?? t("common.siteTitle"),
        favicon: pictureUrl("icon", config?.favicon),
        launcher: pictureUrl("icon", config?.appLauncher, 180),
        // There is always a mark, so that a page looks the same during and after an outage.
        logo: pictureFor("logo", config?.appHomeLogoOS ?? config?.appLogoOS) ?? { src: "/favicon.svg" },
        telegram: visibleLink(config?.telegram, "web"),
        twitter: visibleLink(config?.twitter, "web"),
        salesEMail: visibleLink(config?.salesEMail, "mail"),
        supportEMail: visibleLink(config?.supportEMail, "mail"),
      },
      flash: flash && worded(flash, t),
      signedIn: session !== null,
      visitor: session ? digest("visitor", session.id) : undefined,
      webLogin: env().WEB_LOGIN,
      webVitals: (env().WEB_VITALS && env().METRICS_PORT !== undefined) || undefined,
      pinchZoom: !env().BLOCK_PINCH_ZOOM,
      localeToken: publicFormToken("locale"),
      path: url.pathname + url.search,
    },
    { cookies: clear ? [clear] : [] },
  );
});

/** The root's data; undefined if the root itself failed. */
export type RootData = ReturnType<typeof useLoaderData<typeof loader>>;
