import { useRouteLoaderData } from "@remix-run/react";
import { Fragment, type ComponentProps, type ReactNode } from "react";
import { Screen } from "~/components/layout/Screen";
import { MenuItem } from "~/components/layout/MenuItem";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import "~/styles/entries.css";
import "./account-menu.css";

/**
 * A screen of the account: on a desktop the pages of the account stand beside it. On a phone only the account's own page
 * shows them.
 *
 * @param props.menu the menu, where the page adds to it
 */
export function AccountScreen({
  menu = <AccountMenu />,
  children,
  ...screen
}: ComponentProps<typeof Screen> & { menu?: ReactNode }) {
  return (
    <Screen {...screen} wideScreen>
      <div className={screen.wideScreen ? "account-columns account-wide" : "account-columns"}>
        <div className="account-main">{children}</div>
        {menu}
      </div>
    </Screen>
  );
}

/**
 * The pages of the account in groups, and the way out.
 *
 * @param props.isOwn the page is about them: phones show them too
 * @param props.children further rows of the group of security, with the visitor's states
 */
export function AccountMenu({ isOwn = false, children }: { isOwn?: boolean; children?: ReactNode }) {
  const t = useText();
  const groups = useRouteLoaderData<RootData>("root")?.account;
  if (!groups) return null;
  return (
    <nav className={isOwn ? "account-menu" : "account-menu account-beside"} aria-label={t("common.tabMe")}>
      {groups.map(({ id, title, rows }) => (
        <Fragment key={id}>
          {title ? <p className="menu-group">{title}</p> : null}
          <ul className="card entries">
            {id === "security" ? <>{children}</> : null}
            {rows.map(({ href, label, icon, current }) => (
              <li key={href} className={id === "out" ? "account-out" : undefined}>
                <MenuItem icon={icon} href={href} aria-current={current}>
                  <span>{label}</span>
                </MenuItem>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}
