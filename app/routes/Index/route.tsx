import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { Header } from "~/components/layout/Header";
import { useHome } from "~/components/layout/home-location";
import { useText, useLanguage } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { SiteMenu } from "./SiteMenu";
import "./site-bar.css";
import { useEffect } from "react";

/** The Index shell: a bar with the menu and the support icon, and Home, Power, Miner or AboutUs. */
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

/**
 * Registers the service worker that caches public pages. In-app browsers, old browsers and those that refuse do
 * without. Only the lists do this: the product page has no byte to spare.
 */
function useOfflineCaching(): void {
  const { locale } = useLanguage();
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
    if (import.meta.env.PROD && serviceWorker) serviceWorker.register(`/sw.js?lang=${locale}`).catch(() => {});
  }, [locale]);
}
