import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { useDocument } from "~/components/layout/document-facts";
import { Icon } from "~/components/layout/Icon";
import { useMessageKey } from "./message-key";

export const APP_LABELS = { ios: ["common.appStore", "common.testFlight"], other: ["common.download"] } as const;

const ICONS = { status: "check", info: "info", alert: "alert" } as const;

/** A message. A link to the page without it closes it, even without scripts. A sheet has its own toast. */
export function Toast({ flash, path }: { flash: NonNullable<RootData["flash"]>; path: string }) {
  const t = useText();
  const look = flash.kind === "status" && flash.stays ? "info" : flash.kind;
  // Only success messages fade; alerts, information and toasts with links stay until closed.
  const fades = useDocument().scripts === "shipped" && look === "status" && !flash.app;
  const occurrence = useMessageKey(flash);
  return (
    <div key={occurrence} className={`toast toast-${look}${fades ? " toast-fades" : ""}`} role={flash.kind}>
      <Icon name={ICONS[look]} />
      <div className="toast-text grow row wrap">
        <p>{flash.text}</p>
        {flash.note ? <p>{flash.note}</p> : null}
        {flash.app
          ? APP_LABELS[flash.app].map((label) => (
              <a key={label} href="/AppDownload">
                {t(label)}{" "}
              </a>
            ))
          : null}
      </div>
      {flash.inSheet ? null : (
        <a className="toast-close" href={path}>
          <Icon name="close" label={t("common.dismiss")} />
        </a>
      )}
    </div>
  );
}
