import { useRouteLoaderData } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "./Icon";

/** Five places for who is signed in, at the foot of the screen (behaviour 2.53). */
export function TabBar() {
  const t = useText();
  const tabs = useRouteLoaderData<RootData>("root")?.tabs;
  if (!tabs) return null;
  return (
    <nav className="places" aria-label={t("common.tabs")}>
      {/* A blank keeps the words of links apart (behaviour 10.40). */}{" "}
      <div className="low-bar places-row">
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
