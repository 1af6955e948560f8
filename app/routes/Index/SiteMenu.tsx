import { NavLink, useRouteLoaderData } from "@remix-run/react";
import type { KeyboardEvent } from "react";
import { Icon } from "~/components/Icon";
import { LanguageSwitch } from "~/components/LanguageSwitch";
import { SocialLinks } from "~/components/SocialLinks";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root";

const LINKS = [
  ["/Index/Home", "common.home"],
  ["/Index/Power", "common.power"],
  ["/Index/Miner", "common.miner"],
  ["/Index/AboutUs", "common.about"],
] as const;

/** Esc closes the menu where the page has scripts; without them the summary does. */
function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== "Escape") return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector("summary")?.focus();
}

/** The slide-over menu: four links, the configured contacts, the language (spec section 2). */
export function SiteMenu() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  return (
    <details className="menu" onKeyDown={closeOnEscape}>
      <summary className="bar-button" aria-label={t("common.menu")}>
        <Icon name="menu" className="menu-shown" />
        <Icon name="close" className="menu-shut" />
      </summary>
      <nav className="menu-panel" aria-label={t("Index.barLabel")}>
        <ul className="menu-links">
          {LINKS.map(([to, key]) => (
            <li key={to}>
              <NavLink to={to} reloadDocument>
                {t(key)}
              </NavLink>
            </li>
          ))}
        </ul>
        {root ? <SocialLinks site={root.site} /> : null}
        {root ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
      </nav>
    </details>
  );
}
