import { useNavigation, useRouteLoaderData } from "@remix-run/react";
import { useRef, type ReactNode, useEffect, type RefObject } from "react";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { Icon } from "~/components/layout/Icon";
import { Toast } from "~/components/feedback/Toast";
import "~/styles/sheet.css";

/** Shows a step of a flow over its page; the heading takes the focus when a document opens with the sheet. */
export function Sheet({
  title,
  closeTo,
  close,
  leads = true,
  preserved = false,
  foot,
  children,
}: {
  title: ReactNode;
  closeTo?: string;
  close?: ReactNode;
  /** True while the form is being sent: no link leads away. */
  preserved?: boolean;
  /** Content that is always visible: the buttons, and text to read before pressing them. */
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
            <a className="bar-button target" href={away} aria-disabled={isSending || undefined}>
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

const STOPS =
  "a[href], button:not([disabled]):not([tabindex='-1']), input:not([type=hidden]):not([disabled]), select, textarea, [tabindex='0']";

/** Keeps Tab inside the sheet, also in browsers without `inert`, and lets Esc press the element that closes it. */
function useSheetKeys(sheet: RefObject<HTMLElement>): void {
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      // Esc also cancels a word being composed (Safari: 229), and must not leave a page whose form is being sent.
      if (event.keyCode === 229 || sheet.current?.querySelector("[aria-busy=true]")) return;
      event.preventDefault();
      sheet.current?.querySelector<HTMLElement>(".sheet-head a, .sheet-head button")?.click();
    };
    const stayInside = (event: KeyboardEvent) => {
      const stops = Array.from(sheet.current?.querySelectorAll<HTMLElement>(STOPS) ?? []);
      const { activeElement } = document;
      // The place is −1 outside and on the heading, where the browser handles Tab.
      const place = stops.findIndex((stop) => stop === activeElement);
      const leaves = event.shiftKey
        ? place <= 0
        : place === stops.length - 1 || !sheet.current?.contains(activeElement);
      if (!leaves) return;
      event.preventDefault();
      stops[event.shiftKey ? stops.length - 1 : 0]?.focus();
    };
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Escape") closeByKey(event);
      if (event.key === "Tab") stayInside(event);
    };
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, [sheet]);
}
