import { useRouteLoaderData, useLocation } from "@remix-run/react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "~/components/Icon";
import { LanguageSwitch } from "~/components/LanguageSwitch";
import { SocialLinks } from "~/components/SocialLinks";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import "./menu.css";

const MENU = "M4 7h16M4 12h16M4 17h10";

/** With scripts Esc closes the menu and the focus stays inside it; without them the summary closes it. */
function handleKeys(event: KeyboardEvent<HTMLDetailsElement>) {
  const menu = event.currentTarget;
  if (!menu.open) return;
  const stops = menu.querySelectorAll<HTMLElement>("summary, a, button");
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (event.key === "Escape") {
    menu.open = false;
    first?.focus();
  } else if (event.key === "Tab" && event.target === (event.shiftKey ? first : last)) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

/** The slide-over menu: four links, the notices, the configured contacts, the language. */
export function SiteMenu() {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  return (
    <details className="menu" onKeyDown={handleKeys}>
      <summary className="bar-button">
        <Icon name={MENU} className="menu-shown" />
        <Icon name="close" className="menu-shut" label={t("common.menu")} />
      </summary>
      <nav className="menu-panel" aria-label={t("Index.barLabel")}>
        <ul className="menu-links">
          {root?.shell?.menu.map(([to, label]) => (
            <li key={to}>
              <ShellLink to={to}>{label}</ShellLink>
            </li>
          ))}
        </ul>
        <p>
          <a className="link-button" href="/Notice">
            {t("Index.notices")}
          </a>
        </p>
        {root ? <SocialLinks site={root.site} /> : null}
        {root ? <LanguageSwitch token={root.localeToken} path={root.path} /> : null}
      </nav>
    </details>
  );
}

/** A link of the shell, marked as current if it leads to this page. */
function ShellLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isHere = `${pathname}/`.toLowerCase().startsWith(`${to}/`.toLowerCase());
  return (
    <a href={to} aria-current={isHere ? "page" : undefined}>
      {children}
    </a>
  );
}
