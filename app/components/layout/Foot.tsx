import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { LanguageSwitch } from "./LanguageSwitch";

/**
 * The foot of a screen: language and help. Nothing where the root itself failed.
 *
 * @param props.language false where a form of the page has the language button
 * @param props.raised a bar lies over the foot of the screen
 * @param props.wideScreen as wide as a page with columns
 * @param props.inert set under an open sheet
 */
export function Foot({
  language = true,
  raised,
  wideScreen,
  ...under
}: {
  language?: boolean;
  raised?: boolean;
  wideScreen?: boolean;
  inert?: string;
}) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  if (!root) return null;
  return (
    <footer className={`foot${raised ? " foot-raised" : ""}${wideScreen ? " page-wide" : ""}`} {...under}>
      {language ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
      <a href={isSupport(root.path) ? "/Help" : "/LeavingMessage"}>{t("common.helpTitle")}</a>
    </footer>
  );
}

/** The page that help leads to, which is not led to itself. */
const isSupport = (path: string) => path.startsWith("/LeavingMessage");
