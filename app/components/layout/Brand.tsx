import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";

/** The shop's mark and its name in the bar of every page, which lead to Home. */
export function Brand({ isHome = false }: { isHome?: boolean }) {
  const t = useText();
  const site = useRouteLoaderData<RootData>("root")?.site;
  const name = (
    <>
      {site?.logo ? <img {...site.logo} alt="" width="28" height="28" /> : null}
      <span>{site?.title ?? t("common.siteTitle")}</span>
    </>
  );
  return isHome ? (
    <div className="bar-logo">{name}</div>
  ) : (
    <a className="bar-logo" href="/Index/Home">
      {name}
    </a>
  );
}
