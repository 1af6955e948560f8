import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink";
import { readMessage, useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { FailureDetails, RetryIn } from "./FailureDetails";

/** Something could not be read, which is never "none" (behaviour 13.4): a retry link, and what goes on meanwhile. */
export function Unavailable({
  title,
  failure = "common.noAnswer",
  text,
  note,
  retry,
  children,
}: {
  title: string;
  /** The message of the failed read: the platform's words where it refused, else that it is not answering. */
  failure?: string | undefined;
  /** What there is to say in its place. */
  text?: string;
  /** What there is to say beside it. */
  note?: string;
  /** The page itself, with what of its query has to be asked again. */
  retry?: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const { pathname } = useLocation();
  const more = (
    <>
      {note ? <p>{note}</p> : null}
      <RetryIn failure={failure} />
    </>
  );
  return (
    <>
      <EmptyState illustration="offline" title={title} text={text ?? readMessage(t, failure)} wait={more}>
        <ButtonLink href={retry ?? pathname}>{t("common.retry")}</ButtonLink>
        {children}
      </EmptyState>
      <FailureDetails />
    </>
  );
}
