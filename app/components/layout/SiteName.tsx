import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import "~/styles/site-name.css";

/** Whose site this is, above the fields for a password. */
export function SiteName() {
  const t = useText();
  const site = useRouteLoaderData<RootData>("root")?.site;
  return (
    <p className="site-name">
      {site?.logo ? <img {...site.logo} alt="" width="28" height="28" /> : null}
      <strong>{site?.title ?? t("common.siteTitle")}</strong>
    </p>
  );
}
