import { readMessage, useText } from "~/i18n/text";
import { Icon } from "./Icon";

/** One message after a redirect: HTML first, closed by a link to the page without it (spec section 8). */
export function Toast({
  flash,
  path,
}: {
  flash: { key: string; kind: "status" | "alert"; values?: Record<string, string | number> };
  path: string;
}) {
  const t = useText();
  return (
    <div className={`toast toast-${flash.kind}`} role={flash.kind}>
      <Icon name={flash.kind === "alert" ? "alert" : "check"} />
      <p>{readMessage(t, flash.values ? JSON.stringify([flash.key, flash.values]) : flash.key)}</p>
      <a className="toast-close" href={path} aria-label={t("common.dismiss")}>
        <Icon name="close" />
      </a>
    </div>
  );
}
