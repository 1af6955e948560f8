import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink";
import { useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { Reference } from "./Reference";

/** What could not be read, never shown as "none" (behaviour 13.4): a retry link, where else to go, what to quote. */
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
    <>
      <EmptyState illustration="offline" title={title} text={text}>
        <ButtonLink href={retry}>{t("common.retry")}</ButtonLink>
        {children}
      </EmptyState>
      <Reference />
    </>
  );
}
