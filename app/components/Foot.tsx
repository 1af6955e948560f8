import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { LanguageSwitch } from "./LanguageSwitch";

/** The foot of a screen: language and help. Nothing where the root itself failed. */
export function Foot() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  if (!root) return null;
  return (
    <footer className="foot">
      <LanguageSwitch token={root.localeToken} path={root.path} />
      <a href="/LeavingMessage">{t("common.helpTitle")}</a>
    </footer>
  );
}
