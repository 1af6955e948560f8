import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { readMessage, useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { FailureDetails, RetryIn } from "./FailureDetails";

/** Says that data could not be read. A failed read must never look like "none". */
export function Unavailable({
  title,
  failure = "common.noAnswer",
  text,
  note,
  retry,
  children,
}: {
  title: ReactNode;
  /** The upstream's own message if it rejected the call; otherwise a text that it does not respond. */
  failure?: string | undefined;
  text?: ReactNode;
  note?: string;
  /** The address to try again, if it is not the page's own. */
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
