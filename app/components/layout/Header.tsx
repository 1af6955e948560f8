import { useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";
import { LanguageSwitch } from "./LanguageSwitch";

/**
 * Shows the header of a page.
 *
 * @param props.back the target of the return link; Home and the other main pages have none
 * @param props.help the address of the contact form for a question about this page
 * @param props.hasTabs false if a sheet or a bar of the page replaces the tabs on a phone
 * @param props.language false if a form of the page has the language button, or a sheet is open
 */
export function Header({
  back,
  help,
  hasTabs = true,
  language = true,
  className = "",
  children,
  ...under
}: {
  back?: string;
  help?: string | undefined;
  hasTabs?: boolean;
  language?: boolean;
  className?: string;
  inert?: string;
  children?: ReactNode;
}) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const support = help ?? "/LeavingMessage";
  const ways = linksOf(root?.ways);
  return (
    <header className={`bar ${root?.tabs ? "bar-places wrap" : ""} ${className}`} {...under}>
      {/* Without style, links share a line, so a space separates their texts. */}{" "}
      {back === undefined ? null : (
        <a className="bar-button target bar-back" href={back}>
          <Icon name="back" label={t("common.back")} />
        </a>
      )}{" "}
      <a className="bar-logo target grow small" href="/Index/Home">
        {root?.site.logo ? <img {...root.site.logo} alt="" width="28" height="28" /> : null}
        <span>{root?.site.title}</span>
      </a>{" "}
      {hasTabs && root?.tabs ? (
        <nav className="main-nav" aria-label={t("common.tabs")}>
          {/* A space separates the texts of links. */}{" "}
          <div className="low-bar main-nav-row wrap">
            {root.tabs.map(({ href, icon, label, current }) => (
              <a key={href} href={href} aria-current={current}>
                <Icon name={icon} />
                <span>{label}</span>{" "}
              </a>
            ))}
          </div>
        </nav>
      ) : null}
      <nav className="header-nav" aria-label={t("common.pages")}>
        {linksOf(root?.header)}
      </nav>{" "}
      <div className="header-end">
        {root && language ? <LanguageSwitch token={root.localeToken} path={root.path} at="language-top" /> : null}{" "}
        <a href={support}>{t("common.supportShort")}</a>{" "}
        {root?.ways[2] ? (
          <details className="account-fold">
            <summary>{t("common.tabMe")}</summary> <div>{ways}</div>
          </details>
        ) : (
          ways
        )}
      </div>{" "}
      <a className="bar-button target bar-support" href={support}>
        <Icon name="support" label={t("common.support")} />
      </a>{" "}
      {children}
    </header>
  );
}

export const linksOf = (links: readonly (ComponentProps<"a"> & { label: string })[] = []) =>
  links.map(({ label, ...link }) =>
    link.href
      ? [
          <a key={label} {...link}>
            {label}
          </a>,
          " ",
        ]
      : null,
  );
