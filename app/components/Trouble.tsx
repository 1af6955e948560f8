import { useLocation } from "@remix-run/react";
import { useText } from "~/i18n/text";
import type { TextKey } from "~/i18n/el_GR";
import { EmptyState } from "./EmptyState";
import { Icon } from "./Icon";
import { Screen } from "./Screen";

const BROKEN = ["Error.brokenTitle", "Error.brokenText"] as const;

const TEXTS: Record<number, [title: TextKey, text: TextKey]> = {
  400: ["Error.methodTitle", "Error.notFoundText"],
  403: ["Error.forgedTitle", "errors.forged"],
  404: ["Error.notFoundTitle", "Error.notFoundText"],
  405: ["Error.methodTitle", "Error.notFoundText"],
  503: ["Error.unavailableTitle", "Error.unavailableText"],
};

/** What an error's page is called: by its heading. */
export function troubleTitle(status: number): TextKey {
  return (TEXTS[status] ?? BROKEN)[0];
}

const PLACES = [
  ["/Index/Power", "common.power"],
  ["/Index/Miner", "common.miner"],
  ["/Index/AboutUs", "common.about"],
  ["/Notice", "Notice.title"],
  ["/UserCenter", "UserCenter.title"],
  ["/LeavingMessage", "common.support"],
] as const;

/** Where somebody who is lost may have wanted to go. */
function Elsewhere() {
  const t = useText();
  return (
    <nav className="card entries" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t("Error.elsewhere")}</h2>
      <ul>
        {PLACES.map(([to, label]) => (
          <li key={to}>
            <a className="entry" href={to}>
              <span className="entry-text">{t(label)}</span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page of an error, for every route: what happened, a retry link where that may help, and the way to Home. */
export function Trouble({ status }: { status: number }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const [title, text] = TEXTS[status] ?? BROKEN;
  return (
    <Screen title={t(title)}>
      <EmptyState illustration="offline" text={t(text)}>
        {status >= 500 ? (
          <a className="button" href={pathname + search}>
            {t("common.retry")}
          </a>
        ) : null}
        <a className="button button-quiet" href="/Index/Home">
          {t("common.backToTop")}
        </a>
      </EmptyState>
      {status === 404 ? <Elsewhere /> : null}
    </Screen>
  );
}
