import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { Icon } from "~/components/Icon";
import { TabBar } from "~/components/TabBar";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { useKeptForOffline } from "./keep-for-offline";
import { ShellLink } from "./ShellLink";
import { SiteMenu } from "./SiteMenu";
import "./site-bar.css";

/** The Index shell: a bar with the support icon and the menu, and Home, Power, Miner or AboutUs (behaviour 2.7). */
export default function IndexShell() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const site = root?.site;
  useKeptForOffline();
  const appOnly = root?.webLogin === "app-only";
  return (
    <>
      <header className="bar bar-site">
        {/* Browsers without style put links on one line: a blank keeps their words apart (behaviour 10.40). */}{" "}
        <ShellLink className="bar-logo" to="/Index/Home">
          {site?.logo ? <img {...site.logo} alt="" width="28" height="28" /> : null}
          <span>{site?.title ?? t("common.siteTitle")}</span>
        </ShellLink>{" "}
        <a className="bar-button" href="/LeavingMessage">
          <Icon name="support" says={t("common.support")} />
        </a>{" "}
        <a className="bar-button" href={appOnly ? "/AppDownload" : root?.signedIn ? "/UserCenter" : "/Login"}>
          <Icon name="account" says={t(appOnly ? "common.appDownload" : "Index.openAccount")} />
        </a>{" "}
        <SiteMenu />
      </header>
      <Outlet />
      <TabBar />
    </>
  );
}
