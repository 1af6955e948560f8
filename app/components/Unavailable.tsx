import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";

/** What could not be read, never shown as if there were none (rulings, "What each page does when a call fails"): a retry link, and where else to go. */
export function Unavailable({
  title,
  text,
  retry,
  children,
}: {
  title: string;
  text: string;
  /** The address of the page itself. */
  retry: string;
  children?: ReactNode;
}) {
  const t = useText();
  return (
    <EmptyState illustration="offline" title={title} text={text}>
      <a className="button" href={retry}>
        {t("common.retry")}
      </a>
      {children}
    </EmptyState>
  );
}
