import { Outlet, useRouteLoaderData, useLocation } from "@remix-run/react";
import { Header, linksOf } from "~/components/layout/Header";
import { useHome } from "~/components/layout/home-location";
import { useText, useLanguage } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import "./menu.css";
import "./site-bar.css";
import { useEffect, type KeyboardEvent } from "react";
import { Drawing } from "~/components/layout/Icon";
import { LanguageSwitch } from "~/components/layout/LanguageSwitch";
import { SocialLinks } from "~/components/layout/SocialLinks";

export default function IndexShell() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  useOfflineCaching();
  const { isHome, isCovered } = useHome();
  const account =
    root?.webLogin === "app-only"
      ? { href: "/AppDownload", label: t("common.appDownload") }
      : { href: root?.signedIn ? "/UserCenter" : "/Login", label: t("Index.openAccount") };
  return (
    <>
      <Header className={isHome ? "bar-site bar-dark" : "bar-site"} {...(isCovered ? { inert: "" } : {})}>
        <SiteMenu account={account} />
      </Header>
      <Outlet />
    </>
  );
}

/** Registers the service worker. Only the lists do: the product page's scripts are at their size limit. */
function useOfflineCaching(): void {
  const { locale } = useLanguage();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (import.meta.env.PROD && serviceWorker) serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => {});
  }, [locale]);
}

/** With scripts, Esc closes the menu and the focus stays inside it. Without them, the summary closes it. */
function handleKeys(event: KeyboardEvent<HTMLDivElement>) {
  const menu = event.currentTarget.querySelector("details");
  if (!menu?.open) return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>("summary, a, button");
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (event.key === "Escape") {
    menu.open = false;
    first?.focus();
  } else if (event.key === "Tab" && event.target === (event.shiftKey ? first : last)) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

/** The menu of the site. Old browsers show its links as part of the page, so they come after the `<details>`. */
function SiteMenu({ account }: { account: { href: string; label: string } }) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const { pathname } = useLocation();
  const isHere = (path: string) => `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase());
  const more = [
    ["/Notice", t("Index.notices")],
    ["/Help", t("common.help")],
    ["/Estimate", t("Index.estimate")],
    [account.href, account.label],
  ] as const;
  return (
    <div className="site-menu" role="presentation" onKeyDown={handleKeys}>
      <details className="menu">
        <summary className="bar-button target" id="menu">
          <Drawing className="icon" viewBox="0 0 24 24" width="24" height="24">
            <path className="menu-shown" d="M4 7h16M4 12h16M4 17h10" />
            <path className="menu-shut" d="M6 6l12 12M18 6L6 18" />
          </Drawing>
          <span className="words">{t("common.menu")}</span>
        </summary>
      </details>
      <nav className="menu-panel" aria-label={t("Index.barLabel")}>
        <div className="menu-links">
          {linksOf(
            root?.shell?.menu.map(([href, label]) => ({
              href,
              label,
              "aria-current": isHere(href) ? "page" : undefined,
            })),
          )}
        </div>
        <div className="menu-more wrap">
          {linksOf(more.map(([href, label]) => ({ label, className: "link-button target", href })))}
          {root ? <SocialLinks site={root.site} /> : null}
        </div>
        {root ? <LanguageSwitch token={root.localeToken} path={root.path} at="menu" /> : null}
      </nav>
    </div>
  );
}
