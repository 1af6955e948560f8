import { ErrorPage } from "~/components/feedback/ErrorPage";
import { MenuItem } from "~/components/layout/MenuItem";
import { useText } from "~/i18n/text";

export const loader = () => {
  throw new Response(null, { status: 404 });
};

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  const t = useText();
  return (
    <ErrorPage status={404}>
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
    </ErrorPage>
  );
}

const PLACES = [
  ["/Index/Power", "common.power"],
  ["/Index/Miner", "common.miner"],
  ["/Index/AboutUs", "common.about"],
  ["/Notice", "Notice.title"],
  ["/UserCenter", "UserCenter.title"],
  ["/LeavingMessage", "common.support"],
] as const;
