import { useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useRef, type ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "~/components/layout/Icon";
import { Toast } from "~/components/feedback/Toast";
import { useSheetKeys } from "./sheet-keys";
import "~/styles/sheet.css";

/**
 * A bottom sheet over the page: a step of a flow, with its own URL. A closed sheet is not in the markup. When a
 * document opens with a sheet, the sheet's heading takes the focus, without scripts too.
 */
export function Sheet({
  title,
  closeTo,
  close,
  leads = true,
  preserved = false,
  foot,
  children,
}: {
  title: string;
  /** The address of the step below, which the close link and a tap outside the sheet open. */
  closeTo?: string;
  /** Closes it instead of a link. */
  close?: ReactNode;
  /** Nothing leads away while its form is being sent. */
  preserved?: boolean;
  /** The foot of a long sheet, always visible: the buttons, and what to read before pressing them. */
  foot?: ReactNode;
  /** True if the heading takes the focus; false if something inside has `autoFocus`. */
  leads?: boolean;
  children: ReactNode;
}) {
  const t = useText();
  const root = useRouteLoaderData<RootData>("root");
  const sheet = useRef<HTMLElement>(null);
  useSheetKeys(sheet);
  const isSending = useNavigation().formData !== undefined && preserved;
  const away = isSending ? undefined : closeTo;
  return (
    <div className="sheet-veil">
      <section
        className={foot ? "sheet sheet-footed" : "sheet"}
        role="dialog"
        aria-modal="true"
        aria-labelledby="sheet-title"
        data-leads={leads || undefined}
        ref={sheet}
      >
        <div className="sheet-head">
          <h2 id="sheet-title" tabIndex={-1} autoFocus={leads}>
            {title}
          </h2>
          {close ?? (
            <a className="bar-button" href={away} aria-disabled={isSending || undefined}>
              <Icon name="close" label={t("common.close")} />
            </a>
          )}
        </div>
        {root?.flash?.inSheet ? <Toast flash={root.flash} path={root.path} /> : null}
        {children}
        {foot ? <div className="sheet-foot">{foot}</div> : null}
      </section>
    </div>
  );
}
