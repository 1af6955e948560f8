import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { readMessage, useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { FailureDetails, RetryIn } from "./FailureDetails";

/** A failed read is never shown as "none". */
export function Unavailable({
  title,
  failure = "common.noAnswer",
  text,
  note,
  retry,
  children,
}: {
  title: ReactNode;
  /** The upstream's own words if it rejected the call, otherwise that it does not respond. */
  failure?: string | undefined;
  /** Replaces `failure`. */
  text?: ReactNode;
  note?: string;
  /** If not the page's own address. */
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
