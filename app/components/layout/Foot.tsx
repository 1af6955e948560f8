import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { linksOf } from "./Header";
import { LanguageSwitch } from "./LanguageSwitch";

/** The foot of a page: no `language` switch if a form has it, `raised` if a bar covers the bottom of the screen. */
export function Foot({ language = true, raised, ...under }: { language?: boolean; raised?: boolean; inert?: string }) {
  const root = useRouteLoaderData<RootData>("root");
  const t = useText();
  if (!root) return null;
  const mail = root.site.supportEMail;
  return (
    <footer className={raised ? "foot foot-raised" : "foot"} {...under}>
      <div className="column foot-row small wrap">
        <strong>{root.site.title}</strong> <strong className="age">18+</strong> {linksOf(root.foot)}{" "}
        {mail ? (
          <a href={mail}>
            {t("common.email")} <span>{mail.replace(/^mailto:/, "")}</span>
          </a>
        ) : null}{" "}
        {language ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
      </div>
    </footer>
  );
}
