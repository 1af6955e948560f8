import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";

/** The five tabs of signed-in visitors at the foot of a phone's screen; a desktop has links in its header instead. */
export function TabBar() {
  const t = useText();
  const tabs = useRouteLoaderData<RootData>("root")?.tabs;
  if (!tabs) return null;
  return (
    <nav className="main-nav" aria-label={t("common.tabs")}>
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
