import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink";
import { useText } from "~/i18n/text";
import { EmptyState } from "./EmptyState";
import { Meanwhile, RetryIn } from "./Meanwhile";

/** Something could not be read, which is never "none" (behaviour 13.4): a retry link, and what goes on meanwhile. */
export function Unavailable({
  title,
  text,
  retry,
  children,
}: {
  title: string;
  /** What there is to say beside that. */
  text?: string;
  /** The page itself, with what of its query has to be asked again. */
  retry?: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const { pathname } = useLocation();
  return (
    <>
      <EmptyState illustration="offline" title={title} text={text ?? t("common.noAnswer")} wait={<RetryIn />}>
        <ButtonLink href={retry ?? pathname}>{t("common.retry")}</ButtonLink>
        {children}
      </EmptyState>
      <Meanwhile />
    </>
  );
}
