import { MenuItem } from "~/components/MenuItem";
import { useText } from "~/i18n/text";

const PLACES = [
  ["/Index/Power", "common.power"],
  ["/Index/Miner", "common.miner"],
  ["/Index/AboutUs", "common.about"],
  ["/Notice", "Notice.title"],
  ["/UserCenter", "UserCenter.title"],
  ["/LeavingMessage", "common.support"],
] as const;

/** Links to the main screens, for a visitor at an unknown address. */
export function Elsewhere() {
  const t = useText();
  return (
    <nav className="section" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t("Error.elsewhere")}</h2>
      <ul className="card entries">
        {PLACES.map(([to, label]) => (
          <li key={to}>
            <MenuItem href={to}>{t(label)}</MenuItem>
          </li>
        ))}
      </ul>
    </nav>
  );
}
