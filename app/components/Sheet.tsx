import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import { Icon } from "./Icon";

/** A bottom sheet over the page: a step of a flow, with its own URL. A closed sheet is not in the markup. */
export function Sheet({
  title,
  closeTo,
  close,
  children,
}: {
  title: string;
  /** The URL of the step below, where the close link leads. */
  closeTo?: string;
  /** What closes it instead of a link. */
  close?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <div className="sheet-veil">
      <section className="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title">
        <div className="sheet-head">
          <h2 id="sheet-title">{title}</h2>
          {close ?? (
            <a className="bar-button" href={closeTo}>
              <Icon name="close" says={t("common.close")} />
            </a>
          )}
        </div>
        {children}
      </section>
    </div>
  );
}
