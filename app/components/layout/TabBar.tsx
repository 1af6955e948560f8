import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";

/**
 * The five tabs of signed-in visitors: at the foot of a phone's screen, at the head of a desktop's.
 *
 * @param props.isWideOnly on a phone a sheet, or a bar of the page, is in their place
 */
export function TabBar({ isWideOnly = false }: { isWideOnly?: boolean }) {
  const t = useText();
  const tabs = useRouteLoaderData<RootData>("root")?.tabs;
  if (!tabs) return null;
  return (
    <nav className={isWideOnly ? "main-nav main-nav-wide" : "main-nav main-nav-foot"} aria-label={t("common.tabs")}>
      {/* A space separates the words of links. */}{" "}
      <div className="low-bar main-nav-row">
        {tabs.map(({ href, icon, label, current }) => (
          <a key={href} href={href} aria-current={current}>
            <Icon name={icon} />
            <span>{label}</span>{" "}
          </a>
        ))}
      </div>
    </nav>
  );
}
