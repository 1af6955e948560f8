import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { readMessage, useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { FailureDetails, RetryIn } from "./FailureDetails";

/** A failed read, which is never shown as "none": a retry link, and what still works. */
export function Unavailable({
  title,
  failure = "common.noAnswer",
  text,
  note,
  retry,
  children,
}: {
  title: string;
  /**
   * The message of the failed read: the upstream's own words if it rejected the call, otherwise that it does not
   * respond.
   */
  failure?: string | undefined;
  /** Shown in its place. */
  text?: string;
  /** Shown next to it. */
  note?: string;
  /** Where the retry leads, if not to the page's own address. */
  retry?: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const { pathname, search } = useLocation();
  const more = (
    <>
      {note ? <p>{note}</p> : null}
      <RetryIn failure={failure} />
    </>
  );
  return (
    <>
      <EmptyState illustration="offline" title={title} text={text ?? readMessage(t, failure)} wait={more}>
        <ButtonLink href={retry ?? pathname + search}>{t("common.retry")}</ButtonLink>
        {children}
      </EmptyState>
      <FailureDetails />
    </>
  );
}
