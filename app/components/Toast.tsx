import type { TextKey } from "~/i18n/el_GR";
import { useText } from "~/i18n/text";
import { useDocument } from "./document-facts";
import { Icon } from "./Icon";

/** Where a toast leads that offers the app: each of these to its page (behaviour 2.13). */
const APP_LINKS = {
  ios: ["common.appStore", "common.testFlight"],
  other: ["common.download"],
} as const;

/** One message after a redirect: HTML first, closed by a link to the page without it (behaviour 10.22). */
export function Toast({
  flash,
  path,
}: {
  flash: {
    key: TextKey;
    kind: "status" | "alert";
    values?: Record<string, string | number>;
    app?: keyof typeof APP_LINKS;
  };
  path: string;
}) {
  const t = useText();
  // What has to be read stays, and so does what offers a link.
  const fades = useDocument().scripts && flash.kind === "status" && !flash.app;
  return (
    <div className={`toast toast-${flash.kind}${fades ? " toast-fades" : ""}`} role={flash.kind}>
      <Icon name={flash.kind === "alert" ? "alert" : "check"} />
      <div className="toast-text">
        <p>{t(flash.key, flash.values)}</p>
        {flash.app
          ? APP_LINKS[flash.app].map((label) => (
              <a key={label} href="/AppDownload">
                {t(label)}
              </a>
            ))
          : null}
      </div>
      <a className="toast-close" href={path} aria-label={t("common.dismiss")}>
        <Icon name="close" />
      </a>
    </div>
  );
}
