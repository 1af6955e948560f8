import { useRouteLoaderData } from "@remix-run/react";
import { Fragment, type ComponentProps } from "react";
import { Screen } from "~/components/layout/Screen";
import { MenuItem } from "~/components/layout/MenuItem";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import type { AccountRow } from "./account-groups.server";
import "./account-menu.css";

/**
 * Shows a page of the account; wide windows list the account's pages beside it.
 *
 * @param props.isOwn true for the account's own page, where narrow windows list them too
 * @param props.protection rows that replace those with the same labels
 */
export function AccountScreen({
  isOwn = false,
  protection,
  children,
  ...screen
}: ComponentProps<typeof Screen> & { isOwn?: boolean; protection?: readonly AccountRow[] | undefined }) {
  const t = useText();
  const groups = useRouteLoaderData<RootData>("root")?.account;
  if (!groups) return <Screen {...screen}>{children}</Screen>;
  return (
    <Screen {...screen} wideScreen>
      <div className={screen.wideScreen ? "account-columns account-wide" : "account-columns"}>
        <div className="account-main stack-4">{children}</div>
        <nav className={isOwn ? "account-menu" : "account-menu account-beside"} aria-label={t("common.tabMe")}>
          {groups.map(({ id, title, rows }) => (
            <Fragment key={id}>
              {title ? <p className="menu-group soft small bold">{title}</p> : null}
              <ul className="card entries">
                {rows.map((row) => {
                  const { label, current, ...entry } = protection?.find((own) => own.label === row.label) ?? row;
                  return (
                    <li key={label} className={id === "out" ? "account-out" : undefined}>
                      <MenuItem {...entry} aria-current={current}>
                        <span>{label}</span>
                      </MenuItem>
                    </li>
                  );
                })}
              </ul>
            </Fragment>
          ))}
        </nav>
      </div>
    </Screen>
  );
}
